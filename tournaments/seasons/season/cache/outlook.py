"""The outlook of a season, worked out once for each version and each question."""

from typing import Any

from tarockclub.kit.words import get_current_language
from tarockclub.platform.server.page_cache import VersionCache
from tournaments.core.selectors import load_settings
from tournaments.models import Season, Tournament
from tournaments.seasons.season.cache.progress import PACE, QUICK, load_kept_season
from tournaments.seasons.season.data import RUNNING
from tournaments.seasons.season.outlook.page import MOST_PLACES, MOST_PLAYERS, OutlookPage, load_outlook

MOST_QUESTIONS, MOST_BYTES = 256, 16 << 20
_LINE = 700  # bytes of a line, about


def _weigh(page: OutlookPage | None) -> int:
    return _LINE * (1 if page is None else 1 + len(page.lines) + len(page.stays) + len(page.outlook.reaches))


OUTLOOK_CACHE: VersionCache[OutlookPage | None] = VersionCache(
    MOST_QUESTIONS, pace=PACE, quick=QUICK, weigh=_weigh, most_weight=MOST_BYTES
)


def load_kept_outlook(
    season: Season, *, places: int = 1, players: int = 0, at_once: bool = False
) -> OutlookPage | None:
    """Return what is still possible, or, unless `at_once`, what was a moment ago; as `load_outlook`."""
    kept = load_kept_season(season, at_once=at_once)
    stand = kept.stand
    runs = stand.season.ended is None and any(event.state == RUNNING for event in stand.events)
    current = load_kept_season(season, at_once=at_once, provisional=True) if runs else kept
    asked = min(max(1, places), MOST_PLACES), min(players, MOST_PLAYERS)
    name = season.slug, get_current_language(), *asked

    def work_out() -> OutlookPage | None:
        return load_outlook(stand, places=asked[0], players=asked[1], current=current.stand)

    return OUTLOOK_CACHE.load_newest(name, f"{kept.version}.{current.version}", work_out, at_once=at_once)[1]


def load_wall_outlook(tournament: Tournament) -> list[dict[str, Any]]:
    """Return what is still possible in each season in which a tournament counts, for its walls."""
    found = []
    seasons = Season.objects.filter(events__tournament=tournament, events__gone=None, ended=None)
    for season in seasons.select_related("club").order_by("pk"):
        if page := load_kept_outlook(season):
            has_stays = load_settings(tournament).show_live
            found.append({"season": season, "page": page, "stays": page.stays if has_stays else ()})
    return found
