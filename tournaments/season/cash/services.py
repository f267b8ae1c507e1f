"""The cash box of a season: those of its tournaments together, and the movements in its own."""

from typing import Any, NamedTuple

from tarockclub.accounts.actors import ANONYMOUS, Actor
from tournaments.acts import Command, SeasonKind, act_in_season, parse_content
from tournaments.cash.services import CashBox, load_cash_boxes
from tournaments.cash_journal.journal import (
    DONATION,
    EXPENSE,
    Move,
    TypedMove,
    add_balances,
    build_count_content,
    build_move_content,
    build_reversal_content,
    list_moves,
    load_notes,
    sum_by_kind,
)
from tournaments.models import Season, SeasonAct
from tournaments.season.selectors import format_event_name, list_events


class Part(NamedTuple):
    """The cash box of a tournament, or the season's own, as one line; cents."""

    slug: str  # of the tournament; "": the season's own
    name: str
    fees: int
    prizes: int  # below 0: their cost
    donations: int
    expenses: int
    other: int  # change money, other income, differences
    adds_up: bool = True

    @property
    def balance(self) -> int:
        """The amount that should be in it."""
        return self.fees + self.prizes + self.donations + self.expenses + self.other


class SeasonBox(NamedTuple):
    """The money of a season."""

    parts: tuple[Part, ...]  # tournament by tournament, the season's own last
    moves: tuple[Move, ...]  # in its own box, with the balance after each

    @property
    def own(self) -> int:
        """The amount that should be in the season's own box."""
        return self.parts[-1].balance

    @property
    def whole(self) -> Part:
        """Everything together."""
        fees, prizes, donations, expenses, other = (
            sum(column) for column in zip(*(part[2:7] for part in self.parts), strict=True)
        )
        return Part("", "", fees, prizes, donations, expenses, other)


def load_season_box(season: Season) -> SeasonBox:
    """Return the current money of a season; the same few queries for any number of tournaments."""
    events = [event for event in list_events(season) if event.tournament is not None]
    boxes = load_cash_boxes({event.tournament_id for event in events if event.tournament_id is not None})
    played = [(event.tournament, format_event_name(event)) for event in events if event.tournament is not None]
    parts = [_build_part(str(tournament.slug), name, boxes[tournament.pk]) for tournament, name in played]
    moves = list_own_moves(season)
    return SeasonBox((*parts, _sum_moves("", "", 0, 0, moves)), moves)


def list_own_moves(season: Season) -> tuple[Move, ...]:
    """Return the movements in the season's own box; two queries."""
    acts = SeasonAct.objects.filter(season=season, kind=SeasonKind.CASH).select_related("note").order_by("sequence")
    found = list(acts)
    return add_balances(list_moves(found, load_notes(map(parse_content, found))))


def _build_part(slug: str, name: str, box: CashBox) -> Part:
    return _sum_moves(slug, name, box.fee_total, -box.bought, box.moves)._replace(adds_up=box.adds_up)


def _sum_moves(slug: str, name: str, fees: int, prizes: int, moves: tuple[Move, ...]) -> Part:
    sums = sum_by_kind(moves)
    donations, expenses = sums.pop(DONATION, 0), sums.pop(EXPENSE, 0)
    return Part(slug, name, fees, prizes, donations, expenses, sum(sums.values()))


def record_move(season: int, key: str, entry: TypedMove, reason: str, who: Actor = ANONYMOUS) -> SeasonAct:
    """Put money into the season's own box, or take some out; raise ActionRefused("no_amount", "no_reason").

    Allowed after the season has ended, too: cups are paid for and donations passed on later.
    """

    def do(_row: Season) -> dict[str, Any]:
        return build_move_content(entry, reason)

    return act_in_season(season, Command(key, SeasonKind.CASH, entry.list_values(), who, reason), do)


def take_back(season: int, key: str, sequence: int, reason: str, who: Actor = ANONYMOUS) -> SeasonAct:
    """Reverse a movement by the opposite one; raise ActionRefused("no_such_move", "taken_back", "no_reason")."""

    def do(row: Season) -> dict[str, Any]:
        return build_reversal_content(list_own_moves(row), sequence, reason)

    return act_in_season(season, Command(key, SeasonKind.CASH, ["back", sequence], who, reason), do)


def count_box(season: int, key: str, counted: int, seen: int, who: Actor = ANONYMOUS, reason: str = "") -> SeasonAct:
    """Record a count of the own box; raise ActionRefused("no_amount", "box_changed", "no_reason")."""

    def do(row: Season) -> dict[str, Any]:
        return build_count_content(counted, seen, sum(move.cents for move in list_own_moves(row)), reason)

    return act_in_season(season, Command(key, SeasonKind.CASH, ["count", counted, seen], who, reason), do)
