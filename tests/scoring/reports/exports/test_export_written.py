"""The score sheet in the workbook says, row by row, what stood on the table's paper."""

from collections import Counter
from typing import Any

import pytest

from scoring.book.ledger.seats import list_real_seats, load_seats
from scoring.engine.evening.course import Seating
from scoring.models import Seated, Total
from scoring.table.corrections import changes
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import change_book
from tests.scoring.support.exports import (
    FIVE,
    HEADS,
    evening_of_five,
    file_of,
    open_workbook,
    pages_of,
    records,
    values,
)
from tests.scoring.support.tables import dreier, new_table, play, strike
from tests.scoring.support.tampering import full_book, numbers

pytestmark = pytest.mark.django_db
THIRD = 1 / 3
SIX = (*FIVE, "Fini")
CILLI_GOES = "Cilli geht mit 24⅓; Fini kommt; Reihenfolge: Anna, Berta, Fini, Dora, Emil"
TRISCHAKEN = "Trischaken · Berta 20 (Vorhand) · Cilli 20 · Dora 20 · Emil 10 · Punktegleiche teilen"
NOBODY = [None] * 6
Paper = tuple[dict[str, Any], list[Any], list[Any]]


def put_words(**words: Any) -> dict[str, Any]:
    """Words and numbers by the headings of their columns, which are never empty."""
    return {head.replace("_", " "): value for head, value in words.items()}


def put_deal(number: int, round_: int, dealer: str, forehand: str, **more: Any) -> dict[str, Any]:
    """The first columns of a deal."""
    return put_words(**{"Nr.": number}, Runde=round_, Art="Spiel", Geber=dealer, Vorhand=forehand) | put_words(**more)


def put_dreier(name: str, result: str = "gewonnen", number: int = 1) -> dict[str, Any]:
    """The columns of somebody's Dreier; `number`: of the player's column."""
    own = {"Spieler, von links gezählt": number, "Gewonnen (1 oder 0)": int(result == "gewonnen")}
    return put_words(Spieler=name, Ergebnis=result, Spiel_und_Prämien="Dreier") | own


DOUBLE = {"Rechnung": "5×2 = 10", "Radl": 2}
# Worked out by hand: words; Anna to Fini: amounts; totals.
PAPER: list[Paper] = [
    (
        put_deal(1, 1, "Emil", "Anna")
        | put_dreier("Anna", "verloren")
        | put_words(Rechnung="−5", Grund="geändert: doch verloren"),
        [-15, 5, 5, 5, None, None],
        [-15, 5, 5, 5, 0, None],
    ),
    (
        put_deal(
            2, 1, "Anna", "Berta", Spiel_und_Prämien=TRISCHAKEN, Rechnung="2: Berta −⅔, Cilli −⅔, Dora −⅔, Emil +2"
        ),
        [None, -2 * THIRD, -2 * THIRD, -2 * THIRD, 2, None],
        [-15, 4 + THIRD, 4 + THIRD, 4 + THIRD, 2, None],
    ),
    (
        put_deal(3, 1, "Berta", "Cilli") | put_dreier("Dora", number=4) | DOUBLE,
        [-10, None, -10, 30, -10, None],
        [-25, 4 + THIRD, -6 + THIRD, 34 + THIRD, -8, None],
    ),
    (
        put_deal(
            4, 1, "Cilli", "Dora", Spiel_und_Prämien="annulliert: alle 0, es wird nicht neu gegeben", Grund="verworfen"
        )
        | put_words(Art="annulliert"),
        NOBODY,
        [-25, 4 + THIRD, -6 + THIRD, 34 + THIRD, -8, None],
    ),
    (
        put_words(Art="neu gegeben", Geber="Dora", Vorhand="Emil", Grund="Karte verkehrt")
        | put_words(Spiel_und_Prämien="neu gegeben: derselbe Geber gibt noch einmal"),
        NOBODY,
        [-25, 4 + THIRD, -6 + THIRD, 34 + THIRD, -8, None],
    ),
    (
        put_deal(5, 1, "Dora", "Emil", Spieler="Emil", Ergebnis="gewonnen", Spiel_und_Prämien="Dreier")
        | DOUBLE
        | put_words(Art="gestrichen", Grund="falscher Spieler"),
        [-10, -10, -10, None, 30, None],
        [-25, 4 + THIRD, -6 + THIRD, 34 + THIRD, -8, None],
    ),
    (
        put_deal(5, 1, "Dora", "Emil") | put_dreier("Cilli", number=3) | DOUBLE,
        [-10, -10, 30, None, -10, None],
        [-35, -6 + THIRD, 24 + THIRD, 34 + THIRD, -18, None],
    ),
    (
        put_words(Art="Plätze", Spiel_und_Prämien=CILLI_GOES),
        NOBODY,
        [-35, -6 + THIRD, None, 34 + THIRD, -18, 0],
    ),
    (
        put_deal(6, 2, "Emil", "Anna") | put_dreier("Fini", number=6) | DOUBLE,
        [-10, -10, None, -10, None, 30],
        [-45, -16 + THIRD, None, 24 + THIRD, -18, 30],
    ),
]


