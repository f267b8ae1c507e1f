"""One table's evening in frozen states: seats, forehand, Radln, totals; line by line (hand-record.md, --session)."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from scoring.engine.hand.explain import add_fields, encode_json
from scoring.engine.hand.record import NOBODY, SEATS, HandRecord
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import RecordScorer, Result, parse_line, score_record
from scoring.engine.points import print_amount
from scoring.engine.problems import Problem

LARGEST_RADL = 8  # where Radln stack: the record knows 2, 4 and 8

Radl = tuple[int, ...]  # the deals left of every running Radl; where Radln do not stack, at most one
NO_RADL: Radl = ()


def compute_factor(running: Radl) -> int:
    """Return the factor of the next deal: 1, 2, or more where Radln stack.

    >>> compute_factor(()), compute_factor((4,)), compute_factor((2, 4))
    (1, 2, 4)
    """
    return min(1 << len(running), LARGEST_RADL)


def use_up_deal(running: Radl) -> Radl:
    """One deal of every running Radl is played.

    >>> use_up_deal((1, 4))
    (3,)
    """
    return tuple([left - 1 for left in running if left > 1])


def start_radl(running: Radl, deals: int, stacks: bool) -> Radl:
    """A new Radl begins: it runs beside the others where they stack, else the count starts again (never fourfold).

    >>> start_radl((2,), 4, False), start_radl((2,), 4, True)
    ((4,), (2, 4))
    """
    return (*running, deals) if stacks else (max(deals, *running, 0),)


def compute_length(deals: int | str, players: int) -> int:
    """Return the number of deals of a Radl: "round" is one for every player at the table.

    >>> compute_length("round", 5), compute_length(1, 5)
    (5, 1)
    """
    return players if isinstance(deals, str) else deals


MOST_PLAYERS = 6
FEWEST_PLAYERS = 4
DOUBLE = 2
NEVER, ANNOUNCED, RUNNING, OVER = "", "announced", "running", "over"  # the Schlussradl


class LastRound(NamedTuple):
    """The Schlussradl: whether it is played, and whose forehand ends it (a place)."""

    phase: str = NEVER
    until: int = 0


class Evening(NamedTuple):
    """The state of a table before its next deal. Places are columns of the sheet; totals in sixths, by place."""

    order: tuple[int, ...]  # the places in playing order
    forehand: int  # a place
    running: Radl
    totals: tuple[int, ...]
    written: tuple[int, ...]  # the same of the written score
    first_forehand: int = 0  # of the evening
    last_round: LastRound = LastRound()
    in_round: int = 0  # deals since a round of deals began

    @property
    def players(self) -> int:
        """The number of players at the table."""
        return len(self.order)

    @property
    def radl(self) -> int:
        """The factor of the next deal: the sheet's own rule, or the Schlussradl; never fourfold by both."""
        multiplier = compute_factor(self.running)
        return max(multiplier, DOUBLE) if self.last_round.phase == RUNNING else multiplier

    @property
    def active(self) -> tuple[int, int, int, int]:
        """The places of the four seats: at a table of four always the same, else seat 0 is the forehand.

        >>> begin(5, 3).active, begin(4, 3).active
        ((3, 4, 0, 1), (0, 1, 2, 3))
        """
        if len(self.order) == FEWEST_PLAYERS:
            first, second, third, fourth = self.order
        else:
            start = self.order.index(self.forehand)
            first, second, third, fourth = (self.order[(start + seat) % len(self.order)] for seat in range(4))
        return first, second, third, fourth

    @property
    def seat_of_forehand(self) -> int:
        """The forehand's seat in a record of this deal."""
        return self.order.index(self.forehand) if len(self.order) == FEWEST_PLAYERS else 0

    @property
    def dealer(self) -> int:
        """The dealer's place, the one before the forehand."""
        return self.move_place(self.forehand, -1)

    @property
    def last_round_left(self) -> int:
        """The deals of the Schlussradl that are left; 0: it is not running."""
        if self.last_round.phase != RUNNING:
            return 0
        away = self.order.index(self.last_round.until) - self.order.index(self.forehand)
        return away % len(self.order) or len(self.order)

    def move_place(self, place: int, steps: int) -> int:
        """The place so many steps further in playing order.

        >>> begin(5).move_place(4, 1), begin(5).move_place(0, -1)
        (0, 4)
        """
        return self.order[(self.order.index(place) + steps) % len(self.order)]


