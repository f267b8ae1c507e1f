"""The standing so far, as the draw of the next round takes it."""

from itertools import groupby

from tournaments.models import Round, Tournament
from tournaments.selectors import settings_of
from tournaments.settings import LOTS, STANDING
from tournaments.standings.progress import stand_of
from tournaments.standings.standing import standings_of

Order = tuple[tuple[int, ...], ...]


def order_so_far(tournament: Tournament) -> Order:
    """Entrants (ids) by their place over all rounds that have started, equal ones together; () before the first."""
    totals = standings_of(stand_of(tournament)).totals
    groups = groupby(totals, key=lambda one: one.rank)
    found = (tuple(sorted(one.player.entrant for one in equals if one.player.entrant)) for _rank, equals in groups)
    return tuple(equals for equals in found if equals)


def usual_way(tournament: Tournament, round_: Round) -> str:
    """How the seats of a round are drawn unless the director says otherwise: the first round always by lot."""
    return settings_of(tournament).seating if has_standing(tournament, round_) else LOTS


def has_standing(tournament: Tournament, round_: Round) -> bool:
    """Whether a round before this one has started."""
    return Round.objects.filter(tournament=tournament, number__lt=round_.number, started__isnull=False).exists()


def still_playing(tournament: Tournament, round_: Round) -> tuple[int, ...]:
    """The rounds before this one (numbers) that are not over: the standing may still move."""
    before = Round.objects.filter(tournament=tournament, number__lt=round_.number, closed=None)
    return tuple(before.exclude(started=None).order_by("number").values_list("number", flat=True))


def is_out_of_date(tournament: Tournament, order: Order) -> bool:
    """Whether the standing has moved since seats were drawn by it."""
    return bool(order) and order != order_so_far(tournament)


WAYS = (LOTS, STANDING)
