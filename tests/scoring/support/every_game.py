"""For every contract of a sheet, the fields of a hand that is valid."""

from collections.abc import Iterable

from scoring.book.hand_form import build_record
from scoring.engine.hand.check import check, merge_problems
from scoring.engine.hand.reader import parse
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.points import BLATT
from tests.scoring.engine.support.built_in import rules_of
from tests.scoring.support.pages import FormFields


def sheets() -> Iterable[tuple[str, dict[str, bool]]]:
    """Every built-in sheet with every choice of its options."""
    for sheet_id in BUILT_IN:
        rules = rules_of(sheet_id)
        for chosen in rules.list_choices():
            yield sheet_id, chosen


def fields_of(contract: Contract, sheet: Sheet, forehand: int, at: int = 0) -> FormFields:
    """The fields of a plain hand: won by whoever may play it, with the player opposite where there is a partner."""
    prefix = f"p{at}-"
    declarer = forehand if contract.by == "forehand" else (forehand + 1 + at) % 4
    posted = {f"{prefix}contract": contract.id}
    if contract.is_trischaken:
        part = sheet.total // BLATT // 4
        points = [part, part, part, sheet.total // BLATT - 3 * part]
        return posted | {f"{prefix}points-{seat}": str(amount) for seat, amount in enumerate(points)}
    if contract.by != "forehand":
        posted[f"{prefix}declarer"] = str(declarer)
    if contract.partner is not None:
        posted[f"{prefix}partner"] = str((declarer + 2) % 4)
    posted[f"{prefix}result"] = "won"
    for premium in contract.needs[:1]:
        posted[f"prem-{premium}-declarer"] = "announced"
    return posted


def hand_of(contract: Contract, sheet: Sheet, forehand: int) -> FormFields:
    """The fields of a hand in which this contract is played, beside another where it must be."""
    if not contract.only_bei:
        return fields_of(contract, sheet, forehand)
    company = sheet.contracts[min(contract.only_bei)]
    return fields_of(company, sheet, forehand) | fields_of(contract, sheet, forehand, at=1)


def codes(posted: FormFields, sheet: Sheet, forehand: int) -> list[str]:
    """The codes of what is wrong with a posted hand."""
    record, problems = parse({**build_record(posted, sheet, forehand), "forehand": forehand})
    assert record is not None
    return [problem.code for problem in merge_problems(problems, check(record, sheet))]
