"""The written sheet in the workbook says, cell by cell, what stood on the table's paper."""

from typing import Any

import pytest

from scoring.models import Total
from scoring.table.corrections import changes
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import change_book
from tests.scoring.support.exports import FIVE, evening_of_five, pages_of, values
from tests.scoring.support.tables import dreier, new_table, play, strike
from tests.scoring.support.tampering import full_book, numbers

pytestmark = pytest.mark.django_db
THIRD = 1 / 3

CILLI_GOES = "Cilli geht mit 24⅓; Fini kommt; Reihenfolge: Anna, Berta, Fini, Dora, Emil"
NOBODY = [None] * 6
TRISCHAKEN = "Trischaken · Berta 20 (Vorhand) · Cilli 20 · Dora 20 · Emil 10 · Punktegleiche teilen"


def over(name):
    """A Dreier that somebody has won."""
    return f"Dreier · {name} · gewonnen"


# Worked out by hand: number, kind, dealer, forehand, remark, formula, Radl; Anna to Emil and Fini: amounts; standings.
PAPER: list[tuple[list[Any], list[Any], list[Any]]] = [
    (
        [1, "Spiel", "Emil", "Anna", "Dreier · Anna · verloren", "−5", None],
        [-15, 5, 5, 5, None, None],
        [-15, 5, 5, 5, 0, None],
    ),
    (
        [2, "Spiel", "Anna", "Berta", TRISCHAKEN, "2: Berta −⅔, Cilli −⅔, Dora −⅔, Emil +2", None],
        [None, -2 * THIRD, -2 * THIRD, -2 * THIRD, 2, None],
        [-15, 4 + THIRD, 4 + THIRD, 4 + THIRD, 2, None],
    ),
    (
        [3, "Spiel", "Berta", "Cilli", over("Dora"), "5×2 = 10", 2],
        [-10, None, -10, 30, -10, None],
        [-25, 4 + THIRD, -6 + THIRD, 34 + THIRD, -8, None],
    ),
    (
        [4, "annulliert", "Cilli", "Dora", "annulliert: alle 0, es wird nicht neu gegeben", None, None],
        NOBODY,
        [-25, 4 + THIRD, -6 + THIRD, 34 + THIRD, -8, None],
    ),
    ([None, "neu gegeben", "Dora", "Emil", "neu gegeben: derselbe Geber gibt noch einmal", None, None], NOBODY, NOBODY),
    (
        [5, "gestrichen", "Dora", "Emil", over("Emil"), "5×2 = 10", 2],
        [-10, -10, -10, None, 30, None],
        NOBODY,
    ),
    (
        [5, "Spiel", "Dora", "Emil", over("Cilli"), "5×2 = 10", 2],
        [-10, -10, 30, None, -10, None],
        [-35, -6 + THIRD, 24 + THIRD, 34 + THIRD, -18, None],
    ),
    (
        [None, "Geberrunde", None, None, "Geberrunde 1", None, None],
        [-35, -6 + THIRD, 24 + THIRD, 34 + THIRD, -18, None],
        NOBODY,
    ),
    (
        [None, "Plätze", None, None, CILLI_GOES, None, None],
        NOBODY,
        NOBODY,
    ),
    (
        [6, "Spiel", "Emil", "Anna", over("Fini"), "5×2 = 10", 2],
        [-10, -10, None, -10, None, 30],
        [-45, -16 + THIRD, None, 24 + THIRD, -18, 30],
    ),
]
REASONS = {0: "geändert: doch verloren", 3: "verworfen", 4: "Karte verkehrt", 5: "falscher Spieler"}
SUMS = [-45, -16 + THIRD, 24 + THIRD, 24 + THIRD, -18, 30]


def same(found: list[Any], expected: list[Any]) -> bool:
    """Return True if two rows say the same, numbers as exactly as a float can."""
    numbers = [(cell, other) for cell, other in zip(found, expected, strict=True) if isinstance(other, int | float)]
    others = [(cell, other) for cell, other in zip(found, expected, strict=True) if not isinstance(other, int | float)]
    close = all(isinstance(number, int | float) and abs(number - other) < 1e-12 for number, other in numbers)
    return close and all(cell == other for cell, other in others)


