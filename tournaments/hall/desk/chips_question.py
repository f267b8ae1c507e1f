"""The question on a table's page after its round: do the chips match the computed ones?"""

import uuid
from typing import NamedTuple

from scoring.book.table_clock import PlayTime
from scoring.engine.evening.state import OVER
from scoring.models import GameTable
from scoring.table.written_sheet.selectors import TableView
from tournaments.core.rules.capital import CapitalCourse
from tournaments.core.settings import Settings
from tournaments.hall.clock.display import UP
from tournaments.hall.desk.chips import (
    ChipTableCount,
    PlayerChips,
    build_player_chips,
    find_last_count,
    list_present_courses,
)
from tournaments.hall.desk.overview import load_rows
from tournaments.models import RoundTable


class ChipsQuestion(NamedTuple):
    """The question about the chips on a table's page, with the answers of its phones; the same on every phone."""

    key: str
    seen: int  # sequence number of the last entry of the book
    rows: tuple[PlayerChips, ...]
    last_count: ChipTableCount | None = None  # since the last entry
    is_stale: bool = False  # chips were counted, and something was changed since
    is_open: bool = False  # a hand is disputed or late
    waits: bool = False  # a hand that was being played at the gong may still come
    soon: bool = False  # the time is not up yet: the page shows it at the gong

    @property
    def differs(self) -> bool:
        """Tell whether the counted chips differ from the computed ones."""
        return self.last_count is not None and self.last_count.differs


class TableNow(NamedTuple):
    """The state of a table, as its page has loaded it."""

    round_table: RoundTable
    clock: PlayTime
    state: str  # of its clock's face
    is_over: bool  # all hands are played


def load_chips_question(
    table: GameTable, view: TableView, now: TableNow, courses: tuple[CapitalCourse, ...]
) -> ChipsQuestion:
    """Load the question with the answers so far; nine queries, none before the time is up."""
    names = {seat.id: seat.get_name(view.book.number) for seat in view.seats}
    asked = ChipsQuestion(
        str(uuid.uuid4()),
        table.last_sequence,
        tuple(build_player_chips(course, names[course.stay.id], {}) for course in list_present_courses(courses)),
        soon=not (now.state == UP or now.is_over),
    )
    return asked if asked.soon else _add_answers(asked, now.round_table)


def is_asked(settings: Settings, view: TableView, now: TableNow) -> bool:
    """Tell whether a table is asked for its chips, or will be once its time is up; never while its clock is stopped."""
    has_begun = now.round_table.round.started is not None and now.round_table.round.closed is None
    if not (settings.start and settings.count_chips and has_begun) or now.clock.stands:
        return False
    return not now.clock.double or view.now.last_round.phase == OVER


def _add_answers(asked: ChipsQuestion, table: RoundTable) -> ChipsQuestion:
    row, last = load_rows(RoundTable.objects.filter(pk=table.pk))[0], find_last_count(table)
    count = last if last is not None and last.sequence == asked.seen else None
    counted = {} if count is None else count.chips
    return asked._replace(
        rows=tuple(row._replace(counted=counted.get(row.sitting)) for row in asked.rows),
        last_count=count,
        is_stale=row.is_stale,
        is_open=bool(row.called or row.disputed or row.late or row.held),
        waits=not row.is_played,
    )
