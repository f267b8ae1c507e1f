"""The list of those who owe an entry fee, with the taps that settle it: the same on every page that shows it."""

from typing import Any

from django import template

from tarockclub.platform.accounts.looks import PAYMENTS, note_look
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import Right
from tournaments.models import Tournament

register = template.Library()
MOST_OPEN, MOST_SHOWN = 8, 100  # people in a list that is not folded, and in one at all


@register.inclusion_tag("tournaments/people/entrants/_open_fees.html", takes_context=True)
def open_fees(context: dict[str, Any], tournament: Tournament) -> dict[str, Any]:
    """Show who owes the entry fee, over all rounds; nothing where nobody does."""
    # With the actions: not before a page needs them.
    from tournaments.people.entrants.fee_actions import list_open_fees, sum_here
    from tournaments.people.entrants.fees import is_paid_once

    request, fees = context["request"], list_open_fees(tournament)
    if fees:
        note_look(request, tournament.club_id, PAYMENTS, of=tournament.pk)
    may = find_rights(request)
    count, cents = sum_here(fees)
    return {
        "fees": fees,
        "shown": fees[:MOST_SHOWN],
        "more": len(fees) > MOST_SHOWN,
        "is_long": len(fees) > MOST_OPEN,
        "sum": sum(fee.cents for fee in fees),
        "here_count": count,
        "here_cents": cents,
        "fee_once": is_paid_once(tournament),
        "treasures": may.has(Right.TREASURE),
        "reads_people": may.has(Right.PEOPLE),
        "tournament": tournament,
        "key": context["key"],
        "here": context["here"],
        "csrf_token": context.get("csrf_token"),
    }
