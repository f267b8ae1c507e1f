"""All final results of a club, and all its seasons, for everybody."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.charts.lines import Chart
from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column, List, filter_matching
from tarockclub.models import Club, Publication
from tarockclub.platform.clubs.current_club import load_current_club
from tarockclub.platform.publication import load_publication
from tournaments.around.hall_of_fame.data import load_kept_fame
from tournaments.around.hall_of_fame.records import TOURNAMENT, FameEvent
from tournaments.around.public.dates import load_all_dates
from tournaments.around.public.front import filter_published, load_front_results, load_kept_results
from tournaments.around.public.front_parts import filter_running
from tournaments.core.editions import FINAL
from tournaments.models import Season, Tournament
from tournaments.people.invitations.dates import DatedTournament
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.course.race import draw_first_lines
from tournaments.seasons.season.data import SeasonProgress
from tournaments.seasons.season.head import find_lead, format_coming, format_leader

MOST_PODIUMS, MOST_WINNERS, LEAST_WINS, MOST_DAYS = 4, 4, 2, 6
MOST_RUNNING, MOST_LINES = 4, 3  # seasons, people
MOST_CANCELLED = 3  # that are passed over for the next date


def _get_result_address(row: Tournament) -> str:
    return reverse("edition", args=[row.slug, FINAL, row.result.edition]) if row.result else ""  # type: ignore[attr-defined]


def _read_result(name: str, title: Any, **of_column: Any) -> Column:
    """Return a column with a field of the result of a row, which is read after the rows of a page are known."""

    def get_value(row: Any) -> Any:
        value = getattr(row.result, name) if row.result else None
        return ", ".join(value) if isinstance(value, tuple) else value

    return Column(name, title, of=get_value, sorts=False, **of_column)


RESULTS = List(
    caption=_("Results"),
    columns=(
        Column("name", _("Tournament"), link=_get_result_address, words=True),
        Column("day", _("Day"), show=format_day, latest=True),
        _read_result("winners", _("Won by")),
        _read_result("amount", _("Points"), number=True),
        _read_result("margin", _("Lead"), number=True, aside=True),
        _read_result("behind", _("Behind them"), aside=True),
        _read_result("players", _("People"), number=True),
    ),
    sort="-day",
    empty=_("No result has been published yet."),
    then=("-pk",),
    search=_("Find by name"),
)


def _add_results(rows: Sequence[Tournament]) -> None:
    for row, result in zip(rows, load_kept_results(rows), strict=True):
        row.result = result  # type: ignore[attr-defined]  # for its columns


def show_all_results(request: HttpRequest) -> HttpResponse:
    """Show all final results of a club: the newest with its podium, some before it, older ones in a list.

    404 if the club publishes none. Whoever searches finds all of them in the list.
    """
    club = _find_publishing_club(request, "results")
    rows, typed, publication = filter_published(club), RESULTS.read_search(request), load_publication(club)
    latest = () if typed else load_front_results(club, most=MOST_PODIUMS)
    older = filter_matching(rows.exclude(slug__in=[result.slug for result in latest]), typed, ("name",))
    context = {
        "list": RESULTS.build_page(request, older, seen=_add_results),
        "latest": latest,
        "winners": _list_winners(club) if latest else (),
        "days": _list_days(club) if latest and publication.seasons else (),
        "next": _find_next(club, publication) if latest else None,
        "running": filter_running(club) if publication.now else (),
    }
    return _render(request, club, "results", context)


def _find_next(club: Club, publication: Publication) -> DatedTournament | None:
    if not publication.dates:
        return None
    dates = load_all_dates(club, MOST_CANCELLED + 1, 1, has_names=publication.seasons)
    return next((dated for dated in dates if not dated.news.is_cancelled), None)


def _list_winners(club: Club) -> list[tuple[str, range]]:
    """Return who has won most tournaments, each with a range of as many; nobody who has won one alone."""
    fame = load_kept_fame(club)
    tournaments = (won for won in fame.results if won.what == TOURNAMENT and won.slug)
    wins = Counter(who for won in tournaments for who in won.winners)
    most = [(who, count) for who, count in wins.most_common(MOST_WINNERS) if count >= LEAST_WINS]
    return [(fame.people[who].name, range(count)) for who, count in most]


def _list_days(club: Club) -> list[tuple[FameEvent, str]]:
    """Return the days of seasons whose results were typed in, the latest first, each with who has won it."""
    fame = load_kept_fame(club)
    typed = [won for won in fame.results if won.what == TOURNAMENT and not won.slug and won.day is not None]
    typed.sort(key=lambda won: won.day or date.min, reverse=True)
    return [(won, ", ".join(fame.people[who].name for who in won.winners)) for won in typed[:MOST_DAYS]]


class RunningSeason(NamedTuple):
    """A season that goes on: who leads, when it goes on, and how it came about."""

    season: Season
    leads: str
    coming: str  # the next day
    chart: Chart | None


def _get_season_address(row: Season) -> str:
    return reverse("season_standing", args=[row.slug])


def _read_lead(name: str, title: Any, **of_column: Any) -> Column:
    """Return a column with a field of who has won the season of a row."""
    return Column(name, title, of=lambda row: getattr(row.lead, name, None), sorts=False, **of_column)


SEASONS = List(
    caption=_("Earlier seasons"),
    columns=(
        Column("name", _("Season"), link=_get_season_address, words=True),
        Column("ended", _("Ended"), show=format_day, latest=True),
        _read_lead("names", _("Won by"), show=", ".join),
        _read_lead("points", _("Points"), number=True),
        _read_lead("ahead", _("Lead"), number=True, aside=True),
        _read_lead("second", _("Ahead of"), aside=True),
    ),
    sort="-ended",
    then=("-pk",),
)


def _add_leads(rows: Sequence[Season]) -> None:
    for row in rows:
        row.lead = find_lead(load_kept_season(row).stand)  # type: ignore[attr-defined]  # for its columns


def show_all_seasons(request: HttpRequest) -> HttpResponse:
    """Show all seasons of a club: those that go on with who leads, then who has won earlier ones.

    404 if the club publishes none.
    """
    club = _find_publishing_club(request, "seasons")
    seasons = Season.objects.filter(club=club).select_related("club")
    running = seasons.filter(ended=None).order_by("-made", "-pk")[:MOST_RUNNING]
    context = {
        "list": SEASONS.build_page(request, seasons.exclude(pk__in=[row.pk for row in running]), seen=_add_leads),
        "running": [_build_running(load_kept_season(row).stand) for row in running],
    }
    return _render(request, club, "seasons", context)


def _build_running(stand: SeasonProgress) -> RunningSeason:
    chart = draw_first_lines(stand, MOST_LINES)
    return RunningSeason(stand.season, format_leader(stand), format_coming(stand), chart)


def _find_publishing_club(request: HttpRequest, part: str) -> Club:
    club = load_current_club(request)
    if not getattr(load_publication(club), part):
        raise Http404
    return club


def _render(request: HttpRequest, club: Club, name: str, context: dict[str, Any]) -> HttpResponse:
    response = render(request, f"tournaments/around/public/{name}.html", {**context, "front_club": club})
    response["Cache-Control"] = "private, no-cache"
    return response
