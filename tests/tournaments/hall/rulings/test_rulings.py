"""Rulings (§5): the clock stands, what was decided is done once and for good, and the register names it."""

import pytest
from django.db import DatabaseError, transaction

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.services import record_hand
from scoring.book.table_clock.clock import AWAITS_REFEREE, decode_clock
from scoring.models import Entry, Total
from scoring.table.corrections.changes import strike_line
from scoring.table.corrections.services import write_change
from tarockclub.kit.time_source import now
from tests.support.shared_rows import share_rows
from tests.tournaments.results.standings.played_tables import running
from tests.tournaments.support import factories
from tests.tournaments.support.clock_acts import start_clock
from tests.tournaments.support.ruling_acts import call_referee, record_ruling
from tournaments.core.acts import ActionRefused
from tournaments.hall.rulings.actions import RENONCE, TRANSFER, VOID
from tournaments.hall.rulings.selectors import load_register, load_table_rulings
from tournaments.models import Act, RoundTable, Ruling

pytestmark = pytest.mark.django_db
DECIDED = "Die Karte gilt als gespielt."


@share_rows
def table():
    """A table of a round that runs."""
    _, _first, tables = running(8)
    return again(tables[0])


def again(table):
    """The table as it is now."""
    return RoundTable.objects.select_related("round__tournament", "game_table__sheet_version").get(pk=table.pk)


def clock(table):
    """Its clock."""
    return decode_clock(again(table).game_table.clock)


def play_hand(table, key="hand-1", previous=""):
    """A hand at the table: 1 point from two to two."""
    hand = {"plays": [{"contract": "normalspiel", "declarer": 0, "partner": 2, "result": "won"}]}
    written = record_hand(table.game_table.slug, key, previous, hand, phase="time")
    assert written.outcome is Outcome.SAVED, written
    return written.entry


def totals(table):
    """Return the totals of the players, in sixths, by place."""
    rows = Total.objects.filter(sitting__table=table.game_table).order_by("sitting__place")
    return list(rows.values_list("written", flat=True))


def get_sequence(table):
    """The last entry of its book."""
    return again(table).game_table.last_sequence


def test_a_ruling_lets_the_clock_go_on_and_nobody_waits_any_more(table):
    call_referee(table, factories.new_key())
    ruling = record_ruling(table, factories.new_key(), DECIDED)
    assert ruling.number == 1
    assert clock(table).stands == ""
    assert again(table).called is None
    assert Entry.objects.filter(table=table.game_table).count() == 0


def test_the_clock_may_go_on_standing(table):
    call_referee(table, factories.new_key())
    record_ruling(table, factories.new_key(), DECIDED, goes_on=False)
    assert clock(table).stands == AWAITS_REFEREE
    assert again(table).called is not None


def test_the_phones_of_a_table_notice_a_ruling_that_changes_nothing_else(table):
    news = table.game_table.news
    record_ruling(table, factories.new_key(), DECIDED, goes_on=False)
    assert again(table).game_table.news > news


def test_before_the_round_starts_there_is_no_clock_to_halt():
    _, _, tables = factories.whole(4)
    with pytest.raises(ActionRefused, match="not_begun"):
        call_referee(again(tables[0]), factories.new_key())


def test_a_transfer_that_does_not_add_up_is_refused_and_nothing_is_written(table):
    with pytest.raises(ActionRefused, match="not_written") as refused:
        record_ruling(table, factories.new_key(), DECIDED, deed=TRANSFER, amounts=(12, -6, 0, 0))
    assert [problem.code for problem in refused.value.params["problems"]] == ["amounts_not_zero"]
    assert not Ruling.objects.exists()
    assert not Act.objects.filter(kind="ruling").exists()
    assert totals(table) == [0, 0, 0, 0]


