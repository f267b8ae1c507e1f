"""What statistics and the list of evenings ask about the tables of tournaments (scoring/statistics/among.py)."""

import uuid
from collections.abc import Collection

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.statistics.among import Among, Choice
from tournaments.models import RoundTable, Season, SeasonEvent, Tournament

EVERY = "tournaments"


def answers() -> Among:
    """What this app answers."""
    return Among(_evenings, _counting, _listed, _choices, _tables, _places)


def _evenings() -> Q:
    return Q(round_table=None, archived=None)


def _listed() -> Q:
    return Q(archived=None) & _not_archived()


def _not_archived() -> Q:
    return Q(round_table=None) | Q(round_table__round__tournament__archived=None)


def _counting() -> Q:
    """By itself nothing counts of a tournament that was only tried out, nor of a table whose score was struck."""
    counts = Q(round_table__counts=True, round_table__round__tournament__lapse=False)
    return _evenings() | (counts & Q(round_table__round__tournament__archived=None))


def _choices(club: int) -> list[tuple[str, list[Choice]]]:
    tournaments = Tournament.objects.filter(club=club, archived=None).exclude(frozen=None).order_by("-day", "-pk")
    seasons = Season.objects.filter(club=club).order_by("-made")
    found = [
        (_("Tournaments"), [(EVERY, _("all tournaments")), *((f"t-{one.slug}", one.name) for one in tournaments)]),
        (_("Seasons"), [(f"s-{one.slug}", one.name) for one in seasons]),
    ]
    return [(name, choices) for name, choices in found if choices]


def _tables(club: int, word: str) -> Q | None:
    """The tables that a word stands for: of all tournaments, of one, or of those of a season."""
    counts = Q(round_table__counts=True)
    if word == EVERY:
        return counts & Q(round_table__round__tournament__lapse=False, round_table__round__tournament__archived=None)
    kind, _dash, slug = word.partition("-")
    try:
        named = uuid.UUID(slug)
    except ValueError:
        return None
    if kind == "t" and Tournament.objects.filter(club=club, slug=named).exists():
        return counts & Q(round_table__round__tournament__slug=named)
    if kind == "s" and Season.objects.filter(club=club, slug=named).exists():
        played = SeasonEvent.objects.filter(season__slug=named, gone=None, tournament__archived=None)
        played = played.exclude(tournament=None)
        return counts & Q(round_table__round__tournament__in=played.values("tournament"))
    return None


def _places(tables: Collection[int]) -> dict[int, str]:
    rows = RoundTable.objects.filter(game_table__in=tables).select_related("round__tournament")
    told = _("%(tournament)s, round %(round)s, table %(table)s")
    return {
        row.game_table_id: told
        % {"tournament": row.round.tournament.name, "round": row.round.number, "table": row.number}
        for row in rows
    }
