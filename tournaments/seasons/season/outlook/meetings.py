"""Meetings at the tables of a season: who has met whom, and how often; computed once for everybody who asks."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import GameTable, Seated
from tarockclub.kit.charts.bars import Grid, GridCell, GridRow, choose_tone
from tarockclub.kit.words import get_current_language
from tarockclub.platform.server.page_cache import VersionCache
from tournaments.hall.draw.history import load_seat_history
from tournaments.hall.draw.quality import count_meetings, format_pairs
from tournaments.hall.draw.values import Pair, PlayedTable
from tournaments.models import Season
from tournaments.seasons.season.cache.progress import PACE, QUICK, load_kept_season
from tournaments.seasons.season.data import RUNNING, CurrentPerson, SeasonProgress, load_season_people
from tournaments.seasons.season.evenings.days import list_counted_tables

MOST_IN_GRID = 40  # people
MOST_QUESTIONS, MOST_BYTES = 64, 16 << 20
_PAGE = 400_000  # bytes of the largest one, about


class MeetingsPage(NamedTuple):
    """The meetings of those who are in the standings."""

    pairs: tuple[str, ...]  # how many met how often, in words
    grid: Grid | None  # None: nobody has met anybody


def load_season_meetings(stand: SeasonProgress) -> MeetingsPage:
    """Return who has met whom, in the order of the standings: each table of a round or of an evening counts once.

    A few queries, however many tables there are.
    """
    ids = {line.who for line in stand.standing.lines}
    met = {pair: times for pair, times in _count_season_meetings(stand).items() if ids.issuperset(pair)}
    never = len(ids) * (len(ids) - 1) // 2 - len(met)
    pairs = [format_pairs(times, count) for times, count in sorted(Counter(met.values()).items())]
    if never:
        pairs.insert(0, ngettext("%(count)s pair never", "%(count)s pairs never", never) % {"count": never})
    order = [stand.people[line.who] for line in stand.standing.lines[:MOST_IN_GRID]]
    return MeetingsPage(tuple(pairs), _build_grid(stand, order, met) if met else None)


def _count_season_meetings(stand: SeasonProgress) -> Counter[Pair]:
    """Count the meetings of each pair of persons (ids) in the results that count; merged ones are one person."""
    tournaments = [event.event.tournament_id for event in stand.events if event.rows and event.state != RUNNING]
    rounds = GameTable.objects.filter(round_table__round__tournament__in=filter(None, tournaments))
    tables = {*rounds.values_list("pk", flat=True), *list_counted_tables(stand.season)}
    persons = Seated.objects.filter(sitting__table__in=tables).values_list("person", flat=True).distinct()
    _people, same = load_season_people(persons)
    seats = load_seat_history(tables, None, played=True, entrants=dict(same))
    return count_meetings([tuple(PlayedTable(tuple(places.values()), 0) for places in seats.values())])


def _build_grid(stand: SeasonProgress, order: list[CurrentPerson], met: Mapping[Pair, int]) -> Grid:
    """Return a row and a column for each of the first, with how often two have met."""
    most = max(met.values())
    rows: list[GridRow] = []
    for person in order:
        cells = []
        for other in order:
            times = met.get((min(person.person, other.person), max(person.person, other.person)), 0)
            words = _("with %(name)s: %(times)s") % {"name": other.name, "times": times}
            tone = choose_tone(most + times, 2 * most) if times else ""  # the darker the more: none is bad or good
            cells.append(GridCell() if other == person else GridCell(str(times), tone, words))
        href = reverse("season_player", args=[stand.season.slug, person.number])
        rows.append(GridRow(f"{len(rows) + 1}. {person.name}", href, tuple(cells)))
    return Grid(_("Name"), tuple(str(place) for place, _person in enumerate(order, 1)), tuple(rows))


MEETINGS_CACHE: VersionCache[MeetingsPage] = VersionCache(
    MOST_QUESTIONS, pace=PACE, quick=QUICK, weigh=lambda _page: _PAGE, most_weight=MOST_BYTES
)


def load_kept_meetings(season: Season, *, at_once: bool = False) -> MeetingsPage:
    """Return who has met whom, or, unless `at_once`, who had a moment ago."""
    kept = load_kept_season(season, at_once=at_once)
    name = season.slug, get_current_language()
    return MEETINGS_CACHE.load_newest(name, kept.version, lambda: load_season_meetings(kept.stand), at_once=at_once)[1]
