"""All addresses of the site."""

from django.urls import include, path, re_path

from tarockclub.office.club_file import urls as club_file_urls
from tarockclub.platform.server.lazy_views import LazyViews

look = LazyViews("tarockclub.platform.club_look.views")
design_page = LazyViews("tarockclub.office.design.views")
docs_page = LazyViews("tarockclub.platform.api.docs_page")
preferences = LazyViews("tarockclub.kit.preferences")
navigation = LazyViews("tarockclub.platform.navigation.views")
search = LazyViews("tarockclub.office.search.views")
entry_point = LazyViews("tarockclub.platform.api.entry_point")
token_views = LazyViews("tarockclub.platform.api.token_views")

urlpatterns = [
    path("", include("scoring.urls")),
    path("", include("tarockclub.office.privacy.urls")),
    path("", include("tournaments.seasons.federation.urls")),
    path("", include("tournaments.around.public.urls")),
    path("", include("tarockclub.office.publishing.urls")),
    path("", include("tournaments.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("preferences/", preferences.keep_preferences, name="preferences"),
    path("everything/", navigation.show_everything, name="everything"),
    path("help/", include("tarockclub.platform.handbook.urls")),
    path("search/", search.show_search, name="search"),
    path("", include("tarockclub.platform.accounts.urls")),
    path("setup/file/", include(club_file_urls.setup)),
    path("club/log/", include("tarockclub.office.audit_log.urls")),
    path("design/", design_page.show_design, name="design"),
    path("club/look/", look.handle_look, name="club_look"),
    re_path(r"^look/(?P<colour>[0-9a-f]{6})\.css$", look.serve_colours, name="club_colours"),
    re_path(r"^look/(?P<digest>[0-9a-f]{16})\.png$", look.serve_logo, name="club_logo"),
    path("backups/", include("tarockclub.office.backups.urls")),
    path("host/clubs/", include("tarockclub.office.hosting.urls")),
    path("host/clubs/file/", include(club_file_urls.hosting)),
    path("club/file/", include("tarockclub.office.club_file.urls")),
    path("club/programs/", token_views.show_clients, name="api_tokens"),
    path("club/programs/new/", token_views.handle_new_client, name="new_api_token"),
    path("club/programs/<int:number>/end/", token_views.handle_client_end, name="end_api_token"),
    path("api/v1/docs/", docs_page.show_docs, name="api_docs"),
    path("api/v1/docs/<slug:group>/", docs_page.show_group_docs, name="api_docs_of"),
    re_path(
        r"^api/(?P<rest>[\s\S]*)$", entry_point.handle_api_request, name="api"
    ),  # also characters that only a program would send: %0A
]

handler500 = "tarockclub.platform.server.database_errors.handle_server_error"
