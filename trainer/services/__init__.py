"""Where people answer: each call marks and logs in the transaction of what it does to the match."""

from trainer.services.checking import Revealed, SameTotal, agree, check, disagree
from trainer.services.due import run_due
from trainer.services.turns import Outcome, announce_total, claim_bust, commit_play, go_on, leave, step, uncover

__all__ = [
    "Outcome",
    "Revealed",
    "SameTotal",
    "agree",
    "announce_total",
    "check",
    "claim_bust",
    "commit_play",
    "disagree",
    "go_on",
    "leave",
    "run_due",
    "step",
    "uncover",
]
