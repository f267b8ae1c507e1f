"""What people may change in a book: each function says how the book would read then, and writes nothing."""

from collections.abc import Callable
from typing import Any, NamedTuple

from scoring.corrections import double_round
from scoring.corrections.limits import check_content
from scoring.engine.evening.course import (
    DEALER,
    Cash,
    Content,
    EndTotals,
    ForehandSet,
    Hand,
    LastRoundSaid,
    Line,
    RadlSet,
    Redeal,
    Seating,
    Struck,
    Transfer,
    Void,
)
from scoring.engine.evening.state import Evening
from scoring.engine.hand.reader import parse
from scoring.engine.hand.score_json import from_stored
from scoring.engine.problems import Problem
from scoring.ledger.book import Book
from scoring.ledger.codec import EVENING_NUMBER, HANDS, choose_entry_kind, decode_content
from scoring.ledger.seats import compute_stretches
from scoring.models import DEAL_STEP, Entry


class Change(NamedTuple):
    """A change: the entry that says it, and the lines of the book with it."""

    kind: Entry.Kind
    number: int  # of the line that the entry writes; 0: none, it concerns the evening
    lines: tuple[Line, ...]
    said: dict[str, Any] | None = None  # by an entry that writes no line
    problems: tuple[Problem, ...] = ()


ChangeRequest = Callable[[Book], Change]


def refuse_change(code: str, path: str = "", **params: int) -> Change:
    """A change that cannot be, with the reason."""
    return Change(Entry.Kind.STRIKE, EVENING_NUMBER, (), None, (Problem(path, code, tuple(params.items())),))


def _replace_content(book: Book, number: int, content: Content) -> tuple[Line, ...]:
    """The book with another content in one of its lines."""
    return tuple(Line(number, content) if line.number == number else line for line in book.lines)


def correct_hand(number: int, raw: object, radl_set: int | None = None) -> ChangeRequest:
    """Another record (JSON values) for a hand, or a hand in place of a void deal; forehand and seats stay."""

    def ask(book: Book) -> Change:
        one = book.at(number)
        if one is None or not isinstance(one.content, Hand | Void):
            return refuse_change("no_hand")
        hand, problems = _build_hand(raw, one.before, radl_set)
        if hand is None or problems:
            return Change(Entry.Kind.CORRECTION, number, book.lines, None, problems)
        if hand == one.content:
            return refuse_change("no_change")
        return Change(Entry.Kind.CORRECTION, number, _replace_content(book, number, hand))

    return ask


def _build_hand(raw: object, at: Evening, radl_set: int | None) -> tuple[Hand | None, tuple[Problem, ...]]:
    """A hand in the deal that the evening stands at."""
    record, problems = parse(raw)
    if record is None:
        return None, tuple(problems)
    record = record._replace(forehand=at.seat_of_forehand, radl=None, id=None, sheet=None, options=())
    return Hand(record, at.forehand, at.active, radl_set), tuple(problems)


def strike_line(number: int, *, shift: bool = False) -> ChangeRequest:
    """Strike a line out; `shift`: the forehand of all later deals moves back by one, for what was never dealt."""

    def ask(book: Book) -> Change:
        one = book.at(number)
        if one is None:
            return refuse_change("line_unknown")
        if isinstance(one.content, Struck):
            return refuse_change("already_struck")
        begun = double_round.find_opening_number(book, number)
        lines = tuple(Line(line.number, Struck()) if line.number in (number, begun) else line for line in book.lines)
        moves = shift and isinstance(one.content, Hand | Void)  # nothing else had moved the forehand on
        return Change(Entry.Kind.STRIKE, number, _shift_forehands(book, lines, number, -1) if moves else lines)

    return ask


def restore_line(number: int) -> ChangeRequest:
    """A struck line counts again, as it was."""

    def ask(book: Book) -> Change:
        one = book.at(number)
        if one is None or one.entry.replaces is None or not isinstance(one.content, Struck):
            return refuse_change("not_struck")
        was = one.entry.replaces
        content = decode_content(was)
        score = from_stored(was.answer, book.sheet) if was.kind in HANDS else None
        begun = double_round.find_opening_line(book, number)
        lines = tuple(Line(number, content, score, was.radl) if line.number == number else line for line in book.lines)
        lines = tuple(begun if begun is not None and line.number == begun.number else line for line in lines)
        return Change(choose_entry_kind(content), number, lines)

    return ask


