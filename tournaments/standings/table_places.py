"""Whose scores of a round's tables are, and who is placed where at his own table."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.rounds.table_capital import Holder
from tournaments.rules.place_points import TablePlace, compute_places
from tournaments.standings.players import People
from tournaments.standings.progress import RoundProgress, TableProgress


class CountedSitting(NamedTuple):
    """A sitting that counts, at its table."""

    table: TableProgress
    holder: Holder


def group_sittings(
    round_: RoundProgress, holders: dict[int, tuple[Holder, ...]], people: People
) -> dict[int, list[CountedSitting]]:
    """The sittings of a round that count, by the person that holds them in the end, in the order of time.

    Who stayed away has none.
    """
    found: dict[int, list[CountedSitting]] = {}
    for table in round_.tables:
        for holder in holders[table.key.table] if table.counts else ():
            person = people.player(holder.person).person
            if holder.has_played or (round_.number, person) not in people.absent:
                found.setdefault(person, []).append(CountedSitting(table, holder))
    return {person: sorted(some, key=_compute_order) for person, some in found.items()}


def _compute_order(one: CountedSitting) -> tuple[bool, int]:
    """The place where he still sits is the last one; of those that he has left the one that was taken later."""
    stay = one.holder.course.stay
    return stay.until is None, stay.id


def compute_table_places(
    found: dict[int, list[CountedSitting]], rows: Sequence[Sequence[int]]
) -> dict[int, TablePlace]:
    """Everybody's place at the table at which he has sat last, by person; nobody's while nothing is entered there.

    All who have a score there are placed: the seats of those who have gone, too. Somebody with two stretches at a table
    has both together.
    """
    written: dict[int, dict[int, int]] = {}  # by table and person
    for person, some in found.items():
        for one in some:
            if one.holder.scored:
                there = written.setdefault(one.table.number, {})
                there[person] = there.get(person, 0) + one.holder.written
    placed = {
        table: dict(zip(there, compute_places(tuple(there.values()), rows), strict=True))
        for table, there in written.items()
    }
    last = {person: some[-1].table.number for person, some in found.items()}
    return {person: placed[table][person] for person, table in last.items() if person in placed.get(table, ())}
