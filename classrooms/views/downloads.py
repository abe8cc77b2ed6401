"""All that is kept of a pupil, a class or a teacher, in one file: pages to be read, and tables."""

from collections.abc import Iterator, Sequence

from django.http import HttpResponseBase
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language, override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.access import classroom_or_404, membership_or_404, teacher_or_404
from classrooms.bundles import Files, zip_chunks
from classrooms.exports import PLAIN, STYLES, csv_chunks, file_name
from classrooms.models import Classroom
from classrooms.requests import handed_out
from classrooms.selectors.dossiers import Rows, counts_of, dossier_of, files_of, files_of_class, people_of
from ninety.models import User
from ninety.requests import Request


@never_cache
@require_safe
def download_pupil(request: Request, slug: str, number: int) -> HttpResponseBase:
    """Hand out all that is kept of a pupil or guest."""
    classroom = classroom_or_404(request, slug)
    pupil = membership_or_404(classroom, number).user
    return _bundle("pupil", f"{classroom.name} {number}", _of_one(pupil))


@never_cache
@require_safe
def download_class(request: Request, slug: str) -> HttpResponseBase:
    """Hand out all that is kept of a class and everybody in it."""
    classroom = classroom_or_404(request, slug)
    return _bundle("class", classroom.name, _of_class(classroom))


@never_cache
@require_safe
def download_account(request: Request) -> HttpResponseBase:
    """Hand a teacher out all that is kept of the own account."""
    teacher = teacher_or_404(request)
    return _bundle("account", "", _of_one(teacher))


def _of_one(person: User) -> Files:
    yield "index.html", _page("dossier", {"dossier": dossier_of(person)})
    yield from _tables(files_of([person]))


def _of_class(classroom: Classroom) -> Files:
    people = people_of(classroom)
    counts = counts_of(people)
    listed = [
        {"person": person, "file": f"pupil-{number}.html", "counts": counts[person.pk]}
        for number, person in enumerate(people, start=1)
    ]
    yield "index.html", _page("dossier_of_class", {"classroom": classroom, "listed": listed})
    for number, person in enumerate(people, start=1):
        yield f"pupil-{number}.html", _page("dossier", {"dossier": dossier_of(person), "is_one_of_many": True})
    yield from _tables(files_of_class(classroom))
    yield from _tables(files_of(people, names_first=True))


def _page(template: str, context: dict[str, object]) -> Iterator[bytes]:
    yield render_to_string(f"classrooms/{template}.html", {"now": timezone.now(), **context}).encode()


def _tables(files: Iterator[tuple[str, Rows]]) -> Files:
    style = STYLES.get(get_language() or "en", PLAIN)
    for name, rows in files:
        yield f"tables/{name}.csv", csv_chunks(rows, style)


def _bundle(what: str, name: str, files: Files) -> HttpResponseBase:
    """Hand out files; what a device lists among its downloads names a class, and nobody."""
    return handed_out(_spoken(files, get_language() or "en"), "application/zip", file_name(what, name, "zip"))


def _spoken(files: Files, language: str) -> Iterator[bytes]:
    """Make the files in the language of the request, which is over by the time they are sent."""
    with override(language):
        pieces: Sequence[bytes] | Iterator[bytes] = zip_chunks(files)
        yield from pieces
