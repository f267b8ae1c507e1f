"""A late hand that waits for the director counts as a deal: the hands after it are booked to those who played them."""

from functools import partial
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.book import audit
from scoring.book.ledger.book import find_wrong_turns
from scoring.book.ledger.entries import Outcome, WriteResult
from scoring.engine.evening.course import Seating
from scoring.models import GameTable, HeldHand
from scoring.table.corrections.changes import change_seats, redeal, set_forehand
from scoring.table.corrections.services import strike_last_deal
from scoring.table.held_hands.services import DROP, NEXT, DecisionOutcome
from scoring.table.phones import load_standing
from scoring.table.table_page.page import encode_next_deals
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.clocks import clocked, enter, wind
from tests.scoring.support.evenings import change_book, fresh, send_change
from tests.scoring.support.held_hands import DIRECTOR, OTHER, Away, QueuedHand, dreier_of
from tests.scoring.support.held_hands import decided as decide
from tests.scoring.support.tables import book_of, new_key

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Fritz")
SIZES = (4, 5, 6)


def table_with(players: int, hands: int = 7) -> GameTable:
    """A table of so many players at which so many hands were played in time."""
    table = clocked(60, names=NAMES[:players])
    for _ in range(hands):
        enter(table)
    return fresh(table)


def next_hand(table: GameTable, phase: str, declarer: int = 0) -> WriteResult:
    """A hand from a phone that shows the page as it is now."""
    away = Away(table, OTHER)
    return away.send_late(away.enter(dreier_of(declarer)), phase)


decided = partial(decide, who=DIRECTOR, note="war nichts")


def list_deals(table: GameTable) -> list[tuple[int, int]]:
    """Dealer and forehand of each deal that stands in the book."""
    return [(line.before.dealer, line.before.forehand) for line in book_of(table).played if line.is_deal]


def who_played(table: GameTable) -> list[tuple[int, ...]]:
    """The places of the four of each deal that stands in the book."""
    return [line.before.active for line in book_of(table).played if line.is_deal]


def in_turn(players: int, deals: int) -> list[tuple[int, int]]:
    """Dealer and forehand of so many deals, where nobody is passed over."""
    return [((deal - 1) % players, deal % players) for deal in range(deals)]


def late_table(players: int, late: int = 1) -> tuple[GameTable, list[QueuedHand]]:
    """Seven hands are played; a phone without network enters so many more in time, and they come after the gong."""
    table = table_with(players)
    away = Away(table)
    hands = [away.enter(dreier_of(seat % 4)) for seat in range(late)]
    wind(table, -30)
    for hand in hands:
        assert away.send_late(hand).held is not None
    return fresh(table), hands


@pytest.mark.parametrize("players", SIZES)
def test_the_hand_at_the_gong_is_booked_to_those_who_played_it(players):
    table, (late,) = late_table(players)
    view = load_table_view(fresh(table), INSIDE)
    assert view.next_number == 9
    assert (view.now.dealer, view.now.forehand) == in_turn(players, 9)[8]
    assert load_standing(table.slug)["seats"] == [*view.now.active, view.now.forehand]
    assert encode_next_deals(view).startswith('[{"seats":"' + ",".join(map(str, (*view.now.active, view.now.forehand))))
    assert next_hand(table, "play").outcome is Outcome.SAVED
    assert load_table_view(fresh(table), INSIDE).rows[-1].number == 9
    assert decided(table, late.key, NEXT).answer is DecisionOutcome.DONE
    assert list_deals(table) == in_turn(players, 9)
    assert find_wrong_turns(book_of(table)) == ()
    assert audit.verify([table.pk]) == []


@pytest.mark.parametrize("players", SIZES)
def test_the_double_round_begins_with_the_dealer_after_the_hand_at_the_gong(players):
    table, (late,) = late_table(players)
    for phase in ("play", *["double"] * players):
        assert next_hand(table, phase).outcome is Outcome.SAVED
    assert next_hand(table, "double").code == "double_round_over"
    assert decided(table, late.key, NEXT).answer is DecisionOutcome.DONE
    assert list_deals(table) == in_turn(players, 9 + players)
    assert audit.verify([table.pk]) == []


