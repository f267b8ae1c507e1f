"""How far a tournament has come: its rounds and tables as they are at this moment, and one sign for all of it.

Whoever only watches shares what was read a short while ago (`lately`): 500 phones ask, and one read answers them.
"""

import hashlib
import time
import uuid
from typing import Any, NamedTuple

from django.http import Http404

from tarockclub.server.page_cache import Recent
from tournaments.models import Act, Round, RoundTable, Tournament
from tournaments.rounds.table_capital import Key
from tournaments.selectors import tournament_at
from tournaments.settings import Settings, read

SHARED_FOR = 0.5  # seconds
MOST_SHARED = 32


class TableAt(NamedTuple):
    """A table of a round."""

    round: int  # number
    number: int
    slug: uuid.UUID
    key: Key
    counts: bool
    done: bool


class RoundAt(NamedTuple):
    """A round."""

    id: int
    number: int
    drawn: bool
    started: bool
    closed: bool
    tables: tuple[TableAt, ...]


class Stand(NamedTuple):
    """A tournament at one moment."""

    tournament: Tournament
    settings: Settings
    rounds: tuple[RoundAt, ...]  # in their order
    sign: str  # another one whenever a standing may be another one

    def round(self, number: int) -> RoundAt:
        """A round, or 404."""
        found = next((one for one in self.rounds if one.number == number), None)
        if found is None:
            raise Http404
        return found

    @property
    def played(self) -> tuple[RoundAt, ...]:
        """The rounds that have started."""
        return tuple(one for one in self.rounds if one.started)

    @property
    def now(self) -> RoundAt | None:
        """The round that people sit down for or play: the last one that is drawn, unless it is over."""
        last = next((one for one in reversed(self.rounds) if one.drawn), None)
        return None if last is None or last.closed else last


_TABLE = (
    "round__number",
    "number",
    "game_table__slug",
    "counts",
    "done",
    "game_table",
    "game_table__last_sequence",
    "game_table__head",
    "game_table__news",
)


def stand_at(slug: uuid.UUID) -> Stand:
    """The tournament of an address as it is now, or 404; four queries, however many tables."""
    return stand_of(tournament_at(slug))


def stand_of(tournament: Tournament) -> Stand:
    """How far a tournament has come."""
    rows = RoundTable.objects.filter(round__tournament=tournament).order_by("round__number", "number")
    tables = [_table(*row) for row in rows.values_list(*_TABLE)]
    rounds = Round.objects.filter(tournament=tournament).order_by("number")
    last = Act.objects.filter(tournament=tournament).order_by("-sequence").values_list("key", flat=True).first()
    digest = hashlib.sha256(f"{tournament.version} {last}".encode())  # of a restored backup the last act is another one
    for one in tables:
        digest.update(b"%d %d %b" % (one.key.sequence, one.key.news, one.key.head))
    return Stand(
        tournament,
        read(tournament.settings),
        tuple(_round(one, [table for table in tables if table.round == one.number]) for one in rounds),
        digest.hexdigest()[:24],
    )


def _round(row: Round, tables: list[TableAt]) -> RoundAt:
    is_drawn, is_started, is_closed = row.draw_id is not None, row.started is not None, row.closed is not None
    return RoundAt(row.pk, row.number, is_drawn, is_started, is_closed, tuple(tables))


def _table(*row: Any) -> TableAt:
    number, at, slug, counts, done, table, sequence, head, news = row
    return TableAt(number, at, slug, Key(table, sequence, bytes(head), news), counts, done is not None)


_SHARED: Recent[uuid.UUID, tuple[float, Stand]] = Recent(MOST_SHARED)


def lately(slug: uuid.UUID) -> Stand:
    """The tournament as it was at most half a second ago, for those who ask again and again."""
    known = _SHARED.get(slug)
    if known is not None and time.monotonic() - known[0] < SHARED_FOR:
        return known[1]
    found = stand_at(slug)
    _SHARED.put(slug, (time.monotonic(), found))
    return found
