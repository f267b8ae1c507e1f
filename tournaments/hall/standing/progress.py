"""The progress of a tournament: the current state of its rounds and tables, and one sign for all of it.

Users who only watch share a recent state (`load_recent_progress`): 500 phones ask, and one read answers them.
"""

import hashlib
import uuid
from typing import Any, NamedTuple

from django.http import Http404

from tarockclub.platform.server.page_cache import VersionCache
from tournaments.core.selectors import find_tournament
from tournaments.core.settings import Settings, parse_settings
from tournaments.hall.rounds.table_capital import CapitalKey
from tournaments.models import Act, Round, RoundTable, Tournament

SHARED_FOR = 0.5  # seconds
MOST_SHARED = 32


class TableProgress(NamedTuple):
    """A table of a round."""

    round: int  # number
    number: int
    slug: uuid.UUID
    key: CapitalKey
    counts: bool
    done: bool


class RoundProgress(NamedTuple):
    """A round."""

    id: int
    number: int
    drawn: bool
    started: bool
    closed: bool
    tables: tuple[TableProgress, ...]


class TournamentProgress(NamedTuple):
    """The state of a tournament at one moment."""

    tournament: Tournament
    settings: Settings
    rounds: tuple[RoundProgress, ...]  # in their order
    sign: str  # it differs whenever standings may differ
    acts: str = ""  # it differs whenever something was done in the tournament

    def get_round(self, number: int) -> RoundProgress:
        """Return a round; raise Http404 if there is none."""
        progress = next((round_ for round_ in self.rounds if round_.number == number), None)
        if progress is None:
            raise Http404
        return progress

    @property
    def started_rounds(self) -> tuple[RoundProgress, ...]:
        """The rounds that have started."""
        return tuple(round_ for round_ in self.rounds if round_.started)

    @property
    def now(self) -> RoundProgress | None:
        """The round that is being played or about to be: the last one drawn, unless it is over."""
        last = next((round_ for round_ in reversed(self.rounds) if round_.drawn), None)
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


def find_progress(slug: uuid.UUID) -> TournamentProgress:
    """Return the current state of the tournament at an address, or raise Http404; four queries, however many tables."""
    return load_progress(find_tournament(slug))


def load_act_sign(tournament: Tournament) -> str:
    """Return the sign of what was done in a tournament: in a restored backup the last act differs."""
    last = Act.objects.filter(tournament=tournament).order_by("-sequence").values_list("key", flat=True).first()
    return f"{tournament.version} {last}"


def load_progress(tournament: Tournament) -> TournamentProgress:
    """Return the current state of a tournament."""
    rows = RoundTable.objects.filter(round__tournament=tournament).order_by("round__number", "number")
    tables = [_build_table(*row) for row in rows.values_list(*_TABLE)]
    rounds = Round.objects.filter(tournament=tournament).order_by("number")
    acts = load_act_sign(tournament)
    digest = hashlib.sha256(acts.encode())
    for table in tables:
        digest.update(b"%d %d %b" % (table.key.sequence, table.key.news, table.key.head))
    return TournamentProgress(
        tournament,
        parse_settings(tournament.settings),
        tuple(_build_round(row, [table for table in tables if table.round == row.number]) for row in rounds),
        digest.hexdigest()[:24],
        acts,
    )


def _build_round(row: Round, tables: list[TableProgress]) -> RoundProgress:
    is_drawn, is_started, is_closed = row.draw_id is not None, row.started is not None, row.closed is not None
    return RoundProgress(row.pk, row.number, is_drawn, is_started, is_closed, tuple(tables))


def _build_table(*row: Any) -> TableProgress:
    round_, number, slug, counts, done, table, sequence, head, news = row
    return TableProgress(round_, number, slug, CapitalKey(table, sequence, bytes(head), news), counts, done is not None)


PROGRESS_CACHE: VersionCache[TournamentProgress] = VersionCache(MOST_SHARED, seconds=SHARED_FOR)


def load_recent_progress(slug: uuid.UUID) -> TournamentProgress:
    """Return the tournament as it was at most half a second ago, for clients that ask repeatedly."""
    return PROGRESS_CACHE.load_newest(slug, "", lambda: find_progress(slug))[1]
