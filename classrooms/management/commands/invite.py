"""Print a link for a teacher: to sign up, or to sign in without the password."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q
from django.urls import reverse

from classrooms.services import invite_to_sign_in, invite_to_sign_up
from ninety import server
from ninety.models import User


class Command(BaseCommand):
    """Make a link that works once, and print it: only a hash of it is kept."""

    help = (
        "Prints a link by which somebody becomes a teacher, or a teacher signs in with a new password; it works once."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take whom the link is for, and what it begins with."""
        parser.add_argument("--sign-in", metavar="TEACHER", help="user name or e-mail address of whoever is to sign in")
        parser.add_argument(
            "--address", default=usual_address(), help="address under which Ninety is opened (default: %(default)s)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the link."""
        if login := options["sign_in"]:
            teacher = teacher_called(login)
            path = reverse("sign_in_link", args=[invite_to_sign_in(teacher)])
            self.stdout.write(f"{teacher} can sign in and choose a new password here, once and within a day:")
        else:
            path = reverse("sign_up_link", args=[invite_to_sign_up()])
            self.stdout.write("A teacher can sign up here, once and within seven days:")
        self.stdout.write(options["address"].rstrip("/") + path)


def usual_address() -> str:
    """Return where Ninety is opened, as far as the settings tell."""
    named = [host for host in settings.ALLOWED_HOSTS if not host.startswith((".", "*"))]
    host = named[0] if named else "localhost"
    return f"https://{host}" if settings.SECURE_SSL_REDIRECT else f"http://{host}:{server.PORT}"


def teacher_called(login: str) -> User:
    """Return the teacher of a user name or an address. Raises CommandError for none and for several."""
    found = User.objects.filter(Q(username=login.lower()) | Q(email=login.lower()), kind=User.Kind.TEACHER)
    match list(found):
        case [teacher]:
            return teacher
        case []:
            raise CommandError(f"There is no teacher called {login}.")
        case several:
            names = ", ".join(sorted(teacher.username for teacher in several))
            raise CommandError(f"Several teachers have this address. Take one of the user names: {names}.")
