"""Finding seasons and their events by their address; events in the order in which they were played."""

import uuid
from datetime import date

from django.db.models import Prefetch
from django.http import Http404
from django.shortcuts import get_object_or_404

from tournaments.models import Season, SeasonEvent


def season_at(slug: uuid.UUID) -> Season:
    """The season of an address, or 404; with its club."""
    return get_object_or_404(Season.objects.select_related("club"), slug=slug)


def event_at(season: Season, number: int) -> SeasonEvent:
    """An event of a season by its number, or 404; one that was taken out, too."""
    found = SeasonEvent.objects.filter(season=season, number=number).select_related("tournament").first()
    if found is None:
        raise Http404
    found.season = season
    return found


def events_of(season: Season, *, gone: bool = False) -> list[SeasonEvent]:
    """What counts in a season (or what was taken out), in order: carried points, then by day; one query."""
    found = SeasonEvent.objects.filter(season=season, gone__isnull=not gone).select_related("tournament")
    found = found.exclude(tournament__archived__isnull=False)
    return sorted(found, key=_order)


def _order(event: SeasonEvent) -> tuple[bool, date, int]:
    return (event.kind != SeasonEvent.Kind.CARRIED, day_of(event) or date.min, event.number)


def name_of(event: SeasonEvent) -> str:
    """What an event is called: a tournament as it is called there."""
    return event.tournament.name if event.tournament is not None else event.name


def day_of(event: SeasonEvent) -> date | None:
    """When an event was, or will be; none: nobody has said it."""
    return event.tournament.day if event.tournament is not None else event.day


def with_events(seasons: list[int]) -> list[Season]:
    """These seasons with their events (`season.events.all()`, and the tournaments); two queries."""
    rows = SeasonEvent.objects.filter(gone=None).select_related("tournament")
    return list(Season.objects.filter(pk__in=seasons).prefetch_related(Prefetch("events", queryset=rows)))
