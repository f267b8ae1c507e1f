"""The scope of a result, a round or the whole tournament: actions on results are done on one of them."""

import uuid

from django.http import HttpRequest

from tournaments.core.actions.targets import TOURNAMENT, Here, Target, load_round
from tournaments.core.editions import FINAL
from tournaments.core.view_helpers import find_own_round, find_own_tournament
from tournaments.models import Round, Tournament

Scope = Tournament | Round
SCOPE_ABOUT = "Number of the round; 0: the final result."  # in the API


def find_own_scope(request: HttpRequest, slug: uuid.UUID, of: int) -> Scope:
    """Return a round, or (FINAL) the tournament, if the own club has it; otherwise 404."""
    return find_own_tournament(request, slug) if of == FINAL else find_own_round(request, slug, of).round


def get_number(here: Here) -> int:
    """Return the number of the round that an action is about, or FINAL."""
    return FINAL if here.round_or_none is None else here.round.number


SCOPE = Target(
    (Tournament, Round),
    f"{TOURNAMENT.path}/results/{{int:of}}",
    {**TOURNAMENT.arguments, "of": int},
    find_own_scope,
    lambda spot: {"round": spot} if isinstance(spot, Round) else {},
    lambda row, spot: load_round(row, spot) if isinstance(spot, Round) else Here(row),
    lambda spot, sent: [spot.number if isinstance(spot, Round) else FINAL, *sent],
)
