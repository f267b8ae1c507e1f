"""The common data of all papers of a tournament: the tournament, its round, the time of printing."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.functional import Promise

from tarockclub.kit.days import format_day
from tarockclub.kit.text import parse_whole
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.club_look.services import build_look
from tarockclub.platform.server.apart.document import Block
from tarockclub.platform.server.apart.papers import render_paper
from tournaments.core.settings import Settings
from tournaments.models import Round, RoundTable, Tournament

TABLES_AT_ONCE = 100  # a hundred written sheets take 3 s and 400 MB


class PrintContext(NamedTuple):
    """A tournament, or one of its rounds, to be printed."""

    tournament: Tournament
    settings: Settings
    round: Round | None
    at: datetime  # local time
    query: QueryDict  # query parameters of the address
    site: str = ""  # the beginning of addresses as other devices reach them

    @property
    def of(self) -> int:
        """The number of the round, 0: the whole tournament."""
        return self.round.number if self.round is not None else 0

    @property
    def about(self) -> str:
        """The tournament and its day."""
        return f"{self.tournament.name} · {format_day(self.tournament.day)}"

    @property
    def foot(self) -> str:
        """The foot line of every page."""
        return f"{self.tournament.club.name} · {self.about}"

    def render(self, template: str, title: str, data: dict[str, Any], state: str = "") -> bytes:
        """Return a paper with the club's look and this foot line; `state`: say, of which time it is."""
        about = " · ".join(filter(None, (self.about, state)))
        return render_paper(template, title, build_look(self.tournament.club) | data, foot=self.foot, about=about)

    def render_document(
        self, title: str, blocks: Sequence[Block], state: str = "", *, landscape: bool = False
    ) -> bytes:
        """Return a paper of headings, paragraphs, lists and lines to sign on."""
        return self.render("document", title, {"blocks": blocks, "landscape": landscape}, state)


class PaperKind(NamedTuple):
    """A paper that can be printed: its id in the address, its title, and its render function."""

    id: str
    title: Promise
    make: Callable[[PrintContext], bytes | None]  # None: no such paper, for example an unpublished result
    public: bool = False
    about: Promise | str = ""
    right: Right = Right.RESULTS  # of those who may have it, unless it is public
    needs: str = ""  # "tables", "result", "teams", "box", "prizes", "rulings": what must exist
    each_table: bool = False  # a piece for each table: TABLES_AT_ONCE at a time, starting at the table in the address


def list_printed_tables(context: PrintContext) -> list[RoundTable]:
    """Return the tables of a round that are printed together: at most TABLES_AT_ONCE, starting at number `first`."""
    first = parse_whole(context.query.get("first", ""), 5)
    rows = RoundTable.objects.filter(round=context.round, number__gte=1 if first is None else first).order_by("number")
    return list(rows.select_related("game_table__sheet_version")[:TABLES_AT_ONCE])
