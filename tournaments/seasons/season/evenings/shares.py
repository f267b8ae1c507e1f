"""The share of everybody at each table of an evening: written score, hands, euros; by table and current person."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from django.db.models import F, QuerySet, Sum

from scoring.book.ledger.book import load_book
from scoring.book.ledger.codec import DEALS
from scoring.book.ledger.seats import load_seats
from scoring.book.sums.counts import VERSION, load_sums
from scoring.engine.agreement import Stakes, parse_agreement
from scoring.engine.settlement import round_amounts
from scoring.models import PLACES, Deal, Entry, GameTable, PlayCount, Seated, TableCount, Total
from scoring.table.evenings.days import compute_evening_start, find_evening_day
from scoring.table.settlement.services import compute_settlement, load_agreed, split_accounts
from tarockclub.platform.privacy.readers import EVERYBODY
from tournaments.seasons.season.settings import EveningRule

# A table belongs to the date on which it began by the clock on the wall; one begun before five in the morning to the
# day before. It counts once it has been ended, also while it is reopened.

PLAY_KINDS = (*DEALS, Entry.Kind.END_TOTALS)  # the kinds of line without which nobody has played


class EveningTable(NamedTuple):
    """A table whose evening may count."""

    pk: int
    day: date
    started: datetime
    was_ended: bool  # at least once
    head: bytes
    agreed: str  # about money, when it began


def filter_evening_tables(club: int, rule: EveningRule) -> QuerySet[GameTable]:
    """Filter the tables of a club by all of a rule but its weekdays."""
    tables = GameTable.objects.filter(club=club, clock="", round_table=None, archived=None, last_sequence__gt=0)
    if rule.since:
        tables = tables.filter(started__gte=compute_evening_start(date.fromisoformat(rule.since)))
    if rule.until:
        tables = tables.filter(started__lt=compute_evening_start(date.fromisoformat(rule.until) + timedelta(days=1)))
    if rule.sheets:
        tables = tables.filter(sheet_version__sheet__in=rule.sheets)
    return tables.order_by("started", "pk")


def list_evening_tables(club: int, rule: EveningRule) -> list[EveningTable]:
    """Return the tables that a rule takes, in order of time; one query, two if some are not ended."""
    rows = list(filter_evening_tables(club, rule).values_list("pk", "started", "ended", "head", "agreed"))
    open_ones = [pk for pk, _started, ended, *_more in rows if ended is None]
    reopened: set[int] = set()
    if open_ones:
        ends = Entry.objects.filter(table__in=open_ones, kind=Entry.Kind.ENDED)
        reopened = set(ends.values_list("table", flat=True))
    tables = (
        EveningTable(pk, find_evening_day(started), started, ended is not None or pk in reopened, bytes(head), agreed)
        for pk, started, ended, head, agreed in rows
    )
    return [table for table in tables if not rule.weekdays or table.day.weekday() in rule.weekdays]


def keep_played(tables: Iterable[EveningTable]) -> list[EveningTable]:
    """Return those tables that count: ended at least once, and something was played there; one query."""
    ended = [table for table in tables if table.was_ended]
    lines = Deal.objects.filter(table__in=[table.pk for table in ended], entry__kind__in=PLAY_KINDS)
    played = set(lines.values_list("table", flat=True).distinct()) if ended else set()
    return [table for table in ended if table.pk in played]


MOST_BOOKS = 4096  # whose euros are kept
_AMOUNTS = [f"entry__{letter}{place}" for letter in ("written", "money") for place in range(PLACES)]


class Share(NamedTuple):
    """The share of somebody at a table."""

    written: int  # sixths
    hands: int | None  # None: nobody knows, or nobody has asked
    won: int | None
    cents: int | None  # None: the table does not play for money


class Wish(NamedTuple):
    """The facts that are wanted beside the written score."""

    hands: bool
    euros: bool


class _Sitting(NamedTuple):
    """A sitting with those who hold it over time."""

    place: int
    since: int
    until: int | None
    written: int
    money: int
    holders: tuple[tuple[int, int], ...]  # first line, person

    @property
    def is_whole(self) -> bool:
        """True if one person held it from the first line to the last."""
        return not self.since and self.until is None and len(self.holders) == 1

    def list_stretches(self) -> Iterable[tuple[int, int, int | None]]:
        """Yield everybody who held it with their first line and the line that ends it; nothing of a struck one."""
        ends = [*(since for since, _person in self.holders[1:]), self.until]
        for (since, person), until in zip(self.holders, ends, strict=True):
            if until is None or until > since:
                yield person, since, until


@dataclass
class _TableSums:
    """The sums of those who have played at a table, by person."""

    written: Counter[int] = field(default_factory=Counter)
    sat: dict[int, None] = field(default_factory=dict)  # in the order of their places


def load_shares(tables: Sequence[EveningTable], wish: Wish) -> dict[int, dict[int, Share]]:
    """Return everybody's share of each table, merged persons as one; two queries, more only for what is asked."""
    sittings, into = _load_sittings(tables)
    lines = _load_lines([pk for pk, some in sittings.items() if not all(sitting.is_whole for sitting in some)])
    sums = {pk: _sum_table(some, lines.get(pk, ())) for pk, some in sittings.items()}
    hands = _load_hands(tables) if wish.hands else {}
    cents = _load_cents(tables, sittings) if wish.euros else {}
    return {
        table.pk: _merge_shares(sums[table.pk], hands.get(table.pk), cents.get(table.pk), into)
        for table in tables
        if table.pk in sums
    }


