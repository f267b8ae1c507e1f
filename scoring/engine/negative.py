"""Negative games: each declarer against the three others, each pair with its own kontra (settlement 2, 6 and 7)."""

from scoring.engine.lines import Cause, Line, pair
from scoring.engine.outcome import heard, said
from scoring.engine.positive import Entry, Worth, shared_out, worth
from scoring.engine.record import FOUR_KONTRAS, SEATS, HandRecord, Play
from scoring.engine.sheet import Contract, Sheet


def negative_lines(record: HandRecord, sheet: Sheet) -> list[Line]:
    """The lines of one or several negative games."""
    lines: list[Line] = []
    for play in record.plays:
        contract = sheet.contracts[play.contract]
        won = said(record, play, contract)[0]
        by_seat = kontras(play)
        if max(by_seat) == 1:
            lines.append(_line(record, play, contract, sheet, won))
        else:
            lines += [
                _pair(record, play, contract, sheet, won, seat, by_seat[seat])
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


def pair_worth(
    record: HandRecord, play: Play, contract: Contract, sheet: Sheet, kontra: int, kind: str
) -> Worth:
    """What one opponent and the declarer play for."""
    marks = ("partner_kontra",) if isinstance(play.kontra, int) and play.kontra != kontra else ()
    return worth(
        Entry(contract.game, True, True, kontra, contract.value, kind, (), marks), [], record, sheet
    )


def _line(record: HandRecord, play: Play, contract: Contract, sheet: Sheet, won: bool) -> Line:
    paid = pair_worth(record, play, contract, sheet, 1, "contract")
    amounts = shared_out(play, won, paid.money)
    cause = Cause(play.contract, "contract", contract.value, won, paid.factors, paid.marks)
    return Line(cause, amounts, amounts)


def _pair(
    record: HandRecord,
    play: Play,
    contract: Contract,
    sheet: Sheet,
    won: bool,
    opponent: int,
    kontra: int,
) -> Line:
    paid = pair_worth(record, play, contract, sheet, kontra, "contract")
    cause = Cause(
        play.contract, "contract", contract.value, won, paid.factors, paid.marks, opponent=opponent
    )
    money, written = (paid.money, paid.written) if won else (-paid.money, -paid.written)
    return Line(cause, pair(play.declarer, opponent, money), pair(play.declarer, opponent, written))
