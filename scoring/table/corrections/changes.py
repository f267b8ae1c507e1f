"""The changes that people may make in a book: each function returns the book with the change, and writes nothing."""

from collections.abc import Callable
from typing import Any, NamedTuple

from scoring.book.ledger.book import Book, LedgerLine
from scoring.book.ledger.codec import EVENING_NUMBER, HANDS, choose_entry_kind, decode_content
from scoring.book.ledger.seats import compute_stretches
from scoring.book.table_clock import DOUBLE
from scoring.engine.evening.course import (
    DEALER,
    Cash,
    Content,
    CourseLine,
    EndTotals,
    ForehandSet,
    Hand,
    LastRoundSaid,
    RadlSet,
    Redeal,
    Seating,
    StruckLine,
    Transfer,
    Void,
)
from scoring.engine.evening.state import Evening
from scoring.engine.hand.reader import parse
from scoring.engine.hand.score_lines import decode_score
from scoring.engine.problems import Problem
from scoring.models import DEAL_STEP, Entry
from scoring.table.corrections.limits import check_content


class Change(NamedTuple):
    """A change: the entry that records it, and the lines of the book with it."""

    kind: Entry.Kind
    number: int  # of the line that the entry writes; 0: none, the change concerns the evening
    lines: tuple[CourseLine, ...]
    content: dict[str, Any] | None = None  # of an entry that writes no line
    problems: tuple[Problem, ...] = ()


ChangeRequest = Callable[[Book], Change]


def refuse_change(code: str, path: str = "") -> Change:
    """Return a change that is not possible, with the reason."""
    return _refuse_problem(Problem(path, code))


def _refuse_problem(problem: Problem) -> Change:
    return Change(Entry.Kind.STRIKE, EVENING_NUMBER, (), None, (problem,))


def _replace_content(book: Book, number: int, content: Content) -> tuple[CourseLine, ...]:
    """Return the lines of the book with another content in one of them."""
    return tuple(CourseLine(number, content) if line.number == number else line for line in book.lines)


def correct_hand(number: int, raw: object, radl_set: int | None = None) -> ChangeRequest:
    """Return the request for another record (JSON values) of a hand, or for a hand in place of a void deal.

    Forehand and seats stay as they are.
    """

    def ask(book: Book) -> Change:
        current = book.find_line(number)
        if current is None or not isinstance(current.content, Hand | Void):
            return refuse_change("no_hand")
        hand, problems = _build_hand(raw, current.before, radl_set)
        if hand is None or problems:
            return Change(Entry.Kind.CORRECTION, number, book.lines, None, problems)
        if hand == current.content:
            return refuse_change("no_change")
        return Change(Entry.Kind.CORRECTION, number, _replace_content(book, number, hand))

    return ask


def _build_hand(raw: object, evening: Evening, radl_set: int | None) -> tuple[Hand | None, tuple[Problem, ...]]:
    """Return the hand with this record in the next deal of an evening, and the problems of the record."""
    record, problems = parse(raw)
    if record is None:
        return None, tuple(problems)
    record = record._replace(forehand=evening.seat_of_forehand, radl=None, id=None, sheet=None, options=())
    return Hand(record, evening.forehand, evening.active, radl_set), tuple(problems)


def strike_line(number: int, *, shift: bool = False) -> ChangeRequest:
    """Return the request to strike a line; `shift`: the forehand of all later deals moves back by one.

    `shift` is for a deal that never took place.
    """

    def ask(book: Book) -> Change:
        current = book.find_line(number)
        if current is None:
            return refuse_change("line_unknown")
        if isinstance(current.content, StruckLine):
            return refuse_change("already_struck")
        begun = _find_opening_number(book, number)
        lines = tuple(
            CourseLine(line.number, StruckLine()) if line.number in (number, begun) else line for line in book.lines
        )
        moves = shift and isinstance(current.content, Hand | Void)  # other lines have not moved the forehand
        return Change(Entry.Kind.STRIKE, number, _shift_forehands(book, lines, number, -1) if moves else lines)

    return ask


def restore_line(number: int, *, changed: bool = False) -> ChangeRequest:
    """Return the request to count a struck line again, as it was; `changed`: or any line as before its last change."""

    def ask(book: Book) -> Change:
        current = book.find_line(number)
        if current is None or current.entry.replaces is None:
            return refuse_change("not_struck")
        if not (changed or isinstance(current.content, StruckLine)):
            return refuse_change("not_struck")
        was = current.entry.replaces
        content = decode_content(was)
        score = decode_score(was.answer, book.sheet) if was.kind in HANDS else None
        begun = _find_opening_line(book, number)
        lines = tuple(
            CourseLine(number, content, score, was.radl) if line.number == number else line for line in book.lines
        )
        lines = tuple(begun if begun is not None and line.number == begun.number else line for line in lines)
        return Change(choose_entry_kind(content), number, lines)

    return ask


