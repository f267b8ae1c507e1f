"""The rows of tables' books in the database; those of several tables are read together, with eight queries."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.db.models import F, QuerySet

from scoring.book.audit.findings import format_table_name
from scoring.book.ledger.codec import EVENING_NUMBER, HANDS
from scoring.book.ledger.seats import Holders
from scoring.book.ledger.stored_entries import StoredEntry, load_stored_entries
from scoring.models import Deal, Entry, GameTable, Mark, Seated, Sitting
from tarockclub.platform.origins.ids import Piece, load_pieces

MOST_ENTRIES = 2000  # or the entries of one table if it has more: the limit of what is kept in memory
MOST_TABLES = 200


class StoredSitting(NamedTuple):
    """A sitting as it is stored."""

    id: int
    until: int | None
    money: int | None  # sixths; None: it has no total
    written: int | None
    held: dict[int, Holders]  # its holders, by the version that wrote them; the last one counts


class Ledger(NamedTuple):
    """A table's book as it is stored."""

    table: GameTable  # with its sheet_version
    entries: list[StoredEntry]  # by sequence, each with its note and the entry it replaces
    deals: dict[int, tuple[str, int]]  # number of a line: its key, id of the entry that counts
    sittings: dict[tuple[int, int], StoredSitting]  # by place and the line it begins with
    persons: dict[int, int]  # the persons at the beginning, by place
    strange_marks: list[int]  # sequence numbers of other tables' entries that this table's marks refer to
    pieces: list[Piece]  # the parts that were written in other installations
    clubs: set[int]  # of those who have sat there

    @property
    def name(self) -> str:
        """The name of the table in findings: its full slug would let people in."""
        return format_table_name(self.table.slug)

    @property
    def head(self) -> str:
        """The end of its chain as hexadecimal digits; any other value as text."""
        head: object = self.table.head
        return bytes(head).hex() if isinstance(head, bytes | memoryview) else str(head)

    @property
    def lines(self) -> dict[int, int]:
        """The positions of the lines of the book by number, counted from 1."""
        numbers = self.deals.keys() | {entry.deal_number for entry in self.entries}
        return {number: position for position, number in enumerate(sorted(numbers - {EVENING_NUMBER}), start=1)}

    @property
    def hands(self) -> int:
        """The number of hands that count."""
        counting = {entry_id for _, entry_id in self.deals.values()}
        return sum(entry.id in counting and entry.kind in HANDS for entry in self.entries)


def split_batches(table_ids: Sequence[int] | None) -> Iterator[list[int]]:
    """Yield these tables (None: all) in batches as large as the limits allow."""
    tables = GameTable.objects.all()
    return split_tables(tables if table_ids is None else tables.filter(pk__in=table_ids))


def split_tables(tables: QuerySet[GameTable]) -> Iterator[list[int]]:
    """Yield the ids of tables in batches as large as the limits allow."""
    batch: list[int] = []
    entries = 0
    for pk, count in tables.order_by("pk").values_list("pk", "last_sequence"):
        if len(batch) == MOST_TABLES or (batch and entries + count > MOST_ENTRIES):
            yield batch
            batch, entries = [], 0
        batch.append(pk)
        entries += count
    if batch:
        yield batch


def load_ledgers(table_ids: list[int]) -> list[Ledger]:
    """Read the books of tables."""
    tables = GameTable.objects.filter(pk__in=table_ids).select_related("sheet_version").order_by("pk")
    pieces = load_pieces([f"book {table.slug.hex}" for table in tables])
    ledgers = {
        table.pk: Ledger(table, [], {}, {}, {}, [], pieces.get(f"book {table.slug.hex}", []), set()) for table in tables
    }
    for entry in load_stored_entries(Entry.objects.filter(table__in=table_ids).order_by("table_id", "sequence")):
        ledgers[entry.table_id].entries.append(entry)
    deals = Deal.objects.filter(table__in=table_ids)
    for table, number, key, entry_id in deals.values_list("table_id", "number", "key", "entry_id"):
        ledgers[table].deals[number] = (key, entry_id)
    seated = list(_load_seated_rows(table_ids))
    held = _group_holders(seated)
    for table, kept_id, place, since, until, money, written in _load_sittings(table_ids):
        ledgers[table].sittings[place, since] = StoredSitting(kept_id, until, money, written, held.get(kept_id, {}))
    for row in seated:
        ledgers[row.table].clubs.add(row.club)
        if row.began == row.version == 0:
            ledgers[row.table].persons[row.place] = row.person
    marks = Mark.objects.filter(table__in=table_ids).exclude(entry__table=F("table"))
    for table, sequence in marks.order_by("pk").values_list("table_id", "entry__sequence"):
        ledgers[table].strange_marks.append(sequence)
    return list(ledgers.values())


def _load_sittings(table_ids: list[int]) -> Iterable[tuple[int, int, int, int, int | None, int | None, int | None]]:
    sittings = Sitting.objects.filter(table__in=table_ids).order_by("place", "from_deal")
    return sittings.values_list("table_id", "pk", "place", "from_deal", "to_deal", "total__money", "total__written")


class _SeatedRow(NamedTuple):
    table: int
    sitting: int
    place: int
    began: int  # the line with which the sitting began
    version: int
    since: int
    person: int
    club: int


def _load_seated_rows(table_ids: list[int]) -> Iterator[_SeatedRow]:
    rows = Seated.objects.filter(sitting__table__in=table_ids).order_by("sitting__place", "version", "from_deal")
    columns = ("sitting__table_id", "sitting_id", "sitting__place", "sitting__from_deal")
    for row in rows.values_list(*columns, "version", "from_deal", "person_id", "person__club_id"):
        yield _SeatedRow(*row)


def _group_holders(rows: Iterable[_SeatedRow]) -> dict[int, dict[int, Holders]]:
    """Return the holders of each sitting, by version."""
    holders: dict[int, dict[int, Holders]] = {}
    for row in rows:
        versions = holders.setdefault(row.sitting, {})
        versions[row.version] = (*versions.get(row.version, ()), (row.since, row.person))
    return holders
