"""The fields of a Trischaken without points: who lost, and where the sheet knows them Jungfrau and Bürgermeister."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.book.hand_form.fields import JUNGFRAU, LOSER, MAYOR, PostedFields
from scoring.engine.hand.record import SEATS
from scoring.engine.hand.trischaken_ending import Ending, list_endings
from scoring.engine.house_rules.sheet import Sheet

BITS = {LOSER: 1, JUNGFRAU: 2, MAYOR: 4}  # of a player, in the data for the script


class Tick(NamedTuple):
    """A player to tick."""

    name: str  # of the field
    seat: str
    label: str
    role: str
    chosen: bool


class EndingRow(NamedTuple):
    """A row of players to tick."""

    kind: str
    label: str
    ticks: tuple[Tick, ...]


class EndingFields(NamedTuple):
    """The rows of a Trischaken that are asked instead of points; none where the sheet needs points."""

    rows: tuple[EndingRow, ...]
    hint: str
    counted: bool  # points stand in the form


def build_ending_fields(sheet: Sheet, players: Iterable[tuple[str, str, str]], posted: PostedFields) -> EndingFields:
    """Return the fields of the first play; `players` are the seats with their names and roles."""
    endings = list_endings(sheet, 0)
    asked = (
        (LOSER, _("lost"), bool(endings)),
        (JUNGFRAU, _("Jungfrau"), any(ending.jungfrauen for ending in endings)),
        (MAYOR, _("Bürgermeister"), any(ending.buergermeister is not None for ending in endings)),
    )
    rows = (
        EndingRow(kind, label, tuple(_build_tick(f"p0-{kind}-{player[0]}", player, posted) for player in players))
        for kind, label, is_asked in asked
        if is_asked
    )
    counted = any(str(posted.get(f"p0-points-{seat}", "")).strip() for seat in SEATS)
    return EndingFields(tuple(rows), _choose_hint(endings), counted)


def _build_tick(name: str, player: tuple[str, str, str], posted: PostedFields) -> Tick:
    return Tick(name, *player, chosen=bool(posted.get(name)))


def _choose_hint(endings: list[Ending]) -> str:
    """Say how many lose."""
    plain = [ending for ending in endings if not ending.jungfrauen and ending.buergermeister is None]
    sizes = {len(ending.losers) for ending in plain}
    if 1 in sizes and len(sizes) > 1:
        return _("Several only if they have the same points.")
    if sizes == {2}:
        if any(ending.buergermeister is not None for ending in endings):
            return _("Two lose, or the Bürgermeister alone. If a third player has as many points, count them.")
        return _("Two lose. If a third player has as many points, count them.")
    return ""


def encode_endings(sheet: Sheet) -> list[str]:
    """Return every ending that says what the sheet pays: a digit of bits for each player, from the forehand on."""
    return ["".join(str(_encode_seat(ending, seat)) for seat in SEATS) for ending in list_endings(sheet, 0)]


def _encode_seat(ending: Ending, seat: int) -> int:
    named = {LOSER: seat in ending.losers, JUNGFRAU: seat in ending.jungfrauen, MAYOR: seat == ending.buergermeister}
    return sum(BITS[kind] for kind, is_named in named.items() if is_named)
