"""Sessions in the database, and the people whom they belong to: every request asks for both."""

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.contrib.auth.backends import BaseBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from ninety.prepared import Number, Prepared, Text

if TYPE_CHECKING:
    from ninety.models import User

_SESSION = Prepared(lambda: Session.objects.filter(session_key=Text("key")))
_PERSON = Prepared(lambda: get_user_model()._default_manager.filter(pk=Number("pk")))


class SessionStore(db.SessionStore):
    """Takes a cookie that cannot be a key as none: PostgreSQL would fail on some, such as one with a NUL."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key) and str(key).isalnum()

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _get_session_from_db(self) -> Session | None:
        found = _SESSION.first(key=str(self.session_key))
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None


class Backend(BaseBackend):
    """Finds those who were let in without a password: pupils, guests, visitors."""

    def get_user(self, user_id: int) -> "User | None":
        """Return somebody who may still come in."""
        found = _PERSON.first(pk=user_id)
        return found if found is not None and found.is_active else None
