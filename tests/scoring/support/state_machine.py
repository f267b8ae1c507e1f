"""A table beside its sheet of paper: whatever is written to one is written to the other, or refused by both."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from unittest.mock import patch

from scoring.book.ledger.entries import Outcome, WriteResult
from scoring.book.ledger.held_hands import DealSeats
from scoring.book.ledger.services import record_hand
from scoring.book.ledger.sheet_versions import pin_sheet
from scoring.engine.evening.course import Seating
from scoring.models import DEAL_STEP, Entry, GameTable, SheetVersion
from scoring.table.corrections import changes
from scoring.table.corrections.changes import ChangeRequest
from scoring.table.corrections.plan import ChangePlan
from scoring.table.corrections.services import compute_plan, strike_last_deal, write_change
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tests.scoring.engine.support.invented_sheets import INVENTED, invented
from tests.scoring.support.expected_hands import PaperHand
from tests.scoring.support.expected_rules import (
    Card,
    Column,
    Event,
    Sat,
    Swapped,
    cards,
    columns,
    expect_lines,
    list_holders,
    possible,
    reseat_lines,
)
from tests.scoring.support.expected_sheet import Chairs, Fact, PlayedDeal, Row, Start, actives, forehand_at, order_at
from tests.scoring.support.state_machine_checks import all_of_it, compare, compare_page
from tests.scoring.support.tables import book_of, new_key

PLAYERS = ("Anna", "Berta", "Cilli", "Dora", "Emil", "Franz")
GUESTS = ("Gusti", "Hansi", "Ida", "Jakob", "Karl", "Lisl", "Mitzi", "Neli")
REASON = "verzählt"


@dataclass
class SavedWrite:
    """A write that was saved: sent again, and sent with something else under its key."""

    again: Callable[[], WriteResult]
    other: Callable[[], WriteResult]
    entry: Entry


def version_of(sheet: str) -> SheetVersion:
    """A sheet as it is by itself, built in or invented for the tests."""
    if not (INVENTED / f"{sheet}.toml").exists():
        return pin_sheet(sheet, {})
    text = invented(sheet).format_canonical({})
    digest = sha256(text.encode()).hexdigest()
    return SheetVersion.objects.get_or_create(club=None, digest=digest, defaults={"sheet": sheet, "text": text})[0]


class Beside:
    """A table and its paper."""

    def __init__(self, sheet: str, start: Start) -> None:
        club = load_first_club()
        wanted = EveningStart(PLAYERS[: start.players], sheet, {}, start.forehand)
        with patch("scoring.table.evenings.services.pin_sheet", lambda *_, **_options: version_of(sheet)):
            self.table = start_evening(new_key(), wanted, club)
        self.start = start
        self.rows: list[Row] = []
        self.events: list[Event] = []
        self.ended = False
        self.sent: list[SavedWrite] = []
        self.entries = 0
        self.agrees = True  # as far as anybody has looked; what comes after a failure says nothing more
        self.first = {place: find_or_create_person(club, PLAYERS[place]).pk for place in range(start.players)}
        self.guests = [find_or_create_person(club, name).pk for name in GUESTS]

    @property
    def order(self) -> tuple[int, ...]:
        """The people who sit there now."""
        return order_at(self.start, self.rows)

    @property
    def forehand(self) -> int:
        """The forehand of the next deal."""
        return forehand_at(self.start, self.rows)

    @property
    def seats(self) -> tuple[int, ...]:
        """The players of the next deal."""
        return actives(self.order, self.forehand)

    @property
    def deal_seats(self) -> DealSeats:
        """The same as a phone says it."""
        one, two, three, four = self.seats
        return DealSeats((one, two, three, four), self.forehand)

    @property
    def previous(self) -> str:
        """The key of the last deal that stands."""
        return GameTable.objects.get(pk=self.table.pk).last_key

    def compare(self) -> None:
        """Table and paper say the same."""
        self.agrees = False
        compare(self.table, self.start, self.rows, self.cards(), ended=self.ended)
        self.agrees = True

    def compare_page(self) -> None:
        """The table's page shows what the paper says."""
        compare_page(self.table, self.start, self.rows)

    def refused(self, *sends: tuple[Callable[[], WriteResult], Outcome]) -> None:
        """Writes are refused, and leave nothing behind."""
        before = all_of_it(self.table)
        for send, outcome in sends:
            assert send().outcome is outcome
        assert all_of_it(self.table) == before

    def play(self, hand: PaperHand) -> None:
        """Enter the next hand."""
        key, previous, seen = new_key(), self.previous, self.deal_seats
        rows = [*self.rows, Row(self.room(None), key, PlayedDeal(hand, self.forehand))]
        raw = hand.record(self.seats, self.forehand)

        def send(record: Any = raw) -> WriteResult:
            return record_hand(self.table.slug, key, previous, record, seen=seen)

        self._write(send, lambda: send({"plays": []}), rows, None)

    def ask(
        self,
        ask: ChangeRequest,
        rows: Sequence[Row] | None,
        *,
        key: str = "",
        event: Callable[[Sequence[Row]], Event | None] = lambda _: None,
        ended: bool | None = None,
    ) -> None:
        """Ask for a change; `rows` is how the paper reads then, None where it cannot be."""
        key, seen = key or new_key(), self.entries
        plan: list[ChangePlan] = []

        def send(reason: str = REASON) -> WriteResult:
            return write_change(self.table, key, seen, ask, reason, sent=seen)

        rows = None if rows is None else reseat_lines(self.start, self.rows, rows)
        if not self.ended:
            before = all_of_it(self.table)
            plan.append(compute_plan(self.table, ask))
            assert all_of_it(self.table) == before
        written = len(self.sent)
        self._write(send, lambda: send("anders"), rows, event, ended)
        if plan and not plan[0].problems and len(self.sent) > written:
            assert plan[0].after == book_of(self.table).now

    def _write(
        self,
        send: Callable[[], WriteResult],
        other: Callable[[], WriteResult],
        rows: Sequence[Row] | None,
        event: Callable[[Sequence[Row]], Event | None] | None,
        ended: bool | None = None,
    ) -> None:
        if self.ended and ended is not False:
            self.refused((send, Outcome.ENDED))
        elif rows is None or not possible(self.start, rows) or self._sits_twice(rows, event):
            self.refused((send, Outcome.INVALID))
        else:
            self.agrees = False
            written = send()
            assert written.outcome is Outcome.SAVED, written.problems
            assert written.entry is not None
            self._compare_written(rows, written.entry)
            happened = event(rows) if event is not None else None
            self.events += [] if happened is None else [happened]
            self.rows = list(rows)
            self.ended = self.ended if ended is None else ended
            self.sent.append(SavedWrite(send, other, written.entry))

    def _sits_twice(self, rows: Sequence[Row], event: Callable[[Sequence[Row]], Event | None] | None) -> bool:
        """Return True if somebody would sit at two places at the same time."""
        happened = event(rows) if event is not None else None
        events = [*self.events, *([] if happened is None else [happened])]
        found = cards(self.start, rows, self.first, events)
        open_ones = [(place, since) for place, since, until in columns(self.start, rows) if until is None]
        now = [list_holders(found[column], column[1])[-1][1] for column in open_ones]
        return len(set(now)) < len(now)

    def _compare_written(self, rows: Sequence[Row], own: Entry) -> None:
        """One entry for the change, and one for every other line that tells something else since; no more."""
        before, now = expect_lines(self.start, self.rows), expect_lines(self.start, rows)
        changed = {number for number in now if now[number] != before.get(number)} - {own.deal_number}
        new = list(Entry.objects.filter(table=self.table, sequence__gt=self.entries).order_by("sequence"))
        assert new[0] == own
        assert {entry.deal_number for entry in new[1:]} == changed
        self.entries += len(new)

    def room(self, before: int | None) -> int:
        """The number of a new line, at the end or before another; 0: no room is left."""
        numbers = [0, *(row.number for row in self.rows)]
        if before is None:
            return numbers[-1] + DEAL_STEP
        earlier = max(number for number in numbers if number < before)
        return (earlier + before) // 2 if before - earlier > 1 else 0

    def write_line(
        self, fact: Fact, ask: Callable[[int], ChangeRequest], before: Row | None = None, *, can_be: bool = True
    ) -> None:
        """Write a line that is no hand, at the end or before another one."""
        number, key = self.room(before.number if before else None), new_key()
        rows = sorted([*self.rows, Row(number, key, fact)], key=lambda row: row.number) if number and can_be else None
        self.ask(ask(before.number if before else 0), rows, key=key, event=lambda rows: self._sat(rows, number))

    def _sat(self, rows: Sequence[Row], number: int) -> Event | None:
        row = next(row for row in rows if row.number == number)
        return Sat(number, row.fact) if isinstance(row.fact, Chairs) else None

    def cards(self) -> dict[Column, Card]:
        """The cards on the columns."""
        return cards(self.start, self.rows, self.first, self.events)

    def seat(self, chairs: Chairs, before: Row | None = None) -> None:
        """Others sit at the table."""
        seating = Seating(chairs.order, chairs.came, chairs.substitutes)
        rows = self.before(before)
        unchanged = chairs == Chairs(order_at(self.start, rows))
        self.write_line(chairs, lambda line: changes.change_seats(seating, line), before, can_be=not unchanged)

    def before(self, row: Row | None) -> list[Row]:
        """The lines above one; all of them for none."""
        return [earlier for earlier in self.rows if row is None or earlier.number < row.number]

    def swap(self, one: tuple[int, int], other: tuple[int, int]) -> None:
        """Two players had each other's seats."""
        self.ask(
            changes.swap_seats(one, other), self.rows if one != other else None, event=lambda _: Swapped(one, other)
        )

    def strike_last(self, key: str, previous: str, rows: Sequence[Row]) -> None:
        """Strike the last deal, from the table's page."""

        def send(reason: str = REASON) -> WriteResult:
            return strike_last_deal(self.table, key, previous, reason)

        self._write(send, lambda: send("anders"), rows, None)
