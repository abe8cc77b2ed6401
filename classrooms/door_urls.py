"""Addresses for pupils and guests: the door of a class, their cards, and the page that they come to."""

from django.urls import path

from classrooms.views import card, demo, door, home

urlpatterns = [
    path("class/<slug:slug>/", door.door, name="door"),
    path("class/<slug:slug>/pupil/<int:number>/", door.door_pupil, name="door_pupil"),
    path("class/<slug:slug>/guest/", door.door_guest, name="door_guest"),
    path("class/<slug:slug>/guest/back/", door.door_guest_back, name="door_guest_back"),
    path("card/", card.card_question, name="card_question"),
    path("card/<slug:token>/", card.card, name="card"),
    path("home/", home.home, name="home"),
    path("not-me/", home.not_me, name="not_me"),
    path("ask-your-teacher/", home.ask_teacher, name="ask_teacher"),
    path("demo/teacher/", demo.demo_teacher, name="demo_teacher"),
    path("demo/pupil/", demo.demo_pupil, name="demo_pupil"),
]
