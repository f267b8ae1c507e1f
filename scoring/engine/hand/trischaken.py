"""Trischaken: the first row of the sheet's table whose words all hold, from most to fewest points."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scoring.engine.hand.record import SEATS, HandRecord, Play
from scoring.engine.hand.score_lines import Amounts, Cause, Factors, ScoreLine
from scoring.engine.house_rules.sheet import Contract, Sheet, Trischaken, TrischakenRow
from scoring.engine.points import BLATT, SIXTHS
from scoring.engine.problems import Problem

MARKS = (
    "renonce",
    "buergermeister",
    "alle_stiche",
    "forehand",
)  # words of a row that its line mentions


def build_trischaken_lines(
    record: HandRecord, sheet: Sheet, contract: Contract, points: tuple[int, ...]
) -> list[ScoreLine]:
    """The one line of a Trischaken that ended with these card points."""
    forehand = record.forehand or 0
    row, shares = settle(sheet.trischaken, points, forehand)
    marks = tuple(word for word in MARKS if word in row.when)
    if is_shared_by_equals(points, row):
        marks += ("gleich",)
    elif is_paid_by_one_of_equals(points, row):
        own = "forehand_alone" if points[forehand] == max(points) else "first_alone"
        marks = (*(mark for mark in marks if mark != "forehand"), own)
    if is_all_for_jungfrauen(sheet.trischaken, points, row):
        marks += ("jungfrau" if points.count(0) == 1 else "jungfrauen",)
    line = build_trischaken_line(record, sheet, contract, shares, marks, "contract", row)
    return [_add_own_words(line, points, row)]


def _add_own_words(line: ScoreLine, points: tuple[int, ...], row: TrischakenRow) -> ScoreLine:
    """Say what players without a trick get by a row of their own."""
    own = [word for word in row.when if word.startswith("jungfrauen")]
    got = sum(amount for amount, each in zip(line.amounts, points, strict=True) if each == 0)
    if not own or got <= 0:
        return line
    return line._replace(cause=line.cause._replace(marks=(*line.cause.marks, *(f"{word}={got}" for word in own))))


def build_trischaken_line(
    record: HandRecord,
    sheet: Sheet,
    contract: Contract,
    shares: Amounts,
    marks: tuple[str, ...],
    kind: str,
    row: TrischakenRow,
) -> ScoreLine:
    """The line for these shares, doubled in a Radl where the sheet says so."""
    factors = _find_multiple(row, contract.value)
    if record.radl is not None and record.radl > 1 and contract.game.radl[0]:
        factors += (("radl", record.radl),)
        first, second, third, fourth = (share * record.radl for share in shares)
        shares = (first, second, third, fourth)
    if _has_parts(shares, sheet):
        shares, marks = round_shares(shares), (*marks, "rounded")
    return ScoreLine(Cause(contract.id, kind, contract.value, None, factors, marks), shares, shares)


def _has_parts(shares: Amounts, sheet: Sheet) -> bool:
    """Tell if some share must be rounded down to whole points."""
    return sheet.round_down and any(share % SIXTHS for share in shares)


def _find_multiple(row: TrischakenRow, value: int) -> Factors:
    """Return the multiple of the value that the first loser pays to each, where it is more than one."""
    payers = sum(place < 0 for place in row.places)
    times, rest = divmod(-row.places[0], value * (3 if payers == 1 else 1))
    return (("case", times),) if times > 1 and not rest else ()


def settle(rules: Trischaken, points: tuple[int, ...], forehand: int) -> tuple[TrischakenRow, Amounts]:
    """The row that holds and what each seat gets (sixths) before the Radl; points in thirds."""
    order, row = _rank_seats(points, forehand), _find_row(rules, points, forehand)
    places, takers = list(row.places), is_all_for_jungfrauen(rules, points, row)
    if takers or not (row.written_out or len({*points}) == len(SEATS)):
        places = _divide_places(row, [points[seat] for seat in order], takers=takers)
    by_seat = [0, 0, 0, 0]
    for seat, place in zip(order, places, strict=True):
        by_seat[seat] = place
    return row, (by_seat[0], by_seat[1], by_seat[2], by_seat[3])


def list_payers(rules: Trischaken, points: tuple[int, ...], forehand: int) -> tuple[int, ...]:
    """Return the seats that pay, whatever they get besides: those on a place that pays, and who shares it with them."""
    order, row = _rank_seats(points, forehand), _find_row(rules, points, forehand)
    paying = [seat for seat, place in zip(order, row.places, strict=True) if place < 0]
    if row.written_out:
        return tuple(sorted(paying))
    return tuple(seat for seat in SEATS if any(points[seat] == points[payer] for payer in paying))


def _rank_seats(points: tuple[int, ...], forehand: int) -> list[int]:
    """Seats from most to fewest points; among equals, whom a stable sort leaves as they are, from the forehand on."""
    return sorted(SEATS[forehand:] + SEATS[:forehand], key=points.__getitem__, reverse=True)


def _find_row(rules: Trischaken, points: tuple[int, ...], forehand: int) -> TrischakenRow:
    words = _list_words(rules, points, forehand)
    return next(row for row in rules.rows if row.when <= words)


def _divide_places(row: TrischakenRow, ranked: list[int], *, takers: bool) -> list[int]:
    """Divide a row's places among equal points; with `takers` those without a trick get all that is paid."""
    pays = [-place if place < 0 else 0 for place in row.places]
    gets = [place if place > 0 else 0 for place in row.places]
    if not row.written_out:
        pays, gets = _share_places(pays, ranked), _share_places(gets, ranked)
    if takers:
        each = sum(gets) // ranked.count(0)
        gets = [0 if points else each for points in ranked]
    return [got - paid for got, paid in zip(gets, pays, strict=True)]


