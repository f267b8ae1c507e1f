"""The cash box of a season: those of its tournaments together, and what moves in its own."""

from typing import Any, NamedTuple

from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tournaments.acts import Asked, SeasonKind, act_in_season, said_by
from tournaments.cash.services import CashBox, cash_boxes
from tournaments.cash_journal.journal import (
    DONATION,
    EXPENSE,
    Entry,
    Move,
    by_kind,
    moves_in,
    noted,
    said_back,
    said_count,
    said_of,
    with_balances,
)
from tournaments.models import Season, SeasonAct
from tournaments.season.selectors import events_of, name_of


class Part(NamedTuple):
    """The cash box of a tournament, or the season's own, as one line; cents."""

    slug: str  # of the tournament; "": the season's own
    name: str
    fees: int
    prizes: int  # below 0: what they have cost
    donations: int
    expenses: int
    other: int  # change money, other income, differences
    adds_up: bool = True

    @property
    def balance(self) -> int:
        """What should be in it."""
        return self.fees + self.prizes + self.donations + self.expenses + self.other


class SeasonBox(NamedTuple):
    """The money of a season."""

    parts: tuple[Part, ...]  # tournament by tournament, the season's own last
    moves: tuple[Move, ...]  # in its own box, with the balance after each

    @property
    def own(self) -> int:
        """What should be in the season's own box."""
        return self.parts[-1].balance

    @property
    def whole(self) -> Part:
        """Everything together."""
        fees, prizes, donations, expenses, other = (
            sum(column) for column in zip(*(one[2:7] for one in self.parts), strict=True)
        )
        return Part("", "", fees, prizes, donations, expenses, other)


def season_box(season: Season) -> SeasonBox:
    """The money of a season as it is now; the same few queries however many tournaments it has."""
    events = [one for one in events_of(season) if one.tournament is not None]
    boxes = cash_boxes({one.tournament_id for one in events if one.tournament_id is not None})
    played = [(one.tournament, name_of(one)) for one in events if one.tournament is not None]
    parts = [_part(str(one.slug), name, boxes[one.pk]) for one, name in played]
    moves = own_moves(season)
    return SeasonBox((*parts, _sums("", "", 0, 0, moves)), moves)


def own_moves(season: Season) -> tuple[Move, ...]:
    """What has moved in the season's own box; two queries."""
    acts = SeasonAct.objects.filter(season=season, kind=SeasonKind.CASH).select_related("note").order_by("sequence")
    found = list(acts)
    return with_balances(moves_in(found, noted(map(said_by, found))))


def _part(slug: str, name: str, box: CashBox) -> Part:
    return _sums(slug, name, box.paid, -box.bought, box.moves)._replace(adds_up=box.adds_up)


def _sums(slug: str, name: str, fees: int, prizes: int, moves: tuple[Move, ...]) -> Part:
    sums = by_kind(moves)
    donations, expenses = sums.pop(DONATION, 0), sums.pop(EXPENSE, 0)
    return Part(slug, name, fees, prizes, donations, expenses, sum(sums.values()))


def put(season: int, key: str, entry: Entry, reason: str, who: Who = NOBODY_KNOWN) -> SeasonAct:
    """Put money into the season's own box, or take some out; Refused("no_amount", "no_reason").

    Also when the season is over: cups are paid for and donations passed on later.
    """

    def do(_row: Season) -> dict[str, Any]:
        return said_of(entry, reason)

    return act_in_season(season, Asked(key, SeasonKind.CASH, entry.sent(), who, reason), do)


def take_back(season: int, key: str, sequence: int, reason: str, who: Who = NOBODY_KNOWN) -> SeasonAct:
    """Take a movement back by the opposite; Refused("no_such_move", "taken_back", "no_reason")."""

    def do(row: Season) -> dict[str, Any]:
        return said_back(own_moves(row), sequence, reason)

    return act_in_season(season, Asked(key, SeasonKind.CASH, ["back", sequence], who, reason), do)


def count_box(season: int, key: str, counted: int, seen: int, who: Who = NOBODY_KNOWN, reason: str = "") -> SeasonAct:
    """Write down what was counted in the season's own box; Refused("no_amount", "box_changed", "no_reason")."""

    def do(row: Season) -> dict[str, Any]:
        return said_count(counted, seen, sum(one.cents for one in own_moves(row)), reason)

    return act_in_season(season, Asked(key, SeasonKind.CASH, ["count", counted, seen], who, reason), do)
