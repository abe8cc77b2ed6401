"""Drills as pure rules: what is dealt, what an answer is about, what a device's times are worth, what all comes to."""

from trainer.drills.again import AT_MOST, Key, Try, to_repeat
from trainer.drills.claims import GRACE_MS, Charge, charge, waited
from trainer.drills.course import Course, Dealt, NoSuchPlay, Play, suits_of
from trainer.drills.dealing import AHEAD, deal_ahead
from trainer.drills.events import MOST_BYTES, BadPost, End, Event, Go, Post, Refused, Said, Stuck, mark_of, read_post
from trainer.drills.options import EXPECTED, KINDS, LIMITS, SECONDS, Options, stretched
from trainer.drills.practice import DUE_AT_MOST, Knows
from trainer.drills.scoring import a_minute, correct_digits

__all__ = [
    "AHEAD",
    "AT_MOST",
    "DUE_AT_MOST",
    "EXPECTED",
    "GRACE_MS",
    "KINDS",
    "LIMITS",
    "MOST_BYTES",
    "SECONDS",
    "BadPost",
    "Charge",
    "Course",
    "Dealt",
    "End",
    "Event",
    "Go",
    "Key",
    "Knows",
    "NoSuchPlay",
    "Options",
    "Play",
    "Post",
    "Refused",
    "Said",
    "Stuck",
    "Try",
    "a_minute",
    "charge",
    "correct_digits",
    "deal_ahead",
    "mark_of",
    "read_post",
    "stretched",
    "suits_of",
    "to_repeat",
    "waited",
]
