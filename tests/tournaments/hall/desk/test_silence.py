"""A table from which nothing comes is named on the desk: by the minutes since its last hand, and since the gong."""

import re

import pytest
from django.urls import reverse

from scoring.book.table_clock.clock import DOUBLE, IN_PLAY
from tests.scoring.support.tables import new_key
from tests.support.accounts import log_in, make_account
from tests.tournaments.hall.clock.rounds import table_at, tables_of
from tests.tournaments.hall.desk.playing import play
from tournaments.hall.clock.services import extend, halt, pause_clock, resume, start_clock
from tournaments.hall.desk.needs import OVERTIME, SILENT
from tournaments.hall.desk.page import load_desk
from tournaments.models import Round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("watch")]


def begin(count=4, **settings):
    made = tables_of(count, **settings)
    start_clock(made, new_key())
    return Round.objects.select_related("tournament").get(pk=made.pk)


def quiet_tables(round_):
    """The silent tables, and those that play on after the gong; each with its minutes."""
    silence = load_desk(round_.tournament, round_).silence
    return tuple([(quiet.row.number, quiet.minutes) for quiet in some] for some in silence)


def test_the_silent_ones_are_named_longest_first(watch):
    round_ = begin()
    play(round_, 2)
    watch.later(minutes=4)
    play(round_, 1)
    watch.later(minutes=5, seconds=59)
    assert quiet_tables(round_) == ([], [])
    watch.later(seconds=1)
    play(round_, 4)
    assert quiet_tables(round_) == ([(2, 10), (3, 10)], [])
    watch.later(minutes=4)
    assert quiet_tables(round_) == ([(2, 14), (3, 14), (1, 10)], [])


def test_at_the_usual_pace_nobody_is_named_in_half_an_hour_and_the_double_round(watch):
    round_ = begin(2)
    for _hand in range(7):
        watch.later(minutes=4)
        for number in (1, 2):
            play(round_, number)
        assert quiet_tables(round_) == ([], [])
    watch.later(minutes=3)
    for number in (1, 2):
        play(round_, number, phase=IN_PLAY)
    for _hand in range(3):
        watch.later(minutes=4)
        for number in (1, 2):
            play(round_, number, phase=DOUBLE)
        assert quiet_tables(round_) == ([], [])


def test_who_has_not_finished_long_after_the_gong_is_named_too_once(watch):
    round_ = begin(3)
    watch.later(minutes=29)
    for number in (1, 2, 3):
        play(round_, number)
    watch.later(minutes=9)
    play(round_, 1, phase=DOUBLE)
    watch.later(minutes=7)
    assert quiet_tables(round_) == ([(2, 16), (3, 16)], [(1, 15)])
    for _hand in range(3):
        play(round_, 1, phase=DOUBLE)
    assert quiet_tables(round_)[1] == []


def test_no_time_counts_in_which_nobody_can_play(watch):
    round_ = begin(3)
    for number in (1, 2, 3):
        play(round_, number)
    pause_clock(round_, new_key())
    watch.later(minutes=30)
    assert quiet_tables(round_) == ([], [])
    resume(round_, new_key())
    watch.later(minutes=9)
    assert quiet_tables(round_) == ([], [])
    play(round_, 1)
    halt(table_at(round_, 2), new_key())  # it waits for the referee, who knows
    watch.later(minutes=2)
    assert quiet_tables(round_) == ([(3, 11)], [])


@pytest.mark.parametrize("said", [{"silent_seconds": 0}, {"round_seconds": 0, "hands": (16, 20, 24)}])
def test_nobody_is_named_where_it_is_switched_off_and_where_no_clock_runs(watch, said):
    round_ = begin(2, **said)
    play(round_, 1)
    watch.later(minutes=25)
    assert quiet_tables(round_) == ([], [])


def test_a_round_on_paper_is_left_in_peace(watch):
    round_ = begin(2)
    watch.later(minutes=50)
    assert quiet_tables(round_) == ([], [])


def test_the_desk_says_so_by_itself_in_one_line(watch, monkeypatch, director):
    """Although nothing happens: the page asks again and gets another answer."""
    round_ = begin(3)
    play(round_, 1)
    live = reverse("desk_live", kwargs={"slug": round_.tournament.slug, "number": round_.number})
    tag = director.get(live)["ETag"]
    watch.later(minutes=12)
    monkeypatch.setattr("tournaments.hall.desk.views.PAGE_CACHE.choose_tag", lambda _name, _acts, newest, **_: newest)
    html = director.get(live, headers={"If-None-Match": tag}).content.decode()
    lines = re.findall(r'<li id="need-(\w+)-0"(.*?)</li>', html, re.S)
    assert [kind for kind, _text in lines] == [SILENT]
    words = re.sub(r"\s|&nbsp;", " ", re.sub(r"<[^>]+>", "", lines[0][1]))
    assert "1 (12 min), 2 (12 min), 3 (12 min)" in words
    assert OVERTIME not in html


def test_the_last_two_minutes_are_told_by_the_round_and_not_by_each_of_its_tables(watch):
    """But by a table whose own time ends at another moment."""
    round_ = begin(3)
    extend(round_, new_key(), 60, table=table_at(round_, 2))
    watch.later(minutes=29)
    html = log_in(make_account("director")).get(
        reverse("desk", kwargs={"slug": round_.tournament.slug, "number": round_.number})
    )
    tiles = re.findall(r'<li id="table-(\d)"(.*?)</li>', html.content.decode(), re.S)
    assert [number for number, tile in tiles if "weniger als 2 Minuten" in tile] == ["2"]
    assert "weniger als 2 Minuten" in html.content.decode().partition('id="table-')[0]
