"""The standing so far, or that of the season, as input of the next draw."""

from itertools import groupby

from django.conf import settings as configuration
from django.utils.module_loading import import_string

from tournaments.core.selectors import load_settings
from tournaments.core.settings import LAST_STANDING, LOTS, SEASON_STANDING, STANDING
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Round, SeasonEvent, Tournament

WAYS = (LOTS, STANDING, SEASON_STANDING)
Order = tuple[tuple[int, ...], ...]


def compute_order(tournament: Tournament, way: str) -> Order:
    """Return entrants (ids) by place, equal ones together: over all rounds that have started, or in the season.

    () before the first round has started, or where no season has the tournament.
    """
    if way == SEASON_STANDING:
        order: Order = import_string(configuration.SEASON_ORDER)(tournament)
        return order
    totals = load_standings(load_progress(tournament)).totals
    groups = groupby(totals, key=lambda total: total.rank)
    found = (
        tuple(sorted(equal.player.entrant for equal in equals if equal.player.entrant)) for _rank, equals in groups
    )
    return tuple(equals for equals in found if equals)


def find_usual_way(tournament: Tournament, round_: Round) -> str:
    """Return the usual way to draw the seats of a round; by lot where there is no standing yet."""
    settings = load_settings(tournament)
    way = settings.seating
    if way == LAST_STANDING:
        way = STANDING if round_.number == settings.rounds else LOTS
    return way if way in list_ways(tournament, round_) else LOTS


def list_ways(tournament: Tournament, round_: Round) -> list[str]:
    """Return the ways in which seats can be drawn now: by lot, and by the standings that there are."""
    before = Round.objects.filter(tournament=tournament, number__lt=round_.number, started__isnull=False)
    there = {
        LOTS: True,
        STANDING: before.exists(),
        SEASON_STANDING: SeasonEvent.objects.filter(tournament=tournament, gone=None).exists(),
    }
    return [way for way in WAYS if there[way]]


def list_playing_rounds(tournament: Tournament, round_: Round) -> tuple[int, ...]:
    """Return the rounds before this one (numbers) that are not over: the standing may still move."""
    before = Round.objects.filter(tournament=tournament, number__lt=round_.number, closed=None)
    return tuple(before.exclude(started=None).order_by("number").values_list("number", flat=True))


def is_out_of_date(tournament: Tournament, order: Order, way: str) -> bool:
    """Return whether the standing has changed since seats were drawn by it."""
    return bool(order) and order != compute_order(tournament, way)
