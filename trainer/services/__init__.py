"""Where people answer: each call marks and logs in the transaction of what it does to the match."""

from trainer.services.checking import Revealed, SameTotal, agree, check, disagree
from trainer.services.due import run_due
from trainer.services.teams import agree_for_team, go_on_for_team, lay_for_team, say_for_team, stuck_for_team
from trainer.services.turns import Outcome, announce_total, claim_bust, commit_play, go_on, leave, step, uncover

__all__ = [
    "Outcome",
    "Revealed",
    "SameTotal",
    "agree",
    "agree_for_team",
    "announce_total",
    "check",
    "claim_bust",
    "commit_play",
    "disagree",
    "go_on",
    "go_on_for_team",
    "lay_for_team",
    "leave",
    "run_due",
    "say_for_team",
    "step",
    "stuck_for_team",
    "uncover",
]
