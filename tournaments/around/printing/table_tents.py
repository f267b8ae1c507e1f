"""Table tents: cards folded once, with the number and the players on both sides and a code to watch the table."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.reports.printing.services import BlankPlayer, find_first_dealer, load_table_players
from tarockclub.kit.typesetting import draw_code
from tournaments.around.printing.context import PrintContext, list_printed_tables
from tournaments.around.printing.lists import format_round
from tournaments.core.settings import has_double_round
from tournaments.models import RoundTable


def render_table_tents(context: PrintContext) -> bytes | None:
    """Render one page for each table of the round, folded in the middle; it has no link for entering hands."""
    tables = list_printed_tables(context)
    if not tables:
        return None
    seated = load_table_players([table.game_table for table in tables])
    rows = [_build_tent(context, table, seated[table.game_table_id]) for table in tables]
    words = {
        "table": _("Table"),
        "deals": _("deals first"),
        "watch": _("Watch only"),
        "code": _("Code for watching"),
        "steps": _list_steps(context),
    }
    data = {"tables": rows, "words": words}
    title = _("Cards to stand on the tables")
    return context.render("tournaments/around/printing/table_tents", title, data, format_round(context))


def _build_tent(context: PrintContext, table: RoundTable, players: Sequence[BlankPlayer]) -> dict[str, Any]:
    names = [player.name for player in players]
    dealer, address = find_first_dealer(table.game_table, players), reverse("table", args=[table.game_table.slug])
    return {
        "number": table.number,
        "players": names,
        "dealer": names.index(dealer) if dealer else -1,
        "address": context.site + address,
        "code": draw_code(context.site + address),
    }


def _list_steps(context: PrintContext) -> tuple[str, str, str]:
    """Return what everybody at the table has to know, in three lines."""
    settings = context.settings
    if settings.hands:
        end = _("After the last hand the round is over: report it to the director.")
    elif has_double_round(settings, context.of):
        end = _("At the gong: finish the hand in play, then one round with double stake.")
    elif settings.hand_in_play:
        end = _("At the gong: finish the hand in play, then the round is over.")
    else:
        end = _("At the gong the round is over, whatever is being played.")
    return (
        _("Enter every hand at once: one phone at the table is enough, or the sheet of paper."),
        end,
        _("In doubt put the cards down and call the director."),
    )
