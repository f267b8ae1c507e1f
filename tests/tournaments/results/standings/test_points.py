"""Standings without play money: written score and place points, live, published, and where somebody is missing."""

import json

import pytest
from django.urls import reverse

from scoring.engine.evening.course import Seating
from scoring.table.corrections.changes import change_seats, enter_end_totals
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tests.support.phones import Client
from tests.tournaments.results.standings.played_tables import (
    finish_table,
    over,
    paper,
    publish_results,
    running,
    standings,
    started,
    tried,
)
from tests.tournaments.support import factories
from tests.tournaments.support.desk_acts import close
from tests.tournaments.support.entry_acts import set_state
from tests.tournaments.support.factories import new_key
from tournaments.core.editions import FINAL
from tournaments.core.rules.ranking import PARTS
from tournaments.core.settings import CUP, SUM, build_default_settings
from tournaments.models import Act, Entrant, Presence, RoundTable
from tournaments.results.standings.editions import (
    EditionRow,
    compute_rows,
    compute_standing_changes,
    load_standing_editions,
    parse_edition_row,
)

pytestmark = pytest.mark.django_db
CUP_SETTINGS = {**build_default_settings(CUP)._asdict(), "rounds": 0}
WRITTEN_ONLY = {**CUP_SETTINGS, "place_points": (), "round_criteria": ("written",), "overall_criteria": ("written",)}


def list_places(lines):
    """Rank, place at the table and place points of everybody, by start number."""
    return {line.player.number: (line.rank, line.place, line.points // PARTS) for line in lines}


def close_and_publish(of, number):
    for table in RoundTable.objects.filter(round__tournament=of, round__number=number, done=None):
        close(table, new_key(), confirmed=True)
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
    set_state(first, new_key(), [Presence.objects.get(round=first, entrant__number=5).entrant_id], "no_show")
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
    assert parse_edition_row([1, 7, 3, 1, 600, 0, 30000]) == EditionRow(1, 7, 3, 1, 600, 0, 30000)


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
    assert mine.count("Summe 70") == 2  # overall and in the round
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
