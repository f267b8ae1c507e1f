"""The treasurer's list of the entry fees, one by one, as page and as CSV."""

import uuid
from dataclasses import replace
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.amounts import format_signed_cents, get_sign_class
from tarockclub.kit.days import format_day, format_short_moment
from tarockclub.kit.tables import Column, List, find_matching
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.looks import PAYMENTS, TOURNAMENT_FILE, note_file, note_look
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.server.downloads import CSV, build_download
from tournaments.core import view_helpers
from tournaments.models import Tournament
from tournaments.people.entrants.fees import is_paid_once
from tournaments.results.cash.payments import FeePayment, list_payments, render_payments


def _build_url(row: FeePayment) -> str:
    return reverse("entrant", args=[row.slug, row.number]) if row.number else ""


LIST = List(
    caption=_("Entry fee payments"),
    columns=(
        Column("name", _("Name"), link=_build_url, surnames=True),
        Column("number", _("Start no."), number=True, show=lambda number: number or ""),
        Column("at", _("When"), show=format_short_moment, latest=True),
        Column("cents", _("Amount"), show=format_signed_cents, css=get_sign_class, number=True),
        Column("what", _("What"), words=True),
        Column("round", _("Round"), number=True),
        Column("by", _("Entered by"), words=True),
    ),
    sort="-at",
    empty=_("Nobody has paid yet."),
    search=_("Find by name"),
)


def show_payments(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show every payment and refund, and the sum of each day."""
    tournament = view_helpers.find_own_tournament(request, slug)
    note_look(request, tournament.club_id, PAYMENTS, of=tournament.pk)
    once = is_paid_once(tournament)
    payments = list_payments(tournament, is_once=once)
    rows = find_matching(payments, LIST.read_search(request), lambda row: row.name)
    reads_people = find_rights(request).has(Right.PEOPLE)
    columns = tuple(
        column if reads_people else replace(column, link=None)
        for column in LIST.columns
        if not (once and column.name == "round")
    )
    context = {
        "tournament": tournament,
        "list": LIST.build_page(request, rows, columns=columns),
        "days": _sum_days(payments),
        "sum": sum(payment.cents for payment in payments),
    }
    return view_helpers.render_page(request, "tournaments/results/cash/payments.html", context)


def _sum_days(payments: list[FeePayment]) -> list[tuple[str, int]]:
    """Return the sum of each day, the first one first."""
    found: dict[date, int] = {}
    for payment in payments:
        found[payment.day] = found.get(payment.day, 0) + payment.cents
    return [(format_day(day), cents) for day, cents in sorted(found.items())]


def send_payments(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Send every payment and refund as CSV."""
    tournament: Tournament = view_helpers.find_own_tournament(request, slug)
    note_file(request, tournament.club_id, TOURNAMENT_FILE, "payments", of=tournament.pk)
    once = is_paid_once(tournament)
    text = render_payments(list_payments(tournament, is_once=once), is_once=once, language=get_current_language())
    return build_download(text, f"payments-{tournament.day:%Y-%m-%d}.csv", CSV)
