"""A year whose euros are paid through the purse: what is settled until a day, by whom, and what is then in the box."""

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.tournaments.seasons.reckoner.evenings import Hand, Table, reckon_seats
from tests.tournaments.seasons.reckoner.worlds import YEAR, World, draw_world

SETTLE, MEND, OPEN, UNDO, PEOPLE = "settle", "mend", "open", "undo", "people"


class Step(NamedTuple):
    """Something that happens after the evenings."""

    what: str
    day: date = YEAR[1]  # until which all is settled
    which: int = 0  # table that is mended or taken up, settlement that is taken back


class Purse:
    """A year's evenings as they stand, and what of them was settled; people by the names under which they sat there."""

    def __init__(self, world: World, paid_until: date | None) -> None:
        self.tables = list(world.tables)
        self.paid_until = paid_until
        self.moves = world.cents
        self.settled: list[tuple[int, date, Counter[str]]] = []  # the number of the act, the last day, the cents

    def is_due(self, table: Table, until: date) -> bool:
        """Tell whether a table is settled in the year, until a day."""
        since = self.paid_until
        return table.is_for_money and YEAR[0] <= table.day <= min(until, YEAR[1]) and (not since or table.day > since)

    def reckon(self, until: date) -> Counter[str]:
        """Return what is still to be paid until a day: what the tables come to, less what was settled."""
        due: Counter[str] = Counter()
        for table in self.tables:
            for seat in reckon_seats(table) if self.is_due(table, until) else ():
                for name, account in seat.items():
                    due[name] += account.cents
        for _act, _until, cents in self.settled:
            due.subtract(cents)
        return due

    def find_last_day(self) -> date:
        """Return the day until which all is settled."""
        return max((until for _act, until, _cents in self.settled), default=date.min)

    def find_hand(self, which: int) -> tuple[int, int, Hand] | None:
        """Return a table and a hand there that can be put right, with how it is to be; None if there is none."""
        table = which % len(self.tables)
        lines = self.tables[table].lines
        plain = [at for at, line in enumerate(lines) if isinstance(line, Hand) and line.contract == "dreier"]
        if not plain:
            return None
        at = plain[which % len(plain)]
        hand = lines[at]
        assert isinstance(hand, Hand)
        return table, at, hand._replace(won=not hand.won)

    def mend(self, table: int, at: int, hand: Hand) -> None:
        """Put a hand right."""
        lines = self.tables[table].lines
        self.tables[table] = self.tables[table]._replace(lines=(*lines[:at], hand, *lines[at + 1 :]))

    def count_box(self) -> int:
        """Return the cents in the season's own box: what the donation boxes left there, entry money, what was moved."""
        return self.moves - sum(sum(cents.values()) for _act, _until, cents in self.settled)


def add_balances(cents: Mapping[str, int], call: Callable[[str], Any]) -> dict[Any, int]:
    """Return everybody's balance, people by who they are in the end; nobody who is even."""
    balances: Counter[Any] = Counter()
    for name, mine in cents.items():
        balances[call(name)] += mine
    return {who: mine for who, mine in balances.items() if mine}


@st.composite
def draw_purse(draw: st.DrawFn) -> tuple[World, date | None, list[Step]]:
    """Draw a year, until when it was paid at the tables, and what happens then."""
    world = draw(draw_world(most=5))
    tables = tuple(
        table._replace(rate=draw(st.sampled_from([1, 3, 7, 10]))) if at and not table.rate else table
        for at, table in enumerate(world.tables)
    )
    days = st.sampled_from([*(table.day for table in tables), YEAR[1], YEAR[1]])
    first, *more = sorted(draw(st.lists(days, min_size=3, max_size=6)))
    later = st.sampled_from([SETTLE, SETTLE, MEND, MEND, OPEN, UNDO])
    steps = [Step(SETTLE, first), *(Step(draw(later), day, draw(st.integers(0, 20))) for day in more)]
    steps.insert(draw(st.integers(0, len(steps))), Step(PEOPLE))
    paid_until = draw(st.sampled_from([None, None, tables[0].day]))
    return world._replace(tables=tables, guest="", cups=(), rankings=()), paid_until, steps
