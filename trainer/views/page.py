"""How the page of a table is put together for the person at it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from ninety.access import Sitting, is_taken_away, match_of, next_on_device
from ninety.models import Action, Match, Seat
from ninety.requests import Request, layout_of, led_to
from ninety.selectors import TableView, table_of
from trainer.models import Answer
from trainer.selectors import Turn, has_to_read, turn_of
from trainer.wording import out_of_date


def seen_by(
    sitting: Sitting,
    match: Match,
    now: datetime,
    *,
    recent: Sequence[Action] | None = None,
    answer: Answer | None = None,
) -> tuple[TableView, Turn]:
    """Return the table and the own turn as this device may show them.

    A device that is passed round shows the hand of the one who has it, on that person's turn alone; before the turn of
    another it is covered, but not before an explanation has been read.
    """
    seat, cover = sitting.seat, None
    if sitting.is_shared:
        next_seat = next_on_device(sitting, match)
        reads = seat is not None and has_to_read(match, seat.person)
        cover = None if reads or next_seat == seat else next_seat
    shows_hand = seat if not sitting.is_shared or _has_turn(sitting, match) else None
    table = table_of(match, sitting.seats, None if cover else shows_hand, now, person=sitting.person, recent=recent)
    return table, turn_of(table, seat, now, cover=cover, answer=answer)


def _has_turn(sitting: Sitting, match: Match) -> bool:
    return sitting.seat is not None and next_on_device(sitting, match) == sitting.seat


def table_page(  # noqa: PLR0913
    request: Request,
    sitting: Sitting,
    match: Match | None = None,
    *,
    recent: Sequence[Action] | None = None,
    answer: Answer | None = None,
    notice: str = "",
    error: str | None = None,
    typed: str = "",
    lifted: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show the table as it stands; `match`, `recent` and `answer` are what a change has at hand."""
    now, match = timezone.now(), match or match_of(sitting)
    if (target := _leads_to(sitting, match)) is not None:
        return led_to(request, target)
    table, turn = seen_by(sitting, match, now, recent=recent, answer=answer)
    if turn.step in {"announce", "check", "agree"}:
        turn = replace(turn, error=error, typed=typed)
    elif error:
        notice = out_of_date()
    if lifted and turn.step == "choose":
        turn = replace(turn, hand=tuple(replace(card, lifted=card.face.code == lifted) for card in turn.hand))
    fields = {"table": table, "turn": turn, "csrf_token": get_token(request)}
    context = {
        "layout": layout_of(request),
        "table": replace(table, status=turn.status),
        "turn": turn,
        "form_fields": render_to_string("ninety/_form_fields.html", fields),
        "notice": notice,
        "next_url": reverse("table", args=[match.slug]),
    }
    return render(request, "trainer/table.html", context, status=status)


def _leads_to(sitting: Sitting, match: Match) -> str | None:
    """Return where somebody is led who does not play this match any more, None where they do."""
    if (moved_on := newer_match(sitting, match)) is not None:
        return reverse("table", args=[moved_on.slug])
    if match.table is not None and any(seat.held for seat in sitting.mine) and is_taken_away(match, sitting.person):
        return reverse("gathering", args=[match.table.slug])
    return None


def newer_match(sitting: Sitting, match: Match) -> Match | None:
    """Return the match that has begun at the same table since this one ended, where the person plays it too."""
    if match.ended_at is None or match.table is None or match.table.match_id in (None, match.pk):
        return None
    mine = Seat.objects.filter(match=match.table.match_id, user=sitting.person).select_related("match").first()
    return None if mine is None else mine.match
