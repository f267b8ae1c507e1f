"""Standings for their page: plain texts, their HTML, and their course; computed once for all users."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tarockclub.kit.charts.lines import Chart, ChartAxes, ChartCourse, build_place_axes, draw_chart
from tarockclub.kit.charts.sparks import render_move, render_sparkline
from tarockclub.kit.words import add_soft_hyphens
from tarockclub.platform.privacy.public_names import shorten_first_name
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.settings import TABLE, Settings
from tournaments.hall.standing.players import People
from tournaments.hall.standing.standing import RankedLine, Standings, compute_standing_totals
from tournaments.results.standings.column import NOTHING, WHOLE, AmountCell, StandingColumn, build_amounts, list_heads
from tournaments.results.standings.columns import SCORE, has_place_points_shown, is_money, list_shown_columns
from tournaments.results.standings.drama import NO_DRAMA, Drama
from tournaments.results.standings.editions import (
    TournamentEdition,
    compute_rows,
    compute_standing_changes,
    read_lines,
)


class StandingRow(NamedTuple):
    """A player in the standings."""

    rank: str
    number: int  # start number; 0: the player only took over a seat
    name: str
    before: str  # previous holder of the seat
    about: tuple[int, ...]  # in a round: the table; over all rounds: empty
    replaced: int
    amounts: tuple[AmountCell, ...]  # the last one decides the rank
    wins: bool
    place: int = 0  # at the table, if shown
    has_withdrawn: bool = False
    since: int = 0  # the round in which the player came; 0: the first one


class StandingBlock(NamedTuple):
    """Rows under one heading: a table if tables are ranked separately, else all."""

    table: int  # 0: all
    rows: tuple[StandingRow, ...]


class StandingPage(NamedTuple):
    """Standings."""

    of: int  # a round's number, or FINAL
    rounds: tuple[int, ...]  # columns of the overall standing
    blocks: tuple[StandingBlock, ...]
    struck: tuple[int, ...]
    edition: TournamentEdition | None  # the newest that was published
    has_changed: bool  # since then
    heads: tuple[str, ...] = ()  # of the columns after those of the rounds
    in_money: bool = True  # it shows play money
    in_points: bool = False  # it shows place points


def build_round_page(
    standings: Standings, number: int, editions: Iterable[TournamentEdition] = ()
) -> StandingPage | None:
    """Return the standings of a round; None if it is not drawn."""
    standing = standings.find_round(number)
    if standing is None:
        return None
    settings, lines = standings.stand.settings, standing.lines
    columns = list_shown_columns(settings, number, lines)
    exact = any(line.capital % WHOLE for line in lines)
    tables = sorted({line.table for line in lines}) if settings.scope == TABLE else [0]
    groups = [(table, [line for line in lines if table in (0, line.table)]) for table in tables]
    page = _build_page(groups, columns, number, exact=exact)._replace(struck=standing.struck)
    return _add_publication(page, standings, editions)


def build_overall_page(standings: Standings, editions: Iterable[TournamentEdition] = ()) -> StandingPage:
    """Return the standings over all rounds that have started."""
    exact = any(total.gain % WHOLE for total in standings.totals)
    rounds = tuple(round_.number for round_ in standings.stand.started_rounds)
    columns = list_shown_columns(standings.stand.settings, FINAL, standings.totals)
    if len(rounds) == 1 and SCORE not in columns:
        rounds = ()  # it is the same number twice
    page = _build_page([(0, standings.totals)], columns, FINAL, rounds, exact=exact)
    return _add_publication(page, standings, editions)


def build_edition_page(edition: TournamentEdition, people: People, settings: Settings) -> StandingPage:
    """Return a published result with the current names."""
    exact = any(row.ranked_amount % WHOLE for row in edition.rows)
    lines = read_lines(edition.rows, people, edition.of)
    rounds = tuple(sorted({played.round for row in edition.rows for played in row.rounds}))
    columns = list_shown_columns(settings, edition.of, lines)
    if is_money(columns[-1]):
        rounds = ()  # play money was not published round by round
    return _build_page([(0, lines)], columns, edition.of, rounds, exact=exact)._replace(edition=edition)


def _build_page(
    groups: Iterable[tuple[int, Sequence[RankedLine]]],
    columns: Sequence[StandingColumn],
    scope: int,
    rounds: tuple[int, ...] = (),
    *,
    exact: bool,
) -> StandingPage:
    """Return standings as a page; `groups`: lines under the number of their table, or all under 0."""
    blocks = tuple(
        StandingBlock(table, tuple(_build_row(line, columns, exact=exact, by_round=bool(rounds)) for line in lines))
        for table, lines in groups
    )
    in_money, in_points = any(map(is_money, columns)), has_place_points_shown(columns)
    return StandingPage(scope, rounds, blocks, (), None, False, list_heads(columns), in_money, in_points)


def _add_publication(page: StandingPage, standings: Standings, editions: Iterable[TournamentEdition]) -> StandingPage:
    """Return the page with its newest edition, and whether the published result differs from the current one."""
    edition = find_latest_edition(editions, page.of)
    if edition is None:
        return page
    changes = compute_standing_changes(edition.rows, compute_rows(standings, page.of))
    return page._replace(edition=edition, has_changed=bool(changes))


def build_standing_rows(ranked: Sequence[RankedLine], settings: Settings, scope: int) -> list[StandingRow]:
    """Return some lines of the standings of a round, or (FINAL) of the whole tournament."""
    columns = list_shown_columns(settings, scope, ranked)
    return [
        _build_row(line, columns, exact=bool((line.capital if scope else line.gain) % WHOLE), by_round=True)
        for line in ranked
    ]


def _build_row(line: RankedLine, columns: Sequence[StandingColumn], *, exact: bool, by_round: bool) -> StandingRow:
    rounds = [_build_round_amount(played, columns, exact=exact) for played in line.rounds] if by_round else []
    first = next((played for played in line.rounds if played is not None), None)
    return StandingRow(
        f"{line.rank}.",
        line.player.number,
        line.player.name,
        ", ".join(line.before),
        (line.table,) if line.table else (),
        line.replaced,
        (*rounds, *build_amounts(line, columns, exact=exact)),
        line.rank == 1,
        line.place if SCORE in columns else 0,
        line.player.has_withdrawn,
        first.round if first is not None and line.rounds[0] is None else 0,
    )


def _build_round_amount(line: RankedLine | None, columns: Sequence[StandingColumn], *, exact: bool) -> AmountCell:
    """Return the result of a round, by the number that ranks overall."""
    if line is None:
        return AmountCell(NOTHING, "even of-round")
    cell = columns[-1].build_amount(line, exact=exact, mark=" of-round")
    return cell._replace(place=line.place) if SCORE in columns else cell


# Rows are joined strings, since a template takes twenty times as long for 2,000 of them.


class RowCourse(NamedTuple):
    """The totals of a player round by round, and the prize, beside the amounts."""

    totals: tuple[int, ...]  # after each round
    prize: str = ""
    played: tuple[bool, ...] = ()  # whether the player was in each round


def render_blocks(
    shown: StandingPage | None,
    slug: uuid.UUID,
    drama: Drama = NO_DRAMA,
    courses: Mapping[int, RowCourse] | None = None,
) -> tuple[dict[str, Any], ...]:
    """Render the tables of the standings; names link to the players' pages. `courses`: by start number."""
    players = reverse("tournament_player", args=[slug, 0]).removesuffix("0/")
    blocks = shown.blocks if shown else ()
    return tuple(
        {
            "table": block.table,  # 0: all
            "rows": render_rows(block.rows, players, drama, courses),  # empty: nobody
        }
        for block in blocks
    )


