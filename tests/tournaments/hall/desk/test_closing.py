"""A table is done when its chips are counted; it can be opened again, and one left with three is ended."""

import pytest

from scoring.book.table_clock import CLOCK_DONE
from scoring.models import HeldHand
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.tables import new_key
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.clock.rounds import clock_at, stop_time, table_at, tables_of
from tests.tournaments.hall.desk.playing import hold, play
from tests.tournaments.support import acts
from tournaments.core.acts import ActionRefused, Kind
from tournaments.hall.desk.chips import compute_chips
from tournaments.hall.desk.overview import load_rows
from tournaments.models import Act, Round, RoundTable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("watch")]


@share_rows
def round_():
    with stop_time():
        made = tables_of(2)
        acts.start_clock(made, new_key())
        return Round.objects.get(pk=made.pk)


def computed(round_, number=1):
    return compute_chips(table_at(round_, number).game_table, round_.tournament)


def count_chips(round_, number=1, more=0):
    """Count the chips: as they are computed, but the first player has so much more."""
    chips = computed(round_, number)
    first = next(iter(chips))
    return acts.count_chips(table_at(round_, number), new_key(), chips | {first: chips[first] + more})


def test_a_table_is_done_when_its_chips_are_right(round_, watch):
    play(round_, 1)
    watch.later(minutes=31)
    count_chips(round_)
    acts.close_table(table_at(round_, 1), new_key(), confirmed=True)
    assert table_at(round_, 1).done == watch.at
    assert clock_at(round_, 1).stands == CLOCK_DONE
    assert clock_at(round_, 2).stands == ""


def test_a_tap_that_comes_twice_closes_once(round_, watch):
    count_chips(round_)
    once = new_key()
    acts.close_table(table_at(round_, 1), once, confirmed=True)
    watch.later(minutes=5)
    acts.close_table(table_at(round_, 1), once, confirmed=True)
    assert Act.objects.filter(kind=Kind.DONE).count() == 1
    with pytest.raises(ActionRefused, match="table_done"):
        acts.close_table(table_at(round_, 1), new_key(), confirmed=True)


def test_without_a_count_no_table_is_done_nor_with_one_from_before_the_last_hand(round_):
    with pytest.raises(ActionRefused, match="not_counted"):
        acts.close_table(table_at(round_, 1), new_key(), confirmed=True)
    count_chips(round_)
    play(round_, 1)
    with pytest.raises(ActionRefused, match="not_counted"):
        acts.close_table(table_at(round_, 1), new_key(), confirmed=True)


def test_a_count_says_every_player(round_):
    chips = computed(round_)
    chips.popitem()
    with pytest.raises(ActionRefused, match="not_all_counted"):
        acts.count_chips(table_at(round_, 1), new_key(), chips)


def test_what_is_open_at_a_table_must_be_confirmed(round_):
    play(round_, 1)
    hold(round_, 1)
    hold(round_, 1, HeldHand.Why.STALE)
    RoundTable.objects.filter(pk=table_at(round_, 1).pk).update(called=round_.started)
    count_chips(round_)
    with pytest.raises(ActionRefused, match="must_confirm") as refused:
        acts.close_table(table_at(round_, 1), new_key())
    codes = [(open_point.code, open_point.number) for open_point in refused.value.params["pending"]]
    assert codes == [("called", 0), ("late", 1), ("held", 1), ("time_left", 0)]
    acts.close_table(table_at(round_, 1), new_key(), confirmed=True)


def test_after_the_time_the_double_round_is_missing(round_, watch):
    play(round_, 1)
    watch.later(minutes=31)
    count_chips(round_)
    with pytest.raises(ActionRefused) as refused:
        acts.close_table(table_at(round_, 1), new_key())
    assert [(open_point.code, open_point.number) for open_point in refused.value.params["pending"]] == [
        ("doubles_left", 4)
    ]


def test_a_table_is_opened_again_with_a_reason_and_so_much_time(round_, watch):
    watch.later(minutes=31)
    count_chips(round_)
    acts.close_table(table_at(round_, 1), new_key(), confirmed=True)
    with pytest.raises(ActionRefused, match="no_reason"):
        acts.reopen(table_at(round_, 1), new_key(), 0, "")
    acts.reopen(table_at(round_, 1), new_key(), 120, "Ein Spiel fehlt")
    assert table_at(round_, 1).done is None
    assert clock_at(round_, 1).compute_left(watch.at) == 120_000


def test_nothing_is_counted_closed_or_opened_when_the_round_is_over(round_):
    Round.objects.filter(pk=round_.pk).update(closed=round_.started)
    with pytest.raises(ActionRefused, match="closed"):
        count_chips(round_)
    with pytest.raises(ActionRefused, match="closed"):
        acts.reopen(table_at(round_, 1), new_key(), 0, "Zu spät")


@pytest.mark.parametrize("seconds", [-1, 3601])
def test_a_table_is_opened_again_for_an_hour_at_most(round_, seconds):
    acts.break_up(table_at(round_, 1), new_key(), "Ende", counts=True)
    with pytest.raises(ActionRefused, match="too_long"):
        acts.reopen(table_at(round_, 1), new_key(), seconds, "Weiter")


def test_what_is_not_done_cannot_be_opened_again(round_):
    with pytest.raises(ActionRefused, match="not_done"):
        acts.reopen(table_at(round_, 1), new_key(), 0, "Irrtum")


@pytest.mark.parametrize("counts", [True, False])
def test_a_table_left_with_three_is_ended_and_its_score_stands_or_is_struck(round_, counts):
    with pytest.raises(ActionRefused, match="no_reason"):
        acts.break_up(table_at(round_, 1), new_key(), "", counts=counts)
    acts.break_up(table_at(round_, 1), new_key(), "Einer ist gegangen", counts=counts)
    table = table_at(round_, 1)
    assert table.done is not None
    assert table.counts is counts
    assert clock_at(round_, 1).stands == CLOCK_DONE
    acts.break_up(table, new_key(), "Doch anders", counts=not counts)
    assert table_at(round_, 1).counts is not counts


def test_before_the_start_nothing_is_closed(watch):
    made = tables_of(1)
    with pytest.raises(ActionRefused, match="not_begun"):
        acts.close_table(table_at(made, 1), new_key())
    with pytest.raises(ActionRefused, match="not_begun"):
        acts.break_up(table_at(made, 1), new_key(), "Zu früh", counts=True)


def test_the_overview_says_what_was_counted_and_what_is_done(round_):
    count_chips(round_, 1, more=100)
    count_chips(round_, 2)
    acts.close_table(table_at(round_, 2), new_key(), confirmed=True)
    first, second = load_rows(RoundTable.objects.filter(round=round_), INSIDE)
    assert (first.counted, first.differs, first.done) == (True, True, None)
    assert (second.counted, second.differs, second.is_open) == (True, False, False)
    play(round_, 1)
    first, second = load_rows(RoundTable.objects.filter(round=round_), INSIDE)
    assert (first.counted, first.differs) == (False, False)
