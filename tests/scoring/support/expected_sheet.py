"""An evening as a person with a pencil keeps it: facts in a list, all else worked out from the first line each time.

The slowest and simplest code there is; it shares none with what it is compared to. Places are columns 0 to 5.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tests.scoring.support.expected_hands import PaperHand


@dataclass(frozen=True)
class PlayedDeal:
    """A hand, with whose forehand it was; `said`: what it counts, where somebody said so."""

    hand: PaperHand
    forehand: int
    said: int | None = None


@dataclass(frozen=True)
class Blank:
    """A deal that counts nothing."""

    forehand: int


@dataclass(frozen=True)
class Thrown:
    """Cards that were thrown in."""

    forehand: int


@dataclass(frozen=True)
class Crossed:
    """A line that was struck out, what it was, and among whom."""

    was: "Fact"
    among: tuple[int, ...] = ()


@dataclass(frozen=True)
class Doubles:
    """So many deals are double from here on; 0: no more."""

    deals: int


@dataclass(frozen=True)
class LastCall:
    """The Schlussradl: "first_forehand", "gstiess", or "dealer" with his place."""

    form: str
    dealer: int | None = None


@dataclass(frozen=True)
class ForehandChoice:
    """The next forehand."""

    place: int


@dataclass(frozen=True)
class Chairs:
    """The people who sit there from here on; persons by place."""

    order: tuple[int, ...]
    came: tuple[tuple[int, int], ...] = ()
    substitutes: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Coins:
    """Cents put into the Pagatkassa."""

    place: int
    cents: int


@dataclass(frozen=True)
class Shifted:
    """Sixths that change hands without a deal, by place; `replacements`: of end totals, who got more capital."""

    amounts: tuple[int, ...]
    replacements: tuple[int, ...] | None = None  # none: a ruling


Fact = PlayedDeal | Blank | Thrown | Crossed | Doubles | LastCall | ForehandChoice | Chairs | Coins | Shifted
DEALS = (PlayedDeal, Blank)  # what uses a deal up
FOREHAND_FACTS = (PlayedDeal, Blank, Thrown)  # what has a forehand of its own


class Row(NamedTuple):
    """A line of the sheet of paper."""

    number: int
    key: str
    fact: Fact


Rows = Sequence[Row]


class Start(NamedTuple):
    """The facts that were known before the first deal."""

    players: int
    forehand: int
    stacks: bool = False  # of the sheet: whether Radln pile up


def order_at(start: Start, rows: Rows) -> tuple[int, ...]:
    """Return the people who sit there after these lines, in playing order."""
    seatings = [row.fact for row in rows if isinstance(row.fact, Chairs)]
    return seatings[-1].order if seatings else tuple(range(start.players))


def after(order: tuple[int, ...], place: int, steps: int = 1) -> int:
    """The place so many steps on."""
    return order[(order.index(place) + steps) % len(order)]


def stays(before: tuple[int, ...], place: int, now: tuple[int, ...]) -> int:
    """The place, or whoever is the next of the old round that is still there."""
    at = before.index(place)
    return next((candidate for candidate in before[at:] + before[:at] if candidate in now), now[0])


def forehand_at(start: Start, rows: Rows) -> int:
    """Return the forehand of a deal after these lines."""
    if not rows:
        return start.forehand
    earlier, fact = rows[:-1], rows[-1].fact
    order = order_at(start, earlier)
    match fact:
        case PlayedDeal(forehand=place) | Blank(place):
            return after(order, place)
        case Thrown(place) | ForehandChoice(place):
            return place
        case LastCall("dealer", int(place)):
            return after(order, place)
        case Chairs():
            return stays(order, forehand_at(start, earlier), fact.order)
    return forehand_at(start, earlier)


def first_at(start: Start, rows: Rows) -> int:
    """The first forehand of the evening: in the first deal; whoever sits after him if he has gone."""
    if not rows:
        return start.forehand
    earlier, fact = rows[:-1], rows[-1].fact
    if isinstance(fact, ForehandChoice) and not any(isinstance(row.fact, FOREHAND_FACTS) for row in earlier):
        return fact.place  # whatever was dealt before was crossed out
    if not any(isinstance(row.fact, (*FOREHAND_FACTS, Crossed)) for row in earlier):
        return fact.forehand if isinstance(fact, FOREHAND_FACTS) else forehand_at(start, rows)
    first = first_at(start, earlier)
    return stays(order_at(start, earlier), first, fact.order) if isinstance(fact, Chairs) else first


def dealt_at(start: Start, rows: Rows, number: int) -> int:
    """Return the forehand of a line: its own, or whoever's turn it would have been."""
    at = next(at for at, row in enumerate(rows) if row.number == number)
    fact = rows[at].fact
    return fact.forehand if isinstance(fact, FOREHAND_FACTS) else forehand_at(start, rows[:at])


