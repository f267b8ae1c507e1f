"""A person's own page: results, statistics and tournaments to come, in a few rows each.

Others have the names that everybody may see, with nothing behind a link; the staff sees those of the register.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Sum
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.book.sums.counts import update_counts
from scoring.reports.statistics.filters import Scope, StatisticsFilter, get_year, list_filter_tables, may_look_back
from scoring.reports.statistics.player import (
    EVENINGS,
    OWN_GAMES,
    PARTNERS,
    PlayerDetailRow,
    build_partner_grid,
    build_player_report,
)
from scoring.reports.statistics.report import Report, ReportSection, build_points_column
from scoring.table.evenings.days import find_evening_day
from tarockclub.kit.amounts import format_signed_points
from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column, List
from tarockclub.kit.text import build_face_sign
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.kit.xlsx.cells import COUNT
from tarockclub.models import Person
from tarockclub.platform.clubs.ownership import build_counting_filter
from tarockclub.platform.privacy.public_names import compute_bare_name, filter_public_pages
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.page_cache import VersionCache
from tarockclub.platform.sharing.picture import Card, CardRow, build_club_card
from tournaments.around.hall_of_fame.records import SEASON, TOURNAMENT
from tournaments.around.own_page.results import OwnAccess, OwnResult, list_own_results, list_running, load_opened
from tournaments.models import Entrant
from tournaments.seasons.season.evenings.year import PersonYear, load_person_year

MOST_BEST = 10


class OwnScope(Scope):
    """The tables of a club, as one of its players sees them, or its staff."""

    @cached_property
    def public_numbers(self) -> frozenset[int]:
        """The numbers of those whose page everybody may open."""
        return frozenset(filter_public_pages(self.club).values_list("number", flat=True))

    def link_player(self, number: int) -> str:
        """Lead to the pages of those who have agreed; the staff to everybody's."""
        return super().link_player(number) if self.reader.is_inside or number in self.public_numbers else ""

    def link_game(self, contract: str) -> str:
        """Lead to no page of the staff."""
        return super().link_game(contract) if self.reader.is_inside else ""


HEAD_TO_HEAD = List(
    caption=_("Head to head"),
    columns=(
        Column("name", _("Against"), surnames=True, link=lambda row: row["href"]),
        Column("tables", _("Tables"), kind=COUNT),
        Column("ahead", _("ahead"), kind=COUNT),
        Column("behind", _("behind"), kind=COUNT),
        build_points_column("difference", _("Difference"), lambda row: row["difference"]),
    ),
    sort="-tables",
    empty=_("No table was found."),
    prefix="h-",
)
BEST_HANDS = List(
    caption=_("Best hands"),
    columns=(
        build_points_column("points", _("Points"), lambda row: row["points"]),
        Column("game", _("Game")),
        Column("day", _("Day"), link=lambda row: row["href"], sorts=False),
    ),
    sort="-points",
    empty=_("No hand was found."),
    prefix="b-",
)


def build_own_report(scope: OwnScope, person: Person) -> Report:
    """Return what a person's own page shows of the tables: a fixed number of queries."""
    report = build_player_report(scope, person)
    everybody = scope.known_names.list_merged(person.pk)
    sections = (
        ReportSection(HEAD_TO_HEAD, list(_iter_opponents(scope, everybody))),
        ReportSection(BEST_HANDS, list(_iter_best_hands(scope, everybody))),
    )
    return report._replace(sections=(*report.sections, *sections) if len(report.sections) > 1 else report.sections)


