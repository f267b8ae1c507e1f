"""Taking back acts of a clock: no table loses time, and none has any twice."""

import json
from datetime import UTC, datetime, timedelta
from types import FunctionType

import pytest

from scoring.book.table_clock import AWAITS_REFEREE, BEFORE_START, CLOCK_DONE, CLOCK_PAUSED, IN_PLAY
from tests.support.server import build_environment, manage
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.clock.rounds import clock_at, stop_time, table_at, tables_of
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.results.standings.played_tables import finish_table
from tests.tournaments.support import acts
from tests.tournaments.support.acts import DIRECTOR, last, take_back
from tests.tournaments.support.factories import new_key
from tournaments.core.actions.base import BY_KIND, UNDO_TIME, list_kinds
from tournaments.core.actions.targets import BOOK, ROUND, TABLE
from tournaments.core.acts import ActionRefused, Kind
from tournaments.hall.clock.events import (
    CLOSE,
    EXTEND,
    GO_ON,
    HALT,
    HANDS,
    PAUSE,
    RESUME,
    START,
    TIME_UP,
    UNDO,
    Event,
    Length,
    compute_clock,
    is_on,
)
from tournaments.hall.clock.table_clocks import apply_clock_event
from tournaments.hall.desk.table_views import load_table_log
from tournaments.hall.draw.services import must_be_replaceable
from tournaments.models import Act, Draw, Tournament
from tournaments.results.undo.services import undo

pytestmark = pytest.mark.usefixtures("watch")
LENGTH = Length(30 * 60)
BEGIN = datetime(2026, 1, 6, 19, tzinfo=UTC)


def at(minutes):
    return BEGIN + timedelta(minutes=minutes)


def clock(*happened, length=LENGTH):
    """The clock after (what, minute, seconds or number of what is taken back); events are numbered from 1."""
    rows = []
    for number, (what, minute, *more) in enumerate(happened, 1):
        said = more[0] if more else 0
        rows.append(Event(what, at(minute), 0 if what == UNDO else said, number=number, of=said if what == UNDO else 0))
    return compute_clock(length, rows)


def test_a_pause_that_is_taken_back_ends_and_the_time_in_it_is_played():
    assert clock((START, 0), (PAUSE, 10), (UNDO, 13, 2)).ends == at(33)


def test_a_pause_that_goes_on_after_all_has_lasted_all_the_time():
    again = clock((START, 0), (PAUSE, 10), (RESUME, 15), (UNDO, 17, 3))
    assert (again.stands, again.left) == (CLOCK_PAUSED, 20 * 60 * 1000)


def test_minutes_that_were_given_or_taken_by_mistake_are_as_if_they_had_not_been():
    assert clock((START, 0), (EXTEND, 10, 300), (UNDO, 12, 2)).ends == at(30)
    assert clock((START, 0), (EXTEND, 10, -300), (UNDO, 12, 2)).ends == at(30)


def test_a_gong_by_mistake_costs_nobody_the_time_in_which_nothing_was_played():
    assert clock((START, 0), (TIME_UP, 10), (UNDO, 14, 2)).ends == at(34)
    # ten minutes fewer at minute 25 was a gong, too
    assert clock((START, 0), (EXTEND, 25, -600), (UNDO, 28, 2)).ends == at(33)


def test_a_table_that_was_closed_by_mistake_has_the_gong_and_the_minutes_that_all_had_since():
    gong = clock((START, 0), (CLOSE, 10), (TIME_UP, 11), (UNDO, 12, 2))
    assert (gong.stands, gong.left) == ("", 0)
    assert clock((START, 0), (CLOSE, 10), (EXTEND, 11, 300), (UNDO, 12, 2)).ends == at(37)
    # one that sounded before stays as it was
    assert clock((START, 0), (TIME_UP, 5), (CLOSE, 10), (UNDO, 12, 3)).left == 0


