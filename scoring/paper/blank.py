"""An empty written sheet as a value: whose, for how many hands, and the columns that it has."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.paper.legend import Legend
from tarockclub.paper.sheet import MM

MOST_HANDS = 64
_ROWS = 16  # on a page, at most: higher ones are easier to write in
_NUMBER, _DEALER, _GAME, _WHO, _RESULT, _POINTS, _KONTRA, _RADL = (
    7 * MM,
    8 * MM,
    13 * MM,
    13 * MM,
    15 * MM,
    13 * MM,
    17 * MM,
    8 * MM,
)  # widths of boxes
_PREMIUM, _BROADEST, _REMARK = 7.2 * MM, 9.5 * MM, 14 * MM
_TAKEN = _NUMBER + _DEALER + _GAME + _WHO + _RESULT + _POINTS + _KONTRA + _RADL + _REMARK
_NARROW, _WIDEST = 20 * MM, 24 * MM  # the box of a player
AMOUNT_AND_SUM = 15 * MM  # from where on it has room for what he stands at, too


class Field(NamedTuple):
    """Something in the head of a sheet; without a value there is a line to write on."""

    label: str
    value: str = ""


class Player(NamedTuple):
    """Somebody who plays, or will: the number that quick entry knows his column by, and his name if it is known."""

    number: int
    name: str = ""


class Blank(NamedTuple):
    """An empty written sheet of one table."""

    title: str
    table: str  # its number; "": to be filled in
    fields: tuple[Field, ...]
    players: tuple[Player, ...]  # as many as sit there
    hands: int
    legend: Legend
    place_points: bool = False  # whether there is a row for them


class Kind(NamedTuple):
    """A column: what stands in its head, and what is printed into its boxes to be circled."""

    head: str
    width: float
    below: str = ""
    signs: tuple[str, ...] = ()
    tick: bool = False
    upright: bool = False


def columns_of(blank: Blank, room: float) -> list[Kind]:
    """The columns before those of the players; the last one, for remarks, takes what is left."""
    premium = width_of_premium(blank, room)
    here = [
        Kind(_("No."), _NUMBER),
        Kind(_("Dealer"), _DEALER),
        Kind(_("Game"), _GAME),
        Kind(_("Player"), _WHO, "13 · 2 · 1t"),
        Kind(_("Result"), _RESULT, signs=("+", "−", "x")),
        Kind(_("Points"), _POINTS, _("or tricks")),
        Kind(_("Kontra"), _KONTRA, signs=("k", "r", "s", "h")),
        Kind(_("Radl"), _RADL, tick=True),
        *(
            Kind(f"{one.name} {one.worth.replace(' ', '')}".strip(), premium, one.code, upright=True)
            for one in blank.legend.premiums
        ),
    ]
    left = room - sum(one.width for one in here) - width_of_player(blank, room) * len(blank.players)
    return [*here, Kind(_("Remark"), left)]


def width_of_premium(blank: Blank, room: float) -> float:
    """How wide the box of each premium is: wider where the sheet has few."""
    free = room - _TAKEN - _NARROW * len(blank.players)
    return min(_BROADEST, max(_PREMIUM, free / len(blank.legend.premiums)))


def width_of_player(blank: Blank, room: float) -> float:
    """How wide the box of each player is."""
    free = room - _TAKEN - width_of_premium(blank, room) * len(blank.legend.premiums)
    return min(_WIDEST, free / len(blank.players))


def pages_of(hands: int, players: int) -> Iterator[range]:
    """The hands on each page, by number: whole rounds of deals where there are several pages, alike on each."""
    most = max(players, _ROWS // players * players)
    count = -(-hands // most) if hands > _ROWS else 1
    rounds = -(-hands // players)
    first = 0
    for page in range(count):
        last = hands if page == count - 1 else min(hands, -(-rounds * (page + 1) // count) * players)
        yield range(first + 1, last + 1)
        first = last


def explained(blank: Blank) -> Sequence[str]:
    """What is written into the boxes of premiums, as quick entry reads it."""
    return (
        _("Player: 13 is player 1 with 3, 1a alone, 1t the king lies. Result: + won, − lost, x conceded."),
        _("Premiums: x silent, ! announced, !− announced and lost, g before it: the opponents, /k with Kontra."),
        _("A hand that counts nothing: 0. The same dealer deals again: =. Sums of a line are always 0."),
    )
