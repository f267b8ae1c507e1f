"""The fees one by one: when each was paid or given back, by whom, and who took it down."""

from collections.abc import Iterator

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.exports.data import local
from scoring.xlsx.cells import COUNT, EURO, MOMENT, Cell, count, euros, text
from tournaments.acts import Kind, said_by
from tournaments.exports.data import Gathered
from tournaments.exports.schema import Column, Row, Table
from tournaments.models import Act


def payments_table(told: Gathered) -> Table:
    """The columns of the payments."""
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


def payment_rows(told: Gathered) -> Iterator[Row]:
    """Each fee that was paid or given back, the first one first."""
    of_fees = Q(kind=Kind.PAID) | Q(undoes__kind=Kind.PAID)  # what was taken back moved the money back
    acts = Act.objects.filter(of_fees, tournament=told.tournament).select_related("round", "by")
    for one in acts.order_by("sequence").iterator():
        for entrant, cents in said_by(one)["paid"]:
            if cents:
                yield _row(told, one, entrant, cents)


def _row(told: Gathered, one: Act, entrant: int, cents: int) -> Row:
    player = told.entrants.get(entrant)
    return (
        Cell(local(one.at), MOMENT),
        count(one.round.number if one.round is not None else 0),
        count(player.number) if player is not None else Cell(None, COUNT),
        text(player.name if player is not None else ""),
        euros(cents),
        text(_("paid") if cents > 0 else _("refunded")),
        text(one.by.name if one.by is not None else ""),
    )
