"""Checks of a user's identity, again before dangerous acts, with limits that others' failures do not use up."""

import re
import secrets
import time
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec
from urllib.parse import urlencode

from allauth.mfa.models import Authenticator
from django import forms
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tarockclub.models import Account, Club, normalize_login
from tarockclub.platform.accounts import club_log
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind
from tarockclub.platform.accounts.devices import A_YEAR, build_author
from tarockclub.platform.accounts.forms import PasswordField
from tarockclub.platform.accounts.permissions import find_account, format_wait, get_staff_account
from tarockclub.platform.accounts.rate_limits import (
    MOST_FOR_ONE,
    MOST_FROM_ADDRESS,
    AttemptScope,
    TooMany,
    attempt,
    build_scope,
    get_client_address,
)
from tarockclub.platform.accounts.second_factor import codes
from tarockclub.platform.server.wsgi.turns import queue_as_stranger

DEVICE_COOKIE = "known"  # the cookie of a device that has been let in
MOST_FROM_DEVICES = 30  # failures for one account from all known devices
_SALT = "tarockclub.log_in.2"
_MOST_ACCOUNTS = 5
_KEY = re.compile(r"[0-9a-f]{32}\Z")


class KnownDevice(NamedTuple):
    """The content of a device's cookie, signed as a whole: a key that we issued, and the accounts it has let in."""

    key: str = ""
    signs: tuple[str, ...] = ()


def check_password(request: HttpRequest, club: Club, typed: str, password: str) -> Account | None:
    """Return the club's account of this name and password; raise rate_limits.TooMany."""

    def judge() -> Account | None:
        # Takes as long for an unknown name.
        user = authenticate(request, username=typed, password=password, club=club)
        return user if isinstance(user, Account) else None

    login = normalize_login(typed)
    is_stranger = _hash_login(club.pk, login) not in _read_known_device(request).signs and find_account(request) is None
    try:
        with queue_as_stranger(is_stranger):
            account = attempt(_build_scopes(request, club.pk, login), judge)
    except TooMany:
        club_log.note_lock(club.pk, login, build_author(request))
        raise
    if account is None:
        club_log.note_failure(club.pk, login, build_author(request))
    return account


def note_given_password(account: Account) -> dict[str, str]:
    """Return the note of the password that was given, for the time until the second factor."""
    return {"password_hash": account.get_session_auth_hash()}


def is_still_given(account: Account, noted: dict[str, str] | None) -> bool:
    """Return whether the password that was given is still that of the account, which may still log in."""
    now = account.get_session_auth_hash()
    return account.is_active and constant_time_compare((noted or {}).get("password_hash", ""), now)


def check_code(account: Account, typed: str, who: Actor = ANONYMOUS) -> Authenticator | None:
    """Return what this code of the account's second factor belongs to; raise rate_limits.TooMany.

    Failures count for the account alone: this step requires its password.
    """

    def judge() -> Authenticator | None:
        return codes.use_code(account, typed, who)

    try:
        authenticator = attempt([build_scope("code", str(account.pk), MOST_FOR_ONE, forgiven=True)], judge)
    except TooMany:
        club_log.note_lock(account.club_id, account.login, who, kind=Kind.CODE_FAILED)
        raise
    if authenticator is None:
        club_log.note_failure(account.club_id, account.login, who, kind=Kind.CODE_FAILED)
    return authenticator


def _build_scopes(request: HttpRequest, club: int, login: str) -> list[AttemptScope]:
    """Return the scopes of a failure: the account, the address, and the device if it is known for the account.

    The limits for such a device are above those that strangers can reach: at most MOST_FOR_ONE failures of theirs count
    for an account, and MOST_FROM_ADDRESS for an address.
    """
    device, address = _read_known_device(request), get_client_address(request)
    name = f"{club} {login}"
    if _hash_login(club, login) not in device.signs:
        return [
            build_scope("login", name, MOST_FOR_ONE, forgiven=True),
            build_scope("address", address, MOST_FROM_ADDRESS),
        ]
    return [
        build_scope("device", f"{device.key} {name}", MOST_FOR_ONE, forgiven=True),
        build_scope("login", name, MOST_FROM_DEVICES),
        build_scope("address", address, 2 * MOST_FROM_ADDRESS),
    ]


