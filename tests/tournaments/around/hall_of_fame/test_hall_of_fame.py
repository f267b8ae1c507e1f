"""The hall of fame says who has won what in all years; it asks no more for more of them, and names go where they go."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.models import Club
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.persons import load_first_club
from tests.support.accounts import log_in
from tests.support.pdf import look_at
from tests.support.shared_rows import share_rows
from tests.tournaments.seasons.season.seasons import day, end_season, person, play_tournament, season
from tournaments.around.hall_of_fame.data import Fame, load_fame
from tournaments.around.hall_of_fame.records import (
    SEASON,
    TOURNAMENT,
    FameEvent,
    RecordPlace,
    compute_careers,
    compute_records,
)
from tournaments.around.hall_of_fame.views import compute_hall_secret
from tournaments.models import Season, Tournament
from tournaments.people.register.services import merge

FIRST = date(2020, 1, 1)


def cup(*ranks: int, at: int = 0, what: str = TOURNAMENT) -> FameEvent:
    """A result: the first somebody has the first of these places."""
    places = tuple(RecordPlace(who, rank, rank * 100) for who, rank in enumerate(ranks, 1) if rank >= 0)
    return FameEvent(what, f"T{at}", FIRST + timedelta(at), places)


def list_careers(results: list[FameEvent]) -> dict[int, tuple[int, ...]]:
    return {career.who: tuple(career[1:]) for career in compute_careers(results)}


def test_what_everybody_has_reached_is_counted_by_hand():
    results = [cup(1, 2, 3, 4), cup(2, 1, 4, -1, at=1), cup(3, 5, 1, 0, at=2), cup(1, 1, 3, 4, at=9, what=SEASON)]
    # titles, tournaments won, among the first three, played, longest series
    assert list_careers(results) == {1: (1, 1, 3, 3, 3), 2: (1, 1, 2, 3, 2), 3: (0, 1, 2, 3, 1), 4: (0, 0, 0, 2, 0)}


def test_a_series_is_of_those_that_somebody_has_played_in_order_of_time():
    results = [cup(3, at=3), cup(5, at=2), cup(2, at=4), cup(1, at=0)]
    assert list_careers(results)[1] == (0, 1, 3, 4, 2)


def test_records_name_all_who_hold_them_and_none_that_is_none():
    results = [cup(1, 1, 3), cup(1, 1, 2, at=1)]
    found = {
        record.what: (record.amount, [who for who, _won in record.holders])
        for record in compute_records(results, compute_careers(results))
    }
    assert found["most_wins"] == (2, [1, 2])
    assert "most_titles" not in found
    assert "best_round" not in found


@given(st.lists(st.lists(st.integers(-1, 6), max_size=6).map(lambda ranks: cup(*ranks)), max_size=8))
def test_nobody_wins_more_than_he_plays(results):
    for career in compute_careers(results):
        assert 0 <= career.wins <= career.podiums <= career.played <= len(results)
        assert career.series <= career.podiums
        assert (career.series > 0) == (career.podiums > 0)
    assert sum(career.wins for career in compute_careers(results)) == sum(len(won.winners) for won in results)


def lines(fame: Fame) -> dict[str, tuple[int, ...]]:
    return {fame.people[career.who].name: tuple(career[1:5]) for career in fame.careers}


@share_rows
def cup_of_two() -> Season:
    """A season of one tournament and one typed day, which is over."""
    of = season(name="Cup 2020")
    play_tournament(of, "Anna", "Bert", "Carl", "Dora")
    day(of, "Bert", "Anna", name="Kirtag")
    return end_season(of)


def test_tournaments_typed_days_and_seasons_are_in_it(cup_of_two):
    fame = load_fame(load_first_club())
    assert cup_of_two.ended is not None
    winners = [won.winners for won in fame.results if won.what == SEASON]
    assert [fame.list_names(winner) for winner in winners] == [
        ["Anna"]
    ]  # 4 + 1 points, Bert 3 + 2: her best day is better
    assert lines(fame)["Bert"] == (0, 1, 2, 2)
    assert {won.name for won in fame.results} == {"Cup 2020", "Turnier", "Kirtag (Cup 2020)"}
    page = log_in().get(reverse("hall_of_fame")).content.decode()
    assert all(word in page for word in ("Anna", "Bert", "Cup 2020", "Kirtag"))


def test_it_hangs_on_the_wall_with_records_winners_and_whoever_was_among_the_first_three(cup_of_two, director):
    assert cup_of_two.ended is not None
    assert reverse("fame_paper") in director.get(reverse("hall_of_fame")).content.decode()
    [page] = look_at(director.get(reverse("fame_paper")).content)
    assert all(word in page.text for word in ("Ruhmeshalle", "Anna", "Bert", "Carl", "Cup 2020", "Kirtag"))
    assert "Dora" not in page.text  # fourth


@pytest.mark.django_db
def test_what_is_not_published_or_no_real_one_or_another_clubs_is_not_in_it():
    of = season()
    day(of, "Anna", "Bert")
    lapsed = play_tournament(of, "Carl", "Dora", "Emil", "Franz")
    Tournament.objects.filter(pk=lapsed.pk).update(lapse=True)
    fame = load_fame(load_first_club())
    assert [won.what for won in fame.results] == [TOURNAMENT]  # the season is not over
    assert set(lines(fame)) == {"Anna", "Bert"}
    assert load_fame(Club.objects.create(name="Anderswo")).results == ()


def test_who_was_merged_is_one_and_who_was_erased_is_a_number(cup_of_two):
    before = lines(load_fame(load_first_club()))
    day(season(), "Karl", "Anna")
    merge(person("Carl"), person("Karl"))
    after = lines(load_fame(load_first_club()))
    assert "Karl" not in after
    assert after["Carl"][3] == before["Carl"][3] + 1
    erase(person("Dora"))
    page = log_in().get(reverse("hall_of_fame")).content.decode()
    assert "Dora" not in page


def test_the_latest_winner_stands_on_the_podium_and_all_of_them_by_year(cup_of_two, director):
    answer = director.get(reverse("hall_of_fame"))
    fame = load_fame(load_first_club())
    assert answer.context["latest"]["name"] == fame.results[0].name
    first, *_others = answer.context["podium"]
    assert (first.rank, first.name) == (1, fame.list_names(fame.results[0].winners)[0])
    shown = answer.context["shown"]
    assert [row["name"] for row in shown] == [won.name for won in fame.results]
    assert [row["year"] for row in shown] == [won.day and won.day.year for won in fame.results]
    assert reverse("person_page", args=[person("Anna").number]) in answer.content.decode()


def test_without_a_result_nobody_stands_on_the_podium(director):
    answer = director.get(reverse("hall_of_fame"))
    assert (answer.context["latest"], answer.context["podium"]) == (None, ())


def test_everybody_who_has_its_address_sees_it_and_nobody_else(cup_of_two, director):
    address = director.get(reverse("hall_of_fame")).context["to_watch"].address
    path = address.split("//", 1)[1].partition("/")[2]
    shown = Client().get(f"/{path}")
    assert shown.status_code == 200
    page = shown.content.decode()
    assert "Anna" in page
    assert reverse("person", args=[person("Anna").number]) not in page
    assert Client().get(reverse("fame_for_all", args=["0" * 32])).status_code == 404
    assert Client().get(reverse("fame_for_all", args=["ä"])).status_code == 404


def test_its_address_leads_to_it_also_since_there_is_a_second_club(cup_of_two):
    address = reverse("fame_for_all", args=[compute_hall_secret(load_first_club())])
    Club.objects.create(name="Zweite Runde", slug="zweite")
    assert "Anna" in Client().get(address).content.decode()