class Words:
    """The words of a row, looked up once."""

    def __init__(self) -> None:
        self.table, self.instead = escape(_("table")), escape(_("instead of"))
        self.replacement, self.place = escape(_("replacement capital")), escape(_("place # there"))
        self.withdrawn, self.since = escape(_("has withdrawn")), escape(_("from round # on"))


def render_rows(
    rows: Iterable[StandingRow],
    players: str,
    drama: Drama = NO_DRAMA,
    courses: Mapping[int, RowCourse] | None = None,
) -> SafeString:
    """Render the rows of a table; `players`: the beginning of the URLs of players' pages."""
    words = Words()
    return mark_safe("\n".join(_render_row(row, players, words, drama, courses) for row in rows))  # noqa: S308 -- names are escaped below


def _render_row(
    row: StandingRow, players: str, words: Words, drama: Drama, courses: Mapping[int, RowCourse] | None
) -> str:
    name = escape(add_soft_hyphens(row.name))
    linked = f'<a href="{players}{row.number}/">{name}</a>' if row.number else name
    facts = [f"{words.table}&nbsp;{table}" for table in row.about]
    facts += [f"{words.instead} {escape(row.before)}"] if row.before else []
    replaced = f' <small class="replaced">{row.replaced} × {words.replacement}</small>' if row.replaced else ""
    facts += [words.since.replace("#", str(row.since))] if row.since else []
    facts += [words.withdrawn] if row.has_withdrawn else []
    facts += [words.place.replace("#", str(row.place))] if row.place else []
    gap = drama.gaps.get(row.number, "")
    missing = f' <small class="gap">{escape(gap)}</small>' if gap else ""
    move = render_move(drama.moves.get(row.number, 0))
    cells = "".join(map(_render_cell, row.amounts[:-1]))
    if drama.behind:
        cells += f'<td class="minor behind">{escape(drama.behind.get(row.number, ""))}</td>'
    cells += _render_cell(row.amounts[-1], "" if courses is None else "decides ")
    about = f" <small>{' · '.join(facts)}</small>" if facts else ""
    if courses is not None:
        course = courses.get(row.number, RowCourse(()))
        cells += _render_course(course)
        about += _render_on_phone(row, course)
    return (
        f'<tr data-number="{row.number}"><td>{row.rank}{move}</td>'
        f'<th scope="row">{linked}{about}{replaced}{missing}</th>{cells}</tr>'
    )