def void_hand(number: int) -> ChangeRequest:
    """Return the request to void a hand that cannot be clarified any more: all get 0, the deal is used up."""

    def ask(book: Book) -> Change:
        current = book.find_line(number)
        if current is None or not isinstance(current.content, Hand):
            return refuse_change("no_hand")
        return Change(Entry.Kind.VOID, number, _replace_content(book, number, Void(current.before.forehand)))

    return ask


def insert_hand(before: int, raw: object, *, shift: bool = False, forehand: int | None = None) -> ChangeRequest:
    """Return the request to insert a forgotten hand before another line, or after the last one (0).

    `shift`: the forehand of all later deals moves on by one; `forehand`: the place of its forehand, if that is known.
    """

    def ask(book: Book) -> Change:
        next_one = book.find_line(before)
        number = _find_free_number(book, before) if before else book.number + DEAL_STEP
        if (before and next_one is None) or not number:
            return refuse_change("line_unknown" if next_one is None else "no_room")
        evening = book.stands if next_one is None else next_one.before
        hand, problems = _build_hand(raw, evening if forehand is None else evening._replace(forehand=forehand), None)
        if hand is None or problems:
            return Change(Entry.Kind.HAND, number, book.lines, None, problems)
        lines = _insert_line(book, CourseLine(number, hand))
        return Change(Entry.Kind.HAND, number, _shift_forehands(book, lines, number, 1) if shift else lines)

    return ask


def add_line(content_now: Callable[[Evening], Content], before: int = 0) -> ChangeRequest:
    """Return the request for a new line that is not a hand: after the last line, or before another."""

    def ask(book: Book) -> Change:
        next_one = book.find_line(before) if before else None
        if before and next_one is None:
            return refuse_change("line_unknown")
        now = book.now if next_one is None else next_one.before
        content = content_now(now)
        problem = check_content(content, now)
        number = _find_free_number(book, before) if before else book.number + DEAL_STEP
        if problem is not None:
            return _refuse_problem(problem)
        if not number:
            return refuse_change("no_room")
        return Change(choose_entry_kind(content), number, _insert_line(book, CourseLine(number, content)))

    return ask


def void_next_deal() -> ChangeRequest:
    """Return the request to void the next deal: it was played and counts nothing."""
    return add_line(lambda now: Void(now.forehand))


def redeal() -> ChangeRequest:
    """Return the request for a redeal: the next deal is thrown in and the same dealer deals again."""
    return add_line(lambda now: Redeal(now.forehand))


def set_radl(deals: int, before: int = 0) -> ChangeRequest:
    """Return the request for a Radl of this number of deals from here on; 0 ends it."""
    return add_line(lambda _now: RadlSet(deals), before)


def announce_last_round(form: str, dealer: int | None = None, before: int = 0) -> ChangeRequest:
    """Return the request to announce or begin the Schlussradl."""
    return add_line(lambda _now: LastRoundSaid(form, dealer), before)


def change_seats(seating: Seating, before: int = 0) -> ChangeRequest:
    """Return the request for other seats at the table from here on."""
    return add_line(lambda _now: seating, before)


def move_cash(place: int, cents: int) -> ChangeRequest:
    """Return the request for a payment into the Pagatkassa, or out of it, beside the rules."""
    return add_line(lambda _now: Cash(place, cents))


def transfer_amounts(amounts: tuple[int, ...], before: int = 0) -> ChangeRequest:
    """Return the request to move amounts between the players by a ruling: sixths by place, they add up to 0."""
    return add_line(lambda _now: Transfer(amounts), before)


def enter_end_totals(
    amounts: tuple[int, ...],
    replacements: tuple[int, ...] = (),
    instead_of: int = 0,
    *,
    written: tuple[int, ...] = (),
    hands: int | None = None,
    box: int | None = None,
) -> ChangeRequest:
    """Return the request to enter the result of a paper sheet: sixths and replacements of capital by place.

    `instead_of`: the number of such a line to be replaced; `written`: the written score if it differs from the money;
    `hands`: the number of hands played; `box`: cents that were put into the donation box.
    """
    replaced = replacements if any(replacements) else ()
    content = EndTotals(amounts, replaced, () if written == amounts else written, hands, box)
    if not instead_of:
        return add_line(lambda _now: content)

    def ask(book: Book) -> Change:
        current = book.find_line(instead_of)
        if current is None or not isinstance(current.content, EndTotals):
            return refuse_change("line_unknown")
        if current.content == content:
            return refuse_change("no_change")
        problem = check_content(content, current.before)
        if problem is not None:
            return _refuse_problem(problem)
        return Change(Entry.Kind.END_TOTALS, instead_of, _replace_content(book, instead_of, content))

    return ask


