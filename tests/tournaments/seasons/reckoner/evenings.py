"""The evenings of a club reckoned a second time: what each hand pays, what everybody has of a table and of a date.

Plain fractions over what was played and typed: nothing of the program is asked. What each hand pays is that of
Treffpunkt Tarock (and, with a kontra that costs more than it writes, of Tirol 2020).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from tests.tournaments.seasons.reckoner.reckoning import DAY, Event, Row, add_facts, rank_all

NIGHT_ENDS = 5  # o'clock; an evening that begins before belongs to the day before


class Hand(NamedTuple):
    """A hand as it was written: who played, with whom, against how many kontras."""

    contract: str  # dreier, rufer, trischaken
    declarer: int
    partner: int | None = None
    won: bool = True
    kontra: int = 1
    points: tuple[int, ...] = ()  # card points of a Trischaken, by the seats of those who play


class Change(NamedTuple):
    """Somebody takes over a seat and leaves it until the end."""

    place: int
    name: str


class Table(NamedTuple):
    """A table of an evening."""

    when: datetime  # by the clock on the wall
    names: tuple[str, ...]
    lines: tuple[Hand | Change, ...]
    rate: int = 0  # cents a point
    stake: int = 0  # of a Pagatkassa: cents that each dealer pays
    donation: bool = False  # and the sheet is one whose kontra is not written
    totals: tuple[int, ...] = ()  # typed at the end in place of hands, in sixths
    mended: int | None = None  # a hand whose winner was put right after the end

    @property
    def day(self) -> date:
        """The day it belongs to."""
        return self.when.date() - timedelta(days=self.when.hour < NIGHT_ENDS)

    @property
    def is_for_money(self) -> bool:
        """True if euros are won and lost there: by points, or by a Pagatkassa alone."""
        return bool(self.rate or self.stake)


def pay(hand: Hand, active: Sequence[int]) -> dict[int, Fraction]:
    """Return what a hand is worth to each of those who play it, once and without kontra."""
    if hand.contract == "trischaken":  # the two with the most points pay 2 to the others; equals share
        spots = (-2, -2, 2, 2)
        order = sorted(hand.points, reverse=True)
        mine = {points: [spots[at] for at, other in enumerate(order) if other == points] for points in order}
        return {place: Fraction(sum(mine[p]), len(mine[p])) for place, p in zip(active, hand.points, strict=True)}
    side = {hand.declarer} | ({hand.partner} if hand.partner is not None else set())
    worth = {"dreier": 5, "rufer": 1}[hand.contract] * (1 if hand.won else -1)
    each = Fraction(worth * (4 - len(side)), len(side))
    return {place: each if place in side else Fraction(-worth) for place in active}


class Account:
    """The sums of somebody at a table, or at a seat of it."""

    def __init__(self) -> None:
        self.written = self.money = Fraction()
        self.hands = self.won = self.cents = 0


class Share(NamedTuple):
    """The part of a seat in a hand, and who sat there."""

    place: int
    name: str
    once: Fraction  # neither in a Radl nor with kontra
    written: Fraction
    cost: Fraction  # with kontra, of which the donation box takes a part where it is not written

    @property
    def money(self) -> Fraction:
        """The amount that is paid or got: the donation box has the rest."""
        return self.written if self.once > 0 else self.cost


def list_hands(table: Table) -> Iterator[tuple[Hand, bool, list[Share]]]:
    """Yield each hand, whether it is in a Radl, and what it brings."""
    many, holders, radl, number = len(table.names), list(table.names), 0, 0
    for line in table.lines:
        if isinstance(line, Change):
            holders[line.place] = line.name
            continue
        active = [place for place in range(many) if many == 4 or place != (number - 1) % many]
        shares = []
        for place, once in pay(line, active).items():
            doubled = once * (2 if radl else 1)
            written = doubled * (1 if table.donation else line.kontra)
            shares.append(Share(place, holders[place], once, written, doubled * line.kontra))
        yield line, radl > 0, shares
        radl = many if line.contract == "trischaken" else max(0, radl - 1)
        number += 1


def reckon_seats(table: Table) -> list[dict[str, Account]]:
    """Return for each seat who sat there, in their order, with what they made there."""
    many = len(table.names)
    seats: list[dict[str, Account]] = [{name: Account()} for name in table.names]
    for line in table.lines:
        if isinstance(line, Change):
            seats[line.place].setdefault(line.name, Account())
    pot = [0] * many
    for number, (hand, _is_radl, shares) in enumerate(list_hands(table)):
        for share in shares:
            account = seats[share.place][share.name]
            account.written += share.written
            account.money += share.money
            account.hands += 1
            account.won += share.once > 0 and hand.contract != "trischaken"  # which nobody wins (statistics.md)
        pot[(number - 1) % many] -= table.stake
    for seat, sixths in zip(seats, table.totals, strict=False):
        for account in seat.values():
            account.written = account.money = Fraction(sixths, 6)
    settle(table, seats, [paid - sum(pot) // many for paid in pot])
    return seats


def settle(table: Table, seats: list[dict[str, Account]], pot: Sequence[int]) -> None:
    """Write the cents: each seat's rounded down, what is missing to the largest remainders, the box last of all."""
    exact: list[Fraction] = [
        table.rate * sum((account.money for account in seat.values()), Fraction()) for seat in seats
    ]
    exact.append(-sum(exact, Fraction()))
    cents = [floor(amount) for amount in exact]
    spare = sorted(range(len(cents)), key=lambda at: (cents[at] - exact[at], at))
    for at in spare[: -sum(cents)]:
        cents[at] += 1
    for seat, whole, share in zip(seats, cents, pot, strict=False):
        *before, last = seat.values()
        for account in before:
            account.cents = floor(account.money * table.rate)
        last.cents = whole + share - sum(account.cents for account in before)


