"""Rulings on paper: the register, and a single one to be signed."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_signed_points
from tarockclub.kit.days import format_moment
from tarockclub.kit.pdf.flow import Flow, PaperColumn, PaperTable, PdfRow
from tournaments.around.printing.context import PrintContext
from tournaments.around.printing.lists import format_print_time
from tournaments.hall.rulings.selectors import RulingLine, load_register


def render_rulings(context: PrintContext) -> bytes | None:
    """Render all rulings of a tournament, the first one first; None if there are none."""
    found = load_register(context.tournament)
    if not found:
        return None
    title = _("Register of rulings")
    flow = Flow(context.create_paper(title))
    flow.begin(title, f"{context.about} · {format_print_time(context)}")
    for ruling in found:
        flow.draw_heading(format_heading(ruling), keep=18)
        flow.draw_paragraph(ruling.text)
        flow.draw_paragraph(" · ".join(_list_facts(ruling)), 8.5)
    flow.draw_signatures(_("Tournament director"), _("Referee"))
    return flow.paper.build_pdf()


def render_ruling(context: PrintContext, number: int) -> bytes | None:
    """Render one ruling for signing; None if there is none with that number."""
    ruling = next((found for found in load_register(context.tournament) if found.number == number), None)
    if ruling is None:
        return None
    title = _("Ruling %(number)s") % {"number": number}
    flow = Flow(context.create_paper(title))
    flow.begin(title, context.about)
    flow.draw_heading(format_heading(ruling))
    flow.draw_paragraph(ruling.text, 12)
    flow.leave_space(3)
    for fact in _list_facts(ruling):
        flow.draw_paragraph(fact)
    if ruling.moved:
        flow.draw_heading(_("Points that moved"))
        rows = [PdfRow((name, format_signed_points(sixths))) for name, sixths in ruling.moved]
        flow.draw_table(PaperTable((PaperColumn(_("Name"), stretch=True), PaperColumn(_("Points"), "right")), rows))
    flow.draw_paragraph(_("A ruling is final; a mistake is corrected by another ruling that names it."), 8.5)
    flow.draw_signatures(_("Decided by"), _("Players"))
    return flow.paper.build_pdf()


def format_heading(ruling: RulingLine) -> str:
    """Return the heading of a ruling: its number, round and table."""
    words = {"number": ruling.number, "round": ruling.round, "table": ruling.table}
    return _("Ruling %(number)s: round %(round)s, table %(table)s") % words


def _list_facts(ruling: RulingLine) -> Iterator[str]:
    yield format_moment(ruling.at)
    yield ": ".join((_("Decided by"), ruling.decided_by))
    if ruling.entered_by:
        yield ": ".join((_("Entered by"), ruling.entered_by))
    yield ruling.deed_said
    if ruling.moved:
        yield ", ".join(f"{name} {format_signed_points(sixths)}" for name, sixths in ruling.moved)
    if ruling.corrects:
        yield _("Corrects ruling %(number)s") % {"number": ruling.corrects}
    if ruling.corrected_by:
        yield _("Corrected by ruling %(numbers)s") % {"numbers": ", ".join(map(str, ruling.corrected_by))}
