"""The piece that participants find on pages of their own: seat and neighbours, capital, then rank and certificate."""

from typing import Any

from django import template
from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tournaments.models import Entrant

register = template.Library()


@register.inclusion_tag("tournaments/results/standings/_own.html", takes_context=True)
def own_standing(context: dict[str, Any], entrant: Entrant | None) -> dict[str, Any]:
    """Show what the page of a player shows, from the day of the tournament on; nothing for who does not take part."""
    if entrant is None or entrant.withdrawn is not None or entrant.tournament.day > localdate(now()):
        return {}
    from tournaments.results.standings.player_views import (
        build_player_context,  # and with it everything about standings
    )

    return build_player_context(context["request"], entrant.tournament.slug, entrant.number)
