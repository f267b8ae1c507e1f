"""Premiums that the card points of a hand show and its record does not have: a silent Sack, an Absolut."""

from collections.abc import Iterator

from scoring.engine.hand.check import check
from scoring.engine.hand.record import HandRecord, RecordedPremium
from scoring.engine.hand.score import compute_payout
from scoring.engine.hand.score_lines import Amounts
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Warned

SIDES = ("declarer", "defence")


def find_unrecorded(record: HandRecord, sheet: Sheet, paid: Amounts) -> Iterator[Warned]:
    """Warn of each silent premium that the points reach, and that would change what the hand pays.

    >>> from scoring.engine.house_rules.library import load_built_in
    >>> from scoring.engine.hand.record import Play
    >>> record, sheet = HandRecord((Play("dreier", 0, points=150),)), load_built_in("treffpunkt").build_sheet()
    >>> [dict(warned.params)["premium"] for warned in find_unrecorded(record, sheet, (90, -30, -30, -30))]
    ['sack_1']
    """
    points = record.plays[0].points
    if record.renonce is not None or not isinstance(points, int):
        return
    forms = sheet.contracts[record.plays[0].contract].forms
    for premium in sheet.premiums.values():
        for side in SIDES if premium.points is not None and (premium.id, False) in forms else ():
            own = points if side == "declarer" else sheet.total - points
            if own < (premium.points or 0) or any(_is_same(recorded, premium.id, side) for recorded in record.premiums):
                continue
            whole = record._replace(premiums=(*record.premiums, RecordedPremium(premium.id, side)))
            if not check(whole, sheet) and compute_payout(whole, sheet).payouts != paid:
                yield Warned("premium_unrecorded", (("premium", premium.id),))


def _is_same(recorded: RecordedPremium, premium: str, side: str) -> bool:
    return (recorded.premium, recorded.side) == (premium, side)
