"""The payments of many books, and who sat there, with one query each; of books that have grown only the new lines."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby, islice
from typing import NamedTuple

from django.db.models import Case, F, Q, TextField, Value, When

from scoring.book.ledger.codec import HANDS
from scoring.models import PLACES, Deal, Entry, Seated
from tournaments.core.rules.capital import LinePayment, Stay
from tournaments.core.rules.line_facts import PaidLine

SCORES = (*HANDS, Entry.Kind.END_TOTALS, Entry.Kind.TRANSFER)  # what gives places at the table, however it was entered
MOST_GROWN = 250  # tables whose new lines one query reads; each has its own condition there
_AMOUNTS = [*(f"money{place}" for place in range(PLACES)), *(f"written{place}" for place in range(PLACES))]

Sat = list[tuple[Stay, tuple[int, ...]]]  # the sittings of a table, each with its holders


class PaidEnd(NamedTuple):
    """The place that a book was read to: its newest entry that counts, and its last line."""

    sequence: int
    hash: bytes
    line: int


class RoundPaidLines(NamedTuple):
    """The lines of a table's book, or those that it has grown by."""

    lines: list[PaidLine]
    end: PaidEnd


def order_by_last(persons: Iterable[int]) -> tuple[int, ...]:
    """Return the holders of a sitting, each once, by their last time; a person who came back to it owns its score.

    >>> order_by_last([1, 2, 1])
    (2, 1)
    """
    return tuple(reversed(dict.fromkeys(reversed(list(persons)))))


def load_lines(tables: Iterable[int]) -> dict[int, RoundPaidLines]:
    """Return the lines of many books (ids of game tables); a table without lines is missing."""
    rows = Deal.objects.filter(table__in=tables).order_by("table", "number").annotate(on_paper=_find_paper("entry__"))
    columns = (f"entry__{name}" for name in ("sequence", "hash", "kind"))
    amounts = (f"entry__{name}" for name in _AMOUNTS)
    values = rows.values_list("table", "number", *columns, "on_paper", "entry__at", *amounts)
    books = {}
    for table, group in groupby(values, key=lambda row: row[0]):
        lines = list(group)
        _table, _line, sequence, digest, *_more = max(lines, key=lambda row: row[2])
        end = PaidEnd(sequence, bytes(digest), lines[-1][1])
        books[table] = RoundPaidLines([_build_line(line, *rest) for _table, line, _at, _hash, *rest in lines], end)
    return books


def load_new_lines(ends: Mapping[int, PaidEnd]) -> dict[int, RoundPaidLines]:
    """Return the lines that books have grown by since they were read to these ends.

    Missing are those to which something else has happened: a line was corrected, an entry concerns the whole evening,
    it is another book (of a restored backup).
    """
    grown = Q()
    for table, end in islice(ends.items(), MOST_GROWN):
        grown |= Q(table=table, sequence__gte=end.sequence)
    if not grown:
        return {}
    rows = Entry.objects.filter(grown).order_by("table", "sequence").annotate(on_paper=_find_paper(""))
    columns = ("table", "deal_number", "sequence", "hash", "kind", "on_paper", "at", *_AMOUNTS)
    books = {}
    for table, group in groupby(rows.values_list(*columns), key=lambda row: row[0]):
        (_table, _line, sequence, digest, *_more), *later = group
        end, lines = ends[table], [row[1] for row in later]
        is_known = (sequence, bytes(digest)) == (end.sequence, end.hash)
        if is_known and all(before < line for before, line in zip([end.line, *lines], lines, strict=False)):
            if later:
                end = PaidEnd(later[-1][2], bytes(later[-1][3]), lines[-1])
            books[table] = RoundPaidLines([_build_line(line, *rest) for _table, line, _at, _hash, *rest in later], end)
    return books


def _find_paper(path: str) -> Case:
    """Return the record of a line with the totals of a paper sheet, which may show replacements; empty for others."""
    is_paper = When(**{f"{path}kind": Entry.Kind.END_TOTALS}, then=F(f"{path}record"))
    return Case(is_paper, default=Value(""), output_field=TextField())


def _build_line(line: int, kind: str, record: str, moment: datetime, *amounts: int) -> PaidLine:
    replaced = tuple(json.loads(record).get("replacements", ())) if record else ()
    paid, written = tuple(amounts[:PLACES]), tuple(amounts[PLACES:])
    return PaidLine(
        paid=LinePayment(line, paid, replaced),
        written=written,
        is_hand=kind in HANDS,
        scores=kind in SCORES,
        at=moment,
    )


_SEAT_FIELDS = (
    "sitting__table",
    "sitting",
    "sitting__place",
    "sitting__from_deal",
    "sitting__to_deal",
    "version",
    "person",
)


def load_paid_seats(tables: Sequence[int]) -> dict[int, Sat]:
    """Return sittings with their persons; of each sitting only the rows with the latest version count."""
    rows = Seated.objects.filter(sitting__table__in=tables).order_by(
        "sitting__table", "sitting__place", "sitting__from_deal", "version", "from_deal"
    )
    by_table: dict[int, dict[Stay, tuple[int, list[int]]]] = {}
    for table, sitting, place, since, until, version, person in rows.values_list(*_SEAT_FIELDS):
        stays = by_table.setdefault(table, {})
        stay = Stay(sitting, place, since, until)
        if stay not in stays or stays[stay][0] != version:
            stays[stay] = (version, [])
        stays[stay][1].append(person)
    return {
        table: [(stay, order_by_last(persons)) for stay, (_version, persons) in table_stays.items()]
        for table, table_stays in by_table.items()
    }
