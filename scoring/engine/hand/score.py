"""The score of a hand, line by line: every item times its multipliers, or what a breach costs (house-rules.md).

Also the dearest hand of a sheet, a bound for what somebody may claim.
"""

from collections.abc import Iterator
from functools import lru_cache

from scoring.engine.hand.games import (
    LEAST_KONTRA,
    UNITS,
    DecidingEntry,
    PositiveEntry,
    Worth,
    build_cause,
    build_game_entry,
    build_negative_lines,
    build_positive_lines,
    build_premium_entry,
    compute_worth,
    get_hand_kontra,
    has_needed_premium,
    list_deciding_premiums,
    list_kontras,
    multiply_units,
    pair_worth,
)
from scoring.engine.hand.record import SEATS, HandRecord, Play, RecordedPremium, Renonce
from scoring.engine.hand.score_lines import NOTHING, Amounts, Cause, Score, ScoreLine, add_lines, pay_one, sum_rows
from scoring.engine.hand.trischaken import (
    MARKS,
    build_trischaken_line,
    build_trischaken_lines,
    find_renonce_row,
    get_card_points,
)
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.problems import Warned

RADL, STACKED = 2, 8  # the most that a Radl, and several of them, multiply by
ALONE, BESIDE = 3, 2  # a lone declarer is paid by three; in two further games beside his own by one each


def build_renonce_lines(record: HandRecord, renonce: Renonce, sheet: Sheet) -> list[ScoreLine]:
    """The lines of a Renonce: game, announced premiums, claims."""
    contract = sheet.contracts[record.plays[0].contract]
    if contract.is_trischaken:
        lines = _settle_trischaken(record, renonce, sheet, contract)
    elif contract.is_negative:
        lines = [_settle_negative(record, renonce, play, sheet) for play in record.plays]
    else:
        lines = _settle_positive(record, renonce, sheet, contract)
    for seat, claimed in renonce.claims:
        amounts = pay_one(seat, renonce.seat, claimed)
        lines.append(ScoreLine(Cause("claim", "claim", claimed, opponent=seat), amounts, amounts))
    return lines


def _settle_trischaken(record: HandRecord, renonce: Renonce, sheet: Sheet, contract: Contract) -> list[ScoreLine]:
    row, shares = find_renonce_row(sheet.trischaken, renonce.seat, record.forehand or 0)
    marks = tuple(word for word in MARKS if word in row.when)
    return [build_trischaken_line(record, sheet, contract, shares, marks, "renonce", row)]


def _settle_negative(record: HandRecord, renonce: Renonce, play: Play, sheet: Sheet) -> ScoreLine:
    """The declarer gets the sum over his opponents' factors, an opponent his own factor's worth."""
    contract = sheet.contracts[play.contract]
    by_seat = list_kontras(play)
    opponents = [seat for seat in SEATS if seat != play.declarer]
    paid = {seat: pair_worth(play, contract, sheet, record.radl or 1, by_seat[seat], "renonce") for seat in opponents}
    top = max(paid.values(), key=lambda pair_paid: pair_paid.money)
    cause = Cause(play.contract, "renonce", contract.value, None, top.factors, top.marks, declarer=play.declarer)

    def compute_due(seat: int, written: bool) -> int:
        each = {other: pair_paid.written if written else pair_paid.money for other, pair_paid in paid.items()}
        if seat != play.declarer:
            return each[seat]
        return sum(each.values()) if sheet.renonce_alone > 1 else each[renonce.seat]

    if sheet.blame_side:
        money, written = (_settle_side_negative(renonce, play, paid, on_paper) for on_paper in (False, True))
    else:
        money = _make_good(renonce.seat, {seat: compute_due(seat, False) for seat in SEATS if seat != renonce.seat})
        written = _make_good(renonce.seat, {seat: compute_due(seat, True) for seat in SEATS if seat != renonce.seat})
    return ScoreLine(cause, money, written)


def _settle_side_negative(renonce: Renonce, play: Play, paid: dict[int, Worth], written: bool) -> Amounts:
    """The offender's side has lost: the declarer, or all his opponents."""
    sign = -1 if renonce.seat == play.declarer else 1
    amounts = [0, 0, 0, 0]
    for seat, pair_paid in paid.items():
        value = sign * (pair_paid.written if written else pair_paid.money)
        amounts[seat] -= value
        amounts[play.declarer] += value
    return amounts[0], amounts[1], amounts[2], amounts[3]


def _make_good(offender: int, dues: dict[int, int]) -> Amounts:
    """Everybody gets his due from the offender.

    >>> _make_good(1, {0: 6, 2: 6, 3: 18})
    (6, -30, 6, 18)
    """
    first, second, third, fourth = (-sum(dues.values()) if seat == offender else dues[seat] for seat in SEATS)
    return first, second, third, fourth


