"""Negative games: each declarer against the three others, each pair with its own kontra (settlement 2, 6 and 7)."""

from scoring.engine.hand.outcome import heard, said
from scoring.engine.hand.positive import UNITS, Entry, Worth, times, worth
from scoring.engine.hand.record import FOUR_KONTRAS, SEATS, HandRecord, Play
from scoring.engine.hand.score_lines import Cause, Line, pair
from scoring.engine.house_rules.sheet import Contract, Sheet


def negative_lines(record: HandRecord, sheet: Sheet) -> list[Line]:
    """The lines of one or several negative games."""
    lines: list[Line] = []
    for play in record.plays:
        contract = sheet.contracts[play.contract]
        won = said(record, play, contract)[0]
        by_seat = kontras(play)
        if max(by_seat) == 1:
            lines.append(_line(play, contract, sheet, won, record.radl or 1))
        else:
            lines += [
                _pair(play, contract, sheet, won, record.radl or 1, seat, by_seat[seat])
                for seat in SEATS
                if seat != play.declarer
            ]
    return lines


def kontras(play: Play) -> FOUR_KONTRAS:
    """The kontra of every seat on a negative game, as it counts.

    >>> kontras(Play("bettler", 1, kontra=2)), kontras(Play("bettler", 1, kontra=2, kontra_by=1))
    ((2, 2, 2, 2), (1, 1, 1, 1))
    """
    if isinstance(play.kontra, tuple):
        return play.kontra
    one = heard(play.kontra, play.kontra_by, play.side)
    return one, one, one, one


def pair_worth(play: Play, contract: Contract, sheet: Sheet, radl: int, kontra: int, kind: str) -> Worth:
    """What one opponent and the declarer play for."""
    marks = ("partner_kontra",) if isinstance(play.kontra, int) and play.kontra != kontra else ()
    entry = Entry(play.contract, contract.game, True, True, kontra, contract.value, kind, (), marks)
    return worth(entry, (), radl, sheet)


def _line(play: Play, contract: Contract, sheet: Sheet, won: bool, radl: int) -> Line:
    paid = pair_worth(play, contract, sheet, radl, 1, "contract")
    amounts = times(UNITS[play.declarer, None], paid.money if won else -paid.money)
    cause = Cause(play.contract, "contract", contract.value, won, paid.factors, paid.marks, declarer=play.declarer)
    return Line(cause, amounts, amounts)


def _pair(play: Play, contract: Contract, sheet: Sheet, won: bool, radl: int, opponent: int, kontra: int) -> Line:
    paid = pair_worth(play, contract, sheet, radl, kontra, "contract")
    cause = Cause(
        play.contract,
        "contract",
        contract.value,
        won,
        paid.factors,
        paid.marks,
        opponent=opponent,
        declarer=play.declarer,
    )
    money, written = (paid.money, paid.written) if won else (-paid.money, -paid.written)
    return Line(cause, pair(play.declarer, opponent, money), pair(play.declarer, opponent, written))
