"""Lists of names in the shapes in which schools have them; all the people are made up.

Each is what a teacher pastes or the bytes of a file, with the names that a class without pupils would get.
"""

import io
from collections.abc import Sequence
from typing import Any, NamedTuple

from openpyxl import Workbook


class SchoolList(NamedTuple):
    """A list, the names it makes, and the line of the first of them."""

    title: str
    data: str | bytes
    names: list[str]
    first: int


def workbook(*sheets: Sequence[Sequence[Any]], titles: Sequence[str] = (), merge: str = "") -> bytes:
    """Return the bytes of an Excel file with these rows on its sheets."""
    book = Workbook()
    for number, rows in enumerate(sheets):
        sheet = book.active if number == 0 else book.create_sheet()
        assert sheet is not None
        if titles:
            sheet.title = titles[number]
        for row in rows:
            sheet.append(list(row))
        if merge:
            sheet.merge_cells(merge)
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()


DUTCH = "Leerlingnummer;Roepnaam;Tussenvoegsel;Achternaam;Klas\r\n"
DUTCH += "24011;Noé;;Bakker;4B\r\n24012;Jan;de;Vries;4B\r\n24013;Jan;van den;Berg;4B\r\n24014;Zoë;;Meijer;4B\r\n"
DUTCH_NAMES = ["Noé", "Jan V", "Jan B", "Zoë"]

SPANISH = "Alumno/a;Nº Id. Escolar;Fecha de nacimiento;Unidad\r\n"
SPANISH += '"García Núñez, Íñigo";1;01/02/2016;4ºA\r\n"Ruiz Peña, María José";2;03/04/2016;4ºA\r\n'
SPANISH += '"Muñoz Sáez, Begoña";3;05/06/2016;4ºA\r\n'
SPANISH_NAMES = ["Íñigo", "María José", "Begoña"]

PORTUGUESE = "N.º;Nome;N.º Processo;Data Nasc.;Turma\r\n"
PORTUGUESE += "1;João Gonçalves;1001;2016-01-02;4.ºA\r\n2;Inês Conceição;1002;2016-01-03;4.ºA\r\n"
PORTUGUESE += "3;Simão Araújo;1003;2016-01-04;4.ºA\r\n"
PORTUGUESE_NAMES = ["João", "Inês", "Simão"]

ENGLISH = "Last Name,First Name,Email Address\nO'Brien,Seán,sean@school.example\n"
ENGLISH += 'Smith-Jones,Chloë,c@school.example\n"Brown, Jr",Tom,t@school.example\n'
ENGLISH_NAMES = ["Seán", "Chloë", "Tom"]

LOUD = "ALUMNADO\nGARCÍA NÚÑEZ, ÍÑIGO\nRUIZ PEÑA, MARÍA JOSÉ\n"

SHEET: list[list[Any]] = [
    ["Nr", "Voornaam", "Achternaam"],
    [1, "Sanne", "Bos"],
    [2, "Daan", "Kok"],
    [3, "Sanne", "Vos"],
]
SHEET_NAMES = ["Sanne B", "Daan", "Sanne V"]


def _encoded() -> list[SchoolList]:
    """Return the files of the four languages in the encodings that programs write."""
    files = []
    lists = (
        ("Dutch", DUTCH, DUTCH_NAMES),
        ("Spanish", SPANISH, SPANISH_NAMES),
        ("Portuguese", PORTUGUESE, PORTUGUESE_NAMES),
        ("English", ENGLISH, ENGLISH_NAMES),
    )
    for title, text, names in lists:
        for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "iso8859-15"):
            files.append(SchoolList(f"{title}, {encoding}", text.encode(encoding), names, 2))
        files.append(SchoolList(f"{title}, utf-16 big", b"\xfe\xff" + text.encode("utf-16-be"), names, 2))
    for title, text, names in lists[1:3]:
        files.append(SchoolList(f"{title}, mac", text.replace("º", "").encode("mac-roman"), names, 2))
        files.append(SchoolList(f"{title}, separated by tabs", text.replace(";", "\t"), names, 2))
        files.append(SchoolList(f"{title}, separated by bars", text.replace(";", "|"), names, 2))
        files.append(SchoolList(f"{title}, said in the first line", "sep=;\r\n" + text, names, 3))
    return files


