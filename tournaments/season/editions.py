"""Published standings of a season: each is kept for ever as it was, by ids and numbers."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from tournaments.acts import Kind, parse_content
from tournaments.models import Season, SeasonAct
from tournaments.sealed_rows import format_head
from tournaments.season.settings import SeasonSettings, parse_season_settings
from tournaments.season.standing import EventScore, SeasonLine, SeasonStanding


class SeasonEdition(NamedTuple):
    """Standings as they were published."""

    number: int  # from 1
    at: datetime
    lines: tuple[SeasonLine, ...]
    settings: SeasonSettings
    reason: str  # the reason for another one
    head: str  # of the season's acts with this one


def encode_lines(standing: SeasonStanding) -> list[list[Any]]:
    """Return standings as JSON values, as an act stores them."""
    return [[*line[:5], [list(got) for got in line.got], *line[6:]] for line in standing.lines]


def parse_lines(rows: Sequence[Sequence[Any]]) -> tuple[SeasonLine, ...]:
    """Return the standings that an act has stored."""
    return tuple(
        line._replace(got=tuple(EventScore(*got) for got in line.got)) for line in (SeasonLine(*row) for row in rows)
    )


def load_editions(season: Season) -> tuple[SeasonEdition, ...]:
    """Return all published standings, the first one first; one query."""
    acts = SeasonAct.objects.filter(season=season, kind=Kind.STANDING).select_related("note").order_by("sequence")
    return tuple(_build_edition(act, said) for act in acts if "edition" in (said := parse_content(act)))


def _build_edition(act: SeasonAct, said: dict[str, Any]) -> SeasonEdition:
    reason = act.note.text if act.note is not None else ""
    return SeasonEdition(
        said["edition"],
        act.at,
        parse_lines(said["rows"]),
        parse_season_settings(said["settings"]),
        reason,
        format_head(act),
    )


def apply_merges(lines: Sequence[SeasonLine], same: Mapping[int, int]) -> tuple[SeasonLine, ...]:
    """Return the lines of an edition with its persons' current ids: some may have been merged since."""
    return tuple(line._replace(who=same.get(line.who, line.who)) for line in lines)


class StandingChange(NamedTuple):
    """The difference for one person between two standings; None: the person is not in that one."""

    who: int
    before: SeasonLine | None
    after: SeasonLine | None


def compute_changes(before: Sequence[SeasonLine], after: Sequence[SeasonLine]) -> tuple[StandingChange, ...]:
    """Return the changed ranks or points, in the order of the later standings; then the persons no longer in them."""
    old, new = {line.who: line for line in before}, {line.who: line for line in after}
    order = [*new, *(who for who in old if who not in new)]
    return tuple(
        StandingChange(who, old.get(who), new.get(who))
        for who in order
        if _compute_key(old.get(who)) != _compute_key(new.get(who))
    )


def _compute_key(line: SeasonLine | None) -> tuple[int, int, int] | None:
    return None if line is None else (line.rank, line.points, line.days)
