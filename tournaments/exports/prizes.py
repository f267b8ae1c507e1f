"""The prizes (§3), what they have cost, and who chose which."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.exports.cells import COUNT, EURO, Cell, count, euros, text
from tournaments.exports.gathered import Gathered
from tournaments.exports.tables import Column, Row, Table
from tournaments.models import Prize

COST = "D"  # the column of what they have cost


def prizes_table(told: Gathered) -> Table:
    """Its columns."""
    columns = (
        Column("number", _("No."), COUNT, 6),
        Column("round", _("Round"), width=14),
        Column("prize", _("Prize"), width=40),
        Column("cost", _("Has cost"), EURO, 12),
        Column("rank", _("Rank"), COUNT, 7),
        Column("chosen_by", _("Chosen by"), width=30),
    )
    return Table("prizes", _("Prizes"), f"{told.tournament.name} – {_('Prizes')}", columns, still=1)


def prize_rows(told: Gathered) -> Iterator[Row]:
    """All prizes that are on the list."""
    for prize in Prize.objects.filter(tournament=told.tournament, gone=None).select_related("round").order_by("number"):
        yield (
            count(prize.number),
            text(str(prize.round.number) if prize.round is not None else _("overall")),
            text(prize.name),
            euros(prize.cents),
            Cell(None, COUNT),
            text(""),
        )
