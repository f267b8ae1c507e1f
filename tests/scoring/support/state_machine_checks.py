"""The database of a table against the sheet of paper beside it: every line, sum, card and hash."""

import json
from collections.abc import Mapping
from typing import Any

from scoring.book import audit
from scoring.book.ledger.book import Book
from scoring.book.ledger.seats import load_seats
from scoring.book.ledger.table_state import decode_state
from scoring.engine.evening.state import ANNOUNCED, Evening
from scoring.engine.hand.reader import parse
from scoring.models import PLACES, Deal, Entry, GameTable, Seated, Sitting, Total
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.kit import hash_chain
from tarockclub.models import Note, Person
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.expected_rules import Card, Column, ExpectedLine, columns, expect_lines, list_holders, sums
from tests.scoring.support.expected_sheet import (
    DEALS,
    Blank,
    Chairs,
    Coins,
    Crossed,
    Doubles,
    Fact,
    ForehandChoice,
    LastCall,
    PlayedDeal,
    Rows,
    Shifted,
    Start,
    Thrown,
    actives,
    factor_at,
    first_at,
    forehand_at,
    in_round,
    order_at,
    radln,
    schlussradl,
)
from tests.scoring.support.tables import book_of

STANDS = (Entry.Kind.HAND, Entry.Kind.CORRECTION, Entry.Kind.FOLLOW_UP)
KINDS: dict[type, tuple[str, ...]] = {
    PlayedDeal: STANDS,
    Blank: (Entry.Kind.VOID,),
    Thrown: (Entry.Kind.REDEAL,),
    Crossed: (Entry.Kind.STRIKE,),
    Doubles: (Entry.Kind.RADL,),
    LastCall: (Entry.Kind.LAST_ROUND,),
    ForehandChoice: (Entry.Kind.FOREHAND,),
    Chairs: (Entry.Kind.SEATING,),
    Coins: (Entry.Kind.CASH,),
    Shifted: (Entry.Kind.TRANSFER, Entry.Kind.END_TOTALS),
}


def all_of_it(table: GameTable) -> tuple[Any, ...]:
    """Everything that a write could change."""
    return (
        list(GameTable.objects.filter(pk=table.pk).values()),
        list(Entry.objects.filter(table=table).order_by("sequence").values()),
        list(Deal.objects.filter(table=table).order_by("number").values()),
        list(Sitting.objects.filter(table=table).order_by("pk").values()),
        list(Seated.objects.filter(sitting__table=table).order_by("pk").values()),
        list(Total.objects.filter(sitting__table=table).order_by("pk").values()),
        (Note.objects.count(), Person.objects.count()),
    )


def compare(table: GameTable, start: Start, rows: Rows, names: Mapping[Column, Card], *, ended: bool) -> None:
    """Everything that is kept and derived is what the paper says."""
    fresh, book = GameTable.objects.get(pk=table.pk), book_of(table)
    entries = list(Entry.objects.filter(table=table).select_related("replaces", "note").order_by("sequence"))
    _compare_lines(book, start, rows)
    _compare_standing(book.now, start, rows)
    _compare_sittings(table, start, rows, names)
    _compare_table(fresh, book, rows, len(entries), ended=ended)
    _compare_history(book, entries)
    assert compute_head(fresh, entries) == bytes(fresh.head)
    assert audit.verify([table.pk]) == []


def _compare_lines(book: Book, start: Start, rows: Rows) -> None:
    tellings = expect_lines(start, rows)
    assert [(line.number, line.key) for line in book.played] == [(row.number, row.key) for row in rows]
    for at, (line, row) in enumerate(zip(book.played, rows, strict=True)):
        telling = tellings[row.number]
        assert line.entry.kind in KINDS[type(row.fact)]
        assert (line.struck is not None) == (isinstance(row.fact, Crossed) and isinstance(row.fact.was, PlayedDeal))
        _compare_entry(line.entry, telling)
        if telling.forehand is not None:
            assert (line.before.forehand, line.before.active) == (telling.forehand, telling.seats)
        else:
            assert line.before.forehand == forehand_at(start, rows[:at])
        assert line.before.order == order_at(start, rows[:at])


def _compare_entry(entry: Entry, telling: ExpectedLine) -> None:
    if telling.forehand is not None:
        assert (entry.forehand, entry.dealer) == (telling.forehand, telling.dealer)
        assert (entry.active0, entry.active1, entry.active2, entry.active3) == telling.seats
    money, written = telling.worth or ({}, {})
    assert [getattr(entry, f"money{place}") for place in range(PLACES)] == [money.get(at, 0) for at in range(PLACES)]
    assert [getattr(entry, f"written{place}") for place in range(PLACES)] == [
        written.get(at, 0) for at in range(PLACES)
    ]
    if isinstance(telling.fact, PlayedDeal) and telling.forehand is not None:
        raw = telling.fact.hand.record(telling.seats, telling.forehand)
        seat = telling.seats.index(telling.forehand)
        expected = parse(raw | {"forehand": seat})[0]
        assert expected is not None
        assert parse(json.loads(entry.record))[0] == expected._replace(radl=None, id=None, sheet=None, options=())
        assert (entry.radl, entry.radl_set) == (telling.factor, telling.fact.said)
    elif entry.record:
        _compare_said(telling.fact, json.loads(entry.record))