def test_the_written_sheet_is_the_paper_cell_by_cell():
    rows = values(pages_of(evening_of_five())["Schrift"])
    assert rows[0][0].startswith("Schrift – Treffpunkt Tarock – ")
    assert rows[1][7::6] == ["Betrag", "Stand", None]
    assert rows[2][:7] == ["Nr.", "Art", "Geber", "Vorhand", "Spiel und Bemerkung", "Rechnung", "Radl"]
    assert rows[2][7:] == [*FIVE, "Fini", *FIVE, "Fini", "Grund"]
    for at, (found, expected) in enumerate(zip(rows[3:-1], PAPER, strict=True)):
        words, amounts, standings = expected
        assert same(found, [*words, *amounts, *standings, REASONS.get(at)]), (at, found)
    assert same(rows[-1][7:13], SUMS)


def test_the_twin_holds_the_same_values_and_no_formula():
    book = pages_of(evening_of_five())
    assert values(book["Schrift (Werte)"]) == values(book["Schrift"])
    assert not [cell for row in book["Schrift (Werte)"].rows for cell in row if cell.formula]


def test_what_was_struck_out_stays_where_it_was_played_whatever_is_moved_before_it():
    table = new_table(names=FIVE)
    play(table, dreier(0))
    play(table, dreier(1))
    strike(table)
    change_book(table, changes.strike_line(numbers(table)[0], shift=True))
    play(table, dreier(2))
    rows = values(pages_of(table)["Schrift"])
    assert rows[3][1:4] + rows[3][7:12] == ["gestrichen", "Emil", "Anna", 15, -5, -5, -5, None]
    assert rows[4][1:4] + rows[4][7:12] == ["gestrichen", "Anna", "Berta", None, -5, 15, -5, -5]
    assert rows[5][1:4] + rows[5][7:12] == ["Spiel", "Emil", "Anna", -5, -5, 15, -5, None]
    assert rows[-1][7:12] == [-5, -5, 15, -5, 0]


def test_money_stands_beside_the_written_score_where_the_rules_tell_them_apart():
    table = new_table("skoty")
    play(table, dreier(0))
    assert len(values(pages_of(table)["Schrift"])[3]) == 7 + 2 * 4 + 1
    play(table, dreier(0, kontra=8))
    rows = values(pages_of(table)["Schrift"])
    money = [row[7:11] + row[15:19] for row in rows[3:5]]
    assert rows[2][15:19] == rows[2][7:11]
    assert money[0][:4] == money[0][4:]
    assert money[1] == [30, -10, -10, -10, 120, -40, -40, -40]
    assert rows[-1][15:19] == [135, -45, -45, -45]


@pytest.mark.parametrize("evening", [evening_of_five, full_book, new_table])
def test_the_sums_are_those_of_the_program(evening):
    table = evening()
    summed = values(pages_of(table)["Schrift"])[-1]
    totals = {
        (total.sitting.place, total.sitting.from_deal): total.written / 6
        for total in Total.objects.filter(sitting__table=table).select_related("sitting")
        if total.sitting.to_deal is None or total.sitting.to_deal > total.sitting.from_deal
    }
    expected = [totals[key] for key in sorted(totals, key=lambda key: (key[1], key[0]))]
    assert same(summed[7 : 7 + len(expected)], expected)
    on_the_page = load_table_view(table, INSIDE)
    assert sorted(round(total.total / 6, 9) for total in on_the_page.totals) == sorted(
        round(total, 9) for (place, since), total in totals.items() if _sits(table, place, since)
    )


def _sits(table, place, since):
    return table.sittings.get(place=place, from_deal=since).to_deal is None


def test_in_english_the_sheet_speaks_english():
    book = pages_of(evening_of_five(), "en")
    assert list(book) == [
        "Score sheet",
        "Score sheet (values)",
        "Corrections",
        "Statistics",
        "Settlement",
        "House rules",
    ]
    rows = values(book["Score sheet"])
    assert rows[3][:5] == [1, "hand", "Emil", "Anna", "Dreier · Anna · lost"]
    assert book["Score sheet"].rows[-1][7].formula.endswith('"hand")')
