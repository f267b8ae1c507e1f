"""Checks of a hand as a whole: how many plays, Radl, options, Renonce."""

from collections.abc import Iterable

from scoring.engine.hand.record import MOST_TRICKS, SEATS, HandRecord, Renonce
from scoring.engine.hand.score import compute_highest_payout
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.points import print_amount
from scoring.engine.problems import Problem

_NONE: tuple[Problem, ...] = ()


def check_options(record: HandRecord, sheet: Sheet) -> Iterable[Problem]:
    """Every option is one of the sheet's."""
    return [
        Problem(f"options/{name[:60]}", "unknown_option", (("option", name[:60]), ("sheet", sheet.names)))
        for name, _ in record.options
        if name not in sheet.options
    ]


def check_options_together(sheet: Sheet) -> Iterable[Problem]:
    """No two options are on that exclude each other."""
    clash = sheet.find_clash({})
    if clash is None:
        return _NONE
    option, other = clash
    return (Problem(f"options/{other.id}", "options_exclude", (("option", option.names), ("other", other.names))),)


def check_claims(renonce: Renonce, sheet: Sheet) -> Iterable[Problem]:
    """Nobody claims from themselves, and nobody more than the sheet lets anybody claim."""
    return [
        problem
        for seat, claimed in renonce.claims
        for problem in _claim(f"renonce/claims/{seat}", claimed, sheet, of_offender=seat == renonce.seat)
    ]


def _claim(path: str, claimed: int, sheet: Sheet, *, of_offender: bool) -> Iterable[Problem]:
    if of_offender:
        return (Problem(path, "claim_of_offender"),)
    if sheet.claims is None or not claimed:
        return _NONE
    if sheet.claims == "none":
        return (Problem(path, "no_claims", (("sheet", sheet.names),)),)
    most = compute_highest_payout(sheet)
    return _NONE if claimed <= most else (Problem(path, "claim_too_high", (("most", print_amount(most)),)),)


def check_bei(record: HandRecord, sheet: Sheet) -> Iterable[Problem]:
    """Several plays are negative games of other declarers that may stand side by side (-bei, settlement 7)."""
    problems: list[Problem] = []
    contracts = [sheet.contracts.get(play.contract) for play in record.plays]
    for index, contract in enumerate(contracts[1:], 1):
        for before, other in enumerate(contracts[: min(index, len(SEATS))]):  # a fifth repeats a declarer of these
            if contract is not None and other is not None:
                problems += _check_pair(contract, other, index)
            if record.plays[index].declarer == record.plays[before].declarer >= 0:
                problems.append(Problem(f"plays/{index}/declarer", "bei_same_declarer"))
    return list(dict.fromkeys(problems))


def _check_pair(contract: Contract, other: Contract, index: int) -> Iterable[Problem]:
    if not (contract.is_negative and other.is_negative):
        return (Problem(f"plays/{index}/contract", "bei_not_negative"),)
    if contract.may_stand_beside(other):
        return _NONE
    names = (("contract", contract.names), ("other", other.names))
    return (Problem(f"plays/{index}/contract", "bei_not_equal", names),)


def check_bei_tricks(record: HandRecord, sheet: Sheet) -> Iterable[Problem]:
    """The tricks of several negative games together are at most twelve (settlement 7)."""
    tricks = 0
    for play in record.plays:
        contract = sheet.contracts.get(play.contract)
        if isinstance(play.tricks, int):
            tricks += play.tricks
        elif contract is not None and play.result == "won":
            tricks += contract.tricks or 0
    return (Problem("plays", "tricks_too_many", (("most", MOST_TRICKS),)),) if tricks > MOST_TRICKS else _NONE


def find_hand_problems(record: HandRecord, sheet: Sheet) -> list[Problem]:
    """Return all problems of a hand as a whole; a check is asked only where it can find something."""
    problems = [] if record.plays else [Problem("plays", "no_plays")]
    if record.options:
        problems += check_options(record, sheet)
        problems += check_options_together(sheet)
    if record.radl is not None and record.radl > 2 and not sheet.radl_stacks:
        # More than double only where Radln stack (house-rules.md, settlement 11).
        problems.append(Problem("radl", "radl_not_stacking", (("sheet", sheet.names),)))
    if record.renonce is not None:
        problems += check_claims(record.renonce, sheet)
    if len(record.plays) > 1:
        problems += check_bei(record, sheet)
        if record.renonce is None:
            problems += check_bei_tricks(record, sheet)
    return problems
