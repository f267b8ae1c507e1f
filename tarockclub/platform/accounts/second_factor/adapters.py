"""The answers to django-allauth: accounts belong to a club, nobody signs up, nobody has an e-mail address."""

import io
from typing import Any
from urllib.parse import urlencode

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.preferences import check_own_address
from tarockclub.models import Account
from tarockclub.platform.accounts import authentication, club_log, sessions
from tarockclub.platform.accounts.authentication import note_confirmation
from tarockclub.platform.accounts.club_log import Kind, try_to_record
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.rate_limits import get_client_address
from tarockclub.platform.clubs.current_club import find_current_club, load_current_club

PIXELS, MARGIN = 5, 4  # of the QR code: size of a module, and margin
_WAIT = _("Too many attempts have failed. Please wait a quarter of an hour.")


class AccountAdapter(DefaultAccountAdapter):
    """Log-in at a club."""

    error_messages = DefaultAccountAdapter.error_messages | {"too_many_login_attempts": _WAIT, "rate_limited": _WAIT}

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return that it is not: directors create accounts."""
        return False

    def is_safe_url(self, url: str) -> bool:
        """Return whether an address belongs to this site."""
        return check_own_address(context.request, url) == url

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address for the limits."""
        return get_client_address(request)

    def pre_login(self, request: HttpRequest, user: AbstractBaseUser, **more: Any) -> HttpResponse | None:
        """Refuse a passkey of another club, and a closed account."""
        club = find_current_club(request)
        if not isinstance(user, Account) or club is None or user.club_id != club.pk:
            return self.respond_user_inactive(request, user)
        return super().pre_login(request, user, **more)

    def respond_user_inactive(self, request: HttpRequest, user: AbstractBaseUser) -> HttpResponse:
        """Return the log-in page, with a sentence that tells no stranger why."""
        return refuse_passkey(request)

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Begin a session of ours."""
        assert isinstance(user, Account)  # noqa: S101 -- for the types
        sessions.begin_session(request, user)

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **more: Any) -> HttpResponse:
        """Note the log-in in the club's log and on the device; whoever has just logged in is not asked again."""
        assert isinstance(user, Account)  # noqa: S101 -- for the types
        response: HttpResponse = super().post_login(request, user, **more)
        note_confirmation(request.session)
        try_to_record(user.club_id, Kind.LOG_IN, build_author(request)._replace(person=user.person_id))
        club_log.write_due_counts(user.club_id)
        authentication.remember_account(request, response, user)
        return response

    def send_notification_mail(self, template_prefix: str, user: AbstractBaseUser, *_args: Any, **_more: Any) -> None:
        """Send none: nobody has an e-mail address here, and the club's log has it (`ChangingPage`)."""


class MFAAdapter(DefaultMFAAdapter):
    """Codes and passkeys of a club's accounts.

    Secrets are stored as they are, in backups too: a key that is not in backups would lose them at a restore.
    """

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This is not the code that the app shows now. Is the clock of the phone right?"),
    }

    def build_totp_svg(self, url: str) -> str:
        """Draw the QR code for the app."""
        import segno  # imported here: rarely needed

        drawn = io.BytesIO()
        segno.make(url, micro=False).save(drawn, kind="svg", scale=PIXELS, border=MARGIN, light="#fff", xmldecl=False)
        return drawn.getvalue().decode()

    def _get_site_name(self) -> str:
        return load_current_club(context.request).name


def refuse_passkey(request: HttpRequest) -> HttpResponse:
    """Return the log-in page, which says that the passkey does not fit."""
    address = check_own_address(request, request.POST.get("next", ""))
    return redirect(f"{reverse('log_in')}?{urlencode({'next': address, 'passkey': 'refused'})}")
