"""All addresses of the site."""

from django.urls import include, path, re_path

from tarockclub.office.club_file import urls as club_file_urls
from tarockclub.platform.server.lazy_views import LazyViews

factor_views = LazyViews("tarockclub.platform.accounts.second_factor.views")
own_views = LazyViews("tarockclub.platform.accounts.own_views")
views = LazyViews("tarockclub.platform.accounts.views")
look = LazyViews("tarockclub.platform.club_look.views")
design_page = LazyViews("tarockclub.office.design.views")
docs_page = LazyViews("tarockclub.platform.api.docs_page")
preferences = LazyViews("tarockclub.kit.preferences")
navigation = LazyViews("tarockclub.platform.navigation.views")
search = LazyViews("tarockclub.office.search.views")
entry_point = LazyViews("tarockclub.platform.api.entry_point")
token_views = LazyViews("tarockclub.platform.api.token_views")

urlpatterns = [
    path("", include("scoring.sheets.own_sheets.urls")),
    path("", include("scoring.urls")),
    path("statistics/", include("scoring.reports.statistics.urls")),
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
    path("setup/", views.handle_setup, name="setup"),
    path("setup/file/", include(club_file_urls.setup)),
    path("log-in/", views.handle_log_in, name="log_in"),
    path("log-in/", views.handle_log_in, name="account_login"),  # as allauth calls it
    path("log-in/code/", factor_views.handle_log_in_code, name="mfa_authenticate"),
    path("log-in/passkey/", factor_views.handle_passkey_log_in, name="mfa_login_webauthn"),
    path("log-out/", views.handle_log_out, name="log_out"),
    path("password/", views.handle_own_password, name="own_password"),
    path("password/once-more/", views.handle_confirmation, name="confirm"),
    path("password/log-ins/", own_views.handle_own_sessions, name="own_sessions"),
    # As allauth calls them.
    path("password/second-factor/", factor_views.show_second_factor, name="mfa_index"),
    path("password/second-factor/app/", factor_views.handle_app, name="mfa_activate_totp"),
    path("password/second-factor/app/end/", factor_views.handle_app_end, name="mfa_deactivate_totp"),
    path("password/second-factor/codes/", factor_views.show_recovery_codes, name="mfa_view_recovery_codes"),
    path("password/second-factor/codes/new/", factor_views.handle_new_codes, name="mfa_generate_recovery_codes"),
    path("password/second-factor/passkeys/new/", factor_views.handle_new_passkey, name="mfa_add_webauthn"),
    path("password/second-factor/passkeys/<int:pk>/end/", factor_views.handle_passkey_end, name="mfa_remove_webauthn"),
    path("club/", views.handle_club, name="club"),
    path("club/log/", include("tarockclub.office.audit_log.urls")),
    path("club/accounts/new/", views.handle_new_account, name="new_account"),
    path("club/accounts/<int:number>/", views.handle_account, name="account"),
    path("club/accounts/<int:number>/password/", views.handle_account_password, name="account_password"),
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
