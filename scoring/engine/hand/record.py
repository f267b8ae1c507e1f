"""The hand record: one played hand as a frozen value, and printed as JSON values (reader.py reads it back)."""

from typing import Any, NamedTuple

from scoring.engine.points import SIXTHS, print_amount, print_points

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
