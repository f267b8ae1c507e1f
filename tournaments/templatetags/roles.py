"""The roles of whoever is logged in, as the page of the own log-in says them."""

from typing import Any

from django import template

from tarockclub.platform.accounts.permissions import format_role, load_shown_account

register = template.Library()


@register.inclusion_tag("tournaments/people/roles/_own.html", takes_context=True)
def own_roles(context: dict[str, Any]) -> dict[str, Any]:
    """Render the role for the club and those for single tournaments."""
    account = load_shown_account(context["request"])
    if account is None:
        return {"role": ""}
    from tournaments.people.roles.selectors import list_own_roles  # and with it the tournaments

    single = list_own_roles(account) if account.is_helper else []
    return {"role": format_role(account.role), "single": single}
