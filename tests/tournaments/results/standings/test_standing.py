"""The standing of a tournament, read from the books of its tables."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring.engine.evening.course import Seating
from scoring.models import GameTable
from scoring.table.corrections.changes import change_seats, transfer_amounts
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tarockclub.platform.server.page_cache import VersionCache
from tests.tournaments.results.standings.played_tables import (
    POINT,
    paper,
    running,
    standings,
    started,
    tried,
)
from tests.tournaments.support import factories
from tournaments.core.rules.capital import PARTS
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import RoundTable, Tournament
from tournaments.results.standings import cache

pytestmark = pytest.mark.django_db
PLAY_MONEY = 100 * PARTS


def ranks(lines):
    return {line.player.number: line.rank for line in lines}


def test_a_round_stands_as_its_tables_say():
    of, _first, (one, other) = running(8)
    paper(one, 10, -10, 5, -5)
    paper(other, 10, -60, 25, 25, replaced=(0, 1))
    (standing,) = standings(of).rounds
    assert [(line.rank, line.player.number, line.ranked_amount // PLAY_MONEY) for line in standing.lines] == [
        (1, 7, 75),
        (1, 8, 75),
        (3, 1, 60),
        (3, 5, 60),
        (5, 3, 55),
        (6, 4, 45),
        (7, 2, 40),
        (8, 6, -10),
    ]
    last = standing.lines[-1]
    assert (last.replaced, last.capital // PLAY_MONEY, last.gain // PLAY_MONEY, last.table) == (1, 40, -60, 2)


def test_a_table_that_was_struck_ranks_nobody():
    of, _first, (one, other) = running(8)
    paper(one, 10, -10, 5, -5)
    RoundTable.objects.filter(pk=other.pk).update(counts=False)
    (standing,) = standings(of).rounds
    assert standing.struck == (2,)
    assert sorted(line.player.number for line in standing.lines) == [1, 2, 3, 4]


def test_tables_are_ranked_by_themselves_where_the_settings_say_so():
    of, _first, (one, other) = running(8, scope="table")
    paper(one, 1, -1, 2, -2)
    paper(other, 10, -10, 20, -20)
    (standing,) = standings(of).rounds
    assert [(line.table, line.rank) for line in standing.lines] == [(1, at) for at in (1, 2, 3, 4)] + [
        (2, at) for at in (1, 2, 3, 4)
    ]


def test_the_score_of_a_seat_is_whose_seat_it_is_in_the_end():
    of, _first, (one,) = running(4)
    paper(one, 10, -10, 0, 0)
    guest = find_or_create_person(load_first_club(), "Aushilfe")
    tried(one, change_seats(Seating((0, 1, 2, 3), (), ((0, guest.pk),))), "guest")
    tried(one, transfer_amounts((5 * POINT, -5 * POINT, 0, 0, 0, 0)), "transfer")
    (standing,) = standings(of).rounds
    best = standing.lines[0]
    assert (best.player.name, best.player.number, best.before) == ("Aushilfe", 0, ("Spieler 1",))
    assert best.gain == 15 * PLAY_MONEY
    assert 1 not in {line.player.number for line in standing.lines}


def test_who_comes_late_begins_with_all_his_capital_and_who_left_keeps_his():
    of, _first, (one,) = running(5)
    paper(one, 4, -1, -1, -1, -1)
    tried(one, change_seats(Seating((0, 1, 2, 3))), "goes")
    again = GameTable.objects.get(pk=one.game_table_id)
    assert again.last_sequence == 2
    (standing,) = standings(of).rounds
    assert {line.player.number: line.gain // PLAY_MONEY for line in standing.lines} == {
        1: 4,
        2: -1,
        3: -1,
        4: -1,
        5: -1,
    }


def test_all_rounds_together_count_what_was_won_and_lost():
    of, _first, (one,) = running(5)
    paper(one, 10, -10, 4, -4, 0)
    second = factories.round_(of, 4)
    (again,) = factories.draw_tables(second)
    assert ranks(standings(of).totals) == {1: 1, 3: 2, 5: 3, 4: 4, 2: 5}
    started(second)
    paper(again, -20, 30, -5, -5)
    found = standings(of)
    assert {query.player.number: query.gain // PLAY_MONEY for query in found.totals} == {
        1: -10,
        2: 20,
        3: -1,
        4: -9,
        5: 0,
    }
    assert ranks(found.totals) == {2: 1, 5: 2, 3: 3, 4: 4, 1: 5}
    waited = next(query for query in found.totals if query.player.number == 5)
    assert [bool(round_) for round_ in waited.rounds] == [True, False]


def test_somebody_who_was_entered_twice_is_one():
    of, _first, (one,) = running(4)
    person = find_or_create_person(load_first_club(), "Spieler 1")
    guest = find_or_create_person(load_first_club(), "Spieler eins")
    tried(one, change_seats(Seating((0, 1, 2, 3), (), ((0, guest.pk),))), "guest")
    guest.merged_into = person
    guest.save()
    (standing,) = standings(of).rounds
    assert {line.player.name for line in standing.lines} == {f"Spieler {at}" for at in (1, 2, 3, 4)}
    assert all(line.before == () for line in standing.lines)


def test_the_sign_is_another_one_after_every_entry_and_act():
    of, first, (one, _other) = factories.whole(8)
    signs = [load_progress(of).sign]
    started(first)
    signs.append(load_progress(Tournament.objects.get(pk=of.pk)).sign)
    paper(one, 1, -1, 0, 0)
    signs.append(load_progress(Tournament.objects.get(pk=of.pk)).sign)
    GameTable.objects.filter(pk=one.game_table_id).update(news=99)
    signs.append(load_progress(Tournament.objects.get(pk=of.pk)).sign)
    assert len(set(signs)) == 4


def test_the_number_of_queries_does_not_grow_with_the_tables():
    counted = []
    for people in (8, 24):
        of, _first, tables = running(people)
        for table in tables:
            paper(table, 1, -1, 0, 0)
        row = Tournament.objects.get(pk=of.pk)
        with CaptureQueriesContext(connection) as found:
            load_standings(load_progress(row))
        counted.append(len(found))
    assert counted[0] == counted[1] <= 9


def test_the_result_of_somebody_who_was_merged_stays_his_under_the_name_that_was_kept():
    of, _first, (one,) = running(4)
    paper(one, 10, -10, 5, -5)
    before = standings(of).rounds[0].lines[0].player
    with transaction.atomic():
        kept = find_or_create_person(load_first_club(), "Wie er wirklich heißt")
    Person.objects.filter(pk=before.person).update(merged_into=kept)
    now = standings(of).rounds[0].lines[0].player
    assert now == before._replace(name="Wie er wirklich heißt", real="Wie er wirklich heißt")


def test_who_watches_waits_a_moment_for_what_takes_long_and_staff_does_not(monkeypatch):
    monkeypatch.setattr(cache, "STANDINGS_CACHE", VersionCache(16, pace=10**9))
    of, _first, (one,) = running(4)
    before = cache.load_cached_standings(load_progress(Tournament.objects.get(pk=of.pk)))
    paper(one, 1, -1, 0, 0)
    now = load_progress(Tournament.objects.get(pk=of.pk))
    assert cache.load_cached_standings(now) is before
    assert (
        cache.load_cached_standings(now, at_once=True).standings.stand.sign == now.sign != before.standings.stand.sign
    )
    assert cache.load_cached_standings(now).standings.stand.sign == now.sign
