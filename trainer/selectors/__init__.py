"""What a person is shown: their own turn at a table, and the match when it is over."""

from trainer.selectors.own_page import OwnPage, own_page_of
from trainer.selectors.review import Review, review_of
from trainer.selectors.teams import team_turn_of
from trainer.selectors.turn import Turn, has_to_read, special_cards, turn_of, why_it_does_not_fit

__all__ = [
    "OwnPage",
    "Review",
    "Turn",
    "has_to_read",
    "own_page_of",
    "review_of",
    "special_cards",
    "team_turn_of",
    "turn_of",
    "why_it_does_not_fit",
]
