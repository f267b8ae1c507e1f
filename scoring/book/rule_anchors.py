"""The row of the Speiszettel that explains a line of a hand's score."""

from scoring.engine.hand.score_lines import Cause, Score
from scoring.engine.house_rules.sheet import Sheet


def find_anchor(cause: Cause, sheet: Sheet) -> str:
    """Return the anchor of the rule behind a payment: `contract-dreier`, `premium-pagat`, `trischaken`, `renonce`."""
    if cause.kind == "premium":
        return f"premium-{cause.item}"
    contract = sheet.contracts.get(cause.item)
    if contract is not None and contract.is_trischaken:
        return "trischaken"
    return f"contract-{cause.item}" if cause.kind == "contract" else "renonce"


def find_first_anchor(score: Score) -> str:
    """Return the anchor of the rule of a whole hand: that of its first line."""
    return find_anchor(score.lines[0].cause, score.sheet)
