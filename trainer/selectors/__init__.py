"""What a person is shown: their own turn at a table, and the match when it is over."""

from trainer.selectors.actions import earlier_totals
from trainer.selectors.review import Review, review_of
from trainer.selectors.turn import Turn, special_cards, turn_of

__all__ = ["Review", "Turn", "earlier_totals", "review_of", "special_cards", "turn_of"]
