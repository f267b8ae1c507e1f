"""The register of rulings as plain values: of a tournament, or of one table."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.acts import said_by
from tournaments.models import RoundTable, Ruling, Tournament
from tournaments.rulings.words import DEEDS


class Shown(NamedTuple):
    """A ruling as it is shown and printed."""

    number: int
    round: int
    table: int
    text: str
    decided_by: str
    deed: str
    at: datetime
    entered_by: str
    line: int  # of the table's book; 0: none
    corrects: int  # number of the ruling that it sets right; 0: none
    corrected_by: tuple[int, ...]
    slug: str  # of the game table

    @property
    def deed_said(self) -> str:
        """What it has brought about, in words."""
        return str(DEEDS[self.deed])


def register_of(tournament: Tournament) -> tuple[Shown, ...]:
    """All rulings of a tournament, the first one first."""
    return _shown(Ruling.objects.filter(tournament=tournament))


def rulings_at(table: RoundTable) -> tuple[Shown, ...]:
    """The rulings at one table, the first one first."""
    return _shown(Ruling.objects.filter(table=table))


def _shown(rulings: QuerySet[Ruling]) -> tuple[Shown, ...]:
    rows = rulings.select_related("act__by", "table__round", "table__game_table", "text", "decided_by", "corrects")
    return tuple(_one(row) for row in rows.prefetch_related("corrected_by").order_by("number"))


def _one(row: Ruling) -> Shown:
    return Shown(
        row.number,
        row.table.round.number,
        row.table.number,
        row.text.text,
        row.decided_by.text,
        said_by(row.act)["deed"],
        row.act.at,
        row.act.by.name if row.act.by is not None else "",
        row.line,
        row.corrects.number if row.corrects is not None else 0,
        _numbers(row.corrected_by.all()),
        str(row.table.game_table.slug),
    )


def _numbers(rulings: Iterable[Ruling]) -> tuple[int, ...]:
    return tuple(sorted(one.number for one in rulings))
