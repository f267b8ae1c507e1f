"""The hidden part of a form that takes effect once: its token, its key, and what the page shows."""

from django import template
from django.template.base import render_value_in_context
from django.template.context import Context
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()
_NO_TOKEN = "NOTPROVIDED"  # noqa: S105 -- Django's word for a page that is sent to many


@register.simple_tag(takes_context=True, name="once")
def render_hidden_part(context: Context, *parts: object, **values: object) -> SafeString:
    """Render the hidden fields of a form.

    `parts` tell its key from those of other forms on the page; `values` are sent with it. A `key` among these stands in
    place of that of the page.
    """
    token = str(context.get("csrf_token") or _NO_TOKEN)
    sent = {} if token == _NO_TOKEN else {"csrfmiddlewaretoken": token}
    key = values.pop("key") if "key" in values else context["key"]
    sent |= {"key": "-".join(map(str, (key, *parts)))}
    sent |= {name: render_value_in_context(value, context) for name, value in values.items()}
    return format_html_join("", '<input type="hidden" name="{}" value="{}" autocomplete="off">', sent.items())
