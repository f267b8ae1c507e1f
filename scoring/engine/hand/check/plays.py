"""Checks of one play: who, with whom, which kontra, how it ended."""

from collections.abc import Iterable

from scoring.engine.hand.check.trischaken import check_trischaken, has_ending, refuse_ending
from scoring.engine.hand.outcome import compute_outcome
from scoring.engine.hand.record import NOBODY, HandRecord, Play
from scoring.engine.house_rules.sheet import Contract, Premium, Sheet
from scoring.engine.points import BLATT, print_points
from scoring.engine.problems import Problem, join_names

_NONE: tuple[Problem, ...] = ()


def _report_one(at: int, field: str, code: str, contract: Contract) -> tuple[Problem, ...]:
    return (Problem(f"plays/{at}/{field}", code, (("contract", contract.names),)),)


def check_declarer(record: HandRecord, play: Play, contract: Contract, at: int) -> Iterable[Problem]:
    """Vorhandspiele are the forehand's; Trischaken always is (settlement 15)."""
    forehand = record.forehand or 0
    if forehand == NOBODY or play.declarer == NOBODY:
        return _NONE
    if contract.by == "others":
        return _report_one(at, "declarer", "declarer_is_forehand", contract) if play.declarer == forehand else _NONE
    return _NONE if play.declarer == forehand else _report_one(at, "declarer", "declarer_not_forehand", contract)


def _is_early(record: HandRecord, sheet: Sheet) -> bool:
    """Return whether a breach of the rules may have ended the hand before partner and bird were known."""
    return sheet.renonce_early and record.renonce is not None