def begin(players: int = FEWEST_PLAYERS, forehand: int = 0, places: int | None = None) -> Evening:
    """An evening before its first deal; `places` is how many totals are kept (one for each player by default)."""
    zeros = (0,) * (players if places is None else places)
    return Evening(tuple(range(players)), forehand, NO_RADL, zeros, zeros, forehand)


def apply_void(evening: Evening) -> Evening:
    """A deal that counts nothing: the forehand moves on, a deal of a Radl is used up, it is no Nuller."""
    return _move_on(evening, use_up_deal(evening.running), evening.totals, evening.written)


def _move_on(evening: Evening, running: Radl, totals: tuple[int, ...], written: tuple[int, ...]) -> Evening:
    """The evening after a deal that has left these Radln and totals."""
    forehand, last_round = evening.move_place(evening.forehand, 1), evening.last_round
    if last_round.phase == RUNNING and forehand == last_round.until:
        last_round = LastRound(OVER)
    in_round = (evening.in_round + 1) % len(evening.order)
    return Evening(evening.order, forehand, running, totals, written, evening.first_forehand, last_round, in_round)


def apply_hand(evening: Evening, score: Score) -> Evening:
    """The evening after a scored hand; a Radl that the hand starts begins with the next deal."""
    totals, written = list(evening.totals), list(evening.written)
    for place, money, on_paper in zip(evening.active, score.payouts, score.written, strict=True):
        totals[place] += money
        written[place] += on_paper
    running = use_up_deal(evening.running)
    if score.radl_deals is not None:
        deals = compute_length(score.radl_deals, len(evening.order))
        running = start_radl(running, deals, score.sheet.radl_stacks)
    return _move_on(evening, running, tuple(totals), tuple(written))


def set_radl(evening: Evening, deals: int) -> Evening:
    """A Radl set by hand: the next so many deals are double; 0 ends whatever runs, the Schlussradl too.

    >>> set_radl(begin(), 3).radl, set_radl(set_radl(begin(), 3), 0).radl
    (2, 1)
    """
    if deals:
        return evening._replace(running=(deals,))
    over = LastRound(OVER) if evening.last_round.phase == RUNNING else LastRound()
    return evening._replace(running=NO_RADL, last_round=over)


def begin_last_round_to_first_forehand(evening: Evening) -> Evening:
    """The Schlussradl begins; it ends before the first forehand of the evening would be forehand again.

    >>> begin_last_round_to_first_forehand(begin(5, 2)).last_round_left
    5
    """
    return evening._replace(last_round=LastRound(RUNNING, evening.first_forehand))


def announce_last_round(evening: Evening) -> Evening:
    """The Schlussradl "zum Gstieß" is announced: who holds the Sküs in the next deal deals first in it."""
    return evening._replace(last_round=LastRound(ANNOUNCED))


def begin_last_round_dealt_by(evening: Evening, dealer: int) -> Evening:
    """The Schlussradl begins with this dealer (a place) and lasts one deal for every player.

    >>> begun = begin_last_round_dealt_by(begin(4), 2)
    >>> begun.forehand, begun.last_round_left
    (3, 4)
    """
    forehand = evening.move_place(dealer, 1)
    return evening._replace(forehand=forehand, last_round=LastRound(RUNNING, forehand))


def change_seats(evening: Evening, order: tuple[int, ...], fresh: Iterable[int] = ()) -> Evening:
    """Somebody comes or goes, or the order changes: places in playing order; `fresh` ones begin with nothing.

    Where the forehand has left, the next one who stays is forehand; a round of deals begins where the number changes.

    >>> change_seats(begin(5, 2), (0, 1, 3, 4)).forehand
    3
    """
    totals, written = list(evening.totals), list(evening.written)
    for place in fresh:
        totals[place] = written[place] = 0
    last_round = evening.last_round
    if last_round.phase == RUNNING:
        last_round = LastRound(RUNNING, _find_staying_place(evening, last_round.until, order))
    return evening._replace(
        order=order,
        forehand=_find_staying_place(evening, evening.forehand, order),
        first_forehand=_find_staying_place(evening, evening.first_forehand, order),
        totals=tuple(totals),
        written=tuple(written),
        last_round=last_round,
        in_round=evening.in_round if len(order) == len(evening.order) else 0,
    )


def add_amounts(evening: Evening, amounts: Iterable[int], written: Iterable[int]) -> Evening:
    """The evening after amounts (sixths, by place) that no deal has paid: in money, and in the written score.

    >>> add_amounts(begin(), (6, 0, -6, 0), (3, 0, -3, 0)).totals
    (6, 0, -6, 0)
    """
    money, on_paper = tuple(amounts), tuple(written)
    return evening._replace(
        totals=tuple(total + added for total, added in zip(evening.totals, money, strict=True)),
        written=tuple(total + added for total, added in zip(evening.written, on_paper, strict=True)),
    )


