"""The addresses of what a club shows to everybody."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

calendar_views = LazyViews("tournaments.around.public.calendar_views")
embed_views = LazyViews("tournaments.around.public.embed_views")
feed = LazyViews("tournaments.around.public.feed")
front_views = LazyViews("tournaments.around.public.front_views")
settings_views = LazyViews("tournaments.around.public.settings_views")
share_views = LazyViews("tournaments.around.public.share_views")

_TOURNAMENT, _SEASON = "tournaments/<uuid:slug>/", "tournaments/seasons/<uuid:slug>/"
_ROUND = f"{_TOURNAMENT}rounds/<int:number>/"
_PICTURE = "<slug:shape>.png"

urlpatterns = [
    path("front/", front_views.show_open_front, name="front"),
    path(f"front/{_PICTURE}", front_views.serve_front_picture, name="front_picture"),
    path("front/coming/", calendar_views.show_coming, name="coming"),
    path("front/calendar.ics", calendar_views.serve_calendar, name="federation_calendar"),
    path("feed.atom", feed.serve_feed, name="feed"),
    path("club/public/", settings_views.handle_publication, name="publication"),
    path(f"embed/{_TOURNAMENT}", embed_views.show_standings, name="embed_standings"),
    path(f"embed/{_ROUND}", embed_views.show_standings, name="embed_round_standings"),
    path("embed/seasons/<uuid:slug>/", embed_views.show_season, name="embed_season"),
    path("embed/tables/<uuid:slug>/", embed_views.show_table, name="embed_table"),
    path(f"{_TOURNAMENT}share/", share_views.show_standings, name="share_standings"),
    path(f"{_TOURNAMENT}share/{_PICTURE}", share_views.serve_standings_picture, name="standings_picture"),
    path(f"{_ROUND}share/", share_views.show_standings, name="share_round_standings"),
    path(f"{_ROUND}share/{_PICTURE}", share_views.serve_standings_picture, name="round_standings_picture"),
    path(f"{_TOURNAMENT}podium/", share_views.show_podium, name="podium"),
    path(f"{_TOURNAMENT}podium/{_PICTURE}", share_views.serve_podium_picture, name="podium_picture"),
    path(f"{_SEASON}share/", share_views.show_season, name="share_season"),
    path(f"{_SEASON}share/{_PICTURE}", share_views.serve_season_picture, name="season_picture"),
]