def test_a_start_that_is_taken_back_leaves_the_whole_time_and_what_was_said_of_hands():
    cup = Length(30 * 60, hands=(16, 20, 24))
    rows = [
        Event(HANDS, at(-5), hands=(12, 15, 18), number=1),
        Event(START, at(0), number=2),
        Event(PAUSE, at(3), number=3),
        Event(UNDO, at(5), of=2, number=4),
    ]
    before = compute_clock(cup, rows)
    assert (before.stands, before.left, before.hands) == (BEFORE_START, 30 * 60 * 1000, (12, 15, 18))
    assert not is_on(rows)
    assert compute_clock(cup, [*rows, Event(START, at(20), number=5)]).ends == at(50)


def test_fewer_hands_that_were_said_by_mistake_are_as_many_again():
    cup = Length(0, hands=(16, 20, 24))
    said = [Event(START, at(0), number=1), Event(HANDS, at(5), hands=(12, 15, 18), number=2)]
    assert compute_clock(cup, [*said, Event(UNDO, at(6), of=2, number=3)]).hands == (16, 20, 24)


def test_a_halted_table_that_was_closed_waits_for_the_referee_again():
    again = clock((START, 0), (HALT, 5), (CLOSE, 8), (UNDO, 9, 3))
    assert (again.stands, again.left) == (AWAITS_REFEREE, 25 * 60 * 1000)
    on = clock((START, 0), (HALT, 5), (CLOSE, 8), (UNDO, 9, 3), (GO_ON, 11))
    assert on.ends == at(36)


# at the tables


@share_rows
def drawn_round():
    with stop_time():
        return tables_of(2, count_chips=False)


@share_rows
def running_round(drawn_round):
    with stop_time():
        acts.start_clock(drawn_round, new_key())
    drawn_round.refresh_from_db()
    return drawn_round


@pytest.mark.parametrize(
    ("do", "kind"),
    [
        (lambda round_: acts.extend(round_, new_key(), 300), Kind.EXTEND),
        (lambda round_: acts.end_time(round_, new_key()), Kind.TIME_UP),
        (lambda round_: acts.extend(round_, new_key(), -1500), Kind.EXTEND),
    ],
)
def test_every_table_has_the_time_that_it_had(running_round, watch, do, kind):
    watch.later(minutes=5)
    do(running_round)
    take_back(kind)
    assert [clock_at(running_round, number).compute_left(watch.at) for number in (1, 2)] == [25 * 60 * 1000] * 2
    assert last(Kind.UNDONE).undoes.kind == kind


def test_it_is_done_once_and_by_an_act_of_its_own(running_round, watch):
    acts.pause_clock(running_round, new_key())
    watch.later(minutes=2)
    act, key = last(Kind.PAUSE), new_key()
    for _twice in range(2):
        undo(act.tournament_id, key, act.sequence, DIRECTOR)
    assert clock_at(running_round, 1).ends == watch.at + timedelta(minutes=30)
    with pytest.raises(ActionRefused, match="undone_already"):
        undo(act.tournament_id, new_key(), act.sequence, DIRECTOR)
    assert Act.objects.filter(kind=Kind.UNDONE).count() == 1
    with pytest.raises(ActionRefused, match="cannot_undo"):
        take_back(Kind.UNDONE)


def test_after_ten_minutes_a_pause_stays(running_round, watch):
    acts.pause_clock(running_round, new_key())
    watch.set(watch.at + UNDO_TIME + timedelta(seconds=1))
    with pytest.raises(ActionRefused, match="too_late"):
        take_back(Kind.PAUSE, "verdrückt")


def moves_clock(function, seen=()):
    """Return whether a function comes to `apply_clock_event`, by the names of what it calls."""
    for thing in (function.__globals__.get(name) for name in function.__code__.co_names):
        called = thing.__dict__.get("carry_out") if isinstance(thing, type) else thing
        if called is apply_clock_event:
            return True
        is_ours = (
            isinstance(called, FunctionType) and called.__module__.startswith("tournaments.") and called not in seen
        )
        if is_ours and moves_clock(called, (*seen, function)):
            return True
    return False


