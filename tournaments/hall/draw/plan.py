"""All rounds that are left, planned together by swaps of two players; the best of them is played next.

What counts is the whole day: who meets whom how often, and who sits out how often. After each round the rest is planned
anew from what was really played, and by those who play now.
"""

from collections.abc import Sequence
from itertools import chain, combinations
from typing import NamedTuple

from tournaments.core.rules.seeded_random import Roll, shuffle_values
from tournaments.hall.draw.conflicts import (
    FORBIDDEN,
    OUT,
    PARTS,
    compute_meeting_cost,
    compute_outs,
    count_meetings,
    count_places_out,
)
from tournaments.hall.draw.quality import compute_least_meetings, list_players
from tournaments.hall.draw.values import FEWEST, DrawInput, compute_sizes

APART_TIMES = 64  # forbidden pairs are counted as having met so many times more
# The cost of a meeting by the number of those before.
MEETING = (*map(compute_meeting_cost, range(APART_TIMES)), *(FORBIDDEN,) * (256 - APART_TIMES))
# The chances of accepting a swap by its cost, colder and colder.
STAGES = tuple((1.0, *(chance,) * 4, *(chance * chance,) * 4) for chance in (0.3, 0.1, 0.03, 0.01))
FORBIDDEN_CHANCE = 0.02  # of another forbidden pair while there is one: there may be no other way to free that one
TRIES = 10_000  # in a stage
CYCLES = 3  # through the stages; among more players than AHEAD one
# A swap that lets somebody sit out once too often comes with its opposite in another round, in some of the tries.
UNEVEN = range(OUT * PARTS * PARTS + 1, 2 * OUT * PARTS * PARTS + 9)
UNEVEN_CHANCE = 0.2
LATEST = 150  # earlier rounds that count
UNKNOWN = 1  # so many rounds are planned where nobody knows how many there will be
AHEAD = 60  # among more players only the next round is planned: everybody finds strangers later, too

Tables = list[list[int]]


class Plan(NamedTuple):
    """The tables of each round and where each player sits, by their place in the list; what is counted with them."""

    sizes: tuple[int, ...]
    rounds: list[Tables]
    where: list[list[int]]
    met: list[bytearray]  # how often each has met each
    out: list[int]  # how often each has sat out, in parts


def plan_tables(draw: DrawInput, roll: Roll) -> list[tuple[int, ...]]:
    """Return the tables of the next round."""
    number = len(draw.players)
    left = max(1, draw.planned - len(draw.rounds) if draw.planned else UNKNOWN) if number <= AHEAD else 1
    all_sizes = compute_sizes(number)
    outs = compute_outs(draw)
    before = Plan(all_sizes, [], [], _count_meetings(draw), [outs[player] for player in draw.players])
    plan = before._replace(met=list(map(bytearray, before.met)), out=list(before.out))
    cost = sum(_add_round(plan, roll) for _ in range(left))
    least = OUT * _compute_least_squares(before.out, left * count_places_out(all_sizes))
    least += _compute_least_met(draw, left)
    best = min(_improve(plan, cost, least, roll), key=lambda tables: _compute_cost(before, tables))
    return [tuple(draw.players[place] for place in sorted(table)) for table in best]


def _count_meetings(draw: DrawInput) -> list[bytearray]:
    """Count how often each player has met each, and add to that for forbidden pairs."""
    place = {player: index for index, player in enumerate(draw.players)}
    met = [bytearray(len(place)) for _ in place]
    for table in chain.from_iterable(draw.rounds[-LATEST:]):
        seats = [[place[player] for player in seat if player in place] for seat in table.seats]
        for seat in seats:
            for player in seat:
                row = met[player]
                for others in seats:
                    if others is not seat:
                        for other in others:
                            row[other] += 1
    for player, other in {(min(pair), max(pair)) for pair in draw.apart}:
        if player in place and other in place and player != other:
            met[place[player]][place[other]] += APART_TIMES
            met[place[other]][place[player]] += APART_TIMES
    return met


def _compute_least_squares(out: Sequence[int], places: int) -> int:
    """Compute how much the squares of `out` grow at least when so many more sit out."""
    level = list(out)
    for _ in range(places):
        level[level.index(min(level))] += PARTS
    return sum(parts * parts for parts in level) - sum(parts * parts for parts in out)


def _compute_least_met(draw: DrawInput, left: int) -> int:
    """Compute what meetings cost at least in so many more rounds; 0 where not the same players were at all of them."""
    if len(draw.players) > AHEAD or any(list_players(round_) != list(draw.players) for round_ in draw.rounds):
        return 0
    least = compute_least_meetings(len(draw.players), len(draw.rounds) + left)
    met = count_meetings(draw.rounds).values()
    return max(0, MEETING[1] * least - sum(MEETING[before] for times in met for before in range(times)))


