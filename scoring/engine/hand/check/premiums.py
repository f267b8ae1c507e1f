"""Checks of one premium: its form on the sheet, whose it is, what contradicts it, what no form offers beside it."""

from collections.abc import Iterable
from functools import lru_cache

from scoring.engine.hand.games import LEAST_KONTRA, choose_kontra_text, get_hand_kontra, list_outcome_seats
from scoring.engine.hand.record import NOBODY, SIDES, HandRecord, Play, RecordedPremium
from scoring.engine.house_rules.sheet import Contract, Premium, Sheet
from scoring.engine.house_rules.validate import Key
from scoring.engine.points import print_points
from scoring.engine.problems import Params, Problem

_NONE: tuple[Problem, ...] = ()
MOST_ENTRIES = 200  # two for each premium of the largest sheet anybody would write


def _report_problem(index: int, field: str, code: str, premium: Premium) -> tuple[Problem, ...]:
    path = f"premiums/{index}/{field}" if field else f"premiums/{index}"
    return (Problem(path, code, (("premium", premium.names),)),)


def _list_before(record: HandRecord, index: int) -> tuple[RecordedPremium, ...]:
    """The entries before this one, as many as a record without repetitions can have."""
    return record.premiums[: min(index, MOST_ENTRIES)]


def has_form(recorded: RecordedPremium, premium: Premium, contract: Contract, index: int) -> Iterable[Problem]:
    """Only what the sheet lists for this contract, in a form that has a value (settlement 13)."""
    if (recorded.premium, recorded.announced) in contract.forms:
        return _NONE
    if (recorded.premium, not recorded.announced) in contract.forms:
        return _report_problem(
            index, "", "premium_not_announced" if recorded.announced else "premium_not_silent", premium
        )
    names = (("premium", premium.names), ("contract", contract.names))
    return (Problem(f"premiums/{index}", "premium_not_in_contract", names),)


def check_kontra(
    recorded: RecordedPremium, premium: Premium, contract: Contract, sheet: Sheet, index: int
) -> Iterable[Problem]:
    """No kontra on a silent premium, and none above the sheet's limit (settlement 2)."""
    if not recorded.announced:
        return _report_problem(index, "kontra", "kontra_on_silent", premium)
    item = contract.forms.get((recorded.premium, True))
    if item is None or recorded.kontra <= item.kontra:
        return _NONE
    params = (("contract", premium.names), ("kontra", recorded.kontra), ("most", item.kontra))
    text = choose_kontra_text(item, sheet)
    return (Problem(f"premiums/{index}/kontra", "kontra_too_high", params, text),)


def check_silent_loss(recorded: RecordedPremium, premium: Premium, contract: Contract, index: int) -> Iterable[Problem]:
    """A premium that nobody announced is lost only where the sheet says so (settlement 12)."""
    item = contract.forms.get((recorded.premium, False))
    return _NONE if item is None or item.can_be_lost else _report_problem(index, "won", "silent_lost", premium)


def check_card_points(
    record: HandRecord, recorded: RecordedPremium, premium: Premium, sheet: Sheet, index: int
) -> Iterable[Problem]:
    """A sack agrees with the card points (settlement 14); a Valat has all but the talon's (settlement 17)."""
    points = record.plays[0].points
    if not isinstance(points, int) or points > sheet.total or record.renonce is not None:
        return _NONE
    own = points if recorded.side == "declarer" else sheet.total - points
    needed = sheet.total - sheet.talon if premium.all_points and recorded.won else premium.points
    if needed is None or (own >= needed) == recorded.won:
        return _NONE
    names = (
        ("premium", premium.names),
        ("needed", print_points(needed)),
        ("own", print_points(own)),
    )
    return (Problem(f"premiums/{index}", "premium_points", names),)