WALK = {  # every act of a clock, on a table or (None) a round that runs
    Kind.PAUSE: lambda round_, _table: acts.pause_clock(round_, new_key()),
    Kind.RESUME: lambda round_, _table: [acts.pause_clock(round_, new_key()), acts.resume(round_, new_key())][-1],
    Kind.EXTEND: lambda round_, table: acts.extend(round_, new_key(), 60, table=table),
    Kind.TIME_UP: lambda round_, table: acts.end_time(round_, new_key(), table=table),
    Kind.HANDS: lambda round_, table: acts.play_hands(round_, new_key(), 8, table=table),
    Kind.HALT: lambda _round, table: acts.halt(table, new_key()),
    Kind.GO_ON: lambda _round, table: acts.go_on(table, new_key()),
    Kind.CALLED: lambda _round, table: acts.call_referee(table, new_key()),
    Kind.RULING: lambda _round, table: acts.record_ruling(table, new_key(), "Die Karte gilt.").act,
    Kind.DONE: lambda _round, table: acts.close_table(table, new_key(), confirmed=True),
    Kind.REOPENED: lambda round_, table: [
        acts.close_table(table, new_key(), confirmed=True),
        acts.reopen(table_at(round_, table.number), new_key(), 60, "doch noch"),
    ][-1],
    Kind.BROKEN_UP: lambda _round, table: acts.break_up(table, new_key(), "krank", counts=True),
}
ON_TABLES = [kind for kind in WALK if any(target in (TABLE, BOOK) for target in BY_KIND[kind].spec.list_targets())]
ON_ROUNDS = [kind for kind in WALK if ROUND in BY_KIND[kind].spec.list_targets()]


def test_every_act_that_moves_a_clock_says_so():
    assert (
        {*list_kinds(lambda cls: moves_clock(cls.carry_out))}
        - {Kind.START, Kind.MOVED}  # it ends a table by another act
        == {*WALK}
        == {*list_kinds(lambda cls: cls.spec.on_clock)}
    )


def test_a_process_that_has_loaded_no_page_knows_what_may_stand_before_another_draw(tmp_path):
    code = "from tournaments.core.actions.base import list_kinds; print(*list_kinds(lambda cls: cls.spec.before_play))"
    known = manage(build_environment(tmp_path), "shell", "-v0", "-c", code).split()
    of_clocks = {Kind.START, Kind.PAUSE, Kind.RESUME, Kind.EXTEND, Kind.TIME_UP, Kind.HALT, Kind.GO_ON, Kind.CALLED}
    assert {*known} == {*of_clocks, Kind.PLAYS, Kind.SUBSTITUTE, Kind.SEAT_CLOSED, Kind.MOVED}


@pytest.mark.parametrize(
    ("kind", "number"), [*((kind, 1) for kind in ON_TABLES), *((kind, None) for kind in ON_ROUNDS)]
)
def test_nothing_earlier_is_taken_back_under_an_act_of_the_same_clock_and_the_log_of_the_table_has_it(
    running_round, watch, kind, number
):
    table = table_at(running_round, number) if number else None
    earlier = acts.extend(running_round, new_key(), 300, table=table)
    done = WALK[kind](running_round, table)
    with pytest.raises(ActionRefused, match="followed") as found:
        undo(earlier.tournament_id, new_key(), earlier.sequence, DIRECTOR)
    assert found.value.params["act"].kind in WALK
    assert [done in load_table_log(table_at(running_round, each)) for each in (1, 2)] == [True, number is None]