def void_hand(number: int) -> ChangeRequest:
    """A hand that nobody can clear up any more: all get 0, the deal is used up."""

    def ask(book: Book) -> Change:
        one = book.at(number)
        if one is None or not isinstance(one.content, Hand):
            return refuse_change("no_hand")
        return Change(Entry.Kind.VOID, number, _replace_content(book, number, Void(one.before.forehand)))

    return ask


def insert_hand(before: int, raw: object, *, shift: bool = False, forehand: int | None = None) -> ChangeRequest:
    """A forgotten hand before another line, or behind the last one (0).

    `shift`: the forehand of all later deals moves on by one; `forehand`: whose it was (a place), where that is known.
    """

    def ask(book: Book) -> Change:
        next_one = book.at(before)
        number = _find_free_number(book, before) if before else book.number + DEAL_STEP
        if (before and next_one is None) or not number:
            return refuse_change("line_unknown" if next_one is None else "no_room")
        at = book.stands if next_one is None else next_one.before
        hand, problems = _build_hand(raw, at if forehand is None else at._replace(forehand=forehand), None)
        if hand is None or problems:
            return Change(Entry.Kind.HAND, number, book.lines, None, problems)
        lines = _insert_line(book, Line(number, hand))
        return Change(Entry.Kind.HAND, number, _shift_forehands(book, lines, number, 1) if shift else lines)

    return ask


def add_line(content_now: Callable[[Evening], Content], before: int = 0) -> ChangeRequest:
    """A new line that is no hand: as the next one, or before another."""

    def ask(book: Book) -> Change:
        next_one = book.at(before) if before else None
        if before and next_one is None:
            return refuse_change("line_unknown")
        now = book.now if next_one is None else next_one.before
        content = content_now(now)
        problem = check_content(content, now)
        number = _find_free_number(book, before) if before else book.number + DEAL_STEP
        if problem is not None or not number:
            return (
                refuse_change(problem.code, problem.path, **_select_ints(problem))
                if problem
                else refuse_change("no_room")
            )
        return Change(choose_entry_kind(content), number, _insert_line(book, Line(number, content)))

    return ask


def _select_ints(problem: Problem) -> dict[str, int]:
    return {name: value for name, value in problem.params if isinstance(value, int)}


def void_next_deal() -> ChangeRequest:
    """The next deal was played and counts nothing."""
    return add_line(lambda now: Void(now.forehand))


def redeal() -> ChangeRequest:
    """The next deal is thrown in; the same dealer deals again."""
    return add_line(lambda now: Redeal(now.forehand))


def set_radl(deals: int, before: int = 0) -> ChangeRequest:
    """A Radl of so many deals from here on; 0 ends it."""
    return add_line(lambda _now: RadlSet(deals), before)


def announce_last_round(form: str, dealer: int | None = None, before: int = 0) -> ChangeRequest:
    """The Schlussradl is announced or begins."""
    return add_line(lambda _now: LastRoundSaid(form, dealer), before)


def change_seats(seating: Seating, before: int = 0) -> ChangeRequest:
    """Others sit at the table from here on."""
    return add_line(lambda _now: seating, before)


def move_cash(place: int, cents: int) -> ChangeRequest:
    """Somebody puts money into the Pagatkassa, or takes some, beside the rules."""
    return add_line(lambda _now: Cash(place, cents))


