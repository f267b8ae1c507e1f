"""A form that was filled for other seats: what it says of each player goes to where that player sits now."""

from scoring.engine.hand.record import SEATS
from scoring.engine.house_rules.sheet import Sheet
from scoring.hand_form.deal_seats import Dealt
from scoring.hand_form.fields import MOST_PLAYS, Posted
from scoring.hand_form.fill import Filled

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
