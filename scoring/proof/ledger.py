"""All that the database holds of one table's book, read with as many queries however long it is."""

from typing import NamedTuple

from django.db.models import QuerySet

from scoring.lines import HANDS
from scoring.models import Deal, Entry, GameTable, Seated, Sitting, Total
from scoring.proof.findings import name_of
from scoring.seats import Held
from tarockclub.models import Note


class Kept(NamedTuple):
    """A sitting as it is kept."""

    id: int
    until: int | None
    money: int | None  # sixths; None: it has no total
    written: int | None
    held: Held


class Ledger(NamedTuple):
    """A table's book as it is kept."""

    table: GameTable  # with its sheet_version
    entries: list[Entry]  # by sequence, each with its note and what it replaces
    deals: dict[int, tuple[str, int]]  # number of a line: its key, id of the entry that counts
    sittings: dict[tuple[int, int], Kept]  # by place and the line it begins with
    persons: dict[int, int]  # who began, by place

    @property
    def name(self) -> str:
        """What the table is called in findings: its full slug would let people in."""
        return name_of(self.table.slug)

    @property
    def head(self) -> str:
        """The end of its chain; of what is no hash, whatever is there."""
        head: object = self.table.head
        return bytes(head).hex() if isinstance(head, bytes | memoryview) else str(head)

    @property
    def hands(self) -> int:
        """How many hands count."""
        counting = {entry_id for _, entry_id in self.deals.values()}
        return sum(entry.pk in counting and entry.kind in HANDS for entry in self.entries)


def read_ledger(table_id: int, using: str) -> Ledger:
    """Read a table's book; seven queries."""
    table = GameTable.objects.using(using).select_related("sheet_version").get(pk=table_id)
    deals = Deal.objects.using(using).filter(table_id=table_id).values_list("number", "key", "entry_id")
    return Ledger(
        table,
        _entries(table_id, using),
        {number: (key, entry_id) for number, key, entry_id in deals},
        _sittings(table_id, using),
        _persons(table_id, using),
    )


def _entries(table_id: int, using: str) -> list[Entry]:
    entries = list(Entry.objects.using(using).filter(table_id=table_id).order_by("sequence"))
    by_id = {entry.pk: entry for entry in entries}
    notes = Note.objects.using(using).filter(entry__table_id=table_id).in_bulk()
    for entry in entries:
        if entry.replaces_id in by_id:
            entry.replaces = by_id[entry.replaces_id]
        if entry.note_id is not None:
            entry.note = notes[entry.note_id]
    return entries


def _sittings(table_id: int, using: str) -> dict[tuple[int, int], Kept]:
    sittings = Sitting.objects.using(using).filter(table_id=table_id).order_by("place", "from_deal")
    totals = dict(_by_sitting(Total.objects.using(using).filter(sitting__table_id=table_id)))
    held: dict[int, list[tuple[int, int, int]]] = {}
    seated = Seated.objects.using(using).filter(sitting__table_id=table_id).order_by("version", "from_deal")
    for sitting, *row in seated.values_list("sitting_id", "version", "from_deal", "person_id"):
        held.setdefault(sitting, []).append((row[0], row[1], row[2]))
    found = {}
    for one in sittings:
        money, written = totals.get(one.pk, (None, None))
        found[one.place, one.from_deal] = Kept(one.pk, one.to_deal, money, written, _latest(held.get(one.pk, [])))
    return found


def _by_sitting(totals: QuerySet[Total]) -> list[tuple[int, tuple[int, int]]]:
    rows = totals.values_list("sitting_id", "money", "written")
    return [(sitting, (money, written)) for sitting, money, written in rows]


def _latest(rows: list[tuple[int, int, int]]) -> Held:
    """Of who holds a sitting only what was written last counts."""
    return tuple((since, person) for version, since, person in rows if version == rows[-1][0])


def _persons(table_id: int, using: str) -> dict[int, int]:
    first = Seated.objects.using(using).filter(sitting__table_id=table_id, sitting__from_deal=0, version=0)
    return dict(first.order_by("sitting__place").values_list("sitting__place", "person_id"))
