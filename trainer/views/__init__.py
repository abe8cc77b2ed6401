"""The pages of people who answer."""

from trainer.views.drills import drill, drill_again, drill_result, drills, start_drill, take_answers, typing
from trainer.views.progress import progress
from trainer.views.table import coach, review, table
from trainer.views.turns import (
    again,
    agree,
    announce,
    ask_past,
    check,
    claim_bust,
    commit_play,
    disagree,
    go_on,
    hand_over,
    leave,
    pace,
    skip_guide,
    step,
    take_back,
    uncover,
)

__all__ = [
    "again",
    "agree",
    "announce",
    "ask_past",
    "check",
    "claim_bust",
    "coach",
    "commit_play",
    "disagree",
    "drill",
    "drill_again",
    "drill_result",
    "drills",
    "go_on",
    "hand_over",
    "leave",
    "pace",
    "progress",
    "review",
    "skip_guide",
    "start_drill",
    "step",
    "table",
    "take_answers",
    "take_back",
    "typing",
    "uncover",
]
