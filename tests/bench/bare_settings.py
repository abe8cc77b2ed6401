"""Ninety's settings, for the bare view in its place."""

from ninety.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.bare"
DUE_WORK = "builtins.int"
