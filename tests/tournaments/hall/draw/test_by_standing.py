"""Seats by the standing so far: the first four at table 1, equal ones by lot, tables of five last."""

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.people.teams.test_services import ids
from tests.tournaments.results.standings.played_tables import over, paper, started
from tests.tournaments.seasons.season import seasons
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused
from tournaments.core.settings import STANDING
from tournaments.hall.draw.history import find_usual_way, is_hoch_dealer, load_seat_history
from tournaments.hall.draw.pairing import seat_by_standing
from tournaments.hall.draw.values import DrawInput, PlayedTable, compute_sizes, parse_input, parse_tables
from tournaments.models import Draw, Round, Tournament
from tournaments.people.teams.services import TeamDetails as Team


def seats(wanted: DrawInput) -> list[list[int]]:
    return [sorted(table.seats) for table in seat_by_standing(wanted)]


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (8, [[1, 2, 3, 4], [5, 6, 7, 8]]),
        (9, [[1, 2, 3, 4], [5, 6, 7, 8, 9]]),
        (6, [[1, 2, 3, 4, 5, 6]]),
        (11, [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]),
        (14, [[1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14]]),
    ],
)
def test_the_first_four_sit_at_table_1(count, expected):
    assert (
        seats(DrawInput(tuple(range(1, count + 1)), 5, order=tuple((player,) for player in range(1, count + 1))))
        == expected
    )


def test_between_equal_ones_each_comes_up_as_often():
    up = {5: 0, 6: 0}
    for seed in range(200):
        first, _second = seats(DrawInput(tuple(range(1, 9)), seed, order=((1,), (2,), (3,), (5, 6), (4, 7, 8))))
        up[5 if 5 in first else 6] += 1
    assert min(up.values()) > 60


def test_hoch_is_who_was_it_least_often():
    before = ((PlayedTable(((1,), (2,), (3,), (4,)), 0),), (PlayedTable(((1,), (2,), (3,), (4,)), 2),))
    for seed in range(10):
        (table,) = seat_by_standing(DrawInput((1, 2, 3, 4), seed, before, order=((1,), (2,), (3,), (4,))))
        assert table.seats[table.high] in (2, 4)


@pytest.mark.no_cover
@settings(deadline=None)
@given(st.integers(4, 40).filter(lambda number: bool(compute_sizes(number))), st.integers(0, 1 << 64), st.data())
def test_nobody_sits_before_somebody_who_is_placed_better(number, seed, data):
    order = data.draw(st.permutations(range(number)))
    ranks = {player: data.draw(st.integers(1, 4)) for player in order[: data.draw(st.integers(0, number))]}
    groups = tuple(tuple(player for player in order if ranks.get(player) == rank) for rank in range(1, 5))
    wanted = DrawInput(tuple(order), seed, order=tuple(group for group in groups if group))
    tables = seat_by_standing(wanted)
    assert tuple(len(table.seats) for table in tables) == compute_sizes(number)
    assert sorted(player for table in tables for player in table.seats) == list(range(number))
    placed = [sorted(ranks.get(player, 5) for player in table.seats) for table in tables]
    assert [rank for table in placed for rank in table] == sorted(rank for table in placed for rank in table)
    assert seat_by_standing(wanted._replace(players=tuple(range(number)))) == tables


def a_day(**asked: object) -> tuple[Tournament, Round]:
    of, first, (one, other) = factories.whole(8, **asked)
    over(first, (one, (10, -10, 5, -5)), (other, (30, -30, 20, -20)))
    return of, factories.round_(of)


def numbers(draw: Draw) -> list[list[int]]:
    of = draw.round.tournament
    start = dict(of.entrants.values_list("pk", "number"))
    return [
        sorted(start[player] for player in table.seats) for table in parse_tables(draw, hoch_deals=is_hoch_dealer(of))
    ]


@pytest.mark.django_db
def test_a_draft_by_the_standing_can_be_made_again_from_its_row():
    of, second = a_day()
    factories.enter_people(of, "Spieler 99")
    acts.change_entries(second, new_key(), ids(of, 9))
    one = acts.draft(second, new_key(), by=STANDING)
    assert (one.way, numbers(one)) == (Draw.Way.STANDING, [[1, 3, 5, 7], [2, 4, 6, 8, 9]])
    again = seat_by_standing(parse_input(one.made_from, one.seed))
    assert parse_tables(one, hoch_deals=is_hoch_dealer(of)) == again


@pytest.mark.django_db
def test_before_anything_was_played_there_is_no_standing():
    _of, first, _tables = factories.whole(8)
    with pytest.raises(ActionRefused, match="no_standing"):
        acts.draft(first, new_key(), by=STANDING)


@pytest.mark.django_db
def test_the_setting_decides_and_the_director_may_choose_otherwise(director):
    of, second = a_day(seating=STANDING)
    everything = ["lots", "standing"]
    page, again = (reverse(route, args=[of.slug, 2]) for route in ("draw", "draw_again"))
    assert director.get(page).context["standing"] == {"ways": everything, "usual": STANDING, "playing": (1,)}
    director.post(again, {"key": new_key()})
    director.post(again, {"key": new_key(), "by": "lots", "reason": "so"})
    ways = list(Draw.objects.filter(round=second).order_by("number").values_list("way", flat=True))
    assert ways == [Draw.Way.STANDING, Draw.Way.DRAWN]
    other = reverse("draw", args=[of.slug, 1])
    assert director.get(other).context["standing"]["ways"] == ["lots"]


