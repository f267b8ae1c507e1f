"""The addresses of sites as files."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import Stage, address, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.office.static_site.views")

_TOURNAMENT, _SEASON = "tournaments/<uuid:slug>/internet/", "tournaments/seasons/<uuid:slug>/internet/"
_FILE = "<uuid:key>/site.zip"

website_page = partial(page, needs=Right.DIRECT, posts=True, guide="backup-and-moving#into-the-internet")
urlpatterns = [
    website_page(
        "tournament_internet",
        _TOURNAMENT,
        views.handle_tournament,
        _("Publish as a website"),
        under="tournament",
        stage=Stage.RESULTS,
    ),
    address("tournament_site", f"{_TOURNAMENT}{_FILE}", views.send_tournament_file, needs=Right.DIRECT),
    website_page("season_internet", _SEASON, views.handle_season, _("Publish as a website"), under="season"),
    address("season_site", f"{_SEASON}{_FILE}", views.send_season_file, needs=Right.DIRECT),
    website_page(
        "club_internet",
        "club/internet/",
        views.handle_club,
        _("Publish as a website"),
        under="club",
        is_listed=True,
        words=_("publish, website, web space"),
    ),
    address("club_site", f"club/internet/{_FILE}", views.send_club_file, needs=Right.DIRECT),
]
