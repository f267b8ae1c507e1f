"""The money of a season: the cash boxes of its tournaments together, and its own."""

from typing import NamedTuple

from tournaments.core.acts import SEASONS, Kind, parse_content
from tournaments.core.cash_journal.services import (
    DONATION,
    EXPENSE,
    REVERSAL,
    SETTLEMENT,
    CashBox,
    Move,
    load_cash_box,
    load_cash_boxes,
    sum_by_kind,
)
from tournaments.models import Season
from tournaments.seasons.season.services import format_event_name, list_events


class CashPart(NamedTuple):
    """The cash box of a tournament, or the season's own, as one line; cents."""

    slug: str  # of the tournament; "": the season's own
    name: str
    fees: int
    prizes: int  # below 0: their cost
    donations: int
    expenses: int
    other: int  # change money, other income, differences, what came to the bank account
    adds_up: bool = True

    @property
    def balance(self) -> int:
        """The amount that should be in it."""
        return self.fees + self.prizes + self.donations + self.expenses + self.other


class SeasonBox(NamedTuple):
    """The money of a season."""

    parts: tuple[CashPart, ...]  # tournament by tournament, the season's own last
    moves: tuple[Move, ...]  # in its own box, with the balance after each

    @property
    def own(self) -> int:
        """The amount that should be in the season's own box."""
        return self.parts[-1].balance

    @property
    def whole(self) -> CashPart:
        """Everything together."""
        fees, prizes, donations, expenses, other = (
            sum(column) for column in zip(*(part[2:7] for part in self.parts), strict=True)
        )
        return CashPart("", "", fees, prizes, donations, expenses, other)


def load_season_box(season: Season) -> SeasonBox:
    """Return the current money of a season; the same few queries for any number of tournaments."""
    events = [event for event in list_events(season) if event.tournament is not None]
    boxes = load_cash_boxes({event.tournament_id for event in events if event.tournament_id is not None})
    played = [(event.tournament, format_event_name(event)) for event in events if event.tournament is not None]
    parts = [_build_part(str(tournament.slug), name, boxes[tournament.pk]) for tournament, name in played]
    own = load_cash_box(season)
    return SeasonBox((*parts, _build_part("", "", own)), own.journal)


def _build_part(slug: str, name: str, box: CashBox) -> CashPart:
    sums = sum_by_kind(box.moves)
    donations, expenses = sums.pop(DONATION, 0) + sums.pop(SETTLEMENT, 0), sums.pop(EXPENSE, 0)
    other = sum(sums.values()) - box.banked
    return CashPart(slug, name, box.fee_total, -box.bought, donations, expenses, other, box.adds_up)


def load_entry_money(season: Season) -> dict[int, dict[int, int]]:
    """Return what was paid for sub-rankings and not given back: cents by number and person; one query."""
    acts = SEASONS.list_acts(season.pk).filter(kind=Kind.CASH).order_by("sequence")
    moves = {act.sequence: parse_content(act) for act in acts}
    given_back = {content["of"] for content in moves.values() if content.get("what") == REVERSAL}
    paid: dict[int, dict[int, int]] = {}
    for sequence, content in moves.items():
        if "ranking" in content and sequence not in given_back:
            paid.setdefault(content["ranking"], {})[content["person"]] = content["cents"]
    return paid
