"""The dearest hand of a sheet: the most that one player can get or pay, a bound for what somebody may claim."""

from collections.abc import Iterator
from functools import lru_cache

from scoring.engine.hand.games import build_positive_lines
from scoring.engine.hand.record import HandRecord, Play, RecordedPremium
from scoring.engine.hand.score_lines import sum_rows
from scoring.engine.house_rules.sheet import Contract, Sheet

RADL, STACKED = 2, 8
ALONE, BESIDE = 3, 2  # a lone declarer is paid by three; in two further games beside his own by one each


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
