"""All that the database holds of a table's book; those of several tables are read together, with seven queries."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.db.models import F

from scoring.audit.findings import format_table_name
from scoring.ledger.codec import EVENING_NUMBER, HANDS
from scoring.ledger.seats import Holders
from scoring.models import Deal, Entry, GameTable, Mark, Seated, Sitting
from tarockclub.models import Note

MOST_ENTRIES = 2000  # entries, or those of one table where it has more: what is kept in memory
MOST_TABLES = 200


class StoredSitting(NamedTuple):
    """A sitting as it is kept."""

    id: int
    until: int | None
    money: int | None  # sixths; None: it has no total
    written: int | None
    held: dict[int, Holders]  # who holds it, by the version that wrote it; the last one counts


class Ledger(NamedTuple):
    """A table's book as it is kept."""

    table: GameTable  # with its sheet_version
    entries: list[Entry]  # by sequence, each with its note and what it replaces
    deals: dict[int, tuple[str, int]]  # number of a line: its key, id of the entry that counts
    sittings: dict[tuple[int, int], StoredSitting]  # by place and the line it begins with
    persons: dict[int, int]  # who began, by place
    strange_marks: list[int]  # sequence numbers of entries of other tables that marks of this one are about

    @property
    def name(self) -> str:
        """What the table is called in findings: its full slug would let people in."""
        return format_table_name(self.table.slug)

    @property
    def head(self) -> str:
        """The end of its chain; of what is no hash, whatever is there."""
        head: object = self.table.head
        return bytes(head).hex() if isinstance(head, bytes | memoryview) else str(head)

    @property
    def lines(self) -> dict[int, int]:
        """Which line of the book a number is, counted from 1."""
        numbers = self.deals.keys() | {entry.deal_number for entry in self.entries}
        return {number: at for at, number in enumerate(sorted(numbers - {EVENING_NUMBER}), start=1)}

    @property
    def hands(self) -> int:
        """How many hands count."""
        counting = {entry_id for _, entry_id in self.deals.values()}
        return sum(entry.pk in counting and entry.kind in HANDS for entry in self.entries)


def split_batches(table_ids: Sequence[int] | None, using: str) -> Iterator[list[int]]:
    """These tables (all by itself), as many at once as fit."""
    tables = GameTable.objects.using(using).order_by("pk").values_list("pk", "last_sequence")
    batch: list[int] = []
    entries = 0
    for pk, count in tables if table_ids is None else tables.filter(pk__in=table_ids):
        if len(batch) == MOST_TABLES or (batch and entries + count > MOST_ENTRIES):
            yield batch
            batch, entries = [], 0
        batch.append(pk)
        entries += count
    if batch:
        yield batch


def load_ledgers(table_ids: list[int], using: str) -> list[Ledger]:
    """Read the books of tables."""
    tables = GameTable.objects.using(using).filter(pk__in=table_ids).select_related("sheet_version").order_by("pk")
    found = {table.pk: Ledger(table, [], {}, {}, {}, []) for table in tables}
    for entry in _load_entries(table_ids, using):
        found[entry.table_id].entries.append(entry)
    deals = Deal.objects.using(using).filter(table__in=table_ids)
    for table, number, key, entry_id in deals.values_list("table_id", "number", "key", "entry_id"):
        found[table].deals[number] = (key, entry_id)
    seated = list(_load_seated_rows(table_ids, using))
    held = _group_holders(seated)
    for table, kept_id, place, since, until, money, written in _load_sittings(table_ids, using):
        found[table].sittings[place, since] = StoredSitting(kept_id, until, money, written, held.get(kept_id, {}))
    for one in seated:
        if one.began == one.version == 0:
            found[one.table].persons[one.place] = one.person
    marks = Mark.objects.using(using).filter(table__in=table_ids).exclude(entry__table=F("table"))
    for table, sequence in marks.order_by("pk").values_list("table_id", "entry__sequence"):
        found[table].strange_marks.append(sequence)
    return list(found.values())


def _load_entries(table_ids: list[int], using: str) -> Iterable[Entry]:
    entries = list(Entry.objects.using(using).filter(table__in=table_ids).order_by("table_id", "sequence"))
    by_id = {entry.pk: entry for entry in entries}
    notes = Note.objects.using(using).filter(entry__table__in=table_ids).in_bulk()
    for entry in entries:
        if entry.replaces_id in by_id:
            entry.replaces = by_id[entry.replaces_id]
        if entry.note_id is not None:
            entry.note = notes[entry.note_id]
    return entries


def _load_sittings(
    table_ids: list[int], using: str
) -> Iterable[tuple[int, int, int, int, int | None, int | None, int | None]]:
    sittings = Sitting.objects.using(using).filter(table__in=table_ids).order_by("place", "from_deal")
    return sittings.values_list("table_id", "pk", "place", "from_deal", "to_deal", "total__money", "total__written")


class _SeatedRow(NamedTuple):
    table: int
    sitting: int
    place: int
    began: int  # the line with which the sitting began
    version: int
    since: int
    person: int


def _load_seated_rows(table_ids: list[int], using: str) -> Iterator[_SeatedRow]:
    rows = Seated.objects.using(using).filter(sitting__table__in=table_ids)
    rows = rows.order_by("sitting__place", "version", "from_deal")
    columns = ("sitting__table_id", "sitting_id", "sitting__place", "sitting__from_deal")
    for row in rows.values_list(*columns, "version", "from_deal", "person_id"):
        yield _SeatedRow(*row)


def _group_holders(rows: Iterable[_SeatedRow]) -> dict[int, dict[int, Holders]]:
    """Who holds each sitting, by version."""
    found: dict[int, dict[int, Holders]] = {}
    for row in rows:
        versions = found.setdefault(row.sitting, {})
        versions[row.version] = (*versions.get(row.version, ()), (row.since, row.person))
    return found
