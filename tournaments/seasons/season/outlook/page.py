"""The outlook of a season in sentences, computed once: for its page, and a wall of its last tournament."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tarockclub.kit.amounts import format_hundredths
from tarockclub.kit.charts.bars import POSSIBLE, SURE, Grid, GridCell, GridRow
from tarockclub.kit.words import get_current_language, say_english, say_german
from tarockclub.platform.server.page_cache import VersionCache
from tournaments.core.selectors import load_settings
from tournaments.models import Season, Tournament
from tournaments.seasons.season.cache.progress import PACE, QUICK, load_kept_season
from tournaments.seasons.season.data import RUNNING, CurrentPerson, SeasonProgress, draw_lots, load_season_progress
from tournaments.seasons.season.messages import CRITERIA
from tournaments.seasons.season.outlook.search import (
    BY_PLACE,
    BY_POINTS,
    MOST_LOOKED_AT,
    Chance,
    Outlook,
    Reach,
    compute_outlook,
)
from tournaments.seasons.season.settings import CARRIED_POINTS, LOT
from tournaments.seasons.season.standing import count_players
from tournaments.seasons.season.table import SeasonRow, build_current_table

MOST_PLACES, MOST_PLAYERS = 20, 1000
MOST_IN_WORDS = 12
MOST_IN_GRID = 40  # people
MOST_ON_WALL = 20  # lines of a season's standings


class OutlookLine(NamedTuple):
    """The chances of somebody in words."""

    name: str
    number: int  # in the club; of a team in the season
    points: str  # so far; "": no result
    certain: bool  # whatever comes
    sentence: str  # follows the name
    sure: str  # in a word, for a wall: the worst result that is surely enough; "": there is none
    possible: str  # … that can be enough
    chance: Chance


class OutlookPage(NamedTuple):
    """The chances of everybody, with all that they depend on."""

    outlook: Outlook
    title: str
    lines: tuple[OutlookLine, ...]
    to_come: tuple[str, ...]  # names of events
    notes: tuple[str, ...]
    grid: Grid | None = None  # who can still have which place
    stays: tuple[SeasonRow, ...] = ()  # the best of the standings, if the tournament that is played ended as it stands


def load_outlook(
    stand: SeasonProgress, *, places: int = 1, players: int = 0, current: SeasonProgress | None = None
) -> OutlookPage | None:
    """Return what is still possible; None where nothing is. `players`: on the days to come; 0: as on the last one.

    `current`: the state with the tournaments that are still running, where it is known.
    """
    settings = stand.settings
    if stand.season.ended is not None or settings.least_third or (settings.has_evenings and not settings.days):
        return None  # nobody knows how many days there will be
    running = [event.event.number for event in stand.events if event.state == RUNNING]
    if current is None:
        current = load_season_progress(stand.season, provisional=True) if running else stand
    # Where two tournaments are played at once, nobody knows what the other one will bring: all have to be open.
    rows = [event.rows for event in current.events if running == [event.event.number]]
    field = {row.who for row in rows[0]} if rows else set[int]()
    values = sorted(stand.values, key=lambda event: event.id not in running)
    played = [event for event in stand.values if event.rows and event.kind != CARRIED_POINTS]
    outlook = compute_outlook(
        settings,
        values,
        stand.standing,
        players=min(players, MOST_PLAYERS) or (count_players(played[-1]) if played else 1),
        field=field,
        places=min(max(1, places), MOST_PLACES),
        lots=draw_lots(stand, settings),
    )
    if outlook is None:
        return None
    lines = _list_lines(outlook, stand, current.people)
    to_come = [event.name for event in stand.events if not event.rows and event.event.kind != CARRIED_POINTS]
    if planned := outlook.days - len(to_come):
        to_come.append(ngettext("%(count)s more day", "%(count)s more days", planned) % {"count": planned})
    first = range(min(MOST_ON_WALL, len(current.standing.lines)))
    stays = build_current_table(current, first).lines if running else ()
    grid, notes = _build_grid(outlook, stand, current.people), _list_notes(outlook, stand)
    return OutlookPage(outlook, _format_title(outlook), lines, tuple(to_come), notes, grid, stays)


def _build_grid(outlook: Outlook, stand: SeasonProgress, people: Mapping[int, CurrentPerson]) -> Grid | None:
    """Return the places that everybody can still have, in the order of the standings; None if they say nothing."""
    so_far = {line.who: line for line in stand.standing.lines}
    places, cells = range(1, min(MOST_LOOKED_AT, len(outlook.reaches)) + 1), _build_grid_cells()
    rows = []
    for reach in outlook.reaches[:MOST_IN_GRID]:
        line, who = so_far.get(reach.who), people[reach.who]
        href = reverse("season_player", args=[stand.season.slug, who.number]) if line is not None else ""
        marks = tuple(cells[_choose_tone(reach, place)] for place in places)
        rows.append(GridRow(who.name, href, marks, format_hundredths(line.points) if line is not None else ""))
    legend = (
        cells[POSSIBLE]._replace(words=_("possible")),
        cells[SURE]._replace(words=_("for certain: this place or a better one")),
    )
    return Grid(_("Name"), tuple(f"{place}." for place in places), tuple(rows), legend) if len(places) > 1 else None


def _build_grid_cells() -> dict[str, GridCell]:
    sure = GridCell("✓", SURE, _("for certain, if no better one"))
    return {"": GridCell("", "", _("no longer possible")), POSSIBLE: GridCell("·", POSSIBLE, _("possible")), SURE: sure}


def _choose_tone(reach: Reach, place: int) -> str:
    """Return the tone of a place: sure is the worst one that somebody can have, whatever comes."""
    if place == reach.worst:
        return SURE
    return POSSIBLE if reach.best <= place and (place < reach.worst or not reach.worst) else ""


def _list_lines(
    outlook: Outlook, stand: SeasonProgress, people: Mapping[int, CurrentPerson]
) -> tuple[OutlookLine, ...]:
    so_far = {line.who: line for line in stand.standing.lines}
    are_alone = len(outlook.chances) + outlook.newcomers <= outlook.places
    worst = outlook.scale.size if outlook.is_closed else outlook.scale.absent
    lines = []
    for chance in outlook.chances:
        line, who = so_far.get(chance.who), people[chance.who]
        points = format_hundredths(line.points) if line is not None else ""
        certain = chance.sure >= worst or (are_alone and line is not None and line.rank > 0)
        sentence = _format_sentence(outlook, chance, certain=certain)
        sure, possible = (_format_shortly(outlook, at) for at in (chance.sure, chance.possible))
        lines.append(OutlookLine(who.name, who.number, points, certain, sentence, sure, possible, chance))
    return tuple(lines)


def _format_title(outlook: Outlook) -> str:
    """Return how many can still do it."""
    count = len(outlook.chances)
    say = say_english if get_current_language().startswith("en") else say_german
    values = {"count": capfirst(say(count)) if 1 < count <= MOST_IN_WORDS else count, "places": outlook.places}
    if outlook.places == 1:
        text = ngettext("Only one can still win.", "%(count)s can still win.", count)
    else:
        text = ngettext(
            "Only one can still be among the first %(places)s.",
            "%(count)s can still be among the first %(places)s.",
            count,
        )
    return text % values


def _format_sentence(outlook: Outlook, chance: Chance, *, certain: bool) -> str:
    """Return what somebody needs, in words that follow the name."""
    is_first, places = outlook.places == 1, {"places": outlook.places}
    sure = _("wins for certain") if is_first else _("is for certain among the first %(places)s") % places
    if certain:
        return _("%(sentence)s, whatever comes") % {"sentence": sure}
    possible = _("can still win") if is_first else _("can still be among the first %(places)s") % places
    if not chance.possible:
        return possible
    texts = [f"{sure} {_format_need(outlook, chance.sure)}"] if chance.sure else []
    if chance.possible != chance.sure:
        text = f"{possible} {_format_need(outlook, chance.possible)}"
        texts.append(_("%(sentence)s, but then only tied") % {"sentence": text} if chance.tied else text)
    return "; ".join(texts)


def _format_need(outlook: Outlook, at: int) -> str:
    scale = outlook.scale
    if at == scale.absent:
        return _("even without playing")
    if at == scale.size and scale.by == BY_POINTS:
        return _("with any result")
    if scale.by != BY_PLACE:
        return _("with at least %(points)s points") % {"points": format_hundredths(scale.get_points(max(1, at)))}
    if at == scale.size:
        return _("with any place")
    return (_("with place %(place)s or better") if at > 1 else _("with place %(place)s")) % {"place": at}


def _format_shortly(outlook: Outlook, at: int) -> str:
    """Return a result in a word, for a wall."""
    scale = outlook.scale
    if not at or at >= scale.size:
        return pgettext("any result is enough", "any") if at else ""
    if scale.by == BY_PLACE:
        return _("place %(place)s") % {"place": at}
    return _("%(points)s points") % {"points": format_hundredths(scale.get_points(at))}


def _list_notes(outlook: Outlook, stand: SeasonProgress) -> tuple[str, ...]:
    """Return what the answers depend on."""
    scale, criteria = outlook.scale, stand.settings.criteria
    notes = [_("Also somebody without a result so far can still do it.")] if outlook.newcomers else []
    if outlook.days == 1:
        notes.append(_("For certain: whatever the others do. Can still: if the others do badly enough."))
    if outlook.is_closed:
        notes.append(_("Computed with the %(count)s who take part.") % {"count": outlook.players})
    if scale.by == BY_PLACE:
        notes.append(_("A shared place is left out of account."))
        criteria = (LOT,) if LOT in criteria else ()  # all else is in the answers
    elif scale.by == BY_POINTS:
        notes.append(_("A day brings at most %(points)s points.") % {"points": format_hundredths(scale.best)})
    else:
        notes.append(_("The points of a day have no known limit: this is enough if nobody else gets any."))
    if any(chance.tied for chance in outlook.chances):
        names = ", ".join(str(dict(CRITERIA)[name]) for name in criteria)
        decides = _("Between equals decide: %(criteria)s.") % {"criteria": names}
        notes.append(decides if criteria else _("Who is tied shares the place."))
    return tuple(notes)


MOST_QUESTIONS, MOST_OUTLOOK_BYTES = 256, 16 << 20
_LINE = 700  # bytes of a line, about


def _weigh(page: OutlookPage | None) -> int:
    return _LINE * (1 if page is None else 1 + len(page.lines) + len(page.stays) + len(page.outlook.reaches))


OUTLOOK_CACHE: VersionCache[OutlookPage | None] = VersionCache(
    MOST_QUESTIONS, pace=PACE, quick=QUICK, weigh=_weigh, most_weight=MOST_OUTLOOK_BYTES
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
    outlooks = []
    seasons = Season.objects.filter(events__tournament=tournament, events__gone=None, ended=None)
    for season in seasons.select_related("club").order_by("pk"):
        if page := load_kept_outlook(season):
            has_stays = load_settings(tournament).show_live
            outlooks.append({"season": season, "page": page, "stays": page.stays if has_stays else ()})
    return outlooks
