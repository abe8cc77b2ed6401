"""Addresses of a table where people meet."""

from django.urls import path

from ninety import views

urlpatterns = [
    path("", views.gathering, name="gathering"),
    path("seat/", views.take_place, name="take_place"),
    path("stand-up/", views.leave_place, name="leave_place"),
    path("remove/", views.remove_place, name="remove_place"),
    path("start/", views.start_match, name="start_match"),
    path("rules/", views.table_rules, name="table_rules"),
]
