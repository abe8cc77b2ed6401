"""Where the turn of a team stands on the board, so that a reload at any moment shows exactly that.

What a team has said for the card that lies there is kept with it. Nothing here depends on the right total before the
last try.
"""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from ninety.digits import digits
from ninety.engine.cards import Card
from ninety.models import Match, Seat
from ninety.selectors import TableView, actor_of, past_of, state_of
from trainer import marking, working
from trainer.selectors.earlier import earlier_totals
from trainer.selectors.turn import Explanation, Turn, explained, hand_of, sum_to_do
from trainer.wording import hint_text


def team_turn_of(table: TableView, seats: dict[int, Seat]) -> Turn:
    """Return where the turn at a table of teams stands, for whoever looks at the board."""
    match, actor = table.match, actor_of(table.match, state_of(table.match))
    team = actor if actor is not None and seats[actor].is_team else None
    step = _step(table, team)
    tried = (match.committed or {}).get("tried", []) if step == "announce" else []
    says = {"name": "" if actor is None else table.seats[actor].name}
    return Turn(
        step=step,
        play_number=match.steps + 1,
        tries=len(tried),
        hand=_hand(table, team) if step == "choose" and team is not None else (),
        sum=sum_to_do(table) if table.committed is not None else None,
        try_number=len(tried) + 1,
        first_said=digits(tried[0]) if tried else None,
        nearly=bool(tried) and _mark(table, tried[0]).nearly,
        hint=_hint(table) if tried else None,
        allows_negative=table.rules.floor is None,
        explanation=_told(table) if step == "explain" else None,
        status=_status(table, step, says),
    )


def _step(table: TableView, team: int | None) -> str:
    if table.over:
        return "over"
    steps = {Match.Phase.TOLD.value: "explain", Match.Phase.SAID.value: "agree", Match.Phase.LAID.value: "announce"}
    step = steps.get(table.phase, "choose")
    return step if team is not None or step == "explain" else "wait"


def _hand(table: TableView, team: int) -> Any:
    assert table.view.open_hands is not None
    return hand_of(replace(table, view=replace(table.view, seat=team, hand=table.view.open_hands[team])), ())


def _committed(table: TableView) -> dict[str, Any]:
    assert table.match.committed is not None
    committed: dict[str, Any] = table.match.committed
    return committed


def _mark(table: TableView, said: int) -> marking.Mark:
    committed = _committed(table)
    state, earlier = state_of(table.match), earlier_totals(past_of(table.match))
    return marking.mark(table.rules, state.total, Card(committed["card"]), committed["choice"], said, earlier)


def _hint(table: TableView) -> str:
    committed = _committed(table)
    prior, card = state_of(table.match).total, Card(committed["card"])
    return hint_text(working.hint(table.rules, prior, card, committed["choice"]))


def _told(table: TableView) -> Explanation:
    return explained(table.rules, _mark(table, _committed(table)["told"]))


def _status(table: TableView, step: str, says: dict[str, str]) -> str:
    match step:
        case "choose":
            return _("%(name)s: which card?") % says
        case "announce":
            return _("%(name)s: what is the total now?") % says
        case "agree":
            said = "" if table.said is None else table.said.text
            sayer = "" if table.said is None else table.said.seat_name
            return _("%(sayer)s says %(total)s. %(name)s, do you agree?") % {**says, "sayer": sayer, "total": said}
    return table.thinking or table.status
