"""The entry form as data, below the ledger: its fields, the record made from them, and the fields of a record."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from scoring.book.ledger.held_hands import DealSeats, parse_seats
from scoring.engine.hand.record import SEATS, SIDES, HandRecord, Play, RecordedPremium, print_record
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.points import BLATT, print_points
from scoring.engine.problems import Problem
from tarockclub.kit.text import parse_whole

MOST_PLAYS = 3  # the first game and two beside it
TALON, PLAYS_ALONE = "talon", "alone"
ENDING = LOSER, JUNGFRAU, MAYOR = ("loser", "jungfrau", "mayor")  # each followed by a seat, as a tick
BLANK = "blank"  # a result: nothing was announced, and the game is paid at once
FRAME_FIELDS = ("key", "previous", "seats")  # beside the hand, in each of its forms
PostedFields = Mapping[str, Any]
Value = TypeVar("Value")
LONGEST_AMOUNT = 8  # digits of a number that is typed into the form
_SEAT = f"[0-{len(SEATS) - 1}]"
# Everything about a hand that the form can have on any sheet; ids of premiums are those of sheet files.
_FIELD_NAME = re.compile(
    rf"p[0-{MOST_PLAYS - 1}]-(?:contract|declarer|partner|result|equal|kontra_by"
    rf"|(?:points|blatt|kontra)(?:-{_SEAT})?|(?:{'|'.join(ENDING)})-{_SEAT})"
    rf"|prem-[a-z][a-z0-9_-]*-(?:{'|'.join(SIDES)})(?:-(?:kontra|kontra_by|by|from|lost))?"
    rf"|renonce|claim-{_SEAT}|phase",
    re.ASCII,
)


def keep_hand_fields(posted: Mapping[str, Value]) -> dict[str, Value]:
    """Return the fields that the form has; what else was sent with a hand is neither stored nor digested."""
    return {name: value for name, value in posted.items() if _FIELD_NAME.fullmatch(name)}


def read_seats(posted: PostedFields) -> DealSeats | None:
    """Return the seats that the page had on its screen; None: there are none in the form."""
    return parse_seats(str(posted.get("seats") or ""))


class FormRecord(NamedTuple):
    """The record of a posted entry form."""

    raw: dict[str, Any]  # JSON values, not checked
    problems: tuple[Problem, ...]  # of what the form leaves open although a record may omit it


def read_hand_form(posted: PostedFields, sheet: Sheet, forehand: int) -> FormRecord:
    """Return the record of a posted entry form; `forehand` as in build_record."""
    return FormRecord(build_record(posted, sheet, forehand), find_unsaid(posted, sheet))


def build_record(posted: PostedFields, sheet: Sheet, forehand: int) -> dict[str, Any]:
    """Return the record (JSON values) of a posted entry form; nothing is checked here.

    `forehand` is the declarer of a game that only the forehand may declare, if the form leaves it out.
    """
    plays = [
        _parse_play(posted, f"p{index}-", sheet, forehand)
        for index in range(MOST_PLAYS)
        if index == 0 or _get_text(posted, f"p{index}-contract")
    ]
    record: dict[str, Any] = {"plays": plays if _get_text(posted, "p0-contract") else []}
    premiums = [
        _parse_premium(posted, premium, side)
        for premium in sheet.premiums
        for side in SIDES
        if _get_text(posted, f"prem-{premium}-{side}") in ("silent", "announced")
    ]
    if premiums:
        record["premiums"] = premiums
    if (offender := _parse_number(posted, "renonce")) is not None:
        record["renonce"] = {"seat": offender, "claims": _parse_claims(posted)}
    return record


def find_unsaid(posted: PostedFields, sheet: Sheet) -> tuple[Problem, ...]:
    """Return the problem of a form without an answer that a record may omit: partner, or alone with one's own call.

    Otherwise a forgotten partner would be paid as a game alone against three.
    """
    contract = sheet.contracts.get(_get_text(posted, "p0-contract"))
    if contract is None or not contract.self_call or _get_text(posted, "p0-partner"):
        return ()
    return (Problem("plays/0/partner", "partner_missing", (("contract", contract.names),), "partner_or_alone"),)


def _get_text(posted: PostedFields, name: str) -> str:
    return str(posted.get(name) or "").strip()


def _parse_number(posted: PostedFields, name: str) -> Any:
    """Return the typed number, else the text itself (the record then reports it); None: empty."""
    text = _get_text(posted, name)
    if not text:
        return None
    number = parse_whole(text, LONGEST_AMOUNT)
    return text if number is None else number


def _drop_empty(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _parse_play(posted: PostedFields, prefix: str, sheet: Sheet, forehand: int) -> dict[str, Any]:
    contract = sheet.contracts.get(_get_text(posted, f"{prefix}contract"))
    declarer = _parse_number(posted, f"{prefix}declarer")
    if declarer is None and contract is not None and (contract.is_trischaken or contract.by == "forehand"):
        declarer = forehand
    partner = _get_text(posted, f"{prefix}partner")
    fields = {
        "contract": _get_text(posted, f"{prefix}contract"),
        "declarer": declarer,
        "partner": None if partner in ("", TALON, PLAYS_ALONE) else _parse_number(posted, f"{prefix}partner"),
        "king_in_talon": True if partner == TALON else None,
        "result": _parse_result(posted, prefix, sheet),
        "points": _parse_points(posted, prefix, sheet, contract),
        "kontra": _parse_kontra(posted, prefix, contract),
        "kontra_by": _parse_number(posted, f"{prefix}kontra_by"),
    }
    if contract is not None and contract.is_trischaken:
        fields |= _parse_ending(posted, prefix)
    return _drop_empty(fields)


def _parse_ending(posted: PostedFields, prefix: str) -> dict[str, Any]:
    """Return who lost a Trischaken, who has no trick and who is Bürgermeister; two of them are the record's problem."""
    losers, jungfrauen, mayors = (
        [seat for seat in SEATS if _get_text(posted, f"{prefix}{name}-{seat}")] for name in ENDING
    )
    mayor = mayors[0] if len(mayors) == 1 else mayors or None
    return {"losers": losers or None, "jungfrauen": jungfrauen or None, "buergermeister": mayor}


