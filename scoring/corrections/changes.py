"""What people may change in a book: each function says how the book would read then, and writes nothing."""

from collections.abc import Callable
from typing import Any, NamedTuple

from scoring.corrections import double_round
from scoring.corrections.limits import problem_of
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
from scoring.ledger.codec import HANDS, OF_THE_EVENING, content_of, kind_of
from scoring.ledger.seats import stretches
from scoring.models import DEAL_STEP, Entry


class Draft(NamedTuple):
    """A change: the entry that says it, and the lines of the book with it."""

    kind: Entry.Kind
    number: int  # of the line that the entry writes; 0: none, it concerns the evening
    lines: tuple[Line, ...]
    said: dict[str, Any] | None = None  # by an entry that writes no line
    problems: tuple[Problem, ...] = ()


Ask = Callable[[Book], Draft]


def refused(code: str, path: str = "", **params: int) -> Draft:
    """A change that cannot be, with the reason."""
    return Draft(Entry.Kind.STRIKE, OF_THE_EVENING, (), None, (Problem(path, code, tuple(params.items())),))


def _with(book: Book, number: int, content: Content) -> tuple[Line, ...]:
    """The book with another content in one of its lines."""
    return tuple(Line(number, content) if line.number == number else line for line in book.lines)


def correct(number: int, raw: object, radl_set: int | None = None) -> Ask:
    """Another record (JSON values) for a hand, or a hand in place of a void deal; forehand and seats stay."""

    def ask(book: Book) -> Draft:
        one = book.at(number)
        if one is None or not isinstance(one.content, Hand | Void):
            return refused("no_hand")
        hand, problems = _hand(raw, one.before, radl_set)
        if hand is None or problems:
            return Draft(Entry.Kind.CORRECTION, number, book.lines, None, problems)
        if hand == one.content:
            return refused("no_change")
        return Draft(Entry.Kind.CORRECTION, number, _with(book, number, hand))

    return ask


def _hand(raw: object, at: Evening, radl_set: int | None) -> tuple[Hand | None, tuple[Problem, ...]]:
    """A hand in the deal that the evening stands at."""
    record, problems = parse(raw)
    if record is None:
        return None, tuple(problems)
    record = record._replace(forehand=at.seat_of_forehand, radl=None, id=None, sheet=None, options=())
    return Hand(record, at.forehand, at.active, radl_set), tuple(problems)


def strike(number: int, *, shift: bool = False) -> Ask:
    """Strike a line out; `shift`: the forehand of all later deals moves back by one, for what was never dealt."""

    def ask(book: Book) -> Draft:
        one = book.at(number)
        if one is None:
            return refused("line_unknown")
        if isinstance(one.content, Struck):
            return refused("already_struck")
        begun = double_round.begun_by(book, number)
        lines = tuple(Line(line.number, Struck()) if line.number in (number, begun) else line for line in book.lines)
        moves = shift and isinstance(one.content, Hand | Void)  # nothing else had moved the forehand on
        return Draft(Entry.Kind.STRIKE, number, _shifted(book, lines, number, -1) if moves else lines)

    return ask


def restore(number: int) -> Ask:
    """A struck line counts again, as it was."""

    def ask(book: Book) -> Draft:
        one = book.at(number)
        if one is None or one.entry.replaces is None or not isinstance(one.content, Struck):
            return refused("not_struck")
        was = one.entry.replaces
        content = content_of(was)
        score = from_stored(was.answer, book.sheet) if was.kind in HANDS else None
        begun = double_round.begins_again(book, number)
        lines = tuple(Line(number, content, score, was.radl) if line.number == number else line for line in book.lines)
        lines = tuple(begun if begun is not None and line.number == begun.number else line for line in lines)
        return Draft(kind_of(content), number, lines)

    return ask


