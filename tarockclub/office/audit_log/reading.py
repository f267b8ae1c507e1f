"""Reading the log: three kinds of rows as one list by time, page by page, whatever there is before and behind it.

Nothing is counted but two weeks, and nothing is read but what a page shows: each tournament's rows stand by time in
an index, so that the ones that reach into a page are found by their latest moment.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, Self

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import TruncDate
from django.utils.translation import gettext as _

from tarockclub.kit.days import convert_to_local
from tarockclub.kit.tables.search import has_words
from tarockclub.kit.words import fold
from tarockclub.models import LogEntry
from tarockclub.office.audit_log.messages import (
    fill_in_sentences,
    format_device_mark,
    format_origin,
    format_way,
)
from tarockclub.office.audit_log.names import GROUPS, SUSPICIOUS, find_group, format_person, parse_facts
from tournaments.core.actions.names import load_act_names
from tournaments.core.actions.sentences import (
    fill_in_act_sentences,
    format_season_sentence,
    load_event_names,
)
from tournaments.core.table_names import name_table
from tournaments.models import Act, SeasonAct


class LogLine(NamedTuple):
    """A line of the log."""

    row: LogEntry | Act | SeasonAct
    text: str
    about: str = ""  # a group of kinds, or the name of a tournament or a season
    slug: str = ""  # of the tournament or season
    href: str = ""  # the page of the one thing that an entry names
    round: int | None = None
    table: int | None = None
    by: str = ""
    whom: str = ""  # it concerns
    reason: str = ""
    origin: str = ""  # from where it was done
    browser: str = ""
    way: str = ""
    program: str = ""

    @property
    def at(self) -> datetime:
        """The moment."""
        return self.row.at

    @property
    def is_suspicious(self) -> bool:
        """True for what somebody should look at: maybe a stranger, or something that failed."""
        return isinstance(self.row, LogEntry) and self.row.kind in SUSPICIOUS

    @property
    def sequence(self) -> int:
        """The number in its chain: that of the club, the tournament or the season."""
        return self.row.sequence

    @property
    def hash(self) -> str:
        """The hash, which covers everything before it in its chain."""
        return bytes(self.row.hash).hex()

    @property
    def place(self) -> str:
        """The round and the table."""
        if self.round is None:
            return ""
        if self.table is None:
            return _("round %(round)s") % {"round": self.round}
        return name_table(self.table, self.round)

    def has(self, words: tuple[str, ...]) -> bool:
        """Return whether each folded word is part of what the line says."""
        if not words:
            return True
        texts = (self.text, self.about, self.place, self.by, self.whom, self.reason, self.origin, self.way)
        return has_words(fold(" ".join(texts)), words)


class LogRow(NamedTuple):
    """Lines of a day that say the same of other things, as one row of the page, the latest one first."""

    text: str
    lines: tuple[LogLine, ...]


def fold_log_lines(lines: Iterable[LogLine]) -> list[LogRow]:
    """Fold lines that differ only in what they name or in their moment; each row stands where its latest line does."""
    folded: dict[Any, list[LogLine]] = {}
    for line in lines:
        folded.setdefault(_get_fold_key(line), []).append(line)
    return [LogRow(key[0] if len(row) > 1 else row[0].text, tuple(row)) for key, row in folded.items()]


def _get_fold_key(line: LogLine) -> tuple[Any, ...]:
    return line.text.partition(":")[0], line.about, line.round, line.by, line.origin, line.reason


def _is_of_row(before: LogLine, line: LogLine) -> bool:
    """Return whether a line belongs to the same row of the page as the one before it."""
    is_same_day = convert_to_local(before.at).date() == convert_to_local(line.at).date()
    return is_same_day and _get_fold_key(before) == _get_fold_key(line)


def group_by_day(lines: Iterable[LogLine]) -> list[tuple[date, list[LogRow]]]:
    """Return the lines day by day, folded."""
    days = groupby(lines, key=lambda line: convert_to_local(line.at).date())
    return [(day, fold_log_lines(of_day)) for day, of_day in days]


def count_by_day(sources: "Iterable[Source]", since: datetime) -> Counter[date]:
    """Count the lines of each day since a moment; a query for each source."""
    counts: Counter[date] = Counter()
    for source in sources:
        rows = source.rows.filter(**{f"{source.column}__in": source.owners, "at__gte": since}).order_by()
        counts += Counter(dict(rows.annotate(day=TruncDate("at")).values_list("day").annotate(lines=Count("pk"))))
    return counts


def build_entry_lines(entries: Sequence[LogEntry]) -> list[LogLine]:
    """Build the lines of entries of a club's log; five queries at most."""
    fill_in_sentences(entries)
    return [_build_entry_line(entry) for entry in entries]


