"""The common data of all papers; lists on paper: seats by name and by table, the players with their fees."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_cents
from tarockclub.kit.days import format_day
from tarockclub.kit.tables.search import order_by_surname
from tarockclub.kit.text import compute_surname_key, format_surname_first, parse_whole
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.club_look.services import build_look
from tarockclub.platform.privacy.readers import INSIDE
from tarockclub.platform.server.apart.papers import (
    CENTRE,
    RIGHT,
    Block,
    PaperColumn,
    PaperFilling,
    PaperHeading,
    PaperList,
    PaperParagraph,
    PaperRow,
    PaperSignatures,
    PlainBlock,
    render_paper,
)
from tournaments.core.selectors import RoundContext
from tournaments.core.settings import Settings
from tournaments.hall.draw.page import load_fairness_page
from tournaments.hall.draw.views import SeatList, load_seat_lists
from tournaments.models import Entrant, Presence, Round, RoundTable, Tournament
from tournaments.people.entrants.fees import filter_owing

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

    def render_filling(
        self, title: str, blocks: Sequence[PlainBlock], state: str = "", *, landscape: bool = False
    ) -> bytes:
        """Return a paper for the wall: in letters as large as a page allows, where all of it has room on one."""
        return self.render_document(title, [PaperFilling(blocks)], state, landscape=landscape)

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


STRIP, FULL = 24, 32  # people below each other in one strip; in each of two on a full page
TABLES, TABLES_ACROSS = 20, 10  # on a page, upright or across


def format_round(context: PrintContext) -> str:
    """Return the round's title, like "Round 2"."""
    return _("Round %(number)s") % {"number": context.of}


def _list_tables(context: PrintContext) -> list[SeatList]:
    if context.round is None:
        return []
    return load_seat_lists(RoundContext(context.tournament, context.settings, context.round))


