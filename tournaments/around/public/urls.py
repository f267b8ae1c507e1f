"""The addresses of what a club shows to everybody."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import (
    ALL,
    DATES,
    EVENINGS,
    SEASONS,
    TOURNAMENTS,
    Signpost,
    Stage,
    address,
    page,
)
from tarockclub.platform.server.lazy_views import LazyViews

calendar_views = LazyViews("tournaments.around.public.views")
feed = LazyViews("tournaments.around.public.feed")
morning_after = LazyViews("tournaments.around.public.morning_after")
published = LazyViews("tournaments.around.public.published")
share_views = LazyViews("tournaments.around.public.share_views")

_TOURNAMENT, _SEASON = "tournaments/<uuid:slug>/", "tournaments/seasons/<uuid:slug>/"
_LINK = "tournaments/seasons/link/<secret:secret>/"
_ROUND = f"{_TOURNAMENT}rounds/<int:number>/"
_PICTURE = "<slug:shape>.png"

open_page = partial(page, needs=ALL, guide="printing-and-spreadsheets#share")
front_page = partial(page, under="front", needs=ALL)
website_page = partial(page, guide="printing-and-spreadsheets#website")
urlpatterns = [
    website_page(
        "front", "front/", calendar_views.show_open_front, _("The club's front page"), needs=ALL, place=EVENINGS
    ),
    address("front_picture", f"front/{_PICTURE}", calendar_views.serve_front_picture, needs=ALL),
    page(
        "coming",
        "front/coming/",
        calendar_views.show_coming,
        _("Tournaments to come"),
        under="front",
        needs=ALL,
        place=DATES,
        guide="tournament-day#invitation",
    ),
    front_page("all_results", "front/results/", published.show_all_results, _("Results"), place=TOURNAMENTS),
    front_page("all_seasons", "front/seasons/", published.show_all_seasons, _("Seasons"), place=SEASONS),
    address("federation_calendar", "front/calendar.ics", calendar_views.serve_calendar, needs=ALL),
    address("feed", "feed.atom", feed.serve_feed, needs=ALL),
    website_page(
        "publication",
        "club/public/",
        calendar_views.handle_publication,
        _("What everybody may see"),
        under="club",
        needs=Right.DIRECT,
        posts=True,
        is_listed=True,
        words=_("front page, public, visitors, website, feed"),
    ),
    open_page("share_standings", f"{_TOURNAMENT}share/", share_views.show_standings, _("Share"), under="standings"),
    open_page(
        "share_round_standings", f"{_ROUND}share/", share_views.show_standings, _("Share"), under="round_standings"
    ),
    page(
        "podium",
        f"{_TOURNAMENT}podium/",
        morning_after.show_podium,
        _("The morning after"),
        under="standings",
        needs=ALL,
        guide="printing-and-spreadsheets#morning-after",
    ),
    page(
        "group_text",
        f"{_TOURNAMENT}group/",
        share_views.show_group_text,
        _("Text for the group"),
        under="tournament",
        needs=Right.TABLES,
        stage=Stage.PEOPLE,
        guide="printing-and-spreadsheets#morning-after",
        signpost=Signpost(Stage.PEOPLE, lambda tournament, _settings: tournament.ended is None),
    ),
    page(
        "share_period",
        "evenings/<slug:period>/share/",
        morning_after.show_period,
        _("Looking back"),
        under="evenings",
        needs=Right.PEOPLE,
        writers=(Right.ENTER,),
        posts=True,
        guide="printing-and-spreadsheets#morning-after",
    ),
    open_page("share_season", f"{_SEASON}share/", share_views.show_season, _("Share"), under="season_standing"),
    address("linked_year_picture", f"{_LINK}{_PICTURE}", share_views.serve_linked_picture, needs=ALL),
]
