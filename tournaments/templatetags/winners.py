"""Pieces of the standings on other pages: who has won."""

from typing import Any

from django import template

from tournaments.models import Tournament

register = template.Library()


@register.inclusion_tag("tournaments/results/standings/_winners.html")
def winners(tournament: Tournament) -> dict[str, Any]:
    """Show who has won a tournament that is over."""
    if tournament.ended is None:
        return {}
    from tournaments.results.standings.page import list_winners

    return {"tournament": tournament, "winners": list_winners(tournament)}
