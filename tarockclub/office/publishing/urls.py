"""The addresses of live publishing and of sites as files."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.office.publishing.views")
club_views = LazyViews("tarockclub.office.publishing.club_views")
page_views = LazyViews("tarockclub.office.publishing.page_views")

_TOURNAMENT, _SEASON = "tournaments/<uuid:slug>/internet/", "tournaments/seasons/<uuid:slug>/internet/"
_FILE = "<uuid:key>/site.zip"

urlpatterns = [
    path(_TOURNAMENT, views.handle_tournament, name="tournament_internet"),
    path(f"{_TOURNAMENT}{_FILE}", views.send_tournament_file, name="tournament_site"),
    path(_SEASON, views.handle_season, name="season_internet"),
    path(f"{_SEASON}{_FILE}", views.send_season_file, name="season_site"),
    path("club/internet/", club_views.handle_address, name="hosted_address"),
    path(f"club/internet/{_FILE}", views.send_club_file, name="club_site"),
    path("club/from-the-inn/", club_views.handle_received, name="received_sites"),
    path("club/from-the-inn/new/", club_views.handle_new_key, name="new_publishing_key"),
    path("published/<uuid:slug>/", page_views.show_page, name="published_site"),
    path("published/<uuid:slug>/<path:path>", page_views.show_page, name="published_page"),
]
