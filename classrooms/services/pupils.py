"""Add pupils to a class and change who belongs to it."""

import secrets

from django.db import transaction

from classrooms.models import Classroom, Membership, SignInSecret
from classrooms.pictures import new_pictures, new_pin
from ninety.models import User
from ninety.names import key_of


def add_pupil(classroom: Classroom, name: str) -> Membership:
    """Make a pupil with a new secret, under a clean name that no other of the class has; IntegrityError if one has."""
    with transaction.atomic():
        pupil = User.objects.create_user(
            f"pupil-{secrets.token_hex(12)}", kind=User.Kind.PUPIL, display_name=name, language=classroom.language
        )
        SignInSecret.objects.create(user=pupil, pictures=new_pictures(), pin=new_pin())
        return Membership.objects.create(classroom=classroom, user=pupil, name_key=key_of(name))
