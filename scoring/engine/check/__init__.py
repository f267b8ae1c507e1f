"""All that can be wrong with a record under a sheet, as values: small checks in tables, nothing stops at the first."""

from scoring.engine.check.hand import BEI_CHECKS, HAND_CHECKS
from scoring.engine.check.plays import PLAY_CHECKS
from scoring.engine.check.premiums import FIRST_PREMIUM_CHECKS, PREMIUM_CHECKS
from scoring.engine.problems import Problem
from scoring.engine.record import HandRecord
from scoring.engine.sheet import Sheet

# What a record cannot be blamed for while something beside it could not be read.
_ABSENT = frozenset(("no_plays", "result_missing", "points_missing", "partner_missing", "premium_missing"))


def check(record: HandRecord, sheet: Sheet) -> list[Problem]:
    """All problems of a record that could be read, in the order of the record."""
    problems: list[Problem] = []
    for hand_check in HAND_CHECKS:
        problems += hand_check(record, sheet)
    if len(record.plays) > 1:
        for bei_check in BEI_CHECKS:
            problems += bei_check(record, sheet)
    for at, play in enumerate(record.plays):
        contract = sheet.contracts.get(play.contract)
        if contract is None:
            names = (("contract", play.contract[:60]), ("sheet", sheet.name))
            problems.append(Problem(f"plays/{at}/contract", "unknown_contract", names))
            continue
        for play_check in PLAY_CHECKS:
            problems += play_check(record, play, contract, sheet, at)
    return problems + _premiums(record, sheet) if record.premiums and record.plays else problems


def _premiums(record: HandRecord, sheet: Sheet) -> list[Problem]:
    problems: list[Problem] = []
    contract = sheet.contracts.get(record.plays[0].contract)
    for at, one in enumerate(record.premiums):
        if one.premium not in sheet.premiums:
            names = (("premium", one.premium[:60]), ("sheet", sheet.name))
            problems.append(Problem(f"premiums/{at}/premium", "unknown_premium", names))
        elif contract is not None:
            for premium_check in PREMIUM_CHECKS if at else FIRST_PREMIUM_CHECKS:
                problems += premium_check(record, one, contract, sheet, at)
    return problems


def merged(unread: list[Problem], checked: list[Problem]) -> list[Problem]:
    """Problems of reading and of checking together, without those that only follow from what could not be read."""
    if not unread:
        return checked
    paths = [problem.path for problem in unread]
    return unread + [problem for problem in checked if not _follows(problem, paths)]


def _follows(problem: Problem, paths: list[str]) -> bool:
    entry = problem.path.partition("/")[0] if problem.code == "no_plays" else "/".join(problem.path.split("/")[:2])
    return any(
        problem.path == path
        or problem.path.startswith(f"{path}/")
        or (problem.code in _ABSENT and path.startswith((entry, "premiums")))
        for path in paths
    )