@pytest.mark.parametrize("kind", ON_TABLES)
def test_after_an_act_of_a_table_alone_that_left_nothing_the_round_is_drawn_anew(running_round, kind):
    WALK[kind](running_round, table_at(running_round, 1))
    if kind == Kind.RULING:
        with pytest.raises(ActionRefused, match="followed"):
            take_back(Kind.START, "zu früh")
        return
    for ending in (Kind.REOPENED, Kind.DONE, Kind.BROKEN_UP):
        if last(ending) is not None:
            take_back(ending)
    take_back(Kind.START, "zu früh")
    running_round.refresh_from_db()
    draw = running_round.draw
    other = Draw(seating=json.dumps(json.loads(draw.seating)[::-1]), dealers=draw.dealers)
    if last(kind).kind == Kind.HANDS:
        with pytest.raises(ActionRefused, match="tables_written"):
            must_be_replaceable(running_round, other)
        take_back(kind)
    must_be_replaceable(running_round, other)
    with pytest.raises(ActionRefused, match="tables_written"):
        must_be_replaceable(running_round, None)  # the act has no table any more


def test_time_in_which_hands_were_entered_is_not_taken_away(running_round, watch):
    watch.later(minutes=25)
    acts.extend(running_round, new_key(), 300)
    watch.later(minutes=2)
    play(running_round, 1)  # in time without the extension, too
    watch.later(minutes=4)
    play(running_round, 2)  # only because of it
    with pytest.raises(ActionRefused, match="hands_since") as found:
        take_back(Kind.EXTEND)
    assert found.value.params["table"] == 2


def test_a_gong_after_which_the_hand_in_play_was_entered_stays(running_round, watch):
    watch.later(minutes=5)
    acts.end_time(running_round, new_key())
    watch.later(minutes=1)
    play(running_round, 1, phase=IN_PLAY)
    with pytest.raises(ActionRefused, match="hands_since"):
        take_back(Kind.TIME_UP)


def test_a_table_that_was_halted_by_mistake_goes_on(running_round):
    acts.halt(table_at(running_round, 1), new_key(), DIRECTOR)
    take_back(Kind.HALT)
    assert clock_at(running_round, 1).stands == ""


# a round falls back to its draw


def test_a_round_that_was_started_too_early_falls_back_to_its_draw(running_round, watch):
    of = running_round.tournament_id
    assert Tournament.objects.get(pk=of).frozen is not None
    watch.later(minutes=40)
    with pytest.raises(ActionRefused, match="no_reason"):
        take_back(Kind.START)
    take_back(Kind.START, "noch nicht alle da")
    running_round.refresh_from_db()
    assert running_round.started is None
    assert Tournament.objects.get(pk=of).frozen is None
    assert clock_at(running_round, 1).stands == BEFORE_START
    acts.start_clock(running_round, new_key())
    assert clock_at(running_round, 2).ends == watch.at + timedelta(minutes=30)


def test_a_round_with_a_hand_in_a_book_has_started_for_good(running_round, watch):
    watch.later(minutes=3)
    play(running_round, 2)
    with pytest.raises(ActionRefused, match="hands_since") as found:
        take_back(Kind.START)
    assert found.value.params == {"table": 2, "at": watch.at}


def test_a_round_whose_table_is_done_has_started_for_good(running_round):
    finish_table(table_at(running_round, 1))
    with pytest.raises(ActionRefused, match="followed"):
        take_back(Kind.START)
    take_back(Kind.DONE)
    assert clock_at(running_round, 1).stands == ""
    assert table_at(running_round, 1).done is None
    take_back(Kind.START)


def test_a_table_that_was_opened_by_mistake_is_done_again(running_round, watch):
    finish_table(table_at(running_round, 1))
    before = table_at(running_round, 1).done
    acts.reopen(table_at(running_round, 1), new_key(), 120, "doch noch")
    watch.later(minutes=1)
    take_back(Kind.REOPENED)
    assert table_at(running_round, 1).done == before
    assert clock_at(running_round, 1).stands == CLOCK_DONE
