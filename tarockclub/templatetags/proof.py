"""What pages of directors say where the book has rotted."""

from django import template

from tarockclub.backups import audit

register = template.Library()


@register.inclusion_tag("tarockclub/backups/_damaged.html", takes_context=True)
def damaged(context: template.Context) -> dict[str, str]:
    """What is damaged and what to do, for directors; nothing where the book is whole."""
    account = context.get("account")
    return {"told": audit.format_damage() if account is not None and account.role == "director" else ""}