def reckon_table(table: Table, call: Callable[[str], Any]) -> dict[Any, dict[str, Fraction]]:
    """Return the facts of a table by person; `call`: who somebody is in the end."""
    sums: dict[Any, dict[str, Fraction]] = {}
    for seat in reckon_seats(table):
        for name, account in seat.items():
            if not account.hands and not table.totals:
                continue
            mine = sums.setdefault(call(name), defaultdict(Fraction))
            mine["written"] += account.written
            mine["euros"] += Fraction(account.cents, 100)
            if not table.totals:
                mine["hands"] += account.hands
                mine["won"] += account.won
    places = rank_all({who: mine["written"] for who, mine in sums.items()})
    for who, mine in sums.items():
        mine |= {"points": mine["written"], "table_place": Fraction(places[who]), "table_size": Fraction(len(sums))}
        mine |= {"place": mine["table_place"], "players": mine["table_size"]}
        if not table.is_for_money:
            del mine["euros"]
    return {who: dict(mine) for who, mine in sums.items()}


def reckon_evening(number: int, tables: Iterable[Table], call: Callable[[str], Any], kind: str = DAY) -> Event:
    """Return a date: everybody's sum over its tables, placed by it."""
    rounds: dict[Any, list[Mapping[str, Fraction]]] = defaultdict(list)
    for at, table in enumerate(tables):
        for who, mine in reckon_table(table, call).items():
            rounds[who].append({**mine, "table": Fraction(at)})
    return Event(number, build_rows({who: tuple(some) for who, some in rounds.items()}), kind)


def build_rows(
    rounds: Mapping[Any, tuple[Mapping[str, Fraction], ...]], places: Mapping[Any, int] | None = None
) -> list[tuple[Any, Row]]:
    """Return the rows of those who played these rounds, placed by the written score unless their places are known."""
    facts = {who: add_facts(some) for who, some in rounds.items()}
    places = places or rank_all({who: mine["written"] for who, mine in facts.items()})
    for who, some in rounds.items():
        facts[who]["rounds"] = Fraction(len(some))
        for name, place in (("firsts", 1), ("seconds", 2), ("thirds", 3)):
            facts[who][name] = Fraction(sum(part["table_place"] == place for part in some))
    return [(who, Row(places[who], facts[who], some)) for who, some in rounds.items()]
