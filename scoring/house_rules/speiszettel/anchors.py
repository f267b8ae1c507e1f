"""From a line of a hand's score to the row of the Speiszettel that it follows."""

from scoring.engine.hand.score_lines import Cause, Score
from scoring.engine.house_rules.sheet import Sheet


def find_anchor(cause: Cause, sheet: Sheet) -> str:
    """The anchor of the rule by which a line is paid: `contract-dreier`, `premium-pagat`, `trischaken`, `renonce`."""
    if cause.kind == "premium":
        return f"premium-{cause.item}"
    contract = sheet.contracts.get(cause.item)
    if contract is not None and contract.is_trischaken:
        return "trischaken"
    return f"contract-{cause.item}" if cause.kind == "contract" else "renonce"


def find_first_anchor(score: Score) -> str:
    """The rule that a whole hand is about: that of its first line."""
    return find_anchor(score.lines[0].cause, score.sheet)
