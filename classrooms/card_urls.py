"""Addresses of how a class signs in, for its teachers."""

from django.urls import path

from classrooms.views import cards

urlpatterns = [
    path("", cards.cards, name="cards"),
    path("print/", cards.print_cards, name="print_cards"),
    path("sign-in/", cards.set_sign_in, name="set_sign_in"),
    path("names/", cards.show_names, name="show_names"),
    path("devices/", cards.end_devices, name="end_devices"),
    path("guests/", cards.clear_guests, name="clear_guests"),
    path("new/", cards.renew_cards, name="renew_cards"),
    path("again/", cards.let_try_again, name="let_try_again"),
]
