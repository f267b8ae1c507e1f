"""Checks of one premium: the form that the sheet has, whose it is, what contradicts it."""

from collections.abc import Iterable

from scoring.engine.hand.outcome import LEAST_KONTRA, hand_kontra, seats_of
from scoring.engine.hand.record import NOBODY, HandRecord, PremiumClaim
from scoring.engine.house_rules.sheet import Contract, Premium, Sheet
from scoring.engine.points import print_points
from scoring.engine.problems import Params, Problem

_NONE: tuple[Problem, ...] = ()
MOST_ENTRIES = 200  # two for each premium of the largest sheet anybody would write


def _problem(at: int, field: str, code: str, premium: Premium) -> tuple[Problem, ...]:
    path = f"premiums/{at}/{field}" if field else f"premiums/{at}"
    return (Problem(path, code, (("premium", premium.names),)),)


def _before(record: HandRecord, at: int) -> tuple[PremiumClaim, ...]:
    """The entries before this one, as many as a record without repetitions can have."""
    return record.premiums[: min(at, MOST_ENTRIES)]


def has_form(claimed: PremiumClaim, premium: Premium, contract: Contract, at: int) -> Iterable[Problem]:
    """Only what the sheet lists for this contract, in a form that has a value (settlement 13)."""
    if (claimed.premium, claimed.announced) in contract.forms:
        return _NONE
    if (claimed.premium, not claimed.announced) in contract.forms:
        return _problem(at, "", "premium_not_announced" if claimed.announced else "premium_not_silent", premium)
    names = (("premium", premium.names), ("contract", contract.names))
    return (Problem(f"premiums/{at}", "premium_not_in_contract", names),)


def kontra(claimed: PremiumClaim, premium: Premium, contract: Contract, at: int) -> Iterable[Problem]:
    """No kontra on a silent premium, and none above the sheet's limit (settlement 2)."""
    if not claimed.announced:
        return _problem(at, "kontra", "kontra_on_silent", premium)
    item = contract.forms.get((claimed.premium, True))
    if item is None or claimed.kontra <= item.kontra:
        return _NONE
    params = (("contract", premium.names), ("kontra", claimed.kontra), ("most", item.kontra))
    text = "kontra_too_high" if item.kontra > 1 else "no_kontra"
    return (Problem(f"premiums/{at}/kontra", "kontra_too_high", params, text),)


def silent_lost(claimed: PremiumClaim, premium: Premium, contract: Contract, at: int) -> Iterable[Problem]:
    """A premium that nobody announced is lost only where the sheet says so (settlement 12)."""
    item = contract.forms.get((claimed.premium, False))
    return _NONE if item is None or item.can_be_lost else _problem(at, "won", "silent_lost", premium)


def card_points(
    record: HandRecord, claimed: PremiumClaim, premium: Premium, sheet: Sheet, at: int
) -> Iterable[Problem]:
    """A sack agrees with the card points (settlement 14); a Valat without a talon has them all (settlement 17)."""
    points = record.plays[0].points
    if not isinstance(points, int) or points > sheet.total or record.renonce is not None:
        return _NONE
    own = points if claimed.side == "declarer" else sheet.total - points
    needed = sheet.total if premium.all_points and claimed.won else premium.points
    if needed is None or (own >= needed) == claimed.won:
        return _NONE
    names = (
        ("premium", premium.names),
        ("needed", print_points(needed)),
        ("own", print_points(own)),
    )
    return (Problem(f"premiums/{at}", "premium_points", names),)


def players(record: HandRecord, claimed: PremiumClaim, premium: Premium, at: int) -> Iterable[Problem]:
    """A premium paid from player to player names both; the others name none."""
    if not premium.between_players:
        return _problem(at, "from" if claimed.by is None else "by", "players_not_allowed", premium)
    if claimed.by is None or claimed.from_ is None:
        return _problem(at, "by" if claimed.by is None else "from", "players_missing", premium)
    if claimed.by == claimed.from_ != NOBODY:
        return _problem(at, "from", "players_same", premium)
    is_known = NOBODY not in (claimed.by, *record.plays[0].side) and claimed.side
    wrong = is_known and claimed.by not in seats_of(record.plays[0], claimed.side)
    return _problem(at, "by", "players_wrong_side", premium) if wrong else _NONE