def test_a_void_hand_pays_nothing_and_players_cannot_change_it_any_more(table):
    line = play_hand(table).deal_number
    assert totals(table) == [6, -6, 6, -6]
    record_ruling(table, factories.new_key(), DECIDED, deed=VOID, line=line, seen=get_sequence(table))
    assert totals(table) == [0, 0, 0, 0]
    assert clock(table).settled == (line,)


def test_a_renonce_is_not_entered_after_a_hand_that_came_since_it_was_decided(table):
    record = {"plays": [{"contract": "normalspiel", "declarer": 0, "partner": 2}], "renonce": {"seat": 1}}
    renonce, seen = {"deed": RENONCE, "record": record}, get_sequence(table)
    play_hand(table)
    with pytest.raises(ActionRefused, match="stale"):
        record_ruling(table, factories.new_key(), DECIDED, **renonce, seen=seen)
    assert totals(table) == [6, -6, 6, -6]
    record_ruling(table, factories.new_key(), DECIDED, **renonce, seen=get_sequence(table))
    assert totals(table) != [6, -6, 6, -6]


def test_what_was_decided_about_a_sheet_that_has_changed_since_is_refused(table):
    line = play_hand(table).deal_number
    was = get_sequence(table)
    play_hand(table, "hand-2", "hand-1")
    with pytest.raises(ActionRefused, match="stale"):
        record_ruling(table, factories.new_key(), DECIDED, deed=VOID, line=line, seen=was)


def test_a_mistake_is_set_right_by_another_ruling_that_names_it(table):
    record_ruling(table, factories.new_key(), DECIDED)
    record_ruling(table, factories.new_key(), "Doch nicht.", corrects=1)
    first, second = load_register(table.round.tournament)
    assert (first.corrected_by, second.corrects) == ((2,), 1)
    assert load_table_rulings(table) == (first, second)
    with pytest.raises(ActionRefused, match="ruling_unknown"):
        record_ruling(table, factories.new_key(), DECIDED, corrects=9)


def test_rulings_are_numbered_within_their_tournament(table):
    other = factories.whole(4)[2][0]
    start_clock(other.round, factories.new_key())
    assert [
        record_ruling(ruled_table, factories.new_key(), DECIDED).number for ruled_table in (table, again(other), table)
    ] == [
        1,
        1,
        2,
    ]


@pytest.mark.parametrize(("text", "names", "code"), [("", "Gustav", "no_text"), ("Gilt.", " ", "no_names")])
def test_a_ruling_says_what_was_decided_and_by_whom(table, text, names, code):
    with pytest.raises(ActionRefused, match=code):
        record_ruling(table, factories.new_key(), text, names)


def test_a_ruling_is_final(table):
    ruling = record_ruling(table, factories.new_key(), DECIDED)
    for change_it in (
        lambda: Ruling.objects.filter(pk=ruling.pk).update(number=7),
        lambda: Ruling.objects.filter(pk=ruling.pk).delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change_it()
    assert Ruling.objects.get(pk=ruling.pk).number == 1


def test_a_settled_hand_is_not_struck_by_players(table):
    line = play_hand(table).deal_number
    record_ruling(table, factories.new_key(), DECIDED, line=line)
    game = again(table).game_table
    written = write_change(game, "strike-it", get_sequence(table), strike_line(line), "Irrtum", sent="strike")
    assert written.outcome is Outcome.DIRECTOR


def test_at_a_table_that_is_done_only_who_was_warned_changes_the_sheet(table):
    RoundTable.objects.filter(pk=table.pk).update(done=now())
    transfer = {"deed": TRANSFER, "amounts": (6, -6, 0, 0)}
    with pytest.raises(ActionRefused, match="must_be_sure"):
        record_ruling(again(table), factories.new_key(), DECIDED, **transfer)
    record_ruling(again(table), factories.new_key(), DECIDED)
    record_ruling(again(table), factories.new_key(), DECIDED, **transfer, sure=True)
    assert totals(table) == [6, -6, 0, 0]
