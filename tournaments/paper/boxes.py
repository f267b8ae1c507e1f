"""The donation box on paper, table by table: what is expected, and room for what was put in."""

from django.utils.translation import gettext as _

from scoring.templatetags.amounts import amount, cents
from tarockclub.paper.flow import RIGHT, Column, Flow, Row, Table
from tarockclub.paper.sheet import MM
from tournaments.paper.lists import as_of
from tournaments.paper.told import Told
from tournaments.standings.donations import Box, by_round, donations_of


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
    together = cents(everything.cents) if told.settings.rate else amount(everything.sixths)
    flow.heading(_("Together: %(amount)s") % {"amount": together})
    flow.signatures(_("Tournament director"), _("Cashier"))
    return flow.paper.pdf()


def _box(flow: Flow, told: Told, box: Box) -> None:
    rated = told.settings.rate > 0
    columns = (
        Column(_("Table"), RIGHT),
        Column(_("Who puts in (points)"), stretch=True),
        Column(_("Points"), RIGHT),
        *((Column(_("Expected"), RIGHT),) if rated else ()),
        Column(_("Put in"), least=28),
    )
    rows = [
        Row(
            (
                str(one.table),
                ", ".join(f"{given.name} {amount(given.sixths)}" for given in one.by) or "–",
                amount(one.sixths),
                *((cents(one.cents),) if rated else ()),
                "",
            )
        )
        for one in box.tables
    ]
    total = ("", _("Together"), amount(box.sixths), *((cents(box.cents),) if rated else ()), "")
    flow.table(Table(columns, [*rows, Row(total, strong=True, apart=True)], space=1.6 * MM))
