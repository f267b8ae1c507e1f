"""Statistics of players, games and house rules, by the filters of their pages."""

from datetime import datetime
from fractions import Fraction
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Query
from pydantic import Field

from scoring.reports.statistics.filters import StatisticsFilter
from scoring.reports.statistics.formatting import Rate
from scoring.reports.statistics.games import build_game_report, build_games_report
from scoring.reports.statistics.player import build_player_report
from scoring.reports.statistics.players import build_players_report
from scoring.reports.statistics.report import Make, ReportSection, load_report
from scoring.reports.statistics.sheets import build_sheet_report, build_sheets_report
from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.words import get_current_language
from tarockclub.kit.xlsx.cells import DECIMALS
from tarockclub.models import Person
from tarockclub.platform.api.authentication import TO_READ_PEOPLE, require_staff_account
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Day, In, Number, Out

part = Part("statistics", "Statistics of the hands of the club for players, games and house rules.")
_WORD = r"^[-0-9A-Za-z_]{1,60}$"
Word = Annotated[str, Field(pattern=_WORD)]


class Picked(In):
    """A filter; by default, everything that counts."""

    since: Day | None = Field(default=None, description="Tables that started on this day or later.")
    until: Day | None = Field(default=None, description="Tables that started on this day or earlier.")
    sheet: Word | None = Field(default=None, description="Id of house rules.")
    of: Word | None = Field(default=None, description="`evenings`, or a value as in the addresses of the pages.")


class RateOut(Out):
    """A count and its total."""

    many: Number
    of: Number


class ColumnOut(Out):
    """A column of a list."""

    name: str
    title: str


class ListOut(Out):
    """A list; its rows have a value for each column."""

    title: str
    columns: list[ColumnOut]
    rows: list[list[RateOut | int | float | str | None]] = Field(
        description="Means are rounded to four decimals; moments are ISO 8601."
    )


class FigureOut(Out):
    """A single figure, described in words."""

    label: str
    text: str
    more: str


class StatisticsOut(Out):
    """The content of a statistics page."""

    title: str
    figures: list[FigureOut]
    lists: list[ListOut]
    left: Number = Field(description="Tables not added up yet: request again.")


@part.get("statistics/players", door=TO_READ_PEOPLE)
def list_player_statistics(request: HttpRequest, picked: Query[Picked]) -> StatisticsOut:
    """List all players."""
    return _build_statistics(request, picked, build_players_report)


@part.get("statistics/players/{int:number}", door=TO_READ_PEOPLE)
def read_player_statistics(request: HttpRequest, number: Number, picked: Query[Picked]) -> StatisticsOut:
    """Return one player, by number in the register; a merged person is the one they were merged into."""
    found = Person.objects.select_related("merged_into")
    person = get_object_or_404(found, club=require_staff_account(request).club_id, number=number)
    return _build_statistics(request, picked, lambda scope: build_player_report(scope, person.merged_into or person))


@part.get("statistics/games", door=TO_READ_PEOPLE)
def list_game_statistics(request: HttpRequest, picked: Query[Picked]) -> StatisticsOut:
    """List all games."""
    return _build_statistics(request, picked, build_games_report)


@part.get("statistics/games/{slug:contract}", door=TO_READ_PEOPLE)
def read_game_statistics(request: HttpRequest, contract: str, picked: Query[Picked]) -> StatisticsOut:
    """Return one game, by its id."""
    return _build_statistics(request, picked, lambda scope: build_game_report(scope, contract))


@part.get("statistics/sheets", door=TO_READ_PEOPLE)
def list_sheet_statistics(request: HttpRequest, picked: Query[Picked]) -> StatisticsOut:
    """Compare house rules side by side."""
    return _build_statistics(request, picked, build_sheets_report)


@part.get("statistics/sheets/{slug:sheet_id}", door=TO_READ_PEOPLE)
def read_sheet_statistics(request: HttpRequest, sheet_id: str, picked: Query[Picked]) -> StatisticsOut:
    """Return one set of house rules."""
    return _build_statistics(request, picked, lambda scope: build_sheet_report(scope, sheet_id))


def _build_statistics(request: HttpRequest, picked: Picked, make: Make) -> StatisticsOut:
    wanted = StatisticsFilter(picked.since, picked.until, picked.sheet or "", picked.of or "")
    report, _scope, left = load_report(require_staff_account(request).club, wanted, make, get_current_language())
    if report is None:
        raise Http404
    return StatisticsOut(
        title=str(report.title),
        figures=[FigureOut.read(number, label=str(number.label)) for number in report.numbers],
        lists=[_build_list(request, section) for section in report.sections],
        left=left,
    )


def _build_list(request: HttpRequest, section: ReportSection) -> ListOut:
    columns = section.list.columns
    return ListOut(
        title=str(section.list.caption),
        columns=[ColumnOut(name=column.name, title=str(column.title)) for column in columns],
        rows=[
            [_encode_value(column.get_value(row)) for column in columns]
            for row in section.list.list_rows(request, section.rows)
        ],
    )


def _encode_value(value: Any) -> RateOut | int | float | str | None:
    """Return a value as JSON can represent it."""
    if isinstance(value, Rate):
        return RateOut.read(value)
    if isinstance(value, Fraction):
        return convert_to_number(value.numerator, value.denominator, DECIMALS)
    if isinstance(value, datetime):
        return value.isoformat()
    return value if value is None or isinstance(value, int) else str(value)
