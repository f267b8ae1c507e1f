"""Icons: our own drawings, which stand within the page and so cost no request."""

import re
from functools import cache
from pathlib import Path

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
_SYMBOL = re.compile(r'<symbol id="([a-z]+)" viewBox="0 0 24 24">(.*?)</symbol>')
# The size is that of the letters around it (styles); without a stylesheet it is that of the drawing.
_OPENING = '<svg class="icon" width="24" height="24" viewBox="0 0 24 24"'


@cache
def read_icons() -> dict[str, str]:
    """Return the drawing of each icon by its name."""
    return dict(_SYMBOL.findall(Path(__file__).with_name("icons.svg").read_text(encoding="utf-8")))


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """Return an icon: an ornament beside words, or with a label in the place of a word."""
    if name not in read_icons():
        raise template.TemplateSyntaxError(f"There is no icon named {name!r}.")
    meaning = f' role="img" aria-label="{escape(label)}"' if label else ' aria-hidden="true"'
    return mark_safe(f"{_OPENING}{meaning}>{read_icons()[name]}</svg>")  # noqa: S308 - drawings of our own
