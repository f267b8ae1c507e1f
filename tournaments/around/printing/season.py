"""A season on paper: its standings, and certificates for the best; the hall of fame of all years."""

from collections.abc import Iterator, Sequence
from datetime import date

from django.http import Http404, QueryDict
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tarockclub.kit.charts.lines import LETTER, WIDTH
from tarockclub.kit.days import format_day, format_moment
from tarockclub.kit.text import parse_whole
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club, Person
from tarockclub.platform.club_look.services import build_look
from tarockclub.platform.server.apart.papers import (
    LEFT,
    RIGHT,
    Block,
    PaperAcross,
    PaperColumn,
    PaperFilling,
    PaperHeading,
    PaperList,
    PaperName,
    PaperParagraph,
    PaperPicture,
    PaperRow,
    PlainBlock,
    render_paper,
)
from tarockclub.platform.server.page_cache import VersionCache
from tournaments.around.hall_of_fame.data import load_fame
from tournaments.around.hall_of_fame.views import (
    ALL_TIME,
    MEDALS,
    build_winner,
    format_record,
    list_careers,
    list_medals,
)
from tournaments.around.printing.certificates import (
    MOST,
    Certificate,
    format_winner,
    parse_first,
    render_certificates,
)
from tournaments.models import Season
from tournaments.seasons.season.cache.progress import (
    PACE,
    QUICK,
    KeptSeason,
    find_kept_edition,
    load_kept_season,
)
from tournaments.seasons.season.course.race import draw_race
from tournaments.seasons.season.data import find_sub_standing
from tournaments.seasons.season.services import list_events
from tournaments.seasons.season.settings import EveningRule, parse_season_settings
from tournaments.seasons.season.sub_rankings.actions import find_ranking
from tournaments.seasons.season.table import (
    NO_RANK,
    Cell,
    SeasonColumn,
    SeasonTable,
    build_current_table,
    load_edition_table,
)

WIDE = 7  # number of events from which they stand behind the list for the wall, across
MANY = 14  # events that stand beside each other; more follow below
ROOMY = 27  # people on a page across in letters of the usual size; forty in smaller ones
MEDAL_NAMES = ("gold", "silver", "bronze", "day_gold", "day_silver", "day_bronze")
MOST_RESULTS = 20_000  # of all days on a paper; more are left out
MOST_PAPERS, MOST_BYTES = 32, 16 << 20
PAPER_CACHE: VersionCache[bytes] = VersionCache(MOST_PAPERS, pace=PACE, quick=QUICK, weigh=len, most_weight=MOST_BYTES)


def load_newest_standing(kept: KeptSeason, number: int = 0, edition: int = 0) -> tuple[SeasonTable, str]:
    """Return the latest published standings, or else the current ones, with a note of which they are.

    `number`: of a sub-ranking; 0: the whole season. `edition`: another one than the latest.
    """
    chosen = [row for row in kept.editions if row.edition.number == edition] if edition else kept.editions[-1:]
    editions = dict(
        pair for row in chosen for pair in ((0, row.edition), *((sub.number, sub.edition) for sub in row.subs))
    )
    season = kept.stand.season
    if number not in editions:
        state = _("as of %(time)s") % {"time": format_moment(now())}
        sub = find_sub_standing(kept.stand, number)
        return build_current_table(kept.stand if sub is None else sub.stand), state
    events = [*list_events(season), *list_events(season, gone=True)]
    state = _("published %(moment)s") % {"moment": format_moment(editions[number].at)}
    return load_edition_table(season, editions[number], events), state


def load_season_paper(season: Season, number: int = 0, edition: int = 0, *, at_once: bool = False) -> bytes:
    """Return the standings of a season, or of a sub-ranking, as a paper: made once for each version of these.

    `edition`: another published one than the latest. Raise Http404 for a sub-ranking or an edition that there is not.
    """
    ranking = find_ranking(parse_season_settings(season.settings), number)
    snapshot, row = find_kept_edition(season, edition, at_once=at_once)
    if number and ranking is None:
        raise Http404
    if edition and (row is None or (number and number not in [sub.number for sub in row.subs])):
        raise Http404
    club = season.club
    version = f"{snapshot.version} {club.name} {club.colour} {club.logo}"

    def render() -> bytes:
        return render_season_standing(snapshot, number, edition)

    return PAPER_CACHE.load_newest((season.slug, number, edition, get_current_language()), version, render)[1]


