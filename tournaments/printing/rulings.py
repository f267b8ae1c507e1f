"""Rulings on paper: the register, and a single one to be signed."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.exports.data import local
from scoring.exports.labels import when
from scoring.templatetags.amounts import signed_amount
from tarockclub.pdf.flow import Column, Flow, PdfRow, Table
from tournaments.printing.context import Told
from tournaments.printing.lists import as_of
from tournaments.rulings.selectors import Shown, register_of


def register(told: Told) -> bytes | None:
    """All rulings of a tournament, the first one first."""
    found = register_of(told.tournament)
    if not found:
        return None
    title = _("Register of rulings")
    flow = Flow(told.paper(title))
    flow.begin(title, f"{told.about} · {as_of(told)}")
    for one in found:
        flow.heading(heading_of(one), keep=18)
        flow.paragraph(one.text)
        flow.paragraph(" · ".join(_facts(one)), 8.5)
    flow.signatures(_("Tournament director"), _("Referee"))
    return flow.paper.pdf()


def single(told: Told, number: int) -> bytes | None:
    """One ruling, to be signed; None where there is none of that number."""
    one = next((found for found in register_of(told.tournament) if found.number == number), None)
    if one is None:
        return None
    title = _("Ruling %(number)s") % {"number": number}
    flow = Flow(told.paper(title))
    flow.begin(title, told.about)
    flow.heading(heading_of(one))
    flow.paragraph(one.text, 12)
    flow.space(3)
    for fact in _facts(one):
        flow.paragraph(fact)
    if one.moved:
        flow.heading(_("Points that moved"))
        rows = [PdfRow((name, signed_amount(sixths))) for name, sixths in one.moved]
        flow.table(Table((Column(_("Name"), stretch=True), Column(_("Points"), "right")), rows))
    flow.paragraph(_("A ruling is final; a mistake is corrected by another ruling that names it."), 8.5)
    flow.signatures(_("Decided by"), _("Players"))
    return flow.paper.pdf()


def heading_of(one: Shown) -> str:
    """Its number, and where it was made."""
    words = {"number": one.number, "round": one.round, "table": one.table}
    return _("Ruling %(number)s: round %(round)s, table %(table)s") % words


def _facts(one: Shown) -> Iterator[str]:
    at = local(one.at)
    yield f"{when(at.date())}, {at:%H:%M}"
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
