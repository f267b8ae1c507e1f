"""The standing of a tournament, read from the books of its tables: play money, or written score and place points."""

import json

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.engine.evening.course import Seating
from scoring.models import GameTable
from scoring.table.corrections.changes import change_seats, enter_end_totals, transfer_amounts
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.page_cache import VersionCache
from tests.support.phones import Client
from tests.tournaments.results.standings.played_tables import (
    POINT,
    finish_table,
    over,
    paper,
    publish_results,
    running,
    standings,
    started,
    tried,
)
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.editions import FINAL
from tournaments.core.rules import line_facts
from tournaments.core.rules.ranking import PARTS
from tournaments.core.settings import CUP, SUM, build_default_settings
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Act, Entrant, Presence, RoundTable, Tournament
from tournaments.results.standings import cache
from tournaments.results.standings.editions import (
    EditionRound,
    EditionRow,
    compute_rows,
    compute_standing_changes,
    encode_edition_row,
    load_standing_editions,
    parse_edition_row,
)

pytestmark = pytest.mark.django_db
PLAY_MONEY = 100 * line_facts.PARTS


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
            load_standings(load_progress(row), EVERYBODY)
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
    assert now == before._replace(name="Wie er wirklich heißt")


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


CUP_SETTINGS = {**build_default_settings(CUP)._asdict(), "rounds": 0}
WRITTEN_ONLY = {**CUP_SETTINGS, "place_points": (), "round_criteria": ("written",), "overall_criteria": ("written",)}


