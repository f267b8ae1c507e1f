"""The donation box on paper, table by table: the expected amount, and room for the actual one."""

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_cents, format_points
from tarockclub.platform.server.apart.document import (
    RIGHT,
    Block,
    PaperColumn,
    PaperHeading,
    PaperList,
    PaperRow,
    PaperSignatures,
)
from tournaments.around.printing.context import PrintContext
from tournaments.around.printing.lists import format_print_time
from tournaments.results.cash.donations import CashDonation, DonationBox, group_by_round, load_donations


def render_donations(context: PrintContext) -> bytes | None:
    """Render the amount due to the box from each table, round by round; None if there is none."""
    boxes = group_by_round(load_donations(context.tournament))
    if not boxes:
        return None
    blocks: list[Block] = []
    for number, box in sorted(boxes.items()):
        blocks += [PaperHeading(_("Round %(number)s") % {"number": number}), _build_list(context, box)]
    everything = DonationBox(tuple(table for box in boxes.values() for table in box.tables))
    together = _format_owed(everything) if context.settings.rate else format_points(everything.sixths)
    blocks += [
        PaperHeading(_("Together: %(amount)s") % {"amount": together}),
        PaperSignatures((_("Tournament director"), _("Cashier"))),
    ]
    return context.render_document(_("Donation box"), blocks, format_print_time(context))


def _format_owed(donation: CashDonation | DonationBox) -> str:
    """Return the expected amount; "at least" where more may have been paid than end totals show."""
    return (
        _("at least %(amount)s") % {"amount": format_cents(donation.cents)}
        if donation.at_least
        else format_cents(donation.cents)
    )


def _format_payers(donation: CashDonation) -> str:
    """Return the names of the players who pay it, as far as they are known."""
    names = ", ".join(f"{payer.name} {format_points(payer.sixths)}" for payer in donation.by)
    if donation.at_least:
        return " ".join(filter(None, (_("Only final totals are known, at least:"), names or "–")))
    if donation.counted is not None:
        return " ".join(filter(None, (_("as counted by the table"), names)))
    return names or "–"


def _build_list(context: PrintContext, box: DonationBox) -> PaperList:
    rated = context.settings.rate > 0
    columns = (
        PaperColumn(_("Table"), RIGHT),
        PaperColumn(_("Who pays in (points)"), stretch=True),
        PaperColumn(_("Points"), RIGHT),
        *((PaperColumn(_("Expected"), RIGHT),) if rated else ()),
        PaperColumn(_("Paid in"), least=28),
    )
    rows = [
        PaperRow(
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
    return PaperList(columns, [*rows, PaperRow(total, strong=True, apart=True)], space=5)
