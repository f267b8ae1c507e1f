"""The strip with the steps of a tournament."""

from typing import Any

from django import template

from tarockclub.accounts.permissions import load_shown_account
from tarockclub.models import Account
from tarockclub.navigation.pages import PAGES
from tarockclub.navigation.places import find_route
from tournaments.models import Tournament

register = template.Library()


@register.inclusion_tag("tournaments/setup/_strip.html", takes_context=True)
def tournament_steps(context: dict[str, Any], tournament: Tournament) -> dict[str, Any]:
    """Render the steps for the staff of the tournament's club; nothing for all others."""
    request = context["request"]
    account = load_shown_account(request)
    if account is None or account.club_id != tournament.club_id:
        return {"steps": ()}
    from tournaments.setup.steps import build_steps  # public pages have no strip

    page = PAGES.get(find_route(request))
    steps = build_steps(tournament, directs=account.role == Account.Role.DIRECTOR)
    return {"steps": steps, "here": None if page is None else page.stage, "path": request.path}
