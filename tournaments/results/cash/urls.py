"""Addresses of the cash box."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

payment_views = LazyViews("tournaments.results.cash.payment_views")
receipt_views = LazyViews("tournaments.results.cash.receipt_views")
cash_views = LazyViews("tournaments.results.cash.views")

urlpatterns = [
    path("<uuid:slug>/donations/", cash_views.show_donations, name="donations"),
    path("<uuid:slug>/cash/", cash_views.show_cash, name="cash_box"),
    path("<uuid:slug>/cash/<int:sequence>/", cash_views.show_move, name="cash_move"),
    path("<uuid:slug>/cash/donations/", cash_views.show_handed_in_donations, name="cash_donations"),
    path("<uuid:slug>/cash/payments/", payment_views.show_payments, name="cash_payments"),
    path("<uuid:slug>/cash/payments.csv", payment_views.send_payments, name="cash_payments_file"),
    path("<uuid:slug>/cash/receipts/", receipt_views.show_receipts, name="cash_receipts"),
    path("<uuid:slug>/cash/receipts/<int:number>/", receipt_views.show_receipt, name="cash_receipt"),
]