def _build_entry_line(entry: Any) -> LogLine:
    facts, group = parse_facts(entry), GROUPS.get(find_group(entry.kind))
    return LogLine(
        entry,
        entry.sentence,
        about=str(group.words) if group else "",
        href=entry.target.address if entry.target else "",
        by=format_person(entry.by),
        whom=format_person(entry.about),
        origin=format_origin(entry),
        browser=str(facts.get("browser", "")),
        way=format_way(entry),
        program=entry.token.client if entry.token is not None else "",
    )


def build_act_lines(acts: Sequence[Act]) -> list[LogLine]:
    """Build the lines of acts in tournaments; three queries at most."""
    fill_in_act_sentences(acts)
    return [
        _build_line(act, vars(act)["sentence"], act.tournament)._replace(
            round=act.round.number if act.round is not None else None,
            table=act.table.number if act.table is not None else None,
        )
        for act in acts
    ]


def build_season_lines(acts: Sequence[SeasonAct]) -> list[LogLine]:
    """Build the lines of acts in seasons; three queries at most."""
    names, events = load_act_names(acts), load_event_names(acts)
    return [_build_line(act, format_season_sentence(act, names, events), act.season) for act in acts]


def _build_line(act: Any, text: str, owner: Any) -> LogLine:
    reason = act.note.text if act.note is not None else ""
    by, origin = format_person(act.by), format_device_mark(act.device)
    return LogLine(act, text, about=owner.name, slug=str(owner.slug), by=by, reason=reason, origin=origin)


MOST_READ = 2000  # lines for one page of a search
_BATCH = 400  # lines that a search or a file reads at a time
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
POSITION = r"[0-9]{1,17}\.[0-9]\.[0-9]{1,18}\.[0-9]{1,9}"


class Position(NamedTuple):
    """The place of a line in the list: by its time, and of one moment in an order that stays."""

    moment: datetime
    source: int
    owner: int
    sequence: int

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the position that an address names; None where it names none."""
        if re.fullmatch(POSITION, text) is None:
            return None
        micros, *rest = map(int, text.split("."))
        return cls(_EPOCH + timedelta(microseconds=micros), *rest)

    def __str__(self) -> str:
        """Return it as addresses say it."""
        return ".".join(map(str, ((self.moment - _EPOCH) // timedelta(microseconds=1), *self[1:])))


@dataclass(frozen=True)
class Source:
    """Rows of one kind, each in the chain of its owner: a club's log, tournaments, seasons."""

    number: int  # the order of the kinds among lines of one moment
    owners: QuerySet[Any]
    rows: QuerySet[Any]
    column: str  # of a row, that names its owner
    build_lines: Callable[[Sequence[Any]], list[LogLine]]

    def list_latest(self, before: Position | None) -> Iterator[tuple[datetime, "Source", int]]:
        """Yield the owners that have rows there, each with the moment of the latest one."""
        rows = self.rows.filter(**{self.column: OuterRef("pk")})
        if before is not None:
            rows = rows.filter(at__lte=before.moment)
        latest = Subquery(rows.order_by("-at").values("at")[:1])
        for owner, moment in self.owners.annotate(latest=latest).values_list("pk", "latest"):
            if moment is not None:
                yield moment, self, owner

    def list_rows(self, owner: int, before: Position | None, since: datetime | None, most: int) -> QuerySet[Any]:
        """Return the latest rows of an owner before a position, none from before a moment."""
        rows = self.rows.filter(**{self.column: owner})
        if since is not None:
            rows = rows.filter(at__gte=since)
        if before is not None:
            rows = rows.filter(at__lte=before.moment)
            place, place_before = (self.number, owner), (before.source, before.owner)
            if place >= place_before:
                rows = rows.exclude(at=before.moment, sequence__gte=before.sequence if place == place_before else 0)
        return rows.order_by("-at", "-sequence")[:most]

    def find_position(self, row: Any) -> Position:
        """Return where a row stands."""
        return Position(row.at, self.number, getattr(row, f"{self.column}_id"), row.sequence)


