"""The state of a season that its visitors share, with the published editions: computed once for each version."""

from collections.abc import Hashable
from typing import NamedTuple

from tarockclub.kit.words import get_current_language
from tarockclub.platform.clubs.scope import get_scope
from tarockclub.platform.server.page_cache import VersionCache
from tarockclub.platform.server.reading import read_snapshot
from tarockclub.platform.server.wsgi.turns import TooBusy, give_turn_back
from tournaments.core.acts import Kind
from tournaments.models import Season
from tournaments.seasons.season.cache.packing import pack_lines, pack_progress, weigh_lines, weigh_progress
from tournaments.seasons.season.cache.version import compute_season_version
from tournaments.seasons.season.data import SeasonProgress, load_season_progress
from tournaments.seasons.season.editions import SeasonEdition, SubEdition, list_sub_editions, load_season_editions
from tournaments.seasons.season.publishing import list_changes_since
from tournaments.seasons.season.settings import parse_season_settings

PACE = 10  # as of a tournament's standings: computing them takes at most a tenth of the program's time
QUICK = 0.3  # seconds: the standings of most seasons take less, and are never old
MOST_SEASONS, MOST_BYTES = 64, 64 << 20
_EDITION = 2000  # bytes of an edition beside its lines, about


class KeptEdition(NamedTuple):
    """A published edition, and its sub-rankings; their lines are packed."""

    edition: SeasonEdition  # without its sub-rankings
    subs: tuple[SubEdition, ...]


class KeptSeason(NamedTuple):
    """The state of a season as it is kept: results are packed (packing.py)."""

    version: str
    stand: SeasonProgress
    editions: tuple[KeptEdition, ...]  # the first one first
    differs: bool  # since the season has ended, something was corrected that no edition has yet

    @property
    def official(self) -> SeasonEdition | None:
        """The edition that counts; None while the season goes on."""
        return self.editions[-1].edition if self.editions and self.stand.season.ended else None

    @property
    def weight(self) -> int:
        """The bytes that it takes, about."""
        return weigh_progress(self.stand) + sum(map(_weigh_edition, self.editions))


def _weigh_edition(kept: KeptEdition) -> int:
    return _EDITION + sum(weigh_lines(rows) for rows in (kept.edition.rows, *(sub.edition.rows for sub in kept.subs)))


SEASON_CACHE: VersionCache[KeptSeason] = VersionCache(
    MOST_SEASONS, pace=PACE, quick=QUICK, weigh=lambda kept: kept.weight, most_weight=MOST_BYTES
)


def load_kept_season(season: Season, *, at_once: bool = False, provisional: bool = False) -> KeptSeason:
    """Return the state of a season, or, unless `at_once`, one of a moment ago; raise TooBusy.

    `provisional`: also by tournaments still running. It is computed without the turn, by one at a time in a club: who
    has waited finds what the first one has computed. Who would wait too long gets the state of before, if there is one.
    """
    name = _build_name(season, provisional=provisional)
    version = compute_season_version(season, provisional=provisional)
    kept = SEASON_CACHE.find(name, version, at_once=at_once)
    if kept is not None:
        return kept[1]
    try:
        with give_turn_back():
            return _compute_season(season, name, at_once=at_once, provisional=provisional)
    except TooBusy:
        older = None if at_once else SEASON_CACHE.find_any(name)
        if older is None:
            raise
        return older


def find_kept_edition(season: Season, number: int, *, at_once: bool = False) -> tuple[KeptSeason, KeptEdition | None]:
    """Return the state of a season with one of its published editions: one that is newer than the state is found, too.

    None if there is none of this number.
    """
    kept = load_kept_season(season, at_once=at_once)
    last = kept.editions[-1].edition.sequence if kept.editions else 0
    if number > len(kept.editions) and season.acts.filter(kind=Kind.STANDING, sequence__gt=last).exists():
        kept = load_kept_season(season, at_once=True)
    return kept, next((row for row in kept.editions if row.edition.number == number), None)


def _build_name(season: Season, *, provisional: bool) -> Hashable:
    """Return what the state is kept by; a team without a name is called in the language of the reader."""
    of_teams = parse_season_settings(season.settings).teams
    return season.slug, get_scope(), provisional, get_current_language() if of_teams else ""


def _compute_season(season: Season, name: Hashable, *, at_once: bool, provisional: bool) -> KeptSeason:
    """Return the state of a season as the database has it now, unless somebody else has just computed it."""
    with read_snapshot():  # so that the version is that of what is read
        current = Season.objects.select_related("club").get(pk=season.pk)
        version = compute_season_version(current, provisional=provisional)

        def compute() -> KeptSeason:
            stand = load_season_progress(current, provisional=provisional, whole=False)
            return _build_kept(version, stand)

        return SEASON_CACHE.load_newest(name, version, compute, at_once=at_once)[1]


def _build_kept(version: str, stand: SeasonProgress) -> KeptSeason:
    editions = load_season_editions(stand.season)
    differs = bool(editions and stand.season.ended and list_changes_since(editions[-1], stand))
    return KeptSeason(version, pack_progress(stand), tuple(map(_pack_edition, editions)), differs)


def _pack_edition(edition: SeasonEdition) -> KeptEdition:
    subs = (_pack_sub(sub) for sub in list_sub_editions(edition))
    return KeptEdition(edition._replace(rows=pack_lines(edition.rows), rankings=()), tuple(subs))


def _pack_sub(sub: SubEdition) -> SubEdition:
    return sub._replace(edition=sub.edition._replace(rows=pack_lines(sub.edition.rows), rankings=()))