def _add_round(plan: Plan, roll: Roll) -> int:
    """Add a round by lot, and return its cost."""
    order = shuffle_values(range(len(plan.out)), roll)
    tables = [[order.pop() for _ in range(size)] for size in plan.sizes]
    cost, where = sum(_compute_cost(plan, tables)), [0] * len(plan.out)
    for index, table in enumerate(tables):
        for player in table:
            where[player] = index
            plan.out[player] += PARTS * (len(table) - FEWEST)
        for first, second in combinations(table, 2):
            plan.met[first][second] += 1
            plan.met[second][first] += 1
    plan.rounds.append(tables)
    plan.where.append(where)
    return cost


def _compute_cost(plan: Plan, tables: Tables) -> tuple[int, int]:
    """Compute the cost of one more round with these tables: who meets again, and who sits out."""
    longer = [(PARTS * (len(table) - FEWEST), plan.out[player]) for table in tables for player in table]
    return (
        sum(MEETING[plan.met[first][second]] for table in tables for first, second in combinations(table, 2)),
        OUT * sum(by * (by + 2 * parts) for by, parts in longer),
    )


def _improve(plan: Plan, cost: int, least: int, roll: Roll) -> list[Tables]:
    """Return the best rounds that a fixed number of swaps has found; stop where none can be better."""
    number, rounds = len(plan.out), len(plan.rounds)
    best, best_rounds = cost, [list(map(list, tables)) for tables in plan.rounds]
    for chances in STAGES * (1 if number > AHEAD else CYCLES):
        for _ in range(TRIES):
            if best <= least:
                return best_rounds
            at, one, other = int(roll() * rounds), int(roll() * number), int(roll() * number)
            if number > AHEAD and not _has_reason_to_move(plan, at, one, other):
                continue
            by = _compute_change(plan, at, one, other)
            back = _find_round_back(plan, at, one, other) if by in UNEVEN and roll() < UNEVEN_CHANCE else None
            if back is not None:
                _swap(plan, at, one, other)
                by += _compute_change(plan, back, one, other)
            is_taken = by <= 0 or roll() < _compute_chance(by, cost, chances)
            if back is not None:
                _swap(plan, back if is_taken else at, one, other)  # the second one, or the first one back
            elif is_taken:
                _swap(plan, at, one, other)
            if is_taken:
                cost += by
                if cost < best:
                    best, best_rounds = cost, [list(map(list, tables)) for tables in plan.rounds]
    return best_rounds


def _has_reason_to_move(plan: Plan, at: int, one: int, other: int) -> bool:
    """Return whether a player meets somebody again, or sits out more often than where the other one sits."""
    here, there = (plan.rounds[at][plan.where[at][player]] for player in (one, other))
    met = plan.met[one]
    return len(here) > len(there) or any(MEETING[met[player] - 1] for player in here if player != one)


def _compute_change(plan: Plan, at: int, one: int, other: int) -> int:
    """Compute the change of the cost when two players of a round swap; 0 at one table."""
    where, ones, others = plan.where[at], plan.met[one], plan.met[other]
    first, second = where[one], where[other]
    if first == second:
        return 0
    here, there = plan.rounds[at][first], plan.rounds[at][second]
    by = 0
    for player in here:
        if player != one:
            by += MEETING[others[player]] - MEETING[ones[player] - 1]
    for player in there:
        if player != other:
            by += MEETING[ones[player]] - MEETING[others[player] - 1]
    longer = PARTS * (len(there) - len(here))
    return by + 2 * OUT * longer * (longer + plan.out[one] - plan.out[other])


def _find_round_back(plan: Plan, at: int, one: int, other: int) -> int | None:
    """Return another round, in which these two sit out the other way round; None where there is none."""
    longer = _compute_difference(plan, at, one, other)
    rounds = range(len(plan.rounds))
    return next((index for index in rounds if _compute_difference(plan, index, other, one) == longer), None)


def _compute_difference(plan: Plan, at: int, one: int, other: int) -> int:
    tables, where = plan.rounds[at], plan.where[at]
    return len(tables[where[one]]) - len(tables[where[other]])


def _compute_chance(by: int, cost: int, chances: Sequence[float]) -> float:
    if by < len(chances):
        return chances[by]
    return FORBIDDEN_CHANCE if cost >= FORBIDDEN > by // 2 > FORBIDDEN // 4 else 0.0


def _swap(plan: Plan, at: int, one: int, other: int) -> None:
    met, where = plan.met, plan.where[at]
    if where[one] == where[other]:
        return
    here, there = plan.rounds[at][where[one]], plan.rounds[at][where[other]]
    here.remove(one)
    there.remove(other)
    for away, to, players in ((one, other, here), (other, one, there)):
        for player in players:
            met[away][player] -= 1
            met[player][away] -= 1
            met[to][player] += 1
            met[player][to] += 1
    longer = PARTS * (len(there) - len(here))
    plan.out[one] += longer
    plan.out[other] -= longer
    here.append(other)
    there.append(one)
    where[one], where[other] = where[other], where[one]