def _render_course(course: RowCourse) -> str:
    spark = render_sparkline((0, *course.totals)) if course.totals else ""
    return f'<td class="spark-cell">{spark}</td><td class="prize-cell">{escape(course.prize)}</td>'


def _render_on_phone(row: StandingRow, course: RowCourse) -> str:
    """Return rounds and prize for phones, where they have no columns."""
    rounds = "".join(f'<b class="{cell.css}">{cell.text}</b>' for cell in row.amounts if "of-round" in cell.css)
    prize = f"<span>{escape(course.prize)}</span>" if course.prize else ""
    return f'<small class="on-phone">{rounds}{prize}</small>' if rounds or prize else ""


def _render_cell(amount: AmountCell, mark: str = "") -> str:
    place = f"<small>{amount.place}.</small>" if amount.place else ""
    return f'<td class="{mark}{amount.css}">{escape(amount.text)}{place}</td>'


MOST_LINES = 6
MOST_PLAYERS = 200  # whose places after each round are computed while they play


def compute_round_standings(standings: Standings) -> list[tuple[RankedLine, ...]]:
    """Return the standings as they were after each round but the last one, and as they are."""
    rounds = range(1, len(standings.rounds))
    return [
        *(
            compute_standing_totals(standings.stand, standings.rounds[:count], standings.people, standings.lots)
            for count in rounds
        ),
        standings.totals,
    ]


def draw_first(
    totals: Sequence[RankedLine], courses: Sequence[Mapping[int, RankedLine]], column: StandingColumn
) -> Chart | None:
    """Return how the first few came there, round by round; None for a single round."""
    if len(courses) < 2:
        return None
    drawn = []
    for line in totals[:MOST_LINES]:
        sums = list_round_totals(courses, line.player.person, column)
        drawn.append(_build_course(line, 0, (0, *sums), column))
    labels = ("", *(_("R %(number)s") % {"number": number} for number in range(1, len(courses) + 1)))
    return draw_chart(drawn, len(courses), axes=ChartAxes(labels, column.parts, partial(format_value, column)))


def _build_course(line: RankedLine, since: int, totals: tuple[int, ...], column: StandingColumn) -> ChartCourse:
    name = line.player.name
    return ChartCourse(name, since, totals, format_ranked_amount(line, column), shorten_first_name(name))


def list_round_totals(courses: Sequence[Mapping[int, RankedLine]], person: int, column: StandingColumn) -> list[int]:
    """Return the totals of a player after each round, in parts; nothing before the first one."""
    totals = [0]
    for course in courses:
        line = course.get(person)
        totals.append(totals[-1] if line is None else column.value(line))
    return totals[1:]


def format_ranked_amount(line: RankedLine, column: StandingColumn) -> str:
    """Return what ranks a line, for people."""
    return format_value(column, column.value(line))


def format_value(column: StandingColumn, value: int) -> str:
    """Return a value of a column by itself, for people."""
    return column.text(value, bool(value % WHOLE))


def draw_places(standings: Standings) -> Chart | None:
    """Return how the first few went up and down among all, round by round; None for one round, or in a large hall."""
    if len(standings.rounds) < 2 or len(standings.totals) > MOST_PLAYERS:
        return None
    column = list_shown_columns(standings.stand.settings, FINAL)[-1]
    courses = [{line.player.person: line for line in course} for course in compute_round_standings(standings)]
    drawn = []
    for line in standings.totals[:MOST_LINES]:
        lines = [course.get(line.player.person) for course in courses]
        since = next(number for number, played in enumerate(lines) if played is not None)
        places = tuple(-played.rank for played in lines[since:] if played is not None)
        drawn.append(_build_course(line, since, places, column))
    labels = tuple(_("R %(number)s") % {"number": number} for number in range(1, len(courses) + 1))
    return draw_chart(drawn, len(courses) - 1, axes=build_place_axes(labels))
