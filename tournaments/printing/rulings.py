"""Rulings on paper: the register, and a single one to be signed."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.exports.data import convert_to_local
from scoring.exports.labels import format_day
from scoring.templatetags.amounts import signed_amount
from tarockclub.pdf.flow import Column, Flow, PdfRow, Table
from tournaments.printing.context import PrintContext
from tournaments.printing.lists import format_print_time
from tournaments.rulings.selectors import RulingLine, load_register


def render_rulings(told: PrintContext) -> bytes | None:
    """All rulings of a tournament, the first one first."""
    found = load_register(told.tournament)
    if not found:
        return None
    title = _("Register of rulings")
    flow = Flow(told.paper(title))
    flow.begin(title, f"{told.about} · {format_print_time(told)}")
    for one in found:
        flow.heading(format_heading(one), keep=18)
        flow.paragraph(one.text)
        flow.paragraph(" · ".join(_list_facts(one)), 8.5)
    flow.signatures(_("Tournament director"), _("Referee"))
    return flow.paper.pdf()


def render_ruling(told: PrintContext, number: int) -> bytes | None:
    """One ruling, to be signed; None where there is none of that number."""
    one = next((found for found in load_register(told.tournament) if found.number == number), None)
    if one is None:
        return None
    title = _("Ruling %(number)s") % {"number": number}
    flow = Flow(told.paper(title))
    flow.begin(title, told.about)
    flow.heading(format_heading(one))
    flow.paragraph(one.text, 12)
    flow.space(3)
    for fact in _list_facts(one):
        flow.paragraph(fact)
    if one.moved:
        flow.heading(_("Points that moved"))
        rows = [PdfRow((name, signed_amount(sixths))) for name, sixths in one.moved]
        flow.table(Table((Column(_("Name"), stretch=True), Column(_("Points"), "right")), rows))
    flow.paragraph(_("A ruling is final; a mistake is corrected by another ruling that names it."), 8.5)
    flow.signatures(_("Decided by"), _("Players"))
    return flow.paper.pdf()


def format_heading(one: RulingLine) -> str:
    """Its number, and where it was made."""
    words = {"number": one.number, "round": one.round, "table": one.table}
    return _("Ruling %(number)s: round %(round)s, table %(table)s") % words


def _list_facts(one: RulingLine) -> Iterator[str]:
    at = convert_to_local(one.at)
    yield f"{format_day(at.date())}, {at:%H:%M}"
    yield ": ".join((_("Decided by"), one.decided_by))
    if one.entered_by:
        yield ": ".join((_("Entered by"), one.entered_by))
    yield one.deed_said
    if one.moved:
        yield ", ".join(f"{name} {signed_amount(sixths)}" for name, sixths in one.moved)
    if one.corrects:
        yield _("Corrects ruling %(number)s") % {"number": one.corrects}
    if one.corrected_by:
        yield _("Corrected by ruling %(numbers)s") % {"numbers": ", ".join(map(str, one.corrected_by))}