def list_places(lines):
    """Rank, place at the table and place points of everybody, by start number."""
    return {line.player.number: (line.rank, line.place, line.points // PARTS) for line in lines}


def close_and_publish(of, number):
    for table in RoundTable.objects.filter(round__tournament=of, round__number=number, done=None):
        acts.close_table(table, new_key(), confirmed=True)
    publish_results(of, number)


def test_while_nothing_is_entered_at_a_table_nobody_there_has_place_points():
    of, _first, (one, _other) = running(8, **CUP_SETTINGS)
    paper(one, 10, -10, 5, -5)
    found = list_places(standings(of).find_round(1).lines)
    assert found[1] == (1, 1, 60)
    assert found[5] == found[8] == (4, 0, 0)


def test_a_table_that_came_to_nothing_shares_its_place_points():
    of, _first, (one,) = running(4, **CUP_SETTINGS)
    paper(one, 0, 0, 0, 0)
    assert set(list_places(standings(of).find_round(1).lines).values()) == {(1, 1, 30)}


def test_a_table_that_was_struck_gives_no_place_points():
    of, _first, (one, other) = running(8, **CUP_SETTINGS)
    paper(one, 10, -10, 5, -5)
    paper(other, 1, -1, 1, -1)
    RoundTable.objects.filter(pk=one.pk).update(counts=False)
    assert list_places(standings(of).find_round(1).lines) == {
        5: (1, 1, 50),
        7: (1, 1, 50),
        6: (3, 3, 10),
        8: (3, 3, 10),
    }


def test_who_has_not_come_has_no_place_and_the_table_is_one_of_four():
    of, first, (one,) = running(5, **CUP_SETTINGS)
    acts.set_state(first, new_key(), [Presence.objects.get(round=first, entrant__number=5).entrant_id], "no_show")
    paper(one, 10, -10, 5, -5)
    assert list_places(standings(of).find_round(1).lines) == {1: (1, 1, 60), 3: (2, 2, 40), 4: (3, 3, 20), 2: (4, 4, 0)}


def test_who_leaves_keeps_his_score_and_his_place():
    of, _first, (one,) = running(5, **CUP_SETTINGS)
    paper(one, -4, 1, 1, 1, 1)
    tried(one, change_seats(Seating((0, 1, 2, 3))), "goes")
    found = standings(of).find_round(1).lines
    assert sum(line.points for line in found) == 150 * PARTS
    assert {line.player.number: line.place for line in found} == {1: 5, 2: 1, 3: 1, 4: 1, 5: 1}


def test_the_place_belongs_to_whoever_holds_the_seat_in_the_end():
    of, _first, (one,) = running(4, **CUP_SETTINGS)
    paper(one, 10, -10, 5, -5)
    guest = find_or_create_person(load_first_club(), "Aushilfe")
    tried(one, change_seats(Seating((0, 1, 2, 3), (), ((0, guest.pk),))), "guest")
    best = standings(of).find_round(1).lines[0]
    assert (best.player.name, best.before, best.points) == ("Aushilfe", ("Spieler 1",), 60 * PARTS)


def test_a_round_that_somebody_missed_is_nothing_to_him():
    of, first, (one,) = factories.whole(5, **CUP_SETTINGS)
    over(first, (one, (10, -10, 4, -4, 0)))
    second = factories.round_(of, 4)
    (again,) = factories.draw_tables(second)
    over(second, (again, (-2, 3, -1, 0)))
    found = {total.player.number: total for total in standings(of).totals}
    assert (found[5].written, found[5].points // PARTS) == (0, 30)
    assert [bool(round_) for round_ in found[5].rounds] == [True, False]
    assert found[1].points // PARTS == 60 + 0


def test_without_place_points_the_written_score_alone_ranks():
    of, _first, (one,) = running(4, **WRITTEN_ONLY)
    paper(one, 3, -3, 3, -3)
    assert [(line.rank, line.points) for line in standings(of).find_round(1).lines] == [(1, 0), (1, 0), (3, 0), (3, 0)]


def test_a_published_result_keeps_points_and_rounds_and_is_read_again():
    of, first, (one,) = factories.whole(4, **CUP_SETTINGS)
    over(first, (one, (10, -10, 5, -5)))
    close_and_publish(of, 1)
    close_and_publish(of, FINAL)
    round_, final = load_standing_editions(of)
    best = round_.rows[0]
    assert (best.written // 6, best.points // PARTS, best.place) == (10, 60, 1)
    assert final.rows[0].rounds[0][:3] == (1, 60, 60 * PARTS)
    assert final.rows == compute_rows(standings(of), FINAL)
    assert not compute_standing_changes(final.rows, compute_rows(standings(of), FINAL))


def test_a_result_from_before_there_were_place_points_is_read_and_has_not_changed():
    of, _first, (one,) = running(4)
    paper(one, 10, -10, 5, -5)
    finish_table(one)
    close_and_publish(of, 1)
    act = Act.objects.get(tournament=of, kind="result")
    before = [parse_edition_row(row[:7]) for row in json.loads(act.said)["rows"]]
    assert before == list(compute_rows(standings(of), 1))
    assert parse_edition_row([1, 7, 3, 1, 600, 0, 30000]) == EditionRow(
        rank=1, person=7, entrant=3, table=1, gain=600, replaced=0, start=30000
    )


def test_acts_keep_rows_in_an_order_that_never_changes_and_the_sign_is_that_of_the_same_lists():
    row = EditionRow(
        rank=1,
        person=2,
        entrant=3,
        table=4,
        gain=5,
        replaced=6,
        start=7,
        written=8,
        points=9,
        place=10,
        rounds=(EditionRound(round=11, written=12, points=13, place=14),),
    )
    assert json.dumps(encode_edition_row(row)) == "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, [[11, 12, 13, 14]]]"
    assert parse_edition_row([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, [[11, 12, 13, 14]]]) == row
    with pytest.raises(ValueError, match="unpack"):
        parse_edition_row([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, [], 12])  # a value that nobody knows is not left out


def test_public_pages_tell_written_score_place_points_and_sum_and_no_play_money():
    of, _first, (one,) = running(4, **CUP_SETTINGS)
    paper(one, 10, -10, 5, -5)
    round_page = Client().get(reverse("round_standings", kwargs={"slug": of.slug, "number": 1})).content.decode()
    overall = Client().get(reverse("standings", kwargs={"slug": of.slug})).content.decode()
    mine = Client().get(reverse("tournament_player", kwargs={"slug": of.slug, "number": 1})).content.decode()
    for page in (round_page, overall):
        assert ">+10</td>" in page
        assert ">60</td>" in page
        assert '<td class="won">70</td>' in page
    assert '<td class="won of-round">70<small>1.</small></td>' in overall
    assert "Summe 70" in mine  # in the round
    assert "<b>70</b>" in mine  # overall
    for page in (round_page, overall, mine):
        assert "Kapital" not in page
        assert "Spielgeld" not in page


def test_what_a_correction_changes_is_told_in_points(director):
    of, _first, (one,) = running(4, **CUP_SETTINGS)
    paper(one, 10, -10, 5, -5)
    close_and_publish(of, 1)
    RoundTable.objects.filter(pk=one.pk).update(done=None)
    paper(one, 10, -10, -5, 5)
    page = director.get(reverse("results", kwargs={"slug": of.slug})).content.decode()
    assert "Summe 45" in page


def test_place_points_first_stand_last_in_the_row():
    of, first, (one,) = factories.whole(4, **{**CUP_SETTINGS, "round_criteria": ("place_points", "written")})
    assert of.settings.count(SUM)
    started(first)
    paper(one, 10, -10, 5, -5)
    page = Client().get(reverse("round_standings", kwargs={"slug": of.slug, "number": 1})).content.decode()
    assert '<td class="won minor">+10</td><td class="even">60</td>' in page


@pytest.mark.parametrize(("left", "joined"), [(0, 1), (1, 0)])
def test_he_is_placed_at_the_table_where_he_has_sat_last(left, joined):
    of = factories.tournament(**CUP_SETTINGS)
    people = factories.people(of, 10)
    first = factories.round_(of, people)
    tables = factories.draw_tables(first, [people[:5], people[5:]])
    started(first)
    goes = Entrant.objects.get(pk=people[0 if left == 0 else 5].pk)
    paper(tables[left], 6, 0, -2, -2, -2)
    tried(tables[left], change_seats(Seating((1, 2, 3, 4))), "goes")
    tried(tables[joined], change_seats(Seating((0, 1, 2, 3, 4, 5), came=((5, goes.person_id),))), "comes")
    tried(tables[joined], enter_end_totals((6, 12, 18, 24, 30, -90), (0,) * 6), "totals")
    (standing,) = standings(of).rounds
    line = next(candidate for candidate in standing.lines if candidate.player.entrant == goes.pk)
    assert (line.table, line.place, line.points // PARTS, line.there) == (joined + 1, 6, 0, True)
