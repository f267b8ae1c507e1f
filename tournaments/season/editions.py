"""Published standings of a season: each is kept for ever as it was, by ids and numbers."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from tournaments.acts import SeasonKind, said_by
from tournaments.models import Season, SeasonAct
from tournaments.sealed_rows import head_of
from tournaments.season.settings import Settings, read
from tournaments.season.standing import Got, Line, Standing


class Edition(NamedTuple):
    """A standing as it was published."""

    number: int  # from 1
    at: datetime
    lines: tuple[Line, ...]
    settings: Settings
    reason: str  # why there is another one
    head: str  # of the season's acts with this one


def rows_of(standing: Standing) -> list[list[Any]]:
    """A standing as an act keeps it: JSON values."""
    return [[*line[:5], [list(got) for got in line.got], *line[6:]] for line in standing.lines]


def lines_of(rows: Sequence[Sequence[Any]]) -> tuple[Line, ...]:
    """The standing that an act has kept."""
    return tuple(line._replace(got=tuple(Got(*got) for got in line.got)) for line in (Line(*row) for row in rows))


def editions_of(season: Season) -> tuple[Edition, ...]:
    """All published standings, the first one first; one query."""
    acts = SeasonAct.objects.filter(season=season, kind=SeasonKind.STANDING).select_related("note").order_by("sequence")
    return tuple(_edition(act, said) for act in acts if "edition" in (said := said_by(act)))


def _edition(act: SeasonAct, said: dict[str, Any]) -> Edition:
    reason = act.note.text if act.note is not None else ""
    return Edition(said["edition"], act.at, lines_of(said["rows"]), read(said["settings"]), reason, head_of(act))


def today(lines: Sequence[Line], same: Mapping[int, int]) -> tuple[Line, ...]:
    """The lines of an edition with who its persons are today: some may have been merged since."""
    return tuple(one._replace(who=same.get(one.who, one.who)) for one in lines)


class Change(NamedTuple):
    """What one standing says of somebody otherwise than another; none: he is not in it."""

    who: int
    before: Line | None
    after: Line | None


def changes(before: Sequence[Line], after: Sequence[Line]) -> tuple[Change, ...]:
    """Whose rank or points are others, in the order of the later standing; then who is not in it any more."""
    old, new = {one.who: one for one in before}, {one.who: one for one in after}
    order = [*new, *(who for who in old if who not in new)]
    return tuple(Change(who, old.get(who), new.get(who)) for who in order if _said(old.get(who)) != _said(new.get(who)))


def _said(line: Line | None) -> tuple[int, int, int] | None:
    return None if line is None else (line.rank, line.points, line.days)