def render_season_standing(kept: KeptSeason, number: int = 0, edition: int = 0) -> bytes:
    """Render the standings of a season, or of a sub-ranking; points that do not count are in brackets."""
    season = kept.stand.season
    ranking = find_ranking(kept.stand.settings, number)
    title = season.name if ranking is None else f"{season.name} · {ranking.name}"
    shown, state = load_newest_standing(kept, number, edition)
    has_results = sum(bool(cell.text) for line in shown.lines for cell in line.cells) <= MOST_RESULTS
    if not has_results:
        shown = shown._replace(columns=(), lines=tuple(line._replace(cells=()) for line in shown.lines))
    is_long, evenings = len(shown.columns) >= WIDE, kept.stand.settings.evenings
    blocks: list[PlainBlock] = [_build_wall_list(shown) if is_long else _build_list(shown, shown.columns, 0)]
    if not edition and (not kept.editions or (kept.official is not None and not kept.differs)):  # it shows today's days
        blocks += _draw_race(kept, number)
    if evenings is None:
        blocks.append(PaperParagraph(_name_events(shown), 8.5))
    if shown.prizes:
        prizes = " · ".join(f"{line.rank} {line.prizes} ({line.names})" for line in shown.prizes)
        blocks.append(PaperParagraph(_("Prizes: %(prizes)s") % {"prizes": prizes}))
    blocks += [PaperParagraph(note, 8.5) for note in (*shown.notes, *shown.uncounted)]
    if not has_results:
        blocks.append(PaperParagraph(_("The results of the days are too many for a paper: they are on the page."), 8.5))
    heads = [row.edition.head for row in kept.editions if edition in (0, row.edition.number)]
    if heads:
        blocks.append(PaperParagraph(_("Head: %(head)s") % {"head": heads[-1]}, 8.5))
    has_brackets = any(not cell.counts for line in shown.lines for cell in line.cells)
    brackets = PaperParagraph(_("In brackets: does not count because other results are better."), 8.5)
    if has_brackets and not is_long:
        blocks.append(brackets)
    parts: list[Block] = [PaperFilling(blocks)]
    if is_long:
        days = [*_list_days(shown, has_dates=evenings is not None), *([brackets] if has_brackets else [])]
        parts.append(PaperAcross(days))
    about = (season.club.name, _("Standings of the season") if evenings is None else _format_period(evenings), state)
    return render_paper(
        "document",
        title,
        build_look(season.club) | {"blocks": parts},
        foot=f"{season.club.name} · {title}",
        about=" · ".join(about),
    )


def _name_events(shown: SeasonTable) -> str:
    return " · ".join(
        f"{column.label}: {column.name}" + (f", {format_day(column.day)}" if column.day else "")
        for column in shown.events
    )


def _draw_race(kept: KeptSeason, number: int) -> Iterator[PlainBlock]:
    """Yield the race of a season as it stands, or of a sub-ranking, under its heading."""
    sub = find_sub_standing(kept.stand, number)
    chart = draw_race(kept.stand if sub is None else sub.stand).chart
    if chart is not None:
        scale, names, _narrow = (room * LETTER + LETTER for room in chart.rooms)
        width = scale + WIDTH + names + LETTER
        yield PaperHeading(_("The race"))
        yield PaperPicture(
            render_to_string("tarockclub/kit/charts/lines.svg", {"chart": chart, "left": scale, "width": width}),
            ", ".join(f"{line.name} {line.ending}" for line in chart.lines),
            width,
            [
                PaperName(scale + WIDTH + LETTER, line.label_y + LETTER, line.whole, line.ending, line.colour)
                for line in chart.lines
            ],
        )


def _build_wall_list(shown: SeasonTable) -> PaperList:
    """Build the list for the wall: rank, name, points and figures, and the days as bars; without a rank apart."""
    columns = (
        PaperColumn(_("Rank"), RIGHT),
        PaperColumn(_("Name"), stretch=True),
        PaperColumn(_("Points"), RIGHT, strong=True),
        *(PaperColumn(str(fact.head), RIGHT) for fact in shown.facts),
        PaperColumn(_("Course")),
    )
    unranked = next((line for line in shown.lines if line.rank == NO_RANK), None)
    rows = [
        PaperRow(
            (line.rank, line.name, line.points, *line.facts, [cell.hundredths for cell in line.cells]),
            strong=line.rank == "1.",
            apart=line is unranked,
        )
        for line in shown.lines
    ]
    return PaperList(columns, rows)


