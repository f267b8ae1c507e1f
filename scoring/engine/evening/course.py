"""The course of an evening: the lines of its book in order, the table between them, seats changed further up."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from scoring.engine.evening.state import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    Evening,
    add_amounts,
    announce_last_round,
    apply_hand,
    apply_void,
    begin_last_round_dealt_by,
    begin_last_round_to_first_forehand,
    change_seats,
    set_radl,
)
from scoring.engine.hand.record import HandRecord, map_seats, reseat_record
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import score_record
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Problem

Places = tuple[int, int, int, int]
FIRST_FOREHAND, GSTIESS, DEALER = "first_forehand", "gstiess", "dealer"  # what is said of the Schlussradl


class Hand(NamedTuple):
    """A hand that was played. Whose forehand it was and who sat on the four seats are facts of it (places)."""

    record: HandRecord  # with the seat of the forehand, without Radl
    forehand: int
    active: Places
    radl_set: int | None = None  # what it counts, where somebody said so by hand


class Void(NamedTuple):
    """A deal that was played and counts nothing."""

    forehand: int


class Redeal(NamedTuple):
    """A deal that was thrown in: the same dealer deals again."""

    forehand: int


class StruckLine(NamedTuple):
    """Nothing: the line was struck out."""


class RadlSet(NamedTuple):
    """The next so many deals are double, whatever ran before; 0 ends it."""

    deals: int


class LastRoundSaid(NamedTuple):
    """The Schlussradl: it begins now ("first_forehand"), is announced ("gstiess"), or begins with a dealer."""

    form: str
    dealer: int | None = None


class ForehandSet(NamedTuple):
    """The forehand of the next deal."""

    place: int


class Seating(NamedTuple):
    """The players at the table from here on."""

    order: tuple[int, ...]  # places in playing order
    came: tuple[tuple[int, int], ...] = ()  # place, person: with a total of his own
    substitutes: tuple[tuple[int, int], ...] = ()  # place, person: goes on with the total of whom he replaces


class Cash(NamedTuple):
    """Put into the Pagatkassa by hand (cents), or taken from it (below 0)."""

    place: int
    cents: int


class Transfer(NamedTuple):
    """Points that a ruling moves between the players: sixths by place, they add up to 0."""

    amounts: tuple[int, ...]


class EndTotals(NamedTuple):
    """The totals of a table on paper: sixths by place, they add up to 0; and the replacements of capital of each."""

    amounts: tuple[int, ...]  # in money
    replacements: tuple[int, ...] = ()  # by place; empty: nobody got one
    written: tuple[int, ...] = ()  # of the written score, by place; empty: as much as in money
    hands: int | None = None  # that were played, where the paper says so
    box: int | None = None  # cents that the table has put into the donation box, where somebody has counted them


Content = (
    Hand | Void | Redeal | StruckLine | RadlSet | LastRoundSaid | ForehandSet | Seating | Cash | Transfer | EndTotals
)
Amounts = Transfer | EndTotals  # lines that say themselves what they pay


class CourseLine(NamedTuple):
    """A line of the book as it counts."""

    number: int  # its place in the order of play
    content: Content
    score: Score | None = None  # of a hand
    radl: int = 1  # what a hand counted


class CourseStep(NamedTuple):
    """A line, with the evening before it (as its deal was dealt) and after it."""

    line: CourseLine
    before: Evening
    after: Evening
    problems: tuple[Problem, ...] = ()


def build_course(start: Evening, lines: Iterable[CourseLine]) -> list[CourseStep]:
    """The steps of an evening, by the scores that the lines have."""
    return _build_steps(start, lines, count_line)


def recount_course(start: Evening, lines: Iterable[CourseLine], sheet: Sheet) -> list[CourseStep]:
    """The steps of an evening with every hand as it counts after what stands before it.

    A hand whose seats, forehand or Radl have changed is moved and scored again; what stands against that is told.
    """
    return _build_steps(start, lines, lambda evening, line: _recount_step(evening, line, sheet))


def _build_steps(
    start: Evening, lines: Iterable[CourseLine], step_of: Callable[[Evening, CourseLine], CourseStep]
) -> list[CourseStep]:
    """Until something is dealt, whoever would be forehand is the first forehand of the evening.

    What was struck out was dealt, too, but whoever sets the forehand before a deal stands sets the first one.
    """
    steps, evening, begun, stands = [], start, False, False
    for line in lines:
        step = step_of(evening if begun else _find_first_forehand(evening, line.content), line)
        stands = stands or isinstance(line.content, Hand | Void | Redeal)
        begun = begun or stands or isinstance(line.content, StruckLine)
        if not begun or (not stands and isinstance(line.content, ForehandSet)):
            step = step._replace(after=_find_first_forehand(step.after, line.content))
        steps.append(step)
        evening = step.after
    return steps


def _find_first_forehand(evening: Evening, content: Content) -> Evening:
    before = move_to_deal(evening, content)
    return before._replace(first_forehand=before.forehand)


def count_line(evening: Evening, line: CourseLine) -> CourseStep:
    """Return the step of a line by the score that it has, in an evening in which something was dealt before."""
    before = move_to_deal(evening, line.content)
    after = apply_hand(before, line.score) if line.score is not None else _apply_line(before, line.content)
    return CourseStep(line, before, after)


def move_to_deal(evening: Evening, content: Content) -> Evening:
    """The evening as it is in this deal: whose forehand it was is a fact of the deal."""
    if not isinstance(content, Hand | Void | Redeal) or content.forehand == evening.forehand:
        return evening
    return evening._replace(forehand=content.forehand) if content.forehand in evening.order else evening


def _apply_line(evening: Evening, content: Content) -> Evening:
    """The evening after what is no scored hand."""
    match content:
        case Hand() | Void():
            return apply_void(evening)
        case RadlSet(deals):
            return set_radl(evening, deals)
        case ForehandSet(place):
            return evening._replace(forehand=place)
        case LastRoundSaid():
            return _apply_last_round(evening, content)
        case Seating(order, came):
            return change_seats(evening, order, [place for place, _ in came])
        case Transfer() | EndTotals():
            return add_amounts(evening, content.amounts, get_written_amounts(content))
    return evening


def _apply_last_round(evening: Evening, last_round: LastRoundSaid) -> Evening:
    if last_round.form == DEALER and last_round.dealer is not None:
        return begin_last_round_dealt_by(evening, last_round.dealer)
    return announce_last_round(evening) if last_round.form == GSTIESS else begin_last_round_to_first_forehand(evening)


def list_named_places(content: Content) -> tuple[int, ...]:
    """The places that a line cannot do without."""
    match content:
        case Hand(forehand=place) | Void(place) | Redeal(place) | ForehandSet(place) | Cash(place=place):
            return (place,)
        case LastRoundSaid(dealer=int(place)):
            return (place,)
        case Seating(order=order, came=came):
            new = [place for place, _ in came]
            return tuple(place for place in order if place not in new)
        case Transfer() | EndTotals():
            return list_paid_places(content)
    return ()


def list_paid_places(content: Amounts) -> tuple[int, ...]:
    """The places that a line with amounts is about.

    >>> list_paid_places(Transfer((6, 0, -6, 0, 0, 0))), list_paid_places(EndTotals((0,) * 6, (0, 2, 0, 0, 0, 0)))
    ((0, 2), (1,))
    """
    replaced = content.replacements if isinstance(content, EndTotals) else ()
    paid = (content.amounts, get_written_amounts(content), replaced)
    about = {place for values in paid for place, value in enumerate(values) if value}
    return tuple(sorted(about))


def get_written_amounts(content: Amounts) -> tuple[int, ...]:
    """Return the amounts of a line in the written score, by place.

    >>> get_written_amounts(Transfer((6, -6))), get_written_amounts(EndTotals((6, -6), written=(3, -3)))
    ((6, -6), (3, -3))
    """
    return content.written or content.amounts if isinstance(content, EndTotals) else content.amounts


def compute_amounts(content: Content, score: Score | None, active: Places) -> dict[int, tuple[int, int]]:
    """Return the amounts of a line by place: sixths in money and in the written score; `active`: who played its deal.

    >>> compute_amounts(Transfer((6, 0, -6, 0, 0, 0)), None, (0, 1, 2, 3))
    {0: (6, 6), 2: (-6, -6)}
    """
    if isinstance(content, Transfer | EndTotals):
        written = get_written_amounts(content)
        return {place: (content.amounts[place], written[place]) for place in list_paid_places(content)}
    if score is None:
        return {}
    paid = zip(active, score.payouts, score.written, strict=True)
    return {place: (money, written) for place, money, written in paid}


def _recount_step(evening: Evening, line: CourseLine, sheet: Sheet) -> CourseStep:
    content = line.content
    before = move_to_deal(evening, content)
    if any(place not in evening.order for place in list_named_places(content)):
        return CourseStep(line, before, before, (Problem("forehand", "not_at_the_table"),))
    if not isinstance(content, Hand):
        return CourseStep(line, before, _apply_line(before, content))
    record, problems = _seat_record(content, before, sheet)
    radl = content.radl_set or before.radl
    played, stored = (record, before.active, radl), (content.record, content.active, line.radl)
    if line.score is not None and played == stored:
        return CourseStep(line, before, apply_hand(before, line.score))
    result = score_record(record._replace(radl=radl), problems, sheet)
    moved = CourseLine(line.number, content._replace(record=record, active=before.active), result.score, radl)
    after = apply_void(before) if result.score is None else apply_hand(before, result.score)
    return CourseStep(moved, before, after, tuple(result.problems))


def _seat_record(hand: Hand, before: Evening, sheet: Sheet) -> tuple[HandRecord, list[Problem]]:
    """The record of a hand on the seats of its deal."""
    forehand = before.seat_of_forehand
    if (hand.active, hand.record.forehand) == (before.active, forehand):
        return hand.record, []
    contract = sheet.contracts.get(hand.record.plays[0].contract) if hand.record.plays else None
    seats = map_seats(hand.active, before.active)
    return reseat_record(hand.record, seats, forehand, trischaken=contract is not None and contract.is_trischaken)


Order = tuple[int, ...]


def carry_seats(
    first: Order, orders: Mapping[int, Order], lines: Iterable[CourseLine]
) -> list[tuple[CourseLine, Problem | None]]:
    """The lines of a changed book; `said`: who sat there before a line about seats when it was said, by its number."""
    results, now = [], first
    for line in lines:
        content, problem = line.content, None
        if isinstance(content, Seating):
            before = orders.get(line.number, now)
            problem = _find_problem(content, before, now)
            if problem is None and before != now:
                content = content._replace(order=_order_seats(content, before, now))
            now = content.order
            problem = problem or _check_range(now)
        results.append((line._replace(content=content), problem))
    return results


def _find_problem(seating: Seating, before: Order, now: Order) -> Problem | None:
    new = set(now) - set(before)
    if any(place in new for place, _ in seating.came):
        return Problem("order", "place_taken")
    missing = set(before) - set(now)
    return Problem("order", "not_at_the_table") if any(place in missing for place, _ in seating.substitutes) else None


def _check_range(order: Order) -> Problem | None:
    return None if FEWEST_PLAYERS <= len(order) <= MOST_PLAYERS else Problem("order", "players_out_of_range")


def _order_seats(seating: Seating, before: Order, now: Order) -> Order:
    """Order the seats as it was said, among those who sit there now.

    >>> _order_seats(Seating((0, 1, 2, 4)), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5))
    (0, 1, 2, 4, 5)
    >>> _order_seats(Seating((0, 1, 2, 3, 4), ((4, 9),)), (0, 1, 2, 3), (0, 2, 1, 3))
    (0, 2, 1, 3, 4)
    """
    came = [place for place, _ in seating.came]
    stayed = [place for place in before if place in seating.order]
    if _rotate_places(stayed) == _rotate_places([place for place in seating.order if place in before]):
        going = set(before) - set(seating.order)
        return _insert_places([place for place in now if place not in going], came, seating.order)
    seated = [place for place in seating.order if place in now or place in came]
    return _insert_places(seated, [place for place in now if place not in before], now)


def _rotate_places(places: list[int]) -> list[int]:
    """The places as a round, whoever is named first."""
    start = places.index(min(places)) if places else 0
    return places[start:] + places[:start]


def _insert_places(order: list[int], others: Iterable[int], as_in: Order) -> Order:
    """The others put in, each after the one whom he follows in another order."""
    for place in sorted(set(others) - set(order), key=as_in.index):
        index = as_in.index(place)
        earlier = next((place for place in reversed(as_in[index:] + as_in[:index]) if place in order), None)
        order = (
            [*order, place] if earlier is None else [*order[: (cut := order.index(earlier) + 1)], place, *order[cut:]]
        )
    return tuple(order)
