"""Seasons of teams, of three: by the teams' published results, on pages, in the workbook and in the API."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.scoring.support.exports import opened_values
from tests.tournaments.people.teams.test_services import ids
from tests.tournaments.results.standings.played_tables import over, publish_results
from tests.tournaments.seasons.season import seasons
from tests.tournaments.seasons.season.seasons import new_key, stands, text_of
from tests.tournaments.support import acts, factories
from tournaments.core.acts import ActionRefused, parse_content
from tournaments.core.editions import FINAL
from tournaments.core.settings import WRITTEN_SCORE
from tournaments.models import Season, Tournament
from tournaments.people.teams.services import TeamDetails
from tournaments.results.exports.formats import XLSX
from tournaments.results.team_standings.standing import parse_team_rows
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.export.services import build_season_file
from tournaments.seasons.season.publishing import PublishStanding, ReopenSeason, list_missing
from tournaments.seasons.season.services import SeasonDetails, change_season
from tournaments.seasons.season.settings import SeasonSettings, parse_season_settings

pytestmark = pytest.mark.django_db
TEAMS = ("Eiche", "Herz", "Schelle", "Laub")
RULES = {"start": 0, "team_size": 3, "round_criteria": (WRITTEN_SCORE,), "overall_criteria": (WRITTEN_SCORE,)}
# Of each table four players, one of each team. Day 1: 10+3+2, 2-1+2, -4-1-2, -8-1-2; day 2: Herz wins.
FIRST_DAY = ((10, 2, -4, -8), (3, -1, -1, -1), (2, 2, -2, -2))
SECOND_DAY = ((-6, 6, 2, -2), (0, 4, -4, 0), (1, 1, -1, -1))


def play(names: Sequence[str], tables: Sequence[Sequence[int]], **rules: Any) -> Tournament:
    """A tournament of twelve in teams of three, whose final result is published."""
    of, first, laid = factories.whole(12, **{**RULES, **rules})
    wanted = [TeamDetails(name, ids(of, at, at + 4, at + 8)) for at, name in enumerate(names, 1)]
    if wanted:
        acts.create_teams(of.pk, new_key(), wanted)
    over(first, *zip(laid, tables, strict=True))
    publish_results(of, 1, FINAL)
    return fresh(of)


def fresh(of: Tournament) -> Tournament:
    return Tournament.objects.get(pk=of.pk)


def season_of(*days: Tournament, **settings: Any) -> Season:
    made = seasons.season(days[0].club, "Mannschaftscup", teams=True, **settings)
    for day in days:
        acts.add_tournament(made, new_key(), day)
    return made


def two_days(**settings: Any) -> Season:
    return season_of(play(TEAMS, FIRST_DAY), play(("eiche", "HERZ", "Schelle", "Dazu"), SECOND_DAY), **settings)


def test_the_teams_stand_in_the_published_result_as_on_the_page_of_the_edition(client: Client):
    of = play(TEAMS, FIRST_DAY)
    (said,) = [row["teams"] for row in map(parse_content, of.acts.filter(kind="result", round=None))]
    rows = parse_team_rows(said)
    assert rows is not None
    assert [(row.rank, row.written // 6, len(row.members)) for row in rows] == [
        (1, 15, 3),
        (2, 3, 3),
        (3, -7, 3),
        (4, -11, 3),
    ]
    page = text_of(client.get(reverse("edition", kwargs={"slug": of.slug, "number": 0, "edition": 1})))
    assert "Ergebnis der Mannschaften" in page
    assert [page.index(name) for name in TEAMS] == sorted(page.index(name) for name in TEAMS)


@pytest.mark.heavy
def test_a_formula_can_ask_for_the_written_score_of_the_team_and_count_by_rounds():
    assert stands(two_days(formula="written")) == [
        (1, "Herz", 14),
        (2, "Eiche", 10),
        (3, "Dazu", -3),
        (4, "Schelle", -10),
        (5, "Laub", -11),
    ]
    assert stands(two_days(formula="players - place", per="round"))[0] == (1, "Herz", 5)
    assert load_season_progress(two_days(formula="hands")).standing.problems


def test_a_result_without_teams_is_missing_and_typed_days_are_refused():
    of = season_of(play((), FIRST_DAY, team_size=0))
    assert [point.code for point in list_missing(load_season_progress(of))] == ["no_event", "no_teams_there"]
    with pytest.raises(ActionRefused, match="teams_only"):
        acts.add_event(of, new_key(), "Kirtag")
    typed = seasons.season()
    seasons.day(typed, "Anna")
    with pytest.raises(ActionRefused, match="teams_only"):
        change_season(typed.pk, new_key(), SeasonDetails("Cup", SeasonSettings(teams=True)))


def test_the_standing_is_published_and_shown_everywhere(client: Client, secretary: Client):
    of = two_days(decimals=1)
    PublishStanding(seen=seasons.sign(of), confirmed=True).perform(of, new_key())
    pages = [
        text_of(client.get(reverse("season_standing", args=[of.slug]))),
        text_of(client.get(reverse("season_edition", args=[of.slug, 1]))),
    ]
    for page in pages:
        assert "Herz" in page
        assert "Person 1" not in page
    number = next(team.number for team in load_season_progress(of).people.values() if team.name == "Herz")
    assert "Herz" in text_of(client.get(reverse("season_player", args=[of.slug, number]), follow=True))
    assert client.get(reverse("season_player", args=[of.slug, 99])).status_code == 404
    assert client.get(f"/api/v1/seasons/{of.slug}").json()["settings"]["teams"] is True
    assert secretary.get(reverse("hall_of_fame")).status_code == 200
    assert client.get(reverse("season_paper", args=[of.slug])).status_code == 200
    # The other way round: the persons' standing has nothing in common with the one published.
    ReopenSeason().perform(of, new_key(), reason="doch einzeln")
    of.refresh_from_db()
    change_season(of.pk, new_key(), SeasonDetails(of.name, parse_season_settings(of.settings)._replace(teams=False)))
    assert len(stands(of)) == 24 or len(stands(of)) == 12
    assert "Herz" in text_of(client.get(reverse("season_edition", args=[of.slug, 1])))


def test_the_workbook_has_the_teams_and_their_points_as_formulas():
    book = opened_values(build_season_file(two_days(decimals=1), XLSX, "en"))
    rows = [row[:4] for row in book["Standings"].iter_rows(values_only=True)]
    heading = next(at for at, row in enumerate(rows) if row[0] == "Rank")
    assert rows[heading][1:3] == ("Team no.", "Name")
    assert [(row[0], row[2], row[3]) for row in rows[heading + 1 :]][:2] == [(1, "Herz", 7), (2, "Eiche", 5)]


def test_a_season_of_players_can_ask_for_the_place_of_the_team():
    of = seasons.season(formula="teams - team_place")
    acts.add_tournament(of, new_key(), play(TEAMS, FIRST_DAY))
    found = stands(of)
    assert sorted(points for _rank, _name, points in found) == [0] * 3 + [1] * 3 + [2] * 3 + [3] * 3
    alone = seasons.season(formula="10 * teams + team_place")
    acts.add_tournament(alone, new_key(), play((), FIRST_DAY, team_size=0))
    assert {points for _rank, _name, points in stands(alone)} == {0}
