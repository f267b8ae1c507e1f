"""What a ruling does to a book: nothing, a redeal, a void or struck deal, a Renonce, a transfer between seats."""

from collections.abc import Callable
from typing import Any, NamedTuple

from scoring.corrections import changes
from scoring.corrections.changes import Ask, Draft
from scoring.corrections.history import Moved, moved, problems_of
from scoring.corrections.plan import planned
from scoring.corrections.services import change
from scoring.engine.texts import error_message
from scoring.ledger.book import Book
from scoring.ledger.entries import Outcome, Written
from scoring.ledger.seats import Seat
from scoring.ledger.services import judge, record_hand
from scoring.ledger.sql import locked
from scoring.models import PLACES
from scoring.table_clock.clock import IN_TIME
from scoring.written_sheet.rows import name_of
from tarockclub.accounts.actors import Who
from tarockclub.text import LONGEST_REASON
from tournaments.acts import Refused
from tournaments.models import RoundTable

NOTHING, REDEAL, VOID, RENONCE, TRANSFER, STRIKE = "", "redeal", "void", "renonce", "transfer", "strike"
DEEDS = (NOTHING, REDEAL, VOID, STRIKE, RENONCE, TRANSFER)


class Wanted(NamedTuple):
    """A ruling as it is asked for: what was decided, by whom, and what it does; amounts in sixths by place."""

    text: str
    decided_by: str  # the referees' names
    deed: str = NOTHING
    line: int = 0  # of the book that it is about and settles; 0: none, what it does is new
    amounts: tuple[int, ...] = ()  # of a transfer
    record: dict[str, Any] | None = None  # of a Renonce (JSON values), on the seats of its deal
    phase: str = IN_TIME  # of a Renonce in a new hand
    corrects: int = 0  # number of the ruling that it sets right
    goes_on: bool = True  # the clock of the table
    sure: bool = False  # who decides has been warned that the table is done, or its result published
    seen: int = 0  # sequence number of the book's last entry when it was decided


class Done(NamedTuple):
    """What came of it: the line of the book that is settled now, and the entry that says it; 0: none."""

    line: int = 0
    entry: int = 0


def ask_of(wanted: Wanted) -> Ask | None:
    """The change of the book that a ruling asks for; None for one that changes nothing, or writes a new hand."""
    asks: dict[str, Callable[[], Ask | None]] = {
        NOTHING: lambda: None,
        REDEAL: changes.redeal,
        STRIKE: lambda: changes.strike(wanted.line),
        VOID: lambda: changes.void(wanted.line) if wanted.line else changes.void_next(),
        RENONCE: lambda: changes.correct(wanted.line, wanted.record) if wanted.line else None,
        TRANSFER: lambda: changes.transfer(tuple((*wanted.amounts, *[0] * PLACES)[:PLACES])),
    }
    return asks[wanted.deed]()


def carry_out(table: RoundTable, key: str, wanted: Wanted, who: Who) -> Done:
    """Write what a ruling does, within its act; Refused("not_written", problems=…), Refused("stale")."""
    game, ask = table.game_table, ask_of(wanted)
    if ask is None and wanted.deed == NOTHING:
        return Done(line=wanted.line)
    if ask is None:
        row = locked(game.pk)
        if row.last_sequence != wanted.seen:  # somebody has entered a hand since: this one may be in the book
            raise Refused("stale")
        written = record_hand(game.slug, key, row.last_key, wanted.record, who=who, phase=wanted.phase)
    else:
        sent = list(wanted._replace(text="", decided_by=""))
        written = change(game, key, wanted.seen, ask, wanted.text[:LONGEST_REASON], sent=sent, who=who)
    return _done(written)


def _done(written: Written) -> Done:
    if written.outcome is Outcome.STALE:
        raise Refused("stale")
    if written.outcome is not Outcome.SAVED or written.entry is None:
        raise Refused("not_written", outcome=written.outcome.name, problems=written.problems)
    return Done(written.entry.deal_number, written.entry.sequence)


def draft_of(wanted: Wanted, book: Book) -> Draft | None:
    """What the book would read like; None where a ruling changes nothing."""
    ask = ask_of(wanted)
    return None if ask is None else ask(book)


class Foreseen(NamedTuple):
    """Where the players would stand, and what stands against it."""

    totals: tuple[Moved, ...] = ()
    problems: tuple[str, ...] = ()


def foresee(wanted: Wanted, book: Book, seats: tuple[Seat, ...], language: str) -> Foreseen:
    """What would follow from a ruling."""
    draft = draft_of(wanted, book)
    if draft is not None:
        plan = planned(book, draft)
        problems = tuple(sentence for _, sentence in problems_of(plan, language))
        return Foreseen() if problems == () and not plan.steps else Foreseen(tuple(moved(plan, seats)), problems)
    return _of_the_next_hand(wanted, book, seats, language) if wanted.deed == RENONCE else Foreseen()


def _of_the_next_hand(wanted: Wanted, book: Book, seats: tuple[Seat, ...], language: str) -> Foreseen:
    result = judge(book.now, book.sheet, wanted.record)
    if result.score is None:
        return Foreseen((), tuple(error_message(problem, language) for problem in result.problems))
    paid = dict(zip(book.now.active, result.score.written, strict=True))
    totals = (
        Moved(name_of(seats, place, book.number), book.now.written[place], book.now.written[place] + paid.get(place, 0))
        for place in book.now.order
    )
    return Foreseen(tuple(totals))
