"""Checks of one play: who, with whom, which kontra, how it ended."""

from collections.abc import Iterable

from scoring.engine.hand.games import choose_kontra_text, compute_outcome, has_needed_premium
from scoring.engine.hand.record import MOST_TRICKS, NOBODY, HandRecord, Play
from scoring.engine.hand.trischaken import (
    find_points,
    has_buergermeister,
    has_jungfrauen,
    is_possible,
    list_endings,
    read_ending,
)
from scoring.engine.house_rules.sheet import Contract, Premium, Sheet
from scoring.engine.points import BLATT, print_points
from scoring.engine.problems import Names, Problem, join_names

_NONE: tuple[Problem, ...] = ()
_ENDING = ("losers", "jungfrauen", "buergermeister")


def _report_one(index: int, field: str, code: str, contract: Contract) -> tuple[Problem, ...]:
    return (Problem(f"plays/{index}/{field}", code, (("contract", contract.names),)),)


def check_declarer(record: HandRecord, play: Play, contract: Contract, index: int) -> Iterable[Problem]:
    """Vorhandspiele are the forehand's; Trischaken always is (settlement 15)."""
    forehand = record.forehand or 0
    if forehand == NOBODY or play.declarer == NOBODY:
        return _NONE
    if contract.by == "others":
        return _report_one(index, "declarer", "declarer_is_forehand", contract) if play.declarer == forehand else _NONE
    return _NONE if play.declarer == forehand else _report_one(index, "declarer", "declarer_not_forehand", contract)


def _is_early(record: HandRecord, sheet: Sheet) -> bool:
    """Return whether a breach of the rules may have ended the hand before partner and bird were known."""
    return sheet.renonce_early and record.renonce is not None


def check_partner(record: HandRecord, play: Play, contract: Contract, sheet: Sheet, index: int) -> Iterable[Problem]:
    """A contract that calls has a partner, or a reason for none (settlement 9)."""
    if contract.partner is None:
        if play.partner is not None:
            return _report_one(index, "partner", "partner_not_allowed", contract)
        return (
            _report_one(index, "king_in_talon", "king_in_talon_not_allowed", contract) if play.king_in_talon else _NONE
        )
    if play.king_in_talon and contract.partner == "needed":
        return _report_one(index, "king_in_talon", "king_in_talon_not_allowed", contract)
    if play.partner is None:
        by_declarer = record.renonce is not None and record.renonce.seat == play.declarer  # the partner gets as others
        alone = play.king_in_talon or contract.self_call or (by_declarer and _is_early(record, sheet))
        text = "partner_missing" if contract.partner == "king" else "partner_needed"
        path, names = f"plays/{index}/partner", (("contract", contract.names),)
        return _NONE if alone else (Problem(path, "partner_missing", names, text),)
    if play.partner == play.declarer != NOBODY:
        return _report_one(index, "partner", "partner_is_declarer", contract)
    return _report_one(index, "partner", "partner_beside_talon", contract) if play.king_in_talon else _NONE


def check_kontra(record: HandRecord, play: Play, contract: Contract, sheet: Sheet, index: int) -> Iterable[Problem]:
    """Kontra within the sheet's limit; by opponent only in negative games (settlement 2); where it belongs (16)."""
    if taker := _find_kontra_taker(record, sheet):
        names = (("contract", contract.names), ("premium", taker.names))
        return (Problem(f"plays/{index}/kontra", "kontra_belongs_elsewhere", names),)
    problems: list[Problem] = []
    highest = play.kontra if isinstance(play.kontra, int) else max(play.kontra)
    if isinstance(play.kontra, tuple):
        if not contract.is_negative:
            problems += _report_one(index, "kontra", "kontra_per_opponent", contract)
        elif play.declarer != NOBODY and play.kontra[play.declarer] > 1:
            problems += _report_one(index, "kontra", "kontra_own_game", contract)
        if play.kontra_by is not None:
            problems += _report_one(index, "kontra_by", "kontra_by_beside_opponents", contract)
    if highest > contract.game.kontra:
        params = (("contract", contract.names), ("kontra", highest), ("most", contract.game.kontra))
        text = choose_kontra_text(contract.game, sheet, in_coins=not contract.is_trischaken)
        problems.append(Problem(f"plays/{index}/kontra", "kontra_too_high", params, text))
    return problems


def _find_kontra_taker(record: HandRecord, sheet: Sheet) -> Premium | None:
    """The announced premium that takes the kontra of the hand, so that there is none on the game (settlement 16)."""
    announced = (sheet.premiums.get(recorded.premium) for recorded in record.premiums if recorded.announced)
    return next((premium for premium in announced if premium is not None and premium.takes_kontra), None)


