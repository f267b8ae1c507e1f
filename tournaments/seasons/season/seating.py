"""The standing of a season as the order of the seats in one of its tournaments: its final, before all."""

from collections import defaultdict
from itertools import groupby

from tournaments.models import Entrant, SeasonEvent, Tournament
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.settings import parse_season_settings


def compute_season_order(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """Return entrants (ids) by place in the season of a tournament, equal ones together; () if it is in none.

    Of several seasons the one whose final it is comes first. What was played today counts with the rest, so that the
    seats of a second round follow the season as it would end now.
    """
    events = SeasonEvent.objects.filter(tournament=tournament, gone=None).select_related("season").order_by("-pk")
    found = sorted(events, key=lambda event: event.kind != SeasonEvent.Kind.FINAL)
    season = next((event.season for event in found if not parse_season_settings(event.season.settings).teams), None)
    if season is None:
        return ()
    entrants = defaultdict(list)
    people = Entrant.objects.filter(tournament=tournament).order_by("pk")
    for entrant, person, merged in people.values_list("pk", "person", "person__merged_into"):
        entrants[merged or person].append(entrant)
    lines = [line for line in load_season_progress(season, provisional=True).standing.lines if line.rank]
    groups = (
        tuple(entrant for line in equals for entrant in entrants.get(line.who, ()))
        for _rank, equals in groupby(lines, key=lambda line: line.rank)
    )
    return tuple(group for group in groups if group)
