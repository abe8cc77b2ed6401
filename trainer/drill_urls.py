"""Addresses of drills."""

from django.urls import path

from trainer import views

urlpatterns = [
    path("", views.drills, name="drills"),
    path("start/", views.start_drill, name="start_drill"),
    path("again/", views.drill_again, name="drill_again"),
    path("ready/", views.ready_drills, name="ready_drills"),
    path("typing/", views.typing, name="typing"),
    path("<slug:slug>/", views.drill, name="drill"),
    path("<slug:slug>/answers/", views.take_answers, name="take_answers"),
    path("<slug:slug>/result/", views.drill_result, name="drill_result"),
]
