"""What became of a hand that was read in, as the page says it."""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.engine.hand.record import SEATS
from scoring.held_hands.messages import format_entered_hand
from scoring.ledger.book import Book, number_lines
from scoring.ledger.entries import Outcome, WriteResult
from scoring.ledger.held_hands import HeldHands
from scoring.ledger.messages import format_problems
from scoring.ledger.seats import Seat
from scoring.models import HeldHand
from scoring.table_clock.clock import decode_clock as read_clock
from scoring.table_clock.messages import format_clock_refusal
from scoring.waiting_hands.text import WaitingHand
from scoring.written_sheet.selectors import ScoredHand, build_scored_line

STATUS_SAVED = "saved"  # as a hand of the sheet
STATUS_THERE = "there"  # on the sheet before
STATUS_OTHER = "other"  # its key stands for something else
WAITING_STATUSES = STATUS_HELD, STATUS_ENDED, STATUS_LATE = (
    "held",
    "ended",
    "late",
)  # until somebody decides: the players, or the director
_STATUS_BY_REASON = {HeldHand.Why.STALE: STATUS_HELD, HeldHand.Why.ENDED: STATUS_ENDED, HeldHand.Why.TIME: STATUS_LATE}
STATUS_SAME, STATUS_DROPPED = "same", "dropped"  # they have said: one that is there; one that does not count
STATUS_INVALID = "invalid"  # it cannot be
STATUS_BEHIND = "behind"  # the hand before it cannot be
STATUS_FULL = "full"  # too many wait at the table
BEHIND_ANOTHER = WriteResult(Outcome.INVALID)


class TableBefore(NamedTuple):
    """How a table stood before anything was read in."""

    sequence: int  # of its last entry
    held: frozenset[str]  # keys


class HandResult(NamedTuple):
    """What became of a hand, or would."""

    hand: WaitingHand
    how: str
    is_new: bool  # the table did not have it before
    game: str  # who played what and how it went, also where the rest of it cannot be
    number: int = 0  # of the hand on the sheet
    scored: ScoredHand | None = None
    problems: tuple[str, ...] = ()
    note: str = ""  # why it does not count
    follows_unknown: bool = False  # nobody knows the hand before it


class TableReport:
    """A table after hands were read in: what it says of each."""

    def __init__(
        self, book: Book, seats: tuple[Seat, ...], held: HeldHands, before: TableBefore, language: str
    ) -> None:
        self.book, self.seats, self.held, self.before, self.language = book, seats, held, before, language
        self.lines = {one.key: (number, one) for number, one in number_lines(book)}

    def _why_not(self, written: WriteResult) -> Iterable[str]:
        """Why the table's clock does not take a hand."""
        if written.code:
            yield format_clock_refusal(written.code, clock=read_clock(self.book.table.clock))

    def became(self, hand: WaitingHand, written: WriteResult) -> HandResult:
        """What became of a hand."""
        how = self._how(hand, written)
        number, one = self.lines.get(hand.key, (0, None))
        held = written.held
        return HandResult(
            hand,
            how,
            how == STATUS_SAVED or (how in WAITING_STATUSES and hand.key not in self.before.held),
            self._game(hand),
            number=self._number_of(held.deal) if held is not None and how == STATUS_SAME else number,
            scored=build_scored_line(one, self.seats, self.language)
            if one is not None and how in (STATUS_SAVED, STATUS_THERE)
            else None,
            problems=(*format_problems(written.problems), *self._why_not(written)),
            note=held.note if held is not None and how == STATUS_DROPPED else "",
            follows_unknown=how == STATUS_HELD and not self._knows(hand.previous),
        )

    def _how(self, hand: WaitingHand, written: WriteResult) -> str:
        if written.outcome is Outcome.INVALID or (written.code and written.held is None):
            return STATUS_BEHIND if written is BEHIND_ANOTHER else STATUS_INVALID
        if written.outcome is Outcome.OTHER_BODY:
            return STATUS_OTHER
        if written.outcome is Outcome.SAVED and written.entry is not None:
            return STATUS_SAVED if written.entry.sequence > self.before.sequence else STATUS_THERE
        if hand.key in self.lines:  # somebody has decided about it this moment
            return STATUS_SAVED
        if written.held is None:
            return STATUS_FULL
        if written.outcome is Outcome.DECIDED:
            return STATUS_SAME if written.held.decided_as == HeldHand.As.SAME else STATUS_DROPPED
        return _STATUS_BY_REASON.get(HeldHand.Why(written.held.why), STATUS_HELD)

    def _knows(self, key: str) -> bool:
        return key in ("", *self.lines, *self.held.hands)

    def _number_of(self, line: int) -> int:
        return next((number for number, one in self.lines.values() if one.number == line), 0)

    def _game(self, hand: WaitingHand) -> str:
        """What was played and by whom, also where the rest of it cannot be."""
        names = {seat.id: seat.name_at(self.book.number) for seat in self.seats}
        forehand = hand.seats.index(hand.seats[len(SEATS)])  # the form leaves him out where only he may declare
        at_table = tuple(names.get(sitting, "?") for sitting in hand.seats[-len(SEATS) :])
        return format_entered_hand(hand.fields, forehand, at_table, self.book.sheet, self.language)