def transfer_amounts(amounts: tuple[int, ...], before: int = 0) -> ChangeRequest:
    """A ruling moves so much between the players: sixths by place, they add up to 0."""
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
    """What a table came to on paper: sixths and replacements of capital by place; `instead_of` such a line.

    `written`: the written score where it is another one than the money; `hands`: how many were played; `box`: cents
    that were put into the donation box.
    """
    replaced = replacements if any(replacements) else ()
    content = EndTotals(amounts, replaced, () if written == amounts else written, hands, box)
    if not instead_of:
        return add_line(lambda _now: content)

    def ask(book: Book) -> Change:
        one = book.at(instead_of)
        if one is None or not isinstance(one.content, EndTotals):
            return refuse_change("line_unknown")
        if one.content == content:
            return refuse_change("no_change")
        problem = check_content(content, one.before)
        if problem is not None:
            return refuse_change(problem.code, problem.path, **_select_ints(problem))
        return Change(Entry.Kind.END_TOTALS, instead_of, _replace_content(book, instead_of, content))

    return ask


def set_forehand(place: int, since: int = 0, *, through: bool = False) -> ChangeRequest:
    """Who is forehand in the next deal, or was in an earlier one: then all later deals move as far.

    `through`: the round with double stake moves with them.
    """
    if not since:
        return add_line(lambda _now: ForehandSet(place))

    def ask(book: Book) -> Change:
        one = book.at(since)
        if one is None or not isinstance(one.content, Hand | Void | Redeal):
            return refuse_change("no_hand")
        order = one.before.order
        if place not in order:
            return refuse_change("place_unknown", "place")
        steps = order.index(place) - order.index(one.before.forehand)
        if not steps:
            return refuse_change("no_change")
        said = {"place": place, "since": since}
        lines = _shift_forehands(book, book.lines, since - 1, steps, through=through)
        return Change(Entry.Kind.FOREHAND, EVENING_NUMBER, lines, said)

    return ask


def swap_seats(one: tuple[int, int], other: tuple[int, int]) -> ChangeRequest:
    """Two players' seats, for all hands so far: their sittings (place, since) change hands."""

    def ask(book: Book) -> Change:
        if one == other:
            return refuse_change("nobody_new")
        known = {(seat.place, seat.since) for seat in compute_stretches(book.start.order, book.lines)}
        if not {one, other} <= known:
            return refuse_change("place_unknown")
        return Change(Entry.Kind.SWAP, EVENING_NUMBER, book.lines, {"sittings": [one, other]})

    return ask


def change_evening(kind: Entry.Kind, said: dict[str, Any]) -> ChangeRequest:
    """What concerns the evening as a whole: agreed, ended, reopened."""
    return lambda book: Change(kind, EVENING_NUMBER, book.lines, said)


def _find_free_number(book: Book, number: int) -> int:
    """A number between a line and the one before it; 0: there is none left."""
    previous = max((line.number for line in book.lines if line.number < number), default=0)
    between = (previous + number) // 2
    return between if between > previous else 0


def _insert_line(book: Book, line: Line) -> tuple[Line, ...]:
    return tuple(sorted([*book.lines, line], key=lambda line: line.number))


def _shift_forehands(
    book: Book, lines: tuple[Line, ...], after: int, steps: int, *, through: bool = False
) -> tuple[Line, ...]:
    """The lines with the forehand of the deals after a number moved by so many steps.

    What was said at the table stays: from a forehand that was set, or a Schlussradl begun by the Gstieß, nothing moves.
    `through`: from the latter on it does; at a table with a clock nobody has said it, it began with the next deal.
    """
    evenings = {one.number: one.before for one in book.played}
    stays = ForehandSet if through else ForehandSet | LastRoundSaid
    said = (
        line.number
        for line in lines
        if line.number > after and _sets_forehand(line.content) and isinstance(line.content, stays)
    )
    until = min(said, default=book.number + 1)
    return tuple(
        _shift_line(line, evenings.get(line.number), steps) if after < line.number < until else line for line in lines
    )


def _sets_forehand(content: Content) -> bool:
    return isinstance(content, ForehandSet) or (isinstance(content, LastRoundSaid) and content.form == DEALER)


def _shift_line(line: Line, evening: Evening | None, steps: int) -> Line:
    content = line.content
    if evening is not None and isinstance(content, LastRoundSaid) and content.dealer is not None:
        return line._replace(content=content._replace(dealer=evening.moved(content.dealer, steps)))
    if evening is not None and isinstance(content, Hand | Void | Redeal):
        return line._replace(content=content._replace(forehand=evening.moved(content.forehand, steps)))
    return line
