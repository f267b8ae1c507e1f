"""The effect of a ruling on a book: none, a redeal, a void or struck deal, a Renonce, a transfer between seats."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.book.ledger.book import Book
from scoring.book.ledger.entries import Outcome, WriteResult
from scoring.book.ledger.seats import Seat
from scoring.book.ledger.services import record_hand, score_table_hand
from scoring.book.ledger.sql import lock_table
from scoring.book.table_clock.clock import IN_TIME
from scoring.engine.texts import describe_problem
from scoring.models import PLACES
from scoring.table.corrections import changes
from scoring.table.corrections.changes import Change, ChangeRequest
from scoring.table.corrections.history import TotalChange, list_problems, list_total_changes
from scoring.table.corrections.plan import plan_change
from scoring.table.corrections.services import write_change
from scoring.table.written_sheet.rows import find_seat_name
from tarockclub.platform.accounts.actors import Actor
from tournaments.core.acts import ActionRefused
from tournaments.models import RoundTable

NOTHING, REDEAL, VOID, RENONCE, TRANSFER, STRIKE = "", "redeal", "void", "renonce", "transfer", "strike"
DEEDS = (NOTHING, REDEAL, VOID, STRIKE, RENONCE, TRANSFER)


class RulingRequest(NamedTuple):
    """A ruling before it is made: its text, the referees, and its effect; amounts in sixths by place."""

    text: str
    decided_by: str  # the referees' names
    deed: str = NOTHING
    line: int = 0  # of the book that it is about and settles; 0: none, its effect is new
    amounts: tuple[int, ...] = ()  # of a transfer
    record: dict[str, Any] | None = None  # of a Renonce (JSON values), on the seats of its deal
    phase: str = IN_TIME  # of a Renonce in a new hand
    corrects: int = 0  # number of the ruling that it corrects
    goes_on: bool = True  # the clock of the table
    sure: bool = False  # the director was warned that the table is done, or its result published
    seen: int = 0  # sequence number of the book's last entry when it was decided


class RulingEffect(NamedTuple):
    """The result of a ruling: the line of the book that is settled now, and the entry that settles it; 0: none."""

    line: int = 0
    entry: int = 0


def build_correction(ruling_request: RulingRequest) -> ChangeRequest | None:
    """Return the change of the book for a ruling; None if it changes nothing, or writes a new hand."""
    asks: dict[str, Callable[[], ChangeRequest | None]] = {
        NOTHING: lambda: None,
        REDEAL: changes.redeal,
        STRIKE: lambda: changes.strike_line(ruling_request.line),
        VOID: lambda: changes.void_hand(ruling_request.line) if ruling_request.line else changes.void_next_deal(),
        RENONCE: lambda: (
            changes.correct_hand(ruling_request.line, ruling_request.record) if ruling_request.line else None
        ),
        TRANSFER: lambda: changes.transfer_amounts(tuple((*ruling_request.amounts, *[0] * PLACES)[:PLACES])),
    }
    return asks[ruling_request.deed]()


def carry_out(table: RoundTable, key: str, ruling_request: RulingRequest, number: int, who: Actor) -> RulingEffect:
    """Write the effect of a ruling within its act; raise ActionRefused("not_written", problems=…), ("stale")."""
    game, ask = table.game_table, build_correction(ruling_request)
    if ask is None and ruling_request.deed == NOTHING:
        return RulingEffect(line=ruling_request.line)
    if ask is None:
        row = lock_table(game.pk)
        if row.last_sequence != ruling_request.seen:  # somebody has entered a hand since: this one may be in the book
            raise ActionRefused("stale")
        written = record_hand(game.slug, key, row.last_key, ruling_request.record, who=who, phase=ruling_request.phase)
    else:
        sent = list(ruling_request._replace(text="", decided_by=""))
        reason = _("Ruling %(number)s") % {"number": number}  # everybody reads the book, but not the text of a ruling
        written = write_change(game, key, ruling_request.seen, ask, reason, sent=sent, who=who)
    return _check_written(written)


def _check_written(written: WriteResult) -> RulingEffect:
    if written.outcome is Outcome.STALE:
        raise ActionRefused("stale")
    if written.outcome is not Outcome.SAVED or written.entry is None:
        raise ActionRefused("not_written", outcome=written.outcome.name, problems=written.problems)
    return RulingEffect(written.entry.deal_number, written.entry.sequence)


def build_change(ruling_request: RulingRequest, book: Book) -> Change | None:
    """Return the changed book; None if a ruling changes nothing."""
    ask = build_correction(ruling_request)
    return None if ask is None else ask(book)


class RulingPreview(NamedTuple):
    """The changes of the totals by a ruling, and the problems that prevent it."""

    totals: tuple[TotalChange, ...] = ()
    problems: tuple[str, ...] = ()


def preview_ruling(ruling_request: RulingRequest, book: Book, seats: tuple[Seat, ...], language: str) -> RulingPreview:
    """Return the preview of a ruling."""
    draft = build_change(ruling_request, book)
    if draft is not None:
        plan = plan_change(book, draft)
        problems = tuple(sentence for _, sentence in list_problems(plan, language))
        return (
            RulingPreview()
            if problems == () and not plan.steps
            else RulingPreview(tuple(list_total_changes(plan, seats)), problems)
        )
    return (
        _preview_next_hand(ruling_request, book, seats, language) if ruling_request.deed == RENONCE else RulingPreview()
    )


def _preview_next_hand(
    ruling_request: RulingRequest, book: Book, seats: tuple[Seat, ...], language: str
) -> RulingPreview:
    result = score_table_hand(book.now, book.sheet, ruling_request.record)
    if result.score is None:
        return RulingPreview((), tuple(describe_problem(problem, language) for problem in result.problems))
    paid = dict(zip(book.now.active, result.score.written, strict=True))
    totals = (
        TotalChange(
            find_seat_name(seats, place, book.number),
            book.now.written[place],
            book.now.written[place] + paid.get(place, 0),
        )
        for place in book.now.order
    )
    return RulingPreview(tuple(totals))
