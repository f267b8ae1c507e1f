"""The rows of a season's standings as HTML: strings, since a page has thousands of cells."""

import uuid
from collections.abc import Iterable
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tarockclub.kit.charts.sparks import render_move
from tournaments.seasons.season.data import SeasonProgress
from tournaments.seasons.season.settings import CARRIED_POINTS, FINAL
from tournaments.seasons.season.table import Cell, SeasonRow, SeasonTable, build_current_table

_ID = "year-of-"  # of a row, before the number of its person
OWN_LINE = ("?who=", "#race")  # the address of somebody's line over the race, around their number


class ColumnHead(NamedTuple):
    """The month and the day above the points of an event."""

    number: int  # of the event, 0: of several
    name: str
    month: str
    day: str
    is_first: bool  # of its month, from the left


def list_day_heads(shown: SeasonTable) -> list[ColumnHead]:
    """Return the heads of the days, the latest first."""
    heads: list[ColumnHead] = []
    for column in reversed(shown.columns):
        month = date_format(column.day, "M") if column.day is not None else ""
        day = date_format(column.day, "j.") if column.day is not None else column.label
        if column.kind in (FINAL, CARRIED_POINTS):
            month = _("Final") if column.kind == FINAL else column.label
            day = day if column.day is not None else ""
        heads.append(ColumnHead(column.number, column.name, month, day, not heads or heads[-1].month != month))
    return heads


def render_season_rows(rows: Iterable[SeasonRow], link: tuple[str, str]) -> SafeString:
    """Return rows of standings as HTML; `link`: the address of a name, before and after the number."""
    return mark_safe("\n".join(_render_row(row, link) for row in rows))  # noqa: S308 -- names are escaped below


def build_player_link(slug: uuid.UUID) -> tuple[str, str]:
    """Return the address of a season's players, before and after the number."""
    return reverse("season_player", args=[slug, 0]).removesuffix("0/"), "/"


def _render_row(row: SeasonRow, link: tuple[str, str]) -> str:
    before, after = link
    name = f'<th scope="row"><a href="{before}{row.number}{after}">{escape(row.name)}</a></th>'
    more = "".join(f'<td class="more">{text}</td>' for text in row.facts)
    points = f'<td class="{"lost" if row.is_loss else "even"}">{row.points}</td>'
    cells = "".join(map(_render_cell, reversed(row.cells)))
    move = render_move(row.move)
    return f'<tr id="{_ID}{row.number}"><td>{row.rank}</td><td>{move}</td>{name}{points}{more}{cells}</tr>'


def _render_cell(cell: Cell) -> str:
    kinds = "".join(name for name, is_so in ((" lost", cell.is_loss), (" best", cell.is_best)) if is_so)
    text = cell.text if cell.counts else f"<s>{cell.text}</s>"
    return f'<td class="day{kinds}">{text}</td>'


def mark_own_row(table: SafeString, stand: SeasonProgress, number: int) -> SafeString:
    """Return a table, kept for everybody, in which one person's row is marked, and on phones stands first."""
    positions = [at for at, line in enumerate(stand.standing.lines) if stand.people[line.who].number == number]
    if not positions:
        return table
    begin = f'<tr id="{_ID}{number}">'
    [row] = build_current_table(stand, positions[:1]).lines
    own = _render_row(row, OWN_LINE).replace(begin, '<tr class="year-mine">')
    marked = table.replace(begin, f'{begin[:-1]} class="year-mine">')
    marked = marked.replace("<tbody>", f'<tbody class="year-first">{own}</tbody><tbody>', 1)
    return mark_safe(marked)  # noqa: S308 -- rendered as above
