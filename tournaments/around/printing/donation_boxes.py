"""The donation box on paper, table by table: the expected amount, and room for the actual one."""

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_cents, format_points
from tarockclub.kit.pdf.canvas import MM
from tarockclub.kit.pdf.flow import RIGHT, Flow, PaperColumn, PaperTable, PdfRow
from tournaments.around.printing.context import PrintContext
from tournaments.around.printing.lists import format_print_time
from tournaments.results.cash.donations import CashDonation, DonationBox, group_by_round, load_donations


def render_donations(context: PrintContext) -> bytes | None:
    """Render the amount due to the box from each table, round by round; None if there is none."""
    found = group_by_round(load_donations(context.tournament))
    if not found:
        return None
    title = _("Donation box")
    flow = Flow(context.create_paper(title))
    flow.begin(title, f"{context.about} · {format_print_time(context)}")
    for number, box in sorted(found.items()):
        flow.draw_heading(_("Round %(number)s") % {"number": number}, keep=24)
        _print_box(flow, context, box)
    everything = DonationBox(tuple(table for box in found.values() for table in box.tables))
    together = _format_owed(everything) if context.settings.rate else format_points(everything.sixths)
    flow.draw_heading(_("Together: %(amount)s") % {"amount": together})
    flow.draw_signatures(_("Tournament director"), _("Cashier"))
    return flow.paper.build_pdf()


def _format_owed(donation: CashDonation | DonationBox) -> str:
    """Return the expected amount; "at least" where more may have been paid than end totals show."""
    return (
        _("at least %(amount)s") % {"amount": format_cents(donation.cents)}
        if donation.at_least
        else format_cents(donation.cents)
    )


def _format_payers(donation: CashDonation) -> str:
    """Return the names of the players who pay it, as far as they are known."""
    names = ", ".join(f"{given.name} {format_points(given.sixths)}" for given in donation.by)
    if donation.at_least:
        return " ".join(filter(None, (_("Only final totals are known, at least:"), names or "–")))
    if donation.counted is not None:
        return " ".join(filter(None, (_("as counted by the table"), names)))
    return names or "–"


def _print_box(flow: Flow, context: PrintContext, box: DonationBox) -> None:
    rated = context.settings.rate > 0
    columns = (
        PaperColumn(_("Table"), RIGHT),
        PaperColumn(_("Who pays in (points)"), stretch=True),
        PaperColumn(_("Points"), RIGHT),
        *((PaperColumn(_("Expected"), RIGHT),) if rated else ()),
        PaperColumn(_("Paid in"), least=28),
    )
    rows = [
        PdfRow(
            (
                str(table.table),
                _format_payers(table),
                format_points(table.sixths),
                *((_format_owed(table),) if rated else ()),
                "",
            )
        )
        for table in box.tables
    ]
    total = ("", _("Together"), format_points(box.sixths), *((_format_owed(box),) if rated else ()), "")
    flow.draw_table(PaperTable(columns, [*rows, PdfRow(total, strong=True, apart=True)], space=1.6 * MM))
