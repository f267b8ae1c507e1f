"""Checks of one premium: whether the sheet has it so, whose it is, what contradicts it."""

from collections.abc import Callable, Iterable

from scoring.engine.hand.outcome import LEAST_KONTRA, hand_kontra, seats_of
from scoring.engine.hand.record import NOBODY, Claimed, HandRecord
from scoring.engine.house_rules.sheet import Contract, Premium, Sheet
from scoring.engine.points import print_points
from scoring.engine.problems import Problem

_NONE: tuple[Problem, ...] = ()
MOST_ENTRIES = 200  # two for each premium of the largest sheet anybody would write


def _one(at: int, field: str, code: str, one: Claimed, sheet: Sheet) -> tuple[Problem, ...]:
    path = f"premiums/{at}/{field}" if field else f"premiums/{at}"
    return (Problem(path, code, (("premium", sheet.premiums[one.premium].names),)),)


def _before(record: HandRecord, at: int) -> tuple[Claimed, ...]:
    """The entries before this one, as many as a record without repetitions can have."""
    return record.premiums[: min(at, MOST_ENTRIES)]


def listed(record: HandRecord, one: Claimed, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    """Only what the sheet lists for this contract, in a form that has a value (settlement 13)."""
    if (one.premium, one.announced) in contract.forms:
        return _NONE
    if (one.premium, not one.announced) in contract.forms:
        return _one(at, "", "premium_not_announced" if one.announced else "premium_not_silent", one, sheet)
    names = (("premium", sheet.premiums[one.premium].names), ("contract", contract.names))
    return (Problem(f"premiums/{at}", "premium_not_in_contract", names),)


def side(record: HandRecord, one: Claimed, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    """Some premiums are one side's only (settlement 10)."""
    own = sheet.premiums[one.premium].side
    if own is None or one.side in (own, ""):
        return _NONE
    return _one(at, "side", "premium_wrong_side", one, sheet)


def kontra(record: HandRecord, one: Claimed, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    """No kontra on a silent premium, and none above the sheet's limit (settlement 2)."""
    if one.kontra == 1:
        return _NONE
    if not one.announced:
        return _one(at, "kontra", "kontra_on_silent", one, sheet)
    item = contract.forms.get((one.premium, True))
    if item is None or one.kontra <= item.kontra:
        return _NONE
    params = (
        ("contract", sheet.premiums[one.premium].names),
        ("kontra", one.kontra),
        ("most", item.kontra),
    )
    text = "kontra_too_high" if item.kontra > 1 else "no_kontra"
    return (Problem(f"premiums/{at}/kontra", "kontra_too_high", params, text),)


def lost(record: HandRecord, one: Claimed, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    """What nobody announced is lost only where the sheet says so (settlement 12)."""
    if one.won or one.announced or record.renonce is not None:
        return _NONE
    item = contract.forms.get((one.premium, False))
    return _NONE if item is None or item.can_be_lost else _one(at, "won", "silent_lost", one, sheet)


def card_points(record: HandRecord, one: Claimed, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    """A sack agrees with the card points (settlement 14); a Valat without a talon has them all (settlement 17)."""
    premium, points = sheet.premiums[one.premium], record.plays[0].points
    if not isinstance(points, int) or points > sheet.total or record.renonce is not None:
        return _NONE
    own = points if one.side == "declarer" else sheet.total - points
    needed = sheet.total if premium.all_points and one.won else premium.points
    if needed is None or (own >= needed) == one.won:
        return _NONE
    names = (
        ("premium", premium.names),
        ("needed", print_points(needed)),
        ("own", print_points(own)),
    )
    return (Problem(f"premiums/{at}", "premium_points", names),)


def once(record: HandRecord, one: Claimed, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    """One entry per premium and side, one winner, some premiums once in a hand (settlement 12)."""
    for other in _before(record, at):
        if other.premium == one.premium:
            if other.side == one.side:
                return _one(at, "", "premium_twice", one, sheet)
            if sheet.premiums[one.premium].once:
                return _one(at, "", "premium_once", one, sheet)
            if other.won and one.won and record.renonce is None:
                return _one(at, "", "premium_won_by_both", one, sheet)
    return _NONE


def excludes(record: HandRecord, one: Claimed, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    """Some premiums are not recorded beside others (settlement 16, karlsruhe's Schneider)."""
    own = sheet.premiums[one.premium].excludes
    for other in _before(record, at):
        premium = sheet.premiums.get(other.premium)
        if premium is not None and (other.premium in own or one.premium in premium.excludes):
            names = (("premium", sheet.premiums[one.premium].names), ("other", premium.names))
            return (Problem(f"premiums/{at}", "premium_excluded", names),)
    return _NONE


def denies(record: HandRecord, one: Claimed, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    """Beside some premiums the other side cannot have made others (settlement 17); a Renonce was not played out."""
    if not one.won or record.renonce is not None or record.plays[0].result == "conceded":
        return _NONE
    for other in _before(record, at):
        premium = sheet.premiums.get(other.premium)
        if premium is None or not other.won or {one.side, other.side} != {"declarer", "defence"}:
            continue
        if _denies(sheet.premiums[one.premium], other) or _denies(premium, one):
            names = (("premium", sheet.premiums[one.premium].names), ("other", premium.names))
            return (Problem(f"premiums/{at}", "premium_denied", names),)
    return _NONE


def _denies(premium: Premium, other: Claimed) -> bool:
    return premium.denies is not None and premium.denies.picks((other.premium, other.announced), False)


def players(record: HandRecord, one: Claimed, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    """A premium paid from player to player names both; the others name none."""
    if not sheet.premiums[one.premium].between_players:
        if one.by is None and one.from_ is None:
            return _NONE
        return _one(at, "from" if one.by is None else "by", "players_not_allowed", one, sheet)
    if one.by is None or one.from_ is None:
        return _one(at, "by" if one.by is None else "from", "players_missing", one, sheet)
    if one.by == one.from_ != NOBODY:
        return _one(at, "from", "players_same", one, sheet)
    known = NOBODY not in (one.by, *record.plays[0].side) and one.side
    wrong = known and one.by not in seats_of(record.plays[0], one.side)
    return _one(at, "by", "players_wrong_side", one, sheet) if wrong else _NONE


def defence_kontra(record: HandRecord, one: Claimed, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    """What the defence announces only with a kontra on the game (zwanzigerrufen §16)."""
    if one.premium not in contract.must_kontra or not one.announced or one.side != "defence":
        return _NONE
    if hand_kontra(record, contract) >= LEAST_KONTRA:
        return _NONE
    names = (("premium", sheet.premiums[one.premium].names),)
    return (Problem(f"premiums/{at}", f"{one.premium}_needs_kontra", names, "needs_kontra"),)


def conceded(record: HandRecord, one: Claimed, contract: Contract, sheet: Sheet, at: int) -> Iterable[Problem]:
    """Beside a conceded game stands its announced bird, without kontra, and nothing else (settlement 9)."""
    if record.plays[0].result != "conceded" or record.renonce is not None:
        return _NONE
    if not _belongs_to_conceded(one, contract) or any(
        _belongs_to_conceded(other, contract) for other in _before(record, at)
    ):
        return _one(at, "", "concede_with_premium", one, sheet)
    return _NONE if one.kontra == 1 else _one(at, "kontra", "concede_with_kontra", one, sheet)


def _belongs_to_conceded(one: Claimed, contract: Contract) -> bool:
    return one.announced and one.side == "declarer" and one.premium in contract.needs


PremiumCheck = Callable[[HandRecord, Claimed, Contract, Sheet, int], Iterable[Problem]]
FIRST_PREMIUM_CHECKS: tuple[PremiumCheck, ...] = (
    listed,
    side,
    kontra,
    lost,
    card_points,
    players,
    defence_kontra,
    conceded,
)
PREMIUM_CHECKS: tuple[PremiumCheck, ...] = (
    *FIRST_PREMIUM_CHECKS,
    once,
    excludes,
    denies,
)  # the last ones look at those before
