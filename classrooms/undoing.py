"""A button that takes back what was just done, on the page that it leads to."""

from dataclasses import asdict, dataclass

from ninety.requests import Request

OFFERED = "undo"
"""In the session: what the next page offers to take back."""


@dataclass(frozen=True)
class Undo:
    """A form that takes something back: where it goes, and what it sends."""

    address: str
    fields: dict[str, list[str]]


def offer_undo(request: Request, undo: Undo) -> None:
    """Let the next page offer to take something back."""
    request.session[OFFERED] = asdict(undo)


def undo_offered(request: Request) -> Undo | None:
    """Return what a page is to offer to take back, once."""
    kept = request.session.pop(OFFERED, None)
    return None if kept is None else Undo(**kept)
