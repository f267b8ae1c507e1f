"""Whatever changes a season's pages changes its version: what is kept is what would be computed now."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.test import Client

from tarockclub.kit.time_source import now
from tarockclub.models import Club
from tarockclub.platform.accounts.persons import PersonDetails
from tarockclub.platform.server.page_cache import VersionCache
from tests.support.shared_rows import clear_caches, share_rows
from tests.tournaments.people.teams.test_services import ids
from tests.tournaments.results.standings.played_tables import running
from tests.tournaments.seasons.season.cache.changes import CHANGES, Cup, read_pages, return_event, save_hand
from tests.tournaments.seasons.season.seasons import (
    NAMES,
    day,
    new_key,
    person,
    play_tournament,
    season,
)
from tests.tournaments.seasons.season.sub_rankings.test_sub_rankings import set_ranking
from tests.tournaments.support import acts, factories
from tournaments.models import Season, SeasonOffer
from tournaments.people.register.selectors import set_details
from tournaments.people.teams.services import TeamDetails
from tournaments.seasons.season.cache import progress
from tournaments.seasons.season.cache.progress import compute_season_version
from tournaments.seasons.season.outlook import page
from tournaments.seasons.season.services import SeasonDetails, change_season
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db


@share_rows
def cup() -> Cup:
    """Two typed days, a published tournament, one under way, one to come; rankings of a town, a category, a list."""
    of, _first, tables = running(8)
    made = season(of.club, way="table", table=(500, 300, 200, 100), criteria=("lot",), prizes="Pokal\nKorb")
    typed = day(made, *NAMES)
    day(made, "Bert", "Anna", "Carl", "Emma")
    played = play_tournament(made, "Carl", "Anna")
    acts.add_tournament(made, new_key(), of)
    set_details(person("Emma"), PersonDetails("Linz", "", "Dame"), public=True)
    set_ranking(made, name="Stadt", group="town", group_name="Linz")
    set_ranking(made, name="Damen", group="category", group_name="Dame")
    set_ranking(made, name="Marathon", people=["Anna", "Bert"], fee=500, shares=[6000, 4000])
    return Cup(Season.objects.get(pk=made.pk), typed, played, of, tables[0])


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, nothing is shown that a pace would still allow."""
    monkeypatch.setattr(progress, "SEASON_CACHE", VersionCache(8))
    monkeypatch.setattr(page, "OUTLOOK_CACHE", VersionCache(64))


def _compute_versions(of: Season) -> tuple[str, str]:
    return compute_season_version(of), compute_season_version(of, provisional=True)


EACH = pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)


@pytest.mark.heavy_but("add_ranking")
@EACH
def test_each_change_is_another_version(cup: Cup, change: Callable[[Cup], None]) -> None:
    before = _compute_versions(cup.fresh)
    change(cup)
    now_, provisional = _compute_versions(cup.fresh)
    assert provisional != before[1]
    assert (now_ == before[0]) == (change is save_hand)  # only what is provisional changes with a hand


@pytest.mark.heavy
@EACH
def test_what_is_kept_is_what_would_be_computed_now(cup: Cup, director: Client, change: Callable[[Cup], None]) -> None:
    before, signs = read_pages(cup.season, director), _compute_versions(cup.fresh)
    change(cup)
    kept = read_pages(cup.season, director)
    clear_caches()
    assert kept == read_pages(cup.season, director)
    assert kept != before
    changed = {name for name in kept if kept[name] != before.get(name)} - {"provisional"}
    assert bool(changed) == (_compute_versions(cup.fresh)[0] != signs[0])


@pytest.mark.heavy
def test_what_was_put_back_is_there_again(cup: Cup, director: Client) -> None:
    before = read_pages(cup.season, director)
    return_event(cup)
    kept = read_pages(cup.season, director)
    clear_caches()
    assert kept == read_pages(cup.season, director)
    assert kept == before


@pytest.mark.heavy
def test_days_that_pass_and_a_look_change_nothing(cup: Cup, director: Client, watch: Any) -> None:
    before, signs = read_pages(cup.season, director), _compute_versions(cup.fresh)
    watch.later(minutes=60 * 24 * 400)
    Club.objects.filter(pk=cup.season.club_id).update(colour="#123456")
    assert _compute_versions(cup.fresh) == signs
    kept = read_pages(cup.season, Client())
    clear_caches()
    assert kept == read_pages(cup.season, Client())
    assert kept["api"] == before["api"]


def test_another_version_of_the_program_keeps_nothing(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    signs = _compute_versions(cup.fresh)
    monkeypatch.setattr(progress, "compute_program_sign", lambda: "another one")
    assert not set(_compute_versions(cup.fresh)) & set(signs)


def test_teams_that_change_are_another_version(director: Client) -> None:
    of, _first, _tables = factories.whole(12, start=0, team_size=3)
    names = ("Eiche", "", "Herz")
    wanted = [TeamDetails(name, ids(of, at, at + 4, at + 8)) for at, name in enumerate(names, 1)]
    acts.create_teams(of.pk, new_key(), wanted)
    made = season(of.club, teams=True)
    acts.add_tournament(made, new_key(), of)
    signs = {compute_season_version(made)}
    acts.change_team(of.pk, new_key(), 1, TeamDetails("Buche", ids(of, 1, 5, 9)))
    signs.add(compute_season_version(made))
    acts.dissolve_team(of.pk, new_key(), 3)
    signs.add(compute_season_version(made))
    assert len(signs) == 3


def test_an_edition_that_a_federation_takes_is_another_version(cup: Cup) -> None:
    signs = {compute_season_version(cup.fresh)}
    offer = SeasonOffer.objects.create(
        season=cup.season,
        club=cup.season.club,
        tournament=cup.played.slug,
        name="Cup",
        day=date(2026, 1, 6),
        edition=1,
        players=2,
        counted=2,
        at=now(),
        event=cup.typed,
    )
    signs.add(compute_season_version(cup.fresh))
    assert len(signs) == 1  # it waits
    SeasonOffer.objects.filter(pk=offer.pk).update(state=SeasonOffer.State.ACCEPTED)
    signs.add(compute_season_version(cup.fresh))
    assert len(signs) == 2


def test_settings_that_cannot_matter_are_no_reason_to_be_wrong() -> None:
    """All settings are in the version, also those that a test of this file does not name."""
    one = season(name="Cup")
    signs = {compute_season_version(one)}
    rules = SeasonSettings()
    for other in (rules._replace(factor=7), rules._replace(taken=7), rules._replace(worst=7), rules._replace(bonus=7)):
        change_season(one.pk, new_key(), SeasonDetails("Cup", other))
        signs.add(compute_season_version(Season.objects.get(pk=one.pk)))
    assert len(signs) == 5
