"""Pairs that shall not sit together: couples, car pools; each is an act, and taking it back is another one."""

from scoring.writing import NOBODY_KNOWN, Who
from tournaments.acts import Asked, Kind, Refused, act, said_by
from tournaments.draw.values import Pair
from tournaments.models import Act, Entrant, Tournament


def apart_in(tournament: Tournament) -> tuple[Pair, ...]:
    """The pairs of entrants (ids) that shall not sit together, in the order they were named."""
    found: dict[Pair, None] = {}
    for one in Act.objects.filter(tournament=tournament, kind=Kind.APART).order_by("sequence"):
        said = said_by(one)
        pair = (said["pair"][0], said["pair"][1])
        if said["apart"]:
            found[pair] = None
        else:
            found.pop(pair, None)
    return tuple(found)


def keep_apart(tournament: int, key: str, pair: Pair, who: Who = NOBODY_KNOWN, *, apart: bool = True) -> Act:
    """Say that two entrants (ids) shall not sit together, or may again; Refused("nobody_known", "same_person")."""
    one, other = min(pair), max(pair)

    def do(row: Tournament) -> dict[str, object]:
        if one == other:
            raise Refused("same_person")
        if Entrant.objects.filter(tournament=row, pk__in=(one, other)).count() < len({one, other}):
            raise Refused("nobody_known")
        return {"pair": [one, other], "apart": apart}

    return act(tournament, Asked(key, Kind.APART, [one, other, apart], who), do)
