"""LibreOffice reckons every formula of the workbook to what the program shows, and prints it as it is meant."""

import re
import zipfile
from datetime import datetime
from io import BytesIO
from typing import Any

import pytest

from scoring.engine.agreement import AgreedPot, Stakes, format_agreement
from scoring.models import Entry, GameTable
from scoring.table.corrections import changes
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.kit.xlsx.cells import Cell, WorkbookPage
from tests.scoring.support.evenings import change_book
from tests.scoring.support.exports import evening_of_five, file_of, open_workbook, opened_values, pages_of, plain
from tests.scoring.support.tables import NAMES, dreier, new_key, new_table, play, rufer
from tests.scoring.support.tampering import full_book
from tests.support.libreoffice import LibreOffice

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
    return (plain(found) if isinstance(found, str) else found) == expected


@pytest.mark.parametrize("languages", [["de"], pytest.param(["en"], marks=pytest.mark.soak)])
def test_every_cell_comes_to_what_the_program_says(libreoffice: LibreOffice, languages):
    evenings = (evening_of_five, full_book, halves, for_money, new_table)
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
        assert formulas or title not in ("Schrift", "Statistik") or may_be_empty


def test_the_formulas_follow_an_amount_that_somebody_changes(libreoffice: LibreOffice):
    changed_file = with_another_amount(file_of(evening_of_five()), "H4", 85)  # Anna's first hand was -15
    book = opened_values(libreoffice.recompute(changed_file))
    sheet = book["Schrift"]
    assert [sheet.cell(row, 14).value for row in (4, 6, 10)] == [85, 75, 65]
    assert (sheet["H14"].value, sheet["H11"].value) == (55, 65)
    assert book["Statistik"]["H3"].value == 55
    assert book["Schrift (Werte)"]["H14"].value == -45


def with_another_amount(content: bytes, coordinate: str, value: int) -> bytes:
    """A workbook in which somebody has typed another amount."""
    book = open_workbook(content)
    book["Schrift"][coordinate] = value
    file = BytesIO()
    book.save(file)
    return file.getvalue()
