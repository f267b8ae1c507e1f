"""The look of a page: the colour and logo of its club (of who is logged in, or of what is shown), its stylesheet."""

from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from tarockclub.kit.preferences import USUAL
from tarockclub.models import Club, Person
from tarockclub.platform.club_look.services import USUAL_DARK_HEADER, USUAL_HEADER, find_dark_header, find_header
from tarockclub.platform.clubs.current_club import (
    build_club_address,
    find_addressed_club,
    get_app_word,
    reverse_at_root,
)
from tarockclub.platform.server.static_files import CLUB, TOURNAMENT, get_style_name
from tarockclub.platform.sharing.icons import build_icon_address
from tarockclub.templatetags.icons import icon

register = template.Library()
_OF_CLUBS = ("tournament", "season", "table")  # what belongs to a club and stands on pages for everybody
_OF_TOURNAMENTS = ("tournaments/", *(f"tarockclub/office/{part}/" for part in ("privacy", "publishing", "static_site")))


def find_club(context: template.Context) -> Club | None:
    """Return the club of a page; no query for it."""
    account = context.get("account")
    if account:
        return account.club  # type: ignore[no-any-return]
    shown = context.get("front_club")
    if isinstance(shown, Club):
        return shown
    for name in _OF_CLUBS:
        club = _find_owner(context, name)
        if club is not None:
            return club
    request = context.get("request")
    return None if request is None else find_addressed_club(request)


def _find_owner(context: template.Context, name: str) -> Club | None:
    """Return the club of something that a page shows, if it has been loaded with it."""
    thing: Any = context.get(name)
    is_loaded = thing is not None and getattr(thing, "_state", None) and "club" in thing._state.fields_cache
    return thing.club if is_loaded else None


register.simple_tag(reverse_at_root, name="url_at_root")


@register.simple_tag(takes_context=True)
def club_home(context: template.Context) -> str:
    """Return the address of the first page; on pages at no club's address, that of the club which they show."""
    request, club = context.get("request"), find_club(context)
    if club is None or context.get("account") or request is None or find_addressed_club(request) is not None:
        return reverse("home")
    return build_club_address(club) or reverse("home")


@register.simple_tag(takes_context=True)
def club_name(context: template.Context) -> str:
    """Return the name of the club whose page this is, or that of the installation."""
    club = find_club(context) or _find_owner(context, "table")
    return club.name if club else settings.INSTALLATION_NAME


@register.simple_tag(takes_context=True)
def club_colours(context: template.Context) -> SafeString:
    """Return the link to the rules of the club's colour, and what systems draw around the page with it."""
    club = find_club(context)
    colour = club.colour if club else ""
    link = ""
    if colour:
        link = format_html('<link rel="stylesheet" href="{}">', reverse_at_root("club_colours", colour[1:]))
    light, dark = (find_header(colour), find_dark_header(colour)) if colour else (USUAL_HEADER, USUAL_DARK_HEADER)
    preferences = context.get("preferences")  # not there when a page tells of a broken program
    chosen = preferences["light"] if preferences else USUAL
    light, dark = (light, light) if chosen == "light" else (dark, dark) if chosen == "dark" else (light, dark)
    return format_html(
        '{}<meta name="theme-color" content="{}" media="(prefers-color-scheme: light)">'
        '<meta name="theme-color" content="{}" media="(prefers-color-scheme: dark)">{}',
        link,
        light,
        dark,
        _link_app(club or _find_owner(context, "table"), context.get("app_of")),
    )


def _link_app(club: Club | None, person: Person | None) -> SafeString:
    """Return the links to what makes an app of the club's pages, the same from each of them and from its tables.

    `person`: the one whose page by their link this is; it is an app of its own.
    """
    club = person.club if person else club
    words = {"club": get_app_word(club), "own": person.number if person else ""}
    query = urlencode({name: word for name, word in words.items() if word})
    icon_address = build_icon_address(club, "apple") if club else static("tarockclub/icon-apple.png")
    link = '<link rel="manifest" href="{}{}{}"><link rel="apple-touch-icon" href="{}">'
    return format_html(link, reverse_at_root("manifest"), "?" if query else "", query, icon_address)


@register.simple_tag(takes_context=True)
def club_logo(context: template.Context) -> SafeString:
    """Return the club's logo beside its name, or our own sign."""
    club = find_club(context)
    if club is None or not club.logo:
        return icon("skues")
    return format_html('<img class="logo" src="{}" alt="">', reverse_at_root("club_logo", club.logo))


def _is_of_tournaments(context: template.Context) -> bool:
    return context.template is not None and str(context.template.name).startswith(_OF_TOURNAMENTS)


@register.simple_tag(takes_context=True)
def style_sheet(context: template.Context, group: str = "") -> str:
    """Return the link to the stylesheet for pages of this kind: as said, or as the folder of the template says."""
    group = group or (TOURNAMENT if _is_of_tournaments(context) else CLUB)
    return format_html('<link rel="stylesheet" href="{}">', style_address(context, group))


@register.simple_tag(takes_context=True)
def style_address(context: template.Context, group: str) -> str:
    """Return the address of a stylesheet, with letters as large as was chosen."""
    preferences = context.get("preferences")  # not there when a page tells of a broken program
    return static(get_style_name(group, preferences["letters"] if preferences else USUAL))
