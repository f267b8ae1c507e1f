"""A hand in shorthand, as it is typed from a paper sheet; `shorthand.parse` reads it back."""

from collections.abc import Iterator, Sequence

from scoring.engine.hand.record import HandRecord, Play, RecordedPremium, Renonce
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.points import print_amount, print_points
from scoring.house_rules.short_names import words_of
from scoring.table_clock.clock import IN_TIME
from tournaments.paper_sheets.typed_line import (
    ALONE,
    BESIDE,
    HAND,
    KONTRAS,
    PHASE_SIGNS,
    REDEAL,
    REDEAL_SIGN,
    RESULTS,
    SIDES,
    TALON,
    VOID_SIGN,
    Deal,
    Typed,
)

_KONTRA = {factor: letter for letter, factor in KONTRAS.items()}
_RESULT = {word: sign for sign, word in RESULTS.items()}
_SIDE = {word: letter for letter, word in SIDES.items()}
_PHASE = {phase: sign for sign, phase in PHASE_SIGNS.items()}


def print_line(line: Typed, sheet: Sheet, deal: Deal) -> str:
    """A line in shorthand."""
    if line.kind != HAND or line.record is None:
        said = REDEAL_SIGN if line.kind == REDEAL else VOID_SIGN
    else:
        said = " ".join(_tokens(line.record, sheet, deal))
    return said if line.phase == IN_TIME else f"{_PHASE[line.phase]} {said}"


def _tokens(record: HandRecord, sheet: Sheet, deal: Deal) -> Iterator[str]:
    for at, play in enumerate(record.plays):
        if at:
            yield BESIDE
        yield from _play(play, sheet, deal)
    side = "declarer"
    for one in record.premiums:
        if one.side != side:
            side = one.side
            yield _SIDE[side]
        yield _premium(one, sheet, deal)
    if record.renonce is not None:
        yield _renonce(record.renonce, deal)


def _play(play: Play, sheet: Sheet, deal: Deal) -> Iterator[str]:
    contract = sheet.contracts[play.contract]
    yield words_of(sheet).contracts.of(play.contract)
    if not contract.is_trischaken:
        yield _seats(play, contract, deal)
    yield from _counted(play, deal)
    if play.result is not None:
        yield _RESULT[play.result]
    if isinstance(play.kontra, tuple):
        for seat, factor in enumerate(play.kontra):
            if factor > 1:
                yield f"{_KONTRA[factor]}:{number_of(seat, deal)}"
    elif play.kontra > 1:
        yield _kontra(play.kontra, play.kontra_by, deal, "@" if contract.is_negative else ":")


def _counted(play: Play, deal: Deal) -> Iterator[str]:
    """Points and tricks."""
    if isinstance(play.points, tuple):
        yield ",".join(print_points(one) for one in by_column(play.points, deal))
    elif play.points is not None:
        yield print_points(play.points)
    if isinstance(play.tricks, tuple):
        yield "st" + ",".join(str(one) for one in by_column(play.tricks, deal))
    elif play.tricks is not None:
        yield str(play.tricks)


def _seats(play: Play, contract: Contract, deal: Deal) -> str:
    declarer = str(number_of(play.declarer, deal))
    if play.partner is not None:
        return f"{declarer}{number_of(play.partner, deal)}"
    if contract.partner is None:
        return declarer
    return declarer + (TALON if play.king_in_talon else ALONE)


def _kontra(factor: int, by: int | None, deal: Deal, sign: str = ":") -> str:
    return _KONTRA[factor] + ("" if by is None else f"{sign}{number_of(by, deal)}")


def _premium(one: RecordedPremium, sheet: Sheet, deal: Deal) -> str:
    said = words_of(sheet).premiums.of(one.premium) + "!" * one.announced + "-" * (not one.won)
    if one.kontra > 1:
        said += "/" + _kontra(one.kontra, one.kontra_by, deal)
    if one.by is not None:
        said += f"@{number_of(one.by, deal)}"
    return said if one.from_ is None else f"{said}<{number_of(one.from_, deal)}"


def _renonce(renonce: Renonce, deal: Deal) -> str:
    claims = ",".join(f"{number_of(seat, deal)}:{print_amount(sixths)}" for seat, sixths in renonce.claims)
    return f"ren:{number_of(renonce.seat, deal)}" + (f"={claims}" if claims else "")


def number_of(seat: int, deal: Deal) -> int:
    """The number of a seat's column on paper, from 1."""
    return deal.active[seat] + 1


def by_column(by_seat: Sequence[int], deal: Deal) -> list[int]:
    """Values of the four seats in the order of the columns on paper."""
    return [by_seat[seat] for seat in sorted(range(4), key=lambda seat: deal.active[seat])]
