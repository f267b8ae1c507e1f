"""Finding the events of a season by their numbers; events in the order in which they were played."""

from datetime import date
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column, List
from tarockclub.kit.time_source import now
from tournaments.models import Season, SeasonEvent, Tournament


def find_event_by_number(season: Season, number: int) -> SeasonEvent:
    """Return an event of a season by its number, even if removed; raise Http404 if there is none."""
    found = get_object_or_404(SeasonEvent.objects.select_related("tournament"), season=season, number=number)
    found.season = season
    return found


def list_events(season: Season, *, gone: bool = False) -> list[SeasonEvent]:
    """Return the events that count in a season (or the removed ones): carried points, then by day; one query."""
    found = SeasonEvent.objects.filter(season=season, gone__isnull=not gone).select_related("tournament")
    found = found.exclude(tournament__archived__isnull=False)
    return sorted(found, key=_compute_order)


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