def actives(order: tuple[int, ...], forehand: int) -> tuple[int, ...]:
    """Return the players of a deal: at four everybody on his seat, else the forehand and the three after him."""
    return order if len(order) == 4 else tuple(after(order, forehand, steps) for steps in range(4))


def radln(start: Start, rows: Rows) -> list[int]:
    """Return the deals that are left of each Radl that runs after these lines."""
    found = []
    for at in range(len(rows)):
        later = [row.fact for row in rows[at + 1 :]]
        used = sum(isinstance(fact, DEALS) for fact in later)
        said = any(isinstance(fact, Doubles) for fact in later)
        left = length(start, rows, at) - used
        if left > 0 and not said:
            found.append(left)
    return found


def length(start: Start, rows: Rows, at: int) -> int:
    """Return the length of a Radl that begins after a line; 0: none begins."""
    fact = rows[at].fact
    if isinstance(fact, Doubles):
        return fact.deals
    begins = fact.hand.begins if isinstance(fact, PlayedDeal) else None
    return len(order_at(start, rows[:at])) if isinstance(begins, str) else begins or 0


class Schlussradl(NamedTuple):
    """The state of the last round: announced, or so many deals left; `until` whom."""

    announced: bool = False
    left: int = 0


def schlussradl(start: Start, rows: Rows) -> Schlussradl:
    """The last that was said of the Schlussradl, and what has been played of it."""
    said = [at for at, row in enumerate(rows) if isinstance(row.fact, LastCall) or row.fact == Doubles(0)]
    if not said or not isinstance(call := rows[said[-1]].fact, LastCall):
        return Schlussradl()
    if call.form == "gstiess":
        return Schlussradl(announced=True)
    at = said[-1]
    order = order_at(start, rows[:at])
    until = after(order, call.dealer) if call.dealer is not None else first_at(start, rows[:at])
    for end in range(at + 1, len(rows)):
        fact = rows[end].fact
        if isinstance(fact, Chairs):
            until = stays(order_at(start, rows[:end]), until, fact.order)
        if isinstance(fact, DEALS) and forehand_at(start, rows[: end + 1]) == until:
            return Schlussradl()
    now = order_at(start, rows)
    return Schlussradl(left=(now.index(until) - now.index(forehand_at(start, rows))) % len(now) or len(now))


def factor_at(start: Start, rows: Rows) -> int:
    """Return the factor of the deal after these lines."""
    count = len(radln(start, rows))
    factor = min(2**count, 8) if start.stacks else 2 if count else 1
    return max(factor, 2) if schlussradl(start, rows).left else factor


def in_round(start: Start, rows: Rows) -> int:
    """Return how many deals of a round have been played, for the subtotals; a round begins where the number changes."""
    since = 0
    for at, row in enumerate(rows):
        if isinstance(row.fact, Chairs) and len(row.fact.order) != len(order_at(start, rows[:at])):
            since = at
    return sum(isinstance(row.fact, DEALS) for row in rows[since:]) % len(order_at(start, rows))