@pytest.mark.django_db
def test_only_the_last_round_is_seated_by_the_standing():
    of, second = a_day(seating="last", rounds=3)
    assert find_usual_way(of, second) == "lots"
    acts.plan_rounds(of, new_key(), 2)
    assert find_usual_way(Tournament.objects.get(pk=of.pk), second) == STANDING


@pytest.mark.django_db
def test_a_final_is_seated_by_its_season_from_the_first_round_on_with_what_was_played_today(director):
    of, first, _tables = factories.whole(9, seating="season")
    assert find_usual_way(of, first) == "lots"  # no season has it
    cup = seasons.season(factor=1000)
    seasons.day(cup, *(f"Spieler {number}" for number in (9, 8, 7, 6, 5, 4, 3, 2)))
    acts.add_tournament(cup, new_key(), of, kind="final")
    page, again = (reverse(route, args=[of.slug, 1]) for route in ("draw", "draw_again"))
    assert director.get(page).context["standing"] == {"ways": ["lots", "season"], "usual": "season", "playing": ()}
    director.post(again, {"key": new_key(), "reason": "so", "by": "season"})
    draft = Draw.objects.filter(round=first).latest("number")
    assert numbers(draft) == [[6, 7, 8, 9], [1, 2, 3, 4, 5]]
    assert parse_tables(draft, hoch_deals=is_hoch_dealer(of)) == seat_by_standing(
        parse_input(draft.made_from, draft.seed)
    )
    seen = director.get(page).context["draft"]
    assert (seen["by_standing"], seen["out_of_date"]) == ("season", False)
    acts.publish_draw(first, new_key(), draft.number, reason="so")
    first.refresh_from_db()
    started(first)
    top, other = first.tables.order_by("number")
    paper(top, 1, 1, 1, -3)
    holders = load_seat_history([other.game_table_id], of)[other.game_table_id].values()
    paper(other, *(40 if holder[-1] == ids(of, 2)[0] else -10 for holder in holders))
    second = factories.round_(of)
    assert 2 in numbers(acts.draft(second, new_key(), by="season"))[0]


@pytest.mark.django_db
def test_the_page_says_when_the_standing_has_moved_since(director):
    of, second = a_day()
    (one, _other) = second.tournament.rounds.get(number=1).tables.order_by("number")
    acts.draft(second, new_key(), by=STANDING)
    page = reverse("draw", args=[of.slug, 2])
    assert not director.get(page).context["draft"]["out_of_date"]
    paper(one, -10, 10, -5, 5)
    assert director.get(page).context["draft"]["out_of_date"]


@pytest.mark.django_db
def test_mates_are_kept_apart_by_lot_and_only_told_of_by_the_standing(director):
    of = factories.tournament(team_size=2)
    factories.people(of, 8)
    acts.create_teams(of.pk, new_key(), [Team("", ids(of, 1, 3)), Team("", ids(of, 2, 4)), Team("", ids(of, 5, 6))])
    first = factories.round_(of)
    drawn = acts.draft(first, new_key())
    acts.publish_draw(first, new_key(), drawn.number)
    for seated in numbers(drawn):
        assert not any(set(pair) <= set(seated) for pair in ((1, 3), (2, 4), (5, 6)))
    assert director.get(reverse("draw", args=[of.slug, 1])).context["draft"]["mates"] == []
    first.refresh_from_db()
    started(first)
    for table in first.tables.order_by("number"):
        places = load_seat_history([table.game_table_id], of)[table.game_table_id]
        first_two = set(ids(of, 1, 3))
        wins = [3 if seat[0] in first_two else -1 for seat in places.values()]
        paper(table, *wins)
    second = factories.round_(of)
    acts.draft(second, new_key(), by=STANDING)
    told = director.get(reverse("draw", args=[of.slug, 2])).context["draft"]
    assert {pair.one.number for pair in told["mates"] if pair.table == 1} >= {1}
    assert told["together"] == []


@pytest.mark.django_db
def test_a_lot_between_equals_at_a_cut_is_said_to_the_director_and_to_everybody(director):
    """Two have the same at places four and five: one of them sits at the first table."""
    of, first, (one, other) = factories.whole(8)
    over(first, (one, (10, -5, 5, -10)), (other, (30, -5, -12, -13)))
    second = factories.round_(of)
    draft = acts.draft(second, new_key(), by=STANDING)
    [cut] = director.get(reverse("draw", args=[of.slug, 2])).context["draft"]["cuts"]
    assert sorted((player.number, table) for player, table in cut) == sorted(
        (number, 1 + index) for index, table in enumerate(numbers(draft)) for number in table if number in (2, 6)
    )
    acts.publish_draw(second, new_key(), draft.number)
    page = Client().get(reverse("draw_fairness", args=[of.slug, 2]))
    [_typed, (number, _way, [shown])] = page.context["otherwise"]
    assert (number, {player.number for player, _table in shown}) == (2, {2, 6})
    assert "durch das Los getrennt" in page.content.decode()


@pytest.mark.django_db
def test_a_seat_that_the_director_swapped_is_no_lot(director):
    of, first, (one, other) = factories.whole(8)
    over(first, (one, (10, -5, 5, -10)), (other, (30, -5, -12, -13)))
    second = factories.round_(of)
    first_table, second_table = parse_tables(acts.draft(second, new_key(), by=STANDING), hoch_deals=is_hoch_dealer(of))
    acts.swap(second, new_key(), 1, (first_table.seats[0], second_table.seats[0]))
    assert director.get(reverse("draw", args=[of.slug, 2])).context["draft"]["cuts"] == []
