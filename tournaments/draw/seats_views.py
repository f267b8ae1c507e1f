"""Who sits where, for everybody: by name, to find oneself, and by table."""

import uuid
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tarockclub.text import surname_first, surname_key
from tournaments.draw.history import seats_at
from tournaments.draw.page import Player, players_of
from tournaments.models import RoundTable
from tournaments.selectors import Found, round_at

BY_TABLE = "table"


class SeatedAt(NamedTuple):
    """Somebody and his table."""

    player: Player
    table: int

    @property
    def listed(self) -> str:
        """The name with the surname first."""
        return surname_first(self.player.name)


class AtTable(NamedTuple):
    """A table with those who sit there now, in playing order."""

    number: int
    players: tuple[Player, ...]


@require_safe
def seats(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """The list of a round, to read and to print."""
    found = round_at(slug, number)
    tables = tables_now(found)
    by_table = request.GET.get("by") == BY_TABLE
    named = [] if by_table else by_name(tables)
    context = {
        "tournament": found.tournament,
        "round": found.round,
        "by_table": by_table,
        "tables": tables,
        "named": named,
    }
    response = render(request, "tournaments/draw/seats.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def tables_now(found: Found) -> list[AtTable]:
    """The tables with those who sit there now: substitutes and late entrants too."""
    tables = RoundTable.objects.filter(round=found.round).order_by("number").values_list("number", "game_table")
    rows = list(tables)
    seated = seats_at([game for _, game in rows], found.tournament, still=True)
    ids = {one for places in seated.values() for seat in places.values() for one in seat}
    people = players_of(found.tournament, ids)
    return [AtTable(number, tuple(people[seat[-1]] for seat in seated.get(game, {}).values())) for number, game in rows]


def by_name(tables: list[AtTable]) -> list[SeatedAt]:
    """Everybody by surname, as people look for themselves."""
    everybody = [SeatedAt(player, table.number) for table in tables for player in table.players]
    return sorted(everybody, key=lambda one: (surname_key(one.player.name), one.player.number))