def check_company(record: HandRecord, contract: Contract, sheet: Sheet, index: int) -> Iterable[Problem]:
    """Some negative games are played only beside another (zwiccolo)."""
    if any(other.contract in contract.only_bei for place, other in enumerate(record.plays) if place != index):
        return _NONE
    company = join_names(sheet.contracts[name].names for name in sorted(contract.only_bei))
    return (Problem(f"plays/{index}/contract", "bei_required", (("contract", contract.names), ("other", company))),)


def check_needed_premium(record: HandRecord, contract: Contract, sheet: Sheet, index: int) -> Iterable[Problem]:
    """A bird contract has its bird announced by the declarer's side (settlement 3)."""
    if has_needed_premium(record, contract):
        return _NONE
    names = join_names(sheet.premiums[name].names for name in contract.needs)
    return (
        Problem(
            f"plays/{index}/contract",
            "premium_missing",
            (("contract", contract.names), ("premiums", names)),
        ),
    )


def check_result(record: HandRecord, play: Play, contract: Contract, sheet: Sheet, index: int) -> Iterable[Problem]:
    """The outcome of the game is in the record, and only one outcome; a Renonce needs none."""
    if contract.is_trischaken:
        return check_trischaken(record, play, contract, sheet, index)
    if has_ending(play):
        return refuse_ending(play, contract, index)
    problems = (
        _check_negative(play, contract, index)
        if contract.is_negative
        else _check_positive(play, contract, sheet, index)
    )
    if problems:
        return problems
    won = compute_outcome(record, play, contract)
    if play.result is not None:
        is_contrary, won = won is not None and won != (play.result == "won"), play.result == "won"
        if is_contrary:
            return _check_valat(record, contract, sheet, index, won) or _report_one(
                index, "result", "result_contradicts", contract
            )
    if won is None:
        return _report_one(index, "result", "result_missing", contract)
    return _check_valat(record, contract, sheet, index, won) if record.premiums else _NONE


def _check_valat(record: HandRecord, contract: Contract, sheet: Sheet, index: int, won: bool) -> Iterable[Problem]:
    """The side of a won Valat has won the game (settlement 16)."""
    for recorded in record.premiums:
        premium = sheet.premiums.get(recorded.premium)
        if premium is not None and premium.wins_game and recorded.won and (recorded.side == "declarer") != won:
            names = (("contract", contract.names), ("premium", premium.names))
            return (Problem(f"plays/{index}/result", "result_contradicts", names, "premium_contradicts"),)
    return _NONE


def _check_negative(play: Play, contract: Contract, index: int) -> Iterable[Problem]:
    if play.points is not None:
        return _report_one(index, "points", "points_not_allowed", contract)
    if isinstance(play.tricks, tuple):
        return (Problem(f"plays/{index}/tricks", "invalid_tricks"),)
    return _report_one(index, "result", "concede_not_allowed", contract) if play.result == "conceded" else _NONE


def _check_positive(play: Play, contract: Contract, sheet: Sheet, index: int) -> Iterable[Problem]:
    problems: list[Problem] = []
    if play.tricks is not None:
        problems += _report_one(index, "tricks", "tricks_not_allowed", contract)
    if isinstance(play.points, tuple):
        problems.append(Problem(f"plays/{index}/points", "invalid_points"))
    elif play.points is not None:
        problems += _check_card_points(play.points, sheet, index)
    return problems + _check_conceded(play, contract, index) if play.result == "conceded" else problems


def _check_card_points(points: int, sheet: Sheet, index: int) -> list[Problem]:
    if points > sheet.total:
        return [Problem(f"plays/{index}/points", "points_too_high", (("most", print_points(sheet.total)),))]
    if sheet.whole and points % BLATT:
        return [Problem(f"plays/{index}/points", "points_not_whole", (("sheet", sheet.names),))]
    return []


def _check_conceded(play: Play, contract: Contract, index: int) -> list[Problem]:
    """Schleifen: with the king in the talon, without kontra (settlement 9)."""
    if not contract.can_concede:
        return [*_report_one(index, "result", "concede_not_allowed", contract)]
    problems: list[Problem] = []
    if not play.king_in_talon:
        problems += _report_one(index, "result", "concede_needs_talon", contract)
    if play.kontra != 1:
        problems += _report_one(index, "kontra", "concede_with_kontra", contract)
    if play.points is not None:
        problems += _report_one(index, "points", "points_not_allowed", contract)
    return problems


def play_problems(record: HandRecord, play: Play, contract: Contract, sheet: Sheet, index: int) -> list[Problem]:
    """Return all problems of one play; a check is asked only where it can find something."""
    problems: list[Problem] = []
    if contract.by is not None or contract.is_trischaken:
        problems += check_declarer(record, play, contract, index)
    if contract.partner is not None or play.partner is not None or play.king_in_talon:
        problems += check_partner(record, play, contract, sheet, index)
    if play.kontra != 1:
        problems += check_kontra(record, play, contract, sheet, index)
    if contract.only_bei:
        problems += check_company(record, contract, sheet, index)
    if contract.needs and not _is_early(record, sheet):
        problems += check_needed_premium(record, contract, sheet, index)
    if record.renonce is None:
        problems += check_result(record, play, contract, sheet, index)
    return problems


