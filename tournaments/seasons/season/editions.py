"""The rows of a season's published standings, for tournaments/core/editions.py."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.core import editions
from tournaments.core.editions import Edition, EditionChange
from tournaments.models import Season
from tournaments.seasons.season.settings import parse_season_settings
from tournaments.seasons.season.standing import EventScore, SeasonLine, SeasonStanding

SeasonEdition = Edition[SeasonLine]


def encode_lines(standing: SeasonStanding) -> list[list[Any]]:
    """Return standings as JSON values, as an act stores them."""
    return [[*line[:5], [list(got) for got in line.got], *line[6:]] for line in standing.lines]


def parse_season_line(row: Sequence[Any]) -> SeasonLine:
    """Return a line of standings from its form in an act."""
    line = SeasonLine(*row)
    return line._replace(got=tuple(EventScore(*got) for got in line.got))


def load_season_editions(season: Season) -> tuple[SeasonEdition, ...]:
    """Return all published standings, the first one first; one query."""
    return editions.load_editions(season, parse_season_line)


def is_of_teams(edition: SeasonEdition) -> bool:
    """Return True if an edition ranks teams: its ids are not those of persons."""
    return parse_season_settings(edition.settings).teams if edition.settings else False


def apply_merges(lines: Sequence[SeasonLine], same: Mapping[int, int]) -> tuple[SeasonLine, ...]:
    """Return the lines of an edition with its persons' current ids: some may have been merged since."""
    return tuple(line._replace(who=same.get(line.who, line.who)) for line in lines)


def compute_season_changes(
    before: Sequence[SeasonLine], after: Sequence[SeasonLine]
) -> tuple[EditionChange[SeasonLine], ...]:
    """Return the changed ranks or points, in the order of the later standings; then the persons no longer in them."""
    old, new = {line.who: line for line in before}, {line.who: line for line in after}
    return editions.compute_changes(old, new, lambda line: (line.rank, line.points, line.days))
