"""Checks of how a Trischaken ended: the card points of all four, or who lost."""

from scoring.engine.hand.record import MOST_TRICKS, NOBODY, HandRecord, Play
from scoring.engine.hand.trischaken_ending import (
    find_points,
    has_buergermeister,
    has_jungfrauen,
    is_possible,
    list_endings,
    read_ending,
)
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.points import BLATT, print_points
from scoring.engine.problems import Names, Problem

_ENDING = ("losers", "jungfrauen", "buergermeister")


def has_ending(play: Play) -> bool:
    """Tell if a play names who lost, who has no trick or who is Bürgermeister."""
    return play.losers is not None or play.jungfrauen is not None or play.buergermeister is not None


def refuse_ending(play: Play, contract: Contract, at: int) -> list[Problem]:
    """Only in Trischaken is it said who lost."""
    field = next(name for name in _ENDING if getattr(play, name) is not None)
    return [Problem(f"plays/{at}/{field}", "losers_not_allowed", (("contract", contract.names),))]


def check_trischaken(record: HandRecord, play: Play, contract: Contract, sheet: Sheet, at: int) -> list[Problem]:
    """Card points of all four, which add up, or who lost; no result (settlement 14)."""
    names = (("contract", contract.names),)
    problems = [Problem(f"plays/{at}/result", "result_not_allowed", names)] if play.result is not None else []
    if has_ending(play):
        return problems + _check_ending(record, play, contract, sheet, at)
    if play.points is None:
        text = "losers_or_points" if list_endings(sheet, 0) else ""
        return [*problems, Problem(f"plays/{at}/points", "points_missing", names, text)]
    if isinstance(play.points, int):
        return [*problems, Problem(f"plays/{at}/points", "invalid_points")]
    if sheet.whole and any(points % BLATT for points in play.points):
        problems.append(Problem(f"plays/{at}/points", "points_not_whole", (("sheet", sheet.names),)))
    if sum(play.points) != sheet.total:
        sums = (("sum", print_points(sum(play.points))), ("total", print_points(sheet.total)))
        problems.append(Problem(f"plays/{at}/points", "points_sum", sums))
    return problems if play.tricks is None else problems + _check_four_tricks(play, play.points, at)


def _check_four_tricks(play: Play, points: tuple[int, ...], at: int) -> list[Problem]:
    tricks = play.tricks
    if not isinstance(tricks, tuple):
        return [Problem(f"plays/{at}/tricks", "invalid_tricks")]
    if sum(tricks) > MOST_TRICKS:
        return [Problem(f"plays/{at}/tricks", "tricks_too_many", (("most", MOST_TRICKS),))]
    if any((taken == 0) != (own == 0) for taken, own in zip(tricks, points, strict=True)):
        return [Problem(f"plays/{at}/tricks", "tricks_contradict")]
    return []


def _check_ending(record: HandRecord, play: Play, contract: Contract, sheet: Sheet, at: int) -> list[Problem]:
    """Named losers stand alone, and say what the sheet pays."""
    path, sheet_name = f"plays/{at}", ("sheet", sheet.names)
    names = (("contract", contract.names), sheet_name)
    problems = []
    if play.points is not None or play.tricks is not None:
        field = "points" if play.points is not None else "tricks"
        problems.append(Problem(f"{path}/{field}", "points_beside_losers"))
    if play.jungfrauen is not None and not has_jungfrauen(sheet.trischaken):
        problems.append(Problem(f"{path}/jungfrauen", "jungfrauen_not_allowed", names))
    if play.buergermeister is not None and not has_buergermeister(sheet.trischaken):
        problems.append(Problem(f"{path}/buergermeister", "buergermeister_not_allowed", names))
    if play.losers is None:
        return [*problems, Problem(f"{path}/losers", "losers_missing", names)]
    return problems or _check_payable(record, play, contract, sheet, at)


def _check_payable(record: HandRecord, play: Play, contract: Contract, sheet: Sheet, at: int) -> list[Problem]:
    ending, forehand = read_ending(play), record.forehand or 0
    named = {forehand, *ending.losers, *ending.jungfrauen, ending.buergermeister}
    if NOBODY in named or find_points(ending, sheet, forehand) is not None:
        return []
    names, mayor = (("contract", contract.names), ("sheet", sheet.names)), ending.buergermeister
    if not is_possible(ending, sheet, forehand):
        if {*ending.losers} & {*ending.jungfrauen}:
            return [Problem(f"plays/{at}/jungfrauen", "loser_is_jungfrau")]
        if mayor is not None and ending.losers != (mayor,):
            return [Problem(f"plays/{at}/buergermeister", "buergermeister_not_alone")]
        numbers = _list_numbers(sheet)
        if numbers and len(ending.losers) not in numbers:
            text = "losers_or_buergermeister" if 1 not in numbers and has_buergermeister(sheet.trischaken) else ""
            number: Names = (_join_numbers(numbers, " oder "), _join_numbers(numbers, " or "))
            return [Problem(f"plays/{at}/losers", "losers_impossible", (*names, ("number", number)), text)]
    return [Problem(f"plays/{at}/points", "points_needed", names)]


def _list_numbers(sheet: Sheet) -> list[int]:
    """List how many lose where everybody has a trick and nobody is Bürgermeister."""
    endings = [ending for ending in list_endings(sheet, 0) if not ending.jungfrauen and ending.buergermeister is None]
    return sorted({len(ending.losers) for ending in endings})


def _join_numbers(numbers: list[int], word: str) -> str:
    *first, last = map(str, numbers)
    return word.join(filter(None, (", ".join(first), last)))
