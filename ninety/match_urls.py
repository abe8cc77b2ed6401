"""Addresses of a match that need nobody to answer."""

from django.urls import path

from ninety import views

urlpatterns = [
    path("rules/", views.match_rules, name="match_rules"),
    path("watch/", views.watch, name="watch"),
    path("record/", views.record, name="record"),
]
