"""Games with two sides: the game and every premium settled separately (house-rules.md, settlement 1 to 4 and 16)."""

from typing import NamedTuple

from scoring.engine.hand.outcome import get_game_kontra, get_premium_kontra, is_won
from scoring.engine.hand.record import SEATS, HandRecord, Play, RecordedPremium
from scoring.engine.hand.score_lines import Amounts, Cause, Factors, ScoreLine, pay_one
from scoring.engine.house_rules.sheet import Contract, Item, Premium, Sheet
from scoring.engine.points import SIXTHS


class PositiveEntry(NamedTuple):
    """An item of the hand with what decides about it."""

    name: str  # contract or premium id
    item: Item
    won: bool
    declarer_gets: bool  # the declarer's side is paid for it
    kontra: int  # as it counts
    value: int
    kind: str
    factors: Factors = ()  # before all others (lost game)
    marks: tuple[str, ...] = ()
    side: str = ""  # whose premium it is
    between: tuple[int, int] | None = None  # who gets it when won, and from whom; None: between the sides

    @property
    def kontrad(self) -> bool:
        """Somebody kontra'd it, and it counts."""
        return self.kontra > 1


class Worth(NamedTuple):
    """The amounts that one player pays one other for an item, in money and in the written score."""

    money: int
    written: int
    factors: Factors
    marks: tuple[str, ...]


UNITS: dict[tuple[int, int | None], Amounts] = {}
for _declarer in SEATS:
    for _partner in (None, *SEATS):
        _own = {_declarer, _partner}
        _each = 3 if _partner in (None, _declarer) else 1
        _first, _second, _third, _fourth = ((_each if seat in _own else -1) for seat in SEATS)
        UNITS[_declarer, _partner] = (_first, _second, _third, _fourth)


def multiply_units(units: Amounts, value: int) -> Amounts:
    """A row of units times a value: every winner gets it once, every loser pays it once; alone it is three times.

    >>> multiply_units(UNITS[1, None], 30), multiply_units(UNITS[0, 2], -6)
    ((-30, 90, -30, -30), (-6, 6, -6, 6))
    """
    first, second, third, fourth = units
    return first * value, second * value, third * value, fourth * value


def build_positive_lines(record: HandRecord, sheet: Sheet, contract: Contract) -> list[ScoreLine]:
    """Return the lines of a game with two sides."""
    play, radl = record.plays[0], record.radl or 1
    entries, deciding = list_positive_entries(record, contract)
    units = UNITS[play.declarer, play.partner]
    return [_build_line(entry, deciding, units, radl, sheet) for entry in entries]


def list_positive_entries(
    record: HandRecord, contract: Contract
) -> tuple[list[PositiveEntry], tuple["DecidingEntry", ...]]:
    """Return what a game with two sides is settled by: the game, the premiums, and those that decide about others."""
    play, premiums = record.plays[0], record.premiums
    conceded = play.result == "conceded"
    game = build_game_entry(play, contract, is_won(record, play, contract))
    entries = [game]
    deciding: tuple[DecidingEntry, ...] = ()
    decides = False
    for recorded in premiums:
        item = contract.forms[recorded.premium, recorded.announced]
        if item.times == 1:
            entries.append(build_premium_entry(play, recorded, item, game, recorded.won and not conceded))
        decides = decides or item.decides
    if decides:
        deciding = list_deciding_premiums(record, contract)
    if conceded:
        entries = [
            entry if entry.item.conceded else entry._replace(factors=(*entry.factors, ("conceded", 0)))
            for entry in entries
        ]
    return entries, deciding


