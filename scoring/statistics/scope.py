"""What a page of statistics stands on: the tables that were asked for, the words of its language, its addresses."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet
from django.urls import reverse

from scoring.models import GameTable, PlayCount
from scoring.statistics.names import Names
from scoring.statistics.queries import Known, plays


@dataclass(frozen=True)
class Scope:
    """The tables of a club, as a reader sees them."""

    club: int
    tables: QuerySet[GameTable]
    language: str
    query: str = ""  # what was picked out, as it stands in addresses, with its "?"

    @cached_property
    def names(self) -> Names:
        """What games and house rules are called."""
        return Names(self.language)

    @cached_property
    def known(self) -> Known:
        """Who was merged into whom."""
        return Known(self.club)

    @property
    def plays(self) -> QuerySet[PlayCount]:
        """The shares of all their hands."""
        return plays(self.tables)

    @property
    def player(self) -> Callable[[int], str]:
        """The address of a player's page, by his number."""
        return lambda number: reverse("player_statistics", kwargs={"number": number}) + self.query

    @property
    def game(self) -> Callable[[str], str]:
        """The address of a game's page."""
        return lambda contract: reverse("game_statistics", kwargs={"contract": contract}) + self.query

    @property
    def sheet(self) -> Callable[[str], str]:
        """The address of the page of house rules."""
        return lambda sheet: reverse("sheet_statistics", kwargs={"sheet": sheet}) + self.query
