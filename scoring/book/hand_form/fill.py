"""The entry form filled with a recorded hand, to be changed: the inverse of fields.build_record."""

from scoring.book.hand_form.fields import ENDING, JUNGFRAU, LOSER, MAYOR, MOST_PLAYS, PLAYS_ALONE, TALON, PostedFields
from scoring.book.ledger.deal_seats import DealSeats
from scoring.engine.hand.record import SEATS, HandRecord, Play, RecordedPremium, print_record
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.points import print_points

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