def _load_sittings(tables: Iterable[EveningTable]) -> tuple[dict[int, list[_Sitting]], dict[int, int]]:
    """Return the sittings of each table in the order of their places, and the current person of each person."""
    ids = [table.pk for table in tables]
    of_sitting = [f"sitting__{name}" for name in ("table", "place", "from_deal", "to_deal")]
    rows = Seated.objects.filter(sitting__table__in=ids).values_list(
        "sitting", "version", "from_deal", "person", "person__merged_into", *of_sitting
    )
    sums = Total.objects.filter(sitting__table__in=ids).values_list("pk", "written", "money")
    totals = {sitting: (written, money) for sitting, written, money in sums}
    into: dict[int, int] = {}
    held: dict[int, list[tuple[int, int, int]]] = {}
    spots: dict[int, tuple[int, int, int, int | None]] = {}
    for sitting, version, first, person, merged, *spot in rows.order_by("sitting", "version", "from_deal"):
        into[person] = merged or person
        so_far = held.setdefault(sitting, [])
        if so_far and so_far[-1][0] != version:
            so_far.clear()  # only the latest version counts
        so_far.append((version, first, person))
        table, place, since, until = spot
        spots[sitting] = table, place, since, until
    by_table: dict[int, list[_Sitting]] = defaultdict(list)
    for sitting, (table, place, since, until) in sorted(spots.items(), key=lambda pair: pair[1][:3]):
        holders = tuple((first, person) for _version, first, person in held[sitting])
        written, money = totals.get(sitting, (0, 0))
        by_table[table].append(_Sitting(place, since, until, written, money, holders))
    return by_table, into


class _BookLine(NamedTuple):
    """A line of a book that counts."""

    number: int
    kind: str
    written: tuple[int, ...]  # by place


def _load_lines(tables: Sequence[int]) -> dict[int, list[_BookLine]]:
    """Return the lines of tables at which somebody came, went or was replaced; one query if there are any."""
    lines: dict[int, list[_BookLine]] = defaultdict(list)
    if tables:
        rows = Deal.objects.filter(table__in=tables).order_by("number")
        for table, number, kind, *written in rows.values_list("table", "number", "entry__kind", *_AMOUNTS[:PLACES]):
            lines[table].append(_BookLine(number, kind, tuple(written)))
    return lines


def _sum_table(sittings: Iterable[_Sitting], lines: Sequence[_BookLine]) -> _TableSums:
    """Add up what everybody has written: of a sitting that several held, or not for the whole evening, line by line."""
    sums = _TableSums()
    for sitting in sittings:
        if sitting.is_whole:
            [(_since, person)] = sitting.holders
            sums.sat[person] = None
            sums.written[person] += sitting.written
            continue
        for person, since, until in sitting.list_stretches():
            mine = [line for line in lines if line.number >= since and (until is None or line.number < until)]
            if any(line.kind in PLAY_KINDS for line in mine):
                sums.sat[person] = None
            sums.written[person] += sum(line.written[sitting.place] for line in mine)
    return sums


