"""The questions to a table's phones after silence or a round: do you still play, do the chips match?"""

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Max

from scoring.book.table_clock import PlayTime
from scoring.engine.evening.state import OVER
from scoring.models import GameTable
from scoring.table.written_sheet.selectors import TableView
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.acts import Kind
from tournaments.core.rules.line_facts import CapitalCourse
from tournaments.core.selectors import load_settings
from tournaments.core.settings import Settings
from tournaments.hall.clock import events
from tournaments.hall.clock.display import UP
from tournaments.hall.clock.events import Event, filter_events
from tournaments.hall.clock.table_clocks import list_clock_events
from tournaments.hall.desk.actions import StillPlaying
from tournaments.hall.desk.chips import (
    ChipTableCount,
    PlayerChips,
    build_player_chips,
    find_last_count,
    list_present_courses,
)
from tournaments.hall.desk.overview import OverviewRow, load_rows
from tournaments.models import Act, Round, RoundTable


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
    """Tell whether a table is asked for its chips, or will be at the end; never on paper, or with a stopped clock."""
    has_begun = now.round_table.round.started is not None and now.round_table.round.closed is None
    if not (settings.start and settings.count_chips and has_begun) or now.clock.stands:
        return False
    if _has_only_paper(now, view):
        return False
    return not now.clock.double or view.now.last_round.phase == OVER


def _has_only_paper(table: TableNow, view: TableView) -> bool:
    """Return whether a table plays on paper, as was said, and no phone has entered a hand there."""
    return table.round_table.paper and not any(line.is_deal for line in view.book.played)


def _add_answers(asked: ChipsQuestion, table: RoundTable) -> ChipsQuestion:
    row, last = load_rows(RoundTable.objects.filter(pk=table.pk), INSIDE)[0], find_last_count(table)
    count = last if last is not None and last.sequence == asked.seen else None
    counted = {} if count is None else count.chips
    return asked._replace(
        rows=tuple(row._replace(counted=counted.get(row.sitting)) for row in asked.rows),
        last_count=count,
        is_stale=row.is_stale,
        is_open=bool(row.called or row.disputed or row.late or row.held),
        waits=not row.is_played,
    )


ASKED_BEFORE = timedelta(minutes=2)  # the desk names a table: then nobody there has answered
_RUNS_AGAIN = (events.START, events.RESUME, events.GO_ON, events.REOPEN, events.CLOCK_SET, events.UNDO)
_MINUTE = timedelta(minutes=1)


class QuietTable(NamedTuple):
    """A table, and the minutes for which nothing has come from it, or since its gong."""

    row: OverviewRow
    minutes: int


class Silence(NamedTuple):
    """The tables of a round from which nothing comes, longest first; each in one of the two."""

    silent: tuple[QuietTable, ...] = ()  # since their last hand
    overtime: tuple[QuietTable, ...] = ()  # since the gong

    @property
    def minutes(self) -> dict[int, int]:
        """Return the minutes of all these tables by number."""
        return {quiet.row.number: quiet.minutes for quiet in (*self.silent, *self.overtime)}


def find_silence(
    rows: Sequence[OverviewRow],
    happened: Iterable[Event],
    answers: Mapping[int, datetime],
    settings: Settings,
    at: datetime,
) -> Silence:
    """Find the tables from which nothing comes; none where no table has entered a hand: all of them write on paper.

    `answers`: when a phone has last said that its table still plays, by id of the round's table.
    """
    if not any(row.hands for row in rows):
        return Silence()
    awaited = [row for row in rows if _is_awaited(row)]
    since = {row.table: _find_last_sign(row.table, row.last, happened, answers) for row in awaited}
    silent = _sort(_list_longer(settings.silent_seconds, ((row, since[row.table]) for row in awaited), at))
    named = {quiet.row.table for quiet in silent}
    over = [(row, row.clock.ends) for row in awaited if row.face.state == UP and row.table not in named]
    quiet = [row.table for row, sign in over if _is_longer(settings.overtime_seconds, answers.get(row.table, sign), at)]
    late = _list_longer(settings.overtime_seconds, ((row, ends) for row, ends in over if row.table in quiet), at)
    return Silence(silent, _sort(late))


def _is_awaited(row: OverviewRow) -> bool:
    """Return whether hands are expected from a table: its clock counts, and it can go on without the director."""
    is_idle = row.paper or row.clock.stands or row.called or row.is_short or row.is_played
    return row.is_open and row.clock.timed and not is_idle


def _find_last_sign(
    table: int, last_hand: datetime | None, happened: Iterable[Event], answers: Mapping[int, datetime]
) -> datetime | None:
    """Return when the last hand or answer came, or when the table's clock last began to run."""
    began = [event.at for event in filter_events(table, happened) if event.what in _RUNS_AGAIN]
    return max([*began, *(sign for sign in (last_hand, answers.get(table)) if sign is not None)], default=None)


def _list_longer(
    seconds: int, tables: Iterable[tuple[OverviewRow, datetime | None]], at: datetime
) -> Iterator[QuietTable]:
    for row, since in tables:
        if since is not None and _is_longer(seconds, since, at):
            yield QuietTable(row, (at - since) // _MINUTE)


def _is_longer(seconds: int, since: datetime | None, at: datetime) -> bool:
    return bool(seconds) and since is not None and at - since >= timedelta(seconds=seconds)


def _sort(tables: Iterable[QuietTable]) -> tuple[QuietTable, ...]:
    return tuple(sorted(tables, key=lambda quiet: (-quiet.minutes, quiet.row.number)))


def load_answers(round_: Round) -> dict[int, datetime]:
    """Return when a phone of each table (id) has last said that it still plays; one query."""
    answers = Act.objects.filter(round=round_, kind=Kind.PLAYS).order_by("table").values_list("table")
    return dict(answers.annotate(latest=Max("at")))


def find_question_moment(table: TableNow, view: TableView, settings: Settings) -> datetime | None:
    """Return when the phones of a table are asked whether it still plays; None: nothing is expected from it.

    No query as long as that is ahead by the last hand alone, otherwise two.
    """
    round_, clock = table.round_table.round, table.clock
    begun = round_.started if round_.closed is None else None
    is_idle = clock.stands or table.is_over or _has_only_paper(table, view)
    if begun is None or is_idle or not (settings.silent_seconds and clock.timed):
        return None
    quiet = timedelta(seconds=settings.silent_seconds)
    quiet -= min(ASKED_BEFORE, quiet / 2)
    last = max((line.entry.at for line in view.book.played), default=None)
    if max(begun, last or begun) + quiet > now():
        return max(begun, last or begun) + quiet
    sign = _find_last_sign(table.round_table.pk, last, list_clock_events(round_), load_answers(round_))
    return None if sign is None else sign + quiet


def say_still_playing(table: RoundTable, who: Actor) -> None:
    """Note that a phone of a table says that it still plays: once for each time that it is silent."""
    round_ = table.round
    [row] = load_rows(RoundTable.objects.filter(pk=table.pk), INSIDE)
    sign = _find_last_sign(table.pk, row.last, list_clock_events(round_), load_answers(round_))
    quiet = timedelta(seconds=load_settings(round_.tournament).silent_seconds)
    if _is_awaited(row) and sign is not None and now() >= sign + quiet - min(ASKED_BEFORE, quiet / 2):
        StillPlaying().perform(table, f"plays.{table.pk}.{int(sign.timestamp())}", who)
