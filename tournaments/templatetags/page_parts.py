"""Parts of pages that several packages of tournaments show; each loads what it reads only where it is shown."""

from typing import Any

from django import template

from tarockclub.platform.accounts.looks import PAYMENTS, note_look
from tarockclub.platform.accounts.permissions import find_rights, format_role, load_shown_account
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.places import find_route
from tarockclub.platform.navigation.rows import load_pages
from tournaments.models import Round, RoundTable, Tournament

register = template.Library()
MOST_OPEN, MOST_SHOWN = 8, 100  # people in a list that is not folded, and in one at all
MOST_LINES = 3  # about the latest changes, on a page


@register.simple_tag(name="date_news")
def find_news(tournament: Tournament) -> Any:
    """Return whether a tournament is cancelled or was moved, with the reason."""
    # With the house rules: not before a page needs them.
    from tournaments.core.selectors import find_date_news

    return find_date_news(tournament)


@register.simple_tag
def standing_address(tournament: Tournament) -> str:
    """Return the address of a tournament's result once that is published, before that of its standings."""
    from tournaments.core.editions import find_standing_address

    return find_standing_address(tournament)


@register.inclusion_tag("tournaments/people/entrants/_open_fees.html", takes_context=True)
def open_fees(context: dict[str, Any], tournament: Tournament) -> dict[str, Any]:
    """Show who owes the entry fee, over all rounds, or gets it back; nothing where nobody does."""
    # With the actions: not before a page needs them.
    from tournaments.people.entrants.fee_actions import list_open_fees, list_refunds, sum_here
    from tournaments.people.entrants.fees import is_paid_once

    request, fees = context["request"], list_refunds(tournament) or list_open_fees(tournament)
    if fees:
        note_look(request, tournament.club_id, PAYMENTS, of=tournament.pk)
    may = find_rights(request)
    count, cents = sum_here(fees)
    return {
        "fees": fees,
        "is_back": tournament.cancelled is not None,
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


@register.inclusion_tag("tournaments/people/roles/_own.html", takes_context=True)
def own_roles(context: dict[str, Any]) -> dict[str, Any]:
    """Render the role for the club and those for single tournaments."""
    account = load_shown_account(context["request"])
    if account is None:
        return {"role": ""}
    from tournaments.people.roles.selectors import list_own_roles  # and with it the tournaments

    single = list_own_roles(account) if account.is_helper else []
    return {"role": format_role(account.role), "single": single}


@register.inclusion_tag("tournaments/hall/setup/_strip.html", takes_context=True)
def tournament_steps(context: dict[str, Any], tournament: Tournament) -> dict[str, Any]:
    """Render the steps for the staff of the tournament's club; nothing for all others."""
    request, may = context["request"], context["may"]
    if not may.has_at(tournament.club_id, Right.TABLES):
        return {"steps": ()}
    from tournaments.hall.setup.steps import build_steps  # public pages have no strip

    page = load_pages().get(find_route(request))
    steps = build_steps(tournament, may=may)
    return {"steps": steps, "here": None if page is None else page.stage, "path": request.path}


@register.inclusion_tag("tournaments/results/undo/_lines.html", takes_context=True)
def undo_offers(
    context: dict[str, Any],
    tournament: Tournament,
    on: str = "",
    round_: Round | None = None,
    table: RoundTable | None = None,
    most: int = MOST_LINES,
) -> dict[str, Any]:
    """Show the changes that can be taken back on a page (`Spec.undo_on`), or all: of a round, a table."""
    request = context["request"]
    may = find_rights(request)
    if may.club != tournament.club_id:
        return {"lines": ()}
    from tournaments.results.undo.services import list_undo_lines  # and with it everything that can be undone

    lines = list_undo_lines(tournament, rights=may.names, page=on, round_=round_, table=table, most=most)
    return {"lines": lines, "tournament": tournament, "key": context["key"], "here": request.get_full_path()} | {
        "csrf_token": context.get("csrf_token")
    }
