"""Rulings on paper: the register, and a single one to be signed."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_signed_points
from tarockclub.kit.days import format_moment
from tarockclub.platform.server.apart.document import (
    RIGHT,
    Block,
    PaperColumn,
    PaperHeading,
    PaperList,
    PaperParagraph,
    PaperRow,
    PaperSignatures,
)
from tournaments.around.printing.context import PrintContext
from tournaments.around.printing.lists import format_print_time
from tournaments.core.table_names import name_table
from tournaments.hall.rulings.selectors import RulingLine, load_register


def render_rulings(context: PrintContext) -> bytes | None:
    """Render all rulings of a tournament, the first one first; None if there are none."""
    rulings = load_register(context.tournament)
    if not rulings:
        return None
    blocks: list[Block] = []
    for ruling in rulings:
        facts = [*_list_facts(ruling), *([_format_moved(ruling)] if ruling.moved else [])]
        blocks += [PaperHeading(format_heading(ruling)), PaperParagraph(ruling.text)]
        blocks.append(PaperParagraph(" · ".join(facts), 8.5))
    blocks.append(PaperSignatures((_("Tournament director"), _("Referee"))))
    return context.render_document(_("Register of rulings"), blocks, format_print_time(context))


def _format_moved(ruling: RulingLine) -> str:
    return ", ".join(f"{name} {format_signed_points(sixths)}" for name, sixths in ruling.moved)


def render_ruling(context: PrintContext, number: int) -> bytes | None:
    """Render one ruling for signing; None if there is none with that number."""
    ruling = next((line for line in load_register(context.tournament) if line.number == number), None)
    if ruling is None:
        return None
    blocks: list[Block] = [PaperParagraph(ruling.text, 12), *map(PaperParagraph, _list_facts(ruling))]
    if ruling.moved:
        columns = (PaperColumn(_("Name"), stretch=True), PaperColumn(_("Points"), RIGHT))
        rows = [PaperRow((name, format_signed_points(sixths))) for name, sixths in ruling.moved]
        blocks += [PaperHeading(_("Points that moved")), PaperList(columns, rows)]
    final = _("A ruling is final; a mistake is corrected by another ruling that names it.")
    blocks += [PaperParagraph(final, 8.5), PaperSignatures((_("Decided by"), _("Players")))]
    return context.render_document(format_heading(ruling), blocks)


def format_heading(ruling: RulingLine) -> str:
    """Return the heading of a ruling: its number, round and table."""
    words = {"number": ruling.number, "table": name_table(ruling.table, ruling.round)}
    return _("Ruling %(number)s: %(table)s") % words


def _list_facts(ruling: RulingLine) -> Iterator[str]:
    yield format_moment(ruling.at)
    yield ": ".join((_("Decided by"), ruling.decided_by))
    if ruling.entered_by:
        yield ": ".join((_("Entered by"), ruling.entered_by))
    yield ruling.deed_said
    if ruling.corrects:
        yield _("Corrects ruling %(number)s") % {"number": ruling.corrects}
    if ruling.corrected_by:
        yield _("Corrected by ruling %(numbers)s") % {"numbers": ", ".join(map(str, ruling.corrected_by))}
