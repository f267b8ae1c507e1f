"""A hand in shorthand, as it is typed from a paper sheet; `shorthand.parse_shorthand` reads it back."""

from collections.abc import Iterator, Sequence

from scoring.book.table_clock import IN_TIME
from scoring.engine.hand.record import HandRecord, Play, RecordedPremium, Renonce
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.points import print_amount, print_points
from scoring.sheets.house_rules.short_names import build_short_names
from tournaments.hall.paper_sheets.shorthand import (
    ALONE_SIGN,
    BESIDE_SIGN,
    BUERGERMEISTER,
    ENDINGS,
    HAND,
    KONTRAS,
    PHASE_SIGNS,
    REDEAL,
    REDEAL_SIGN,
    RESULTS,
    SIDES,
    TALON_SIGN,
    VOID_SIGN,
    DealPlaces,
    TypedLine,
)

_KONTRA = {factor: letter for letter, factor in KONTRAS.items()}
_RESULT = {word: sign for sign, word in RESULTS.items()}
_SIDE = {word: letter for letter, word in SIDES.items()}
_PHASE = {phase: sign for sign, phase in PHASE_SIGNS.items()}


def format_shorthand(line: TypedLine, sheet: Sheet, deal: DealPlaces) -> str:
    """Return a line in shorthand."""
    if line.kind != HAND or line.record is None:
        text = REDEAL_SIGN if line.kind == REDEAL else VOID_SIGN
    else:
        text = " ".join(_format_record(line.record, sheet, deal))
    return text if line.phase == IN_TIME else f"{_PHASE[line.phase]} {text}"


def _format_record(record: HandRecord, sheet: Sheet, deal: DealPlaces) -> Iterator[str]:
    for index, play in enumerate(record.plays):
        if index:
            yield BESIDE_SIGN
        yield from _format_play(play, sheet, deal)
    side = "declarer"
    for premium in record.premiums:
        if premium.side != side:
            side = premium.side
            yield _SIDE[side]
        yield _format_premium(premium, sheet, deal)
    if record.renonce is not None:
        yield _format_renonce(record.renonce, deal)


def _format_play(play: Play, sheet: Sheet, deal: DealPlaces) -> Iterator[str]:
    contract = sheet.contracts[play.contract]
    yield build_short_names(sheet).contracts.get_short_name(play.contract)
    if not contract.is_trischaken:
        yield _format_seats(play, contract, deal)
    yield from _format_counts(play, deal)
    if play.result is not None:
        yield _RESULT[play.result]
    if isinstance(play.kontra, tuple):
        for seat, factor in enumerate(play.kontra):
            if factor > 1:
                yield f"{_KONTRA[factor]}:{compute_column(seat, deal)}"
    elif play.kontra > 1:
        yield _format_kontra(play.kontra, play.kontra_by, deal, "@" if contract.is_negative else ":")


def _format_counts(play: Play, deal: DealPlaces) -> Iterator[str]:
    """Yield points and tricks."""
    if isinstance(play.points, tuple):
        yield ",".join(print_points(points) for points in sort_by_column(play.points, deal))
    elif play.points is not None:
        yield print_points(play.points)
    if isinstance(play.tricks, tuple):
        yield "st" + ",".join(str(tricks) for tricks in sort_by_column(play.tricks, deal))
    elif play.tricks is not None:
        yield str(play.tricks)
    yield from _format_ending(play, deal)


def _format_ending(play: Play, deal: DealPlaces) -> Iterator[str]:
    """Yield who lost a Trischaken, who has no trick and who is Bürgermeister."""
    mayor = None if play.buergermeister is None else (play.buergermeister,)
    named = {"losers": play.losers, "jungfrauen": play.jungfrauen, BUERGERMEISTER: mayor}
    for sign, field in ENDINGS.items():
        if seats := named[field]:
            yield f"{sign}:{','.join(str(column) for column in sorted(compute_column(seat, deal) for seat in seats))}"


def _format_seats(play: Play, contract: Contract, deal: DealPlaces) -> str:
    declarer = str(compute_column(play.declarer, deal))
    if play.partner is not None:
        return f"{declarer}{compute_column(play.partner, deal)}"
    if contract.partner is None:
        return declarer
    return declarer + (TALON_SIGN if play.king_in_talon else ALONE_SIGN)


def _format_kontra(factor: int, by: int | None, deal: DealPlaces, sign: str = ":") -> str:
    return _KONTRA[factor] + ("" if by is None else f"{sign}{compute_column(by, deal)}")


def _format_premium(premium: RecordedPremium, sheet: Sheet, deal: DealPlaces) -> str:
    text = (
        build_short_names(sheet).premiums.get_short_name(premium.premium)
        + "!" * premium.announced
        + "-" * (not premium.won)
    )
    if premium.kontra > 1:
        text += "/" + _format_kontra(premium.kontra, premium.kontra_by, deal)
    if premium.by is not None:
        text += f"@{compute_column(premium.by, deal)}"
    return text if premium.from_ is None else f"{text}<{compute_column(premium.from_, deal)}"


def _format_renonce(renonce: Renonce, deal: DealPlaces) -> str:
    claims = ",".join(f"{compute_column(seat, deal)}:{print_amount(sixths)}" for seat, sixths in renonce.claims)
    return f"ren:{compute_column(renonce.seat, deal)}" + (f"={claims}" if claims else "")


def compute_column(seat: int, deal: DealPlaces) -> int:
    """Return the number of a seat's column on paper, from 1."""
    return deal.active[seat] + 1


def sort_by_column(by_seat: Sequence[int], deal: DealPlaces) -> list[int]:
    """Return values of the four seats in the order of the columns on paper."""
    return [by_seat[seat] for seat in sorted(range(4), key=lambda seat: deal.active[seat])]
