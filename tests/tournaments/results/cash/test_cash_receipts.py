"""Receipts: for fees, movements, prizes; numbered without a gap, never changed."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.utils.timezone import localdate

from tarockclub.kit.time_source import now, pretend_time
from tests.tournaments.results.standings.played_tables import over, published
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused
from tournaments.core.cash_journal.receipts import MOVE, Receipt, find_receipt, load_receipts
from tournaments.core.cash_journal.services import EXPENSE, FEES, PRIZE, load_cash_box
from tournaments.core.editions import FINAL
from tournaments.models import Entrant, Tournament
from tournaments.people.register.services import merge


def one_of(of: Tournament, number: int) -> Receipt:
    found = find_receipt(of, number)
    assert found is not None
    return found


@pytest.mark.django_db
def test_a_receipt_of_new_years_night_is_of_the_year_that_has_begun_here():
    of, first, _tables = factories.whole(4)
    entrant = of.entrants.get(number=1)
    acts.pay(first, new_key(), [entrant.pk])
    with pretend_time(datetime(2026, 12, 31, 23, 30, tzinfo=UTC)):  # half past midnight in Vienna
        acts.write_fees_receipt(of, new_key(), entrant.pk)
    assert one_of(of, 1).label.startswith("2027-")


@pytest.mark.django_db
def test_all_fees_of_a_player_stand_on_one_receipt_and_later_ones_on_another():
    of, first, _tables = factories.whole(8)
    second = factories.round_(of)
    entrants = list(of.entrants.order_by("number"))
    for round_ in (first, second):
        acts.pay(round_, new_key(), [entrant.pk for entrant in entrants])
    acts.write_fees_receipt(of, new_key(), entrants[2].pk)
    one = one_of(of, 1)
    number = Tournament.objects.filter(club=of.club_id, pk__lte=of.pk).count()
    assert (one.label, one.name, one.cents, one.paid_in) == (
        f"{localdate(now()).year}-{number}/1",
        "Spieler 3",
        600,
        True,
    )
    assert [line.cents for line in one.lines] == [300, 300]
    with pytest.raises(ActionRefused, match="nothing_paid"):
        acts.write_fees_receipt(of, new_key(), entrants[2].pk)
    acts.pay(second, new_key(), [entrants[2].pk], back=True)
    acts.write_fees_receipt(of, new_key(), entrants[2].pk)
    again = one_of(of, 2)
    assert (again.cents, again.paid_in, len(again.lines)) == (300, False, 1)
    assert one_of(of, 1) == one


@pytest.mark.django_db
def test_who_was_entered_twice_gets_one_receipt_for_a_fee():
    of = factories.tournament()
    first = factories.round_(of)
    [gone, own] = factories.enter_people(of, "Spieler Eins", "Spieler 1")
    acts.change_entries(first, new_key(), [gone.pk], [])
    acts.pay(first, new_key(), [gone.pk])
    acts.write_fees_receipt(of, new_key(), gone.pk)
    merge(own.person, gone.person)
    assert load_cash_box(of).fee_total == one_of(of, 1).cents == 300
    for entrant in (gone, own):
        with pytest.raises(ActionRefused, match="nothing_paid"):
            acts.write_fees_receipt(of, new_key(), entrant.pk)


@pytest.mark.django_db
def test_a_movement_gets_one_receipt_and_what_takes_it_back_names_it():
    of = factories.whole(8)[0]
    about = {"voucher": "2026/118", "party": "Papierhandlung"}
    done = acts.record_movement(of, new_key(), EXPENSE, -1890, "Karten", **about)
    acts.write_move_receipt(of, new_key(), done.sequence)
    one = one_of(of, 1)
    assert (one.kind, one.name, one.cents, one.paid_in) == (MOVE, "Papierhandlung", 1890, False)
    assert "2026/118" in one.lines[0].text
    with pytest.raises(ActionRefused, match="has_receipt"):
        acts.write_move_receipt(of, new_key(), done.sequence)
    back = acts.reverse_move(of, new_key(), done.sequence, "Karten zurückgegeben")
    acts.write_move_receipt(of, new_key(), back.sequence, "Papierhandlung")
    assert (one_of(of, 2).reverses, one_of(of, 2).paid_in) == (one.label, True)
    assert one_of(of, 1) == one
    assert load_cash_box(of).balance == 0  # a receipt moves nothing
    with pytest.raises(ActionRefused, match="no_such_move"):
        acts.write_move_receipt(of, new_key(), 1)


@pytest.mark.django_db
def test_a_prize_that_is_handed_out_gets_a_receipt_once_somebody_has_chosen_it():
    of, first, (one, other) = factories.whole(8, rounds=1)
    acts.add_prize(of, new_key(), FINAL, "Speck", 1240)
    prize = of.prizes.get()
    with pytest.raises(ActionRefused, match="not_chosen"):
        acts.write_prize_receipt(of, new_key(), prize.pk)
    over(first, (one, (10, -10, 5, -5)), (other, (30, -30, 20, -20)))
    for result in (1, FINAL):
        published(of, result)
    winner = Entrant.objects.get(tournament=of, number=5)
    acts.record_choice(of, new_key(), FINAL, winner.person_id, prize.pk)
    acts.write_prize_receipt(of, new_key(), prize.pk)
    found = one_of(of, 1)
    assert (found.kind, found.name, found.cents, found.paid_in) == (PRIZE, "Spieler 5", 1240, False)
    with pytest.raises(ActionRefused, match="has_receipt"):
        acts.write_prize_receipt(of, new_key(), prize.pk)


@pytest.mark.django_db
def test_a_double_tap_writes_one_receipt_and_queries_do_not_grow(django_assert_max_num_queries):
    of, first, _tables = factories.whole(8)
    entrants = list(of.entrants.order_by("number"))
    acts.pay(first, new_key(), [entrant.pk for entrant in entrants])
    key = new_key()
    for _ in range(2):
        acts.write_fees_receipt(of, key, entrants[0].pk)
    for entrant in entrants[1:]:
        acts.write_fees_receipt(of, new_key(), entrant.pk)
    with django_assert_max_num_queries(8):
        found = load_receipts(of)
    assert [receipt.number for receipt in found] == list(range(1, 9))
    assert {receipt.kind for receipt in found} == {FEES}


@pytest.mark.heavy
@pytest.mark.usefixtures("fresh_database")
def test_two_laptops_at_once_leave_no_gap_and_give_no_number_twice():
    of, first, _tables = factories.whole(12)
    ids = list(of.entrants.order_by("number").values_list("pk", flat=True))
    acts.pay(first, new_key(), ids)

    def write_receipt(entrant: int) -> None:
        try:
            acts.write_fees_receipt(of, new_key(), entrant)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write_receipt, ids))
    assert [receipt.number for receipt in load_receipts(of)] == list(range(1, 13))
