"""URLs: seasons, their standings, typed results."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, SEASONS, address, page
from tarockclub.platform.server.lazy_views import LazyViews

evening_views = LazyViews("tournaments.seasons.season.evenings.views")
event_views = LazyViews("tournaments.seasons.season.event_views")
standing_views = LazyViews("tournaments.seasons.season.standing_views")
sub_ranking_views = LazyViews("tournaments.seasons.season.sub_rankings.views")
views = LazyViews("tournaments.seasons.season.views")
cash_views = LazyViews("tournaments.seasons.season.cash.views")
day_views = LazyViews("tournaments.seasons.season.results.day_views")
results_views = LazyViews("tournaments.seasons.season.results.views")

_SEASON = "seasons/<uuid:slug>/"
_RESULTS = f"{_SEASON}events/<int:number>/results/"

finishing_page = partial(page, under="season", needs=Right.DIRECT, posts=True, guide="cup-and-season#finish-a-season")
season_page = partial(page, under="season")
season_days_page = partial(page, under="season_days", needs=Right.ENTER, posts=True)
season_results_page = partial(page, under="season_results", needs=Right.ENTER, posts=True)
season_standing_page = partial(page, under="season_standing", needs=ALL)
seasons_page = partial(page, under="seasons", needs=Right.RESULTS)
urlpatterns = [
    page(
        "seasons",
        "seasons/",
        views.show_seasons,
        _("Seasons"),
        needs=Right.RESULTS,
        place=SEASONS,
        guide="cup-and-season#prepare-a-season",
        is_listed=True,
        words=_("year, championship"),
    ),
    seasons_page(
        "new_season",
        "seasons/new/",
        views.handle_new_season,
        _("Prepare a season"),
        needs=Right.DIRECT,
        posts=True,
        is_listed=True,
        words=_("new season"),
    ),
    seasons_page(
        "new_year",
        "seasons/year/",
        evening_views.handle_new_year,
        _("Begin the year's standings"),
        needs=Right.DIRECT,
        posts=True,
        guide="cup-and-season#year",
        is_listed=True,
        words=_("evenings, who leads this year"),
    ),
    address("season_check", "seasons/check/", views.show_points_check, needs=Right.RESULTS),
    seasons_page("season", _SEASON, views.show_season, _("Season"), guide="cup-and-season#what-counts"),
    season_page(
        "season_settings",
        f"{_SEASON}settings/",
        views.handle_settings,
        _("Settings"),
        needs=Right.RESULTS,
        writers=(Right.ENTER,),
        posts=True,
        guide="cup-and-season#points",
    ),
    season_page(
        "season_events", f"{_SEASON}events/", event_views.handle_events, _("Events"), needs=Right.DIRECT, posts=True
    ),
    season_standing_page(
        "season_event", f"{_SEASON}events/<int:number>/", event_views.handle_event, _("Event %(number)s"), posts=True
    ),
    page(
        "season_standing",
        f"{_SEASON}standing/",
        standing_views.show_standing,
        _("Standings"),
        under=("season", "home"),
        needs=ALL,
    ),
    season_standing_page(
        "season_edition",
        f"{_SEASON}standing/<int:edition>/",
        standing_views.show_edition,
        _("Edition %(edition)s"),
        guide="cup-and-season#finish-a-season",
    ),
    season_standing_page(
        "season_ranking",
        f"{_SEASON}standing/rankings/<int:number>/",
        standing_views.show_standing,
        _("Sub-ranking"),
        guide="cup-and-season#sub-rankings",
    ),
    season_page(
        "season_ranking_settings",
        f"{_SEASON}rankings/<int:number>/",
        sub_ranking_views.handle_ranking,
        _("Sub-ranking"),
        needs=Right.DIRECT,
        posts=True,
        guide="cup-and-season#sub-rankings",
    ),
    page(
        "season_ranking_entries",
        f"{_SEASON}rankings/<int:number>/entry-money/",
        sub_ranking_views.handle_entries,
        _("Entry money"),
        under="season_cash",
        needs=Right.CASH,
        writers=(Right.TILL,),
        posts=True,
        guide="cup-and-season#marathon",
    ),
    season_standing_page(
        "season_outlook",
        f"{_SEASON}outlook/",
        standing_views.show_outlook,
        _("What is still possible"),
        guide="cup-and-season#still-possible",
    ),
    season_standing_page("season_meetings", f"{_SEASON}meetings/", standing_views.show_meetings, _("Who has met whom")),
    address("season_player", f"{_SEASON}players/<int:number>/", standing_views.show_player, needs=ALL),
    finishing_page("season_publish", f"{_SEASON}publish/", views.handle_publication, _("Publish")),
    finishing_page("season_link", f"{_SEASON}link/", views.handle_link, _("Secret link"), guide="cup-and-season#year"),
    page(
        "linked_year",
        "seasons/link/<secret:secret>/",
        standing_views.show_linked_year,
        _("Year's standings"),
        needs=ALL,
        place=SEASONS,
        guide="cup-and-season#year",
    ),
    finishing_page("season_lots", f"{_SEASON}lots/", views.handle_lots, _("Lots")),
    finishing_page("season_take_up", f"{_SEASON}take-up/", views.handle_reopening, _("Continue")),
    page(
        "season_cash",
        f"{_SEASON}cash/",
        cash_views.handle_cash,
        _("Cash box"),
        under=("season", "home"),
        needs=Right.CASH,
        writers=(Right.TILL,),
        posts=True,
        guide="treasury#season-cash",
    ),
    page(
        "season_bank",
        f"{_SEASON}cash/bank/",
        cash_views.handle_bank,
        _("Paid by bank"),
        under="season_cash",
        needs=Right.CASH,
        writers=(Right.TREASURE,),
        posts=True,
        guide="treasury#bank",
    ),
    season_page(
        "season_results",
        _RESULTS,
        results_views.handle_list,
        _("Results"),
        needs=Right.ENTER,
        posts=True,
        guide="cup-and-season#earlier-results",
    ),
    season_results_page("season_results_file", f"{_RESULTS}file/", results_views.handle_file, _("Results")),
    season_results_page(
        "season_results_confirm", f"{_RESULTS}confirm/", results_views.handle_confirmation, _("Results")
    ),
    season_page(
        "season_days",
        f"{_SEASON}days/",
        day_views.handle_list,
        _("Results of several days"),
        needs=Right.ENTER,
        posts=True,
        guide="cup-and-season#earlier-results",
    ),
    season_days_page("season_days_file", f"{_SEASON}days/file/", day_views.handle_file, _("Results of several days")),
    season_days_page(
        "season_days_confirm", f"{_SEASON}days/confirm/", day_views.handle_confirmation, _("Results of several days")
    ),
    season_page(
        "season_workbook",
        f"{_SEASON}workbook/",
        views.show_workbook,
        _("Spreadsheet and data"),
        needs=Right.RESULTS,
        guide="printing-and-spreadsheets#tournament-workbook",
    ),
    address("season_file", f"{_SEASON}workbook/<slug:form>/", views.download_workbook, needs=Right.RESULTS),
]
