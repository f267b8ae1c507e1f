"""The standing so far, as input of the next draw."""

from itertools import groupby

from tournaments.core.selectors import load_settings
from tournaments.core.settings import LOTS, STANDING
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Round, Tournament

Order = tuple[tuple[int, ...], ...]


def compute_order(tournament: Tournament) -> Order:
    """Return entrants (ids) by place over all rounds that have started, equal ones together; () before the first."""
    totals = load_standings(load_progress(tournament)).totals
    groups = groupby(totals, key=lambda total: total.rank)
    found = (
        tuple(sorted(equal.player.entrant for equal in equals if equal.player.entrant)) for _rank, equals in groups
    )
    return tuple(equals for equals in found if equals)


def find_usual_way(tournament: Tournament, round_: Round) -> str:
    """Return the usual way to draw the seats of a round: the first round always by lot."""
    return load_settings(tournament).seating if has_standing(tournament, round_) else LOTS


def has_standing(tournament: Tournament, round_: Round) -> bool:
    """Tell whether a round before this one has started."""
    return Round.objects.filter(tournament=tournament, number__lt=round_.number, started__isnull=False).exists()


def list_playing_rounds(tournament: Tournament, round_: Round) -> tuple[int, ...]:
    """Return the rounds before this one (numbers) that are not over: the standing may still move."""
    before = Round.objects.filter(tournament=tournament, number__lt=round_.number, closed=None)
    return tuple(before.exclude(started=None).order_by("number").values_list("number", flat=True))


def is_out_of_date(tournament: Tournament, order: Order) -> bool:
    """Tell whether the standing has changed since seats were drawn by it."""
    return bool(order) and order != compute_order(tournament)


WAYS = (LOTS, STANDING)
