"""Whatever people typed is text in the workbook, and no text keeps a program from opening it."""

import re
import zipfile
from io import BytesIO
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.models import GameTable
from scoring.table.corrections import changes
from tarockclub.kit.xlsx.cells import MOST_UNITS, build_sheet_titles, clean_cell_text, escape_running_head
from tarockclub.models import Club, Person
from tests.scoring.support.evenings import change_book
from tests.scoring.support.exports import (
    HEADS,
    TITLES,
    evening_of_five,
    file_of,
    open_workbook,
    opened_values,
    pages_of,
    plain,
    texts,
)
from tests.scoring.support.tables import dreier, new_table, play
from tests.scoring.support.tampering import full_book

HOSTILE = {
    "=1+1": "=1+1",
    "@SUM(A1)": "@SUM(A1)",
    "+cmd|' /C calc'!A0": "+cmd|' /C calc'!A0",
    "-2+3": "-2+3",
    "\t=1+1": "\t=1+1",
    '=HYPERLINK("http://x.example","Anna")': '=HYPERLINK("http://x.example","Anna")',
    "#N/A": "#N/A",
    "#REF!": "#REF!",
    "TRUE": "TRUE",
    "1.1.2026": "1.1.2026",
    "007": "007",
    "a\x00b\x0b\x1b": "ab",
    "x\ufffe\uffffy": "xy",
    "_x0041_": "_x0041_",
    "_x000D_ & <b>": "_x000D_ & <b>",
    "שלום עליכם": "שלום עליכם",
    "👩‍👩‍👧 Ö": "👩‍👩‍👧 Ö",
    "'='": "'='",
}
_FUNCTIONS = r"SUMIFS|COUNTIFS|INDEX|MATCH|IF|_xlfn\.(?:MAX|MIN)IFS"
_NAMES = r"S_[0-9]+|[SP]_[A-Za-zä_]+[01A-Za-z_]*"
ALLOWED = re.compile(
    rf"=(?:{_FUNCTIONS}|{_NAMES}|\$?[A-Z]+\$?[0-9]+|[0-9]+|\"(?:<>gestrichen|<>|[<>][01]?|)\"|[(),:+=&])+"
)
XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def called(*names: str) -> GameTable:
    """A table of people who are called so, with a corrected hand; the club and the reason are called like the first."""
    table = new_table()
    for person, name in zip(Person.objects.order_by("-pk")[:4], names, strict=True):
        Person.objects.filter(pk=person.pk).update(name=name)
    Club.objects.filter(pk=table.club_id).update(name=names[0])
    entry = play(table, dreier(0)).entry
    assert entry is not None
    change_book(table, changes.strike_line(entry.deal_number), reason=names[0])
    play(table, dreier(1))
    return GameTable.objects.get(pk=table.pk)


def parts(content: bytes) -> dict[str, bytes]:
    """The files in a workbook."""
    with zipfile.ZipFile(BytesIO(content)) as file:
        return {name: file.read(name) for name in file.namelist()}


@pytest.mark.heavy_but("1.1.2026")
@pytest.mark.django_db
@pytest.mark.parametrize("typed", [name for name in HOSTILE if "\x00" not in name])
def test_what_people_typed_ends_as_text_that_says_the_same(typed):
    book = open_workbook(file_of(called(typed, "Berta", "Cilli", "Dora")))
    found = texts(book)
    assert book.sheetnames == [*TITLES[:-1], "Korrekturen", TITLES[-1]]
    [heads] = [[column.name for column in table.tableColumns] for table in book["Schrift"].tables.values()]
    assert heads == [plain(cell.value) for cell in book["Schrift"][HEADS]]
    assert HOSTILE[typed] in found
    cells = [cell for sheet in book for row in sheet for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} <= {"s", "n", "f", "d"}
    assert [cell.value for cell in cells if cell.data_type == "f" and not ALLOWED.fullmatch(cell.value)] == []
    assert [cell.coordinate for cell in cells if cell.data_type == "s" and not cell.quotePrefix] == []


@pytest.mark.django_db
def test_every_part_of_a_workbook_with_hostile_names_is_well_formed():
    for content in parts(file_of(called(*list(HOSTILE)[:4]))).values():
        ElementTree.fromstring(content)
    for content in parts(file_of(called("x\ufffe\uffffy", "a\x0bb", "&&&C&P", "]]>"))).values():
        ElementTree.fromstring(content)
        assert not XML.search(content.decode())


@pytest.mark.django_db
def test_a_club_called_like_a_command_of_the_foot_is_printed_as_it_is():
    sheet = parts(file_of(called('&"Arial"&30 & Söhne', "B", "C", "D")))["xl/worksheets/sheet1.xml"].decode()
    found = ElementTree.fromstring(sheet).find(".//{*}oddFooter")
    assert found is not None
    assert (found.text or "").startswith('&L&8 &K6B6B6B&&"Arial"&&30 && Söhne – ')


@pytest.mark.django_db
def test_a_very_long_reason_is_cut_where_a_cell_ends():
    table = new_table()
    entry = play(table, dreier(0)).entry
    assert entry is not None
    change_book(table, changes.strike_line(entry.deal_number), reason="😀" * 32_000)
    longest = max(texts(open_workbook(file_of(table))), key=len)
    assert longest.endswith("…")
    assert len(longest.encode("utf-16-le")) // 2 <= MOST_UNITS


@pytest.mark.parametrize("typed", HOSTILE)
def test_a_cell_text_says_what_was_typed(typed):
    assert plain(clean_cell_text(typed)) == HOSTILE[typed]


@given(st.text(st.characters(codec=None), max_size=60))
def test_no_text_breaks_a_file(text):
    written = clean_cell_text(text)
    assert not XML.search(written)
    assert clean_cell_text("x" * MOST_UNITS + text).startswith("x" * (MOST_UNITS - 1))


@given(st.text("_x0041AFaf \n", max_size=60))
def test_text_that_looks_like_an_escaped_character_comes_back_as_it_was(text):
    assert plain(clean_cell_text(text)) == text


@given(st.lists(st.text(st.characters(codec=None), max_size=80), max_size=6))
def test_titles_are_short_each_once_and_without_what_a_workbook_refuses(wanted):
    titles = build_sheet_titles(wanted)
    assert len(titles) == len(wanted)
    assert len({title.casefold() for title in titles} | {"history"}) == len(titles) + 1
    for title in titles:
        assert 1 <= len(title.encode("utf-16-le")) // 2 <= 31
        assert not re.search(r"[\[\]:*?/\\]", title)
        assert title == title.strip("'")


@given(st.text(st.characters(codec=None), max_size=300))
def test_a_running_head_holds_no_command_and_fits(text):
    head = escape_running_head(text)
    assert not re.search(r"(?<!&)&(?:&&)*(?!&)", head)
    assert len(head) <= 160


@pytest.mark.django_db
@pytest.mark.parametrize("evening", [evening_of_five, full_book])
def test_every_formula_brings_along_what_it_comes_to(evening):
    table = evening()
    shown = opened_values(file_of(table))
    for title, page in pages_of(table).items():
        for row, cells in enumerate(page.rows, 1):
            for column, cell in enumerate(cells, 1):
                if cell.formula:
                    assert shown[title].cell(row, column).value == cell.value, (title, cell)
