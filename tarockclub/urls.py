"""All addresses of the site."""

from django.urls import include, path, re_path

from tarockclub.accounts import own_views, views
from tarockclub.api import docs_page, entry_point, token_views

urlpatterns = [
    path("", include("scoring.urls")),
    path("statistics/", include("scoring.statistics.urls")),
    path("", include("tournaments.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("setup/", views.setup_page, name="setup"),
    path("log-in/", views.log_in_page, name="log_in"),
    path("log-in/code/", views.log_in_code_page, name="log_in_code"),
    path("log-out/", views.log_out_page, name="log_out"),
    path("password/", views.own_password_page, name="own_password"),
    path("password/once-more/", views.confirm_page, name="confirm"),
    path("password/log-ins/", own_views.own_sessions_page, name="own_sessions"),
    path("password/second-factor/", own_views.own_second_factor_page, name="own_second_factor"),
    path("club/", views.club_page, name="club"),
    path("club/accounts/new/", views.new_account_page, name="new_account"),
    path("club/accounts/<int:number>/", views.account_page, name="account"),
    path("club/accounts/<int:number>/password/", views.account_password_page, name="account_password"),
    path("backups/", include("tarockclub.backups.urls")),
    path("club/programs/", token_views.clients_page, name="api_tokens"),
    path("club/programs/new/", token_views.new_client_page, name="new_api_token"),
    path("club/programs/<int:number>/end/", token_views.end_client_page, name="end_api_token"),
    path("api/v1/docs/", docs_page.docs, name="api_docs"),
    path("api/v1/docs/<slug:group>/", docs_page.docs_of, name="api_docs_of"),
    re_path(r"^api/(?P<rest>[\s\S]*)$", entry_point.answer, name="api"),  # also what only a program would send: %0A
]

handler500 = "tarockclub.server.database_errors.failed"
