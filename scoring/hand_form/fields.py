"""The fields of the entry page: from what was posted to a record, and what the page shows of a sheet."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.engine.hand.record import SEATS
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.points import BLATT, print_points
from scoring.engine.problems import Problem

MOST_PLAYS = 3  # the first game and two beside it
SIDES = ("declarer", "defence")
TALON, ALONE = "talon", "alone"
BLANK = "blank"  # a result: nobody announced anything, and the game is paid at once
Posted = Mapping[str, Any]


class Form(NamedTuple):
    """A hand as the fields of the entry form say it: its record is made where sheet and forehand are known."""

    fields: Posted


def record_from(posted: Posted, sheet: Sheet, forehand: int) -> dict[str, Any]:
    """The record (JSON values) that a posted entry form stands for; nothing is checked here.

    `forehand` declares what only the forehand may declare, where the form leaves it out.
    """
    plays = [
        _play(posted, f"p{at}-", sheet, forehand)
        for at in range(MOST_PLAYS)
        if at == 0 or _text(posted, f"p{at}-contract")
    ]
    record: dict[str, Any] = {"plays": plays if _text(posted, "p0-contract") else []}
    premiums = [
        _premium(posted, premium, side)
        for premium in sheet.premiums
        for side in SIDES
        if _text(posted, f"prem-{premium}-{side}") in ("silent", "announced")
    ]
    if premiums:
        record["premiums"] = premiums
    if (offender := _number(posted, "renonce")) is not None:
        record["renonce"] = {"seat": offender, "claims": _claims(posted)}
    return record


def unsaid(posted: Posted, sheet: Sheet) -> tuple[Problem, ...]:
    """What the form asks but a record may leave out: a player who called all four kings himself says so.

    Else a forgotten partner would be paid for as a game alone against three.
    """
    contract = sheet.contracts.get(_text(posted, "p0-contract"))
    if contract is None or not contract.self_call or _text(posted, "p0-partner"):
        return ()
    return (Problem("plays/0/partner", "partner_missing", (("contract", contract.names),), "partner_or_alone"),)


def _text(posted: Posted, name: str) -> str:
    return str(posted.get(name) or "").strip()


def _number(posted: Posted, name: str) -> Any:
    """A whole number where one was typed, else the text itself (the record then says what is wrong); None: nothing."""
    text = _text(posted, name)
    if not text:
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text


def _without_nothing(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _play(posted: Posted, prefix: str, sheet: Sheet, forehand: int) -> dict[str, Any]:
    contract = sheet.contracts.get(_text(posted, f"{prefix}contract"))
    declarer = _number(posted, f"{prefix}declarer")
    if declarer is None and contract is not None and (contract.is_trischaken or contract.by == "forehand"):
        declarer = forehand
    partner = _text(posted, f"{prefix}partner")
    fields = {
        "contract": _text(posted, f"{prefix}contract"),
        "declarer": declarer,
        "partner": None if partner in ("", TALON, ALONE) else _number(posted, f"{prefix}partner"),
        "king_in_talon": True if partner == TALON else None,
        "result": _result(posted, prefix, sheet),
        "points": _points(posted, prefix, sheet, contract),
        "kontra": _kontra(posted, prefix, contract),
        "kontra_by": _number(posted, f"{prefix}kontra_by"),
    }
    return _without_nothing(fields)


def _result(posted: Posted, prefix: str, sheet: Sheet) -> str | None:
    """How the game ended; a blank one, on the sheets that know it, is paid as won."""
    given = _text(posted, f"{prefix}result") or None
    return "won" if given == BLANK and _text(posted, f"{prefix}contract") in sheet.blank else given


def _points(posted: Posted, prefix: str, sheet: Sheet, contract: Contract | None) -> Any:
    """Card points: of the declarer's side, of all four in Trischaken, or "exactly half" answered with yes."""
    if contract is not None and contract.is_trischaken:
        four = [_with_blatt(posted, f"{prefix}points-{seat}", f"{prefix}blatt-{seat}") for seat in SEATS]
        return None if None in four else four  # all four or none: what is missing is asked for
    points = _with_blatt(posted, f"{prefix}points", f"{prefix}blatt")
    if points is None and _text(posted, f"{prefix}equal"):
        return print_points(sheet.total // 2)
    return points


def _with_blatt(posted: Posted, points: str, blatt: str) -> str | None:
    whole, leaves = "".join(_text(posted, points).split()), _text(posted, blatt)
    if not whole:
        return None
    return f"{whole}/{leaves}" if leaves and leaves != "0" and "/" not in whole else whole


def _kontra(posted: Posted, prefix: str, contract: Contract | None) -> Any:
    if contract is not None and contract.is_negative:
        by_seat = {str(seat): _number(posted, f"{prefix}kontra-{seat}") for seat in SEATS}
        kontras = {seat: kontra for seat, kontra in by_seat.items() if kontra not in (None, 1)}
        return kontras or None
    return _number(posted, f"{prefix}kontra")


def _premium(posted: Posted, premium: str, side: str) -> dict[str, Any]:
    name = f"prem-{premium}-{side}"
    fields = {
        "premium": premium,
        "side": side,
        "announced": _text(posted, name) == "announced",
        "won": not _text(posted, f"{name}-lost"),
        "kontra": _number(posted, f"{name}-kontra"),
        "kontra_by": _number(posted, f"{name}-kontra_by"),
        "by": _number(posted, f"{name}-by"),
        "from": _number(posted, f"{name}-from"),
    }
    return _without_nothing(fields)


def _claims(posted: Posted) -> dict[str, Any]:
    claims = {str(seat): _number(posted, f"claim-{seat}") for seat in SEATS}
    return {seat: claim for seat, claim in claims.items() if claim not in (None, 0)}


def blatt_of(sheet: Sheet) -> range:
    """The Blätter that can be entered beside whole points."""
    return range(1 if sheet.whole else BLATT)
