"""The cards of a table: an evening, a settlement, a hand."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import GameTable
from scoring.table.settlement.page import NamedPayment, SettlementView
from scoring.table.written_sheet.selectors import ScoredHand, TableView
from tarockclub.kit.amounts import format_cents, format_points, format_signed_points
from tarockclub.kit.days import format_day
from tarockclub.platform.sharing.card import Card, CardRow


def _format_day(table: GameTable) -> str:
    return format_day(table.started)


def build_evening_card(table: GameTable, view: TableView) -> Card:
    """Return the totals of an evening, the best first."""
    hands = sum(row.counts for row in view.rows)
    counted = ngettext("%(hands)s hand", "%(hands)s hands", hands) % {"hands": hands}
    totals = sorted(zip(view.names, view.sums, strict=True), key=lambda pair: -pair[1])
    best = totals[0][1] if totals else 0
    rows = (
        CardRow(name, format_signed_points(total), is_first=total == best > 0, is_below=total < 0)
        for name, total in totals
    )
    title = _("Tarock evening") if not table.clock else _("Tarock table")
    about = f"{_format_day(table)} · {view.book.sheet.name} · {counted}"
    return Card(title, about, tuple(rows), table.club.name)


def build_settlement_card(table: GameTable, view: SettlementView) -> Card:
    """Return who pays whom, or, where nothing is paid, the standing."""
    title = _("Settlement") if table.ended else _("Standings so far")
    paid = [_build_payment(payment, format_cents(payment.amount)) for payment in view.payments]
    if not view.reckoning.in_euros:
        paid = [
            _build_payment(payment, _("%(points)s points") % {"points": format_points(payment.amount)})
            for payment in view.in_points
        ]
    about = f"{_format_day(table)} · {view.book.sheet.name}"
    story = _("Nobody owes anybody anything.") if not paid else ""
    return Card(title, about, tuple(paid), table.club.name, story)


def _build_payment(payment: NamedPayment, amount: str) -> CardRow:
    getter = payment.getter or _("the donation box")
    return CardRow(_("%(payer)s to %(getter)s") % {"payer": payment.payer, "getter": getter}, amount)


def build_hand_card(table: GameTable, number: int, hand: ScoredHand) -> Card:
    """Return a hand of the book in words and amounts."""
    title = _("Hand %(number)s") % {"number": number} if number else _("Hand")
    best = max((amount for _name, amount in hand.amounts), default=0)
    rows = (
        CardRow(name, format_signed_points(amount), is_first=amount == best > 0, is_below=amount < 0)
        for name, amount in hand.amounts
    )
    return Card(title, f"{_format_day(table)} · {table.club.name}", tuple(rows), table.club.name, hand.story)