def has_ending(play: Play) -> bool:
    """Return whether a play names who lost, who has no trick or who is Bürgermeister."""
    return play.losers is not None or play.jungfrauen is not None or play.buergermeister is not None


def refuse_ending(play: Play, contract: Contract, index: int) -> list[Problem]:
    """Only in Trischaken is it said who lost."""
    field = next(name for name in _ENDING if getattr(play, name) is not None)
    return [Problem(f"plays/{index}/{field}", "losers_not_allowed", (("contract", contract.names),))]


def check_trischaken(record: HandRecord, play: Play, contract: Contract, sheet: Sheet, index: int) -> list[Problem]:
    """Card points of all four, which add up, or who lost; no result (settlement 14)."""
    names = (("contract", contract.names),)
    problems = [Problem(f"plays/{index}/result", "result_not_allowed", names)] if play.result is not None else []
    if has_ending(play):
        return problems + _check_ending(record, play, contract, sheet, index)
    if play.points is None:
        text = "losers_or_points" if list_endings(sheet, 0) else ""
        return [*problems, Problem(f"plays/{index}/points", "points_missing", names, text)]
    if isinstance(play.points, int):
        return [*problems, Problem(f"plays/{index}/points", "invalid_points")]
    if sheet.whole and any(points % BLATT for points in play.points):
        problems.append(Problem(f"plays/{index}/points", "points_not_whole", (("sheet", sheet.names),)))
    if sum(play.points) != sheet.total:
        sums = (("sum", print_points(sum(play.points))), ("total", print_points(sheet.total)))
        problems.append(Problem(f"plays/{index}/points", "points_sum", sums))
    return problems if play.tricks is None else problems + _check_four_tricks(play, play.points, index)


def _check_four_tricks(play: Play, points: tuple[int, ...], index: int) -> list[Problem]:
    tricks = play.tricks
    if not isinstance(tricks, tuple):
        return [Problem(f"plays/{index}/tricks", "invalid_tricks")]
    if sum(tricks) > MOST_TRICKS:
        return [Problem(f"plays/{index}/tricks", "tricks_too_many", (("most", MOST_TRICKS),))]
    if any((taken == 0) != (own == 0) for taken, own in zip(tricks, points, strict=True)):
        return [Problem(f"plays/{index}/tricks", "tricks_contradict")]
    return []


def _check_ending(record: HandRecord, play: Play, contract: Contract, sheet: Sheet, index: int) -> list[Problem]:
    """Named losers stand alone, and say what the sheet pays."""
    path, sheet_name = f"plays/{index}", ("sheet", sheet.names)
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
    return problems or _check_payable(record, play, contract, sheet, index)


def _check_payable(record: HandRecord, play: Play, contract: Contract, sheet: Sheet, index: int) -> list[Problem]:
    ending, forehand = read_ending(play), record.forehand or 0
    named = {forehand, *ending.losers, *ending.jungfrauen, ending.buergermeister}
    if NOBODY in named or find_points(ending, sheet, forehand) is not None:
        return []
    names, mayor = (("contract", contract.names), ("sheet", sheet.names)), ending.buergermeister
    if not is_possible(ending, sheet, forehand):
        if {*ending.losers} & {*ending.jungfrauen}:
            return [Problem(f"plays/{index}/jungfrauen", "loser_is_jungfrau")]
        if mayor is not None and ending.losers != (mayor,):
            return [Problem(f"plays/{index}/buergermeister", "buergermeister_not_alone")]
        numbers = _list_numbers(sheet)
        if numbers and len(ending.losers) not in numbers:
            text = "losers_or_buergermeister" if 1 not in numbers and has_buergermeister(sheet.trischaken) else ""
            number: Names = (_join_numbers(numbers, " oder "), _join_numbers(numbers, " or "))
            return [Problem(f"plays/{index}/losers", "losers_impossible", (*names, ("number", number)), text)]
    return [Problem(f"plays/{index}/points", "points_needed", names)]


def _list_numbers(sheet: Sheet) -> list[int]:
    """List how many lose where everybody has a trick and nobody is Bürgermeister."""
    endings = [ending for ending in list_endings(sheet, 0) if not ending.jungfrauen and ending.buergermeister is None]
    return sorted({len(ending.losers) for ending in endings})


def _join_numbers(numbers: list[int], word: str) -> str:
    *first, last = map(str, numbers)
    return word.join(filter(None, (", ".join(first), last)))
