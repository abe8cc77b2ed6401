"""Make people who have no account: visitors, known by a cookie, and guests, who share somebody's device."""

import secrets

from django.contrib.auth.hashers import make_password
from django.utils import timezone
from django.utils.crypto import salted_hmac

from ninety.locks import writing
from ninety.models import User
from ninety.services.opening import REPEATED_WITHIN


def visitor_for(key: str | None) -> User:
    """Return the visitor whom a request makes; the same request a moment later gets the same one.

    The key is known to nobody but the page that it was made for, so whoever sends it soon is that visitor; a log-in for
    good it must not be.
    """
    if key is None:
        return User.objects.create_visitor()
    name = f"visitor-{salted_hmac('ninety.visitor', key, algorithm='sha256').hexdigest()[:24]}"
    made = {"kind": User.Kind.VISITOR, "password": make_password(None)}
    with writing():
        visitor, is_new = User.objects.get_or_create(username=name, defaults=made)
    is_recent = visitor.kind == User.Kind.VISITOR and timezone.now() - visitor.created_at <= REPEATED_WITHIN
    return visitor if is_new or is_recent else User.objects.create_visitor()


def create_guest(name: str) -> User:
    """Make somebody who plays on another person's device, for one match."""
    return User.objects.create_user(f"guest-{secrets.token_hex(12)}", kind=User.Kind.GUEST, display_name=name)
