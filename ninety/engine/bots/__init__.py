"""The three players: a bot sees a seat's view, never the state; and what the best of them would advise."""

from .advice import Advice, Gone, Reason, advise
from .players import STRENGTHS, choose

__all__ = ["STRENGTHS", "Advice", "Gone", "Reason", "advise", "choose"]
