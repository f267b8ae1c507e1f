"""The hand record: one played hand as a frozen value and as JSON; its players reseated, or under another sheet."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.points import SIXTHS, print_amount, print_points
from scoring.engine.problems import Names, Problem
from scoring.engine.texts.words import TRANSLATED

SEATS = (0, 1, 2, 3)
SIDES = ("declarer", "defence")
NOBODY = -1  # a seat that could not be read; the record has a problem then
MOST_CLAIMED = 1_000_000
MOST_TRICKS = 12
FOUR_KONTRAS = tuple[int, int, int, int]


class Play(NamedTuple):
    """A contract that somebody declared, and how it ended. Points in thirds; lists by seat in Trischaken."""

    contract: str
    declarer: int
    partner: int | None = None
    king_in_talon: bool = False
    result: str | None = None  # "won", "lost" or "conceded"
    points: int | tuple[int, ...] | None = None
    tricks: int | tuple[int, ...] | None = None
    kontra: int | FOUR_KONTRAS = 1  # one number, or by opponent's seat (1 at the declarer's own)
    kontra_by: int | None = None
    losers: tuple[int, ...] | None = None  # Trischaken without points: who lost, seats in ascending order
    jungfrauen: tuple[int, ...] | None = None  # who has no trick
    buergermeister: int | None = None

    @property
    def side(self) -> tuple[int, ...]:
        """The seats of the declarer's side."""
        return (self.declarer,) if self.partner is None else (self.declarer, self.partner)


class RecordedPremium(NamedTuple):
    """A premium as recorded."""

    premium: str
    side: str  # "declarer" or "defence"
    announced: bool = False
    won: bool = True
    kontra: int = 1
    kontra_by: int | None = None
    by: int | None = None
    from_: int | None = None


class Renonce(NamedTuple):
    """The offender against the rules, and the claims of others besides (seat, sixths of a point)."""

    seat: int
    claims: tuple[tuple[int, int], ...] = ()


class HandRecord(NamedTuple):
    """One hand. `forehand` and `radl` are None where the record leaves them out."""

    plays: tuple[Play, ...]
    premiums: tuple[RecordedPremium, ...] = ()
    renonce: Renonce | None = None
    forehand: int | None = None
    radl: int | None = None  # 1 single, 2 double, 4 and 8 where Radln stack
    options: tuple[tuple[str, bool], ...] = ()
    sheet: str | None = None
    id: str | None = None


def print_record(record: HandRecord) -> dict[str, Any]:
    """Print a record as JSON values; what is at its default is left out."""
    printed: dict[str, Any] = {
        "id": record.id,
        "sheet": record.sheet,
        "options": dict(record.options) or None,
        "forehand": record.forehand,
        "radl": None if record.radl is None else record.radl if record.radl > 2 else record.radl == 2,
    }
    printed = {name: value for name, value in printed.items() if value is not None}
    printed["plays"] = [_print_play(play) for play in record.plays]
    if record.premiums:
        printed["premiums"] = [_print_premium(recorded) for recorded in record.premiums]
    if record.renonce is not None:
        printed["renonce"] = {"seat": record.renonce.seat}
        if record.renonce.claims:
            printed["renonce"]["claims"] = {str(seat): _print_claim(amount) for seat, amount in record.renonce.claims}
    return printed


def _print_claim(sixths: int) -> int | str:
    return print_amount(sixths) if sixths % SIXTHS else sixths // SIXTHS


def _print_play(play: Play) -> dict[str, Any]:
    points, kontra = play.points, play.kontra
    printed = play._asdict() | {
        "king_in_talon": play.king_in_talon or None,
        "points": [print_points(thirds) for thirds in points] if isinstance(points, tuple) else points,
        "tricks": list(play.tricks) if isinstance(play.tricks, tuple) else play.tricks,
        "kontra": None if kontra == 1 else kontra,
        "losers": list(play.losers) if play.losers else None,
        "jungfrauen": list(play.jungfrauen) if play.jungfrauen else None,
    }
    if isinstance(points, int):
        printed["points"] = print_points(points)
    if isinstance(kontra, tuple):
        printed["kontra"] = {str(seat): factor for seat, factor in enumerate(kontra) if factor > 1}
    return {name: value for name, value in printed.items() if value is not None}


def _print_premium(recorded: RecordedPremium) -> dict[str, Any]:
    return {
        name.rstrip("_"): value
        for name, value in recorded._asdict().items()
        if value is not None and value != RecordedPremium._field_defaults.get(name, "")
    }


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


class Translation(NamedTuple):
    """A record for another sheet, and what is different in it."""

    record: HandRecord
    remarks: tuple[Names, ...] = ()  # in German and in English


def translate_record(record: HandRecord, own: Sheet, other: Sheet) -> Translation:
    """Translate a valid record of one sheet: a game by its announced bird, a kontra into coins."""
    remarks: tuple[Names, ...] = ()
    counterpart = _find_counterpart(record, own, other)
    if counterpart is not None:
        record = record._replace(plays=(record.plays[0]._replace(contract=counterpart.id),))
        remarks += (_format("contract", counterpart.names),)
    if other.coins and _has_kontra(record):
        plays = tuple(play._replace(kontra=1, kontra_by=None) for play in record.plays)
        premiums = tuple(recorded._replace(kontra=1, kontra_by=None) for recorded in record.premiums)
        record = record._replace(plays=plays, premiums=premiums)
        remarks += (_format("kontra"),)
    return Translation(record, remarks)


def _format(code: str, name: Names = ("", "")) -> Names:
    german, english = TRANSLATED[code]
    return german.format(name=name[0]), english.format(name=name[1])


def _has_kontra(record: HandRecord) -> bool:
    return any(play.kontra != 1 for play in record.plays) or any(premium.kontra != 1 for premium in record.premiums)


def _find_counterpart(record: HandRecord, own: Sheet, other: Sheet) -> Contract | None:
    """Return the game of the other sheet that is bid with the same bird; None: it is the same, or there is none.

    Of several announced birds the dearest is the one that is bid.
    """
    contract = own.contracts[record.plays[0].contract]
    announced = {entry.premium for entry in record.premiums if entry.announced and entry.side == "declarer"}
    birds = announced.intersection(contract.needs)
    namesake = other.contracts.get(contract.id)
    if not birds or (namesake is not None and birds.intersection(namesake.needs)):
        return None
    games = [
        (game.forms[bird, True].value, game)
        for game in other.contracts.values()
        for bird in birds.intersection(game.needs)
        if game.groups == contract.groups and (bird, True) in game.forms
    ]
    return max(games, key=lambda pair: pair[0])[1] if games else None
