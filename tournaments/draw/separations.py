"""Pairs that shall not sit together: couples, car pools; each is an act, and taking it back is another one."""

from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tournaments.acts import Asked, Kind, Refused, act, said_by
from tournaments.models import Act, Entrant, Tournament
from tournaments.selectors import settings_of
from tournaments.teams.rosters import Pair, mates, said_of


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


def mates_in(tournament: Tournament, number: int) -> tuple[Pair, ...]:
    """Who plays for one team in a round (its number), where the settings say that these do not sit together."""
    settings = settings_of(tournament)
    return mates(said_of(tournament), number) if settings.team_size and settings.mates_apart else ()


def kept_apart(tournament: Tournament, number: int) -> tuple[Pair, ...]:
    """All pairs that shall not sit together in a round: those that were named, and who plays for one team."""
    return tuple(dict.fromkeys((*apart_in(tournament), *mates_in(tournament, number))))


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
