"""What a person is shown: their own turn at a table, and the match when it is over."""

from trainer.selectors.own_page import OwnPage, own_page_of
from trainer.selectors.review import Review, review_of
from trainer.selectors.turn import Turn, has_to_read, special_cards, turn_of

__all__ = ["OwnPage", "Review", "Turn", "has_to_read", "own_page_of", "review_of", "special_cards", "turn_of"]
