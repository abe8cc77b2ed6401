"""Log lines that name nobody.

A line holds the pattern of an address, never the address itself, which may hold what leads to a table or a class. Of an
exception it holds the type and where it was raised; what it says is kept only where it comes from the system, as other
messages quote values: names that people chose, codes, cards. Local variables, bodies and cookies are in no line.
"""

import json
import logging
import secrets
import traceback
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError
from django.db import OperationalError
from django.http import HttpRequest, HttpResponseBase

from ninety.outages import is_outage

OF_THE_SYSTEM = (OSError, OperationalError, ImproperlyConfigured, CommandError)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"})
PARTS = ("method", "route", "status", "ms")

request_id: ContextVar[str] = ContextVar("request_id", default="")
log = logging.getLogger("ninety.requests")


class RequestLog:
    """A middleware that gives each request an id, sends it back, and logs a line when the answer is ready."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, and log."""
        began, token = perf_counter(), request_id.set(secrets.token_hex(6))
        try:
            response = self.get_response(request)
            parts = {
                "method": request.method if request.method in METHODS else "other",
                "route": route_of(request),
                "status": response.status_code,
                "ms": round((perf_counter() - began) * 1000),
            }
            log.info("request", extra=parts)
            response.headers["X-Request-ID"] = request_id.get()
        finally:
            request_id.reset(token)
        return response


def route_of(request: HttpRequest) -> str:
    """Return the pattern of the address that was asked for; an address that we do not know is told to nobody."""
    return request.resolver_match.route if request.resolver_match else "unknown"


class Outages(logging.Filter):
    """Says of what failed as the database is away just that, in one line: there is nothing to look for here."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the trace off the record of an outage."""
        error = record.exc_info[1] if record.exc_info else None
        if is_outage(error):
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
            record.msg, record.args = "The database cannot be used just now: %s", (said_by(error),)
            record.exc_info = None
        return True


def message_of(record: logging.LogRecord) -> str:
    """Return the first line of a message, with the pattern in place of an address."""
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
        args = tuple(route_of(request) if arg == request.path else arg for arg in record.args)
        return (record.msg % args).partition("\n")[0]
    return record.getMessage().partition("\n")[0]


def said_by(error: BaseException | None) -> str:
    """Return the type of an exception, and what it says where that can name nobody."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    says = str(error).partition("\n")[0] if isinstance(error, OF_THE_SYSTEM) else ""
    return f"{name}: {says}" if says else name


def trace_of(error: BaseException | None) -> Iterator[str]:
    """Yield the lines of a traceback, that of the cause first, without what the exceptions say."""
    if error is None:
        return
    yield from trace_of(error.__cause__ or (None if error.__suppress_context__ else error.__context__))
    for entry in traceback.format_list(traceback.extract_tb(error.__traceback__)):
        yield from entry.rstrip("\n").split("\n")
    yield said_by(error)


class Plain(logging.Formatter):
    """Lines to be read by people."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        """Return a line, and the lines of a traceback after it."""
        record.message, record.asctime = message_of(record), self.formatTime(record)
        error = record.exc_info[1] if record.exc_info else None
        return "\n".join([self.formatMessage(record), *trace_of(error)])


class Json(logging.Formatter):
    """Lines to be read by machines, each an object of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message_of(record),
        }
        if request_id.get():
            line["request"] = request_id.get()
        line |= {part: getattr(record, part) for part in PARTS if hasattr(record, part)}
        if record.exc_info and record.exc_info[1]:
            line["trace"] = list(trace_of(record.exc_info[1]))
        return json.dumps(line, ensure_ascii=False)
