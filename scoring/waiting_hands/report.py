"""What became of a hand that was read in, as the page says it."""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.engine.hand.record import SEATS
from scoring.held_hands.messages import entered_words
from scoring.ledger.book import Book, numbered
from scoring.ledger.entries import Outcome, Written
from scoring.ledger.held_hands import Held
from scoring.ledger.messages import sentences
from scoring.ledger.seats import Seat
from scoring.models import HeldHand
from scoring.table_clock.clock import read as read_clock
from scoring.table_clock.messages import sentence_of
from scoring.waiting_hands.text import WaitingHand
from scoring.written_sheet.selectors import Scored, scored_line

SAVED = "saved"  # as a hand of the sheet
THERE = "there"  # on the sheet before
OTHER = "other"  # its key stands for something else
HOLDING = HELD, ENDED, LATE = ("held", "ended", "late")  # until somebody decides: the players, or the director
_HELD = {HeldHand.Why.STALE: HELD, HeldHand.Why.ENDED: ENDED, HeldHand.Why.TIME: LATE}
SAME, DROPPED = "same", "dropped"  # they have said: one that is there; one that does not count
INVALID = "invalid"  # it cannot be
BEHIND = "behind"  # the hand before it cannot be
FULL = "full"  # too many wait at the table
BEHIND_ANOTHER = Written(Outcome.INVALID)


class Before(NamedTuple):
    """How a table stood before anything was read in."""

    sequence: int  # of its last entry
    held: frozenset[str]  # keys


class Became(NamedTuple):
    """What became of a hand, or would."""

    hand: WaitingHand
    how: str
    is_new: bool  # the table did not have it before
    game: str  # who played what and how it went, also where the rest of it cannot be
    number: int = 0  # of the hand on the sheet
    scored: Scored | None = None
    problems: tuple[str, ...] = ()
    note: str = ""  # why it does not count
    follows_unknown: bool = False  # nobody knows the hand before it


class Told:
    """A table after hands were read in: what it says of each."""

    def __init__(self, book: Book, seats: tuple[Seat, ...], held: Held, before: Before, language: str) -> None:
        self.book, self.seats, self.held, self.before, self.language = book, seats, held, before, language
        self.lines = {one.key: (number, one) for number, one in numbered(book)}

    def _why_not(self, written: Written) -> Iterable[str]:
        """Why the table's clock does not take a hand."""
        if written.code:
            yield sentence_of(written.code, clock=read_clock(self.book.table.clock))

    def became(self, hand: WaitingHand, written: Written) -> Became:
        """What became of a hand."""
        how = self._how(hand, written)
        number, one = self.lines.get(hand.key, (0, None))
        held = written.held
        return Became(
            hand,
            how,
            how == SAVED or (how in HOLDING and hand.key not in self.before.held),
            self._game(hand),
            number=self._number_of(held.deal) if held is not None and how == SAME else number,
            scored=scored_line(one, self.seats, self.language) if one is not None and how in (SAVED, THERE) else None,
            problems=(*sentences(written.problems), *self._why_not(written)),
            note=held.note if held is not None and how == DROPPED else "",
            follows_unknown=how == HELD and not self._knows(hand.previous),
        )

    def _how(self, hand: WaitingHand, written: Written) -> str:
        if written.outcome is Outcome.INVALID or (written.code and written.held is None):
            return BEHIND if written is BEHIND_ANOTHER else INVALID
        if written.outcome is Outcome.OTHER_BODY:
            return OTHER
        if written.outcome is Outcome.SAVED and written.entry is not None:
            return SAVED if written.entry.sequence > self.before.sequence else THERE
        if hand.key in self.lines:  # somebody has decided about it this moment
            return SAVED
        if written.held is None:
            return FULL
        if written.outcome is Outcome.DECIDED:
            return SAME if written.held.decided_as == HeldHand.As.SAME else DROPPED
        return _HELD.get(HeldHand.Why(written.held.why), HELD)

    def _knows(self, key: str) -> bool:
        return key in ("", *self.lines, *self.held.hands)

    def _number_of(self, line: int) -> int:
        return next((number for number, one in self.lines.values() if one.number == line), 0)

    def _game(self, hand: WaitingHand) -> str:
        """What was played and by whom, also where the rest of it cannot be."""
        names = {seat.id: seat.name_at(self.book.number) for seat in self.seats}
        forehand = hand.seats.index(hand.seats[len(SEATS)])  # the form leaves him out where only he may declare
        at_table = tuple(names.get(sitting, "?") for sitting in hand.seats[-len(SEATS) :])
        return entered_words(hand.fields, forehand, at_table, self.book.sheet, self.language)