def void(number: int) -> Ask:
    """A hand that nobody can clear up any more: all get 0, the deal is used up."""

    def ask(book: Book) -> Draft:
        one = book.at(number)
        if one is None or not isinstance(one.content, Hand):
            return refused("no_hand")
        return Draft(Entry.Kind.VOID, number, _with(book, number, Void(one.before.forehand)))

    return ask


def insert_hand(before: int, raw: object, *, shift: bool = False, forehand: int | None = None) -> Ask:
    """A forgotten hand before another line, or behind the last one (0).

    `shift`: the forehand of all later deals moves on by one; `forehand`: whose it was (a place), where that is known.
    """

    def ask(book: Book) -> Draft:
        next_one = book.at(before)
        number = _number_before(book, before) if before else book.number + DEAL_STEP
        if (before and next_one is None) or not number:
            return refused("line_unknown" if next_one is None else "no_room")
        at = book.stands if next_one is None else next_one.before
        hand, problems = _hand(raw, at if forehand is None else at._replace(forehand=forehand), None)
        if hand is None or problems:
            return Draft(Entry.Kind.HAND, number, book.lines, None, problems)
        lines = _put(book, Line(number, hand))
        return Draft(Entry.Kind.HAND, number, _shifted(book, lines, number, 1) if shift else lines)

    return ask


def append(content_now: Callable[[Evening], Content], before: int = 0) -> Ask:
    """A new line that is no hand: as the next one, or before another."""

    def ask(book: Book) -> Draft:
        next_one = book.at(before) if before else None
        if before and next_one is None:
            return refused("line_unknown")
        now = book.now if next_one is None else next_one.before
        content = content_now(now)
        problem = problem_of(content, now)
        number = _number_before(book, before) if before else book.number + DEAL_STEP
        if problem is not None or not number:
            return refused(problem.code, problem.path, **_ints(problem)) if problem else refused("no_room")
        return Draft(kind_of(content), number, _put(book, Line(number, content)))

    return ask


def _ints(problem: Problem) -> dict[str, int]:
    return {name: value for name, value in problem.params if isinstance(value, int)}


def void_next() -> Ask:
    """The next deal was played and counts nothing."""
    return append(lambda now: Void(now.forehand))


def redeal() -> Ask:
    """The next deal is thrown in; the same dealer deals again."""
    return append(lambda now: Redeal(now.forehand))


def set_radl(deals: int, before: int = 0) -> Ask:
    """A Radl of so many deals from here on; 0 ends it."""
    return append(lambda _now: RadlSet(deals), before)


def last_round(form: str, dealer: int | None = None, before: int = 0) -> Ask:
    """The Schlussradl is announced or begins."""
    return append(lambda _now: LastRoundSaid(form, dealer), before)


def seat(seating: Seating, before: int = 0) -> Ask:
    """Others sit at the table from here on."""
    return append(lambda _now: seating, before)


def cash(place: int, cents: int) -> Ask:
    """Somebody puts money into the Pagatkassa, or takes some, beside the rules."""
    return append(lambda _now: Cash(place, cents))


def transfer(amounts: tuple[int, ...], before: int = 0) -> Ask:
    """A ruling moves so much between the players: sixths by place, they add up to 0."""
    return append(lambda _now: Transfer(amounts), before)


def end_totals(
    amounts: tuple[int, ...],
    replacements: tuple[int, ...] = (),
    instead_of: int = 0,
    *,
    written: tuple[int, ...] = (),
    hands: int | None = None,
    box: int | None = None,
) -> Ask:
    """What a table came to on paper: sixths and replacements of capital by place; `instead_of` such a line.

    `written`: the written score where it is another one than the money; `hands`: how many were played; `box`: cents
    that were put into the donation box.
    """
    replaced = replacements if any(replacements) else ()
    content = EndTotals(amounts, replaced, () if written == amounts else written, hands, box)
    if not instead_of:
        return append(lambda _now: content)

    def ask(book: Book) -> Draft:
        one = book.at(instead_of)
        if one is None or not isinstance(one.content, EndTotals):
            return refused("line_unknown")
        if one.content == content:
            return refused("no_change")
        problem = problem_of(content, one.before)
        if problem is not None:
            return refused(problem.code, problem.path, **_ints(problem))
        return Draft(Entry.Kind.END_TOTALS, instead_of, _with(book, instead_of, content))

    return ask