def _merge_shares(
    sums: _TableSums,
    hands: Mapping[int, tuple[int, int]] | None,
    cents: Mapping[int, int] | None,
    into: Mapping[int, int],
) -> dict[int, Share]:
    """Return the share of each current person; who has sat there without a line has none, unless they have points."""
    shares: dict[int, Share] = {}
    people = dict.fromkeys([*sums.sat, *(person for person, written in sums.written.items() if written)])
    for person in people:
        played, won = (None, None) if hands is None else hands.get(person, (0, 0))
        mine = Share(sums.written[person], played, won, None if cents is None else cents.get(person, 0))
        before = shares.get(into[person])
        shares[into[person]] = mine if before is None else _add_shares(before, mine)
    return shares


def _add_shares(first: Share, second: Share) -> Share:
    """Add the shares of two entries of the register that are one person."""
    pairs = zip(first[1:], second[1:], strict=True)
    hands, won, cents = (None if None in pair else sum(amount or 0 for amount in pair) for pair in pairs)
    return Share(first.written + second.written, hands, won, cents)


def _load_hands(tables: Sequence[EveningTable]) -> dict[int, dict[int, tuple[int, int]]]:
    """Return everybody's hands and those won, by table and person: stored counts, or else from the book.

    Nothing of a table whose totals were typed in: nobody knows how many hands there were.
    """
    ids = [table.pk for table in tables]
    counts = TableCount.objects.filter(table__in=ids, version=VERSION, head=F("table__head"))
    fresh = set(counts.values_list("table", flat=True))
    found: dict[int, dict[int, tuple[int, int]]] = {table: {} for table in ids}
    plays = PlayCount.objects.filter(table__in=fresh).order_by().values_list("table", "person")
    for table, person, hands, won in plays.annotate(Sum("hands"), Sum("won")):
        found[table][person] = hands, won
    late = set(ids) - fresh
    rows = list(GameTable.objects.filter(pk__in=late).select_related("sheet_version")) if late else []
    for row, sums in load_sums(rows) if rows else ():
        for key, play in sums.plays.items():
            hands, won = found[row.pk].get(key.person_id, (0, 0))
            found[row.pk][key.person_id] = hands + play.hands, won + play.won
    typed = Deal.objects.filter(table__in=ids, entry__kind=Entry.Kind.END_TOTALS).values_list("table", flat=True)
    return {table: mine for table, mine in found.items() if table not in set(typed)}


def load_cents(tables: Sequence[EveningTable]) -> dict[int, Mapping[int, int]]:
    """Return what everybody has won or lost at the tables that play for money, by table and person as entered."""
    return _load_cents(tables, _load_sittings(tables)[0])


def _load_cents(
    tables: Sequence[EveningTable], sittings: Mapping[int, Sequence[_Sitting]]
) -> dict[int, Mapping[int, int]]:
    """Return what everybody has won or lost at the tables that play for money, by table and person."""
    agreed = load_stakes(tables)
    cents: dict[int, Mapping[int, int]] = {}
    for table in tables:
        stakes = agreed[table.pk]
        if stakes.rate or stakes.pagatkassa is not None:
            cents[table.pk] = _compute_cents(table, stakes, sittings.get(table.pk, ()))
    return cents


def load_stakes(tables: Sequence[EveningTable]) -> dict[int, Stakes]:
    """Return the stakes that were agreed last at each of some tables; one query."""
    latest = Entry.objects.filter(table__in=[table.pk for table in tables], kind=Entry.Kind.AGREED)
    agreed = dict(latest.order_by("sequence").values_list("table", "record"))
    return {table.pk: parse_agreement(agreed.get(table.pk) or table.agreed or "{}") for table in tables}


def _compute_cents(table: EveningTable, stakes: Stakes, sittings: Sequence[_Sitting]) -> Mapping[int, int]:
    """Return the cents at a table; its book is only read for a donation box, a Pagatkassa, and who came or went."""
    if stakes.donation or stakes.pagatkassa is not None or not all(sitting.is_whole for sitting in sittings):
        return _load_settled(table.pk, table.head)
    cents = round_amounts([sitting.money for sitting in sittings], stakes.rate)
    return {sitting.holders[0][1]: amount for sitting, amount in zip(sittings, cents, strict=True)}


@lru_cache(maxsize=MOST_BOOKS)
def _load_settled(table: int, head: bytes) -> Mapping[int, int]:
    """Return the cents of a table by its book; kept for this head."""
    row = GameTable.objects.select_related("sheet_version").get(pk=table)
    book, seats = load_book(row), load_seats(row, EVERYBODY)
    return split_accounts(book, seats, compute_settlement(book, seats, load_agreed(row), head))
