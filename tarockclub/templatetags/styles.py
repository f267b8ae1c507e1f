"""The stylesheet of a page: of its kind, with the letters that its browser has chosen."""

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html

from tarockclub.preferences import USUAL
from tarockclub.server.style_parts import CLUB, get_style_name

register = template.Library()


@register.simple_tag(takes_context=True)
def style_sheet(context: dict[str, Any], group: str = CLUB) -> str:
    """Return the link to the stylesheet for pages of this kind."""
    preferences = context.get("preferences")  # not there when a page tells of a broken program
    name = get_style_name(group, preferences.letters if preferences else USUAL)
    return format_html('<link rel="stylesheet" href="{}">', static(name))