def render_seats_by_name(context: PrintContext) -> bytes | None:
    """Render one list by surname with each player's table; None if it is empty."""
    everybody = [(player.name, table.number) for table in _list_tables(context) for player in table.players]
    if not everybody:
        return None
    rows = [
        PaperRow((format_surname_first(name), str(table)))
        for name, table in sorted(everybody, key=lambda seat: compute_surname_key(seat[0]))
    ]
    columns = (PaperColumn(_("Name"), stretch=True), PaperColumn(_("Table"), RIGHT, strong=True))
    strips = 1 if len(rows) <= STRIP else 2
    pages = [_divide(page, strips) for page in _divide(rows, -(-len(rows) // (strips * FULL)))]
    return _render_seats(context, _("Who sits where"), columns, pages)


def render_drawing(context: PrintContext) -> bytes | None:
    """Render how the tables were drawn up to a round, to be hung up; None before the draw.

    It is the page of the draw's fairness: what everybody may know, with public names.
    """
    if context.round is None:
        return None
    page = load_fairness_page(RoundContext(context.tournament, context.settings, context.round))
    if not page["lines"] and not page["otherwise"]:
        return None
    rows = [PaperRow((line.what, line.value, line.best)) for line in page["lines"]]
    columns = (
        PaperColumn(_("Compared"), stretch=True),
        PaperColumn(_("in this tournament")),
        PaperColumn(_("at best")),
    )
    about = _(
        "At a table of five somebody always sits out and plays fewer hands: over the day that happens to everybody "
        "equally often. Then as few pairs as possible meet again, and hardly anybody a third time."
    )
    again = _(
        "The numbers by which the tables were drawn follow from the tournament's own, so that nobody can choose them. "
        "Whoever has the program gets the same tables from them."
    )
    blocks: list[Block] = [PaperParagraph(_("Nothing has been drawn by lot here yet."), 12)]
    if rows:
        blocks = [PaperParagraph(about, 12), PaperList(columns, rows, size=12, space=5)]
    blocks += [
        PaperParagraph(_("%(what)s, most often: %(names)s") % {"what": line.what, "names": ", ".join(line.names)}, 11)
        for line in page["lines"]
        if line.names
    ]
    blocks += [
        PaperParagraph(_("Round %(number)s: %(way)s. It is not counted here.") % {"number": number, "way": way}, 11)
        for number, way, _cuts in page["otherwise"]
    ]
    seeds = [PaperRow((str(number), str(seed))) for number, seed in page["seeds"]]
    numbers = (PaperColumn(_("Round"), RIGHT), PaperColumn(_("Number of the draw"), stretch=True))
    blocks += [PaperHeading(_("Check it yourself")), PaperParagraph(again), PaperList(numbers, seeds)] if seeds else []
    return context.render_document(_("How it was drawn"), blocks, format_round(context))


def _divide(rows: Sequence[PaperRow], parts: int) -> list[Sequence[PaperRow]]:
    """Divide rows into parts of the same size, but the last one."""
    size = -(-len(rows) // parts)
    return [rows[start : start + size] for start in range(0, len(rows), size)]


def _render_seats(
    context: PrintContext,
    title: str,
    columns: Sequence[PaperColumn],
    pages: Sequence[Sequence[Sequence[PaperRow]]],
    *,
    landscape: bool = False,
) -> bytes:
    """Render lists to hang up: the strips of each page beside each other, in letters as large as it allows."""
    data = {"landscape": landscape, "columns": columns, "pages": pages}
    return context.render("tournaments/around/printing/seats", f"{title} · {format_round(context)}", data)


def render_seats_by_table(context: PrintContext) -> bytes | None:
    """Render the tables in order, each with its players in playing order; None if there are none."""
    tables = _list_tables(context)
    if not tables:
        return None
    most = max(len(table.players) for table in tables)
    columns = (
        PaperColumn(_("Table"), CENTRE, strong=True),
        *(PaperColumn(str(place), stretch=True) for place in range(1, most + 1)),
    )
    rows = [PaperRow((str(table.number), *_list_names(table, most))) for table in tables]
    pages = [[page] for page in _divide(rows, -(-len(rows) // TABLES))]
    return _render_seats(context, _("Tables"), columns, pages, landscape=len(rows) <= TABLES_ACROSS)


def _list_names(table: SeatList, most: int) -> Iterable[str]:
    names = [player.name for player in table.players]
    return (*names, *[""] * (most - len(names)))


def render_players(context: PrintContext) -> bytes:
    """Render all players with the fees paid in each round, and room to tick."""
    rounds = list(Round.objects.filter(tournament=context.tournament).order_by("number"))
    paid: dict[int, dict[int, int]] = {}
    entered = Presence.objects.filter(round__tournament=context.tournament)
    owing = filter_owing(entered, context.settings).values("pk")
    bearing = entered.filter(Q(pk__in=owing) | Q(paid__gt=0))
    for entrant, number, amount in bearing.values_list("entrant", "round__number", "paid"):
        paid.setdefault(entrant, {})[number] = amount
    columns = (
        PaperColumn(_("No."), RIGHT),
        PaperColumn(_("Name"), stretch=True),
        *(PaperColumn(_("Round %(number)s") % {"number": round_.number}, RIGHT, least=14) for round_ in rounds),
        PaperColumn(_("Paid"), RIGHT, least=16),
    )
    people = Entrant.objects.filter(tournament=context.tournament).select_related("person")
    entrants = people.order_by(order_by_surname("person__name"), "number")
    rows = [_build_player_row(entrant, paid.get(entrant.pk, {}), rounds) for entrant in entrants]
    sums = [sum(fees.get(round_.number, 0) for fees in paid.values()) for round_ in rounds]
    together = ("", _("Together"), *map(format_cents, sums), format_cents(sum(sums)))
    rows.append(PaperRow(together, strong=True, apart=True))
    blocks: list[Block] = [PaperList(columns, rows), PaperSignatures((_("Cashier"), _("Tournament director")))]
    return context.render_document(
        _("Players and entry fees"), blocks, format_print_time(context), landscape=len(rounds) > 4
    )


def _build_player_row(entrant: Entrant, paid: dict[int, int], rounds: Iterable[Round]) -> PaperRow:
    name = format_surname_first(INSIDE.name_player(entrant.person, entrant.number))
    if entrant.withdrawn is not None:
        name = _("%(name)s (withdrawn)") % {"name": name}
    fees = (
        "–" if round_.number not in paid else format_cents(paid[round_.number]) if paid[round_.number] else _("due")
        for round_ in rounds
    )
    return PaperRow((str(entrant.number), name, *fees, format_cents(sum(paid.values())) if paid else ""))


def format_print_time(context: PrintContext) -> str:
    """Return the time of printing for a paper that shows a current state."""
    return _("as of %(time)s") % {"time": context.at.strftime("%H:%M")}
