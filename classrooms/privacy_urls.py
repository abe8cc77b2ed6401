"""Addresses of what is said about privacy."""

from django.urls import path

from classrooms.views import privacy

urlpatterns = [
    path("", privacy.privacy, name="privacy"),
    path("children/", privacy.privacy_for_children, name="privacy_for_children"),
]
