"""Sessions in the database, whose keys are nothing but letters and digits."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """Takes a cookie that cannot be a key as none: PostgreSQL would fail on some, such as one with a NUL."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key) and str(key).isalnum()
