"""Addresses of the pages before a match."""

from django.urls import path

from ninety import views

urlpatterns = [
    path("", views.front, name="front"),
    path("play/", views.setup, name="setup"),
    path("play/minutes/", views.minutes, name="minutes"),
    path("play/quick/", views.quick_start, name="quick_start"),
    path("join/", views.join, name="join"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:preset>/", views.game_rules, name="game_rules"),
    path("about/", views.about, name="about"),
    path("offline/", views.offline, name="offline"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("service-worker.js", views.service_worker, name="service_worker"),
]