def check_partner(record: HandRecord, play: Play, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    """A contract that calls has a partner, or a reason for none (settlement 9)."""
    if contract.partner is None:
        if play.partner is not None:
            return _report_one(at, "partner", "partner_not_allowed", contract)
        return _report_one(at, "king_in_talon", "king_in_talon_not_allowed", contract) if play.king_in_talon else _NONE
    if play.king_in_talon and contract.partner == "needed":
        return _report_one(at, "king_in_talon", "king_in_talon_not_allowed", contract)
    if play.partner is None:
        by_declarer = record.renonce is not None and record.renonce.seat == play.declarer  # the partner gets as others
        alone = play.king_in_talon or contract.self_call or (by_declarer and _is_early(record, sheet))
        text = "partner_missing" if contract.partner == "king" else "partner_needed"
        path, names = f"plays/{at}/partner", (("contract", contract.names),)
        return _NONE if alone else (Problem(path, "partner_missing", names, text),)
    if play.partner == play.declarer != NOBODY:
        return _report_one(at, "partner", "partner_is_declarer", contract)
    return _report_one(at, "partner", "partner_beside_talon", contract) if play.king_in_talon else _NONE


def check_kontra(record: HandRecord, play: Play, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    """Kontra within the sheet's limit; by opponent only in negative games (settlement 2); where it belongs (16)."""
    if taker := _find_kontra_taker(record, sheet):
        names = (("contract", contract.names), ("premium", taker.names))
        return (Problem(f"plays/{at}/kontra", "kontra_belongs_elsewhere", names),)
    problems: list[Problem] = []
    highest = play.kontra if isinstance(play.kontra, int) else max(play.kontra)
    if isinstance(play.kontra, tuple):
        if not contract.is_negative:
            problems += _report_one(at, "kontra", "kontra_per_opponent", contract)
        elif play.declarer != NOBODY and play.kontra[play.declarer] > 1:
            problems += _report_one(at, "kontra", "kontra_own_game", contract)
        if play.kontra_by is not None:
            problems += _report_one(at, "kontra_by", "kontra_by_beside_opponents", contract)
    if highest > contract.game.kontra:
        params = (("contract", contract.names), ("kontra", highest), ("most", contract.game.kontra))
        text = "kontra_too_high" if contract.game.kontra > 1 else "no_kontra"
        problems.append(Problem(f"plays/{at}/kontra", "kontra_too_high", params, text))
    return problems


def _find_kontra_taker(record: HandRecord, sheet: Sheet) -> Premium | None:
    """The announced premium that takes the kontra of the hand, so that there is none on the game (settlement 16)."""
    announced = (sheet.premiums.get(recorded.premium) for recorded in record.premiums if recorded.announced)
    return next((premium for premium in announced if premium is not None and premium.takes_kontra), None)


def check_company(record: HandRecord, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    """Some negative games are played only beside another (zwiccolo)."""
    if any(other.contract in contract.only_bei for place, other in enumerate(record.plays) if place != at):
        return _NONE
    beside = join_names(sheet.contracts[name].names for name in sorted(contract.only_bei))
    return (Problem(f"plays/{at}/contract", "bei_required", (("contract", contract.names), ("other", beside))),)


def check_needed_premium(record: HandRecord, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    """A bird contract has its bird announced by the declarer's side (settlement 3)."""
    for recorded in record.premiums:
        if recorded.announced and recorded.side == "declarer" and recorded.premium in contract.needs:
            return _NONE
    names = join_names(sheet.premiums[name].names for name in contract.needs)
    return (
        Problem(
            f"plays/{at}/contract",
            "premium_missing",
            (("contract", contract.names), ("premiums", names)),
        ),
    )


def check_result(record: HandRecord, play: Play, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    """The outcome of the game is in the record, and only one outcome; a Renonce needs none."""
    if contract.is_trischaken:
        return check_trischaken(record, play, contract, sheet, at)
    if has_ending(play):
        return refuse_ending(play, contract, at)
    problems = (
        _check_negative(play, contract, at) if contract.is_negative else _check_positive(play, contract, sheet, at)
    )
    if problems:
        return problems
    won = compute_outcome(record, play, contract)
    if play.result is not None:
        if won is not None and won != (play.result == "won"):
            return _report_one(at, "result", "result_contradicts", contract)
        won = play.result == "won"
    if won is None:
        return _report_one(at, "result", "result_missing", contract)
    return _check_valat(record, contract, sheet, at, won) if record.premiums else _NONE


def _check_valat(record: HandRecord, contract: Contract, sheet: Sheet, at: int, won: bool) -> Iterable[Problem]:
    """The side of a won Valat has won the game (settlement 16)."""
    for recorded in record.premiums:
        premium = sheet.premiums.get(recorded.premium)
        if premium is not None and premium.wins_game and recorded.won and (recorded.side == "declarer") != won:
            names = (("contract", contract.names), ("premium", premium.names))
            return (Problem(f"plays/{at}/result", "result_contradicts", names, "premium_contradicts"),)
    return _NONE


def _check_negative(play: Play, contract: Contract, at: int) -> Iterable[Problem]:
    if play.points is not None:
        return _report_one(at, "points", "points_not_allowed", contract)
    if isinstance(play.tricks, tuple):
        return (Problem(f"plays/{at}/tricks", "invalid_tricks"),)
    return _report_one(at, "result", "concede_not_allowed", contract) if play.result == "conceded" else _NONE


def _check_positive(play: Play, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    problems: list[Problem] = []
    if play.tricks is not None:
        problems += _report_one(at, "tricks", "tricks_not_allowed", contract)
    if isinstance(play.points, tuple):
        problems.append(Problem(f"plays/{at}/points", "invalid_points"))
    elif play.points is not None:
        problems += _check_card_points(play.points, sheet, at)
    return problems + _check_conceded(play, contract, at) if play.result == "conceded" else problems


def _check_card_points(points: int, sheet: Sheet, at: int) -> list[Problem]:
    if points > sheet.total:
        return [Problem(f"plays/{at}/points", "points_too_high", (("most", print_points(sheet.total)),))]
    if sheet.whole and points % BLATT:
        return [Problem(f"plays/{at}/points", "points_not_whole", (("sheet", sheet.names),))]
    return []


def _check_conceded(play: Play, contract: Contract, at: int) -> list[Problem]:
    """Schleifen: with the king in the talon, without kontra (settlement 9)."""
    if not contract.can_concede:
        return [*_report_one(at, "result", "concede_not_allowed", contract)]
    problems: list[Problem] = []
    if not play.king_in_talon:
        problems += _report_one(at, "result", "concede_needs_talon", contract)
    if play.kontra != 1:
        problems += _report_one(at, "kontra", "concede_with_kontra", contract)
    if play.points is not None:
        problems += _report_one(at, "points", "points_not_allowed", contract)
    return problems


def play_problems(record: HandRecord, play: Play, contract: Contract, sheet: Sheet, at: int) -> list[Problem]:
    """Return all problems of one play; a check is asked only where it can find something."""
    problems: list[Problem] = []
    if contract.by is not None or contract.is_trischaken:
        problems += check_declarer(record, play, contract, at)
    if contract.partner is not None or play.partner is not None or play.king_in_talon:
        problems += check_partner(record, play, contract, sheet, at)
    if play.kontra != 1:
        problems += check_kontra(record, play, contract, sheet, at)
    if contract.only_bei:
        problems += check_company(record, contract, sheet, at)
    if contract.needs and not _is_early(record, sheet):
        problems += check_needed_premium(record, contract, sheet, at)
    if record.renonce is None:
        problems += check_result(record, play, contract, sheet, at)
    return problems
