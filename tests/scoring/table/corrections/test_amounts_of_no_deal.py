"""Lines of the book that pay without a deal: the amounts of a ruling, and the end totals of a sheet of paper."""

import pytest
from django.urls import reverse

from scoring.book import audit
from scoring.engine.agreement import Stakes
from scoring.engine.evening.course import EndTotals, Seating
from scoring.models import GameTable
from scoring.table.corrections import changes
from scoring.table.settlement.services import compute_settlement
from scoring.table.written_sheet.selectors import load_book_and_seats, load_table_view
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.corrections import by_sitting, payouts, refusals
from tests.scoring.support.evenings import change_book, fresh, table_of
from tests.scoring.support.exports import pages_of, records
from tests.scoring.support.tables import NAMES, POINT, book_of, dreier, new_table, play, totals
from tests.scoring.support.tampering import behind_the_back, find_faults, numbers, person
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
FIVE = ("Anna", "Berta", "Cilli", "Dora", "Emil")


def points(*amounts: int) -> tuple[int, ...]:
    """Points by place as sixths."""
    return tuple(amount * POINT for amount in (*amounts, *[0] * (6 - len(amounts))))


def with_a_ruling() -> GameTable:
    """A hand, a ruling that moves 4 from Berta to Dora, another hand."""
    table = table_of(dreier(0))
    change_book(table, changes.transfer_amounts(points(0, -4, 0, 4)), "Schiedsgericht")
    play(table, dreier(1))
    return fresh(table)


def test_a_ruling_moves_points_and_uses_up_no_deal():
    table = with_a_ruling()
    assert payouts(table) == [(15, -5, -5, -5), (0, -4, 0, 4), (-5, 15, -5, -5)]
    assert totals(table) == [10, 6, -10, -6]
    assert [line.before.forehand for line in book_of(table).played] == [0, 1, 1]
    assert load_table_view(table, INSIDE).next_number == 3
    assert audit.verify([table.pk]) == []


def test_a_hand_that_was_on_its_way_is_saved_after_a_ruling():
    table = table_of(dreier(0))
    key = fresh(table).last_key
    change_book(table, changes.transfer_amounts(points(1, -1)))
    assert fresh(table).last_key == key


def test_what_was_ruled_belongs_to_whoever_sat_there_then():
    table = table_of(dreier(0), players=5)
    change_book(table, changes.transfer_amounts(points(0, -2, 0, 0, 2)))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3, 4), came=((1, person("Fini")),))), "")
    sums = by_sitting(table)
    assert {sums[1, 0], sums[1, 3], sums[4, 0]} == {("Berta", -7), ("Fini", 0), ("Emil", 2)}
    assert audit.verify([table.pk]) == []


