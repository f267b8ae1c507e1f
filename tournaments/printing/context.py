"""What every paper of a tournament needs: whose it is, of which round, in which language, when it is printed."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from django.http import QueryDict
from django.utils.functional import Promise

from scoring.exports.labels import format_day
from tarockclub.pdf.canvas import Paper
from tournaments.models import Round, RoundTable, Tournament
from tournaments.settings import Settings

TABLES_AT_ONCE = 100  # more would keep the site's only thread from saving hands for longer than half a second


class PrintContext(NamedTuple):
    """A tournament, or one of its rounds, to be printed."""

    tournament: Tournament
    settings: Settings
    round: Round | None
    language: str
    at: datetime  # the clock of the inn
    wanted: QueryDict  # what the address says besides
    site: str = ""  # the beginning of addresses as other devices reach them

    @property
    def of(self) -> int:
        """The number of the round, 0: the whole tournament."""
        return self.round.number if self.round is not None else 0

    @property
    def about(self) -> str:
        """Tournament and day."""
        return f"{self.tournament.name} · {format_day(self.tournament.day)}"

    @property
    def foot(self) -> str:
        """What stands below on every page."""
        return f"{self.tournament.club.name} · {self.about}"

    def paper(self, title: str, *, landscape: bool = False, plain: bool = False) -> Paper:
        """A paper with this foot."""
        return Paper(
            f"{title} · {self.tournament.name}", self.language, foot=self.foot, landscape=landscape, plain=plain
        )


class PaperKind(NamedTuple):
    """A paper that can be printed: its id in the address, its title, who makes it."""

    id: str
    title: Promise
    make: Callable[[PrintContext], bytes | None]  # none: there is no such paper, say of a result that was not published
    public: bool = False
    about: Promise | str = ""
    needs: str = ""  # "tables", "result", "teams", "box", "prizes", "rulings": what must be there
    each_table: bool = False  # a piece for each table: so many at a time, from the table that the address names


def list_tables(told: PrintContext) -> list[RoundTable]:
    """The tables of a round that are printed together: at most so many, from number `first` of the address on."""
    typed = told.wanted.get("first", "")
    first = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else 1
    rows = RoundTable.objects.filter(round=told.round, number__gte=first).order_by("number")
    return list(rows.select_related("game_table__sheet_version")[:TABLES_AT_ONCE])
