"""The donation box on paper, table by table: what is expected, and room for what was put in."""

from django.utils.translation import gettext as _

from scoring.templatetags.amounts import amount, cents
from tarockclub.pdf.canvas import MM
from tarockclub.pdf.flow import RIGHT, Column, Flow, PdfRow, Table
from tournaments.cash.donations import Box, Donation, by_round, donations_of
from tournaments.printing.context import Told
from tournaments.printing.lists import as_of


def donations(told: Told) -> bytes | None:
    """What goes to the box from each table, round by round."""
    found = by_round(donations_of(told.tournament))
    if not found:
        return None
    title = _("Donation box")
    flow = Flow(told.paper(title))
    flow.begin(title, f"{told.about} · {as_of(told)}")
    for number, box in sorted(found.items()):
        flow.heading(_("Round %(number)s") % {"number": number}, keep=24)
        _box(flow, told, box)
    everything = Box(tuple(one for box in found.values() for one in box.tables))
    together = _owed(everything) if told.settings.rate else amount(everything.sixths)
    flow.heading(_("Together: %(amount)s") % {"amount": together})
    flow.signatures(_("Tournament director"), _("Cashier"))
    return flow.paper.pdf()


def _owed(one: Donation | Box) -> str:
    """What should be there; "at least" where more may have been paid than end totals tell."""
    return _("at least %(amount)s") % {"amount": cents(one.cents)} if one.at_least else cents(one.cents)


def _payers(one: Donation) -> str:
    """Who puts it in, as far as that is known."""
    names = ", ".join(f"{given.name} {amount(given.sixths)}" for given in one.by)
    if one.at_least:
        return " ".join(filter(None, (_("Only final totals are known, at least:"), names or "–")))
    if one.counted is not None:
        return " ".join(filter(None, (_("as counted by the table"), names)))
    return names or "–"


def _box(flow: Flow, told: Told, box: Box) -> None:
    rated = told.settings.rate > 0
    columns = (
        Column(_("Table"), RIGHT),
        Column(_("Who pays in (points)"), stretch=True),
        Column(_("Points"), RIGHT),
        *((Column(_("Expected"), RIGHT),) if rated else ()),
        Column(_("Paid in"), least=28),
    )
    rows = [
        PdfRow(
            (
                str(one.table),
                _payers(one),
                amount(one.sixths),
                *((_owed(one),) if rated else ()),
                "",
            )
        )
        for one in box.tables
    ]
    total = ("", _("Together"), amount(box.sixths), *((_owed(box),) if rated else ()), "")
    flow.table(Table(columns, [*rows, PdfRow(total, strong=True, apart=True)], space=1.6 * MM))
