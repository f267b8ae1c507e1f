"""Messages to the program of a club when something is published: numbers and addresses, no names of persons.

A message is added in the transaction of the act that it is about.
"""

from django.urls import reverse

from tarockclub.models import Club
from tarockclub.platform.server.public_address import find_public_origin
from tarockclub.platform.webhooks.services import add_message
from tournaments.models import Season, Tournament

PUBLISHED, CORRECTED, WITHDRAWN = "published", "corrected", "withdrawn"


def announce_result(tournament: Tournament, what: str, round_number: int, edition: int) -> None:
    """Announce the result of a round, or (FINAL) the final one; `what`: one of the words above."""
    if tournament.is_rehearsal:
        return
    slug = tournament.slug
    data = {
        "tournament": {"id": str(slug), "name": tournament.name, "day": tournament.day.isoformat()},
        "round": round_number or None,
        "edition": edition,
        "page": _build_url(tournament.club, reverse("edition", args=[slug, round_number, edition])),
        "standings": _build_url(tournament.club, reverse("standings_json", args=[slug])),
    }
    add_message(tournament.club_id, f"result.{what}", data)


def announce_standing(season: Season, what: str, edition: int) -> None:
    """Announce the final standings of a season."""
    data = {
        "season": {"id": str(season.slug), "name": season.name},
        "edition": edition,
        "page": _build_url(season.club, reverse("season_edition", args=[season.slug, edition])),
    }
    add_message(season.club_id, f"standing.{what}", data)


def _build_url(club: Club, path: str) -> str:
    """Return the whole address; in the inn, which has none of its own, the path."""
    return find_public_origin(club) + path
