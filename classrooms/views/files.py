"""What a class has answered, as files: tables for spreadsheets, and the records of matches."""

from collections.abc import Callable
from itertools import chain

from django.http import Http404, HttpResponseBase
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.access import classroom_or_404
from classrooms.bundles import Files, zip_chunks
from classrooms.exports import PLAIN, STYLES, csv_chunks, file_name, xlsx_chunks
from classrooms.forms.review import ReviewForm
from classrooms.models import Classroom
from classrooms.requests import handed_out
from classrooms.selectors.export_rows import Rows, answer_rows, drill_rows, judgement_rows, matrix_rows, pupil_rows
from classrooms.selectors.match_records import Records
from ninety.requests import Request

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV = "text/csv; charset=utf-8"
TABLES: dict[str, Callable[..., Rows]] = {
    "matrix": matrix_rows,
    "pupils": pupil_rows,
    "drills": drill_rows,
    "answers": answer_rows,
    "judgements": judgement_rows,
}


@never_cache
@require_safe
def export(request: Request, slug: str, what: str, form: str) -> HttpResponseBase:
    """Hand out a table, or the records of matches, as a file; `plain` is the international CSV."""
    classroom = classroom_or_404(request, slug)
    review = ReviewForm(request.GET, classroom)
    filters, hide_names = review.filters(), "pseudonyms" in request.GET
    if (what, form) == ("records", "zip"):
        return _records(classroom, Records(classroom, filters, hide_names=hide_names))
    if what not in TABLES:
        raise Http404
    return _table(classroom, what, form, TABLES[what](classroom, filters, hide_names=hide_names))


def _table(classroom: Classroom, what: str, form: str, rows: Rows) -> HttpResponseBase:
    style = PLAIN if form == "plain" else STYLES.get(get_language() or "en", PLAIN)
    if form == "xlsx":
        return handed_out(xlsx_chunks(classroom.name, rows), XLSX, file_name(what, classroom.name, "xlsx"))
    if form in {"csv", "plain"}:
        return handed_out(csv_chunks(rows, style), CSV, file_name(what, classroom.name, "csv"))
    raise Http404


def _records(classroom: Classroom, records: Records) -> HttpResponseBase:
    files: Files = ((name, [content]) for name, content in records.files())
    # The rows are there once all records have been packed.
    seats = ("seats.csv", csv_chunks(records.seat_rows(), PLAIN))
    package = zip_chunks(chain(files, [seats]))
    return handed_out(package, "application/zip", file_name("records", classroom.name, "zip"))