def _parse_result(posted: PostedFields, prefix: str, sheet: Sheet) -> str | None:
    """Return the result of the game; a blank one, on the sheets that have it, is paid as won."""
    result = _get_text(posted, f"{prefix}result") or None
    return "won" if result == BLANK and _get_text(posted, f"{prefix}contract") in sheet.blank else result


def _parse_points(posted: PostedFields, prefix: str, sheet: Sheet, contract: Contract | None) -> Any:
    """Return card points: of the declarer's side, of all four in Trischaken, or half the total for a tapped "half"."""
    if contract is not None and contract.is_trischaken:
        four = [_add_blatt(posted, f"{prefix}points-{seat}", f"{prefix}blatt-{seat}") for seat in SEATS]
        return None if None in four else four  # all four or none: missing ones are asked for
    points = _add_blatt(posted, f"{prefix}points", f"{prefix}blatt")
    if points is None and _get_text(posted, f"{prefix}equal"):
        return print_points(sheet.total // 2)
    return points


def _add_blatt(posted: PostedFields, points: str, blatt: str) -> str | None:
    whole, leaves = "".join(_get_text(posted, points).split()), _get_text(posted, blatt)
    if not whole:
        return None
    return f"{whole}/{leaves}" if leaves and leaves != "0" and "/" not in whole else whole


def _parse_kontra(posted: PostedFields, prefix: str, contract: Contract | None) -> Any:
    if contract is not None and contract.is_negative:
        by_seat = {str(seat): _parse_number(posted, f"{prefix}kontra-{seat}") for seat in SEATS}
        kontras = {seat: kontra for seat, kontra in by_seat.items() if kontra not in (None, 1)}
        return kontras or None
    return _parse_number(posted, f"{prefix}kontra")


def _parse_premium(posted: PostedFields, premium: str, side: str) -> dict[str, Any]:
    name = f"prem-{premium}-{side}"
    fields = {
        "premium": premium,
        "side": side,
        "announced": _get_text(posted, name) == "announced",
        "won": not _get_text(posted, f"{name}-lost"),
        "kontra": _parse_number(posted, f"{name}-kontra"),
        "kontra_by": _parse_number(posted, f"{name}-kontra_by"),
        "by": _parse_number(posted, f"{name}-by"),
        "from": _parse_number(posted, f"{name}-from"),
    }
    return _drop_empty(fields)


def _parse_claims(posted: PostedFields) -> dict[str, Any]:
    claims = {str(seat): _parse_number(posted, f"claim-{seat}") for seat in SEATS}
    return {seat: claim for seat, claim in claims.items() if claim not in (None, 0)}


def list_blatt(sheet: Sheet) -> range:
    """Return the Blätter that can be entered beside whole points."""
    return range(1 if sheet.whole else BLATT)


FormFields = dict[str, str]


def fill_form(record: HandRecord, sheet: Sheet) -> FormFields:
    """Return the fields of the form for a record of this sheet."""
    posted: FormFields = {}
    for index, play in enumerate(record.plays[:MOST_PLAYS]):
        posted |= _fill_play(play, f"p{index}-", sheet.contracts[play.contract])
    for premium in record.premiums:
        posted |= _fill_premium(premium)
    if record.renonce is not None:
        posted["renonce"] = str(record.renonce.seat)
        claims = print_record(record)["renonce"].get("claims", {})
        posted |= {f"claim-{seat}": str(amount) for seat, amount in claims.items() if amount}
    return posted


def _build_fields(prefix: str, fields: dict[str, object]) -> FormFields:
    return {f"{prefix}{name}": str(value) for name, value in fields.items() if value is not None}


def _fill_play(play: Play, prefix: str, contract: Contract) -> FormFields:
    fields: dict[str, object] = {
        "contract": play.contract,
        "declarer": play.declarer,
        "partner": _get_partner(play, contract),
        "result": _get_result(play, contract),
        "kontra_by": None if contract.is_negative else play.kontra_by,
    }
    posted = _build_fields(prefix, fields) | _fill_points(play, prefix) | _fill_ending(play, prefix)
    if isinstance(play.kontra, tuple):
        return posted | {f"{prefix}kontra-{seat}": str(kontra) for seat, kontra in enumerate(play.kontra) if kontra > 1}
    if contract.is_negative:  # a plain number is everybody's; the declarer's own kontra does not count
        opponents = [seat for seat in SEATS if play.declarer not in (seat, play.kontra_by) and play.kontra > 1]
        return posted | {f"{prefix}kontra-{seat}": str(play.kontra) for seat in opponents}
    return posted | {f"{prefix}kontra": str(play.kontra)}


def _get_partner(play: Play, contract: Contract) -> object:
    if play.partner is not None:
        return play.partner
    if play.king_in_talon:
        return TALON
    return PLAYS_ALONE if contract.self_call else None


def _get_result(play: Play, contract: Contract) -> str | None:
    """Return the result; for a negative game also if only the tricks were given."""
    if play.result is None and contract.is_negative and isinstance(play.tricks, int):
        return "won" if play.tricks == contract.tricks else "lost"
    return play.result


def _fill_points(play: Play, prefix: str) -> FormFields:
    if isinstance(play.points, tuple):
        return {
            name: value
            for seat, points in enumerate(play.points)
            for name, value in _fill_whole_points(points, f"{prefix}points-{seat}", f"{prefix}blatt-{seat}").items()
        }
    return {} if play.points is None else _fill_whole_points(play.points, f"{prefix}points", f"{prefix}blatt")


def _fill_ending(play: Play, prefix: str) -> FormFields:
    named = {LOSER: play.losers, JUNGFRAU: play.jungfrauen}
    posted = {f"{prefix}{name}-{seat}": str(seat) for name, seats in named.items() for seat in seats or ()}
    return posted | (
        {} if play.buergermeister is None else {f"{prefix}{MAYOR}-{play.buergermeister}": str(play.buergermeister)}
    )


def _fill_whole_points(points: int, name: str, blatt: str) -> FormFields:
    whole, _, leaves = print_points(points).partition("/")
    return {name: whole, blatt: leaves or "0"}


def _fill_premium(premium: RecordedPremium) -> FormFields:
    name = f"prem-{premium.premium}-{premium.side}"
    posted = {name: "announced" if premium.announced else "silent", f"{name}-kontra": str(premium.kontra)}
    posted |= _build_fields(f"{name}-", {"kontra_by": premium.kontra_by, "by": premium.by, "from": premium.from_})
    return posted if premium.won else posted | {f"{name}-lost": "on"}


_SEAT_NAME_FIELDS = ("declarer", "partner", "kontra_by", "by", "from", "renonce")  # the last word of a field's name
_SEAT_FIELDS = ("points", "blatt", "kontra", "claim")  # followed by the seat
_SEAT_WORDS = frozenset(map(str, SEATS))
_FOREHAND_FIELDS = ("partner", "result", "points", "equal")


def move_entry(posted: PostedFields, was: DealSeats, now: DealSeats, sheet: Sheet) -> FormFields:
    """Return the same entry for the present seats; fields about a player who does not play now are left out."""
    seats = _map_seats(was, now)
    moved = {}
    for name, value in posted.items():
        field = _move_field(name, str(value), seats)
        if field is not None:
            moved[field[0]] = field[1]
    if _get_identity(was, was.seat_of_forehand) != _get_identity(now, now.seat_of_forehand):
        for left_out in _list_forehand_fields(moved, sheet):
            moved.pop(left_out, None)
    return moved


def _get_identity(dealt: DealSeats, seat: int) -> tuple[int, int]:
    return dealt.active[seat], dealt.sittings[seat] if dealt.sittings else 0


def _map_seats(was: DealSeats, now: DealSeats) -> dict[str, str]:
    """Return the present seats by the former ones, for the players of both deals."""
    seats = {_get_identity(now, seat): str(seat) for seat in SEATS}
    return {str(seat): seats[player] for seat in SEATS if (player := _get_identity(was, seat)) in seats}


def _move_field(name: str, value: str, seats: dict[str, str]) -> tuple[str, str] | None:
    """Return a field with its name and value for the present seats; None: it was about a player who is not there."""
    rest, _, last = name.rpartition("-")
    kind = rest.rpartition("-")[2] if last in _SEAT_WORDS else ""
    if kind in ENDING:  # said of all four
        return (f"{rest}-{seats[last]}", seats[last]) if len(seats) == len(SEATS) else None
    if kind in _SEAT_FIELDS:
        return (f"{rest}-{seats[last]}", value) if last in seats else None
    if last in _SEAT_NAME_FIELDS and value in _SEAT_WORDS:
        return (name, seats[value]) if value in seats else None
    return name, value


def _list_forehand_fields(posted: PostedFields, sheet: Sheet) -> list[str]:
    """Return the fields about partner and result of a game that the former forehand declared as forehand."""
    games = [(index, sheet.contracts.get(str(posted.get(f"p{index}-contract")))) for index in range(MOST_PLAYS)]
    own = [index for index, game in games if game is not None and game.by == "forehand" and not game.is_trischaken]
    return [f"p{index}-{name}" for index in own for name in _FOREHAND_FIELDS]
