"""Messages to the program of a club when something is published: numbers and addresses, no names of persons.

A message is added in the transaction of the act that it is about.
"""

from dataclasses import asdict, dataclass

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tarockclub.models import Club
from tarockclub.platform.clubs.addresses import find_public_origin
from tarockclub.platform.webhooks.services import PROBE, Event, ProbeData, add_message
from tournaments.models import Season, Tournament

PUBLISHED, CORRECTED, WITHDRAWN = "published", "corrected", "withdrawn"


@dataclass(frozen=True)
class AnnouncedTournament:
    """A tournament, and its day (ISO 8601)."""

    id: str
    name: str
    day: str


@dataclass(frozen=True)
class ResultData:
    """The result of a round (`round`: its number) or the final one (`null`); in the inn both addresses are paths."""

    tournament: AnnouncedTournament
    round: int | None
    edition: int
    page: str
    standings: str


@dataclass(frozen=True)
class AnnouncedSeason:
    """A season."""

    id: str
    name: str


@dataclass(frozen=True)
class StandingData:
    """The final standings of a season; in the inn the address is a path."""

    season: AnnouncedSeason
    edition: int
    page: str


def announce_result(tournament: Tournament, what: str, scope: int, edition: int) -> None:
    """Announce the result of a round, or (FINAL) the final one; `what`: one of the words above."""
    if not tournament.counts:
        return
    slug = tournament.slug
    data = ResultData(
        AnnouncedTournament(str(slug), tournament.name, tournament.day.isoformat()),
        scope or None,
        edition,
        _build_url(tournament.club, reverse("edition", args=[slug, scope, edition])),
        _build_url(tournament.club, reverse("standings_json", args=[slug])),
    )
    add_message(tournament.club_id, f"result.{what}", asdict(data))


def announce_standing(season: Season, what: str, edition: int) -> None:
    """Announce the final standings of a season."""
    data = StandingData(
        AnnouncedSeason(str(season.slug), season.name),
        edition,
        _build_url(season.club, reverse("season_edition", args=[season.slug, edition])),
    )
    add_message(season.club_id, f"standing.{what}", asdict(data))


def _build_url(club: Club, path: str) -> str:
    """Return the whole address; in the inn, which has none of its own, the path."""
    return find_public_origin(club) + path


_SITE, _SLUG = "https://tarock.example", "6f1c0a52-7d1e-4b53-9d0f-2f4a8c1e7b90"
_TOURNAMENT = f"{_SITE}/tournaments/{_SLUG}"
_RESULT = ResultData(
    AnnouncedTournament(_SLUG, "Dreikönigsturnier", "2027-01-06"),
    2,
    1,
    f"{_TOURNAMENT}/results/2/1/",
    f"{_TOURNAMENT}/standings.json",
)
_STANDING = StandingData(AnnouncedSeason(_SLUG, "Jahrescup"), 1, f"{_SITE}/seasons/{_SLUG}/standing/1/")
EVENTS = {
    f"result.{PUBLISHED}": Event(_("Result published"), "The result of a round or the final one is published", _RESULT),
    f"result.{CORRECTED}": Event(_("Result corrected"), "Another edition of a result is published", _RESULT),
    f"result.{WITHDRAWN}": Event(_("Result withdrawn"), "All editions of a result are withdrawn", _RESULT),
    f"standing.{PUBLISHED}": Event(
        _("Season standings published"), "The final standings of a season are published", _STANDING
    ),
    f"standing.{CORRECTED}": Event(
        _("Season standings corrected"), "Another edition of the standings is published", _STANDING
    ),
    f"standing.{WITHDRAWN}": Event(_("Season taken up again"), "The season is taken up again", _STANDING),
    PROBE: Event(_("Trial"), "“Send a trial” is tapped; it is sent once", ProbeData("Tarockrunde zur Linde")),
}
