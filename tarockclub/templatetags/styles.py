"""The stylesheet of a page: of its kind, with the letters that its browser has chosen."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html

from tarockclub.kit.preferences import USUAL
from tarockclub.platform.server.style_parts import CLUB, TOURNAMENT, get_style_name

register = template.Library()
_OF_TOURNAMENTS = ("tournaments/", *(f"tarockclub/office/{part}/" for part in ("privacy", "publishing", "static_site")))


def _is_of_tournaments(context: template.Context) -> bool:
    return context.template is not None and str(context.template.name).startswith(_OF_TOURNAMENTS)


@register.simple_tag(takes_context=True)
def style_sheet(context: template.Context, group: str = "") -> str:
    """Return the link to the stylesheet for pages of this kind: as said, or as the folder of the template says."""
    group = group or (TOURNAMENT if _is_of_tournaments(context) else CLUB)
    preferences = context.get("preferences")  # not there when a page tells of a broken program
    name = get_style_name(group, preferences.letters if preferences else USUAL)
    return format_html('<link rel="stylesheet" href="{}">', static(name))
