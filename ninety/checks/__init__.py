"""Checks of how Ninety is set up: some at every start, those of a deployment by `manage.py check --deploy`."""

from ninety.checks import deploying, sqlite

__all__ = ["deploying", "sqlite"]
