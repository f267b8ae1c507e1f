"""The warning on directors' pages about a damaged book."""

from django import template

from tarockclub.platform.accounts.rights import Right

register = template.Library()


@register.inclusion_tag("tarockclub/office/backups/_damaged.html", takes_context=True)
def damaged(context: template.Context) -> dict[str, str]:
    """Return the damage and advice, for directors; empty if the book is intact."""
    may = context.get("may")
    if may is None or not may.has_for_club(Right.DIRECT):
        return {"told": ""}
    from tarockclub.office.backups.audit import format_damage  # the whole proof, which no other page needs

    return {"told": format_damage()}
