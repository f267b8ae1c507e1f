"""The prizes (§3), their costs, and the winners who chose them."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tarockclub.kit.xlsx.cells import COUNT, EURO, Cell, build_euro_cell, build_text_cell, count_cell
from tournaments.core.editions import FINAL
from tournaments.hall.standing.standing import Standings
from tournaments.results.exports.data import TournamentData
from tournaments.results.exports.schema import ExportColumn, ExportTable, Row, build_export_table
from tournaments.results.final_results.prizes_page import ScopeSection, load_scope_sections
from tournaments.results.final_results.special_page import list_special_lines
from tournaments.results.standings.editions import index_rows


def build_prizes_table(data: TournamentData) -> ExportTable:
    """Build the columns of the prizes."""
    columns = (
        ExportColumn("number", _("No."), COUNT, 6),
        ExportColumn("round", _("Round"), width=14),
        ExportColumn("prize", _("Prize"), width=40),
        ExportColumn("cost", _("Cost"), EURO, 12),
        ExportColumn("rank", _("Rank"), COUNT, 7),
        ExportColumn("chosen_by", _("Chosen by"), width=30),
        ExportColumn("reason", _("Reason"), width=24),
    )
    return build_export_table(data.tournament.name, "prizes", _("Prizes"), columns, still=1)


def build_prize_rows(standings: Standings) -> Iterator[Row]:
    """Yield the prizes of each round, those of all rounds together, and the special ones."""
    for shown in load_scope_sections(standings.stand.tournament):
        yield from _build_scope_rows(shown)
    for line in list_special_lines(standings):
        yield (
            Cell(None, COUNT),
            build_text_cell(_("Special prize")),
            build_text_cell(line.label),
            Cell(None, EURO),
            Cell(None, COUNT),
            build_text_cell(line.winner or ", ".join(line.equals)),
            build_text_cell(line.amount),
        )


def _build_scope_rows(shown: ScopeSection) -> Iterator[Row]:
    of, edition = shown.scope.of, shown.scope.edition
    ranks = index_rows(edition)
    chosen = {choice.prize.pk: choice for choice in shown.chosen if choice.prize is not None}
    for prize in shown.scope.prizes:
        choice = chosen.get(prize.pk)
        ranked = ranks.get(choice.person) if choice is not None else None
        yield (
            count_cell(prize.number),
            build_text_cell(_("overall") if of == FINAL else str(of)),
            build_text_cell(prize.name),
            build_euro_cell(prize.cents),
            count_cell(ranked.rank) if ranked is not None else Cell(None, COUNT),
            build_text_cell(choice.name if choice is not None else ""),
            build_text_cell(choice.reason if choice is not None else ""),
        )
