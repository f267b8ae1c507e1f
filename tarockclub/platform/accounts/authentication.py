"""Checks of a user's identity, with limits that others' failures do not use up on a device known from before."""

import re
import secrets
from typing import NamedTuple

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth import authenticate
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from tarockclub.models import Account, Club, normalize_login
from tarockclub.platform.accounts import failures
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind
from tarockclub.platform.accounts.devices import A_YEAR, build_author
from tarockclub.platform.accounts.permissions import find_account
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
from tarockclub.platform.server.wsgi.password_hashing import queue_as_stranger

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
        failures.note_lock(club.pk, login, build_author(request))
        raise
    if account is None:
        failures.note_failure(club.pk, login, build_author(request))
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
        failures.note_lock(account.club_id, account.login, who, kind=Kind.CODE_FAILED)
        raise
    if authenticator is None:
        failures.note_failure(account.club_id, account.login, who, kind=Kind.CODE_FAILED)
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
