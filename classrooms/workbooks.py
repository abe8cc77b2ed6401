"""XLSX files with one sheet, made while they are sent: the rows are held neither in memory nor on disk.

What a library makes of a cell has to suit every kind of workbook, and takes three times as long. Here a cell is a
number, a date or a text, which is never a formula whatever it begins with. The first row is set in bold and stays in
sight. The parts are those that ECMA-376 asks for.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from xml.sax.saxutils import escape, quoteattr

from classrooms.packing import packed

CHUNK = 64 * 1024
MOST_KNOWN = 4096
"""How many texts are kept as they are written, since names of skills and people come again and again."""
LONGEST_TEXT = 32767
"""Letters that a cell holds at the most."""
EPOCH = date(1899, 12, 30)
"""The day 0 of spreadsheets."""
BOLD, DAY = 1, 2
"""The numbers of the two styles, in their order in `STYLES`."""

XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
FORMATS = "http://schemas.openxmlformats.org"
OFFICE, PACKAGE = f"{FORMATS}/officeDocument/2006/relationships", f"{FORMATS}/package/2006"
MAIN = f"{FORMATS}/spreadsheetml/2006/main"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
PARTS = {
    "[Content_Types].xml": (
        f'<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{KIND}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{KIND}.worksheet+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{KIND}.styles+xml"/>'
        "</Types>"
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
        "</Relationships>"
    ),
    "xl/_rels/workbook.xml.rels": (
        f'<Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="rId2" Type="{OFFICE}/styles" Target="styles.xml"/>'
        "</Relationships>"
    ),
    "xl/styles.xml": (
        f'<styleSheet xmlns="{MAIN}">'
        '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
        '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
        '<fills count="2"><fill><patternFill patternType="none"/></fill>'
        '<fill><patternFill patternType="gray125"/></fill></fills>'
        '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
        '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
        '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>'
        '<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
        "</styleSheet>"
    ),
}
"""The parts that are the same in every file."""
SHEET = (
    f'<worksheet xmlns="{MAIN}"><sheetViews><sheetView workbookViewId="0">'
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
    '<sheetFormatPr defaultColWidth="14" defaultRowHeight="15"/><sheetData>'
)

_READ_AS_A_SIGN = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def workbook_chunks(title: str, rows: Iterable[Sequence[object]]) -> Iterator[bytes]:
    """Yield a workbook in pieces; its sheet is called by a title that a sheet may have.

    Numbers, dates and texts become cells of their kind; None becomes an empty one, anything else a text. A date with a
    time is a text as well, as a cell knows no zone.
    """
    sheets = f'<sheets><sheet name={quoteattr(title)} sheetId="1" r:id="rId1"/></sheets>'
    workbook = f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{sheets}</workbook>'
    parts = {**PARTS, "xl/workbook.xml": workbook}
    files: dict[str, Iterable[bytes]] = {name: [f"{XML}{text}".encode()] for name, text in parts.items()}
    return packed({**files, "xl/worksheets/sheet1.xml": _sheet(rows)}.items())


def _sheet(rows: Iterable[Sequence[object]]) -> Iterator[bytes]:
    parts, length, style = [XML, SHEET], 0, f' s="{BOLD}"'
    known: dict[str, str] = {}
    for row in rows:
        cells = "".join([_cell(value, style, known) for value in row])
        parts.append(f"<row>{cells}</row>")
        length += len(cells)
        style = ""
        if length >= CHUNK:
            yield "".join(parts).encode()
            parts, length = [], 0
    parts.append("</sheetData></worksheet>")
    yield "".join(parts).encode()


def _cell(value: object, style: str, known: dict[str, str]) -> str:
    match value:
        case str():
            text = known.get(value)
            if text is None:
                text = _text(value)
                if len(known) < MOST_KNOWN:
                    known[value] = text
            return f'<c{style} t="inlineStr"><is>{text}</is></c>'
        case None:
            return "<c/>"
        case bool():
            return f"<c{style}><v>{value:d}</v></c>"
        case int() | float():
            return f"<c{style}><v>{value!r}</v></c>"
        case datetime():
            return f'<c{style} t="inlineStr"><is><t>{value.isoformat(sep=" ", timespec="seconds")}</t></is></c>'
        case date():
            return f'<c s="{DAY}"><v>{(value - EPOCH).days}</v></c>'
        case _:
            return f'<c{style} t="inlineStr"><is>{_text(str(value))}</is></c>'


def _text(value: str) -> str:
    kept = _READ_AS_A_SIGN.sub("_x005F_", _NOT_IN_XML.sub("", value))[:LONGEST_TEXT]
    return f'<t xml:space="preserve">{escape(kept)}</t>' if kept != kept.strip() else f"<t>{escape(kept)}</t>"
