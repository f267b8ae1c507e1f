"""The state of a season that its visitors share: its version, standings and editions; computed once."""

import hashlib
from collections.abc import Hashable, Iterable, Iterator
from typing import NamedTuple

from tarockclub.kit.words import get_current_language
from tarockclub.models import Person
from tarockclub.platform.clubs.scope import get_scope
from tarockclub.platform.server.databases import read_long_snapshot
from tarockclub.platform.server.installation import compute_program_sign
from tarockclub.platform.server.page_cache import VersionCache
from tarockclub.platform.server.wsgi.turns import TooBusy, give_turn_back
from tournaments.core.acts import Kind
from tournaments.hall.standing.players import load_progress
from tournaments.models import Act, Season, SeasonAct, SeasonEvent, SeasonOffer, Team, TeamMember, Tournament
from tournaments.seasons.season.data import SeasonProgress, load_season_progress
from tournaments.seasons.season.editions import (
    SeasonEdition,
    SubEdition,
    list_changes_since,
    list_sub_editions,
    load_season_editions,
)
from tournaments.seasons.season.evenings.days import list_table_heads
from tournaments.seasons.season.settings import FINAL, FINAL_ROUNDS, parse_season_settings
from tournaments.seasons.season.standing import EventRow, SeasonLine

# A version is read from what standings are computed from, not from what was done: names, towns and categories change
# without an act of the season, and a backup that was restored may have as many acts as before. Only what never changes
# is named by its number: published results (acts), and editions of typed ones.

_EVENT = (
    *("pk", "number", "kind", "name", "day", "players", "edition", "others", "size", "average", "gone", "evenings"),
    *("tournament", "tournament__name", "tournament__slug", "tournament__day", "tournament__settings"),
    *("tournament__frozen", "tournament__archived", "tournament__cancelled"),
)
_PERSON = ("pk", "number", "name", "shown_as", "called", "town", "categories", "merged_into")


def compute_season_version(season: Season, *, provisional: bool = False) -> str:
    """Return the version of a season's standings; a fixed number of queries for any number of events and people.

    `provisional`: also of tournaments under way, four queries for each of these.
    """
    digest = hashlib.sha256(compute_program_sign().encode())
    for rows in _generate_rows(season, provisional=provisional):
        digest.update(repr(rows).encode())
    return digest.hexdigest()[:24]


def _generate_rows(season: Season, *, provisional: bool) -> Iterator[object]:
    yield season.pk, season.club_id, season.name, season.settings, season.seed, season.ended, season.version
    acts = SeasonAct.objects.filter(season=season)
    yield acts.order_by("-sequence").values_list("sequence", "key").first()
    published = acts.filter(kind=Kind.STANDING).order_by("sequence")
    yield list(published.values_list("sequence", "key", "at", "note__text"))  # the reason may be erased
    events = list(SeasonEvent.objects.filter(season=season).order_by("pk").values_list(*_EVENT))
    yield events
    yield list_table_heads(season)
    tournaments = {row[_EVENT.index("tournament")] for row in events} - {None}
    results = Act.objects.filter(tournament__in=tournaments, kind=Kind.RESULT, round=None, undone_by=None)
    results_known = list(results.order_by("tournament", "sequence").values_list("tournament", "sequence", "key"))
    yield results_known
    offers = SeasonOffer.objects.filter(season=season, state=SeasonOffer.State.ACCEPTED)
    yield list(offers.order_by("pk").values_list("pk", "event", "edition"))
    yield list(Person.objects.filter(club=season.club_id).order_by("pk").values_list(*_PERSON))
    if parse_season_settings(season.settings).teams:
        yield list(Team.objects.filter(tournament__in=tournaments).order_by("pk").values_list("pk", "name", "gone"))
        members = TeamMember.objects.filter(team__tournament__in=tournaments).order_by("entrant__number", "pk")
        yield list(members.values_list("team", "entrant", "entrant__person"))
    if provisional:
        open_ones = tournaments - {tournament for tournament, _sequence, _key in results_known}
        rows = Tournament.everything.filter(pk__in=open_ones, archived=None).exclude(frozen=None).order_by("pk")
        yield [load_progress(row).sign for row in rows.select_related("club", "sheet_version")]


# The bytes that a line, a person or an event takes, and a result of somebody, about.
OBJECT, RESULT = 700, 150


def drop_facts(stand: SeasonProgress) -> SeasonProgress:
    """Return the state of a season, and of its sub-rankings, without the facts from which points have followed.

    Those of a final stay where its rounds decide between equals.
    """
    rankings = tuple(sub._replace(stand=drop_facts(sub.stand)) for sub in stand.rankings)
    keeps_rounds = any(FINAL_ROUNDS in each.settings.criteria for each in (stand, *(sub.stand for sub in rankings)))
    events = tuple(
        event
        if keeps_rounds and event.event.kind == FINAL
        else event._replace(rows=tuple(EventRow(row.who, row.rank, row.points) for row in event.rows))
        for event in stand.events
    )
    return stand._replace(events=events, rankings=rankings)


def _weigh_lines(lines: Iterable[SeasonLine]) -> int:
    return sum(OBJECT + RESULT * len(line.got) for line in lines)


def _weigh_rows(rows: Iterable[EventRow]) -> int:
    return sum(RESULT if row.rounds is None else OBJECT + RESULT * len(row.rounds) for row in rows)


def _weigh_progress(stand: SeasonProgress) -> int:
    rows = sum(OBJECT + _weigh_rows(event.rows) + 8 * len(event.left_out) for event in stand.events)
    rankings = sum(_weigh_progress(sub.stand) + 64 * len(sub.members or ()) for sub in stand.rankings)
    courses = sum(OBJECT + 12 * len(mine.ranks) for mine in stand.courses.of.values())
    return rows + _weigh_lines(stand.standing.lines) + OBJECT * len(stand.people) + rankings + courses


PACE = 10  # as of a tournament's standings: computing them takes at most a tenth of the program's time
QUICK = 0.3  # seconds: the standings of most seasons take less, and are never old
MOST_SEASONS, MOST_BYTES = 64, 64 << 20
_EDITION = 2000  # bytes of an edition beside its lines, about


class KeptEdition(NamedTuple):
    """A published edition, and its sub-rankings."""

    edition: SeasonEdition  # without its sub-rankings
    subs: tuple[SubEdition, ...]


class KeptSeason(NamedTuple):
    """The state of a season as it is kept."""

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
        return _weigh_progress(self.stand) + sum(map(_weigh_edition, self.editions))


def _weigh_edition(kept: KeptEdition) -> int:
    return _EDITION + sum(_weigh_lines(rows) for rows in (kept.edition.rows, *(sub.edition.rows for sub in kept.subs)))


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
    with read_long_snapshot():  # so that the version is that of what is read
        current = Season.objects.select_related("club").get(pk=season.pk)
        version = compute_season_version(current, provisional=provisional)

        def compute() -> KeptSeason:
            stand = load_season_progress(current, provisional=provisional, whole=False)
            return _build_kept(version, stand)

        return SEASON_CACHE.load_newest(name, version, compute, at_once=at_once)[1]


def _build_kept(version: str, stand: SeasonProgress) -> KeptSeason:
    editions = load_season_editions(stand.season)
    differs = bool(editions and stand.season.ended and list_changes_since(editions[-1], stand))
    kept = (KeptEdition(edition._replace(rankings=()), tuple(list_sub_editions(edition))) for edition in editions)
    return KeptSeason(version, drop_facts(stand), tuple(kept), differs)
