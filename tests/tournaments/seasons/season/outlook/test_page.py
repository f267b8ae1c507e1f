"""The outlook of a season as everybody reads it: on its page, and on a wall of its last tournament."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from tests.scoring.support.tables import dreier
from tests.support.accounts import log_in, make_account
from tests.tournaments.results.standings.played_tables import running
from tests.tournaments.seasons.season.evenings.year import evening, year
from tests.tournaments.seasons.season.seasons import NAMES, day, new_key, person, season
from tests.tournaments.support import acts
from tournaments.models import Season, Tournament
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.results.projector import hall_views
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.outlook.meetings import load_kept_meetings
from tournaments.seasons.season.outlook.page import load_outlook
from tournaments.seasons.season.results.services import PersonResult

pytestmark = pytest.mark.django_db
TABLE: dict[str, Any] = {"way": "table", "table": (500, 300, 200, 100)}


def read(cup: Season, name: str = "season_outlook", client: Client | None = None, **asked: int) -> str:
    page = (client or Client()).get(reverse(name, args=[cup.slug]), asked, headers={"Accept-Language": "de"})
    return " ".join(strip_tags(page.content.decode().replace("<", " <")).split())


def test_everybody_reads_who_can_still_win_and_what_it_takes():
    cup = season(**TABLE)
    day(cup, *NAMES)
    day(cup, *NAMES)
    day(cup, name="Schlusstag")
    # Anna has 10, Bert 6, Carl 4, Dora 2; nobody but Bert can reach 11.
    said = read(cup)
    assert "Zwei können noch gewinnen." in said
    assert "Schlusstag" in said
    assert "Anna (10) gewinnt sicher mit jedem Platz; kann noch gewinnen auch ohne mitzuspielen." in said
    assert "Bert (6) kann noch gewinnen mit Platz 1." in said
    assert "Carl" not in said.partition("Was es dazu braucht")[2]
    assert "Anna 10 möglich ✓ sicher, wenn nicht besser nicht mehr möglich nicht mehr möglich Bert 6" in said.replace(
        "· ", ""
    )
    assert "Carl 4 nicht mehr möglich möglich möglich möglich Dora 2" in said.replace("· ", "")
    assert "kann noch unter die ersten 2 kommen mit Platz 2 oder besser. Dora" in read(cup, places=2)
    day(cup, name="Nachtrag")
    two_days = read(cup)
    assert "Noch zu spielen: Schlusstag, Nachtrag" in two_days
    assert "Was es dazu braucht Anna (10) kann noch gewinnen. Bert" in two_days
    assert read(cup, places=0, players=10**9)


def test_the_standings_say_below_who_can_still_win():
    cup = season(**TABLE)
    day(cup, *NAMES)
    day(cup, *NAMES)
    assert "Alle Rechnungen" not in read(cup, "season_standing")
    day(cup, name="Schlusstag")
    below = read(cup, "season_standing").partition("Was noch möglich ist Alle Rechnungen (2) ")[2]
    assert below.startswith(
        "Zwei können noch gewinnen. Anna 10 gewinnt sicher mit jedem Platz; kann noch gewinnen auch"
    )
    assert "Bert 6 kann noch gewinnen mit Platz 1 Als PDF" in below.replace("Drucken ", "")


def test_points_that_have_no_limit_are_said_relative_to_the_others():
    cup = season(formula="written")
    rows = [PersonResult(Newcomer(name), 1, None, 60) for name in NAMES]
    acts.write_results(day(cup), new_key(), rows)
    day(cup)
    assert "kein" in read(cup)
    assert "Vier können noch gewinnen." in read(cup)


def test_nothing_is_open_before_the_first_result_and_after_the_end(director):
    cup = season(**TABLE)
    assert "Offen ist nichts" in read(cup)
    day(cup, *NAMES)
    assert "Offen ist nichts" in read(cup)


def last_day(**settings: bool) -> tuple[Season, Tournament]:
    """A season whose last tournament is being played by eight people; the first of them have won two days."""
    of, _first, _tables = running(8, **settings)
    cup = season(of.club, **TABLE)
    for _twice in range(2):
        day(cup, "Spieler 2", "Spieler 1", "Anna")
    acts.add_tournament(cup, new_key(), of, "day")
    return cup, of


def test_who_does_not_play_the_last_tournament_has_what_they_have():
    cup, _of = last_day()
    page = load_outlook(load_season_progress(cup))
    assert page is not None
    assert page.outlook.is_closed
    assert page.outlook.players == 8
    needs = {line.name: (line.chance.possible, line.chance.sure) for line in page.lines}
    assert needs == {"Spieler 1": (1, 0), "Spieler 2": (8, 4)}
    assert person("Anna").pk not in [line.chance.who for line in page.lines]


def test_a_wall_shows_it_where_the_director_wants_it(director):
    cup, of = last_day()
    assert "können noch gewinnen" not in read_wall(of)
    hall_views.turn_part(of, 1, "outlook", on=True)
    said = read_wall(of)
    assert f"{cup.name}: Zwei können noch gewinnen." in said
    assert "Spieler 2 Platz 4 immer" in said
    assert f"{cup.name}, wenn es so bliebe" in said


def test_a_wall_says_nothing_of_the_day_where_its_standings_are_kept_back(director):
    cup, of = last_day(show_live=False)
    hall_views.turn_part(of, 1, "outlook", on=True)
    said = read_wall(of)
    assert f"{cup.name}: Zwei können noch gewinnen." in said
    assert "wenn es so bliebe" not in said


def read_wall(of: Tournament) -> str:
    page = Client().get(reverse("wall", args=[of.slug, 1]), headers={"Accept-Language": "de"})
    return " ".join(strip_tags(page.content.decode()).split())


def test_a_season_says_who_has_met_whom_at_rounds_and_evenings():
    cup = year(per="day", formula="players - place + 1")
    director = log_in(make_account("director"))
    assert "Noch nichts zu zeigen" in read(cup, "season_meetings", director)
    evening(dreier(0))
    evening(dreier(0), when=(2026, 3, 11, 19))
    evening(dreier(0), names=("Anna", "Berta", "Emil", "Franz"), when=(2026, 3, 18, 19))
    said = read(cup, "season_meetings", director)
    # Six people are 15 pairs: Cilli and Dora never met Emil and Franz; Anna and Berta three times.
    assert "4 Paare nie · 5 Paare einmal · 5 Paare zweimal · 1 Paar 3-mal" in said
    page = load_kept_meetings(cup, at_once=True)
    assert page.grid is not None
    counts = {row.name.partition(". ")[2]: [cell.text for cell in row.cells] for row in page.grid.rows}
    order = list(counts)
    assert (counts["Anna"][order.index("Berta")], counts["Cilli"][order.index("Emil")]) == ("3", "0")
    assert counts["Anna"][order.index("Anna")] == ""
