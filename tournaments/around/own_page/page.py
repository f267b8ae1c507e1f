"""A person's page for its template: titles, places, partners, rivals and games in a few rows each."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.reports.statistics.player import OWN_GAMES, PlayerDetailRow
from scoring.reports.statistics.report import Report
from tarockclub.kit.amounts import format_hundredths, format_signed_points
from tarockclub.kit.faces import build_face_sign
from tarockclub.kit.tables import List
from tarockclub.models import Person
from tarockclub.platform.privacy.public_names import compute_bare_name
from tournaments.around.own_page.scope import HEAD_TO_HEAD
from tournaments.around.own_page.selectors import OwnPage, OwnResult
from tournaments.seasons.season.hall_of_fame.records import SEASON

MOST_ROWS, MOST_GAMES, MOST_TOURNAMENTS = 5, 4, 6


class PersonRow(NamedTuple):
    """A row beside which one number stands."""

    name: str
    href: str
    amount: str
    facts: str
    is_loss: bool = False


class Title(NamedTuple):
    """A tournament or a season that a person has won."""

    name: str
    year: str  # "" where the name says it


def build_person_context(request: HttpRequest, person: Person, page: OwnPage, *, sees_points: bool) -> dict[str, Any]:
    """Return what a person's page shows, whoever reads it."""
    tournaments = [result for result in page.results if result.event.what != SEASON]
    seasons = [result for result in page.results if result.event.what == SEASON]
    return {
        "page": page,
        "face": build_face_sign(compute_bare_name(person), person.pk),
        "titles": [_build_title(result) for result in page.results if result.rank == 1],
        "tournaments": tournaments[:MOST_TOURNAMENTS],
        "earlier_tournaments": tournaments[MOST_TOURNAMENTS:],
        "seasons": [(result, _format_season_points(result) if sees_points else "") for result in seasons],
        "rivals": _list_rivals(page.report),
        "games": _list_game_rows(page.report),
        "sections": _build_sections(request, page),
    }


def _build_title(result: OwnResult) -> Title:
    year = f"{result.event.day.year}" if result.event.day is not None else ""
    return Title(result.event.name, "" if year in result.event.name else year)


def _format_season_points(result: OwnResult) -> str:
    return "" if result.points is None else format_hundredths(result.points)


def _find_rows(report: Report, of: List) -> Sequence[Any]:
    return next((section.rows for section in report.sections if section.list is of), ())


def _format_tables(tables: int) -> str:
    return ngettext("%(tables)s table", "%(tables)s tables", tables) % {"tables": tables}


def _list_rivals(report: Report) -> list[PersonRow]:
    """Return those at whose tables the person was most often, with the difference of both scores."""
    rows = sorted(_find_rows(report, HEAD_TO_HEAD), key=lambda row: -row["tables"])[:MOST_ROWS]
    return [
        PersonRow(
            row["name"],
            row["href"],
            format_signed_points(row["difference"]),
            _format_tables(row["tables"]),
            row["difference"] < 0,
        )
        for row in rows
    ]


def _list_game_rows(report: Report) -> list[PersonRow]:
    """Return the games that the person has played most often, and the costliest one; the best one first."""
    rows: Sequence[PlayerDetailRow] = _find_rows(report, OWN_GAMES)
    by_hands = sorted(rows, key=lambda row: -row.total.hands)
    shown, marks = by_hands[:MOST_GAMES], {row.name: _("the favourite") for row in by_hands[:1]}
    costliest = min(by_hands, key=lambda row: row.total.written, default=None)
    if costliest is not None and costliest.total.written < 0:
        shown = shown if costliest in shown else [*shown[: MOST_GAMES - 1], costliest]
        marks.setdefault(costliest.name, _("the costliest"))
    return [_build_game(row, marks.get(row.name, "")) for row in sorted(shown, key=lambda row: -row.total.written)]


def _build_game(row: PlayerDetailRow, mark: str) -> PersonRow:
    total = row.total
    words = _("%(hands)s played, %(won)s won") % {"hands": total.hands, "won": total.won}
    facts = f"{words}: {mark}" if mark else words
    return PersonRow(row.name, row.href, format_signed_points(total.written), facts, total.written < 0)


def _build_sections(request: HttpRequest, page: OwnPage) -> list[dict[str, Any]]:
    return [
        {
            "title": section.list.caption,
            "list": section.list.build_page(request, section.rows),
            "chart": section.chart,
            "hint": section.hint,
            "id": f"section-{index}",
        }
        for index, section in enumerate(page.report.sections)
    ]
