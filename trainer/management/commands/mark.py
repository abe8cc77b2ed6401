"""`manage.py mark FILE`: mark every total that was announced in a game record."""

from collections.abc import Iterator
from typing import Any

from ninety.engine.actions import UNSAID, Bust, Play
from ninety.engine.errors import BadRecord, EngineError
from ninety.engine.record import Record, error_line, replay
from ninety.management.record_command import RecordCommand
from trainer.marking import earlier_after, mark


class Command(RecordCommand):
    help = "Mark every announced total of a game record, or of many as JSON Lines."

    def lines(self, record: Record | BadRecord) -> Iterator[dict[str, Any]]:
        """Yield what the rules of marking, section 5, print for a record: a replay's error comes last."""
        if isinstance(record, BadRecord):
            yield error_line(0, record)
            return
        reached = 0
        try:
            for step, line in _marks(record):
                reached = step + 1
                if line:
                    yield line
        except EngineError as error:
            yield error_line(reached, error)


def _marks(record: Record) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """Yield every step of a record with the line about its announced total, None where none was announced."""
    steps = replay(record)
    _, _, state = next(steps)
    yield 0, None
    earlier: tuple[int, ...] = ()
    for step, action, state_after in steps:
        line = None
        if isinstance(action, Play) and action.announced is not UNSAID:
            marked = mark(state.rules, state.total, action.card, action.choice, action.announced, earlier)
            line = {"step": step, "seat": action.seat, **marked.to_json()}
        reset = isinstance(action, Bust) or state_after.round != state.round
        earlier = earlier_after(earlier, state.total, played=isinstance(action, Play), reset=reset)
        state = state_after
        yield step, line