def _list_words(rules: Trischaken, points: tuple[int, ...], forehand: int) -> frozenset[str]:
    """Every word of `when` that holds."""
    most = max(points)
    leaders = points.count(most)
    words = {f"gleich_{leaders}", f"jungfrauen_{points.count(0)}"}
    if points[forehand] == most:
        words.add("forehand")
    if rules.buergermeister is not None and most >= rules.buergermeister:
        words.add("buergermeister")
    if points.count(0) == len(SEATS) - 1:
        words.add("alle_stiche")
    return frozenset(words)


def is_all_for_jungfrauen(rules: Trischaken, points: tuple[int, ...], row: TrischakenRow) -> bool:
    """Tell if players without a trick take all that is paid; a row that names them says itself what they get."""
    return 0 < points.count(0) <= rules.jungfrauen and not any(
        word == "alle_stiche" or word.startswith("jungfrauen") for word in row.when
    )


def _share_places(parts: list[int], ranked: list[int]) -> list[int]:
    """Equal points pool what their places pay (or get), each an equal part."""
    shared = []
    for own in ranked:
        pool = [part for part, points in zip(parts, ranked, strict=True) if points == own]
        shared.append(sum(pool) // len(pool))
    return shared


def is_shared_by_equals(points: tuple[int, ...], row: TrischakenRow) -> bool:
    """Tell if players with equal points share anything."""
    if row.written_out:
        return all(place < 0 for place in row.places[: points.count(max(points))])
    if len({*points}) == len(SEATS):
        return False
    ranked, places = sorted(points, reverse=True), row.places
    return any(ranked[rank] == ranked[rank + 1] and places[rank] != places[rank + 1] for rank in range(len(SEATS) - 1))


def is_paid_by_one_of_equals(points: tuple[int, ...], row: TrischakenRow) -> bool:
    """Tell if a row of its own lets the first of the players with the most points pay, and the other ones not."""
    first, *rest = row.places[: points.count(max(points))]
    return row.written_out and first < 0 <= min(rest)


def find_renonce_row(rules: Trischaken, offender: int, forehand: int) -> tuple[TrischakenRow, Amounts]:
    """The row of a Renonce in Trischaken and what it pays: the offender the first place, the others the rest."""
    words = {"renonce", "forehand"} if offender == forehand else {"renonce"}
    row = next(row for row in rules.renonce if row.when <= words)
    paid, each = row.places[0], row.places[1]
    first, second, third, fourth = (paid if seat == offender else each for seat in SEATS)
    return row, (first, second, third, fourth)


def round_shares(shares: Amounts) -> Amounts:
    """Round down to whole points what one player pays one other, each paying every receiver his part.

    >>> round_shares((-9, -3, 9, 3))
    (-6, 0, 6, 0)
    """
    received = sum(share for share in shares if share > 0)
    amounts = [0, 0, 0, 0]
    for payer, paid in enumerate(shares):
        for getter, got in enumerate(shares):
            if paid < 0 < got:
                whole = -paid * got // (received * SIXTHS) * SIXTHS
                amounts[payer] -= whole
                amounts[getter] += whole
    return amounts[0], amounts[1], amounts[2], amounts[3]


# The ending of a Trischaken without card points: who lost, who has no trick, who is Bürgermeister; and what it pays.
#
# An ending stands for all card points that end so. Where all of them pay the same, it says enough; some of them pay
# then for all, so that there is one way to settle a Trischaken. Where they do not, only card points tell.

Points = tuple[int, int, int, int]  # thirds, by seat
Sizes = tuple[int, ...]  # how many players have equal points, from most to fewest
# Every ranking of four players with equals: each seat's place from 0 on, those with fewest equals first.
RANKINGS = sorted(
    (places for places in product(SEATS, repeat=4) if {*places} == {*range(max(places) + 1)}),
    key=max,
    reverse=True,
)


class Ending(NamedTuple):
    """The ending of a Trischaken: seats in ascending order."""

    losers: tuple[int, ...]
    jungfrauen: tuple[int, ...] = ()
    buergermeister: int | None = None

    def turn(self, by: int) -> "Ending":
        """The same ending with everybody so many seats further."""
        losers, jungfrauen = (tuple(sorted((seat + by) % 4 for seat in seats)) for seats in self[:2])
        mayor = self.buergermeister
        return Ending(losers, jungfrauen, None if mayor is None else (mayor + by) % 4)


def read_ending(play: Play) -> Ending:
    """Return the ending that a play names; who is not named has not lost."""
    return Ending(play.losers or (), play.jungfrauen or (), play.buergermeister)


def get_card_points(record: HandRecord, sheet: Sheet) -> tuple[int, ...]:
    """Return the card points of a valid Trischaken, or some that end as its record says."""
    play = record.plays[0]
    if isinstance(play.points, tuple):
        return play.points
    points = find_points(read_ending(play), sheet, record.forehand or 0)
    if points is None:
        raise ValueError(play)
    return points


def has_jungfrauen(rules: Trischaken) -> bool:
    """Tell if it matters on a sheet who has no trick."""
    words = {word for row in rules.rows for word in row.when}
    return rules.jungfrauen > 0 or any(word == "alle_stiche" or word.startswith("jungfrauen") for word in words)


def has_buergermeister(rules: Trischaken) -> bool:
    """Tell if it matters on a sheet who has the game."""
    return any("buergermeister" in row.when for row in rules.rows)


def find_ending(points: tuple[int, ...], sheet: Sheet, forehand: int) -> Ending:
    """Return what a sheet asks of these card points, where it does not ask for the points themselves."""
    rules = sheet.trischaken
    most = max(points)
    is_mayor = has_buergermeister(rules) and most >= (rules.buergermeister or 0) and points.count(most) == 1
    jungfrauen = tuple(seat for seat in SEATS if not points[seat]) if has_jungfrauen(rules) else ()
    return Ending(list_payers(rules, points, forehand), jungfrauen, points.index(most) if is_mayor else None)


def find_points(ending: Ending, sheet: Sheet, forehand: int) -> Points | None:
    """Return some card points that end so; None where there are none, or where not all of them pay the same."""
    points = _list_points(sheet).get(ending.turn(-forehand))
    if points is None:
        return None
    first, second, third, fourth = (points[(seat - forehand) % 4] for seat in SEATS)
    return first, second, third, fourth


def list_endings(sheet: Sheet, forehand: int) -> list[Ending]:
    """List every ending that says what a sheet pays."""
    return [ending.turn(forehand) for ending, points in _list_points(sheet).items() if points is not None]


def is_possible(ending: Ending, sheet: Sheet, forehand: int) -> bool:
    """Tell if some card points end so."""
    return ending.turn(-forehand) in _list_points(sheet)


@lru_cache(maxsize=64)
def _list_points(sheet: Sheet) -> dict[Ending, Points | None]:
    """Every ending under a sheet, seat 0 being the forehand, with card points that pay for it; None: they differ."""
    by_ending: dict[Ending, dict[Amounts, Points]] = {}
    for points in _generate_points(sheet) if sheet.trischaken.rows else ():
        _row, shares = settle(sheet.trischaken, points, 0)
        for ending in _name_endings(points, sheet):
            by_ending.setdefault(ending, {}).setdefault(shares, points)
    return {
        ending: next(iter(paid.values())) if len(paid) == 1 else None
        for ending, paid in by_ending.items()
        if ending.losers
    }


def _name_endings(points: Points, sheet: Sheet) -> set[Ending]:
    """Return what may be said of these points: who takes all tricks is Bürgermeister, said or not."""
    ending = find_ending(points, sheet, 0)
    return {ending, ending._replace(buergermeister=None)} if len(ending.jungfrauen) == 3 else {ending}


def carry_record(record: HandRecord, own: Sheet, other: Sheet) -> tuple[HandRecord, list[Problem]]:
    """Return a valid record as another sheet can score it; who lost is said of its own sheet.

    The record stays where that means the same on both. Else all card points that end so under its own sheet must pay
    the same there: some of them then stand in the record.
    """
    play, contract = record.plays[0], other.contracts.get(record.plays[0].contract)
    if play.losers is None or record.renonce is not None or contract is None or not contract.is_trischaken:
        return record, []
    forehand = record.forehand or 0
    ending = read_ending(play).turn(-forehand)
    if _is_same_ending(ending, own, other):
        return record, []
    points = _find_common_points(ending, own, other)
    plain = play._replace(losers=None, jungfrauen=None, buergermeister=None)
    if points is None:
        names = (("contract", contract.names), ("sheet", other.names))
        return record._replace(plays=(plain,)), [Problem("plays/0/points", "points_needed", names)]
    turned = tuple(points[(seat - forehand) % 4] for seat in SEATS)
    return record._replace(plays=(plain._replace(points=turned),)), []


@lru_cache(maxsize=1024)
def _is_same_ending(ending: Ending, own: Sheet, other: Sheet) -> bool:
    """Tell if all that ends so under a sheet ends so under another one too, and is paid there by that."""
    candidates = _list_candidates(ending, own, other)
    is_paid = bool(candidates) and find_points(ending, other, 0) is not None
    return is_paid and all(ending in _name_endings(points, other) for points in candidates)


def _list_candidates(ending: Ending, own: Sheet, other: Sheet) -> list[Points]:
    """List card points that end so under a sheet, everything that another one tells apart among them."""
    if own.total != other.total:
        return []
    return [points for points in _generate_points(own, other) if ending in _name_endings(points, own)]


@lru_cache(maxsize=1024)
def _find_common_points(ending: Ending, own: Sheet, other: Sheet) -> Points | None:
    """Return points that end so under a sheet, if all of them pay the same under another one."""
    candidates = _list_candidates(ending, own, other)
    paid = {settle(other.trischaken, points, 0)[1] for points in candidates}
    return candidates[0] if len(paid) == 1 else None


def _generate_points(*sheets: Sheet) -> Iterator[Points]:
    """Yield card points for every ranking, with and without a Jungfrau, on each side of the sheets' Bürgermeister."""
    unit = BLATT if any(sheet.whole for sheet in sheets) else 1
    deck, mayors = sheets[0].total // unit, {sheet.trischaken.buergermeister for sheet in sheets} - {None}
    limits = [1, *sorted(min(-(-(mayor or 0) // unit), deck + 1) for mayor in mayors), deck + 1]
    for ranking in RANKINGS:
        sizes = tuple(ranking.count(place) for place in range(max(ranking) + 1))
        for highest in map(range, limits, limits[1:]):
            for values in (_find_values(sizes, deck, highest), _find_values(sizes[:-1], deck, highest)):
                if values is not None:
                    first, second, third, fourth = ((*values, 0)[place] * unit for place in ranking)
                    yield first, second, third, fourth


@lru_cache(maxsize=256)
def _find_values(sizes: Sizes, total: int, highest: range) -> tuple[int, ...] | None:
    """Return falling values, each for so many players, that add up to the total; None where there are none.

    >>> _find_values((2, 1), 70, range(1, 71)), _find_values((3,), 70, range(1, 71))
    ((24, 22), None)
    """
    if not sizes:
        return () if not total else None
    first, *rest = sizes
    for value in highest:
        left = total - first * value
        if 0 <= left <= sum(rest) * (value - 1):
            values = _find_values(tuple(rest), left, range(1, value))
            if values is not None:
                return value, *values
    return None
