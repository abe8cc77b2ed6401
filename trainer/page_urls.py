"""Addresses of the pages about a person's own answers."""

from django.urls import path

from trainer import views

urlpatterns = [
    path("progress/", views.progress, name="progress"),
]
