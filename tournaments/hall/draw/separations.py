"""Pairs that must not sit together: couples, car pools; each is an act, and taking it back is another one."""

from tournaments.core.acts import Kind, parse_content
from tournaments.core.selectors import load_settings
from tournaments.hall.draw.values import Pair
from tournaments.models import Act, Tournament
from tournaments.people.teams.rosters import list_mates, load_memberships


def list_apart_pairs(tournament: Tournament) -> tuple[Pair, ...]:
    """Return the pairs of entrants (ids) that must not sit together, in the order they were named."""
    found: dict[Pair, None] = {}
    for entry in Act.objects.filter(tournament=tournament, kind=Kind.APART).order_by("sequence"):
        said = parse_content(entry)
        pair = (said["pair"][0], said["pair"][1])
        if said["apart"]:
            found[pair] = None
        else:
            found.pop(pair, None)
    return tuple(found)


def list_mate_pairs(tournament: Tournament, number: int) -> tuple[Pair, ...]:
    """Return the pairs of team mates in a round (its number), if the settings keep them apart."""
    settings = load_settings(tournament)
    return list_mates(load_memberships(tournament), number) if settings.team_size and settings.mates_apart else ()


def list_separations(tournament: Tournament, number: int) -> tuple[Pair, ...]:
    """Return all pairs that must not sit together in a round: those named, and team mates."""
    return tuple(dict.fromkeys((*list_apart_pairs(tournament), *list_mate_pairs(tournament, number))))
