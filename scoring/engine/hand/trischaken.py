"""Trischaken: the first row of the sheet's table whose words all hold, from most to fewest points."""

from scoring.engine.hand.record import SEATS, HandRecord
from scoring.engine.hand.score_lines import Amounts, Cause, Factors, ScoreLine
from scoring.engine.house_rules.sheet import Contract, Sheet, Trischaken, TrischakenRow
from scoring.engine.points import SIXTHS

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
