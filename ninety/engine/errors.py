"""One exception for every way the engine refuses: the codes of the rules of play, section 9."""

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from .actions import Action
    from .state import State


class EngineError(Exception):
    """Say that the engine refuses something: `code` for machines, `message` (an English sentence) for people."""

    code: ClassVar[str]

    @property
    def message(self) -> str:
        """Return the sentence that says what is wrong."""
        return str(self)


class BadRecord(EngineError):
    """Refuse input that is no game record at all."""

    code = "bad-record"


class BadRules(EngineError):
    """Refuse a rule set that cannot be played; `field` names what is wrong and the message begins with it."""

    code = "bad-rules"

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field, reason)
        self.field = field
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.field}: {self.reason}"


class BadShuffle(EngineError):
    """Refuse a shuffle that is missing or does not hold exactly the cards being shuffled."""

    code = "bad-shuffle"


class Refusal(EngineError):
    """Refuse an action, which changes nothing: `action` was tried on `state` (None where it never got as far)."""

    def __init__(self, message: str, action: "Action | None" = None, state: "State | None" = None) -> None:
        super().__init__(message)
        self.action = action
        self.state = state


class BadAction(Refusal):
    """Refuse what is no action: none of the forms, a wrong type, a seat or card that does not exist."""

    code = "bad-action"


class MatchOver(Refusal):
    """Refuse any action once the match has ended."""

    code = "match-over"


class NoClock(Refusal):
    """Refuse a call of time in a match without a clock."""

    code = "no-clock"


class NotYourTurn(Refusal):
    """Refuse a play or bust by a seat that has not the turn."""

    code = "not-your-turn"


class SeatOut(Refusal):
    """Refuse a penalty or leave of a seat without lives."""

    code = "seat-out"


class CanStillPlay(Refusal):
    """Refuse a bust declared with a legal play in hand."""

    code = "can-still-play"


class CardNotInHand(Refusal):
    """Refuse a card that the seat does not hold."""

    code = "card-not-in-hand"


class ChoiceNeeded(Refusal):
    """Refuse a card that offers a choice, played without one."""

    code = "choice-needed"


class ChoiceNotAllowed(Refusal):
    """Refuse a choice that the card does not offer."""

    code = "choice-not-allowed"


class MustLower(Refusal):
    """Refuse, on the strict limit, a play that neither brings the total back nor sets it to the limit."""

    code = "must-lower"


class PastTheLimit(Refusal):
    """Refuse a play that would take the total out of its bounds."""

    code = "past-the-limit"
