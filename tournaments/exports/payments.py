"""The fees one by one: the moment of each payment or refund, by whom, and who recorded it."""

from collections.abc import Iterator

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.exports.data import convert_to_local
from scoring.xlsx.cells import COUNT, EURO, MOMENT, Cell, build_euro_cell, build_text_cell, count_cell
from tournaments.acts import Kind, parse_content
from tournaments.exports.data import TournamentData
from tournaments.exports.schema import Column, Row, Table
from tournaments.models import Act


def build_payments_table(told: TournamentData) -> Table:
    """Build the columns of the payments."""
    columns = (
        Column("at", _("When"), MOMENT, 17),
        Column("round", _("Round"), COUNT, 8),
        Column("number", _("Start no."), COUNT, 9),
        Column("name", _("Name"), width=30),
        Column("amount", _("Amount"), EURO, 12),
        Column("what", _("What"), width=16),
        Column("by", _("Entered by"), width=24),
    )
    title = _("Entry fee payments")
    return Table("payments", title, f"{told.tournament.name} – {title}", columns, still=1, filtered=True)


def build_payment_rows(told: TournamentData) -> Iterator[Row]:
    """Yield each fee that was paid or given back, the first one first."""
    of_fees = Q(kind=Kind.PAID) | Q(undoes__kind=Kind.PAID)  # undoing moved the money back
    acts = Act.objects.filter(of_fees, tournament=told.tournament).select_related("round", "by")
    for act in acts.order_by("sequence").iterator():
        for entrant, cents in parse_content(act)["paid"]:
            if cents:
                yield _build_row(told, act, entrant, cents)


def _build_row(told: TournamentData, act: Act, entrant: int, cents: int) -> Row:
    player = told.entrants.get(entrant)
    return (
        Cell(convert_to_local(act.at), MOMENT),
        count_cell(act.round.number if act.round is not None else 0),
        count_cell(player.number) if player is not None else Cell(None, COUNT),
        build_text_cell(player.name if player is not None else ""),
        build_euro_cell(cents),
        build_text_cell(_("paid") if cents > 0 else _("refunded")),
        build_text_cell(act.by.name if act.by is not None else ""),
    )
