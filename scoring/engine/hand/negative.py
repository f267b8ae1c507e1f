"""Negative games: each declarer against the three others, each pair with its own kontra (settlement 2, 6 and 7)."""

from collections.abc import Iterator

from scoring.engine.hand.outcome import count_kontra, is_won
from scoring.engine.hand.positive import UNITS, PositiveEntry, Worth, compute_worth, multiply_units
from scoring.engine.hand.record import FOUR_KONTRAS, SEATS, HandRecord, Play
from scoring.engine.hand.score_lines import Cause, Payment, ScoreLine, pay_one
from scoring.engine.house_rules.sheet import Contract, Sheet


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