def _iter_opponents(scope: OwnScope, everybody: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield everybody who was at the same tables, with both scores compared table by table; three queries."""
    own = scope.plays.filter(person__in=everybody)
    mine = dict(own.order_by().values_list("table").annotate(Sum("written")))
    opponents = scope.plays.filter(table__in=own.values("table")).exclude(person__in=everybody)
    scores: dict[int, list[int]] = {}
    for table, person, written in opponents.order_by().values_list("table", "person").annotate(Sum("written")):
        scores.setdefault(scope.known_names.find_main(person), []).append(mine[table] - written)
    for person in Person.objects.filter(pk__in=list(scores)).order_by("number"):
        differences = scores[person.pk]
        yield {
            "name": scope.reader.name_person(person),
            "href": scope.link_player(person.number),
            "tables": len(differences),
            "ahead": sum(score > 0 for score in differences),
            "behind": sum(score < 0 for score in differences),
            "difference": sum(differences),  # sixths of a point
        }


def _iter_best_hands(scope: OwnScope, everybody: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield the best hands, one of each game and role at a table; one query."""
    rows = scope.plays.filter(person__in=everybody, best__gt=0).select_related("table")
    for row in rows.order_by("-best", "table", "best_line")[:MOST_BEST]:
        yield {
            "points": row.best,
            "game": scope.names.name_item(row.contract),
            "day": format_day(row.table.started),
            "href": reverse("deal", args=[row.table.slug, row.best_line]),
        }


def hide_others(report: Report) -> Report:
    """Return what everybody may see of a report: of others only who has agreed, too, and no address of a table."""
    partners: list[PlayerDetailRow] = [row for row in _find_rows(report, PARTNERS) if row.href]
    rows: dict[str, list[Any]] = {
        PARTNERS.prefix: partners,
        HEAD_TO_HEAD.prefix: [row for row in _find_rows(report, HEAD_TO_HEAD) if row["href"]],
        BEST_HANDS.prefix: [row | {"href": ""} for row in _find_rows(report, BEST_HANDS)],
        EVENINGS.prefix: [],
    }
    sections = (section._replace(rows=rows.get(section.list.prefix, section.rows)) for section in report.sections)
    return report._replace(
        numbers=tuple(number._replace(href="") for number in report.numbers),
        sections=tuple(section for section in sections if section.rows),
        grid=build_partner_grid(partners),
    )


_SECONDS = 30  # for so long a page that is opened again shows the same


class OwnPage(NamedTuple):
    """The content of a person's own page."""

    report: Report
    results: list[OwnResult]
    has_uncounted: bool  # tournaments under simulated time
    year: PersonYear | None = None  # the running one, where whoever asks may see it
    seasons: Sequence[OwnResult] = ()  # others that go on
    left: int = 0  # tables whose hands are not added up yet
    years: tuple[int, ...] = ()  # in which the person has played, the latest first


_PAGES: VersionCache[OwnPage] = VersionCache(64, seconds=_SECONDS)


def load_own_page(person: Person, language: str, access: OwnAccess) -> OwnPage:
    """Return the page of a person for somebody, at most half a minute old."""
    name = (person.club_id, person.pk, person.page_digest, language, access)
    return _PAGES.load_newest(name, "", lambda: _build_page(person, language, access))[1]


def _build_page(person: Person, language: str, access: OwnAccess) -> OwnPage:
    left = update_counts(person.club)
    tables = list_filter_tables(person.club_id, StatisticsFilter())
    report = build_own_report(OwnScope(person.club_id, tables, language, access.reader), person)
    real = Entrant.objects.filter(build_counting_filter(Entrant), person=person)
    trials = real.filter(tournament__lapse=True, tournament__archived=None)
    years = {find_evening_day(table.day).year for table in _find_rows(report, EVENINGS)}
    return OwnPage(
        report if access.reader.is_inside or access.is_person else hide_others(report),
        list_own_results(person, sees_points=access.sees_years),
        trials.exists(),
        year := load_person_year(person) if access.sees_years else None,
        list_running(person, year.slug if year is not None else "") if access.sees_years else (),
        left=left,
        years=tuple(sorted(years, reverse=True)),
    )


def build_year_card(person: Person, year: int) -> Card | None:
    """Return a person's year as everybody may see it; None while hands are still to be added up, 404 without any."""
    if update_counts(person.club):
        return None
    tables = list_filter_tables(person.club_id, StatisticsFilter(*get_year(year)))
    report = build_own_report(OwnScope(person.club_id, tables, get_current_language(), EVERYBODY), person)
    days = {find_evening_day(table.day) for table in _find_rows(report, EVENINGS)}
    if not days:
        raise Http404
    points, hands, *rates, best, _worst = report.numbers
    partner: Any = max(_find_rows(report, PARTNERS), key=lambda row: row.total.hands, default=None)
    favourite: Any = max(_find_rows(report, OWN_GAMES), key=lambda row: row.total.hands, default=None)
    rows = [
        (gettext("Days played"), f"{len(days)}"),
        *((number.label, number.text) for number in (points, hands, best)),
    ]
    rows += [(gettext("Favourite game"), favourite.name)] if favourite is not None else []
    rows += [(gettext("Most often partner"), partner.name)] if partner is not None and partner.href else []
    rows += [(number.label, number.text) for number in rates]
    results = list_own_results(person, sees_points=False)
    placed = [result for result in results if result.rank and result.event.day and result.event.day.year == year]
    return build_club_card(
        person.club,
        EVERYBODY.name_person(person),
        gettext("The year %(year)s") % {"year": year},
        (CardRow(capfirst(label), text, is_below=text.startswith("\u2212")) for label, text in rows),
        facts=tuple((result.event.name, f"{result.rank}.") for result in reversed(placed)),
    )


REVIEW_MONTHS = (12, 1)  # in which the year is offered above all else


MOST_ROWS, MOST_GAMES, MOST_TOURNAMENTS = 5, 4, 3


class PersonRow(NamedTuple):
    """A row beside which one number stands."""

    name: str
    href: str
    amount: str
    facts: str
    is_loss: bool = False


def build_person_context(request: HttpRequest, person: Person, page: OwnPage) -> dict[str, Any]:
    """Return what a person's page shows, whoever reads it."""
    tournaments = [result for result in page.results if result.event.what != SEASON]
    seasons = [result for result in (*page.seasons, *page.results) if result.event.what == SEASON]
    today = find_evening_day(now())
    years = [year for year in page.years if not page.left and may_look_back(year)]
    return {
        "page": page,
        "years": years,
        "review": years[0] if years and today.month in REVIEW_MONTHS and today.year - years[0] < 2 else None,
        "face": build_face_sign(compute_bare_name(person), person.pk),
        "titles": [_build_title(result) for result in page.results if result.rank == 1],
        "tournaments": tournaments[:MOST_TOURNAMENTS],
        "earlier_tournaments": tournaments[MOST_TOURNAMENTS:],
        "seasons": seasons,
        "opened": load_opened(request, person),
        "rivals": _list_rivals(page.report),
        "games": _list_game_rows(page.report),
        "sections": _build_sections(request, page) if request.GET.keys() - {SEASON, TOURNAMENT} else (),
    }


def _build_title(result: OwnResult) -> dict[str, Any]:
    year = f"{result.event.day.year}" if result.event.day is not None else ""
    return {"name": result.event.name, "year": "" if year in result.event.name else year}


def _find_rows(report: Report, kind: List) -> Sequence[Any]:
    return next((section.rows for section in report.sections if section.list is kind), ())


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
    shown, marks = by_hands[:MOST_GAMES], {row.name: gettext("the favourite") for row in by_hands[:1]}
    costliest = min(by_hands, key=lambda row: row.total.written, default=None)
    if costliest is not None and costliest.total.written < 0:
        shown = shown if costliest in shown else [*shown[: MOST_GAMES - 1], costliest]
        marks.setdefault(costliest.name, gettext("the costliest"))
    return [_build_game(row, marks.get(row.name, "")) for row in sorted(shown, key=lambda row: -row.total.written)]


def _build_game(row: PlayerDetailRow, mark: str) -> PersonRow:
    total = row.total
    words = gettext("%(hands)s played, %(won)s won") % {"hands": total.hands, "won": total.won}
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
