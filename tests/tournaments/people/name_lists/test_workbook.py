"""Pasted lists, CSV files and workbooks as people have them are read; what asks for too much is refused before harm."""

import time
import zipfile
from datetime import date
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from tournaments.people.name_lists import workbook
from tournaments.people.name_lists.choices import encode_rows, parse_rows
from tournaments.people.name_lists.columns import ListPerson
from tournaments.people.name_lists.file import parse_file_people, parse_text_people
from tournaments.people.name_lists.rows import MOST_LINES, MOST_ROWS, Unreadable
from tournaments.people.name_lists.workbook import parse_workbook_rows

NAMES = '<workbook xmlns:r="rel"><sheets><sheet name="A" r:id="x1"/></sheets></workbook>'
WAYS = '<Relationships><Relationship Id="x1" Target="worksheets/sheet1.xml"/></Relationships>'
SHEET = "xl/worksheets/sheet1.xml"


def zipped(**members: bytes | str) -> bytes:
    """A zip file; names with two underscores for slashes."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return made.getvalue()


def xlsx(sheet: bytes | str, shared: str = "") -> bytes:
    """A workbook with this sheet, as small as can be."""
    more = {"xl/sharedStrings.xml": shared} if shared else {}
    return zipped(**{"xl/workbook.xml": NAMES, "xl/_rels/workbook.xml.rels": WAYS, SHEET: sheet, **more})


def saved(*rows: tuple[Any, ...]) -> bytes:
    """A workbook as a spreadsheet program saves it."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    book.create_sheet("Anderes").append(["Nachname", "Falsch"])
    made = BytesIO()
    book.save(made)
    return made.getvalue()


def refused(raw: bytes) -> str:
    with pytest.raises(Unreadable) as told:
        parse_file_people(raw)
    return told.value.code


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
    assert parse_file_people(raw) == [
        ListPerson(4, "Jörg Müller", 7),
        ListPerson(6, "Zoë Šimek-Graß", 8),
        ListPerson(7, "", None, "no_name"),
    ]


def test_shared_strings_with_formats_and_readings_are_whole():
    shared = "<sst><si><r><t>Anna </t></r><r><t>Maier</t></r><rPh><t>ignored</t></rPh></si></sst>"
    sheet = '<worksheet><row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="e"><v>#N/A</v></c></row></worksheet>'
    assert [row.cells for row in parse_workbook_rows(xlsx(sheet, shared))] == [("Anna Maier", "")]


def test_cells_without_places_stand_one_after_the_other():
    sheet = '<worksheet><row><c t="inlineStr"><is><t>Anna</t></is></c><c><v>3</v></c></row></worksheet>'
    assert parse_workbook_rows(xlsx(sheet))[0] == (1, ("Anna", "3"))


def test_a_string_that_is_not_there_is_empty():
    sheet = '<worksheet><row r="1"><c t="s"><v>99</v></c><c><v>1.50</v></c></row></worksheet>'
    assert parse_workbook_rows(xlsx(sheet))[0].cells == ("", "1.50")


def test_the_first_table_of_an_ods_file_is_read():
    content = """<office:document-content><table:table table:name="A">
      <table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>
      <table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell></table:table-row>
      <table:table-row><table:table-cell><office:annotation><text:p>Notiz</text:p></office:annotation>
        <text:p>Anna<text:s/>Maier</text:p></table:table-cell>
        <table:table-cell table:number-columns-repeated="16384"/></table:table-row>
      <table:table-row table:number-rows-repeated="1048576"><table:table-cell/></table:table-row>
    </table:table><table:table><table:table-row><table:table-cell><text:p>X</text:p></table:table-cell>
    </table:table-row></table:table></office:document-content>"""
    names = ("office", "table", "text")
    spaces = " ".join(f'xmlns:{name}="urn:oasis:{name}"' for name in names)
    raw = zipped(**{"content.xml": content.replace("<office:document-content>", f"<office:document-content {spaces}>")})
    assert parse_file_people(raw) == [ListPerson(4, "Anna Maier")]


def test_a_bomb_is_refused_before_it_is_unpacked():
    began = time.process_time()
    assert refused(xlsx(b"<worksheet>" + b" " * (60 << 20))) == "too_large"
    assert refused(xlsx(b"<worksheet>" + b" " * (30 << 20))) == "too_large"
    assert refused(zipped(**{f"m{number}": "" for number in range(600)})) == "too_large"
    assert time.process_time() - began < 3


def test_a_sheet_larger_than_any_list_is_refused_before_it_is_unpacked(monkeypatch):
    with zipfile.ZipFile(BytesIO(xlsx(b"<a/>" * (3 << 20)))) as archive:
        monkeypatch.setattr(archive, "open", None)
        with pytest.raises(Unreadable, match="too_large"):
            workbook._read_part(archive, SHEET, {})


