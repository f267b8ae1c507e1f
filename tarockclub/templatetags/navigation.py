"""The trail above the content of a page."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from tarockclub.platform.accounts.permissions import load_shown_rights
from tarockclub.platform.accounts.sessions import list_other_clubs
from tarockclub.platform.clubs.current_club import ClubLink
from tarockclub.platform.navigation.places import Crumb, build_trail, find_route, find_visited_club, format_title
from tarockclub.platform.navigation.rows import find_guide, load_pages

register = template.Library()


@register.inclusion_tag("tarockclub/platform/navigation/_trail.html", takes_context=True)
def trail(context: dict[str, Any], last: str = "") -> dict[str, Any]:
    """Render the pages above this one; `last`: the address of the last one."""
    crumbs = _build_crumbs(context)
    if crumbs and last:
        crumbs[-1] = crumbs[-1]._replace(href=last)
    return {"trail": crumbs}


@register.simple_tag(takes_context=True)
def page_above(context: dict[str, Any]) -> str:
    """Return the address of the page above this one."""
    crumbs = _build_crumbs(context)
    return crumbs[-1].href if crumbs else reverse("home")


def _build_crumbs(context: dict[str, Any]) -> list[Crumb]:
    request = context.get("request")
    if request is None or not find_route(request):
        return []
    arguments, may = request.resolver_match.kwargs, load_shown_rights(request)

    def find_club() -> str:
        return "" if may.club is not None or "slug" not in arguments else find_visited_club(request).address

    return build_trail(find_route(request), arguments, may, context, find_club)


@register.simple_tag(takes_context=True)
def page_title(context: dict[str, Any]) -> str:
    """Return the name of this page and of the tournament, season or sheet that it is about."""
    request = context.get("request")
    page = load_pages().get(find_route(request)) if request is not None else None
    if request is None or page is None:
        return _("Tarock")
    return format_title(page, request.resolver_match.kwargs, context)


@register.simple_tag(takes_context=True)
def other_clubs(context: dict[str, Any]) -> list[ClubLink]:
    """Return the other clubs to which this browser is logged in."""
    request = context.get("request")
    return [] if request is None else list_other_clubs(request)


@register.simple_tag(takes_context=True)
def help_href(context: dict[str, Any], route: str = "") -> str:
    """Return the address of the handbook for this page; `route`: for pieces that another address brings."""
    request = context.get("request")
    section, _sharp, anchor = find_guide(route or ("" if request is None else find_route(request))).partition("#")
    href = reverse("help_section", kwargs={"section": section}) if section else reverse("help")
    return f"{href}#{anchor}" if anchor else href
