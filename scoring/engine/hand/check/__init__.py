"""All that can be wrong with a record under a sheet, as values: small checks, nothing stops at the first."""

from scoring.engine.hand.check.hand import find_hand_problems
from scoring.engine.hand.check.plays import play_problems
from scoring.engine.hand.check.premiums import find_premium_problems
from scoring.engine.hand.record import HandRecord
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Problem

# What a problem (by its sentence) looks at; a field that could not be read has its default there.
_ENDING = ("losers", "jungfrauen", "buergermeister", "forehand")
_LOOKS_AT = {
    "result_missing": ("result", "points", "tricks"),
    "points_missing": ("points",),
    "losers_or_points": ("points", "losers", "jungfrauen", "buergermeister"),
    "losers_missing": ("losers",),
    "points_needed": _ENDING,
    "loser_is_jungfrau": _ENDING,
    "buergermeister_not_alone": _ENDING,
    "losers_impossible": _ENDING,
    "losers_or_buergermeister": _ENDING,
    "partner_missing": ("partner", "king_in_talon"),
    "premium_missing": ("premiums", "premium", "announced", "side"),
    "result_contradicts": ("kontra", "kontra_by", "partner", "king_in_talon"),
    "premium_contradicts": ("side", "won", "announced"),
    "concede_needs_talon": ("king_in_talon",),
    "concede_with_premium": ("announced", "side"),
    "bei_required": ("contract",),
    "premium_not_silent": ("announced",),
    "kontra_on_silent": ("announced",),
    "silent_lost": ("announced",),
    "premium_points": ("won", "side"),
    "premium_twice": ("side",),
    "premium_won_by_both": ("won",),
    "needs_kontra": ("kontra", "kontra_by", "partner"),
    "premium_beside_kontra": ("kontra", "kontra_by", "partner"),
    "premium_excluded_announced": ("announced",),
    "premium_missed": ("announced", "won", "side"),
}


def check(record: HandRecord, sheet: Sheet) -> list[Problem]:
    """Return all problems of a record that could be read, in the order of the record."""
    problems = find_hand_problems(record, sheet)
    for index, play in enumerate(record.plays):
        contract = sheet.contracts.get(play.contract)
        if contract is None:
            names = (("contract", play.contract[:60]), ("sheet", sheet.names))
            problems.append(Problem(f"plays/{index}/contract", "unknown_contract", names))
        else:
            problems += play_problems(record, play, contract, sheet, index)
    if record.premiums:
        _check_premiums(record, sheet, problems)
    return problems


def _check_premiums(record: HandRecord, sheet: Sheet, problems: list[Problem]) -> None:
    contract = sheet.contracts.get(record.plays[0].contract) if record.plays else None
    for index, claimed in enumerate(record.premiums):
        premium = sheet.premiums.get(claimed.premium)
        if premium is None:
            names = (("premium", claimed.premium[:60]), ("sheet", sheet.names))
            problems.append(Problem(f"premiums/{index}/premium", "unknown_premium", names))
        elif contract is not None:
            problems += find_premium_problems(record, claimed, premium, contract, sheet, index)


def merge_problems(unread: list[Problem], checked: list[Problem]) -> list[Problem]:
    """Problems of reading and of checking together, without those that only follow from what could not be read."""
    if not unread:
        return checked
    paths = [problem.path for problem in unread]
    return unread + [problem for problem in checked if not _is_consequence(problem, paths)]


def _is_consequence(problem: Problem, paths: list[str]) -> bool:
    looks_at = _LOOKS_AT.get(problem.text or problem.code, ())
    return any(
        problem.path == path
        or problem.path.startswith(f"{path}/")
        or path.rpartition("/")[2] in looks_at
        or ("premiums" in looks_at and path.startswith("premiums"))
        for path in paths
    )
