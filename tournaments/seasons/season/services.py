"""Creating a season, changing its settings, each once for each key; finding its events."""

import secrets
from datetime import date
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.days import format_day
from tarockclub.kit.hash_chain import compute_request_digest
from tarockclub.kit.tables import Column, List
from tarockclub.kit.time_source import now
from tarockclub.models import Club
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.persons import lock_club
from tournaments.core.acts import SEASONS as ACTS_SEASONS
from tournaments.core.acts import ActionRefused, Command, Kind
from tournaments.models import Season, SeasonAct, SeasonEvent, Tournament
from tournaments.seasons.season.evenings.days import find_same_year, insert_missing_dates, is_settled_elsewhere
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
        earlier = Season.objects.filter(start_key=key).first()
        if earlier is not None:
            if earlier.club_id != club.pk or earlier.start_digest != digest:
                raise ActionRefused("other_body")
            return earlier
        season = Season.objects.create(
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

        ACTS_SEASONS.act(season.pk, Command(key, Kind.MADE, details.list_values(), who), do)
        season.refresh_from_db()
        return season


def begin_year(key: str, club: Club, details: SeasonDetails, who: Actor = ANONYMOUS) -> Season:
    """Create the season of a club's year; raise ActionRefused("year_there") if there is one like it already.

    "settled_elsewhere": no evening is paid twice.
    """
    rule = details.settings.evenings or EveningRule()
    with transaction.atomic():
        club = lock_club(club)
        same_year = find_same_year(club.pk, details.name, rule)
        if same_year is not None and same_year.start_key != key:
            raise ActionRefused("year_there")
        if same_year is None and is_settled_elsewhere(club.pk, rule):
            raise ActionRefused("settled_elsewhere")
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
        has_others = before.has_evenings or row.events.filter(gone=None, tournament=None).exists()
        if details.settings.teams and has_others:
            raise ActionRefused("teams_only")
        settings = details.settings._replace(rankings=before.rankings, evenings=before.evenings)
        row.name, row.settings = details.name, encode_season_settings(settings)
        row.save(update_fields=["name", "settings"])
        return _build_act_data(details)

    return ACTS_SEASONS.act(season, Command(key, Kind.SETTINGS, details.list_values(), who), do)


def must_season_go_on(season: Season) -> None:
    """Raise ActionRefused("season_ended") for a season whose final standings are published."""
    if season.ended is not None:
        raise ActionRefused("season_ended")


def _build_act_data(details: SeasonDetails) -> dict[str, object]:
    """Return the data that the act stores: all but the name, which is stored with the season."""
    return {"settings": encode_season_settings(details.settings)}


def find_event_by_number(season: Season, number: int) -> SeasonEvent:
    """Return an event of a season by its number, even if removed; raise Http404 if there is none."""
    event = get_object_or_404(SeasonEvent.objects.select_related("tournament"), season=season, number=number)
    event.season = season
    return event


def list_events(season: Season, *, gone: bool = False) -> list[SeasonEvent]:
    """Return the events that count in a season (or the removed ones): carried points, then by day; one query."""
    events = SeasonEvent.objects.filter(season=season, gone__isnull=not gone).select_related("tournament")
    events = events.exclude(tournament__archived__isnull=False)
    return sorted(events, key=_compute_order)


def list_season_choices(season: Season) -> list[Tournament]:
    """Return the tournaments to come that are planned in a season, with their invitations if any; one query."""
    ahead = Tournament.objects.filter(season_events__season=season, season_events__gone=None)
    ahead = ahead.filter(frozen=None, ended=None, archived=None, day__gte=localdate(now()))
    return list(ahead.select_related("invitation").order_by("day", "invitation__starts", "pk"))


def _compute_order(event: SeasonEvent) -> tuple[bool, date, int]:
    return (event.kind != SeasonEvent.Kind.CARRIED, find_event_day(event) or date.min, event.number)


def format_event_name(event: SeasonEvent) -> str:
    """Return the name of an event: for a tournament its own name."""
    return event.tournament.name if event.tournament is not None else event.name


def find_event_day(event: SeasonEvent) -> date | None:
    """Return the day of an event; None if it is not known."""
    return event.tournament.day if event.tournament is not None else event.day


def load_with_events(seasons: list[int]) -> list[Season]:
    """Return these seasons with their events (`season.events.all()`, and the tournaments); two queries."""
    rows = SeasonEvent.objects.filter(gone=None).select_related("tournament")
    return list(Season.objects.filter(pk__in=seasons).prefetch_related(Prefetch("events", queryset=rows)))


def _format_stage(ended: Any) -> str:
    return gettext("ended") if ended else gettext("running")


SEASONS = List(
    caption=_("Seasons"),
    columns=(
        Column("name", _("Season"), link=lambda season: reverse("season", kwargs={"slug": season.slug}), words=True),
        Column("made", _("Started"), show=format_day, latest=True),
        Column("many", _("Days"), number=True),
        Column("stage", _("State"), of=lambda season: _format_stage(season.ended), fields="ended"),
    ),
    sort="-made",
    empty=_("There is no season yet."),
)


def search_seasons(club: int) -> QuerySet[Season]:
    """Return the seasons of a club, each with its number of events."""
    return Season.objects.filter(club=club).annotate(many=Count("events", filter=Q(events__gone=None)))
