"""Teachers sign up, sign in and look after their account."""

import pytest
from django.test import Client

from ninety.models import User

SIGN_UP = {
    "name": "Alice",
    "login": "Alice",
    "password1": "four-horses-eat",
    "password2": "four-horses-eat",
}


@pytest.mark.django_db
def test_somebody_signs_up_with_a_user_name_and_makes_a_class() -> None:
    client = Client()
    assert client.get("/account/signup/").status_code == 200
    assert client.post("/account/signup/", SIGN_UP)["Location"] == "/classes/"
    alice = User.objects.get()
    assert (alice.username, alice.display_name, alice.kind, alice.language) == ("alice", "Alice", "teacher", "en")
    assert "Make a class" in client.get("/classes/").content.decode()
    address = client.post("/classes/new/", {"name": " 4b ", "language": "nl"})["Location"]
    page = client.get(address)
    assert (page.status_code, page.context["classroom"].name) == (200, "4b")
    client.post("/account/logout/")
    assert client.get(address).status_code == 404
    signed_in = client.post("/account/login/", {"login": "ALICE", "password": "four-horses-eat"})
    assert signed_in["Location"] == "/classes/"
    assert client.get(address).status_code == 200
