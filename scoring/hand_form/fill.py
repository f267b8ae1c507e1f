"""The entry form filled with a hand that was recorded, to be changed: the inverse of entry_fields.record_from."""

from scoring.engine.hand.record import SEATS, HandRecord, Play, RecordedPremium, to_json
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.points import print_points
from scoring.hand_form.deal_seats import Dealt
from scoring.hand_form.fields import ALONE, MOST_PLAYS, TALON, Posted

Filled = dict[str, str]


def posted_from(record: HandRecord, sheet: Sheet) -> Filled:
    """The fields of the form that stand for a record of this sheet."""
    posted: Filled = {}
    for at, play in enumerate(record.plays[:MOST_PLAYS]):
        posted |= _play(play, f"p{at}-", sheet.contracts[play.contract])
    for one in record.premiums:
        posted |= _premium(one)
    if record.renonce is not None:
        posted["renonce"] = str(record.renonce.seat)
        claims = to_json(record)["renonce"].get("claims", {})
        posted |= {f"claim-{seat}": str(amount) for seat, amount in claims.items() if amount}
    return posted


def _given(prefix: str, fields: dict[str, object]) -> Filled:
    return {f"{prefix}{name}": str(value) for name, value in fields.items() if value is not None}


def _play(play: Play, prefix: str, contract: Contract) -> Filled:
    fields: dict[str, object] = {
        "contract": play.contract,
        "declarer": play.declarer,
        "partner": _partner(play, contract),
        "result": _result(play, contract),
        "kontra_by": None if contract.is_negative else play.kontra_by,
    }
    posted = _given(prefix, fields) | _points(play, prefix)
    if isinstance(play.kontra, tuple):
        return posted | {f"{prefix}kontra-{seat}": str(kontra) for seat, kontra in enumerate(play.kontra) if kontra > 1}
    if contract.is_negative:  # a plain number is everybody's; one that the declarer said himself counts nothing
        others = [seat for seat in SEATS if play.declarer not in (seat, play.kontra_by) and play.kontra > 1]
        return posted | {f"{prefix}kontra-{seat}": str(play.kontra) for seat in others}
    return posted | {f"{prefix}kontra": str(play.kontra)}


def _partner(play: Play, contract: Contract) -> object:
    if play.partner is not None:
        return play.partner
    if play.king_in_talon:
        return TALON
    return ALONE if contract.self_call else None


def _result(play: Play, contract: Contract) -> str | None:
    """The result; of a negative game also where only the tricks were given."""
    if play.result is None and contract.is_negative and isinstance(play.tricks, int):
        return "won" if play.tricks == contract.tricks else "lost"
    return play.result


def _points(play: Play, prefix: str) -> Filled:
    if isinstance(play.points, tuple):
        return {
            name: value
            for seat, points in enumerate(play.points)
            for name, value in _whole(points, f"{prefix}points-{seat}", f"{prefix}blatt-{seat}").items()
        }
    return {} if play.points is None else _whole(play.points, f"{prefix}points", f"{prefix}blatt")


def _whole(points: int, name: str, blatt: str) -> Filled:
    whole, _, leaves = print_points(points).partition("/")
    return {name: whole, blatt: leaves or "0"}


def _premium(one: RecordedPremium) -> Filled:
    name = f"prem-{one.premium}-{one.side}"
    posted = {name: "announced" if one.announced else "silent", f"{name}-kontra": str(one.kontra)}
    posted |= _given(f"{name}-", {"kontra_by": one.kontra_by, "by": one.by, "from": one.from_})
    return posted if one.won else posted | {f"{name}-lost": "on"}


_NAMES_A_SEAT = ("declarer", "partner", "kontra_by", "by", "from", "renonce")  # the last word of a field's name
_IS_OF_A_SEAT = ("points", "blatt", "kontra", "claim")  # followed by the seat
_OF_THE_FOREHAND = ("partner", "result", "points", "equal")


def moved_to(posted: Posted, was: Dealt, now: Dealt, sheet: Sheet) -> Filled:
    """The same entry for the seats of now; what it said of somebody who does not play now is open again."""
    seats = _seats(was, now)
    moved = {}
    for name, value in posted.items():
        at = _moved(name, str(value), seats)
        if at is not None:
            moved[at[0]] = at[1]
    if _identity(was, was.seat_of_forehand) != _identity(now, now.seat_of_forehand):
        for left_out in _said_of_the_forehand(moved, sheet):
            moved.pop(left_out, None)
    return moved


def _identity(dealt: Dealt, seat: int) -> tuple[int, int]:
    return dealt.active[seat], dealt.sittings[seat] if dealt.sittings else 0


def _seats(was: Dealt, now: Dealt) -> dict[str, str]:
    """From the seats of then to those of now, of those who play in both."""
    here = {_identity(now, seat): str(seat) for seat in SEATS}
    return {str(seat): here[one] for seat in SEATS if (one := _identity(was, seat)) in here}


def _moved(name: str, value: str, seats: dict[str, str]) -> tuple[str, str] | None:
    """A field as it is called and filled for the seats of now; None: it meant somebody who is not there."""
    rest, _, last = name.rpartition("-")
    of_a_seat = last.isdigit() and rest.rpartition("-")[2] in _IS_OF_A_SEAT
    if of_a_seat:
        return (f"{rest}-{seats[last]}", value) if last in seats else None
    if last in _NAMES_A_SEAT and value.isdigit():
        return (name, seats[value]) if value in seats else None
    return name, value


def _said_of_the_forehand(posted: Posted, sheet: Sheet) -> list[str]:
    """How a game went that the forehand of then declared: it is not a game of the forehand of now."""
    games = [(at, sheet.contracts.get(str(posted.get(f"p{at}-contract")))) for at in range(MOST_PLAYS)]
    own = [at for at, game in games if game is not None and game.by == "forehand" and not game.is_trischaken]
    return [f"p{at}-{name}" for at in own for name in _OF_THE_FOREHAND]