@pytest.mark.parametrize("players", SIZES)
def test_several_late_hands_count_each_and_a_deal_that_two_phones_have_entered_counts_once(players):
    table = table_with(players)
    one, other = Away(table), Away(table, OTHER)
    hands = [one.enter(dreier_of(0)), one.enter(dreier_of(1)), other.enter(dreier_of(2))]
    wind(table, -30)
    for away, hand in zip((one, one, other), hands, strict=True):
        assert away.send_late(hand).held is not None
    assert {hand.why for hand in HeldHand.objects.all()} == {"time"}
    assert load_table_view(fresh(table), INSIDE).next_number == 10
    assert next_hand(table, "play").outcome is Outcome.SAVED
    assert list_deals(table)[-1] == in_turn(players, 10)[9]


def test_what_the_same_phone_has_entered_at_the_gong_follows_the_hand_that_waits():
    table = table_with(5)
    away = Away(table)
    late, at_the_gong, doubled = (away.enter(dreier_of(seat)) for seat in (0, 1, 2))
    wind(table, -30)
    assert away.send_late(late).held is not None
    assert away.send_late(at_the_gong, "play").outcome is Outcome.SAVED
    assert away.send_late(doubled, "double").outcome is Outcome.SAVED
    assert decided(table, late.key, NEXT).answer is DecisionOutcome.DONE
    assert list_deals(table) == in_turn(5, 10)


def test_turned_down_before_the_next_deal_it_counts_no_more():
    table, (late,) = late_table(5)
    assert decided(table, late.key, DROP).answer is DecisionOutcome.DONE
    assert next_hand(table, "play").outcome is Outcome.SAVED
    assert list_deals(table) == in_turn(5, 8)
    assert find_wrong_turns(book_of(table)) == ()


def test_turned_down_after_the_next_deal_that_one_keeps_its_seats_and_the_skip_is_told_and_mended():
    table, (late,) = late_table(4)
    for phase in ("play", "double", "double"):
        next_hand(table, phase)
    assert decided(table, late.key, DROP).answer is DecisionOutcome.DONE
    assert list_deals(table) == [*in_turn(4, 7), *in_turn(4, 11)[8:]]
    (wrong,) = find_wrong_turns(book_of(table))
    assert (wrong.number, wrong.dealer, wrong.expected, wrong.twice) == (8, 3, 2, False)
    assert send_change(table, set_forehand(wrong.forehand, wrong.line, through=True)).outcome is Outcome.SAVED
    assert list_deals(table) == in_turn(4, 10)
    assert find_wrong_turns(book_of(table)) == ()
    assert audit.verify([table.pk]) == []


def test_a_deal_dealt_twice_by_one_is_told_and_mended_with_the_double_round_behind_it():
    """The hand at the gong was entered on another phone, which knew nothing of the one before it."""
    table = table_with(4)
    away = Away(table)
    late = away.enter(dreier_of(1))
    wind(table, -30)
    for phase in ("play", "double", "double"):
        assert next_hand(table, phase).outcome is Outcome.SAVED
    assert away.send_late(late).held is not None
    assert decided(table, late.key, NEXT).answer is DecisionOutcome.DONE
    (wrong,) = find_wrong_turns(book_of(table))
    assert (wrong.number, wrong.dealer, wrong.expected, wrong.twice) == (9, 2, 3, True)
    assert send_change(table, set_forehand(wrong.forehand, wrong.line, through=True)).outcome is Outcome.SAVED
    assert list_deals(table) == in_turn(4, 11)
    assert audit.verify([table.pk]) == []


def test_after_a_redeal_the_same_dealer_deals_again():
    table, (late,) = late_table(5)
    change_book(table, redeal())
    next_hand(table, "play")
    assert list_deals(table)[-1] == in_turn(5, 9)[8]
    assert decided(table, late.key, NEXT).answer is DecisionOutcome.DONE
    assert list_deals(table) == in_turn(5, 9)
    assert find_wrong_turns(book_of(table)) == ()


def test_who_is_forehand_may_be_said_all_the_same():
    table, (_late,) = late_table(5)
    send_change(table, set_forehand(0))
    assert load_table_view(fresh(table), INSIDE).now.forehand == 0


def test_taken_back_by_one_tap_the_hand_after_it_is_that_of_the_same_four_again():
    table, (_late,) = late_table(5)
    next_hand(table, "play")
    assert strike_last_deal(table, new_key(), fresh(table).last_key, "vertippt", who=OTHER).outcome is Outcome.SAVED
    assert load_table_view(fresh(table), INSIDE).now.forehand == in_turn(5, 9)[8][1]


