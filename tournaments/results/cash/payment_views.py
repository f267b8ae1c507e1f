"""The treasurer's list of the entry fees, one by one, as page and as CSV."""

import uuid
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.amounts import format_signed_cents, get_sign_class
from tarockclub.kit.days import convert_to_local, format_day
from tarockclub.kit.tables import Column, List, find_matching
from tarockclub.kit.tables.table import FileTable
from tarockclub.kit.words import get_current_language
from tarockclub.kit.xlsx.cells import COUNT, EURO, MOMENT
from tarockclub.kit.xlsx.csv_text import render_csv
from tarockclub.platform.accounts import looks
from tarockclub.platform.accounts.looks import note_file, note_look
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.privacy.readers import INSIDE
from tarockclub.platform.server.downloads import CSV, build_download
from tournaments.core import view_helpers
from tournaments.core.acts import Kind, parse_content
from tournaments.core.selectors import format_unknown_person
from tournaments.models import Act, Entrant, Tournament
from tournaments.people.entrants.fees import is_paid_once

AT_ONCE = 200  # people in memory


class FeePayment(NamedTuple):
    """A payment as people read it."""

    at: datetime
    number: int  # start number; 0: no longer known
    name: str
    cents: int
    what: str
    round: str  # "": the fee is that of the tournament
    by: str
    slug: str  # of the tournament

    @property
    def day(self) -> date:
        """The day on which it was recorded, here."""
        return convert_to_local(self.at).date()


def iter_payments(tournament: Tournament, *, is_once: bool) -> Iterator[FeePayment]:
    """Yield all payments with names, the first one first; undoing moves the money back. Two queries.

    `is_once`: the fee is that of the tournament.
    """
    people = {
        entrant.pk: (entrant.number, INSIDE.name_player(entrant.person, entrant.number))
        for entrant in Entrant.objects.filter(tournament=tournament).select_related("person").iterator(AT_ONCE)
    }
    of_fees = Q(kind=Kind.PAID) | Q(undoes__kind=Kind.PAID)
    acts = Act.objects.filter(of_fees, tournament=tournament).select_related("round", "by")
    for act in acts.order_by("sequence").iterator():
        label = "" if is_once or act.round is None else str(act.round.number)
        for entrant, cents in parse_content(act)["paid"]:
            number, name = people.get(entrant, (0, format_unknown_person()))
            what, by = gettext("paid") if cents > 0 else gettext("refunded"), act.by.name if act.by is not None else ""
            if cents:
                yield FeePayment(act.at, number, name, cents, what, label, by, str(tournament.slug))


def _build_url(payment: FeePayment) -> str:
    return reverse("entrant", args=[payment.slug, payment.number]) if payment.number else ""


_AT = Column("at", _("When"), kind=MOMENT, width=17)
_ROUND = Column("round", _("Round"), lambda payment: int(payment.round) if payment.round else None, kind=COUNT, width=8)
_NUMBER = Column("number", _("Start no."), lambda payment: payment.number or None, kind=COUNT, width=9)
_NAME = Column("name", _("Name"), link=_build_url, surnames=True, width=30)
_CENTS = Column("cents", _("Amount"), "cents", kind=EURO, show=format_signed_cents, css=get_sign_class)
_WHAT = Column("what", _("What"), words=True, width=16)
_BY = Column("by", _("Entered by"), words=True, width=24)
PAYMENTS = List(
    caption=_("Entry fee payments"),
    columns=(_NAME, _NUMBER, _AT, _CENTS, _WHAT, _ROUND, _BY),
    sort="-at",
    empty=_("Nobody has paid yet."),
    search=_("Find by name"),
)
PAYMENT_FILE = FileTable(
    "payments",
    _("Entry fee payments"),
    (_AT, _ROUND, _NUMBER, _NAME, replace(_CENTS, name="amount"), _WHAT, _BY),
    still=1,
    filtered=True,
)
_DAY = Column("day", _("Day"), lambda payment: f"{convert_to_local(payment.at):%d.%m.%Y}")
_TIME = Column("time", _("When"), lambda payment: f"{convert_to_local(payment.at):%H:%M}")


def render_payments(payments: Iterable[FeePayment], *, is_once: bool, language: str) -> str:
    """Render payments as CSV, with days and times of their own."""
    of_round = () if is_once else (_ROUND,)
    table = FileTable("payments", "", (_DAY, _TIME, _NUMBER, _NAME, *of_round, _CENTS, _WHAT, _BY))
    return render_csv(table.build_page(payments).rows, language)


def show_payments(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show every payment and refund, and the sum of each day."""
    tournament = view_helpers.find_own_tournament(request, slug)
    note_look(request, tournament.club_id, looks.PAYMENTS, of=tournament.pk)
    once = is_paid_once(tournament)
    payments = list(iter_payments(tournament, is_once=once))
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
    text = render_payments(iter_payments(tournament, is_once=once), is_once=once, language=get_current_language())
    return build_download(text, f"payments-{tournament.day:%Y-%m-%d}.csv", CSV)
