"""The version of a season's standings: a sign that differs whenever the pages of a season may differ.

It reads what they are computed from, not what was done: names, towns and categories change without an act of the
season, and a backup that was restored may have as many acts as before. Only what never changes is named by its
number: published results (acts), and editions of typed ones.
"""

import hashlib
from collections.abc import Iterator

from tarockclub.models import Person
from tarockclub.platform.server.installation import compute_program_sign
from tournaments.core.acts import Kind
from tournaments.hall.standing.progress import load_progress
from tournaments.models import Act, Season, SeasonAct, SeasonEvent, SeasonOffer, Team, TeamMember, Tournament
from tournaments.seasons.season.evenings.tables import filter_evening_tables
from tournaments.seasons.season.settings import parse_season_settings

_EVENT = (
    *("pk", "number", "kind", "name", "day", "players", "edition", "others", "size", "average", "gone", "evenings"),
    *("tournament", "tournament__name", "tournament__slug", "tournament__day", "tournament__settings"),
    *("tournament__frozen", "tournament__archived"),
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
    rule = parse_season_settings(season.settings).evenings
    if rule is not None:
        tables = filter_evening_tables(season.club_id, rule)
        yield [(*row, bytes(head)) for *row, head in tables.values_list("pk", "started", "ended", "head")]
    tournaments = {row[_EVENT.index("tournament")] for row in events} - {None}
    results = Act.objects.filter(tournament__in=tournaments, kind=Kind.RESULT, round=None, undone_by=None)
    known = list(results.order_by("tournament", "sequence").values_list("tournament", "sequence", "key"))
    yield known
    offers = SeasonOffer.objects.filter(season=season, state=SeasonOffer.State.ACCEPTED)
    yield list(offers.order_by("pk").values_list("pk", "event", "edition"))
    yield list(Person.objects.filter(club=season.club_id).order_by("pk").values_list(*_PERSON))
    if parse_season_settings(season.settings).teams:
        yield list(Team.objects.filter(tournament__in=tournaments).order_by("pk").values_list("pk", "name", "gone"))
        members = TeamMember.objects.filter(team__tournament__in=tournaments).order_by("entrant__number", "pk")
        yield list(members.values_list("team", "entrant", "entrant__person"))
    if provisional:
        open_ones = tournaments - {tournament for tournament, _sequence, _key in known}
        rows = Tournament.everything.filter(pk__in=open_ones, archived=None).exclude(frozen=None).order_by("pk")
        yield [load_progress(row).sign for row in rows.select_related("club", "sheet_version")]
