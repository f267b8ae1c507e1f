"""Pieces of features on the pages of others."""

from django import template
from django.template.context import Context
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from tarockclub.platform.clubs.features import list_features

register = template.Library()


@register.simple_tag(takes_context=True)
def panels(context: Context, slot: str, tournament: object) -> SafeString:
    """Render what features show in a slot of a tournament's page; there it is called `slot`."""
    names = [feature.panels[slot] for feature in list_features() if slot in feature.panels]
    engine = template.Engine.get_default()
    with context.push(slot=slot, tournament=tournament):
        return format_html_join("", "{}", ((engine.get_template(name).render(context),) for name in names))
