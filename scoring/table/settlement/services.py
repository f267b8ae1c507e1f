"""The agreement of a table about money: read from its book, and changed in it for the whole evening."""

import json
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.ledger.book import Book
from scoring.engine.agreement import AgreedPot, Stakes, format_agreement, parse_agreement
from scoring.models import Entry, GameTable
from scoring.table.corrections.changes import Change, ChangeRequest, change_evening, move_cash, refuse_change
from scoring.table.settlement.accounts import compute_pot
from tarockclub.kit import time_source
from tarockclub.kit.amounts import format_cents


def load_agreed(table: GameTable) -> Stakes:
    """Return the current agreement: the latest one, else that of the start; one query."""
    agreements = Entry.objects.filter(table=table, kind=Entry.Kind.AGREED).order_by("-sequence")
    text = agreements.values_list("record", flat=True).first()
    return parse_agreement(text or table.agreed or "{}")


def request_agreement(agreed: Stakes) -> ChangeRequest:
    """Return the request for another agreement, for the whole evening."""

    def ask(book: Book) -> Change:
        if agreed == load_agreed(book.table):
            return refuse_change("no_change")
        return change_evening(Entry.Kind.AGREED, json.loads(format_agreement(agreed)))(book)

    return ask


def request_cash(place: int, cents: int) -> ChangeRequest:
    """Return the request to put money into the Pagatkassa, or (negative) to take some out."""

    def ask(book: Book) -> Change:
        pot = compute_pot(book, load_agreed(book.table))
        if pot is None:
            return refuse_change("no_pot")
        return refuse_change("less_in_the_pot", "amount") if cents < -pot else move_cash(place, cents)(book)

    return ask


SAME_EVENING = timedelta(hours=12)


def request_end() -> ChangeRequest:
    """Return the request to end the evening: nothing more is written, the rest of the Pagatkassa is divided."""
    return change_evening(Entry.Kind.ENDED, {})


def request_reopening() -> ChangeRequest:
    """Return the request to reopen an evening that has ended."""

    def ask(book: Book) -> Change:
        if book.table.ended is None:
            return refuse_change("not_ended")
        return change_evening(Entry.Kind.REOPENED, {})(book)

    return ask


def is_just_over(table: GameTable) -> bool:
    """Return whether an evening ended so recently that the players themselves may reopen it."""
    return table.ended is None or time_source.now() - table.ended < SAME_EVENING


def format_agreed(agreed: Stakes) -> list[str]:
    """Return the stakes of a table, item by item."""
    a_point = ngettext("%(cents)s cent per point", "%(cents)s cents per point", agreed.rate)
    items = [a_point % {"cents": agreed.rate} if agreed.rate else _("for points only")]
    if agreed.donation:
        items.append(_("with a donation box"))
    return items if agreed.pagatkassa is None else [*items, *_format_pot(agreed.pagatkassa)]


def _format_pot(pot: AgreedPot) -> list[str]:
    items = [_("Pagatkassa: the dealer pays %(stake)s") % {"stake": format_cents(pot.stake)}]
    if pot.opening:
        items.append(_("if it is empty, everybody pays %(start)s") % {"start": format_cents(pot.opening)})
    if pot.cap is not None:
        items.append(_("a lost Pagat costs at most %(cap)s") % {"cap": format_cents(pot.cap)})
    return items