class LogPage(NamedTuple):
    """The lines of a page, the latest first."""

    lines: list[LogLine]
    next: Position | None = None  # from which on there is more
    searched: datetime | None = None  # a search has only read as far as this yet


def read_page(
    sources: Sequence[Source],
    before: Position | None,
    most: int,
    words: tuple[str, ...] = (),
    *,
    with_runs: bool = False,
) -> LogPage:
    """Return the lines of a page after a position, those that have each word.

    `with_runs`: beyond so many it has those that are folded with the last one, since a row counts its lines.
    """
    lines: list[LogLine] = []
    last = before
    for number, (position, line) in enumerate(_read(sources, before, _BATCH if words else most + 1)):
        if len(lines) >= most and not (with_runs and len(lines) < MOST_READ and _is_of_row(lines[-1], line)):
            return LogPage(lines, last)
        if number == MOST_READ and words:
            return LogPage(lines, last, last.moment if last else None)
        if line.has(words):
            lines.append(line)
        last = position
    return LogPage(lines)


def read_all(sources: Sequence[Source], words: tuple[str, ...] = ()) -> Iterator[LogLine]:
    """Yield all lines that have each word."""
    return (line for _position, line in _read(sources, None, _BATCH) if line.has(words))


def _read(sources: Sequence[Source], before: Position | None, size: int) -> Iterator[tuple[Position, LogLine]]:
    """Yield the lines after a position, so many with a few queries."""
    while True:
        rows = _load_rows(sources, before, size)
        yield from _build_lines(rows)
        if len(rows) < size:
            return
        before = rows[-1][0]


Rows = list[tuple[Position, Source, Any]]


def _load_rows(sources: Iterable[Source], before: Position | None, most: int) -> Rows:
    """Load the latest rows before a position: of each owner that has one among them, the latest owner first."""
    latest = [owner for source in sources for owner in source.list_latest(before)]
    latest_rows: Rows = []
    for moment, source, owner in sorted(latest, key=itemgetter(0), reverse=True):
        last = latest_rows[-1][0].moment if len(latest_rows) == most else None
        if last is not None and last > moment:
            break
        rows = source.list_rows(owner, before, last, most)
        latest_rows += [(source.find_position(row), source, row) for row in rows]
        latest_rows = sorted(latest_rows, key=itemgetter(0), reverse=True)[:most]
    return latest_rows


def _build_lines(rows: Rows) -> Iterator[tuple[Position, LogLine]]:
    """Yield the lines of rows of several kinds in their order, all of one kind with the same few queries."""
    lines: dict[Position, LogLine] = {}
    for source in {id(source): source for _position, source, _row in rows}.values():
        own = [(position, row) for position, its, row in rows if its is source]
        built = source.build_lines([row for _position, row in own])
        lines |= {position: line for (position, _row), line in zip(own, built, strict=True)}
    for position, _source, _row in rows:
        yield position, lines[position]
