"""Lists of people on paper: seats by name and by table, and the players with their fees."""

from collections.abc import Iterable

from django.db.models import Q
from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_cents
from tarockclub.kit.pdf.flow import CENTRE, RIGHT, Flow, PaperColumn, PaperTable, PdfRow
from tarockclub.kit.tables.sorting import order_by_surname
from tarockclub.kit.text import compute_surname_key, format_surname_first
from tarockclub.platform.privacy.public_names import get_player_called
from tournaments.around.printing.context import PrintContext
from tournaments.core.selectors import RoundContext
from tournaments.hall.draw.views import SeatList, load_seat_lists
from tournaments.models import Entrant, Presence, Round
from tournaments.people.entrants.fees import filter_owing

LARGE = 13.0  # points: read from a wall
LARGEST = 26.0  # where few people leave room
FULL = 24  # rows in large letters on a page


def format_round(context: PrintContext) -> str:
    """Return the round's title, like "Round 2"."""
    return _("Round %(number)s") % {"number": context.of}


def _list_tables(context: PrintContext) -> list[SeatList]:
    if context.round is None:
        return []
    return load_seat_lists(RoundContext(context.tournament, context.settings, context.round))


def render_seats_by_name(context: PrintContext) -> bytes | None:
    """Render one list by surname, as large as the page allows, with each player's table; None if it is empty."""
    tables = _list_tables(context)
    everybody = [(player.name, table.number) for table in tables for player in table.players]
    if not everybody:
        return None
    title = _("Who sits where")
    flow = Flow(context.create_paper(title))
    flow.begin(f"{title} · {format_round(context)}", context.about)
    rows = [
        PdfRow((format_surname_first(name), _("Table %(number)s") % {"number": table}))
        for name, table in sorted(everybody, key=lambda seat: compute_surname_key(seat[0]))
    ]
    columns = (PaperColumn(_("Name"), stretch=True), PaperColumn(_("Table"), RIGHT))
    size, strips = (LARGE, 1) if len(rows) <= FULL else (11.0, 2)
    flow.draw_table(flow.enlarge(PaperTable(columns, rows, size=size, strips=strips, space=size / 4), LARGEST))
    return flow.paper.build_pdf()


def render_seats_by_table(context: PrintContext) -> bytes | None:
    """Render the tables in order, each with its players in playing order; None if there are none."""
    tables = _list_tables(context)
    if not tables:
        return None
    title = _("Tables")
    flow = Flow(context.create_paper(title))
    flow.begin(f"{title} · {format_round(context)}", context.about)
    most = max(len(table.players) for table in tables)
    columns = (PaperColumn(_("Table"), CENTRE), *(PaperColumn(str(at), stretch=True) for at in range(1, most + 1)))
    rows = [PdfRow((str(table.number), *(_list_names(table, most)))) for table in tables]
    flow.draw_table(flow.enlarge(PaperTable(columns, rows, size=10.5, space=4.0), LARGEST))
    return flow.paper.build_pdf()


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
    title = _("Players and entry fees")
    flow = Flow(context.create_paper(title, landscape=len(rounds) > 4))
    flow.begin(title, f"{context.about} · {format_print_time(context)}")
    columns = (
        PaperColumn(_("No."), RIGHT),
        PaperColumn(_("Name"), stretch=True),
        *(PaperColumn(_("Round %(number)s") % {"number": round_.number}, RIGHT, least=14) for round_ in rounds),
        PaperColumn(_("Paid"), RIGHT, least=16),
    )
    people = Entrant.objects.filter(tournament=context.tournament).select_related("person")
    entrants = people.order_by(order_by_surname("person__name"), "number")
    rows = [_build_player_row(entrant, paid.get(entrant.pk, {}), rounds) for entrant in entrants]
    sums = [sum(fees.get(at.number, 0) for fees in paid.values()) for at in rounds]
    rows.append(PdfRow(("", _("Together"), *map(format_cents, sums), format_cents(sum(sums))), strong=True, apart=True))
    flow.draw_table(PaperTable(columns, rows))
    flow.draw_signatures(_("Cashier"), _("Tournament director"))
    return flow.paper.build_pdf()


def _build_player_row(entrant: Entrant, paid: dict[int, int], rounds: Iterable[Round]) -> PdfRow:
    name = format_surname_first(get_player_called(entrant.person, entrant.number))
    if entrant.withdrawn is not None:
        name = _("%(name)s (withdrawn)") % {"name": name}
    fees = (
        "–" if at.number not in paid else format_cents(paid[at.number]) if paid[at.number] else _("due")
        for at in rounds
    )
    return PdfRow((str(entrant.number), name, *fees, format_cents(sum(paid.values())) if paid else ""))


def format_print_time(context: PrintContext) -> str:
    """Return the time of printing for a paper that shows a current state."""
    return _("as of %(time)s") % {"time": context.at.strftime("%H:%M")}
