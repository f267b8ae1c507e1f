"""The rows of standings as HTML: joined strings, since a template takes twenty times as long for 2,000 of them."""

import uuid
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tarockclub.kit.charts.sparks import render_move, render_sparkline
from tarockclub.kit.words import add_soft_hyphens
from tournaments.results.standings.column import AmountCell
from tournaments.results.standings.drama import NO_DRAMA, Drama
from tournaments.results.standings.page import StandingPage, StandingRow


class BlockHtml(NamedTuple):
    """A table of the standings, with its rows rendered."""

    table: int  # 0: all
    rows: SafeString  # empty: nobody


class RowCourse(NamedTuple):
    """The totals of a player round by round, and the prize, beside the amounts."""

    totals: tuple[int, ...]  # after each round
    prize: str = ""


def render_blocks(
    shown: StandingPage | None,
    slug: uuid.UUID,
    drama: Drama = NO_DRAMA,
    courses: Mapping[int, RowCourse] | None = None,
) -> tuple[BlockHtml, ...]:
    """Render the tables of the standings; names link to the players' pages. `courses`: by start number."""
    players = reverse("tournament_player", args=[slug, 0]).removesuffix("0/")
    blocks = shown.blocks if shown else ()
    return tuple(BlockHtml(block.table, render_rows(block.rows, players, drama, courses)) for block in blocks)


class Words:
    """The words of a row, looked up once."""

    def __init__(self) -> None:
        self.number, self.table, self.instead = escape(_("No.")), escape(_("table")), escape(_("instead of"))
        self.replacement, self.place = escape(_("replacement capital")), escape(_("place # there"))
        self.withdrawn = escape(_("has withdrawn"))


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
    facts = [f"{words.number}&nbsp;{row.number}"] if row.number else []
    facts += [f"{words.table}&nbsp;{table}" for table in row.about]
    facts += [f"{words.instead} {escape(row.before)}"] if row.before else []
    replaced = f'<small class="replaced">{row.replaced} × {words.replacement}</small>' if row.replaced else ""
    facts += [words.withdrawn] if row.has_withdrawn else []
    facts += [words.place.replace("#", str(row.place))] if row.place else []
    gap = drama.gaps.get(row.number, "")
    missing = f'<small class="gap">{escape(gap)}</small>' if gap else ""
    move = render_move(drama.moves.get(row.number, 0))
    cells = "".join(map(_render_cell, row.amounts))
    if courses is not None:
        cells = "".join(map(_render_cell, row.amounts[:-1])) + _render_cell(row.amounts[-1], "decides ")
        cells += _render_course(courses.get(row.number, RowCourse(())))
    wins = ' class="wins"' if row.wins else ""
    return (
        f'<tr data-number="{row.number}"{wins}><td>{row.rank}{move}</td>'
        f'<th scope="row">{linked} <small>{" · ".join(facts)}</small>{replaced}{missing}</th>{cells}</tr>'
    )


def _render_course(course: RowCourse) -> str:
    spark = render_sparkline((0, *course.totals)) if course.totals else ""
    return f'<td class="spark-cell">{spark}</td><td class="prize-cell">{escape(course.prize)}</td>'


def _render_cell(amount: AmountCell, mark: str = "") -> str:
    place = f"<small>{amount.place}.</small>" if amount.place else ""
    return f'<td class="{mark}{amount.css}">{escape(amount.text)}{place}</td>'
