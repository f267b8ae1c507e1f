"""The same hand with its players on other seats: what a change of seats or forehand further up does to a record."""

from collections.abc import Callable, Mapping, Sequence

from scoring.engine.hand.record import FOUR_KONTRAS, NOBODY, SEATS, HandRecord, Play, RecordedPremium, Renonce
from scoring.engine.problems import Problem

SeatOf = Callable[[int | None, str], int | None]
Seats = Mapping[int, int | None]  # from the seat in the record to the new one; None: he does not play this deal


def map_seats(before: Sequence[int], after: Sequence[int]) -> dict[int, int | None]:
    """Map each seat to the one where its player sits now; places by seat, before and after.

    >>> map_seats((0, 1, 2, 3), (1, 2, 3, 4))
    {0: None, 1: 0, 2: 1, 3: 2}
    """
    return {seat: after.index(place) if place in after else None for seat, place in enumerate(before)}


def reseat_record(
    record: HandRecord, seats: Seats, forehand: int, *, trischaken: bool
) -> tuple[HandRecord, list[Problem]]:
    """The record with everybody it names on his new seat, or what stands against it.

    In Trischaken the declarer is whoever is the forehand, so he follows the forehand (a seat).
    """
    away: list[str] = []

    def seat_of(seat: int | None, path: str) -> int | None:
        if seat is None:
            return None
        new = seats.get(seat)
        if new is None:
            away.append(path)
        return NOBODY if new is None else new

    plays = tuple(_reseat_play(play, seat_of, f"plays/{index}") for index, play in enumerate(record.plays))
    if trischaken:
        away[:] = [path for path in away if not path.endswith("/declarer")]
        plays = tuple(play._replace(declarer=forehand) for play in plays)
    moved = record._replace(
        forehand=forehand,
        plays=plays,
        premiums=tuple(
            _reseat_premium(recorded, seat_of, f"premiums/{index}") for index, recorded in enumerate(record.premiums)
        ),
        renonce=_reseat_renonce(record.renonce, seat_of),
    )
    return moved, [Problem(path, "not_in_this_deal") for path in away]


def _reseat_play(play: Play, seat_of: SeatOf, path: str) -> Play:
    declarer = seat_of(play.declarer, f"{path}/declarer")
    return play._replace(
        declarer=NOBODY if declarer is None else declarer,
        partner=seat_of(play.partner, f"{path}/partner"),
        points=_reseat_values(play.points, seat_of, f"{path}/points")
        if isinstance(play.points, tuple)
        else play.points,
        tricks=_reseat_values(play.tricks, seat_of, f"{path}/tricks")
        if isinstance(play.tricks, tuple)
        else play.tricks,
        kontra=_reseat_kontras(play.kontra, seat_of, f"{path}/kontra")
        if isinstance(play.kontra, tuple)
        else play.kontra,
        kontra_by=seat_of(play.kontra_by, f"{path}/kontra_by"),
        losers=_reseat_losers(play.losers, seat_of, f"{path}/losers"),
        jungfrauen=_reseat_some(play.jungfrauen, seat_of, f"{path}/jungfrauen"),
        buergermeister=seat_of(play.buergermeister, f"{path}/buergermeister"),
    )


def _reseat_losers(losers: tuple[int, ...] | None, seat_of: SeatOf, path: str) -> tuple[int, ...] | None:
    """Put the losers on their new seats; the others must be there too, for they are said not to have lost."""
    if losers is None:
        return None
    for winner in set(SEATS).difference(losers):
        seat_of(winner, path)
    return _reseat_some(losers, seat_of, path)


def _reseat_some(some: tuple[int, ...] | None, seat_of: SeatOf, path: str) -> tuple[int, ...] | None:
    moved = [seat_of(seat, path) for seat in some or ()]
    return tuple(sorted(NOBODY if seat is None else seat for seat in moved)) or None


def _reseat_values(values: tuple[int, ...], seat_of: SeatOf, path: str) -> tuple[int, ...]:
    """Put the values of seats on the new seats; a player with a value must be there."""
    moved = [0] * len(values)
    for seat, value in enumerate(values):
        new = seat_of(seat, path)
        if new is not None and new != NOBODY:
            moved[new] = value
    return tuple(moved)


def _reseat_kontras(kontras: FOUR_KONTRAS, seat_of: SeatOf, path: str) -> FOUR_KONTRAS:
    """The opponents' kontras on the new seats; who said none need not be there."""
    moved = [1, 1, 1, 1]
    for seat, kontra in enumerate(kontras):
        new = seat_of(seat, path) if kontra > 1 else None
        if new is not None and new != NOBODY:
            moved[new] = kontra
    return moved[0], moved[1], moved[2], moved[3]


def _reseat_premium(recorded: RecordedPremium, seat_of: SeatOf, path: str) -> RecordedPremium:
    return recorded._replace(
        kontra_by=seat_of(recorded.kontra_by, f"{path}/kontra_by"),
        by=seat_of(recorded.by, f"{path}/by"),
        from_=seat_of(recorded.from_, f"{path}/from"),
    )


def _reseat_renonce(renonce: Renonce | None, seat_of: SeatOf) -> Renonce | None:
    if renonce is None:
        return None
    offender = seat_of(renonce.seat, "renonce/seat")
    claims = [(seat_of(seat, "renonce/claims"), amount) for seat, amount in renonce.claims]
    return Renonce(
        NOBODY if offender is None else offender,
        tuple(sorted((NOBODY if seat is None else seat, amount) for seat, amount in claims)),
    )
