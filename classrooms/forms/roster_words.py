"""What is said about a list of names: why it cannot be read, what is asked, what becomes of each line."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from classrooms.rosters import BadRoster, Choice, Row


def refusal_says(refused: BadRoster) -> str:
    """Say why a list cannot be read, and what to do."""
    says = {
        "nothing": _("There is nothing in this list. Please paste names, or choose a file with names."),
        "no-names": _("No names were found. Please put the names in one column, one on each line."),
        "many": _("This list has %(number)s names, and a list may have 200. Please leave some out."),
        "long": _("This list is longer than %(number)s lines. Please leave out what is not this class."),
        "large": _("This is too large: a list may have one megabyte. Please copy the names alone and paste them."),
        "huge": _("This file is huge inside. Please copy the names into a new file, or paste them here."),
        "broken": _("This file cannot be opened: it seems damaged. Please save it again, or paste the names here."),
        "binary": _("This is not a list of names. Please choose an Excel or CSV file, or paste the names here."),
        "letters": _("The letters in this file cannot be read. Please save it as “CSV UTF-8” or as an Excel file."),
        "old-excel": _(
            "This is an older Excel file, or one with a password. Please save it as .xlsx without a password, "
            "or copy the names and paste them here."
        ),
        "open-document": _(
            "This is a LibreOffice file. Please save it as .xlsx or .csv, or copy the names and paste them here."
        ),
        "packed": _("This file holds no Excel sheet. Please choose an .xlsx or .csv file, or paste the names here."),
        "pdf": _("A PDF cannot be read. Please copy the names from it and paste them here."),
        "picture": _("A picture cannot be read. Please type or paste the names."),
        "document": _("This is a text document. Please copy the names from it and paste them here."),
        "page": _("This is a web page, though it may be called .xls. Open it, copy the names, and paste them here."),
    }
    return says[refused.code] % {"number": refused.detail}


def question_says(asks: str) -> str:
    """Ask what cannot be told from a list."""
    return {
        "letters": _("Which letters are right?"),
        "sheet": _("Which sheet is this class?"),
        "group": _("The list has several classes. Which is this one?"),
        "column": _("Which are the first names?"),
    }[asks]


def reading_says(asks: str, label: str) -> str:
    """Name one answer to a question."""
    if asks == "group":
        return label or _("All of them together")
    if asks == "column":
        return _("Column %(number)s") % {"number": label}
    return label


def choice_says(choice: Choice, row: Row) -> str:
    """Say what may become of a line."""
    known = row.known.name if row.known else ""
    return {
        Choice.ADD: pgettext("a line of a list", "add as a new pupil"),
        Choice.LEAVE: _("leave %(name)s as is") % {"name": known} if known else _("leave this line out"),
        Choice.RENAME: _("call %(name)s by this name") % {"name": known},
        Choice.BACK: _("let %(name)s back in") % {"name": known},
    }[choice]


def why_says(row: Row) -> str:
    """Say why a line is proposed as it is."""
    known = row.known.name if row.known else ""
    says = {
        "new": "",
        "shortened": "",
        "apart": _("Another pupil has this name, so this one is made different."),
        "same": _("The same as line %(line)s.") % {"line": row.other},
        "in": _("%(name)s is in the class already.") % {"name": known},
        "respelt": _("%(name)s is in the class already, spelt another way.") % {"name": known},
        "removed": _("%(name)s was in the class and was removed.") % {"name": known},
        "alike": _("%(name)s is in the class already. Is it the same person?") % {"name": known},
        "total": _("This looks like a number of pupils."),
        "empty": _("There is no name on this line."),
        "email": _("This is an e-mail address, and none is kept."),
        "formula": _("This cell is a formula without a value. Please open the file, save it, and choose it again."),
    }
    if row.why == "apart" and row.other:
        return _("Line %(line)s has this name too, so this one is made different.") % {"line": row.other}
    return says[row.why]


def counted(added: int, changed: int, removed: int) -> str:
    """Say what has been done."""
    parts = (
        (added, ngettext("%(count)s pupil added.", "%(count)s pupils added.", added)),
        (changed, ngettext("%(count)s pupil changed.", "%(count)s pupils changed.", changed)),
        (removed, ngettext("%(count)s pupil removed.", "%(count)s pupils removed.", removed)),
    )
    return " ".join(says % {"count": count} for count, says in parts if count) or _("Nothing was changed.")