def _settle_positive(record: HandRecord, renonce: Renonce, sheet: Sheet, contract: Contract) -> list[ScoreLine]:
    birds = _list_unnamed_birds(record, renonce, sheet, contract)
    recorded_premiums = (*record.premiums, *birds)
    announced = record._replace(premiums=tuple(recorded for recorded in recorded_premiums if recorded.announced))
    premiums = list_deciding_premiums(announced, contract, beside=sheet.renonce_beside)
    deciding = tuple(premium._replace(won=True) for premium in premiums)
    play, radl = record.plays[0]._replace(result=None, points=None), record.radl or 1  # how it ended is no matter
    game = build_game_entry(play, contract, True, "renonce")
    entries = [game]
    for recorded in recorded_premiums:
        item = contract.forms[recorded.premium, recorded.announced]
        if item.times == 1:
            entry = build_premium_entry(play, recorded, item, game, True, "renonce")
            entries.append(entry._replace(marks=("no_bird",)) if recorded in birds else entry)
    return [_build_line(entry, deciding, play, renonce.seat, radl, sheet) for entry in entries]


def _list_unnamed_birds(
    record: HandRecord, renonce: Renonce, sheet: Sheet, contract: Contract
) -> tuple[RecordedPremium, ...]:
    """Return the bird that counts as announced where the declarer has bid one, and has none."""
    bird = sheet.renonce_bird
    is_named = not contract.needs or has_needed_premium(record, contract)
    if bird is None or is_named or renonce.seat != record.plays[0].declarer or (bird, True) not in contract.forms:
        return ()
    return (RecordedPremium(bird, "declarer", announced=True),)


def _build_line(
    entry: PositiveEntry, deciding: tuple[DecidingEntry, ...], play: Play, offender: int, radl: int, sheet: Sheet
) -> ScoreLine:
    """Return what everybody else gets for one item: as if they had won it, the lone declarer three times."""
    contract, is_game = sheet.contracts[play.contract], entry.item.premium is None
    won = compute_worth(entry, deciding, radl, sheet)
    counts = entry.item.renonce[entry.kontrad] and (is_game or entry.item.key[1])
    if not counts:
        won = Worth(0, 0, (*won.factors, ("renonce", 0)), won.marks)
    lost = won
    if is_game and counts and contract.lost != contract.value:
        lost_entry = entry._replace(value=contract.lost)
        lost = compute_worth(lost_entry, deciding, radl, sheet)
        won = won._replace(marks=(*won.marks, "lost_worth"))
    cause = build_cause(entry, won, None)
    if sheet.blame_side:
        declarer_wins = offender not in play.side
        paid = won if declarer_wins or not is_game else lost
        if entry.between is not None:
            getter, payer = entry.between if (entry.side == "declarer") == declarer_wins else entry.between[::-1]
            return ScoreLine(cause, pay_one(getter, payer, paid.money), pay_one(getter, payer, paid.written))
        units, sign = UNITS[play.declarer, play.partner], 1 if declarer_wins else -1
        return ScoreLine(cause, multiply_units(units, sign * paid.money), multiply_units(units, sign * paid.written))
    seats = _find_entitled(entry, offender)
    alone = sheet.renonce_alone if play.partner is None and entry.between is None else 1
    money = _compute_dues(seats, play, alone, won.money, lost.money)
    written = _compute_dues(seats, play, alone, won.written, lost.written)
    return ScoreLine(cause, _make_good(offender, money), _make_good(offender, written))


def _find_entitled(entry: PositiveEntry, offender: int) -> dict[int, bool]:
    """Tell for everybody else if they play for an item: everybody, or only the two between whom it is paid."""
    return {seat: entry.between is None or seat in entry.between for seat in SEATS if seat != offender}


def _compute_dues(entitled: dict[int, bool], play: Play, alone: int, won: int, lost: int) -> dict[int, int]:
    """Return what everybody else is due, the declarer `alone` times."""
    return {
        seat: 0 if not his else won * alone if seat == play.declarer else won if seat == play.partner else lost
        for seat, his in entitled.items()
    }