@pytest.mark.parametrize("before_it_came", [True, False])
def test_somebody_is_replaced_while_a_late_hand_waits(before_it_came):
    table = table_with(5)
    away = Away(table)
    late = away.enter(dreier_of(1))
    wind(table, -30)
    substitute = Seating((0, 1, 2, 3, 4), substitutes=((2, find_or_create_person(load_first_club(), "Gerti").pk),))
    if before_it_came:
        asked_as_director(table, substitute)
    assert away.send_late(late).held is not None
    if not before_it_came:
        asked_as_director(table, substitute)
    next_hand(table, "play")
    assert decided(table, late.key, NEXT).answer is DecisionOutcome.DONE
    assert list_deals(table) == in_turn(5, 9)


def asked_as_director(table: GameTable, seating: Seating) -> None:
    """Others sit at the table from here on, as the director says."""
    assert send_change(table, change_seats(seating), who=DIRECTOR).outcome is Outcome.SAVED


def test_somebody_joins_while_a_late_hand_waits_and_the_late_hand_stays_with_its_four():
    table, (late,) = late_table(4)
    asked_as_director(
        table, Seating((0, 1, 2, 3, 4), came=((4, find_or_create_person(load_first_club(), "Gerti").pk),))
    )
    assert load_table_view(fresh(table), INSIDE).now.dealer == 3
    next_hand(table, "play")
    assert decided(table, late.key, NEXT).answer is DecisionOutcome.DONE
    assert who_played(table)[7] == (0, 1, 2, 3)
    assert list_deals(table)[7:] == [(2, 3), (3, 4)]
    assert audit.verify([table.pk]) == []


def test_a_table_that_plays_so_many_hands_counts_the_one_that_waits():
    table = clocked(60, names=NAMES[:4], hands=(8, 10, 12))
    for _ in range(7):
        enter(table)
    away = Away(table)
    late = away.enter(dreier_of(0))
    wind(table, -30, hands=(8, 10, 12))
    assert away.send_late(late).held is not None
    assert next_hand(table, "play").code == "hands_played"
    assert next_hand(table, "double").outcome is Outcome.SAVED
    assert list_deals(table)[-1] == in_turn(4, 9)[8]


def test_the_first_hand_of_all_may_be_late():
    table = table_with(5, hands=0)
    away = Away(table)
    late = away.enter(dreier_of(0))
    wind(table, -30)
    assert away.send_late(late).held is not None
    for phase in ("play", "double"):
        next_hand(table, phase)
    assert audit.verify([table.pk]) == []
    assert decided(table, late.key, NEXT).answer is DecisionOutcome.DONE
    assert list_deals(table) == in_turn(5, 3)
    assert audit.verify([table.pk]) == []


LATE, AFTER = st.integers(1, 3), st.integers(0, 3)
DECISIONS = st.lists(st.tuples(st.integers(0, 2), st.sampled_from((NEXT, DROP))), max_size=6)


@pytest.mark.heavy
@settings(max_examples=30, deadline=None)
@given(players=st.sampled_from(SIZES), late=LATE, after=AFTER, before=DECISIONS, then=DECISIONS)
def test_in_whatever_order_they_are_taken_everybody_sits_where_he_sat(
    players: int, late: int, after: int, before: list[tuple[int, str]], then: list[tuple[int, str]]
) -> None:
    """A hand of the book is that of its dealer: late ones as they were entered, later ones after all of these."""
    with transaction.atomic():
        _play_and_look(players, late, after, before, then)
        transaction.set_rollback(True)


def _play_and_look(players: int, late: int, after: int, *decisions: list[tuple[int, str]]) -> None:
    table, hands = late_table(players, late)
    turns = in_turn(players, 7 + late + after)
    expected: dict[str, tuple[int, int]] = {hand.key: turns[7 + at] for at, hand in enumerate(hands)}
    for at in range(after):
        written = next_hand(table, "double" if at else "play")
        assert written.entry is not None
        expected[written.entry.key] = turns[7 + late + at]
        if not at:
            _decide(table, hands, decisions[0])
    _decide(table, hands, decisions[1])
    found = {line.key: (line.before.dealer, line.before.forehand) for line in book_of(table).played if line.is_deal}
    assert {key: turn for key, turn in found.items() if key in expected} == {
        key: turn for key, turn in expected.items() if key in found
    }
    order = [key for key in found if key in expected]
    assert order == [key for key in expected if key in found]
    assert audit.verify([table.pk]) == []


def _decide(table: GameTable, hands: list[QueuedHand], decisions: list[tuple[int, str]]) -> Any:
    for which, what in decisions:
        decided(table, hands[which % len(hands)].key, what)