def defence_kontra(
    record: HandRecord, claimed: PremiumClaim, premium: Premium, contract: Contract, at: int
) -> Iterable[Problem]:
    """Premiums that the defence announces only with a kontra on the game (zwanzigerrufen §16)."""
    if not claimed.announced or claimed.side != "defence" or hand_kontra(record, contract) >= LEAST_KONTRA:
        return _NONE
    names = (("premium", premium.names),)
    return (Problem(f"premiums/{at}", f"{claimed.premium}_needs_kontra", names, "needs_kontra"),)


def conceded(
    record: HandRecord, claimed: PremiumClaim, premium: Premium, contract: Contract, at: int
) -> Iterable[Problem]:
    """Beside a conceded game stands its announced bird, without kontra, and nothing else (settlement 9)."""
    if not _belongs_to_conceded(claimed, contract) or any(
        _belongs_to_conceded(other, contract) for other in _before(record, at)
    ):
        return _problem(at, "", "concede_with_premium", premium)
    return _NONE if claimed.kontra == 1 else _problem(at, "kontra", "concede_with_kontra", premium)


def _belongs_to_conceded(claimed: PremiumClaim, contract: Contract) -> bool:
    return claimed.announced and claimed.side == "declarer" and claimed.premium in contract.needs


def once(record: HandRecord, claimed: PremiumClaim, premium: Premium, at: int) -> Iterable[Problem]:
    """One entry per premium and side, one winner, some premiums once in a hand (settlement 12)."""
    for other in _before(record, at):
        if other.premium == claimed.premium:
            if other.side == claimed.side:
                return _problem(at, "", "premium_twice", premium)
            if premium.once:
                return _problem(at, "", "premium_once", premium)
            if other.won and claimed.won and record.renonce is None:
                return _problem(at, "", "premium_won_by_both", premium)
    return _NONE


def excludes(record: HandRecord, claimed: PremiumClaim, premium: Premium, sheet: Sheet, at: int) -> Iterable[Problem]:
    """Some premiums are not recorded beside others (settlement 16, karlsruhe's Schneider)."""
    for before in _before(record, at):
        other = sheet.premiums.get(before.premium)
        if other is not None and (before.premium in premium.excludes or claimed.premium in other.excludes):
            return (Problem(f"premiums/{at}", "premium_excluded", _names(premium, other)),)
    return _NONE


def denies(record: HandRecord, claimed: PremiumClaim, premium: Premium, sheet: Sheet, at: int) -> Iterable[Problem]:
    """Beside some premiums the other side cannot have made others (settlement 17); a Renonce was not played out."""
    if not claimed.won or record.renonce is not None or record.plays[0].result == "conceded":
        return _NONE
    for before in _before(record, at):
        other = sheet.premiums.get(before.premium)
        if other is None or not before.won or {claimed.side, before.side} != {"declarer", "defence"}:
            continue
        if _denies(premium, before) or _denies(other, claimed):
            return (Problem(f"premiums/{at}", "premium_denied", _names(premium, other)),)
    return _NONE


def _denies(premium: Premium, other: PremiumClaim) -> bool:
    return premium.denies is not None and premium.denies.picks((other.premium, other.announced), False)


def _names(premium: Premium, other: Premium) -> Params:
    return ("premium", premium.names), ("other", other.names)


def premium_problems(
    record: HandRecord, claimed: PremiumClaim, premium: Premium, contract: Contract, sheet: Sheet, at: int
) -> list[Problem]:
    """Return all problems of one premium; a check is asked only where it can find something."""
    problems = [*has_form(claimed, premium, contract, at)]
    if premium.side is not None and claimed.side not in (premium.side, ""):
        problems += _problem(at, "side", "premium_wrong_side", premium)  # some are one side's only (settlement 10)
    if claimed.kontra != 1:
        problems += kontra(claimed, premium, contract, at)
    if not (claimed.won or claimed.announced) and record.renonce is None:
        problems += silent_lost(claimed, premium, contract, at)
    if premium.points is not None or premium.all_points:
        problems += card_points(record, claimed, premium, sheet, at)
    if premium.between_players or claimed.by is not None or claimed.from_ is not None:
        problems += players(record, claimed, premium, at)
    if claimed.premium in contract.must_kontra:
        problems += defence_kontra(record, claimed, premium, contract, at)
    if record.plays[0].result == "conceded" and record.renonce is None:
        problems += conceded(record, claimed, premium, contract, at)
    if at:  # the last ones look at the premiums before
        problems += once(record, claimed, premium, at)
        problems += excludes(record, claimed, premium, sheet, at)
        problems += denies(record, claimed, premium, sheet, at)
    return problems
