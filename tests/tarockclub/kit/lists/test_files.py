"""Pasted lists, CSV files and workbooks, with all that stands beside their cells, are read or refused."""

import time
import zipfile
from datetime import date
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from tarockclub.kit.lists import marks
from tarockclub.kit.lists.columns import KINDS
from tarockclub.kit.lists.file import read_file, read_pasted
from tarockclub.kit.lists.people import Purpose, read_rows
from tarockclub.kit.lists.table import MOST_LINES, MOST_ROWS, Note, Row, Table, Unreadable, decode_table, encode_table
from tests.faults.parsers.inputs import BOOK, MAIN, RELATIONS, pack, pack_workbook

RESULTS = {"place", "points", "written", "day", "cup", "round"}
SHEET = "xl/worksheets/sheet1.xml"


def xlsx(sheet: bytes | str, shared: str = "") -> bytes:
    """A workbook with this sheet, as small as can be."""
    if isinstance(sheet, str):
        sheet = sheet.replace("<worksheet>", f"<worksheet {MAIN}><sheetData>").replace(
            "</worksheet>", "</sheetData></worksheet>"
        )
    return pack_workbook(sheet, shared.replace("<sst>", f"<sst {MAIN}>"))


def saved(*rows: tuple[Any, ...], keywords: str = "") -> bytes:
    """A workbook as a spreadsheet program saves it."""
    book = Workbook()
    book.properties.keywords = keywords
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    book.create_sheet("Anderes").append(["Nachname", "Falsch"])
    made = BytesIO()
    book.save(made)
    return made.getvalue()


def refused(raw: bytes) -> str:
    """The reason why a file is not read."""
    with pytest.raises(Unreadable) as refusal:
        read_people(read_file(raw))
    return refusal.value.code


def read_people(table: Table) -> list[tuple[int, str, int | None, str]]:
    """The people of a table: row, name, number, and why they are left out."""
    people = [(row.row, row.name, row.number, row.out) for row in read_rows(table, Purpose(KINDS - RESULTS)).rows]
    if all(out for *_person, out in people):
        raise Unreadable("nobody")
    return people


def test_names_and_numbers_are_found_by_their_headings():
    raw = saved(
        ("Meldeliste Dreikönigsturnier", None, None, None),
        (),
        ("Startnr.", "Familienname", "Vorname", "Bezahlt am"),
        (7, "Müller", "Jörg", date(2026, 1, 6)),
        (None, None, None, None),
        (8.0, "Šimek-Graß", " Zoë ", None),
        (9, None, None, None),
    )
    assert read_people(read_file(raw)) == [
        (4, "Jörg Müller", 7, ""),
        (6, "Zoë Šimek-Graß", 8, ""),
    ]


def test_a_bomb_is_refused_before_it_is_unpacked():
    began = time.process_time()
    assert refused(xlsx(b"<worksheet>" + b" " * (60 << 20))) == "too_large"
    assert refused(xlsx(b"<worksheet>" + b" " * (30 << 20))) == "too_large"
    assert refused(pack({f"m{number}": "" for number in range(600)})) == "too_large"
    assert time.process_time() - began < 3


def test_a_sheet_larger_than_any_list_is_refused():
    assert refused(xlsx(b"<a/>" * (3 << 20))) == "too_large"


def test_a_tag_with_attributes_without_end_is_refused_before_they_are_counted():
    attributes = " ".join(f'a{number}=""' for number in range(200_000)).encode()
    counted = []
    handlers = (lambda _name, found, _place: counted.append(len(found)), lambda _name, _place: None, None)
    with pytest.raises(Unreadable, match="too_large"):
        marks.scan_xml(b"<worksheet " + attributes + b"/>", *handlers)
    assert counted == []


def test_a_text_of_nothing_but_line_ends_is_refused_at_once():
    assert refused(b"Anna\n" + b"\n" * (MOST_LINES + 1)) == "too_many_rows"
    with pytest.raises(Unreadable, match="too_many_rows"):
        read_pasted("Anna" + "\n" * (MOST_LINES + 1))


def test_a_directory_that_lies_about_a_size_gains_nothing():
    raw = bytearray(xlsx(b"<worksheet>" + b" " * (2 << 20) + b"</worksheet>"))
    at = raw.rindex(SHEET.encode()) - 46 + 24
    raw[at : at + 4] = (1000).to_bytes(4, "little")
    assert refused(bytes(raw)) == "no_workbook"


