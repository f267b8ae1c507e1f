"""The warning on directors' pages about a damaged book."""

from django import template

register = template.Library()


@register.inclusion_tag("tarockclub/backups/_damaged.html", takes_context=True)
def damaged(context: template.Context) -> dict[str, str]:
    """Return the damage and advice, for directors; empty if the book is intact."""
    account = context.get("account")
    if account is None or account.role != "director":
        return {"told": ""}
    from tarockclub.backups.audit import format_damage  # the whole proof, which no other page needs

    return {"told": format_damage()}
