"""Read lists of names as schools have them, pasted or as a file, into what a class would make of them.

Nothing here knows a database: what comes out is shown to a teacher, who decides.
"""

from classrooms.rosters.entries import MOST_NAMES, Entry, Reading
from classrooms.rosters.errors import BadRoster
from classrooms.rosters.planning import Choice, Known, Plan, Row, plan
from classrooms.rosters.reading import MOST_BYTES, MOST_CHARACTERS, read_file, read_text
from classrooms.rosters.tables import MOST_LINES

__all__ = [
    "MOST_BYTES",
    "MOST_CHARACTERS",
    "MOST_LINES",
    "MOST_NAMES",
    "BadRoster",
    "Choice",
    "Entry",
    "Known",
    "Plan",
    "Reading",
    "Row",
    "plan",
    "read_file",
    "read_text",
]