def remember_account(request: HttpRequest, response: HttpResponse, account: Account) -> None:
    """Note on the device that this account was let in here; the device keeps the key under which its failures count."""
    sign, device = _hash_login(account.club_id, account.login), _read_known_device(request)
    signs = [sign, *(other for other in device.signs if other != sign)]
    response.set_signed_cookie(
        DEVICE_COOKIE,
        ".".join([device.key or secrets.token_hex(16), *signs[:_MOST_ACCOUNTS]]),
        salt=_SALT,
        max_age=A_YEAR,
        secure=not settings.INN_MODE,
        httponly=True,
        samesite="Lax",
    )


def _read_known_device(request: HttpRequest) -> KnownDevice:
    """Return the content of the device's cookie; empty without our signature."""
    cookie = str(request.get_signed_cookie(DEVICE_COOKIE, default="", salt=_SALT, max_age=A_YEAR))
    key, *signs = cookie.split(".")
    return KnownDevice(key, tuple(signs)) if _KEY.match(key) else KnownDevice()


def _hash_login(club: int, login: str) -> str:
    """Return the hash by which a device knows an account, without naming it."""
    return salted_hmac(_SALT, f"{club} {login}", algorithm="sha256").hexdigest()[:32]


P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
FIELD = "confirm_password"
FILE_LOST = "file"  # in the query: what was sent must be chosen again
CONFIRMED_AT = "confirmed"  # in the session: time of the last confirmation, in seconds since 1970


class ConfirmForm(forms.Form):
    """The password of the current user."""

    confirm_password = PasswordField(label=gettext_lazy("Your password"))


def note_confirmation(session: SessionBase) -> None:
    """Note that the password has just been given."""
    session[CONFIRMED_AT] = int(time.time())


def require_password(view: View[P]) -> View[P]:
    """Require a recently given password; used within a decorator that requires a log-in."""

    @wraps(view)
    def guard(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return ask_for_password(request) or view(request, *args, **kwargs)

    return guard


def require_password_for_file(view: View[P]) -> View[P]:
    """Require a recently given password for a form with a file, which is not read before, and must be sent again."""

    @wraps(view)
    def guard(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return ask_for_password(request, has_file=True) or view(request, *args, **kwargs)

    return guard


def ask_for_password(request: HttpRequest, back: str = "", *, has_file: bool = False) -> HttpResponse | None:
    """Return the password question; None if there is no need, also because the password was just given.

    For a GET, the question is on a separate page, which leads back, or to `back`; for a form with a file too. The data
    of another POST are part of the question, and are restored in the request as if nothing had been asked.
    """
    if 0 <= time.time() - request.session.get(CONFIRMED_AT, 0) < settings.CONFIRMED_SECONDS:
        return None
    if has_file or request.method != "POST":
        query = {"next": back or request.get_full_path()} | ({FILE_LOST: 1} if request.method == "POST" else {})
        return redirect(f"{reverse('confirm')}?{urlencode(query)}")
    if FIELD not in request.POST:
        return _render_question(request, ConfirmForm(), 403)
    asked = handle_password(request, _render_question)
    if asked is None:
        sent = request.POST.copy()
        del sent[FIELD]
        request.POST = sent  # type: ignore[assignment]
    return asked


def handle_password(
    request: HttpRequest, ask: Callable[[HttpRequest, forms.Form, int], HttpResponse]
) -> HttpResponse | None:
    """Check the submitted password; if it is wrong, return the question again."""
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        return ask(request, form, 400)
    try:
        own = get_staff_account(request)
        account = check_password(request, own.club, own.login, form.cleaned_data[FIELD])
    except TooMany as refused:
        form.add_error(None, format_wait(refused))
        return ask(request, form, 429)
    if account is None:
        form.add_error(FIELD, _("This is not your password."))
        return ask(request, form, 400)
    note_confirmation(request.session)
    return None


def _render_question(request: HttpRequest, form: forms.Form, status: int) -> HttpResponse:
    """Return the question, with the submitted data."""
    own = ("csrfmiddlewaretoken", FIELD)
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name not in own]
    context = {"form": form, "sent": sent, "address": request.get_full_path(), "here": request.path}
    return render(request, "tarockclub/platform/accounts/confirm.html", context, status=status)
