"""LibreOffice reckons every formula of the workbook to what the program shows, and prints it as it is meant."""

import re
import zipfile
from datetime import datetime
from io import BytesIO
from typing import Any

import pytest

from scoring.book.ledger.seats import load_seats
from scoring.engine.agreement import AgreedPot, Stakes, format_agreement
from scoring.models import Entry, GameTable
from scoring.table.corrections import changes
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.kit.xlsx.cells import Cell, WorkbookPage
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import change_book
from tests.scoring.support.exports import HEADS, evening_of_five, file_of, open_workbook, opened_values, pages_of, plain
from tests.scoring.support.tables import NAMES, dreier, new_key, new_table, play, rufer
from tests.scoring.support.tampering import full_book
from tests.support.libreoffice import LibreOffice, read_pages

pytestmark = [pytest.mark.django_db, pytest.mark.heavy]


def halves() -> GameTable:
    """Halves and thirds of points in one evening."""
    table = new_table("steindl")
    for points in (["35", "35", "0", "0"], ["20", "20", "20", "10"], ["20", "20", "15", "15"]):
        forehand = Entry.objects.filter(table=table).count() % 4
        play(table, {"plays": [{"contract": "trischaken", "declarer": forehand, "points": points}]})
    return table


def for_money() -> GameTable:
    """Money apart from the written score, a donation box and a Pagatkassa; the evening has ended."""
    agreed = Stakes(rate=7, donation=True, pagatkassa=AgreedPot("standard", 25, 10, None))
    table = start_evening(new_key(), EveningStart(NAMES, "skoty", {}, 0, format_agreement(agreed)))
    play(table, dreier(0, kontra=8))
    play(table, {**rufer(1), "premiums": [{"premium": "pagat", "side": "declarer", "announced": True, "won": True}]})
    play(table, dreier(3, result="lost", kontra=4))
    change_book(table, changes.move_cash(2, 55), "")
    change_book(table, changes.change_evening(Entry.Kind.ENDED, {}), "")
    return GameTable.objects.get(pk=table.pk)


def spoilt(content: bytes) -> bytes:
    """A workbook whose formulas bring along something wrong: who shows the right thing has reckoned."""
    file = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            new.writestr(name, re.sub(rb"</f><v>[^<]*</v>", b"</f><v>999</v>", old.read(name)))
    return file.getvalue()


def says(found: Any, cell: Cell) -> bool:
    """Return True if LibreOffice shows what the program does."""
    expected = cell.value
    if isinstance(expected, int | float):
        return isinstance(found, int | float) and abs(found - expected) < 1e-9
    if isinstance(expected, datetime):
        return isinstance(found, datetime) and abs((found - expected).total_seconds()) < 1
    return (plain(found) if isinstance(found, str) else found) == (expected or None)


@pytest.mark.parametrize("languages", [["de"], pytest.param(["en"], marks=pytest.mark.soak)])
def test_every_cell_comes_to_what_the_program_says(libreoffice: LibreOffice, languages):
    evenings = (evening_of_five, full_book, halves, for_money, six_for_money, new_table)
    cases = [(evening, evening(), language) for evening in evenings for language in languages]
    files = libreoffice.recompute_all([spoilt(file_of(table, language)) for _evening, table, language in cases])
    for (evening, table, language), content in zip(cases, files, strict=True):
        says_what_the_program_does(content, pages_of(table, language), may_be_empty=evening is new_table)


def says_what_the_program_does(content: bytes, expected: dict[str, WorkbookPage], *, may_be_empty: bool) -> None:
    """Every cell of a workbook is that of its page."""
    book = opened_values(content)
    assert book.sheetnames == list(expected)
    for title, page in expected.items():
        formulas = 0
        for row, cells in enumerate(page.rows, 1):
            for column, cell in enumerate(cells, 1):
                found = book[title].cell(row, column)
                assert found.data_type != "e", (title, found.coordinate, found.value)
                assert says(found.value, cell), (title, found.coordinate, found.value, cell)
                formulas += bool(cell.formula)
        assert formulas or title not in ("Schrift", "Spieler", "Aushang") or may_be_empty


def test_a_hand_typed_below_counts_and_one_written_as_struck_out_does_not(libreoffice: LibreOffice):
    table = new_table()
    for declarer in (0, 1, 1):
        play(table, dreier(declarer))
    book = open_workbook(file_of(table))
    sheet = book["Schrift"]
    heads = {cell.value: cell.column for cell in sheet[HEADS]}
    sheet.cell(HEADS + 2, heads["Art"]).value = "gestrichen"
    typed = {"Nr.": 4, "Runde": 1, "Art": "Spiel", "Spieler, von links gezählt": 4, "Gewonnen (1 oder 0)": 1}
    for head, value in {**typed, "Anna": -20, "Berta": -20, "Cilli": -20, "Dora": 60}.items():
        sheet.cell(HEADS + 4, heads[head]).value = value
    file = BytesIO()
    book.save(file)
    found = opened_values(libreoffice.recompute(spoilt(file.getvalue())))
    assert [found["Schrift"].cell(HEADS + row, heads["Berta Stand"]).value for row in (1, 2, 3)] == [-5, -5, 10]
    names = {cell.value: cell.column for cell in found["Spieler"][HEADS]}
    wanted = [names[head] for head in ("Punkte", "Spiele", "selbst gespielt", "gewonnen", "bestes Spiel")]
    players = [[found["Spieler"].cell(HEADS + row, column).value for column in wanted] for row in (1, 2, 3, 4)]
    assert players == [[-10, 3, 1, 1, 15], [-10, 3, 1, 1, 15], [-30, 3, 0, 0, -5], [50, 3, 1, 1, 60]]
    assert [cell.value for cell in found["Runden"][HEADS + 1]] == [1, -10, -10, -30, 50]
    wall = [[row[1], row[2]] for row in found["Aushang"].iter_rows(values_only=True) if isinstance(row[0], int)]
    assert wall == [["Dora", 50], ["Anna", -10], ["Berta", -10], ["Cilli", -30]]


LONG_NAMES = ("Adelheid Moosgruber", "Balthasar & Söhne", "=Cilli *", "Anna Huber", "Anna Maier-Schmidtgruber", "D'Ora")


def six_for_money() -> GameTable:
    """Six people with long names, of whom two share a first one."""
    agreed = Stakes(rate=10, pagatkassa=AgreedPot("standard", 25, 10, None))
    table = start_evening(new_key(), EveningStart(LONG_NAMES, "standard", {}, 0, format_agreement(agreed)))
    for declarer in (0, 1, 2, 3, 0, 1, 2):
        play(table, {**rufer(declarer), "premiums": [{"premium": "trull", "side": "declarer"}]})
    return GameTable.objects.get(pk=table.pk)


@pytest.mark.parametrize("evening", [six_for_money, for_money, evening_of_five])
def test_the_first_page_says_all_and_no_letter_is_too_small(libreoffice: LibreOffice, evening):
    table = evening()
    content = file_of(table)
    pages = read_pages(libreoffice.print_pdf(content))
    seats = load_seats(table, INSIDE)
    for text in (table.club.name, "Tarockabend", "Wer zahlt wem", *(seat.name for seat in seats)):
        assert text in pages[0].text
    assert [page.title for page in pages].count(table.club.name) == 1
    assert min(page.least for page in pages) >= 8
