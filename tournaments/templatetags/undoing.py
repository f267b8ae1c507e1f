"""The lines about the latest changes, each with a link to undo it."""

from typing import Any

from django import template

from tarockclub.platform.accounts.permissions import find_rights
from tournaments.models import Round, RoundTable, Tournament

register = template.Library()
MOST = 3  # lines on a page


@register.inclusion_tag("tournaments/results/undo/_lines.html", takes_context=True)
def undo_offers(
    context: dict[str, Any],
    tournament: Tournament,
    on: str = "",
    round_: Round | None = None,
    table: RoundTable | None = None,
    most: int = MOST,
) -> dict[str, Any]:
    """Show the changes that can be taken back on a page (`Spec.undo_on`), or all: of a round, a table."""
    request = context["request"]
    may = find_rights(request)
    if may.club != tournament.club_id:
        return {"lines": ()}
    from tournaments.results.undo.services import list_undo_lines  # and with it everything that can be undone

    lines = list_undo_lines(tournament, rights=may.names, page=on, round_=round_, table=table, most=most)
    return {"lines": lines, "tournament": tournament, "key": context["key"], "here": request.get_full_path()} | {
        "csrf_token": context.get("csrf_token")
    }
