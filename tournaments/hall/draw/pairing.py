"""The draw of tables: by the standing, by a known day or design as long as possible, then by a plan of all rounds left.

Known days (days.txt): the tables of the best day that is known, where a plan made during the draw may miss it.

Known designs: rounds in which nobody meets anybody twice, made from one round by turning it. Their players are numbers.
All but the last few are in circles of `turns` players each; a round follows from the one before it when every circle
moves on by one, and after `turns` rounds all is as it was. The few who are in no circle keep their places. With 16 in 5
rounds, 28 in 9, 40 in 13, 52 in 17, 64 in 21 everybody meets everybody exactly once (resolvable designs with blocks of
four); with 24 in 7 and the like everybody but two others (groups of three). Tests check every pair of every design.

>>> build_design(16)[0]
((15, 3, 7, 11), (13, 2, 4, 14), (6, 8, 0, 1), (10, 9, 5, 12))
>>> len(build_design(16)), build_design(7)
(5, ())
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, combinations
from pathlib import Path
from typing import NamedTuple

from tournaments.core.rules.ranking import Roll, create_roll, shuffle_values
from tournaments.hall.draw.quality import (
    FORBIDDEN,
    OUT,
    PARTS,
    Field,
    build_field,
    compute_least_meetings,
    compute_meeting_cost,
    compute_outs,
    count_meetings,
    count_places_out,
)
from tournaments.hall.draw.values import FEWEST, DrawInput, DrawTable, PlayedRound, compute_sizes

Tables = tuple[tuple[int, ...], ...]
Sets = frozenset[frozenset[int]]


@cache
def load_known_rounds(name: str) -> dict[tuple[int, int], tuple[Tables, ...]]:
    """Load the rounds of a file by the numbers before each: players and turns (designs.txt) or rounds (days.txt)."""
    days = {}
    for line in Path(__file__).with_name(name).read_text("utf-8").splitlines():
        head, rounds = line.split(":")
        number, times = map(int, head.split())
        tables = (word.split("|") for word in rounds.split(";"))
        days[number, times] = tuple(tuple(tuple(map(int, table.split())) for table in texts) for texts in tables)
    return days


@cache
def build_design(number: int) -> tuple[Tables, ...]:
    """Build the rounds of the design for `number` players; empty if none is known."""
    for (players, turns), firsts in load_known_rounds("designs.txt").items():
        if players == number:
            return tuple(_turn_tables(first, by, turns, number) for by in range(turns) for first in firsts)
    return ()


def _turn_tables(first: Tables, by: int, turns: int, number: int) -> Tables:
    circles = number // turns * turns

    def move(player: int) -> int:
        return player if player >= circles else player // turns * turns + (player + by) % turns

    return tuple(tuple(move(player) for player in table) for table in first)


def continue_design(draw: DrawInput, roll: Roll) -> list[tuple[int, ...]]:
    """Return the tables of another round of the design; empty unless all earlier rounds belong to it, or if used up.

    Chooses one of the remaining rounds without forbidden pairs that has the fewest repeats.
    """
    design = build_design(len(draw.players))
    if not design:
        return []
    names = shuffle_values(sorted(draw.players), create_roll(draw.plan_seed))
    left = {_name_sets(tables, names) for tables in design}
    played = [_build_sets(round_) for round_ in draw.rounds]
    if len(set(played)) < len(played) or not left.issuperset(played):
        return []
    met = {pair for tables in played for pair in _list_pairs(tables)}
    apart = {frozenset(pair) for pair in draw.apart}
    free = [tables for tables in left.difference(played) if _list_pairs(tables).isdisjoint(apart)]
    repeats = {tables: len(met & _list_pairs(tables)) for tables in free}
    best = sorted(_sort_tables(tables) for tables in free if repeats[tables] == min(repeats.values()))
    return best[int(roll() * len(best))] if best else []


def continue_day(draw: DrawInput) -> list[tuple[int, ...]]:
    """Return the tables of the next round of the best day that is known; empty unless the earlier rounds are its own.

    Who is who in it follows from the first draw: the first of some shufflings in which no forbidden pair meets.
    """
    day = load_known_rounds("days.txt").get((len(draw.players), draw.planned), ())
    played = [_build_sets(round_) for round_ in draw.rounds]
    apart = {frozenset(pair) for pair in draw.apart}
    roll = create_roll(draw.plan_seed)
    for _ in range(LABELS if len(played) < len(day) else 0):
        names = shuffle_values(sorted(draw.players), roll)
        rounds = [_name_sets(tables, names) for tables in day]
        if rounds[: len(played)] == played and all(
            _list_pairs(tables).isdisjoint(apart) for tables in rounds[len(played) :]
        ):
            return _sort_tables(rounds[len(played)])
    return []


def _name_sets(tables: Iterable[Iterable[int]], names: list[int]) -> Sets:
    return frozenset(frozenset(names[player] for player in table) for table in tables)


def _build_sets(round_: PlayedRound) -> Sets:
    """Return a round as it was played; with a substitute it is no round of a design any more."""
    return frozenset(frozenset(player for seat in table.seats for player in seat) for table in round_)


def _sort_tables(tables: Sets) -> list[tuple[int, ...]]:
    return sorted(tuple(sorted(table)) for table in tables)


def _list_pairs(tables: Sets) -> set[frozenset[int]]:
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


# What counts is the whole day: who meets whom how often, and who sits out how often. After each round the rest is
# planned anew from what was really played, and by those who play now.

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
LABELS = 200  # so many ways to give the places of a known day to the players are looked at
LATEST_ROUNDS = 150  # earlier rounds that count
UNKNOWN_ROUNDS = 1  # so many rounds are planned where nobody knows how many there will be
AHEAD = 60  # among more players only the next round is planned: everybody finds strangers later, too

PlannedTables = list[list[int]]


class Plan(NamedTuple):
    """The tables of each round and where each player sits, by their place in the list; what is counted with them."""

    sizes: tuple[int, ...]
    rounds: list[PlannedTables]
    where: list[list[int]]
    met: list[bytearray]  # how often each has met each
    out: list[int]  # how often each has sat out, in parts


def plan_tables(draw: DrawInput, roll: Roll) -> list[tuple[int, ...]]:
    """Return the tables of the next round."""
    number = len(draw.players)
    left = max(1, draw.planned - len(draw.rounds) if draw.planned else UNKNOWN_ROUNDS) if number <= AHEAD else 1
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
    for table in chain.from_iterable(draw.rounds[-LATEST_ROUNDS:]):
        seats = [[place[player] for player in seat if player in place] for seat in table.seats]
        for seat in seats:
            for player in seat:
                row = met[player]
                for other_seat in seats:
                    if other_seat is not seat:
                        for other in other_seat:
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
    """Compute what meetings cost at least in so many more rounds of the same players."""
    if len(draw.players) > AHEAD:
        return 0
    now = Field(frozenset(draw.players), compute_sizes(len(draw.players)))
    least = compute_least_meetings([*map(build_field, draw.rounds), *[now] * left])
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


def _compute_cost(plan: Plan, tables: PlannedTables) -> tuple[int, int]:
    """Compute the cost of one more round with these tables: who meets again, and who sits out."""
    longer = [(PARTS * (len(table) - FEWEST), plan.out[player]) for table in tables for player in table]
    return (
        sum(MEETING[plan.met[first][second]] for table in tables for first, second in combinations(table, 2)),
        OUT * sum(by * (by + 2 * parts) for by, parts in longer),
    )


def _improve(plan: Plan, cost: int, least: int, roll: Roll) -> list[PlannedTables]:
    """Return the best rounds that a fixed number of swaps has found; stop where none can be better."""
    number, rounds = len(plan.out), len(plan.rounds)
    best, best_rounds = cost, [list(map(list, tables)) for tables in plan.rounds]
    for chances in STAGES * (1 if number > AHEAD else CYCLES):
        for _ in range(TRIES):
            if best <= least:
                return best_rounds
            round_index, mover, other = int(roll() * rounds), int(roll() * number), int(roll() * number)
            if number > AHEAD and not _has_reason_to_move(plan, round_index, mover, other):
                continue
            by = _compute_change(plan, round_index, mover, other)
            back = (
                _find_round_back(plan, round_index, mover, other) if by in UNEVEN and roll() < UNEVEN_CHANCE else None
            )
            if back is not None:
                _swap(plan, round_index, mover, other)
                by += _compute_change(plan, back, mover, other)
            is_taken = by <= 0 or roll() < _compute_chance(by, cost, chances)
            if back is not None:
                _swap(plan, back if is_taken else round_index, mover, other)  # the second one, or the first one back
            elif is_taken:
                _swap(plan, round_index, mover, other)
            if is_taken:
                cost += by
                if cost < best:
                    best, best_rounds = cost, [list(map(list, tables)) for tables in plan.rounds]
    return best_rounds


def _has_reason_to_move(plan: Plan, at: int, mover: int, other: int) -> bool:
    """Return whether a player meets somebody again, or sits out more often than where the other one sits."""
    table, other_table = (plan.rounds[at][plan.where[at][player]] for player in (mover, other))
    met = plan.met[mover]
    return len(table) > len(other_table) or any(MEETING[met[player] - 1] for player in table if player != mover)


def _compute_change(plan: Plan, at: int, mover: int, other: int) -> int:
    """Compute the change of the cost when two players of a round swap; 0 at one table."""
    where, mover_met, others_met = plan.where[at], plan.met[mover], plan.met[other]
    first, second = where[mover], where[other]
    if first == second:
        return 0
    table, other_table = plan.rounds[at][first], plan.rounds[at][second]
    by = 0
    for player in table:
        if player != mover:
            by += MEETING[others_met[player]] - MEETING[mover_met[player] - 1]
    for player in other_table:
        if player != other:
            by += MEETING[mover_met[player]] - MEETING[others_met[player] - 1]
    longer = PARTS * (len(other_table) - len(table))
    return by + 2 * OUT * longer * (longer + plan.out[mover] - plan.out[other])


def _find_round_back(plan: Plan, at: int, mover: int, other: int) -> int | None:
    """Return another round, in which these two sit out the other way round; None where there is none."""
    longer = _compute_difference(plan, at, mover, other)
    rounds = range(len(plan.rounds))
    return next((index for index in rounds if _compute_difference(plan, index, other, mover) == longer), None)


def _compute_difference(plan: Plan, at: int, mover: int, other: int) -> int:
    tables, where = plan.rounds[at], plan.where[at]
    return len(tables[where[mover]]) - len(tables[where[other]])


def _compute_chance(by: int, cost: int, chances: Sequence[float]) -> float:
    if by < len(chances):
        return chances[by]
    return FORBIDDEN_CHANCE if cost >= FORBIDDEN > by // 2 > FORBIDDEN // 4 else 0.0


def _swap(plan: Plan, at: int, mover: int, other: int) -> None:
    met, where = plan.met, plan.where[at]
    if where[mover] == where[other]:
        return
    table, other_table = plan.rounds[at][where[mover]], plan.rounds[at][where[other]]
    table.remove(mover)
    other_table.remove(other)
    for away, to, players in ((mover, other, table), (other, mover, other_table)):
        for player in players:
            met[away][player] -= 1
            met[player][away] -= 1
            met[to][player] += 1
            met[player][to] += 1
    longer = PARTS * (len(other_table) - len(table))
    plan.out[mover] += longer
    plan.out[other] -= longer
    table.append(other)
    other_table.append(mover)
    where[mover], where[other] = where[other], where[mover]


def draw_tables(draw: DrawInput) -> tuple[DrawTable, ...]:
    """Return the tables of a draw; ValueError where the players cannot be seated or one is named twice.

    >>> [table.seats for table in draw_tables(DrawInput((1, 2, 3, 4, 5, 6, 7, 8), seed=1))]
    [(6, 5, 8, 2), (3, 4, 1, 7)]
    """
    if not compute_sizes(len(draw.players)) or len(set(draw.players)) < len(draw.players):
        raise ValueError(f"{len(draw.players)} cannot be seated")
    draw = draw._replace(players=tuple(sorted(draw.players)))
    roll = create_roll(draw.seed)
    tables = continue_day(draw) or continue_design(draw, roll) or plan_tables(draw, roll)
    highs = count_highs(draw.rounds)
    order = shuffle_values(range(len(tables)), roll)
    return tuple(seat_table(tables[index], highs, roll) for index in order)


def count_highs(rounds: Iterable[PlayedRound]) -> dict[int, int]:
    """Count how often each player had drawn the highest card at the table."""
    return Counter(player for round_ in rounds for table in round_ for player in table.seats[table.high][:1])


def seat_table(table: Sequence[int], highs: dict[int, int], roll: Roll) -> DrawTable:
    """Order a table by lot; Hoch is one of those who had it least often."""
    seats = shuffle_values(table, roll)
    often = [highs.get(player, 0) for player in seats]
    fewest = min(often)
    able = [place for place, times in enumerate(often) if times == fewest]
    return DrawTable(tuple(seats), able[int(roll() * len(able))])


def seat_by_standing(draw: DrawInput) -> tuple[DrawTable, ...]:
    """Return tables by the standing so far: the first four at table 1, the next four at table 2, tables of five last.

    They follow from the standing alone: players who have met meet again, and forbidden pairs are not kept apart. By lot
    are the order of equal players, those who have no place in the standing (they come last), the seats at each table,
    and who is Hoch. ValueError where the players cannot be seated or one is named twice.

    >>> order = ((9,), (8, 7), (6,), (5, 4, 3))
    >>> [table.seats for table in seat_by_standing(DrawInput(tuple(range(1, 10)), 7, order=order))]
    [(6, 9, 8, 7), (2, 3, 1, 4, 5)]
    """
    all_sizes = compute_sizes(len(draw.players))
    if not all_sizes or len(set(draw.players)) < len(draw.players):
        raise ValueError(f"{len(draw.players)} cannot be seated")
    roll = create_roll(draw.seed)
    players = set(draw.players)
    placed = [sorted(players.intersection(equals)) for equals in draw.order]
    new = sorted(players.difference(*draw.order))
    order = [player for equals in (*placed, new) for player in shuffle_values(equals, roll)]
    highs, tables, start = count_highs(draw.rounds), [], 0
    for size in all_sizes:
        tables.append(seat_table(order[start : start + size], highs, roll))
        start += size
    return tuple(tables)


def list_cut_equals(draw: DrawInput, tables: Sequence[DrawTable]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the equals in the standing whom the lot has put at different tables: each with the number of the table.

    >>> wanted = DrawInput((1, 2, 3, 4, 5, 6, 7, 8), 7, order=((1,), (2,), (3,), (5, 6), (4, 7, 8)))
    >>> list_cut_equals(wanted, seat_by_standing(wanted))
    (((5, 2), (6, 1)),)
    """
    seated = {player: number for number, table in enumerate(tables, 1) for player in table.seats}
    placed = (tuple((player, seated[player]) for player in equals if player in seated) for equals in draw.order)
    return tuple(equals for equals in placed if len({number for _player, number in equals}) > 1)