def test_a_tag_with_attributes_without_end_is_refused_before_they_are_counted():
    attributes = " ".join(f'a{number}=""' for number in range(200_000)).encode()
    counted = []
    raw = BytesIO(xlsx(b"<worksheet " + attributes + b"/>"))
    with zipfile.ZipFile(raw) as archive, pytest.raises(Unreadable, match="too_large"):
        workbook._read_part(archive, SHEET, {"start": lambda _name, found: counted.append(len(found))})
    assert counted == []


def test_a_text_of_nothing_but_line_ends_is_refused_at_once():
    assert refused(b"Anna\n" + b"\n" * (MOST_LINES + 1)) == "too_many_rows"
    with pytest.raises(Unreadable, match="too_many_rows"):
        parse_text_people("Anna" + "\n" * (MOST_LINES + 1))


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
        (zipped(**{"hello.txt": "Anna"}), "no_workbook"),
        (zipped(**{"xl/workbook.xml": NAMES, "xl/_rels/workbook.xml.rels": WAYS}), "no_workbook"),
        (zipped(**{"xl/workbook.xml": NAMES}), "no_workbook"),
        (b"PK\x03\x04 nothing", "no_workbook"),
        (b"\xd0\xcf\x11\xe0 old", "old_workbook"),
        (b"\x89PNG\x00\x00", "no_list"),
        (b"x" * (3 << 20), "too_large"),
        (b"", "nobody"),
        (b"1;2;3\n4;5;6", "nobody"),
    ],
)
def test_a_file_that_is_no_list_is_refused(raw, code):
    assert refused(raw) == code


def test_no_more_rows_than_a_tournament_has_players():
    row = "<row><c t='inlineStr'><is><t>Anna</t></is></c></row>"
    assert refused(xlsx("<worksheet>" + row * (MOST_ROWS + 1) + "</worksheet>")) == "too_many_rows"
    assert refused(b"Anna\n" * (MOST_ROWS + 1)) == "too_many_rows"


def names(text: str) -> list[tuple[str, int | None]]:
    return [(person.name, person.number) for person in parse_text_people(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna Maier\nBerta Huber", [("Anna Maier", None), ("Berta Huber", None)]),
        ("1. Anna Maier\n2) Berta Huber\n 3 Cilli", [("Anna Maier", 1), ("Berta Huber", 2), ("Cilli", 3)]),
        ("Maier, Anna\nHuber,Berta", [("Anna Maier", None), ("Berta Huber", None)]),
        ("12. Maier, Anna", [("Anna Maier", 12)]),
        ("7\tAnna Maier\tWien", [("Anna Maier", 7)]),
        ("Nr;Vorname;Name\n7;Anna;Maier", [("Anna Maier", 7)]),
        ("Maier\tAnna\nHuber\tBerta", [("Anna Maier", None), ("Berta Huber", None)]),
        ("Name\nAnna Maier", [("Anna Maier", None)]),
        ("Nachname, Vorname\nMaier, Anna", [("Anna Maier", None)]),
        ("• Anna Maier", [("• Anna Maier", None)]),
        ("Anna Maier, Wien, bezahlt", [("Anna Maier", None)]),
        ("  Anna \u00a0 Maier\u200b  ", [("Anna Maier", None)]),
    ],
)
def test_a_pasted_list_is_understood(text, expected):
    assert names(text) == expected


def test_what_has_no_letters_or_too_many_is_left_out_and_said():
    found = parse_text_people("Anna\n???\n" + "x" * 81)
    assert [(row.row, row.unreadable) for row in found] == [(1, ""), (2, "no_name"), (3, "too_long")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_csv_is_read_in_the_letters_it_was_saved_in(encoding):
    raw = 'Startnummer;Name\r\n4;"Müller; genannt ""Jörgl"""\r\n5;"Weiß, Renée"\r\n'.encode(encoding)
    assert parse_file_people(raw) == [ListPerson(2, 'Müller; genannt "Jörgl"', 4), ListPerson(3, "Renée Weiß", 5)]


def test_csv_with_commas_and_names_over_two_lines_keeps_its_line_numbers():
    raw = b'name,number\n"Anna\nMaier",1\nBerta,2\n'
    assert parse_file_people(raw) == [ListPerson(2, "Anna Maier", 1), ListPerson(4, "Berta", 2)]


@given(st.text(max_size=300))
@settings(max_examples=50)
def test_no_text_breaks_anything(text):
    try:
        found = parse_text_people(text)
    except Unreadable:
        return
    assert parse_rows(encode_rows(found)) == found


@given(st.binary(max_size=200))
@settings(max_examples=50)
def test_no_file_breaks_anything(raw):
    for start in (b"", b"PK\x03\x04"):
        try:
            parse_file_people(start + raw)
        except Unreadable:
            continue
