"""The rows of a season's standings as HTML: strings, since a page has thousands of cells."""

import uuid
from collections.abc import Iterable

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from tarockclub.kit.charts.sparks import render_move
from tournaments.seasons.season.data import SeasonProgress
from tournaments.seasons.season.evenings.page import YearCell, YearPage, YearRow, build_year
from tournaments.seasons.season.page import Cell, SeasonPage, SeasonRow

_ID = "year-of-"  # of a row of a year, before the number of its person


def render_season_rows(shown: SeasonPage, slug: uuid.UUID) -> SafeString:
    """Return the rows of standings as HTML; names link to the players' pages."""
    players = build_player_base(slug)
    rows = (_render_row(line, players, has_facts=bool(shown.facts)) for line in shown.lines)
    return mark_safe("\n".join(rows))  # noqa: S308 -- names are escaped below


def build_player_base(slug: uuid.UUID) -> str:
    """Return the address of a season's players, without their number and the last slash."""
    return reverse("season_player", args=[slug, 0]).removesuffix("0/")


def _render_row(line: SeasonRow, players: str, *, has_facts: bool) -> str:
    name = f'<th scope="row"><a href="{players}{line.number}/">{escape(line.name)}</a></th>'
    cells = "".join(_render_cell(cell, "of-round" if has_facts else "season-count") for cell in line.cells)
    facts = "".join(f'<td class="season-count">{text}</td>' for text in line.facts) if has_facts else ""
    return f"<tr><td>{line.rank}</td>{name}<td>{line.points}</td>{facts}{cells}</tr>"


def _render_cell(cell: Cell, kind: str) -> str:
    if cell.counts:
        return f'<td class="{kind}">{cell.text}</td>'
    return f'<td class="{kind} season-struck"><s>{cell.text}</s></td>'


def render_year_rows(year: YearPage, rows: Iterable[YearRow]) -> SafeString:
    """Return rows of a year's standings as HTML; a name shows the person's line over the year."""
    return mark_safe("\n".join(_render_year_row(row) for row in rows))  # noqa: S308 -- as above


def _render_year_row(row: YearRow) -> str:
    name = f'<th scope="row"><a href="?who={row.number}#race">{_render_names(row)}</a></th>'
    more = "".join(f'<td class="more">{text}</td>' for text in row.facts)
    total = f'<td class="{"lost" if row.is_loss else "even"}">{row.total}</td>'
    cells = "".join(map(_render_year_cell, row.cells))
    move = render_move(row.move)
    return f'<tr id="{_ID}{row.number}"><td>{row.rank}</td><td>{move}</td>{name}{total}{more}{cells}</tr>'


def _render_names(row: YearRow) -> str:
    """Return the name, and for phones a short one."""
    if row.short == row.name:
        return escape(row.name)
    return f'<span class="year-full">{escape(row.name)}</span><span class="year-short">{escape(row.short)}</span>'


def mark_own_row(table: SafeString, stand: SeasonProgress, number: int) -> SafeString:
    """Return a year's table, kept for everybody, in which one person's row is marked, and on phones stands first."""
    positions = [at for at, line in enumerate(stand.standing.lines) if stand.people[line.who].number == number]
    if not positions:
        return table
    year = build_year(stand, positions[:1])
    begin = f'<tr id="{_ID}{number}">'
    [row] = (*year.ranked, *year.unranked, *year.guests)
    own = _render_year_row(row)
    own = own.replace(begin, '<tr class="year-mine">')
    marked = table.replace(begin, f'{begin[:-1]} class="year-mine">')
    marked = marked.replace("<tbody>", f'<tbody class="year-first">{own}</tbody><tbody>', 1)
    return mark_safe(marked)  # noqa: S308 -- rendered as above


def _render_year_cell(cell: YearCell) -> str:
    kinds = "".join(name for name, is_so in ((" lost", cell.is_loss), (" best", cell.is_best)) if is_so)
    text = cell.text if cell.counts else f"<s>{cell.text}</s>"
    return f'<td class="day{kinds}">{text}</td>'
