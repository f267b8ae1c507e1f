"""Finding tournaments, rounds and tables by their address."""

import uuid
from typing import NamedTuple

from django.http import Http404
from django.shortcuts import get_object_or_404

from tournaments.models import Round, RoundTable, Tournament
from tournaments.settings import Settings, read


class Found(NamedTuple):
    """A round at its tournament, with the settings."""

    tournament: Tournament
    settings: Settings
    round: Round


def tournament_at(slug: uuid.UUID) -> Tournament:
    """The tournament of an address, or 404; with its club and sheet version."""
    return get_object_or_404(Tournament.objects.select_related("club", "sheet_version"), slug=slug)


def round_at(slug: uuid.UUID, number: int) -> Found:
    """A round of the tournament of an address, or 404."""
    tournament = tournament_at(slug)
    found = Round.objects.filter(tournament=tournament, number=number).select_related("draw").first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return Found(tournament, read(tournament.settings), found)


def table_at(found: Found, number: int) -> RoundTable:
    """A table of a round, or 404."""
    tables = RoundTable.objects.select_related("game_table__sheet_version", "round")
    return get_object_or_404(tables, round=found.round, number=number)


def settings_of(tournament: Tournament) -> Settings:
    """The settings of a tournament."""
    return read(tournament.settings)