def score(record: HandRecord, sheet: Sheet) -> Score:
    """Score a valid record; its payouts add up to 0, and so does every line.

    >>> from scoring.engine.house_rules.library import load_built_in
    >>> from scoring.engine.hand.record import Play
    >>> score(HandRecord((Play("rufer", 0, 2, result="won"),)), load_built_in("treffpunkt").build_sheet()).payouts
    (6, -6, 6, -6)
    """
    contract = sheet.contracts[record.plays[0].contract]
    if record.renonce is not None:
        lines = build_renonce_lines(record, record.renonce, sheet)
    elif contract.is_trischaken:
        lines = build_trischaken_lines(record, sheet, contract, get_card_points(record, sheet))
    elif contract.is_negative:
        lines = build_negative_lines(record, sheet)
    else:
        lines = build_positive_lines(record, sheet, contract)
    payouts, written = add_lines(lines)
    deals = _find_radl_deals(record, sheet, contract, payouts) if sheet.radl_after else None
    warnings = _list_warnings(record, contract) if contract.should_kontra else ()
    return Score(sheet, tuple(lines), payouts, written, deals, warnings)


def _find_radl_deals(record: HandRecord, sheet: Sheet, contract: Contract, payouts: Amounts) -> int | str | None:
    """Return the length of a Radl that this hand starts; the longest where several things start one."""
    after, points = sheet.radl_after, record.plays[0].points
    started = [after[play.contract] for play in record.plays if play.contract in after]
    if "zero" in after and payouts == NOTHING:
        started.append(after["zero"])
    if record.renonce is None:
        if "equal" in after and not contract.is_negative and isinstance(points, int) and is_equal(points, sheet):
            started.append(after["equal"])
        started += [
            after[recorded.premium] for recorded in record.premiums if recorded.premium in after and recorded.won
        ]
    if not started:
        return None
    numbers = [deals for deals in started if isinstance(deals, int)]
    return max(numbers) if len(numbers) == len(started) else "round"


def is_equal(points: int, sheet: Sheet) -> bool:
    """Say whether both sides have the same card points (thirds), as the sheet counts them."""
    return sheet.convert_points(points) * 2 == sheet.total


def _list_warnings(record: HandRecord, contract: Contract) -> tuple[Warned, ...]:
    """Return what is legal but worth a second look (zwanzigerrufen §17)."""
    if record.renonce is not None or get_hand_kontra(record, contract) >= LEAST_KONTRA:
        return ()
    return tuple(
        Warned("pflichtkontra", (("premium", recorded.premium),))
        for recorded in record.premiums
        if recorded.premium in contract.should_kontra and recorded.side == "defence" and recorded.won
    )


@lru_cache(maxsize=64)
def compute_highest_payout(sheet: Sheet) -> int:
    """Compute the most (sixths) that one player gets or pays in a hand of a sheet.

    A bound: every kontra up to the limit, a Radl, the declarer alone, everything announced by both sides, all of it
    won or all of it lost; whether one deal can have all of that is not asked.
    """
    radl = STACKED if sheet.radl_stacks else RADL
    return max(most for contract in sheet.contracts.values() for most in _generate_payouts(contract, sheet, radl))


def _generate_payouts(contract: Contract, sheet: Sheet, radl: int) -> Iterator[int]:
    if contract.is_trischaken:
        rows = (*sheet.trischaken.rows, *sheet.trischaken.renonce)
        yield max(abs(place) for row in rows for place in row.places) * radl
    elif contract.is_negative:
        yield contract.value * contract.game.kontra * radl * (ALONE + BESIDE)
    else:
        for won in (True, False):
            for with_others in (True, False):  # with and without what lets other things not count
                record = _build_record(contract, sheet, radl, won=won, others=with_others)
                paid = sum_rows([line.amounts for line in build_positive_lines(record, sheet, contract)])
                yield max(abs(amount) for amount in paid)


def _build_record(contract: Contract, sheet: Sheet, radl: int, *, won: bool, others: bool) -> HandRecord:
    partner = 2 if contract.partner == "needed" else None
    play = Play(contract.id, 0, partner, result="won" if won else "lost", kontra=contract.game.kontra)
    premiums = tuple(_generate_premiums(contract, sheet, won=won, others=others))
    return HandRecord((play,), premiums, forehand=0, radl=radl)


def _generate_premiums(contract: Contract, sheet: Sheet, *, won: bool, others: bool) -> Iterator[RecordedPremium]:
    """Every premium in its dearest form: the declarer's side wins all of its own, or loses it."""
    for premium in sheet.premiums.values():
        if not others and (premium.beside is not None or premium.beside_lost is not None):
            continue
        forms = [contract.forms[key] for key in ((premium.id, True), (premium.id, False)) if key in contract.forms]
        for side in ("declarer", "defence"):
            is_made = won == (side == "declarer")
            fits = [item for item in forms if is_made or item.can_be_lost]
            if fits and premium.side in (None, side) and (side == "declarer" or not premium.once or premium.side):
                item = fits[0]
                by, giver = ((0, 1) if side == "declarer" else (1, 0)) if premium.between_players else (None, None)
                yield RecordedPremium(premium.id, side, item.key[1], is_made, item.kontra, None, by, giver)
