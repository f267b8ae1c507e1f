"""The winner of a game, the kontra that counts, and its payout: games with two sides, and negative ones."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.engine.hand.record import FOUR_KONTRAS, SEATS, HandRecord, Play, RecordedPremium
from scoring.engine.hand.score_lines import Amounts, Cause, Factors, Payment, ScoreLine, pay_one
from scoring.engine.house_rules.sheet import Contract, Item, Premium, Sheet
from scoring.engine.points import SIXTHS

LEAST_KONTRA = 2  # a game counts as kontra'd from here


def list_outcome_seats(play: Play, side: str) -> tuple[int, ...]:
    """The seats of one side of a game.

    >>> list_outcome_seats(Play("rufer", 0, 2), "defence")
    (1, 3)
    """
    own = play.side
    return own if side == "declarer" else tuple(seat for seat in SEATS if seat not in own)


def count_kontra(kontra: int, kontra_by: int | None, side: tuple[int, ...]) -> int:
    """A kontra as it counts: 1 where somebody kontra'd his own side."""
    return 1 if kontra_by is not None and kontra_by in side else kontra


def get_game_kontra(play: Play, contract: Contract) -> int:
    """The kontra on a game with sides, as it counts."""
    if play.kontra == 1 or isinstance(play.kontra, tuple):
        return 1
    void = contract.game.king_lies and play.king_in_talon
    return 1 if void else count_kontra(play.kontra, play.kontra_by, play.side)


def get_premium_kontra(recorded: RecordedPremium, item: Item, play: Play) -> int:
    """The kontra on a premium, as it counts."""
    if recorded.kontra == 1:
        return 1
    void = item.king_lies and play.king_in_talon
    return 1 if void else count_kontra(recorded.kontra, recorded.kontra_by, list_outcome_seats(play, recorded.side))


def get_hand_kontra(record: HandRecord, contract: Contract) -> int:
    """The kontra of a hand as it counts: on the game, or on the announced premium that takes it instead."""
    play = record.plays[0]
    for recorded in record.premiums:
        item = contract.forms.get((recorded.premium, recorded.announced))
        if recorded.announced and item is not None and item.premium is not None and item.premium.takes_kontra:
            return get_premium_kontra(recorded, item, play)
    return get_game_kontra(play, contract)


def choose_kontra_text(item: Item, sheet: Sheet, *, in_coins: bool = True) -> str:
    """Return the text for a kontra above the limit of an item; `in_coins`: there is one, where the sheet has coins."""
    if item.kontra > 1:
        return "kontra_too_high"
    return "kontra_in_coins" if sheet.coins and in_coins else "no_kontra"


def has_needed_premium(record: HandRecord, contract: Contract) -> bool:
    """Return whether the declarer's side has announced one of the premiums that a bird contract needs."""
    return any(
        recorded.announced and recorded.side == "declarer" and recorded.premium in contract.needs
        for recorded in record.premiums
    )


def get_win_limit(play: Play, contract: Contract) -> int:
    """Card points (thirds) from which the declarer's side wins."""
    return contract.win_kontra if get_game_kontra(play, contract) >= LEAST_KONTRA else contract.win


def find_forced_outcome(record: HandRecord, contract: Contract) -> bool | None:
    """Return the outcome that a lost multiplying premium decides, whatever the points; None: nothing decides it."""
    if contract.multiplied:
        for recorded in record.premiums:
            item = contract.forms.get((recorded.premium, recorded.announced))
            if item is not None and item.times > 1 and item.can_be_lost and not recorded.won:
                return recorded.side == "defence"
    return None


def compute_outcome(record: HandRecord, play: Play, contract: Contract) -> bool | None:
    """Return the outcome of a game by its premiums, tricks or card points; None: they say nothing of it."""
    decided = find_forced_outcome(record, contract)
    if decided is not None:
        return decided
    if contract.tricks is not None:
        return None if play.tricks is None else play.tricks == contract.tricks
    if isinstance(play.points, int):
        return play.points >= get_win_limit(play, contract)
    won = [recorded for recorded in record.premiums if recorded.announced and recorded.won]
    forms = ((recorded, contract.forms.get((recorded.premium, True))) for recorded in won)  # a Valat wins the game, too
    sides = (recorded.side for recorded, item in forms if item is not None and item.premium and item.premium.wins_game)
    side = next(sides, None)
    return None if side is None else side == "declarer"


def is_won(record: HandRecord, play: Play, contract: Contract) -> bool:
    """Tell if the declarer's side has won a game of a valid record."""
    return bool(compute_outcome(record, play, contract)) if play.result is None else play.result == "won"


# Games with two sides: the game and every premium settled separately (house-rules.md, settlement 1 to 4 and 16).


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


# Negative games: each declarer against the three others, each pair with its own kontra (settlement 2, 6 and 7).


def build_negative_lines(record: HandRecord, sheet: Sheet) -> list[ScoreLine]:
    """Return the lines of one or several negative games: one line each, or one for each opponent."""
    return [
        ScoreLine(_build_cause(play, sheet.contracts[play.contract], won, paid, opponent), amounts, written)
        for play, won, paid, opponent, (amounts, written) in _list_payments(record, sheet)
    ]


def _list_payments(record: HandRecord, sheet: Sheet) -> Iterator[tuple[Play, bool, Worth, int | None, Payment]]:
    """Yield what is paid: from all opponents together where each plays for the same, else from each opponent."""
    for play in record.plays:
        contract = sheet.contracts[play.contract]
        won = is_won(record, play, contract)
        by_seat = list_kontras(play)
        paid = {
            kontra: pair_worth(play, contract, sheet, record.radl or 1, kontra, "contract") for kontra in {*by_seat}
        }
        if paid.keys() == {1}:
            amounts = multiply_units(UNITS[play.declarer, None], paid[1].money if won else -paid[1].money)
            yield play, won, paid[1], None, (amounts, amounts)
        else:
            for seat in SEATS:
                if seat != play.declarer:
                    yield play, won, paid[by_seat[seat]], seat, _pay_pair(play, won, seat, paid[by_seat[seat]])


def list_kontras(play: Play) -> FOUR_KONTRAS:
    """The kontra of every seat on a negative game, as it counts.

    >>> list_kontras(Play("bettler", 1, kontra=2)), list_kontras(Play("bettler", 1, kontra=2, kontra_by=1))
    ((2, 2, 2, 2), (1, 1, 1, 1))
    """
    if isinstance(play.kontra, tuple):
        return play.kontra
    kontra = count_kontra(play.kontra, play.kontra_by, play.side)
    return kontra, kontra, kontra, kontra


def pair_worth(play: Play, contract: Contract, sheet: Sheet, radl: int, kontra: int, kind: str) -> Worth:
    """Compute what one opponent and the declarer play for."""
    marks = ("partner_kontra",) if isinstance(play.kontra, int) and play.kontra != kontra else ()
    entry = PositiveEntry(play.contract, contract.game, True, True, kontra, contract.value, kind, (), marks)
    return compute_worth(entry, (), radl, sheet)


def _pay_pair(play: Play, won: bool, opponent: int, paid: Worth) -> Payment:
    money, written = (paid.money, paid.written) if won else (-paid.money, -paid.written)
    amounts = pay_one(play.declarer, opponent, money)
    return amounts, amounts if written == money else pay_one(play.declarer, opponent, written)


def _build_cause(play: Play, contract: Contract, won: bool, paid: Worth, opponent: int | None) -> Cause:
    return Cause(
        play.contract, "contract", contract.value, won, paid.factors, paid.marks, "", "", opponent, play.declarer
    )
