"""Addresses of the help."""

from django.urls import path

from classrooms.views import help_pages

urlpatterns = [
    path("", help_pages.help_contents, name="help_contents"),
    path("<slug:slug>/", help_pages.help_topic, name="help_topic"),
]