def _find_staying_place(evening: Evening, place: int, order: tuple[int, ...]) -> int:
    """The place, or the next one in the old order that is still there."""
    after = (evening.move_place(place, steps) for steps in range(len(evening.order)))
    return next((place for place in after if place in order), order[0])


MARKS = ("redeal", "void")


class Session:
    """One table's evening; its state moves on with every line."""

    def __init__(self, scorer: RecordScorer, players: int = FEWEST_PLAYERS) -> None:
        self.scorer = scorer
        self.evening = begin(players)

    def answer_lines(self, lines: Iterable[bytes]) -> list[tuple[str, Result | None]]:
        """Return the answer to each of several lines of text, with its result (None for what is no hand)."""
        return [self.answer_line(line) for line in lines]

    def answer_line(self, line: bytes) -> tuple[str, Result | None]:
        """Return the answer to one line of text, with its result."""
        evening = self.evening
        value, problem = parse_line(line)
        if problem is not None:
            result = Result(None, [problem], None)
            return add_fields(self.scorer.answer(result), _build_state(evening, evening.radl)), result
        if isinstance(value, dict) and any(mark in value for mark in MARKS):
            answer, result_of_mark, self.evening = _apply_mark(value, self.scorer, evening)
            return answer, result_of_mark
        answer, result, self.evening = _score_hand(value, self.scorer, evening)
        return answer, result


def _build_state(evening: Evening, radl: int, totals: Evening | None = None) -> dict[str, object]:
    state: dict[str, object] = {
        "forehand": evening.forehand,
        "radl": radl if radl > 2 else radl == 2,
        "totals": [print_amount(total) for total in (totals or evening).totals],
    }
    return state if evening.players == FEWEST_PLAYERS else state | {"active": list(evening.active)}


def _apply_mark(value: dict[str, Any], scorer: RecordScorer, evening: Evening) -> tuple[str, Result | None, Evening]:
    """A redeal moves nothing on; a void deal moves the forehand on and uses up a deal of a Radl."""
    mark = next(mark for mark in MARKS if mark in value)
    record_id = value.get("id")
    forehand = value.get("forehand")
    fits = value.keys() <= {mark, "id", "forehand"} and value[mark] is True
    fits = fits and (record_id is None or isinstance(record_id, str))
    fits = fits and (forehand is None or (type(forehand) is int and forehand in _list_forehands(evening)))
    if not fits:
        named = HandRecord((), id=record_id if isinstance(record_id, str) else None)
        refused = Result(named, [Problem(mark, "invalid_mark", (("mark", mark),))], None)
        return add_fields(scorer.answer(refused), _build_state(evening, evening.radl)), refused, evening
    if forehand is not None and evening.players == FEWEST_PLAYERS:
        evening = evening._replace(forehand=forehand)
    named_mark = {mark: True} if record_id is None else {"id": record_id, mark: True}
    answer = encode_json(named_mark | _build_state(evening, evening.radl))
    return answer, None, apply_void(evening) if mark == "void" else evening


def _list_forehands(evening: Evening) -> tuple[int, ...]:
    return SEATS if evening.players == FEWEST_PLAYERS else (0,)


def _score_hand(value: object, scorer: RecordScorer, before: Evening) -> tuple[str, Result, Evening]:
    record, problems, sheet = scorer.read_record(value)
    evening = before
    if record is None or sheet is None:
        result = Result(record, problems, None)
        return add_fields(scorer.answer(result), _build_state(before, before.radl)), result, before
    if record.forehand is not None and record.forehand not in (*_list_forehands(before), NOBODY):
        problems = [*problems, Problem("forehand", "forehand_not_zero", (("players", before.players),))]
    elif record.forehand is not None and record.forehand >= 0 and before.players == FEWEST_PLAYERS:
        evening = before._replace(forehand=record.forehand)
    own = evening.radl if sheet.radl_stacks else min(evening.radl, 2)
    radl = own if record.radl is None else record.radl
    forehand = NOBODY if record.forehand == NOBODY else evening.seat_of_forehand
    result = score_record(record._replace(forehand=forehand, radl=radl), problems, sheet)
    if result.score is None:
        return add_fields(scorer.answer(result), _build_state(before, before.radl)), result, before
    after = apply_hand(evening, result.score)
    return add_fields(scorer.answer(result), _build_state(evening, radl, after)), result, after