def _list_days(shown: SeasonTable, *, has_dates: bool) -> Iterator[PlainBlock]:
    """Yield the days as lists of so many as a page has room for, each with the sums.

    `has_dates`: each day is called by its date.
    """
    columns = [column._replace(label=_format_date(column)) if has_dates else column for column in shown.columns]
    for first in range(0, len(columns), MANY):
        days = columns[first : first + MANY]
        words = {"first": days[0].label, "last": days[-1].label}
        yield PaperHeading(_("Days %(first)s to %(last)s") % words)
        people = _build_list(shown._replace(facts=()), days, first)
        yield people if len(shown.lines) <= ROOMY else people._replace(size=8, space=1.2)


def _build_list(shown: SeasonTable, days: Sequence[SeasonColumn], first: int) -> PaperList:
    """Build the list of some days, from a position on, with figures and points."""
    columns = (
        PaperColumn(_("Rank"), RIGHT),
        PaperColumn(_("Name"), stretch=True),
        *(PaperColumn(day.label, RIGHT) for day in days),
        *(PaperColumn(str(fact.head), RIGHT) for fact in shown.facts),
        PaperColumn(_("Points"), RIGHT),
    )
    rows = []
    for line in shown.lines:
        cells = map(_format_cell, line.cells[first : first + len(days)])
        facts = line.facts if shown.facts else ()
        rows.append(PaperRow((line.rank, line.name, *cells, *facts, line.points), strong=line.rank == "1."))
    return PaperList(columns, rows)


def _format_date(column: SeasonColumn) -> str:
    return f"{column.day.day}.{column.day.month}." if column.day is not None else column.label


def _format_period(evenings: EveningRule) -> str:
    """Return from when to when evenings count."""
    since, until = (format_day(date.fromisoformat(day)) if day else "…" for day in (evenings.since, evenings.until))
    return _("Evenings from %(since)s to %(until)s") % {"since": since, "until": until}


def _format_cell(cell: Cell) -> str:
    return cell.text if cell.counts or not cell.text else f"({cell.text})"


def render_season_certificates(season: Season, query: QueryDict) -> bytes | None:
    """Render certificates for the best of the published standings; None before they are published."""
    snapshot = load_kept_season(season, at_once=True)
    if not snapshot.editions:
        return None
    shown, _state = load_newest_standing(snapshot)
    ranks = [(parse_whole(line.rank.rstrip(".")), line) for line in shown.lines]
    rows = [line for rank, line in ranks if rank is not None and rank <= parse_first(query)][:MOST]
    names = Person.objects.filter(club=season.club, shown_as__in=[row.name for row in rows])
    people = {person.shown_as: person for person in names}
    certificates = [
        Certificate(
            _("%(rank)s Place") % {"rank": row.rank},
            format_winner(row.name, people.get(row.name)),
            (season.name, *([_("days played: %(days)s") % {"days": row.days}] if shown.facts else [])),
            _("Points: %(points)s") % {"points": row.points},
            (_("For the club"), _("Secretary")),
        )
        for row in rows
    ]
    return render_certificates(season.club, season.name, certificates)


def render_fame(club: Club) -> bytes | None:
    """Render records, winners, and all who were ever among the first three; None if there is no result.

    A federation's has the medals of its seasons and of the days of their finals.
    """
    fame = load_fame(club)
    if not fame.results:
        return None
    winners = [build_winner(event, fame) for event in fame.results]
    if club.is_federation:
        listing, best = MEDALS[False], [row for row in list_medals(fame) if any(row[name] for name in MEDAL_NAMES)]
    else:
        listing = ALL_TIME
        best = [career for career in list_careers(fame) if career["titles"] or career["podiums"]]
    columns = listing.columns
    data = {
        "heading": _("Hall of fame"),
        "records": [format_record(record, fame)[1:] for record in fame.records],
        "columns": (
            PaperColumn(_("Tournament or season"), stretch=True),
            PaperColumn(_("Day")),
            PaperColumn(_("Won by"), stretch=True, strong=True),
        ),
        "rows": [
            PaperRow((row["name"], format_day(row["day"]) if row["day"] else "", row["winners"])) for row in winners
        ],
        "heads": [
            PaperColumn(str(column.title), RIGHT if index else LEFT, stretch=not index)
            for index, column in enumerate(columns)
        ],
        "best": [PaperRow([str(column.show(row[column.name])) for column in columns]) for row in best],
        "words": {"winners": _("Winners"), "best": str(listing.caption)},
    }
    title = " · ".join((_("Hall of fame"), club.name))
    return render_paper("tournaments/around/printing/fame", title, build_look(club) | data)