def set_forehand(place: int, since: int = 0, *, through: bool = False) -> Ask:
    """Who is forehand in the next deal, or was in an earlier one: then all later deals move as far.

    `through`: the round with double stake moves with them.
    """
    if not since:
        return append(lambda _now: ForehandSet(place))

    def ask(book: Book) -> Draft:
        one = book.at(since)
        if one is None or not isinstance(one.content, Hand | Void | Redeal):
            return refused("no_hand")
        order = one.before.order
        if place not in order:
            return refused("place_unknown", "place")
        steps = order.index(place) - order.index(one.before.forehand)
        if not steps:
            return refused("no_change")
        said = {"place": place, "since": since}
        lines = _shifted(book, book.lines, since - 1, steps, through=through)
        return Draft(Entry.Kind.FOREHAND, OF_THE_EVENING, lines, said)

    return ask


def swap(one: tuple[int, int], other: tuple[int, int]) -> Ask:
    """Two players' seats, for all hands so far: their sittings (place, since) change hands."""

    def ask(book: Book) -> Draft:
        if one == other:
            return refused("nobody_new")
        known = {(seat.place, seat.since) for seat in stretches(book.start.order, book.lines)}
        if not {one, other} <= known:
            return refused("place_unknown")
        return Draft(Entry.Kind.SWAP, OF_THE_EVENING, book.lines, {"sittings": [one, other]})

    return ask


def of_the_evening(kind: Entry.Kind, said: dict[str, Any]) -> Ask:
    """What concerns the evening as a whole: agreed, ended, reopened."""
    return lambda book: Draft(kind, OF_THE_EVENING, book.lines, said)


def _number_before(book: Book, number: int) -> int:
    """A number between a line and the one before it; 0: there is none left."""
    previous = max((line.number for line in book.lines if line.number < number), default=0)
    between = (previous + number) // 2
    return between if between > previous else 0


def _put(book: Book, line: Line) -> tuple[Line, ...]:
    return tuple(sorted([*book.lines, line], key=lambda one: one.number))


def _shifted(book: Book, lines: tuple[Line, ...], after: int, steps: int, *, through: bool = False) -> tuple[Line, ...]:
    """The lines with the forehand of the deals after a number moved by so many steps.

    What was said at the table stays: from a forehand that was set, or a Schlussradl begun by the Gstieß, nothing moves.
    `through`: from the latter on it does; at a table with a clock nobody has said it, it began with the next deal.
    """
    evenings = {one.number: one.before for one in book.played}
    stays = ForehandSet if through else ForehandSet | LastRoundSaid
    said = (
        line.number
        for line in lines
        if line.number > after and _says_whose_turn(line.content) and isinstance(line.content, stays)
    )
    until = min(said, default=book.number + 1)
    return tuple(
        _moved(line, evenings.get(line.number), steps) if after < line.number < until else line for line in lines
    )


def _says_whose_turn(content: Content) -> bool:
    return isinstance(content, ForehandSet) or (isinstance(content, LastRoundSaid) and content.form == DEALER)


def _moved(line: Line, evening: Evening | None, steps: int) -> Line:
    content = line.content
    if evening is not None and isinstance(content, LastRoundSaid) and content.dealer is not None:
        return line._replace(content=content._replace(dealer=evening.moved(content.dealer, steps)))
    if evening is not None and isinstance(content, Hand | Void | Redeal):
        return line._replace(content=content._replace(forehand=evening.moved(content.forehand, steps)))
    return line
