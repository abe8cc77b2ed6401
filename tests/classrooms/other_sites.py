"""Come back from Google, in a process that has its keys: which apps there are is settled when one starts.

Prints what a test looks at, as JSON.
"""

import json
from typing import Any

from allauth.core import context
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.internal.flows.login import complete_login
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.fallback import FallbackStorage
from django.core.management import call_command
from django.test import Client, RequestFactory

from classrooms.accounts import INVITED
from classrooms.services import invite_to_sign_up
from ninety.models import User


def main() -> None:
    """Let somebody sign in with Google, once without an invitation and once with one, while the sign-up is closed."""
    settings.ALLOWED_HOSTS, settings.SIGN_UP = ["testserver"], "closed"
    call_command("migrate", verbosity=0)
    client = Client()
    page = client.get("/account/login/")
    seen: dict[str, Any] = {
        "page": page.content.decode(),
        "policy": page.headers["Content-Security-Policy"],
        "leaves_to": client.post("/account/google/login/")["Location"],
        "closed": come_back(client, "Mallory", "Nobody"),
    }
    session = client.session
    session[INVITED] = invite_to_sign_up()
    session.save()
    seen["led_to"] = come_back(client, "Alice", "Jansen")
    seen["accounts"] = client.get("/account/other/").content.decode()
    pupil = User.objects.create_user("pupil-bob", kind=User.Kind.PUPIL)
    seen["pupil_led_to"] = come_back(client, "Bob", "Nobody", pupil)
    seen["accounts_of_pupil"] = SocialAccount.objects.filter(user=pupil).count()
    pupil.delete()
    seen["people"] = [list(row) for row in User.objects.values_list("kind", "display_name", "email")]
    print(json.dumps(seen))  # noqa: T201


def come_back(client: Client, first: str, last: str, person: User | None = None) -> str:
    """Let somebody come back from Google, and return where they are led, or what they are told.

    A person who is signed in already wants to add the account to the own one.
    """
    request: Any = RequestFactory().get("/account/google/login/callback/")
    request.session, request.user = client.session, person or AnonymousUser()
    request._messages = FallbackStorage(request)
    email = f"{first.lower()}@school.example"
    told = {"sub": email, "email": email, "email_verified": True, "given_name": first, "family_name": last}
    with context.request_context(request):
        login = get_adapter().get_provider(request, "google").sociallogin_from_response(request, told)
        login.state["process"] = "connect" if person else "login"
        response = complete_login(request, login)
        if hasattr(response, "render"):
            response.render()
    request.session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = request.session.session_key
    return str(response.get("Location") or response.content.decode())
