"""Addresses of the cash box."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import Signpost, Stage, address, page
from tarockclub.platform.server.lazy_views import LazyViews

bank_views = LazyViews("tournaments.results.cash.bank")
payment_views = LazyViews("tournaments.results.cash.payment_views")
receipt_views = LazyViews("tournaments.results.cash.views")

cash_page = partial(page, needs=Right.CASH, writers=(Right.TILL,), posts=True)
urlpatterns = [
    cash_page(
        "cash_box",
        "<uuid:slug>/cash/",
        receipt_views.show_cash,
        _("Cash box"),
        under=("tournament", "home"),
        stage=Stage.PEOPLE,
        guide="treasury#cash-box",
        words=_("money, entry fees, till, cash report"),
        signpost=Signpost(Stage.PEOPLE),
    ),
    page(
        "donations",
        "<uuid:slug>/donations/",
        receipt_views.show_donations,
        _("Donation box"),
        under="tournament",
        needs=Right.RESULTS,
        stage=Stage.PEOPLE,
        guide="treasury#donation-box",
        signpost=Signpost(Stage.PEOPLE, lambda _tournament, settings: settings.donation),
    ),
    cash_page(
        "cash_move",
        "<uuid:slug>/cash/<int:sequence>/",
        receipt_views.show_move,
        _("Movement"),
        under="cash_box",
        guide="treasury#record-a-movement",
    ),
    cash_page(
        "cash_donations",
        "<uuid:slug>/cash/donations/",
        receipt_views.show_handed_in_donations,
        _("Donations handed in"),
        under="cash_box",
        guide="treasury#donation-box",
    ),
    page(
        "cash_payments",
        "<uuid:slug>/cash/payments/",
        payment_views.show_payments,
        _("Entry fee payments"),
        under="cash_box",
        needs=Right.CASH,
        guide="treasury#entry-fees",
    ),
    page(
        "cash_bank",
        "<uuid:slug>/cash/bank/",
        bank_views.handle_bank,
        _("Paid by bank"),
        under="cash_box",
        needs=Right.CASH,
        writers=(Right.TREASURE,),
        posts=True,
        guide="treasury#bank",
        words=_("IBAN, bank account, transfer, camt.053, account statement"),
    ),
    address("cash_payments_file", "<uuid:slug>/cash/payments.csv", payment_views.send_payments, needs=Right.CASH),
    cash_page(
        "cash_receipts",
        "<uuid:slug>/cash/receipts/",
        receipt_views.show_receipts,
        _("Receipts"),
        under="cash_box",
        guide="treasury#receipts",
    ),
    page(
        "cash_receipt",
        "<uuid:slug>/cash/receipts/<int:number>/",
        receipt_views.show_receipt,
        _("Receipt"),
        under="cash_receipts",
        needs=Right.CASH,
    ),
]