def build_game_entry(play: Play, contract: Contract, won: bool, kind: str = "contract") -> PositiveEntry:
    """The game itself; a lost one may be worth more (settlement 8)."""
    kontra = get_game_kontra(play, contract)
    marks: tuple[str, ...] = ("conceded",) if play.result == "conceded" else ()
    if kontra != play.kontra:
        marks += ("king_lies" if contract.game.king_lies and play.king_in_talon else "partner_kontra",)
    value = contract.value if won or play.result == "conceded" else contract.lost
    factors: Factors = ()
    if value != contract.value and value % contract.value == 0:
        value, factors = contract.value, (("lost", value // contract.value),)
    return PositiveEntry(contract.id, contract.game, won, won, kontra, value, kind, factors, marks)


def build_premium_entry(
    play: Play, recorded: RecordedPremium, item: Item, game: PositiveEntry, won: bool, kind: str = "premium"
) -> PositiveEntry:
    """A premium, for its own side when won, for the other when lost."""
    kontra = get_premium_kontra(recorded, item, play)
    marks: tuple[str, ...] = ()
    if kontra != recorded.kontra:
        marks = ("king_lies" if item.king_lies and play.king_in_talon else "partner_kontra",)
    if item.covered and game.kontra > 1:
        kontra *= game.kontra
    declarer_gets = (recorded.side == "declarer") == won
    between = (recorded.by, recorded.from_) if recorded.by is not None and recorded.from_ is not None else None
    return PositiveEntry(
        item.key[0], item, won, declarer_gets, kontra, item.value, kind, (), marks, recorded.side, between
    )


class DecidingEntry(NamedTuple):
    """A premium that says something about other items: it multiplies them, or lets them not count."""

    premium: Premium
    item: Item
    won: bool
    kontra: int
    beside: bool = True  # what does not count beside it counts 0


def list_deciding_premiums(record: HandRecord, contract: Contract, *, beside: bool = True) -> tuple[DecidingEntry, ...]:
    """Return the premiums of a hand that multiply other items, or let them not count; only the former: not `beside`."""
    entries: tuple[DecidingEntry, ...] = ()
    for recorded in record.premiums:
        item = contract.forms[recorded.premium, recorded.announced]
        premium = item.premium
        if premium is not None and item.decides and (beside or item.times > 1):
            kontra = get_premium_kontra(recorded, item, record.plays[0])
            entries += (DecidingEntry(premium, item, recorded.won, kontra, beside),)
    return entries


def compute_worth(entry: PositiveEntry, deciding: tuple[DecidingEntry, ...], radl: int, sheet: Sheet) -> Worth:
    """Multiply an item's value by all that applies: lost, solo, multiplying premiums, kontra, Radl."""
    item, kontra, factors, marks = entry.item, entry.kontra, entry.factors, entry.marks
    kontrad = kontra > 1
    money = written = factors[0][1] if factors else 1
    solo = item.solo[kontrad]
    if kontra == radl == solo == 1 and not factors and not deciding and not sheet.round_down:
        return Worth(entry.value, entry.value, factors, marks)  # as most are
    if solo > 1:
        factors += (("solo", solo),)
        money *= solo
        written *= solo
    cap = sheet.written or 16
    for other in deciding:
        own_factors = _list_deciding_factors(other, item, kontrad)
        factors += own_factors
        if kontrad and other.premium.takes_kontra and (other.premium.id, 0) in own_factors:
            marks = (*entry.marks, "kontra_falls")
        for name, factor in own_factors:
            money *= factor
            written *= min(factor, cap) if name == "kontra" else factor
    if kontrad:
        factors += (("kontra", kontra),)
        money *= kontra
        written *= min(kontra, cap)
    if radl > 1 and item.radl[kontrad]:
        factors += (("radl", radl),)
        money *= radl
        written *= radl
    money, written = entry.value * money, entry.value * written
    if sheet.round_down and (money % SIXTHS or written % SIXTHS):
        money, written, marks = money - money % SIXTHS, written - written % SIXTHS, (*marks, "rounded")
    return Worth(money, written, factors, marks if money == written else (*marks, "written"))


def _list_deciding_factors(other: DecidingEntry, item: Item, kontrad: bool) -> Factors:
    premium = other.premium
    if premium is item.premium:
        return ()
    if other.item.times > 1:
        multiplies = premium.multiplies if other.won else premium.multiplies_lost
        if multiplies is not None and multiplies.is_picked(item.key, kontrad):
            own: Factors = ((premium.id, other.item.times),)
            return (*own, ("kontra", other.kontra)) if other.kontra > 1 else own
    if not other.beside:
        return ()
    selector = premium.beside if other.won else premium.beside_lost
    return ((premium.id, 0),) if selector is not None and not selector.is_picked(item.key, kontrad) else ()


def _build_line(
    entry: PositiveEntry, deciding: tuple[DecidingEntry, ...], units: Amounts, radl: int, sheet: Sheet
) -> ScoreLine:
    """Settle an entry between the sides, or between the two players whom it concerns."""
    paid = compute_worth(entry, deciding, radl, sheet)
    money, written = paid.money, paid.written
    if entry.between is None:
        if not entry.declarer_gets:
            money, written = -money, -written
        amounts = multiply_units(units, money)
        on_paper = amounts if written == money else multiply_units(units, written)
    else:
        getter, payer = entry.between if entry.won else entry.between[::-1]
        amounts, on_paper = pay_one(getter, payer, money), pay_one(getter, payer, written)
    return ScoreLine(build_cause(entry, paid, entry.won), amounts, on_paper)


def build_cause(entry: PositiveEntry, paid: Worth, won: bool | None) -> Cause:
    """Return how the line of an entry came about."""
    name, item, _won, _declarer_gets, _kontra, value, kind, _factors, _marks, side, _between = entry
    form = "" if item.premium is None else "announced" if item.key[1] else "silent"
    return Cause(name, kind, value, won, paid.factors, paid.marks, form, side)
