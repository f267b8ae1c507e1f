"""Addresses of accounts: set-up, log-in, one's own, those of a club."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.permissions import LOGGED_IN
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, CLUB, MORE, address, page
from tarockclub.platform.server.lazy_views import LazyViews

factor_views = LazyViews("tarockclub.platform.accounts.second_factor.views")
own_views = LazyViews("tarockclub.platform.accounts.own_views")
views = LazyViews("tarockclub.platform.accounts.views")

open_page = partial(page, needs=ALL, posts=True, place=MORE, has_bar=False)
mfa_index_page = partial(page, under="mfa_index", needs=LOGGED_IN, posts=True)
director_page = partial(page, needs=Right.DIRECT, posts=True)
own_password_page = partial(page, under="own_password", needs=LOGGED_IN, posts=True)
urlpatterns = [
    open_page("setup", "setup/", views.handle_setup, _("Set-up"), guide="first-evening#set-up"),
    open_page("log_in", "log-in/", views.handle_log_in, _("Log in"), guide="first-evening#log-in"),
    address("account_login", "log-in/", views.handle_log_in, needs=ALL, posts=True),
    open_page(
        "mfa_authenticate", "log-in/code/", factor_views.handle_log_in_code, _("Log in"), guide="first-evening#log-in"
    ),
    open_page(
        "mfa_login_webauthn",
        "log-in/passkey/",
        factor_views.handle_passkey_log_in,
        _("Log in"),
        guide="first-evening#log-in",
    ),
    open_page("log_out", "log-out/", views.handle_log_out, _("Log out"), guide="first-evening#log-in"),
    page(
        "own_password",
        "password/",
        views.handle_own_password,
        _("My password"),
        under="everything",
        needs=LOGGED_IN,
        posts=True,
        guide="first-evening#log-in",
        is_listed=True,
        words=_("account, log in, secret"),
    ),
    own_password_page("confirm", "password/once-more/", views.handle_confirmation, _("Password once more")),
    own_password_page(
        "own_sessions",
        "password/log-ins/",
        own_views.handle_own_sessions,
        _("Where I am logged in"),
        is_listed=True,
        words=_("devices, log out"),
    ),
    # As allauth calls them.
    own_password_page(
        "mfa_index",
        "password/second-factor/",
        factor_views.show_second_factor,
        _("Second factor"),
        is_listed=True,
        words=_("code, app, passkey, security"),
    ),
    mfa_index_page("mfa_activate_totp", "password/second-factor/app/", factor_views.handle_app, _("Set up an app")),
    mfa_index_page(
        "mfa_deactivate_totp", "password/second-factor/app/end/", factor_views.handle_app_end, _("Turn it off")
    ),
    mfa_index_page(
        "mfa_view_recovery_codes",
        "password/second-factor/codes/",
        factor_views.show_recovery_codes,
        _("Recovery codes"),
    ),
    mfa_index_page(
        "mfa_generate_recovery_codes",
        "password/second-factor/codes/new/",
        factor_views.handle_new_codes,
        _("Create new recovery codes"),
    ),
    mfa_index_page(
        "mfa_add_webauthn", "password/second-factor/passkeys/new/", factor_views.handle_new_passkey, _("Add a passkey")
    ),
    mfa_index_page(
        "mfa_remove_webauthn",
        "password/second-factor/passkeys/<int:pk>/end/",
        factor_views.handle_passkey_end,
        _("Remove the passkey"),
    ),
    director_page(
        "club",
        "club/",
        views.handle_club,
        _("Club and access"),
        place=CLUB,
        guide="first-evening#give-access",
        is_listed=True,
        words=_("name, accounts, secretaries, rights"),
    ),
    director_page(
        "new_account",
        "club/accounts/new/",
        views.handle_new_account,
        _("New account"),
        under="club",
        is_listed=True,
        words=_("secretary, director"),
    ),
    director_page("account", "club/accounts/<int:number>/", views.handle_account, _("Account"), under="club"),
    director_page(
        "account_password",
        "club/accounts/<int:number>/password/",
        views.handle_account_password,
        _("Password"),
        under="account",
        guide="when-something-fails#forgotten-password",
    ),
]
