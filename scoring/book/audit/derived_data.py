"""The proof of all derived data: counting entries, seats, Radl, sittings, totals and state follow from the entries."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.db import connection

from scoring.book.audit.records import Finding, Ledger, format_table_name
from scoring.book.audit.scores import READ_ERRORS, ScoredEntry
from scoring.book.ledger.book import build_start
from scoring.book.ledger.codec import EVENING_NUMBER
from scoring.book.ledger.seats import Holders, Stretch, Sum, compute_holders, compute_totals
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.ledger.table_state import build_table_state, decode_state
from scoring.engine.evening.course import CourseLine, CourseStep, Hand, Redeal, Void, recount_course
from scoring.engine.evening.state import Evening
from scoring.models import PLACES, Deal, Entry, GameTable
from tarockclub.platform.server.databases import read_snapshot

_COLUMNS = [f"{letter}{place}" for letter in ("money", "written") for place in range(PLACES)]
_SUMS = ", ".join(f"SUM({column})" for column in _COLUMNS)
_TABLE_QUERY = (
    f"SELECT scoring_deal.table_id, {_SUMS} FROM scoring_deal"  # noqa: S608 -- our own columns
    " JOIN scoring_entry ON scoring_entry.id = entry_id GROUP BY scoring_deal.table_id"
)
_STRETCH_QUERY = (
    "SELECT COALESCE(SUM({money}), 0), COALESCE(SUM({written}), 0) FROM scoring_deal"
    " JOIN scoring_entry ON scoring_entry.id = entry_id"
    " WHERE scoring_deal.table_id = %s AND number >= %s AND number < %s"
)
_NO_END = (1 << 63) - 1
_TOTALS_QUERY = (
    "SELECT table_id, place, from_deal, to_deal, scoring_total.money, scoring_total.written FROM scoring_sitting"
    " LEFT JOIN scoring_total ON sitting_id = scoring_sitting.id ORDER BY table_id, place, from_deal"
)
TotalRow = tuple[int, int, int, int | None, int | None, int | None]


class CountingLine(NamedTuple):
    """A line of the book according to the entries: its key and the entry that counts."""

    key: str
    one: ScoredEntry


class ReplayedBook(NamedTuple):
    """A book computed from its entries alone."""

    counting: dict[int, CountingLine]  # by number of the line, in the order of play
    start: Evening
    steps: list[CourseStep]
    sums: dict[Stretch, Sum]
    held: dict[tuple[int, int], Holders]

    @property
    def now(self) -> Evening:
        """The evening before the next deal."""
        return self.steps[-1].after if self.steps else self.start


def check_derived_data(ledger: Ledger, entries: Mapping[int, ScoredEntry]) -> Iterator[Finding]:
    """Yield a finding for everything in a book that does not follow from its entries."""
    counting = _list_counting_lines(ledger, entries)
    yield from _check_deals(ledger, counting)
    if all(line.one.content is not None for line in counting.values()):  # the others have a finding already
        try:
            folded = _replay_book(ledger, counting)
        except (*READ_ERRORS, StopIteration):
            yield Finding("unreadable", ledger.name)
        else:
            yield from _check_steps(ledger, folded)
            yield from _check_sittings(ledger, folded)
            yield from _check_table(ledger, folded)


def _list_counting_lines(ledger: Ledger, entries: Mapping[int, ScoredEntry]) -> dict[int, CountingLine]:
    """Return the latest entry of every line, which counts, with the key of the first one."""
    lines: dict[int, CountingLine] = {}
    for entry in ledger.entries:
        number = entry.deal_number
        if number != EVENING_NUMBER:
            key = lines[number].key if number in lines else entry.key
            lines[number] = CountingLine(key, entries[entry.id])
    return dict(sorted(lines.items()))


def _check_deals(ledger: Ledger, counting: Mapping[int, CountingLine]) -> Iterator[Finding]:
    for number, (key, scored) in counting.items():
        position = (ledger.name, scored.entry.sequence, number)
        if number not in ledger.deals:
            yield Finding("deal_missing", *position)
            continue
        kept_key, entry_id = ledger.deals[number]
        if entry_id != scored.entry.id:
            yield Finding("deal_entry", *position)
        if kept_key != key:
            yield Finding("deal_key", *position)
    for number in sorted(ledger.deals.keys() - counting.keys()):
        yield Finding("deal_unknown", ledger.name, None, number)


def _replay_book(ledger: Ledger, counting: dict[int, CountingLine]) -> ReplayedBook:
    start = build_start(ledger.table)
    lines = [
        CourseLine(number, scored.content, scored.score, scored.entry.radl)
        for number, (_, scored) in counting.items()
        if scored.content is not None
    ]
    steps = recount_course(start, lines, parse_sheet(ledger.table.sheet_version))
    return ReplayedBook(
        counting,
        start,
        steps,
        compute_totals(start, tuple(steps)),
        _compute_holders(ledger, ledger.table.last_sequence),
    )


def _compute_holders(ledger: Ledger, sequence: int) -> dict[tuple[int, int], Holders]:
    """Return the holders of the sittings after an entry."""
    saying = (Entry.Kind.SEATING, Entry.Kind.SWAP, Entry.Kind.STRIKE)
    entries = [entry for entry in ledger.entries if entry.kind in saying and entry.sequence <= sequence]
    return compute_holders(ledger.persons, entries)


def _check_steps(ledger: Ledger, folded: ReplayedBook) -> Iterator[Finding]:
    """Check seats, forehand, dealer and Radl of every line against the lines before it."""
    for (number, (_, scored)), step in zip(folded.counting.items(), folded.steps, strict=True):
        position = (ledger.name, scored.entry.sequence, number)
        for code in _check_step(scored, step):
            yield Finding(code, *position, what=str(scored.entry.radl) if code == "radl" else "")


def _check_step(scored: ScoredEntry, step: CourseStep) -> Iterator[str]:
    content, recount = scored.content, step.line.content
    if step.problems:
        yield "not_at_the_table"
        return
    if isinstance(content, Hand) and isinstance(recount, Hand):
        if content.active != recount.active:
            yield "seats"
        elif content.record != recount.record:
            yield "forehand"
        if scored.entry.radl != step.line.radl:
            yield "radl"
    if isinstance(content, Hand | Void | Redeal) and scored.entry.dealer != step.before.dealer:
        yield "dealer"


def _check_sittings(ledger: Ledger, folded: ReplayedBook) -> Iterator[Finding]:
    """Check the sittings, their holders and their totals."""
    name, sittings = ledger.name, ledger.sittings
    expected = {(stretch.place, stretch.since): (stretch.until, total) for stretch, total in folded.sums.items()}
    for key, (until, total) in expected.items():
        where = (name, None, key[1], key[0])
        if key not in sittings:
            yield Finding("sitting_missing", *where)
            continue
        if sittings[key].until != until:
            yield Finding("sitting", *where)
        if not _has_right_holders(ledger, key, folded.held):
            yield Finding("seated", *where)
        yield from _check_total(where, total, sittings[key].money, sittings[key].written)
    for key in sorted(sittings.keys() - expected.keys()):
        where = (name, None, key[1], key[0])
        if sittings[key].until != key[1]:  # a struck one is closed where it began
            yield Finding("sitting_unknown", *where)
        yield from _check_total(where, Sum(0, 0), sittings[key].money, sittings[key].written)


def _has_right_holders(ledger: Ledger, key: tuple[int, int], held: dict[tuple[int, int], Holders]) -> bool:
    """Return True if a sitting has the holders that the book gives it, now and in every earlier version."""
    versions = ledger.sittings[key].held or {0: ()}
    last = max(versions)
    if last > ledger.table.last_sequence:
        return False
    for version, persons in versions.items():
        holders = held if version == last else _compute_holders(ledger, version)
        if holders.get(key) != persons:
            return False
    return True


def _check_total(
    where: tuple[str, None, int, int], total: Sum, money: int | None, written: int | None
) -> Iterator[Finding]:
    if (money, written) != (total.money, total.written):
        yield Finding("total", *where, what=f"{money}/{written}, {total.money}/{total.written}")


def _check_table(ledger: Ledger, folded: ReplayedBook) -> Iterator[Finding]:
    """Check the state of the table, its last deal and the end of its evening."""
    table, name = ledger.table, ledger.name
    if not _is_state_right(ledger, folded):
        yield Finding("state", name)
    deals = [key for key, scored in folded.counting.values() if isinstance(scored.content, Hand | Void)]
    if table.last_key != (deals[-1] if deals else ""):
        yield Finding("last_key", name)
    turns = [entry for entry in ledger.entries if entry.kind in (Entry.Kind.ENDED, Entry.Kind.REOPENED)]
    if table.ended != (turns[-1].at if turns and turns[-1].kind == Entry.Kind.ENDED else None):
        yield Finding("ended", name)


def _is_state_right(ledger: Ledger, folded: ReplayedBook) -> bool:
    ids = {
        stretch.place: ledger.sittings.get((stretch.place, stretch.since))
        for stretch in folded.sums
        if stretch.until is None
    }
    sittings = {place: sitting.id for place, sitting in ids.items() if sitting is not None}
    number = max(folded.counting, default=0)
    try:
        return decode_state(ledger.table.state) == build_table_state(folded.now, sittings, number)
    except READ_ERRORS:
        return False


def list_wrong_totals() -> list[Finding]:
    """Return a finding for each total of any table that is not the sum of its hands."""
    with read_snapshot():
        return [_build_finding(row, right) for row, right in _iter_wrong_totals()]


def _build_finding(row: TotalRow, right: tuple[int, int]) -> Finding:
    table, place, since, _, money, written = row
    what = f"{money}/{written}, {right[0]}/{right[1]}"
    line = Deal.objects.filter(table=table, number__lte=since).count() if since else None
    slug = GameTable.objects.values_list("slug", flat=True).get(pk=table)
    return Finding("total", format_table_name(slug), None, since, place, what, line)


def _iter_wrong_totals() -> Iterator[tuple[TotalRow, tuple[int, int]]]:
    with connection.cursor() as cursor:
        cursor.execute(_TABLE_QUERY)
        whole = {row[0]: row for row in cursor.fetchall()}
        cursor.execute(_TOTALS_QUERY)
        rows: list[TotalRow] = cursor.fetchall()
    nothing = (0,) * (1 + len(_COLUMNS))
    for row in rows:
        table, place, since, until, money, written = row
        if since == 0 and until is None:
            sums = whole.get(table, nothing)
            right = sums[1 + place], sums[1 + PLACES + place]
        else:
            right = _sum_stretch(row)
        if (money, written) != right:
            yield row, right


def _sum_stretch(row: TotalRow) -> tuple[int, int]:
    """Return the sum of a player who came or left while the others played on."""
    table, place, since, until, *_ = row
    statement = _STRETCH_QUERY.format(money=f"money{place}", written=f"written{place}")
    with connection.cursor() as cursor:
        cursor.execute(statement, [table, since, _NO_END if until is None else until])
        money, written = cursor.fetchone()
    return money, written
