"""The addresses of live publishing and of sites as files."""

from functools import partial

from django.urls import path
from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import Stage, address, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.office.publishing.views")
club_views = LazyViews("tarockclub.office.publishing.club_views")
page_views = LazyViews("tarockclub.office.publishing.page_views")

_TOURNAMENT, _SEASON = "tournaments/<uuid:slug>/internet/", "tournaments/seasons/<uuid:slug>/internet/"
_FILE = "<uuid:key>/site.zip"

director_page = partial(page, needs=Right.DIRECT, posts=True, guide="backup-and-moving#into-the-internet")
urlpatterns = [
    director_page(
        "tournament_internet",
        _TOURNAMENT,
        views.handle_tournament,
        _("Into the internet"),
        under="tournament",
        stage=Stage.RESULTS,
    ),
    address("tournament_site", f"{_TOURNAMENT}{_FILE}", views.send_tournament_file, needs=Right.DIRECT),
    director_page("season_internet", _SEASON, views.handle_season, _("Into the internet"), under="season"),
    address("season_site", f"{_SEASON}{_FILE}", views.send_season_file, needs=Right.DIRECT),
    director_page(
        "hosted_address",
        "club/internet/",
        club_views.handle_address,
        _("Into the internet"),
        under="club",
        is_listed=True,
        words=_("publish, live, website, web space, send, laptop"),
    ),
    address("club_site", f"club/internet/{_FILE}", views.send_club_file, needs=Right.DIRECT),
    director_page(
        "received_sites",
        "club/from-the-inn/",
        club_views.handle_received,
        _("From the inn"),
        under="club",
        is_listed=True,
        words=_("publish, live, received, access key, laptop"),
    ),
    page(
        "new_publishing_key",
        "club/from-the-inn/new/",
        club_views.handle_new_key,
        _("Access for a laptop"),
        under="received_sites",
        needs=Right.DIRECT,
        posts=True,
    ),
    path("published/<uuid:slug>/", page_views.show_page, name="published_site"),
    path("published/<uuid:slug>/<path:path>", page_views.show_page, name="published_page"),
]