def set_forehand(place: int, since: int = 0, *, through: bool = False) -> ChangeRequest:
    """Return the request to set the forehand of the next deal, or of an earlier one; then all later deals move as well.

    `through`: the round with double stake moves with them.
    """
    if not since:
        return add_line(lambda _now: ForehandSet(place))

    def ask(book: Book) -> Change:
        current = book.find_line(since)
        if current is None or not isinstance(current.content, Hand | Void | Redeal):
            return refuse_change("no_hand")
        order = current.before.order
        if place not in order:
            return refuse_change("place_unknown", "place")
        steps = order.index(place) - order.index(current.before.forehand)
        if not steps:
            return refuse_change("no_change")
        content = {"place": place, "since": since}
        lines = _shift_forehands(book, book.lines, since - 1, steps, through=through)
        return Change(Entry.Kind.FOREHAND, EVENING_NUMBER, lines, content)

    return ask


def swap_seats(pair: tuple[int, int], other: tuple[int, int]) -> ChangeRequest:
    """Return the request to swap two players' seats for all hands so far, by their sittings (place, since)."""

    def ask(book: Book) -> Change:
        if pair == other:
            return refuse_change("nobody_new")
        sittings = {(seat.place, seat.since) for seat in compute_stretches(book.start.order, book.lines)}
        if not {pair, other} <= sittings:
            return refuse_change("place_unknown")
        return Change(Entry.Kind.SWAP, EVENING_NUMBER, book.lines, {"sittings": [pair, other]})

    return ask


def change_evening(kind: Entry.Kind, content: dict[str, Any]) -> ChangeRequest:
    """Return the request for a change of the evening as a whole: agreed, ended, reopened."""
    return lambda book: Change(kind, EVENING_NUMBER, book.lines, content)


def _find_free_number(book: Book, number: int) -> int:
    """Return a number between a line and the one before it; 0: there is none left."""
    previous = max((line.number for line in book.lines if line.number < number), default=0)
    between = (previous + number) // 2
    return between if between > previous else 0


def _insert_line(book: Book, line: CourseLine) -> tuple[CourseLine, ...]:
    return tuple(sorted([*book.lines, line], key=lambda line: line.number))


def _shift_forehands(
    book: Book, lines: tuple[CourseLine, ...], after: int, steps: int, *, through: bool = False
) -> tuple[CourseLine, ...]:
    """Return the lines with the forehand of the deals after a number moved by `steps` places.

    Nothing moves from a line on that sets a forehand, or that begins a Schlussradl by the Gstieß. `through`: the shift
    goes on past the latter, because at a table with a clock it was not announced: it began with the next deal.
    """
    evenings = {line.number: line.before for line in book.played}
    stays = ForehandSet if through else ForehandSet | LastRoundSaid
    stops = (
        line.number
        for line in lines
        if line.number > after and _is_forehand_set(line.content) and isinstance(line.content, stays)
    )
    until = min(stops, default=book.number + 1)
    return tuple(
        _shift_line(line, evenings.get(line.number), steps) if after < line.number < until else line for line in lines
    )


def _is_forehand_set(content: Content) -> bool:
    return isinstance(content, ForehandSet) or (isinstance(content, LastRoundSaid) and content.form == DEALER)


def _shift_line(line: CourseLine, evening: Evening | None, steps: int) -> CourseLine:
    content = line.content
    if evening is not None and isinstance(content, LastRoundSaid) and content.dealer is not None:
        return line._replace(content=content._replace(dealer=evening.move_place(content.dealer, steps)))
    if evening is not None and isinstance(content, Hand | Void | Redeal):
        return line._replace(content=content._replace(forehand=evening.move_place(content.forehand, steps)))
    return line


# The line that begins the double round is in the book from its first deal on, and is removed with it: a player who
# chose "double stake" for the hand that was in play at the gong takes it back with one tap, and enters it again.
def _find_opening_number(book: Book, number: int) -> int:
    """Return the number of the line that began the double round with this deal, if it is its only one; else 0."""
    of_round = [line for line in book.played if line.entry.phase == DOUBLE]
    numbers = [line.number for line in of_round if isinstance(line.content, LastRoundSaid)]
    return numbers[-1] if numbers and [line.number for line in of_round if line.is_deal] == [number] else 0


def _find_opening_line(book: Book, number: int) -> CourseLine | None:
    """Return that line as it was if the deal was struck and counts again; None: there is none, or it still counts."""
    current = book.find_line(number)
    if current is None or current.entry.phase != DOUBLE:
        return None
    before = [other for other in book.played if other.number < number and other.entry.phase == DOUBLE]
    if any(isinstance(other.content, LastRoundSaid) for other in before):
        return None
    return next((line for line in map(_restore_opening, reversed(before)) if line is not None), None)


def _restore_opening(struck: LedgerLine) -> CourseLine | None:
    """Return the struck line if it began the double round, as it was; else None."""
    was = struck.entry.replaces
    if not isinstance(struck.content, StruckLine) or was is None:
        return None
    content = decode_content(was)
    return CourseLine(struck.number, content) if isinstance(content, LastRoundSaid) else None
