"""All addresses of the site."""

from functools import partial

from django.urls import include, path, re_path
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tarockclub.office.club_file import urls as club_file_urls
from tarockclub.platform.accounts.permissions import LOGGED_IN
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, CLUB, MORE, address, page
from tarockclub.platform.server.lazy_views import LazyViews

factor_views = LazyViews("tarockclub.platform.accounts.second_factor.views")
founding = LazyViews("tarockclub.office.hosting.founding")
handover = LazyViews("tarockclub.office.handover")
own_views = LazyViews("tarockclub.platform.accounts.views")
icons = LazyViews("tarockclub.platform.sharing.responses")
mailbox = LazyViews("tarockclub.office.demo.mailbox")
look = LazyViews("tarockclub.platform.club_look.views")
docs_page = LazyViews("tarockclub.platform.api.openapi")
preferences = LazyViews("tarockclub.kit.preferences")
navigation = LazyViews("tarockclub.platform.navigation.places")
search = LazyViews("tarockclub.office.search.views")
entry_point = LazyViews("tarockclub.platform.api.entry_point")
token_views = LazyViews("tarockclub.platform.api.token_views")

log_in_page = partial(page, needs=ALL, posts=True, place=MORE, has_bar=False)
second_factor_page = partial(page, under="mfa_index", needs=LOGGED_IN, posts=True)
director_page = partial(page, needs=Right.DIRECT, posts=True)
own_page = partial(page, under="own_password", needs=LOGGED_IN, posts=True)
open_page = partial(page, needs=ALL, place=MORE)
api_tokens_page = partial(page, under="api_tokens", needs=Right.DIRECT, posts=True)
urlpatterns = [
    path("", include("scoring.urls")),
    path("", include("tarockclub.office.privacy.urls")),
    path("", include("tournaments.around.public.urls")),
    path("", include("tarockclub.office.static_site.urls")),
    path("", include("tarockclub.office.audit_log.urls")),
    path("", include("tournaments.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    address("preferences", "preferences/", preferences.keep_preferences, needs=ALL, posts=True),
    open_page(
        "everything",
        "everything/",
        navigation.show_everything,
        pgettext_lazy("place", "Everything"),
        guide="first-evening#find-your-way",
    ),
    address("admin", "admin/", navigation.explain_admin, needs=ALL),
    path("help/", include("tarockclub.platform.handbook.urls")),
    open_page("search", "search/", search.show_search, _("Search"), guide="first-evening#find-your-way"),
    log_in_page("setup", "setup/", own_views.handle_setup, _("Set-up"), guide="first-evening#set-up"),
    log_in_page("log_in", "log-in/", own_views.handle_log_in, _("Log in"), guide="first-evening#log-in"),
    address("account_login", "log-in/", own_views.handle_log_in, needs=ALL, posts=True),
    log_in_page(
        "mfa_authenticate", "log-in/code/", factor_views.handle_log_in_code, _("Log in"), guide="first-evening#log-in"
    ),
    log_in_page(
        "mfa_login_webauthn",
        "log-in/passkey/",
        factor_views.handle_passkey_log_in,
        _("Log in"),
        guide="first-evening#log-in",
    ),
    log_in_page("log_out", "log-out/", own_views.handle_log_out, _("Log out"), guide="first-evening#log-in"),
    page(
        "own_password",
        "password/",
        own_views.handle_own_password,
        _("My password"),
        under="everything",
        needs=LOGGED_IN,
        posts=True,
        guide="first-evening#log-in",
        is_listed=True,
        words=_("account, log in, secret"),
    ),
    own_page("confirm", "password/once-more/", own_views.handle_confirmation, _("Password once more")),
    own_page(
        "own_sessions",
        "password/log-ins/",
        own_views.handle_own_sessions,
        _("Where I am logged in"),
        is_listed=True,
        words=_("devices, log out"),
    ),
    # As allauth calls them.
    own_page(
        "mfa_index",
        "password/second-factor/",
        factor_views.show_second_factor,
        _("Second factor"),
        is_listed=True,
        words=_("code, app, passkey, security"),
    ),
    second_factor_page("mfa_activate_totp", "password/second-factor/app/", factor_views.handle_app, _("Set up an app")),
    second_factor_page(
        "mfa_deactivate_totp", "password/second-factor/app/end/", factor_views.handle_app_end, _("Turn it off")
    ),
    second_factor_page(
        "mfa_view_recovery_codes",
        "password/second-factor/codes/",
        factor_views.show_recovery_codes,
        _("Recovery codes"),
    ),
    second_factor_page(
        "mfa_generate_recovery_codes",
        "password/second-factor/codes/new/",
        factor_views.handle_new_codes,
        _("Create new recovery codes"),
    ),
    second_factor_page(
        "mfa_add_webauthn", "password/second-factor/passkeys/new/", factor_views.handle_new_passkey, _("Add a passkey")
    ),
    second_factor_page(
        "mfa_remove_webauthn",
        "password/second-factor/passkeys/<int:pk>/end/",
        factor_views.handle_passkey_end,
        _("Remove the passkey"),
    ),
    director_page(
        "club",
        "club/",
        own_views.show_club,
        _("Club and access"),
        place=CLUB,
        guide="first-evening#give-access",
        posts=False,
        is_listed=True,
        words=_("name, accounts, secretaries, rights"),
    ),
    director_page(
        "new_account",
        "club/accounts/new/",
        own_views.handle_new_account,
        _("New account"),
        under="club",
        is_listed=True,
        words=_("secretary, director"),
    ),
    director_page("account", "club/accounts/<int:number>/", own_views.handle_account, _("Account"), under="club"),
    director_page(
        "account_password",
        "club/accounts/<int:number>/password/",
        own_views.handle_account_password,
        _("Password"),
        under="account",
        guide="when-something-fails#forgotten-password",
    ),
    log_in_page(
        "first_password",
        "welcome/<int:number>/<secret:token>/",
        own_views.handle_first_password,
        _("Your password"),
        guide="first-evening#log-in",
    ),
    log_in_page(
        "founding", "founding/", founding.handle_wish, _("Found a club"), guide="backup-and-moving#several-clubs"
    ),
    log_in_page(
        "founding_link",
        "founding/<secret:token>/",
        founding.handle_founding_link,
        _("Your club"),
        guide="backup-and-moving#several-clubs",
    ),
    director_page(
        "handover",
        "club/handover/",
        handover.handle_handover,
        _("Handing over"),
        under="club",
        guide="first-evening#handing-over",
        is_listed=True,
        words=_("successor, new secretary, board, open"),
    ),
    path("setup/file/", include(club_file_urls.setup)),
    page(
        "club_look",
        "club/look/",
        look.handle_look,
        _("Name, colour and pictures"),
        under="club",
        needs=Right.DIRECT,
        posts=True,
        guide="first-evening#club-look",
        is_listed=True,
        words=_("look, picture, sign"),
    ),
    re_path(r"^look/(?P<colour>[0-9a-f]{6})\.css$", look.serve_colours, name="club_colours"),
    re_path(r"^look/preview-(?P<colour>[0-9a-f]{6}|)\.css$", look.serve_preview_rules, name="look_preview"),
    re_path(r"^look/(?P<digest>[0-9a-f]{16})\.png$", look.serve_logo, name="club_logo"),
    re_path(r"^look/(?P<digest>[0-9a-f]{16})\.webp$", look.serve_club_picture, name="club_picture"),
    re_path(
        r"^look/(?P<club>\d{1,18})-(?P<digest>[0-9a-f]{24})-(?P<shape>[a-z0-9]+)\.png$",
        icons.serve_icon,
        name="club_icon",
    ),
    path("", include("tarockclub.platform.messages.urls")),
    open_page(
        "mailbox", "demo/mailbox/", mailbox.show_mailbox, _("Mailbox of the demo"), guide="cup-and-season#messages"
    ),
    path("backups/", include("tarockclub.office.backups.urls")),
    path("host/clubs/", include("tarockclub.office.hosting.urls")),
    path("host/clubs/file/", include(club_file_urls.hosting)),
    path("club/file/", include("tarockclub.office.club_file.urls")),
    path("exchange/", include("tarockclub.office.exchange.urls")),
    page(
        "api_tokens",
        "club/programs/",
        token_views.show_clients,
        _("Programs with access"),
        under="club",
        needs=Right.DIRECT,
        guide="printing-and-spreadsheets#programs",
        is_listed=True,
        words=_("API, token"),
    ),
    api_tokens_page(
        "new_api_token",
        "club/programs/new/",
        token_views.handle_new_client,
        _("New access for a program"),
        is_listed=True,
    ),
    api_tokens_page(
        "end_api_token", "club/programs/<int:number>/end/", token_views.handle_client_end, _("End an access")
    ),
    page(
        "api_docs",
        "api/v1/docs/",
        docs_page.show_docs,
        _("For programs"),
        under="everything",
        guide="printing-and-spreadsheets#programs",
        is_listed=True,
        words=_("API, interface"),
        needs=ALL,
    ),
    page(
        "api_docs_of",
        "api/v1/docs/<slug:group>/",
        docs_page.show_group_docs,
        _("Operations"),
        under="api_docs",
        needs=ALL,
    ),
    re_path(
        r"^api/(?P<rest>[\s\S]*)$", entry_point.handle_api_request, name="api"
    ),  # also characters that only a program would send: %0A
]

handler500 = "tarockclub.platform.server.database_errors.handle_server_error"
