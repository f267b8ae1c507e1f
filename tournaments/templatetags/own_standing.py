"""Pieces of the standings on other pages: who has won; a participant's seat, neighbours, capital, rank, certificate."""

from typing import Any

from django import template
from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tournaments.models import Entrant, Tournament

register = template.Library()


@register.inclusion_tag("tournaments/results/standings/_winners.html")
def winners(tournament: Tournament) -> dict[str, Any]:
    """Show who has won a tournament that is over."""
    if tournament.ended is None:
        return {}
    from tournaments.results.standings.page import list_winners

    return {"tournament": tournament, "winners": list_winners(tournament)}


@register.inclusion_tag("tournaments/results/standings/_own.html", takes_context=True)
def own_standing(context: dict[str, Any], entrant: Entrant | None) -> dict[str, Any]:
    """Show what the page of a player shows, from the day of the tournament on; nothing for who does not take part."""
    if entrant is None or entrant.withdrawn is not None or entrant.tournament.day > localdate(now()):
        return {}
    from tournaments.results.standings.player_views import (
        build_player_context,  # and with it everything about standings
    )

    return build_player_context(context["request"], entrant.tournament.slug, entrant.number)
