"""Addresses of accounts: set-up, log-in, one's own, those of a club."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

factor_views = LazyViews("tarockclub.platform.accounts.second_factor.views")
own_views = LazyViews("tarockclub.platform.accounts.own_views")
views = LazyViews("tarockclub.platform.accounts.views")

urlpatterns = [
    path("setup/", views.handle_setup, name="setup"),
    path("log-in/", views.handle_log_in, name="log_in"),
    path("log-in/", views.handle_log_in, name="account_login"),
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
    path("club/accounts/new/", views.handle_new_account, name="new_account"),
    path("club/accounts/<int:number>/", views.handle_account, name="account"),
    path("club/accounts/<int:number>/password/", views.handle_account_password, name="account_password"),
]