def check_players(record: HandRecord, recorded: RecordedPremium, premium: Premium, index: int) -> Iterable[Problem]:
    """A premium paid from player to player names both; the others name none."""
    if not premium.between_players:
        return _report_problem(index, "from" if recorded.by is None else "by", "players_not_allowed", premium)
    if recorded.by is None or recorded.from_ is None:
        return _report_problem(index, "by" if recorded.by is None else "from", "players_missing", premium)
    if recorded.by == recorded.from_ != NOBODY:
        return _report_problem(index, "from", "players_same", premium)
    is_known = NOBODY not in (recorded.by, *record.plays[0].side) and recorded.side
    wrong = is_known and recorded.by not in list_outcome_seats(record.plays[0], recorded.side)
    return _report_problem(index, "by", "players_wrong_side", premium) if wrong else _NONE


def check_defence_kontra(
    record: HandRecord, recorded: RecordedPremium, premium: Premium, contract: Contract, index: int
) -> Iterable[Problem]:
    """Premiums that the defence announces only with a kontra on the game (zwanzigerrufen §16), or never beside one."""
    if not recorded.announced or recorded.side != "defence":
        return _NONE
    if get_hand_kontra(record, contract) >= LEAST_KONTRA:
        is_denied = recorded.premium in contract.never_kontra
        return _report_problem(index, "", "premium_beside_kontra", premium) if is_denied else _NONE
    names = (("premium", premium.names),)
    problem = Problem(f"premiums/{index}", f"{recorded.premium}_needs_kontra", names, "needs_kontra")
    return (problem,) if recorded.premium in contract.must_kontra else _NONE


def check_conceded(
    record: HandRecord, recorded: RecordedPremium, premium: Premium, contract: Contract, index: int
) -> Iterable[Problem]:
    """Beside a conceded game stands its announced bird, without kontra, and nothing else (settlement 9)."""
    if not _is_bird_of_conceded(recorded, contract) or any(
        _is_bird_of_conceded(other, contract) for other in _list_before(record, index)
    ):
        return _report_problem(index, "", "concede_with_premium", premium)
    return _NONE if recorded.kontra == 1 else _report_problem(index, "kontra", "concede_with_kontra", premium)


def _is_bird_of_conceded(recorded: RecordedPremium, contract: Contract) -> bool:
    return recorded.announced and recorded.side == "declarer" and recorded.premium in contract.needs


def check_repetition(record: HandRecord, recorded: RecordedPremium, premium: Premium, index: int) -> Iterable[Problem]:
    """One entry per premium and side, one winner, some premiums once in a hand (settlement 12)."""
    for other in _list_before(record, index):
        if other.premium == recorded.premium:
            if other.side == recorded.side:
                return _report_problem(index, "", "premium_twice", premium)
            if premium.once:
                return _report_problem(index, "", "premium_once", premium)
            if other.won and recorded.won and record.renonce is None:
                return _report_problem(index, "", "premium_won_by_both", premium)
    return _NONE


def check_exclusions(
    record: HandRecord, recorded: RecordedPremium, premium: Premium, sheet: Sheet, index: int
) -> Iterable[Problem]:
    """Some premiums are not recorded beside others (settlement 16, karlsruhe's Schneider), or not announced."""
    for before in _list_before(record, index):
        other = sheet.premiums.get(before.premium)
        if other is None:
            continue
        if before.premium in premium.excludes or recorded.premium in other.excludes:
            return (Problem(f"premiums/{index}", "premium_excluded", _name_both(premium, other)),)
        if not (recorded.announced and before.announced):
            continue
        if before.premium in premium.excludes_announced or recorded.premium in other.excludes_announced:
            text = "premium_excluded_announced"
            return (Problem(f"premiums/{index}", "premium_excluded", _name_both(premium, other), text),)
    return _NONE


def check_denials(
    record: HandRecord, recorded: RecordedPremium, premium: Premium, sheet: Sheet, index: int
) -> Iterable[Problem]:
    """Beside some premiums others cannot have been made (settlement 17); a Renonce was not played out."""
    if record.renonce is not None or record.plays[0].result == "conceded":
        return _NONE
    for before in _list_before(record, index):
        other = sheet.premiums.get(before.premium)
        if other is None:
            continue
        pairs = ((recorded, premium, before, other), (before, other, recorded, premium))
        if recorded.side == before.side and any(_is_missed_beside(*pair[:3]) for pair in pairs):
            text = "premium_missed"
            return (Problem(f"premiums/{index}", "premium_denied", _name_both(premium, other), text),)
        is_made_by_both = recorded.won and before.won and {recorded.side, before.side} == {"declarer", "defence"}
        if is_made_by_both and any(_is_denied(record.plays[0], *pair[1:]) for pair in pairs):
            return (Problem(f"premiums/{index}", "premium_denied", _name_both(premium, other)),)
    return _NONE


