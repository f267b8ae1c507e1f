"""Slips for the totals of a table: filled in at the table, typed in by the director; four on a page."""

from django.utils.translation import gettext as _

from scoring.reports.printing.services import load_table_players
from tournaments.around.printing.context import PrintContext, list_printed_tables
from tournaments.around.printing.lists import format_round
from tournaments.core.table_names import name_table


def render_result_slips(context: PrintContext) -> bytes | None:
    """Render a slip for each table of the round, to be cut apart; None if there are no tables."""
    tables = list_printed_tables(context)
    if not tables:
        return None
    seated = load_table_players([table.game_table for table in tables])
    replaces, donates = context.settings.start > 0, context.settings.donation
    data = {
        "slips": [
            {"head": name_table(table.number, begins=True), "players": seated[table.game_table_id]} for table in tables
        ],
        "words": {
            "round": format_round(context),
            "heads": [_("Points"), *([_("Money (points)")] if donates else []), *([_("Replaced")] if replaces else [])],
            "together": _("together 0"),
            "box": _("Put into the donation box: €") if donates else "",
            "signatures": _("Signatures of the players"),
        },
    }
    return context.render("tournaments/around/printing/result_slips", _("Slips for final totals"), data)
