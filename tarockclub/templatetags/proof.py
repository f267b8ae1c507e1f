"""The warning on directors' pages about a damaged book."""

from django import template

from tarockclub.backups import audit

register = template.Library()


@register.inclusion_tag("tarockclub/backups/_damaged.html", takes_context=True)
def damaged(context: template.Context) -> dict[str, str]:
    """Return the damage and advice, for directors; empty if the book is intact."""
    account = context.get("account")
    return {"told": audit.format_damage() if account is not None and account.role == "director" else ""}
