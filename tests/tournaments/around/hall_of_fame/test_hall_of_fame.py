"""The hall of fame says who has won what in all years; it asks no more for more of them, and names go where they go."""

import re
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.models import Club, Person
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.persons import load_first_club
from tests.scoring.support.tables import dreier
from tests.support.accounts import log_in, make_account
from tests.support.pdf import look_at
from tests.support.shared_rows import share_rows
from tests.tournaments.seasons.season.evenings.year import evening
from tests.tournaments.seasons.season.seasons import day, end_season, person, play_tournament, season
from tournaments.around.hall_of_fame import data
from tournaments.around.hall_of_fame.data import Fame, load_fame, load_rare_games
from tournaments.around.hall_of_fame.records import (
    SEASON,
    TOURNAMENT,
    FameEvent,
    RecordPlace,
    build_board,
    compute_careers,
    compute_records,
)
from tournaments.around.hall_of_fame.views import compute_hall_secret
from tournaments.models import Season, Tournament
from tournaments.people.register.services import merge, set_publicity

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


def test_the_board_has_a_column_for_what_was_won_in_several_years_and_begins_with_the_newest():
    results = [
        cup(1, 2, at=10)._replace(name=name, day=date(year, 5, 1))
        for name, year in (("Mai 2020", 2020), ("Mai 2021", 2021))
    ]
    results += [cup(2, 1, at=400), cup(2, 1, what=SEASON)._replace(name="Cup 2021/22", day=date(2021, 9, 1))]
    board = build_board([*results, cup(2, 1, what=SEASON)._replace(name="Cup 2022/23", day=None)])
    assert board.competitions == ((TOURNAMENT, "Mai"),)  # nobody knows in which year the other season was
    assert [(row.year, [[won.name for won in cell] for cell in row.cells]) for row in board.years] == [
        (2021, [["Mai 2021"], ["T400", "Cup 2021/22"]]),
        (2020, [["Mai 2020"], []]),
        (0, [[], ["Cup 2022/23"]]),
    ]


def test_a_long_history_comes_in_parts_of_whole_years():
    every = [cup(1, 2, at=day) for day in range(500 * 7)[::7]]
    shown, until = list[int](), 0
    while until or not shown:
        board = build_board(every, until)
        assert sum(len(won) for row in board.years for won in row.cells) <= 60
        shown += [row.year for row in board.years]
        until = board.later
    assert shown == sorted({won.day.year for won in every if won.day is not None}, reverse=True)


def test_it_begins_with_who_has_most_titles_and_lists_nobody_without_one(cup_of_two, director):
    page = director.get(reverse("hall_of_fame")).content.decode()
    assert "Anna hat 2 Titel, um 1 mehr als Bert." in page
    assert "haben 2 Leute etwas gewonnen" in page
    titled = page.partition("Die meisten Titel")[2].partition("</ul>")[0]
    assert re.findall(r">(\w+)</a>", titled) == ["Anna", "Bert"]
    assert reverse("person_page", args=[person("Anna").number]) in titled
    assert (
        "Noch hat niemand"
        in log_in(make_account("director", club=Club.objects.create(name="Neu")))
        .get(reverse("hall_of_fame"))
        .content.decode()
    )


def test_what_seldom_succeeds_is_said_with_who_did_it_last_and_where_it_is_explained(cup_of_two, monkeypatch):
    secret = reverse("fame_for_all", args=[compute_hall_secret(load_first_club())])
    evening(dreier(0), names=("Anna", "Bert", "Carl", "Dora"))
    monkeypatch.setattr(data, "RARE", 1)
    page = Client().get(secret).content.decode().partition("Was selten gelingt")[2]
    [rarest, *_rest] = load_rare_games(load_first_club()).games
    assert rarest.times > 0
    assert f"zuletzt {Person.objects.get(pk=rarest.who).name}" in page
    assert reverse("game_word", args=[rarest.anchor]) in page
    set_publicity(Person.objects.get(pk=rarest.who), Person.Publicity.NUMBER)
    assert f"zuletzt {Person.objects.get(pk=rarest.who).name}" not in Client().get(secret).content.decode()


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
