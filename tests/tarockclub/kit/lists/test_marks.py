"""Workbooks say more than their cells: hidden rows, leading zeros, a password, and cells far outside of the list."""

import zipfile
from datetime import date
from io import BytesIO

import pytest
from openpyxl import Workbook

from tarockclub.kit.lists.columns import KINDS
from tarockclub.kit.lists.file import read_file
from tarockclub.kit.lists.people import Purpose, read_rows
from tarockclub.kit.lists.table import Note, Row, Unreadable

SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
)
MANIFEST = (
    '<?xml version="1.0"?><m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">{}</m:manifest>'
)
NAME = '<table:table-cell office:value-type="string"><text:p>Ada</text:p></table:table-cell>'
WIDE = NAME.replace("cell ", 'cell table:number-columns-repeated="16384" ', 1)
SEVEN = '<table:table-cell office:value-type="float" office:value="7"><text:p>007</text:p></table:table-cell>'
GAP = '<table:table-row table:number-rows-repeated="{}"><table:table-cell/></table:table-row>'
FAR = '<table:table-row><table:table-cell table:number-columns-repeated="25"/>{}</table:table-row>'


def build_ods(rows: str, manifest: str = "") -> bytes:
    """An ods file with these rows."""
    start, end = (
        "<office:body><office:spreadsheet><table:table table:name='A'>",
        "</table:table></office:spreadsheet></office:body>",
    )
    raw = BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", MANIFEST.format(manifest))
        content = f"<office:document-content {SPACES}>{start}{rows}{end}</office:document-content>"
        archive.writestr("content.xml", content)
    return raw.getvalue()


def read_texts(raw: bytes) -> list[tuple[int, bool, list[str]]]:
    """The rows of the first sheet: number, whether it is visible, texts."""
    rows: tuple[Row, ...] = read_file(raw).sheets[0].rows
    return [(row.number, row.visible, [cell.text for cell in row.cells]) for row in rows]


def test_hidden_rows_and_leading_zeros_of_an_ods_file_are_known():
    hidden = f'<table:table-row table:visibility="filter">{NAME}</table:table-row>'
    rows = f"{GAP.format(2)}{hidden}<table:table-row>{SEVEN}{NAME}</table:table-row>"
    assert read_texts(build_ods(rows)) == [(3, False, ["Ada"]), (4, True, ["007", "Ada"])]


@pytest.mark.parametrize(
    "far",
    [
        GAP.format(1_000_000) + FAR.format(NAME),
        f'<table:table-row table:number-rows-repeated="1048575">{NAME}</table:table-row>',
        f"<table:table-row>{WIDE}</table:table-row>",
    ],
)
def test_cells_far_outside_of_an_ods_file_are_left_out_and_said(far):
    raw = build_ods(f"<table:table-row>{NAME}</table:table-row>{far}")
    assert read_file(raw).notes == (Note("far_cells"),)
    assert read_texts(raw) == [(1, True, ["Ada"])]


def test_empty_cells_as_far_as_a_sheet_goes_are_nothing():
    wide = '<table:table-cell table:number-columns-repeated="16383"/>'
    raw = build_ods(f"<table:table-row>{NAME}{wide}</table:table-row>{GAP.format(1_048_575)}")
    assert (read_file(raw).notes, read_texts(raw)) == ((), [(1, True, ["Ada"])])


@pytest.mark.parametrize(
    "raw",
    [
        build_ods("", "<m:file-entry><m:encryption-data/></m:file-entry>"),
        b"\xd0\xcf\x11\xe0" + bytes(600) + "EncryptedPackage".encode("utf-16-le"),
    ],
)
def test_a_workbook_with_a_password_says_so(raw):
    with pytest.raises(Unreadable, match="locked"):
        read_file(raw)


@pytest.mark.heavy
def test_a_list_is_the_same_from_whatever_program_saved_it(libreoffice):
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for cells in (["Spielernummer", "Name", "Geburtsdatum", "Ort"], [7, "Lind, Ada", date(1950, 3, 12), "Öd"]):
        sheet.append(cells)
    sheet["A2"].number_format = "000"
    raw = BytesIO()
    book.save(raw)
    people = []
    for form in ("xlsx", "ods", "xls"):
        [saved] = libreoffice._convert([raw.getvalue()], form, form)
        table = read_file(saved)
        assert table.notes == ((Note("old_workbook"),) if form == "xls" else ())
        [row] = read_rows(table, Purpose(KINDS)).rows
        people.append((row.player.lstrip("0"), row.name, row.birth_year, row.town))
    assert people == [("7", "Ada Lind", 1950, "Öd")] * 3