def _is_missed_beside(missed: RecordedPremium, premium: Premium, made: RecordedPremium) -> bool:
    """Return whether one side missed a premium of the trick with which it made the other: one trick cannot do both."""
    return made.won and not (missed.won or missed.announced) and made.premium in premium.missed_denies


def _is_denied(play: Play, premium: Premium, other: RecordedPremium, denied: Premium) -> bool:
    """Return whether the other side cannot have made a premium; a king left in the talon is none that was taken."""
    if premium.denies is None or (play.king_in_talon and play.contract in denied.left_in):
        return False
    return premium.denies.is_picked((other.premium, other.announced), False)


def _name_both(premium: Premium, other: Premium) -> Params:
    return ("premium", premium.names), ("other", other.names)


def find_premium_problems(
    record: HandRecord, recorded: RecordedPremium, premium: Premium, contract: Contract, sheet: Sheet, index: int
) -> list[Problem]:
    """Return all problems of one premium; a check is asked only where it can find something."""
    problems = [*has_form(recorded, premium, contract, index)]
    if premium.side is not None and recorded.side not in (premium.side, ""):
        problems += _report_problem(
            index, "side", "premium_wrong_side", premium
        )  # some are one side's only (settlement 10)
    if recorded.kontra != 1:
        problems += check_kontra(recorded, premium, contract, sheet, index)
    if not (recorded.won or recorded.announced) and record.renonce is None:
        problems += check_silent_loss(recorded, premium, contract, index)
    if premium.points is not None or premium.all_points:
        problems += check_card_points(record, recorded, premium, sheet, index)
    if premium.between_players or recorded.by is not None or recorded.from_ is not None:
        problems += check_players(record, recorded, premium, index)
    if recorded.premium in contract.must_kontra or recorded.premium in contract.never_kontra:
        problems += check_defence_kontra(record, recorded, premium, contract, index)
    if record.plays[0].result == "conceded" and record.renonce is None:
        problems += check_conceded(record, recorded, premium, contract, index)
    return problems + find_conflicts(record, recorded, premium, sheet, index) if index else problems


def find_conflicts(
    record: HandRecord, recorded: RecordedPremium, premium: Premium, sheet: Sheet, index: int
) -> list[Problem]:
    """Return the problems of one premium beside those before it."""
    return [
        *check_repetition(record, recorded, premium, index),
        *check_exclusions(record, recorded, premium, sheet, index),
        *check_denials(record, recorded, premium, sheet, index),
    ]


Obstacles = dict[Key, dict[Key, str]]


@lru_cache(maxsize=64)
def list_obstacles(sheet: Sheet) -> Obstacles:
    """Return for a premium in each form the other side's in whose way it is, with the code of the problem.

    `premium_once` and `premium_excluded` hold however the two end (the latter of one side as well), all others only
    where both are won; `premium_left` is a `premium_denied` that falls away with the king left in the talon.
    """
    keys = sorted({key for contract in sheet.contracts.values() for key in contract.forms})
    obstacles = {key: {other: _find_obstacle(key, other, sheet) for other in keys} for key in keys}
    return {key: {other: code for other, code in codes.items() if code} for key, codes in obstacles.items()}


def _find_obstacle(key: Key, other: Key, sheet: Sheet) -> str:
    both = tuple(
        RecordedPremium(name, side, announced) for (name, announced), side in zip((other, key), SIDES, strict=True)
    )

    def find_code(play: Play) -> str:
        record = HandRecord((play,), both)
        return next((problem.code for problem in find_conflicts(record, both[1], sheet.premiums[key[0]], sheet, 1)), "")

    code = find_code(Play("", 0))
    games = sheet.premiums[key[0]].left_in | sheet.premiums[other[0]].left_in
    is_left = code and games and not find_code(Play(min(games), 0, king_in_talon=True))
    return "premium_left" if is_left else code
