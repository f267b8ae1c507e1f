"""Creating a season, and changing its settings: each once for each key."""

import secrets
from typing import NamedTuple

from django.db import transaction

from tarockclub.kit.idempotency import compute_request_digest
from tarockclub.kit.time_source import now
from tarockclub.models import Club
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.persons import lock_club
from tournaments.core.acts import SEASONS, ActionRefused, Command, Kind
from tournaments.models import Season, SeasonAct
from tournaments.seasons.season.evenings.dates import find_same_year, insert_missing_dates
from tournaments.seasons.season.settings import (
    EveningRule,
    SeasonSettings,
    encode_season_settings,
    parse_season_settings,
)


class SeasonDetails(NamedTuple):
    """The details of a season; the name is cleaned, the settings do not contradict each other."""

    name: str
    settings: SeasonSettings

    def list_values(self) -> list[str]:
        """Return the details as JSON values."""
        return [self.name, encode_season_settings(self.settings)]


def create_season(key: str, club: Club, details: SeasonDetails, who: Actor = ANONYMOUS) -> Season:
    """Create a season, once for each key; raise ActionRefused("other_body") for a different one with the same key."""
    digest = compute_request_digest(details.list_values())
    with transaction.atomic():
        club = lock_club(club)
        known = Season.objects.filter(start_key=key).first()
        if known is not None:
            if known.club_id != club.pk or known.start_digest != digest:
                raise ActionRefused("other_body")
            return known
        made = Season.objects.create(
            club=club,
            name=details.name,
            settings=encode_season_settings(details.settings),
            seed=secrets.token_hex(16),
            made=now(),
            start_key=key,
            start_digest=digest,
        )

        def do(row: Season) -> dict[str, object]:
            return _build_act_data(details) | insert_missing_dates(row)

        SEASONS.act(made.pk, Command(key, Kind.MADE, details.list_values(), who), do)
        made.refresh_from_db()
        return made


def begin_year(key: str, club: Club, details: SeasonDetails, who: Actor = ANONYMOUS) -> Season:
    """Create the season of a club's year; raise ActionRefused("year_there") if there is one like it already."""
    rule = details.settings.evenings or EveningRule()
    with transaction.atomic():
        club = lock_club(club)
        same = find_same_year(club.pk, details.name, rule)
        if same is not None and same.start_key != key:
            raise ActionRefused("year_there")
        return create_season(key, club, details, who)


def change_season(season: int, key: str, details: SeasonDetails, who: Actor = ANONYMOUS) -> SeasonAct:
    """Change the settings of a season.

    Its sub-rankings and its evenings stay as they are: they have actions of their own. Raise ActionRefused:
    "season_ended" once its final standings are published, "teams_only" if it shall be one of teams and has anything but
    tournaments.
    """

    def do(row: Season) -> dict[str, object]:
        must_season_go_on(row)
        before = parse_season_settings(row.settings)
        has_others = before.evenings is not None or row.events.filter(gone=None, tournament=None).exists()
        if details.settings.teams and has_others:
            raise ActionRefused("teams_only")
        settings = details.settings._replace(rankings=before.rankings, evenings=before.evenings)
        row.name, row.settings = details.name, encode_season_settings(settings)
        row.save(update_fields=["name", "settings"])
        return _build_act_data(details)

    return SEASONS.act(season, Command(key, Kind.SETTINGS, details.list_values(), who), do)


def must_season_go_on(season: Season) -> None:
    """Raise ActionRefused("season_ended") for a season whose final standings are published."""
    if season.ended is not None:
        raise ActionRefused("season_ended")


def _build_act_data(details: SeasonDetails) -> dict[str, object]:
    """Return the data that the act stores: all but the name, which is stored with the season."""
    return {"settings": encode_season_settings(details.settings)}
