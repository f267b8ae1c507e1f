"""The sittings of a round by person, and the places at each table."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tournaments.core.rules.place_points import TablePlace, compute_places
from tournaments.hall.rounds.table_capital import Holder
from tournaments.hall.standing.players import People
from tournaments.hall.standing.progress import RoundProgress, TableProgress


class CountedSitting(NamedTuple):
    """A sitting that counts, at its table."""

    table: TableProgress
    holder: Holder


def group_sittings(
    round_: RoundProgress, holders: dict[int, tuple[Holder, ...]], people: People
) -> dict[int, list[CountedSitting]]:
    """Group the sittings of a round that count by the person that holds them in the end, in order of time.

    An absent player has none.
    """
    by_person: dict[int, list[CountedSitting]] = {}
    for table in round_.tables:
        for holder in holders[table.key.table] if table.counts else ():
            person = people.get_player(holder.person).person
            if holder.has_played or (round_.number, person) not in people.absent:
                by_person.setdefault(person, []).append(CountedSitting(table, holder))
    for sittings in by_person.values():
        if len(sittings) > 1:
            sittings.sort(key=_compute_order)
            # Whoever has changed tables before the first hand has played at the new one only.
            earlier = [each for each in sittings[:-1] if each.holder.facts.hands or each.holder.has_played]
            sittings[:-1] = earlier
    return by_person


def _compute_order(sitting: CountedSitting) -> tuple[bool, int]:
    """Return the sort key of a sitting: the current one comes last; of earlier ones the one taken later."""
    stay = sitting.holder.course.stay
    return stay.until is None, stay.id


_compute_places = lru_cache(maxsize=4096)(compute_places)  # at most tables nothing has changed since the last time


def compute_table_places(
    sittings: dict[int, list[CountedSitting]], rows: Sequence[Sequence[int]]
) -> dict[int, TablePlace]:
    """Return everybody's place at their last table, by person; none while nothing is entered there.

    All with a score there are placed, also the seats of players who have left. A player with two sittings at a table
    has the sum of both.
    """
    written: dict[int, dict[int, int]] = {}  # by table and person
    for person, counted in sittings.items():
        for sitting in counted:
            if sitting.holder.facts.scored:
                scores = written.setdefault(sitting.table.number, {})
                scores[person] = scores.get(person, 0) + sitting.holder.written
    placed = {
        table: dict(zip(by_person, _compute_places(tuple(by_person.values()), tuple(rows)), strict=True))
        for table, by_person in written.items()
    }
    last = {person: own[-1].table.number for person, own in sittings.items()}
    return {person: placed[table][person] for person, table in last.items() if person in placed.get(table, ())}
