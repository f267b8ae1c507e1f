"""The treasurer's list of the entry fees, one by one, as page and as CSV."""

import uuid
from dataclasses import replace
from datetime import date

from django.http import HttpRequest, HttpResponse

from tarockclub.kit.days import format_day
from tarockclub.kit.tables import find_matching
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts import looks
from tarockclub.platform.accounts.looks import note_file, note_look
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.server.downloads import CSV, build_download
from tournaments.core import view_helpers
from tournaments.models import Tournament
from tournaments.people.entrants.fees import is_paid_once
from tournaments.results.cash.payments import PAYMENTS, FeePayment, list_payments, render_payments


def show_payments(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show every payment and refund, and the sum of each day."""
    tournament = view_helpers.find_own_tournament(request, slug)
    note_look(request, tournament.club_id, looks.PAYMENTS, of=tournament.pk)
    once = is_paid_once(tournament)
    payments = list_payments(tournament, is_once=once)
    rows = find_matching(payments, PAYMENTS.read_search(request), lambda row: row.name)
    reads_people = find_rights(request).has(Right.PEOPLE)
    columns = tuple(
        column if reads_people else replace(column, link=None)
        for column in PAYMENTS.columns
        if not (once and column.name == "round")
    )
    context = {
        "tournament": tournament,
        "list": PAYMENTS.build_page(request, rows, columns=columns),
        "days": _sum_days(payments),
        "sum": sum(payment.cents for payment in payments),
    }
    return view_helpers.render_page(request, "tournaments/results/cash/payments.html", context)


def _sum_days(payments: list[FeePayment]) -> list[tuple[str, int]]:
    """Return the sum of each day, the first one first."""
    by_day: dict[date, int] = {}
    for payment in payments:
        by_day[payment.day] = by_day.get(payment.day, 0) + payment.cents
    return [(format_day(day), cents) for day, cents in sorted(by_day.items())]


def send_payments(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Send every payment and refund as CSV."""
    tournament: Tournament = view_helpers.find_own_tournament(request, slug)
    note_file(request, tournament.club_id, looks.TOURNAMENT_FILE, "payments", of=tournament.pk)
    once = is_paid_once(tournament)
    text = render_payments(list_payments(tournament, is_once=once), is_once=once, language=get_current_language())
    return build_download(text, f"payments-{tournament.day:%Y-%m-%d}.csv", CSV)
