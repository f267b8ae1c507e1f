"""The director's acts on the clock: felt by the tables concerned, once, refused where they make no sense."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.book.table_clock import AWAITS_REFEREE, BEFORE_START, CLOCK_PAUSED
from scoring.models import GameTable
from tarockclub.platform.privacy.readers import INSIDE
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.clock.rounds import BEGIN, add_entrants, clock_at, stop_time, table_at, tables_of
from tests.tournaments.support import acts
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.hall.clock.table_clocks import ClockCommand, apply_clock_event, protect_line
from tournaments.hall.desk.page import load_desk
from tournaments.hall.rounds.game_tables import NewTable, lay_tables
from tournaments.models import Act, Draw, Round, RoundTable, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("watch")]


def key() -> str:
    return str(uuid4())


@share_rows
def round_():
    with stop_time():
        made = tables_of(3)
        acts.start_clock(made, key())
        return Round.objects.get(pk=made.pk)


def after(minutes: float):
    return BEGIN + timedelta(minutes=minutes)


def test_a_start_lets_every_table_play_and_freezes_the_settings(watch):
    made = tables_of(3)
    assert clock_at(made, 1).stands == BEFORE_START
    news = table_at(made, 1).game_table.news
    acts.start_clock(made, key())
    assert [clock_at(made, number).ends for number in (1, 2, 3)] == [after(30)] * 3
    assert Tournament.objects.get(pk=made.tournament_id).frozen == BEGIN
    assert Round.objects.get(pk=made.pk).started == BEGIN
    assert table_at(made, 1).game_table.news == news + 1


def test_a_tap_that_comes_twice_starts_once(watch):
    made, once = tables_of(1), key()
    first = acts.start_clock(made, once)
    watch.later(minutes=1)
    assert acts.start_clock(made, once) == first
    assert clock_at(made, 1).ends == after(30)
    with pytest.raises(ActionRefused, match="started"):
        acts.start_clock(made, key())


def test_a_round_without_tables_cannot_start(watch):
    made = tables_of(1)
    Round.objects.filter(pk=made.pk).update(draw=None)
    with pytest.raises(ActionRefused, match="no_tables"):
        acts.start_clock(made, key())


def test_while_another_round_plays_a_start_must_be_confirmed(round_):
    another = Round.objects.create(tournament=round_.tournament, number=3)
    another.draw = Draw.objects.create(round=another, number=1, at=BEGIN, made_from="", seating="[]", dealers="[]")
    another.save()
    table = table_at(round_, 3)
    table.round = another
    table.save()
    with pytest.raises(ActionRefused, match="others_play") as refused:
        acts.start_clock(another, key())
    assert refused.value.params == {"round": 2}
    acts.start_clock(another, key(), confirmed=True)


def test_a_real_tournament_does_not_start_while_time_runs_by_itself(watch):
    made = tables_of(1)
    Tournament.objects.update(lapse=False)
    with pytest.raises(ActionRefused, match="lapse"):
        acts.start_clock(made, key())
    assert Round.objects.get(pk=made.pk).started is None


def test_a_tournament_on_made_up_time_does_not_go_on_in_the_real_one(round_, settings):
    settings.TIME_FILE = None
    with pytest.raises(ActionRefused, match="lapse"):
        acts.pause_clock(round_, key())


def test_a_pause_of_seven_minutes_moves_the_end_of_all_tables_by_seven(round_, watch):
    watch.later(minutes=12)
    acts.pause_clock(round_, key())
    assert (clock_at(round_, 2).stands, clock_at(round_, 2).left) == (CLOCK_PAUSED, 18 * 60 * 1000)
    watch.later(minutes=7)
    acts.resume(round_, key())
    assert [clock_at(round_, number).ends for number in (1, 2, 3)] == [after(37)] * 3


def test_what_pauses_cannot_pause_and_what_runs_cannot_go_on(round_):
    with pytest.raises(ActionRefused, match="runs"):
        acts.resume(round_, key())
    acts.pause_clock(round_, key())
    with pytest.raises(ActionRefused, match="pauses"):
        acts.pause_clock(round_, key())


def test_a_table_of_five_plays_until_its_own_end_and_a_fifth_player_brings_the_time_along(watch):
    made = tables_of(0, sizes=(4, 5, 4), round_seconds=6000, larger_seconds=(6600, 0))
    acts.start_clock(made, key())
    assert [clock_at(made, number).ends for number in (1, 2, 3)] == [after(100), after(110), after(100)]
    desk = load_desk(made.tournament, made, INSIDE)
    assert (desk.face.text, [(size, face.text) for size, face in desk.larger]) == ("100:00", [(5, "110:00")])
    watch.later(minutes=20)
    acts.pause_clock(made, key())
    watch.later(minutes=5)
    acts.resume(made, key())
    (late,) = add_entrants(made.tournament, made, 4, 1)
    acts.seat_late(made, key(), late, 3)
    watch.later(minutes=80, seconds=1)
    assert [clock_at(made, number).is_over(watch.at) for number in (1, 2, 3)] == [True, False, False]
    acts.extend(made, key(), 300)  # for the tables that still play
    assert [clock_at(made, number).ends for number in (2, 3)] == [after(120)] * 2


def test_one_table_is_halted_and_gets_exactly_that_time(round_, watch):
    watch.later(minutes=5)
    acts.halt(table_at(round_, 2), key())
    assert clock_at(round_, 2).stands == AWAITS_REFEREE
    watch.later(seconds=150)
    acts.go_on(table_at(round_, 2), key())
    assert [clock_at(round_, number).ends for number in (1, 2, 3)] == [after(30), after(32.5), after(30)]


def test_news_are_raised_only_where_something_changed(round_):
    before = dict(GameTable.objects.values_list("pk", "news"))
    acts.halt(table_at(round_, 2), key())
    changed = {pk for pk, news in GameTable.objects.values_list("pk", "news") if news != before[pk]}
    assert changed == {table_at(round_, 2).game_table_id}


def test_after_the_gong_time_is_given_only_where_the_director_says_so(round_, watch):
    watch.later(minutes=31)
    with pytest.raises(ActionRefused, match="all_were_up"):
        acts.extend(round_, key(), 300)
    with pytest.raises(ActionRefused, match="time_was_up"):
        acts.extend(round_, key(), 300, table=table_at(round_, 1))
    acts.extend(round_, key(), 300, table=table_at(round_, 1), again=True)
    acts.extend(round_, key(), 300)
    assert clock_at(round_, 1).ends == after(41)
    assert clock_at(round_, 2).is_over(watch.at)


def test_the_director_ends_the_time(round_, watch):
    watch.later(minutes=20)
    acts.end_time(round_, key())
    assert clock_at(round_, 3).compute_left(watch.at) == 0


def test_the_clock_of_a_table_that_is_done_or_of_a_round_that_is_over_stays_as_it_is(round_):
    done = table_at(round_, 1)
    RoundTable.objects.filter(pk=done.pk).update(done=BEGIN)
    before = clock_at(round_, 1)
    for change in (
        lambda: acts.halt(done, key()),
        lambda: acts.end_time(round_, key(), table=done),
        lambda: acts.extend(round_, key(), 60, table=done),
    ):
        with pytest.raises(ActionRefused, match="table_done"):
            change()
    Round.objects.filter(pk=round_.pk).update(closed=BEGIN)
    for change in (lambda: acts.pause_clock(round_, key()), lambda: acts.halt(table_at(round_, 2), key())):
        with pytest.raises(ActionRefused, match="closed"):
            change()
    assert clock_at(round_, 1) == before


def test_what_concerns_one_table_names_it(round_):
    with pytest.raises(TypeError):
        apply_clock_event(round_.tournament, round_, ClockCommand("halt"))


def test_a_round_that_has_not_started_has_no_clock_to_change(watch):
    made = tables_of(1)
    for change in (acts.pause_clock, acts.resume, acts.end_time):
        with pytest.raises(ActionRefused, match="not_begun"):
            change(made, key())


def test_what_rulings_have_settled_stays_when_the_clock_changes(round_):
    protect_line(table_at(round_, 1), 7)
    protect_line(table_at(round_, 1), 3)
    acts.pause_clock(round_, key())
    assert clock_at(round_, 1).settled == (3, 7)
    assert clock_at(round_, 2).settled == ()


def test_every_change_is_an_act_that_says_when_and_by_how_much(round_, watch):
    watch.later(minutes=1)
    acts.extend(round_, key(), 300, reason="Feueralarm")
    last = Act.objects.get(kind=Kind.EXTEND)
    assert parse_content(last) == {
        "clock": {"at": round(watch.at.timestamp() * 1000), "seconds": 300, "what": "extend"}
    }
    assert last.note is not None
    assert last.note.text == "Feueralarm"


def test_a_change_for_all_tables_takes_no_more_queries_than_for_one(watch):
    made = tables_of(12)
    acts.start_clock(made, key())
    one = table_at(made, 1)
    assert _queries(lambda: acts.pause_clock(made, key())) <= _queries(lambda: acts.halt(one, key()))


def _queries(do):
    with CaptureQueriesContext(connection) as done:
        do()
    return len(done)


CUP = {"round_seconds": 0, "hands": (16, 20, 24), "double_round": False, "start": 0}


@share_rows
def cup():
    """A round of a cup with a table of four, five and six, that has started."""
    with stop_time():
        made = tables_of(0, (4, 5, 6), **CUP)
        acts.start_clock(made, key())
        return Round.objects.get(pk=made.pk)


def limits(of: Round) -> list[int]:
    """Return how many hands each of its three tables plays."""
    return [clock_at(of, number).get_most_hands(number + 3) for number in (1, 2, 3)]


def test_where_nothing_counts_down_no_time_can_be_given(cup):
    for table in (None, table_at(cup, 1)):
        with pytest.raises(ActionRefused, match="no_limit"):
            acts.extend(cup, key(), 300, table=table)
    acts.end_time(cup, key(), table=table_at(cup, 1))
    acts.extend(cup, key(), 300, table=table_at(cup, 1), again=True)
    assert [clock_at(cup, number).timed for number in (1, 2)] == [True, False]


def test_a_round_is_cut_short_for_all_so_that_everybody_deals_as_often(cup):
    once = key()
    done = acts.play_hands(cup, once, 12, reason="Sperrstunde")
    assert limits(cup) == [12, 15, 18]
    assert parse_content(done)["clock"]["hands"] == [12, 15, 18]
    assert acts.play_hands(cup, once, 12, reason="Sperrstunde") == done
    with pytest.raises(ActionRefused, match="other_body"):
        acts.play_hands(cup, once, 8, reason="Sperrstunde")
    acts.play_hands(cup, key(), 20)
    assert limits(cup) == [20, 25, 30]


def test_one_table_is_cut_short_by_its_own_number(cup):
    acts.play_hands(cup, key(), 15, table=table_at(cup, 2))
    assert limits(cup) == [16, 15, 24]
    assert clock_at(cup, 2).hands == (12, 15, 18)


def test_hands_with_which_not_everybody_deals_as_often_must_be_confirmed(cup):
    for hands, table, players in ((14, None, 4), (16, table_at(cup, 2), 5), (16, table_at(cup, 3), 6)):
        with pytest.raises(ActionRefused, match="not_whole") as refused:
            acts.play_hands(cup, key(), hands, table=table)
        assert refused.value.params == {"hands": hands, "players": players}
    acts.play_hands(cup, key(), 14, confirmed=True)
    assert limits(cup) == [14, 17, 21]


def test_what_is_done_or_over_gets_no_other_number_of_hands(cup):
    RoundTable.objects.filter(round=cup, number=1).update(done=BEGIN)
    with pytest.raises(ActionRefused, match="table_done"):
        acts.play_hands(cup, key(), 12, table=table_at(cup, 1))
    Round.objects.filter(pk=cup.pk).update(closed=BEGIN)
    with pytest.raises(ActionRefused, match="closed"):
        acts.play_hands(cup, key(), 12)


def test_what_was_said_before_the_start_counts_from_then_on_also_for_tables_that_are_laid_later(watch):
    made = tables_of(0, (4, 5, 6), **CUP)
    acts.play_hands(made, key(), 8)
    assert limits(made) == [8, 10, 12]
    persons = [entrant.person_id for entrant in made.tournament.entrants.all()[:4]]
    [late] = lay_tables(made.tournament, made, [NewTable(9, persons, 0)])
    assert clock_at(made, late.number).hands == (8, 10, 12)
    acts.start_clock(made, key())
    assert limits(made) == [8, 10, 12]