@pytest.mark.parametrize(
    ("amounts", "code"),
    [
        (points(4, -3), "amounts_not_zero"),
        (points(), "no_change"),
        (points(4, 0, 0, 0, -4), "place_unknown"),
        (points(2_000_000, -2_000_000), "amount_out_of_range"),
        ((6, -6), "amount_out_of_range"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused(amounts, code):
    assert refusals(new_table(), changes.transfer_amounts(amounts)) == [code]


def test_end_totals_of_a_paper_sheet_are_the_totals_of_the_table(table):
    change_book(table, changes.enter_end_totals(points(30, -55, 20, 5), (0, 1, 0, 0, 0, 0)), "")
    assert totals(table) == [30, -55, 20, 5]
    one = book_of(table).played[0]
    assert one.content == EndTotals(points(30, -55, 20, 5), (0, 1, 0, 0, 0, 0))
    row = load_table_view(fresh(table), INSIDE).rows[0]
    assert (row.kind, row.number, [cell.total // POINT for cell in row.cells if cell]) == (
        "end_totals",
        0,
        [30, -55, 20, 5],
    )
    assert all(text in row.remark for text in ("Anna +30", "Berta −55", "Berta × 1"))
    assert audit.verify([table.pk]) == []


def test_end_totals_that_were_mistyped_are_written_anew_in_their_line(table):
    change_book(table, changes.enter_end_totals(points(30, -50, 20, 0)), "")
    [line] = numbers(table)
    change_book(table, changes.enter_end_totals(points(30, -55, 20, 5), instead_of=line), "verlesen")
    assert totals(table) == [30, -55, 20, 5]
    assert numbers(table) == [line]
    assert refusals(table, changes.enter_end_totals(points(30, -55, 20, 5), instead_of=line)) == ["no_change"]
    assert refusals(table, changes.enter_end_totals(points(3, 1), instead_of=line)) == ["amounts_not_zero"]
    assert refusals(table, changes.enter_end_totals(points(), instead_of=line + 1)) == ["line_unknown"]
    assert audit.verify([table.pk]) == []


@pytest.mark.parametrize("replacements", [(1,), (-1, 0, 0, 0, 0, 0), (100, 0, 0, 0, 0, 0)])
def test_replacements_that_cannot_be_are_refused(replacements):
    asked_for = changes.enter_end_totals(points(1, -1), replacements)
    assert refusals(new_table(), asked_for) == ["replacements_out_of_range"]


def test_end_totals_of_nobody_at_the_table_are_refused():
    assert refusals(new_table(), changes.enter_end_totals(points(), (0, 0, 0, 0, 0, 1))) == ["place_unknown"]


def test_the_settlement_and_the_chart_know_what_a_ruling_has_moved():
    table = with_a_ruling()
    change_book(table, changes.transfer_amounts(points(-2, 2)), "noch einmal")
    book, seats = load_book_and_seats(fresh(table), INSIDE)
    settled = compute_settlement(book, seats, Stakes(donation=True), b"")
    assert [account.owed.written // POINT for account in settled.accounts] == [8, 8, -10, -6]
    chart = load_table_view(fresh(table), INSIDE).chart
    assert chart is not None
    assert [line.values[-1] for line in chart.lines] == ["8", "8", "−10", "−6"]


def test_the_workbook_adds_up_with_what_a_ruling_has_moved():
    pages = pages_of(with_a_ruling())
    rows = records(pages["Schrift"])
    [ruling] = [row for row in rows if row["Spiel und Prämien"].startswith("vom Schiedsgericht verschoben")]
    assert [ruling.get(name) for name in NAMES] == [None, -4, None, 4]
    assert [ruling[f"{name} Stand"] for name in NAMES] == [15, -9, -5, -1]
    assert [[row["Punkte"], row["Spiele"]] for row in records(pages["Spieler"])] == [[10, 2], [6, 2], [-10, 2], [-6, 2]]


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_of_the_line_can_be_opened(language):
    table = with_a_ruling()
    change_book(table, changes.enter_end_totals(points(1, -1)), "")
    for line in numbers(table):
        address = reverse("deal", kwargs={"slug": table.slug, "line": line})
        assert Client(headers={"accept-language": language}).get(address).status_code == 200


def test_amounts_that_were_tampered_with_are_found():
    table = with_a_ruling()
    behind_the_back("UPDATE scoring_entry SET money1 = -30, money0 = 6 WHERE sequence = 2")
    assert find_faults(table) == {("hash", 2), ("amounts", 2)}


def test_end_totals_say_written_score_and_money_apart_and_how_many_hands(table):
    money, written = points(24, -8, -8, -8), points(12, -4, -4, -4)
    change_book(table, changes.enter_end_totals(money, written=written, hands=16), "")
    one = book_of(table).played[0]
    assert one.content == EndTotals(money, (), written, 16)
    assert (one.after.totals[0], one.after.written[0]) == (24 * POINT, 12 * POINT)
    row = load_table_view(fresh(table), INSIDE).rows[0]
    assert all(text in row.remark for text in ("Anna +12", "Anna +24", "16"))
    book, seats = load_book_and_seats(fresh(table), INSIDE)
    settled = compute_settlement(book, seats, Stakes(10, donation=True), bytes(book.table.head)).settlement
    assert (settled.box, settled.box_cents) == (12 * POINT, 120)
    assert [standing.points for standing in settled.people] == [120, -80, -80, -80]
    assert audit.verify([table.pk]) == []


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"written": (6, 0, 0, 0, 0, 0)}, "amounts_not_zero"),
        ({"written": (6, -6)}, "amount_out_of_range"),
        ({"written": (0, 0, 0, 0, 6, -6)}, "place_unknown"),
        ({"hands": 100}, "hands_out_of_range"),
        ({"hands": -1}, "hands_out_of_range"),
    ],
)
def test_written_scores_and_numbers_of_hands_that_cannot_be_are_refused(more, code):
    assert refusals(new_table(), changes.enter_end_totals(points(1, -1), **more)) == [code]
