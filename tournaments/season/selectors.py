"""Finding seasons and their events by their address; events in the order in which they were played."""

import uuid
from datetime import date
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tarockclub.tables import Column, List
from tournaments.models import Season, SeasonEvent


def find_season(slug: uuid.UUID) -> Season:
    """The season of an address, or 404; with its club."""
    return get_object_or_404(Season.objects.select_related("club"), slug=slug)


def find_event_by_number(season: Season, number: int) -> SeasonEvent:
    """An event of a season by its number, or 404; one that was taken out, too."""
    found = SeasonEvent.objects.filter(season=season, number=number).select_related("tournament").first()
    if found is None:
        raise Http404
    found.season = season
    return found


def list_events(season: Season, *, gone: bool = False) -> list[SeasonEvent]:
    """What counts in a season (or what was taken out), in order: carried points, then by day; one query."""
    found = SeasonEvent.objects.filter(season=season, gone__isnull=not gone).select_related("tournament")
    found = found.exclude(tournament__archived__isnull=False)
    return sorted(found, key=_compute_order)


def _compute_order(event: SeasonEvent) -> tuple[bool, date, int]:
    return (event.kind != SeasonEvent.Kind.CARRIED, find_event_day(event) or date.min, event.number)


def format_event_name(event: SeasonEvent) -> str:
    """What an event is called: a tournament as it is called there."""
    return event.tournament.name if event.tournament is not None else event.name


def find_event_day(event: SeasonEvent) -> date | None:
    """When an event was, or will be; none: nobody has said it."""
    return event.tournament.day if event.tournament is not None else event.day


def load_with_events(seasons: list[int]) -> list[Season]:
    """These seasons with their events (`season.events.all()`, and the tournaments); two queries."""
    rows = SeasonEvent.objects.filter(gone=None).select_related("tournament")
    return list(Season.objects.filter(pk__in=seasons).prefetch_related(Prefetch("events", queryset=rows)))


def _format_stage(ended: Any) -> str:
    return _now("ended") if ended else _now("running")


SEASONS = List(
    caption=_("Seasons"),
    columns=(
        Column("name", _("Season"), link=lambda one: reverse("season", kwargs={"slug": one.slug}), words=True),
        Column("made", _("Started"), show=lambda made: date_format(made, "j. F Y"), latest=True),
        Column("many", _("Days"), number=True),
        Column("stage", _("State"), of=lambda one: _format_stage(one.ended), fields="ended"),
    ),
    sort="-made",
    empty=_("There is no season yet."),
)


def search_seasons(club: int) -> QuerySet[Season]:
    """The seasons of a club, with how many events each has."""
    return Season.objects.filter(club=club).annotate(many=Count("events", filter=Q(events__gone=None)))