PASTED = [
    SchoolList("plain", "Ana\nBob\nCarol", ["Ana", "Bob", "Carol"], 1),
    SchoolList("old Mac lines", "Ana\rBob\rCarol", ["Ana", "Bob", "Carol"], 1),
    SchoolList("blank lines", "\n\nAna\n   \n\nBob\n\n", ["Ana", "Bob"], 3),
    SchoolList("numbered", "1. Ana\n2. Bob\n10. Carol", ["Ana", "Bob", "Carol"], 1),
    SchoolList("numbered in brackets", "1) Ana\n2) Bob\n3) Zoë", ["Ana", "Bob", "Zoë"], 1),
    SchoolList("numbered without a point", "01 Ana\n02 Bob\n03 Eva", ["Ana", "Bob", "Eva"], 1),
    SchoolList("numbered as in Spain", "1º Ana\n2º Bob\n3º Eva", ["Ana", "Bob", "Eva"], 1),
    SchoolList("with points", "• Ana\n• Bob\n• Eva", ["Ana", "Bob", "Eva"], 1),
    SchoolList("in one line", "Ana, Bob, Carol, Dan", ["Ana", "Bob", "Carol", "Dan"], 1),
    SchoolList("in one line, semicolons", "Ana; Bob; Carol", ["Ana", "Bob", "Carol"], 1),
    SchoolList("surname first", "García Ruiz, Ana\nde Vries, Jan\nO'Neil, Sam", ["Ana", "Jan", "Sam"], 1),
    SchoolList(
        "initials, the name in brackets",
        "Bakker, J.P. (Jan)\nVries, A. (Anne) de\nKok, Th. (Thijs)",
        ["Jan", "Anne", "Thijs"],
        1,
    ),
    SchoolList("infix behind", "Vries, Jan de\nBerg, Piet van den", ["Jan", "Piet"], 1),
    SchoolList("infix between", "Vries, de, Jan\nBerg, van den, Piet", ["Jan", "Piet"], 1),
    SchoolList("whole names", "Ana García\nBob de Wit\nEva Sanz Ruiz", ["Ana", "Bob", "Eva"], 1),
    SchoolList("whole names, shared", "Ana García\nAna López\nEva Sanz", ["Ana G", "Ana L", "Eva"], 1),
    SchoolList(
        "double first names among single ones",
        "Jan Peter\nSanne\nTim\nDaan",
        ["Jan Peter", "Sanne", "Tim", "Daan"],
        1,
    ),
    SchoolList("initials that are there already", "Ana G\nAna L\nBob\nEva", ["Ana G", "Ana L", "Bob", "Eva"], 1),
    SchoolList("all capitals", LOUD, ["Íñigo", "María José"], 2),
    SchoolList("one name twice", "Ana\nBob\nAna", ["Ana", "Bob", "Ana 2"], 1),
    SchoolList("one name three times", "Ana\nANA\n ana ", ["Ana", "ANA 2", "ana 3"], 1),
    SchoolList("one person twice", "Ruiz, Ana\nSanz, Eva\nRuiz, Ana", ["Ana", "Eva"], 1),
    SchoolList("addresses behind", "Ana Ruiz <ana@x.example>\nBob Sanz <bob@x.example>", ["Ana", "Bob"], 1),
    SchoolList("a total below", "Naam\nAna\nBob\nTotaal: 2", ["Ana", "Bob"], 2),
    SchoolList("a total in cells", "Nº;Nombre\n1;Ana\n2;Bob\nTotal;2", ["Ana", "Bob"], 2),
    SchoolList(
        "a heading above",
        "CEIP Lope de Vega\nCurso 2026/2027\n\nNº\tApellidos\tNombre\n1\tRuiz Gil\tAna\n2\tSanz\tEva\n",
        ["Ana", "Eva"],
        5,
    ),
    SchoolList("separators in quotes", 'Nombre;Notas\n"Ana; la pequeña";x\n"Bob";y\n', ["Ana; la pequeña", "Bob"], 2),
    SchoolList("a line break in quotes", 'Nombre;Notas\n"Ana\nMaría";"a\nb"\nBob;y\n', ["Ana María", "Bob"], 2),
    SchoolList("a quote that never closes", 'Nombre;Nota\nAna;"x\nBob;y\nEva;z', ["Ana", "Bob", "Eva"], 2),
    SchoolList("whole names under a header", "Nome completo\nAna Beatriz Reis\nRui Costa", ["Ana", "Rui"], 2),
    SchoolList("two name columns", "Apelido;Nome\nReis;Ana Beatriz\nCosta;Rui", ["Ana Beatriz", "Rui"], 2),
    SchoolList(
        "surname and name as SomToday has them",
        "Naam\tVoornaam\tStamgroep\nBos\tSanne\t1a\nKok\tDaan\t1a",
        ["Sanne", "Daan"],
        2,
    ),
    SchoolList(
        "a display name of its own",
        "First name,Preferred name\nWilhelmina,Mina\nJohannes,Hans",
        ["Mina", "Hans"],
        2,
    ),
    SchoolList("header with blanks and capitals", " VOORNAAM ; achternaam \nSanne;Bos\nDaan;Kok", ["Sanne", "Daan"], 2),
    SchoolList("formula starts", "=1+1\n+Ana\n-Bob\n@SUM(A1)", ["=1+1", "+Ana", "-Bob", "@SUM(A1)"], 1),
    SchoolList(
        "a long name",
        "María de los Ángeles Guadalupe\nAna\nBob\nEva",
        ["María de los Ángeles", "Ana", "Bob", "Eva"],
        1,
    ),
    SchoolList("other scripts", "אבי\nفاطمة\n美咲\nОльга", ["אבי", "فاطمة", "美咲", "Ольга"], 1),
]

