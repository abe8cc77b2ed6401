"""Lists that nobody would write: none fails, none is cut silently, and nothing is made that was not shown."""

import io
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classrooms.models import Classroom, Membership
from classrooms.rosters import MOST_NAMES, BadRoster, Choice, Known, plan, read_file, read_text
from ninety.names import clean, is_too_long, key_of
from tests.classrooms.rosters.files import LISTS, SHEET, workbook
from tests.classrooms.test_roster_page import confirm, names, shown
from tests.factories import alice
from tests.factories.classes import classroom_of

SEPARATORS = st.sampled_from([*";,\t|\n\r\"' ", "\r\n", '""', ", ", "\ufeff", "\0", "@x.es", "1. "])
WORDS = st.sampled_from(
    ["Ana", "ANA", "ana ", "José", "Nombre", "Klas", "Turma", "Total", "=1+1", "de", "a@b.es", "12"]
)
TEXTS = st.lists(st.one_of(SEPARATORS, WORDS, st.text(max_size=4)), max_size=60).map("".join)
FILES = [each.data if isinstance(each.data, bytes) else each.data.encode() for each in LISTS]
EXCEL = workbook(SHEET)
slow = settings(max_examples=150)


def check(data: str | bytes) -> None:
    """Read a list and plan with it; whatever comes out can be stored."""
    try:
        readings = read_text(data) if isinstance(data, str) else read_file(data)
    except BadRoster:
        return
    for reading in (*readings, *(each.as_written() for each in readings)):
        assert len(reading.entries) <= MOST_NAMES
        planned = plan(reading.entries, [Known(1, "Ana", "ana"), Known(2, "José", key_of("José"), is_removed=True)])
        added = [row.name for row in planned.rows if row.proposal is Choice.ADD]
        assert all(name and name == clean(name) and not is_too_long(name) for name in added)
        keys = [key_of(name) for name in added]
        assert len(set(keys)) == len(keys)
        assert not {"ana", key_of("José")} & set(keys)


@slow
@given(TEXTS)
def test_any_text_is_a_list_or_none(text: str):
    check(text)


@slow
@given(st.binary(max_size=300))
def test_any_bytes_are_a_list_or_none(data: bytes):
    check(data)


@slow
@given(st.sampled_from(FILES), st.data())
def test_a_file_that_is_cut_or_spoilt_is_a_list_or_none(data: bytes, draw: Any):
    start = draw.draw(st.integers(0, len(data)))
    end = draw.draw(st.integers(start, min(len(data), start + 8)))
    check(data[:start])
    check(data[:start] + draw.draw(st.binary(max_size=8)) + data[end:])


@settings(max_examples=60)
@given(st.data())
def test_a_spoilt_part_of_a_workbook_is_a_list_or_none(draw: Any):
    with zipfile.ZipFile(io.BytesIO(EXCEL)) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    name = draw.draw(st.sampled_from(sorted(parts)))
    start = draw.draw(st.integers(0, len(parts[name])))
    parts[name] = parts[name][:start] + draw.draw(st.binary(max_size=6)) + parts[name][start + 3 :]
    spoilt = io.BytesIO()
    with zipfile.ZipFile(spoilt, "w") as packed:
        for each, inside in parts.items():
            packed.writestr(each, inside)
    check(spoilt.getvalue())


@pytest.mark.django_db
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=TEXTS, as_file=st.booleans())
def test_what_was_shown_is_what_is_made(client: Client, text: str, *, as_file: bool):
    teacher = alice()
    classroom = classroom_of(teacher, "Ana")
    client.force_login(teacher)
    address = f"/classes/{classroom.slug}/pupils/"
    sent: dict[str, Any] = {"text": text}
    if as_file:
        sent = {"file": SimpleUploadedFile("list.csv", text.encode("utf-8", "surrogatepass"))}
    response = client.post(f"{address}check/", sent)
    assert response.status_code in {200, 422}
    assert names(classroom) == ["Ana"]
    if "choices" in response.context:
        response = client.post(f"{address}check/", {"list": response.context["choices"][0]["list"]})
    if "list" not in response.context:
        return
    form = shown(response)
    ticked = {key.removeprefix("do-") for key, value in form.items() if key.startswith("do-") and value is True}
    expected = [form[f"name-{number}"] for number in sorted(ticked, key=int)]
    assert confirm(client, classroom, form).status_code == 302
    assert names(classroom) == ["Ana", *expected]


LIKE_THE_LATIN = "\u0410n\u0430"
NAMES = {
    "composed": ("Jos\u00e9", "Jos\u00e9"),
    "decomposed": ("Jose\u0301", "Jos\u00e9"),
    "emoji": ("Zo\u00eb \U0001f98a", "Zo\u00eb \U0001f98a"),
    "a face of several": ("\U0001f469\u200d\U0001f52c", "\U0001f469\U0001f52c"),
    "right to left": ("\u0646\u0648\u0631", "\u0646\u0648\u0631"),
    "turned round": ("\u202eanA", "anA"),
    "zero width": ("A\u200bn\u200da", "Ana"),
    "letters of another script": (LIKE_THE_LATIN, LIKE_THE_LATIN),
    "formula": ("=1+1", "=1+1"),
    "formula of another width": ("\uff1d1", "\uff1d1"),
    "function": ("@SUM(A1)", "@SUM(A1)"),
    "minus": ("-Ana", "-Ana"),
    "markup": ("<b>Ana</b>", "<b>Ana</b>"),
    "apostrophe": ("D'Arcy", "D'Arcy"),
    "Dutch surname": ("Fokke", "Fokke"),
    "Spanish surname": ("Putas", "Putas"),
    "Portuguese surname": ("Caralho", "Caralho"),
    "Dutch infix": ("van de Kut", "van de Kut"),
    "English surname": ("Dickinson", "Dickinson"),
    "Hangul": ("\uc11c\uc5f0", "\uc11c\uc5f0"),
    "capital with a dot": ("\u0130rem", "\u0130rem"),
    "long s": ("Ma\u017fe", "Ma\u017fe"),
}


@pytest.mark.django_db
@pytest.mark.parametrize(("written", "kept"), NAMES.values(), ids=NAMES)
def test_a_name_is_stored_as_meant_and_can_be_removed(client: Client, written: str, kept: str):
    teacher = alice()
    classroom: Classroom = classroom_of(teacher)
    client.force_login(teacher)
    address = f"/classes/{classroom.slug}/pupils/"
    form = shown(client.post(f"{address}check/", {"text": f"{written}\nBob\nEve"}))
    confirm(client, classroom, form)
    assert names(classroom) == [kept, "Bob", "Eve"]
    found = classroom.memberships.get(name_key=key_of(kept))
    client.post(f"{address}{found.pk}/remove/")
    assert names(classroom, Membership.State.REMOVED) == [kept]


@pytest.mark.django_db
def test_names_that_look_alike_are_one_name_on_either_database(client: Client):
    assert connection.vendor in {"sqlite", "postgresql"}
    teacher = alice()
    classroom = classroom_of(teacher, "Ana", "Zo\u00eb", "I\u0307rem")
    client.force_login(teacher)
    text = "\n".join([LIKE_THE_LATIN, "ANA", "A\u200bna", "ZO\u00cb", "Zoe\u0308", "\u0130REM", "Zoe"])
    response = client.post(f"/classes/{classroom.slug}/pupils/check/", {"text": text})
    whys = [line.row.why for line in response.context["form"].lines()]
    assert whys == ["respelt", "apart", "apart", "respelt", "apart", "respelt", "new"]