def test_the_score_sheet_is_the_paper_row_by_row():
    rows = records(pages_of(evening_of_five())["Schrift"])
    for at, (found, (words, amounts, totals)) in enumerate(zip(rows, PAPER, strict=True)):
        heads = [*SIX, *(f"{name} Stand" for name in SIX)]
        numbers_there = dict(zip(heads, [*amounts, *totals], strict=True))
        expected = words | {head: number for head, number in numbers_there.items() if number is not None}
        assert found == {head: pytest.approx(value) if head in heads else value for head, value in expected.items()}, at


def test_what_was_struck_out_stays_where_it_was_played_whatever_is_moved_before_it():
    table = new_table(names=FIVE)
    play(table, dreier(0))
    play(table, dreier(1))
    strike(table)
    change_book(table, changes.strike_line(numbers(table)[0], shift=True))
    play(table, dreier(2))
    rows = records(pages_of(table)["Schrift"])
    assert [[row[head] for head in ("Art", "Geber", "Vorhand")] for row in rows] == [
        ["gestrichen", "Emil", "Anna"],
        ["gestrichen", "Anna", "Berta"],
        ["Spiel", "Emil", "Anna"],
    ]
    assert [[row.get(name) for name in FIVE] for row in rows] == [
        [15, -5, -5, -5, None],
        [None, -5, 15, -5, -5],
        [-5, -5, 15, -5, None],
    ]
    assert [rows[-1][f"{name} Stand"] for name in FIVE] == [-5, -5, 15, -5, 0]


def test_money_stands_behind_the_written_score_where_the_rules_tell_them_apart():
    table = new_table("skoty")
    play(table, dreier(0))
    assert "Anna Geld" not in records(pages_of(table)["Schrift"])[0]
    play(table, dreier(0, kontra=8))
    rows = records(pages_of(table)["Schrift"])
    assert [(row["Anna"], row["Anna Geld"], row["Dora Geld"]) for row in rows] == [(15, 15, -5), (30, 120, -40)]


def test_who_comes_back_goes_on_in_the_same_column():
    table = new_table(names=FIVE)
    play(table, dreier(0))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3))), "")
    play(table, dreier(0))
    emil = Seated.objects.get(sitting__table=table, sitting__place=4).person
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3, 4), came=((4, emil.pk),))), "")
    play(table, dreier(1))
    rows = records(pages_of(table)["Schrift"])
    assert [head for head in rows[-1] if head.endswith(" Stand")] == [f"{name} Stand" for name in FIVE]


def test_two_people_of_one_name_have_two_columns():
    table = new_table(names=("Anna", "anna", "Stand", "Anna Stand"))
    play(table, dreier(0))
    sheet = open_workbook(file_of(table))["Schrift"]
    heads = [cell.value for cell in sheet[HEADS]]
    assert len({head.casefold() for head in heads}) == len(heads)
    assert [column.name for column in sheet.tables["Tab_Schrift"].tableColumns] == heads


@pytest.mark.parametrize("evening", [evening_of_five, full_book, new_table])
def test_the_totals_are_those_of_the_program(evening):
    table = evening()
    found = sorted(row["Punkte"] for row in records(pages_of(table)["Spieler"]))
    written: Counter[frozenset[int]] = Counter()
    for seat in list_real_seats(load_seats(table, INSIDE)):
        people = frozenset(person for _since, person in seat.persons)
        written[people] += Total.objects.get(sitting=seat.id).written
    assert found == pytest.approx(sorted(sixths / 6 for sixths in written.values()))


def test_in_english_the_workbook_speaks_english():
    book = pages_of(evening_of_five(), "en")
    assert list(book) == ["Notice board", "Score sheet", "Players", "Rounds", "Corrections", "Rules"]
    row = records(book["Score sheet"])[0]
    assert (row["Kind"], row["Declarer"], row["Result"], row["Game and premiums"]) == ("hand", "Anna", "lost", "Dreier")
    assert values(book["Notice board"])[1] == ["Tarock evening"]
    formulas = [cell.formula for cell in book["Score sheet"].rows[HEADS] if cell.formula]
    assert all(formula.endswith('"<>struck out")') for formula in formulas)
    assert len(formulas) == len(FIVE)
