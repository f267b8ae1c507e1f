"""Table tents: cards folded once, with the number and the players on both sides and a code to watch the table."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.reports.printing.services import find_first_dealer, load_table_players
from tarockclub.kit.pdf.canvas import CENTRE, HAIR, MM, Box, Paper
from tarockclub.kit.pdf.fonts import BOLD, REGULAR
from tarockclub.kit.pdf.qr_codes import draw_code
from tournaments.around.printing.context import PrintContext, list_printed_tables
from tournaments.around.printing.lists import format_round
from tournaments.core.settings import has_double_round

_CODE = 48 * MM
Names = Sequence[tuple[str, bool]]  # with whoever deals first


def render_table_tents(context: PrintContext) -> bytes | None:
    """Render one page for each table of the round, folded in the middle; it has no link for entering hands."""
    tables = list_printed_tables(context)
    if not tables:
        return None
    seated = load_table_players([table.game_table for table in tables])
    paper = context.create_paper(_("Cards to stand on the tables"), plain=True)
    for table in tables:
        paper.begin_page(_("Table %(number)s") % {"number": table.number})
        players = seated[table.game_table_id]
        dealer = find_first_dealer(table.game_table, players)
        names = [(player.name, player.name == dealer) for player in players]
        address = context.site + reverse("table", args=[table.game_table.slug])
        half = Box(paper.room.x, paper.height / 2, paper.room.width, paper.height / 2 - paper.room.y)
        _print_both_sides(paper, half, context, table.number, names, address)
        paper.draw_line(
            paper.room.x, paper.height / 2, paper.room.x + paper.room.width, paper.height / 2, HAIR, dashed=True
        )
    return paper.build_pdf()


def _print_both_sides(paper: Paper, half: Box, context: PrintContext, number: int, names: Names, address: str) -> None:
    def face() -> None:
        _print_face(paper, half, context, number, names, address)

    paper.stamp(("face", number), face)
    with paper.turn():
        paper.stamp(("face", number), face)


def _print_face(paper: Paper, box: Box, context: PrintContext, number: int, names: Names, address: str) -> None:
    """Print the side that faces one direction."""
    y = box.y + 12 * MM
    title = f"{context.tournament.name} · {format_round(context)}"
    paper.write(Box(box.x, y, box.width, 9 * MM), title, 15, align=CENTRE, lines=1)
    y += 14 * MM
    room = box.width - _CODE
    paper.write(Box(box.x, y, room * 0.46, 9 * MM), _("Table"), 20, lines=1)
    paper.write(Box(box.x, y + 9 * MM, room * 0.46, 62 * MM), str(number), 160, font=BOLD, lines=1, least=20)
    each = min(13 * MM, 72 * MM / max(1, len(names)))
    top = y + (72 * MM - each * len(names)) / 2
    named = Box(box.x + room * 0.48, top, room * 0.52 - 3 * MM, each)
    for at, (name, deals) in enumerate(names):
        said, font = (_("%(name)s (deals first)") % {"name": name}, BOLD) if deals else (name, REGULAR)
        paper.write(named._replace(y=top + at * each), said, 18, font=font, lines=2, least=7)
    code = Box(box.x + box.width - _CODE, y + 10 * MM, _CODE, _CODE)
    draw_code(paper, code, address)
    paper.write(Box(code.x, code.y + _CODE, _CODE, 8 * MM), _("Watch only"), 10, align=CENTRE, lines=2)
    paper.write(Box(box.x, y + 72 * MM, box.width, 7 * MM), address, 10, align=CENTRE, lines=1)
    for at, step in enumerate(_list_steps(context)):
        line = Box(box.x, y + (80 + at * 7.5) * MM, box.width, 7.5 * MM)
        paper.write(line, f"{at + 1}. {step}", 14, lines=1, least=8)


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
