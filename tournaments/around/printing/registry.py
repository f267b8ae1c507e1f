"""The papers of a tournament by their ids: those of a round, and those of the whole tournament."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tournaments.around.printing import (
    blank_sheets,
    cash_report,
    certificates,
    donation_boxes,
    invitation,
    lists,
    result_slips,
    rulings,
    standings,
    table_tents,
)
from tournaments.around.printing.context import PaperKind

ROUND_PAPERS = (
    PaperKind("seats-by-name", _("Seats by name"), lists.render_seats_by_name, public=True, needs="tables"),
    PaperKind("seats-by-table", _("Seats by table"), lists.render_seats_by_table, public=True, needs="tables"),
    PaperKind(
        "table-cards",
        _("Cards to stand on the tables"),
        table_tents.render_table_tents,
        needs="tables",
        each_table=True,
    ),
    PaperKind(
        "written-sheets",
        _("Empty score sheets with names"),
        blank_sheets.render_round_sheets,
        needs="tables",
        each_table=True,
    ),
    PaperKind(
        "end-totals", _("Slips for final totals"), result_slips.render_result_slips, needs="tables", each_table=True
    ),
    PaperKind("standings", _("Current standings"), standings.render_standing, needs="tables"),
    PaperKind("result", _("Published result"), standings.render_result, public=True, needs="result"),
    PaperKind("notice", _("Result for the notice board"), standings.render_notice, public=True, needs="result"),
)
TOURNAMENT_PAPERS = (
    PaperKind("invitation", _("Announcement to hang up"), invitation.render_invitation, needs="invitation"),
    PaperKind("players", _("Players and entry fees"), lists.render_players),
    PaperKind("standings", _("Current standings"), standings.render_standing, needs="tables"),
    PaperKind("teams", _("Current team standings"), standings.render_teams, needs="teams"),
    PaperKind("result", _("Final result"), standings.render_result, public=True, needs="result"),
    PaperKind("notice", _("Final result for the notice board"), standings.render_notice, public=True, needs="result"),
    PaperKind("prizes", _("Prize list"), certificates.render_prize_list, needs="prizes"),
    PaperKind("rulings", _("Register of rulings"), rulings.render_rulings, needs="rulings"),
    PaperKind("donations", _("Donation box, table by table"), donation_boxes.render_donations, needs="box"),
    PaperKind("cash", _("Cash report"), cash_report.render_cash_report, right=Right.CASH),
)
CERTIFICATES = PaperKind("certificates", _("Certificates"), certificates.render_tournament_certificates, needs="result")
BY_ID = {paper.id: paper for paper in (*TOURNAMENT_PAPERS, CERTIFICATES)}
BY_ID_OF_ROUND = {paper.id: paper for paper in (*ROUND_PAPERS, CERTIFICATES)}