WORKBOOKS = [
    SchoolList("Dutch sheet", workbook(SHEET), SHEET_NAMES, 2),
    SchoolList(
        "Spanish sheet",
        workbook([["Apellidos", "Nombre"], ["Gil", "Ana"], ["Sanz", "Íñigo"]]),
        ["Ana", "Íñigo"],
        2,
    ),
    SchoolList(
        "Portuguese sheet",
        workbook([["Nº", "Nome", "Turma"], [1, "Ana Reis", "5A"], [2, "Rui Sá", "5A"]]),
        ["Ana", "Rui"],
        2,
    ),
    SchoolList(
        "English sheet",
        workbook([["Full name", "Form"], ["Ann Lee", "4B"], ["Bo Ray", "4B"]]),
        ["Ann", "Bo"],
        2,
    ),
    SchoolList("sheet without a header", workbook([["Ana"], ["Bob"], [None], ["Eva"]]), ["Ana", "Bob", "Eva"], 1),
    SchoolList("merged heading", workbook([["Klas 4B"], [], *SHEET], merge="A1:C1"), SHEET_NAMES, 4),
    SchoolList("an empty second sheet", workbook(SHEET, []), SHEET_NAMES, 2),
    SchoolList("a second sheet of figures", workbook(SHEET, [[1, 2], [3, 4]]), SHEET_NAMES, 2),
    SchoolList("text that looks like a formula", workbook([["Naam"], ["Ana"], ["'=1"]]), ["Ana", "'=1"], 2),
    SchoolList(
        "dates and numbers beside",
        workbook([[1, "Ana", 7.5], [2, "Bob", 8.0], [3, "Eva", 9.25]]),
        ["Ana", "Bob", "Eva"],
        1,
    ),
]

LISTS = [*_encoded(), *PASTED, *WORKBOOKS]