@pytest.mark.parametrize(
    "sheet",
    [
        '<!DOCTYPE a [<!ENTITY b "cc">]><worksheet><row><c><v>&b;</v></c></row></worksheet>',
        '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE a [<!ENTITY b "cc">]><worksheet/>'.encode("utf-16"),
        '<?xml version="1.0" encoding="UTF-16"?><worksheet/>',
        "<worksheet><row>",
        "no xml",
        "",
        '<worksheet><row r="x"/></worksheet>',
        '<worksheet><row r="-3"><c><v>1</v></c></row></worksheet>',
        f'<worksheet><row r="{"9" * 5000}"/></worksheet>',
        '<worksheet><row><c t="s"><v>x</v></c></row></worksheet>',
    ],
)
def test_a_sheet_that_is_none_is_refused(sheet):
    assert refused(xlsx(sheet)) == "no_workbook"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (pack({"hello.txt": "Anna"}), "no_workbook"),
        (pack({"xl/workbook.xml": BOOK, "xl/_rels/workbook.xml.rels": RELATIONS}), "no_workbook"),
        (pack({"xl/workbook.xml": BOOK}), "no_workbook"),
        (b"PK\x03\x04 nothing", "no_workbook"),
        (b"\xd0\xcf\x11\xe0 old", "no_workbook"),
        (b"\x89PNG\x00\x00", "no_list"),
        (b"x" * (3 << 20), "too_large"),
        (b"", "nobody"),
        (b"1;2;3\n4;5;6", "nobody"),
    ],
)
def test_a_file_that_is_no_list_is_refused(raw, code):
    assert refused(raw) == code


def test_no_more_rows_than_a_tournament_has_players():
    assert refused(saved(*[("Anna",)] * (MOST_ROWS + 1))) == "too_many_rows"
    assert refused(b"Anna\n" * (MOST_ROWS + 1)) == "too_many_rows"


def names(text: str) -> list[tuple[str, int | None]]:
    return [(name, number) for _row, name, number, _out in read_people(read_pasted(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna Maier\nBerta Huber", [("Anna Maier", None), ("Berta Huber", None)]),
        ("1. Anna Maier\n2) Berta Huber\n 3 Cilli", [("Anna Maier", None), ("Berta Huber", None), ("Cilli", None)]),
        ("Maier, Anna\nHuber,Berta", [("Anna Maier", None), ("Berta Huber", None)]),
        ("12. Maier, Anna", [("Anna Maier", 12)]),
        ("7\tAnna Maier\tWien", [("Anna Maier", 7)]),
        ("Nr;Vorname;Name\n7;Anna;Maier", [("Anna Maier", 7)]),
        ("Maier\tAnna\nHuber\tBerta", [("Anna Maier", None), ("Berta Huber", None)]),
        ("Name\nAnna Maier", [("Anna Maier", None)]),
        ("Nachname, Vorname\nMaier, Anna", [("Anna Maier", None)]),
        ("• Anna Maier", [("Anna Maier", None)]),
        ("Anna Maier, Wien, bezahlt", [("Anna Maier", None)]),
        ("  Anna \u00a0 Maier\u200b  ", [("Anna Maier", None)]),
    ],
)
def test_a_pasted_list_is_understood(text, expected):
    assert names(text) == expected


def test_what_has_no_letters_or_too_many_is_left_out_and_said():
    people = read_people(read_pasted("Anna\n???\n" + "x" * 81))
    assert [(row, out) for row, _name, _number, out in people] == [(1, ""), (2, "no_name"), (3, "too_long")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_csv_is_read_in_the_letters_it_was_saved_in(encoding):
    raw = 'Startnummer;Name\r\n4;"Müller; genannt ""Jörgl"""\r\n5;"Weiß, Renée"\r\n'.encode(encoding)
    assert read_people(read_file(raw)) == [(2, 'Müller; genannt "Jörgl"', 4, ""), (3, "Renée Weiß", 5, "")]


def test_csv_with_commas_and_names_over_two_lines_keeps_its_line_numbers():
    raw = b'name,number\n"Anna\nMaier",1\nBerta,2\n'
    assert read_people(read_file(raw)) == [(2, "Anna Maier", None, ""), (4, "Berta", None, "")]


@given(st.text(max_size=300))
@settings(max_examples=50)
def test_no_text_breaks_anything(text):
    try:
        table = read_pasted(text)
        read_people(table)
    except Unreadable:
        return
    assert decode_table(encode_table(table)) == table


@given(st.binary(max_size=200))
@settings(max_examples=50)
def test_no_file_breaks_anything(raw):
    for start in (b"", b"PK\x03\x04"):
        try:
            read_people(read_file(start + raw))
        except Unreadable:
            continue


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


@pytest.mark.parametrize(
    ("keywords", "sheets"),
    [("", ["Sheet", "Anderes"]), ("tarockclub:Anderes", ["Anderes"]), ("tarockclub:Keines", ["Sheet", "Anderes"])],
)
def test_a_workbook_of_our_own_names_the_sheet_with_its_list(keywords, sheets):
    raw = saved(("Name",), ("Ada",), keywords=keywords)
    assert [sheet.name for sheet in read_file(raw).sheets] == sheets
