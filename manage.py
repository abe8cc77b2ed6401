#!/usr/bin/env python3
"""Run Ninety's commands, in an environment of its own.

Any Python 3 may start this file: `ninety.bootstrap` goes on with one that Django runs on.
"""

import os
import sys

from ninety import bootstrap


def main() -> None:
    """Enter the environment, bring the catalogues up to date and run the command."""
    bootstrap.enter(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ninety.settings")

    from django.core.management import execute_from_command_line

    from ninety import catalogues

    catalogues.compile_stale()
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
