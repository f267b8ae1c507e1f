"""Slips for the totals of a table: filled in at the table, typed in by the director; four on a page."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.reports.printing.blank_sheet import BlankPlayer
from scoring.reports.printing.services import load_table_players
from tarockclub.kit.pdf.canvas import MM, RIGHT, THIN, Box, Paper
from tarockclub.kit.pdf.fonts import BOLD
from tournaments.around.printing.context import PrintContext, list_printed_tables
from tournaments.around.printing.lists import format_round

_COLUMNS, _ROWS = 2, 2
_BOX, _ROW = 22 * MM, 10 * MM


def render_result_slips(context: PrintContext) -> bytes | None:
    """Render a slip for each table of the round, to be cut apart; None if there are no tables."""
    tables = list_printed_tables(context)
    if not tables:
        return None
    seated = load_table_players([table.game_table for table in tables])
    paper = context.create_paper(_("Slips for final totals"), plain=True)
    for box, table in zip(paper.lay_cards(len(tables), _COLUMNS, _ROWS), tables, strict=True):
        _print_slip(paper, box.shrink(4 * MM), context, table.number, seated[table.game_table_id])
    return paper.build_pdf()


def _print_slip(paper: Paper, box: Box, context: PrintContext, number: int, players: Sequence[BlankPlayer]) -> None:
    y = box.y + 3 * MM
    paper.write(Box(box.x, y, box.width, 6 * MM), context.tournament.name, 10, lines=1)
    paper.write(Box(box.x, y + 6 * MM, box.width, 9 * MM), format_round(context), 13, lines=1)
    said = _("Table %(number)s") % {"number": number}
    paper.write(Box(box.x, y + 6 * MM, box.width, 9 * MM), said, 18, font=BOLD, align=RIGHT, lines=1)
    replaces, donates = context.settings.start > 0, context.settings.donation
    heads = [_("Points"), *([_("Money (points)")] if donates else []), *([_("Replaced")] if replaces else [])]
    y += 17 * MM
    _print_heads(paper, Box(box.x, y, box.width, 5 * MM), heads)
    y += 5 * MM
    for player in players:
        _print_line(paper, Box(box.x, y, box.width, _ROW), player, len(heads))
        y += _ROW
    paper.write(Box(box.x, y, box.width - _BOX * len(heads) - 2 * MM, 7 * MM), _("together 0"), 8, align=RIGHT, lines=1)
    if donates:
        y += 9 * MM
        said = _("Put into the donation box: €")
        paper.write(Box(box.x, y, box.width - _BOX - 2 * MM, _ROW), said, 10, align=RIGHT, lines=1)
        paper.draw_frame(Box(box.x + box.width - _BOX, y, _BOX, _ROW), THIN)
    y = box.y + box.height - 12 * MM
    paper.draw_line(box.x, y, box.x + box.width, y, THIN)
    said = _("Signatures of the players")
    paper.write(Box(box.x, y + 0.5 * MM, box.width, 5 * MM), said, 8, lines=1)


def _print_heads(paper: Paper, box: Box, heads: Sequence[str]) -> None:
    x = box.x + box.width - _BOX * len(heads)
    for at, head in enumerate(heads):
        paper.write(Box(x + at * _BOX, box.y, _BOX - 1 * MM, box.height), head, 8, align=RIGHT, lines=1)


def _print_line(paper: Paper, box: Box, player: BlankPlayer, boxes: int) -> None:
    room = box.width - _BOX * boxes - 2 * MM
    paper.write(Box(box.x, box.y, 6 * MM, box.height), str(player.number), 10, font=BOLD, lines=1)
    paper.write(Box(box.x + 7 * MM, box.y, room - 7 * MM, box.height), player.name, 11, lines=2)
    for at in range(boxes):
        paper.draw_frame(Box(box.x + box.width - _BOX * (boxes - at), box.y, _BOX, box.height), THIN)