def _compare_said(fact: Fact, said: dict[str, Any]) -> None:
    expected = {name: value for name, value in vars(fact).items() if value not in (None, ())}
    assert said == json.loads(json.dumps(expected))


def _compare_standing(now: Evening, start: Start, rows: Rows) -> None:
    order, forehand, last = order_at(start, rows), forehand_at(start, rows), schlussradl(start, rows)
    assert (now.order, now.forehand, now.active) == (order, forehand, actives(order, forehand))
    assert now.radl == factor_at(start, rows)
    assert sorted(now.running) == (sorted(radln(start, rows)) if start.stacks else sorted(radln(start, rows))[-1:])
    assert (now.last_round_left, now.last_round.phase == ANNOUNCED) == (last.left, last.announced)
    assert now.in_round == in_round(start, rows)
    assert now.first_forehand == first_at(start, rows)


def _compare_sittings(table: GameTable, start: Start, rows: Rows, names: Mapping[Column, Card]) -> None:
    expected, amounts = (
        {(stretch.place, stretch.since): stretch.until for stretch in columns(start, rows)},
        sums(start, rows),
    )
    seats = {(seat.place, seat.since): seat for seat in load_seats(table, INSIDE)}
    for sitting in Sitting.objects.filter(table=table).select_related("total"):
        column = sitting.place, sitting.from_deal
        kept = sitting.total.money, sitting.total.written
        if column not in expected:
            assert (sitting.to_deal, kept) == (sitting.from_deal, (0, 0))
            continue
        assert sitting.to_deal == expected[column]
        assert kept == amounts[column]
        assert seats[column].persons == list_holders(names[column], column[1])
    assert expected.keys() <= seats.keys()


def _compare_table(fresh: GameTable, book: Book, rows: Rows, entries: int, *, ended: bool) -> None:
    deals = [row.key for row in rows if isinstance(row.fact, DEALS)]
    assert fresh.last_key == (deals[-1] if deals else "")
    assert (fresh.last_sequence, fresh.ended is not None) == (entries, ended)
    state = decode_state(fresh.state)
    zeros = (0,) * PLACES
    assert state.evening == book.now._replace(totals=zeros, written=zeros)
    assert state.number == (rows[-1].number if rows else 0)
    open_ones = Sitting.objects.filter(table=fresh, to_deal=None).order_by("place")
    assert state.sittings == tuple(open_ones.values_list("place", "pk"))


def compare_page(table: GameTable, start: Start, rows: Rows) -> None:
    """Compare the table's page with it."""
    view, amounts = load_table_view(GameTable.objects.get(pk=table.pk), INSIDE), sums(start, rows)
    open_ones = {
        column.place: amounts[column.place, column.since][1] for column in columns(start, rows) if column.until is None
    }
    order = order_at(start, rows)
    assert [total.total for total in view.totals] == [open_ones[place] for place in order]
    assert tuple(column.place for column in view.columns[: len(order)]) == order
    assert (sum(view.sums), sum(total or 0 for total in view.carried_totals)) == (0, 0)
    assert view.sums[: len(order)] == tuple(open_ones[place] for place in order)
    assert view.next_number == 1 + sum(isinstance(row.fact, DEALS) for row in rows)
    assert view.radl_left == max(radln(start, rows), default=0)


def _compare_history(book: Book, entries: list[Entry]) -> None:
    """Each entry of a line replaces the one before it; the last one counts. All add up to 0."""
    latest: dict[int, Entry] = {}
    for sequence, entry in enumerate(entries, 1):
        assert entry.sequence == sequence
        for letter in ("money", "written"):
            assert sum(getattr(entry, f"{letter}{place}") for place in range(PLACES)) == 0
        if entry.deal_number:
            assert entry.replaces == latest.get(entry.deal_number)
            latest[entry.deal_number] = entry
    assert {line.number: line.entry.pk for line in book.played} == {
        number: last_entry.pk for number, last_entry in latest.items()
    }


def compute_head(table: GameTable, entries: list[Entry]) -> bytes:
    """The end of the chain, worked out again from what the rows say."""
    first = Seated.objects.filter(sitting__table=table, sitting__from_deal=0, version=0).order_by("sitting__place")
    persons = list(first.values_list("person_id", flat=True))
    digest, started = table.sheet_version.digest, hash_chain.encode_moment(table.started)
    head = hash_chain.compute_genesis(
        table.slug.hex, digest, table.players, table.first_forehand, table.agreed, persons, started
    )
    for entry in entries:
        assert bytes(entry.previous_hash) == head
        head = hash_chain.compute_link(head, _facts(entry, table.slug.hex))
        assert bytes(entry.hash) == head
    return head


def _facts(entry: Entry, slug: str) -> hash_chain.Facts:
    values = {name: getattr(entry, name) for name in hash_chain.Facts._fields if hasattr(entry, name)}
    values["kind"] = str(entry.kind)
    values["replaces"] = entry.replaces.sequence if entry.replaces is not None else None
    values["note"] = entry.note.digest if entry.note is not None else ""
    values["active"] = (entry.active0, entry.active1, entry.active2, entry.active3)
    values["money"] = tuple(getattr(entry, f"money{place}") for place in range(PLACES))
    values["written"] = tuple(getattr(entry, f"written{place}") for place in range(PLACES))
    values["by"], values["at"], values["table"] = entry.by_id, hash_chain.encode_moment(entry.at), slug
    return hash_chain.Facts(**values)
