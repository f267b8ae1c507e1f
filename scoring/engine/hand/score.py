"""The score of a hand: every item of a record times its multipliers, line by line (house-rules.md, settlement)."""

from scoring.engine.hand.negative import build_negative_lines
from scoring.engine.hand.outcome import LEAST_KONTRA, get_hand_kontra
from scoring.engine.hand.positive import build_positive_lines
from scoring.engine.hand.record import HandRecord
from scoring.engine.hand.renonce import build_renonce_lines
from scoring.engine.hand.score_lines import NOTHING, Amounts, Score, add_lines
from scoring.engine.hand.trischaken import build_trischaken_lines
from scoring.engine.hand.trischaken_ending import get_card_points
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.problems import Warned


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
