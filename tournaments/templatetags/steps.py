"""The strip with the steps of a tournament."""

from typing import Any

from django import template

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.places import find_route
from tarockclub.platform.navigation.rows import load_pages
from tournaments.models import Tournament

register = template.Library()


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
