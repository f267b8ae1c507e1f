"""The register of rulings as plain values: of a tournament, or of one table."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from scoring.ledger.seats import Seat, seated_at, seats_of
from scoring.models import Seated
from scoring.written_sheet.rows import name_of
from tournaments.acts import said_by
from tournaments.models import RoundTable, Ruling, Tournament
from tournaments.rulings.messages import DEEDS


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
    moved: tuple[tuple[str, int], ...] = ()  # name, sixths: by a transfer

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
    found = list(rows.prefetch_related("corrected_by").order_by("number"))
    moving = {row.table.game_table_id: row.table.game_table for row in found if "amounts" in said_by(row.act)}
    seated: dict[int, list[Seated]] = {}
    for one in seated_at(list(moving.values())) if moving else ():
        seated.setdefault(one.sitting.table_id, []).append(one)
    return tuple(_one(row, seats_of(seated.get(row.table.game_table_id, ()))) for row in found)


def _one(row: Ruling, seats: tuple[Seat, ...]) -> Shown:
    said = said_by(row.act)
    amounts = [(place, sixths) for place, sixths in enumerate(said.get("amounts", ())) if sixths]
    return Shown(
        row.number,
        row.table.round.number,
        row.table.number,
        row.text.text,
        row.decided_by.text,
        said["deed"],
        row.act.at,
        row.act.by.name if row.act.by is not None else "",
        row.line,
        row.corrects.number if row.corrects is not None else 0,
        _numbers(row.corrected_by.all()),
        str(row.table.game_table.slug),
        tuple((name_of(seats, place, row.line), sixths) for place, sixths in amounts),
    )


def _numbers(rulings: Iterable[Ruling]) -> tuple[int, ...]:
    return tuple(sorted(one.number for one in rulings))
