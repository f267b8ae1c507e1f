"""Checking who somebody is, with limits that failures of others do not reach on a device that was let in before."""

import re
import secrets
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import authenticate
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from tarockclub.attempts import MOST_FOR_ONE, MOST_FROM_ADDRESS, Scope, address_of, attempt, scope
from tarockclub.devices import A_YEAR
from tarockclub.models import Account, login_name

KNOWN = "known"  # the cookie of a device that has been let in
MOST_OF_KNOWN = 30  # failures for one account from all devices that know it
_SALT = "tarockclub.log_in.2"
_MOST_KNOWN = 5
_KEY = re.compile(r"[0-9a-f]{32}\Z")


class Known(NamedTuple):
    """What a device keeps, signed as one: a key that we gave it, and the accounts that were let in on it."""

    key: str = ""
    signs: tuple[str, ...] = ()


def checked(request: HttpRequest, typed: str, password: str) -> Account | None:
    """The account that name and password belong to; raises attempts.TooMany."""

    def judge() -> Account | None:
        # Takes as long for a name that nobody has.
        found = authenticate(request, username=typed, password=password)
        return found if isinstance(found, Account) else None

    return attempt(_scopes(request, login_name(typed)), judge)


def _scopes(request: HttpRequest, login: str) -> list[Scope]:
    """What a failure counts for: the account, the address, and the device where the account was let in on it before.

    Such a device bears more than strangers can do: at most MOST_FOR_ONE failures of theirs count for an account, and
    MOST_FROM_ADDRESS for an address.
    """
    known, address = _known(request), address_of(request)
    if _sign(login) not in known.signs:
        return [scope("login", login, MOST_FOR_ONE, forgiven=True), scope("address", address, MOST_FROM_ADDRESS)]
    return [
        scope("device", f"{known.key} {login}", MOST_FOR_ONE, forgiven=True),
        scope("login", login, MOST_OF_KNOWN),
        scope("address", address, 2 * MOST_FROM_ADDRESS),
    ]


def remember(request: HttpRequest, response: HttpResponse, account: Account) -> None:
    """Note on the device that this account was let in here; it keeps the key under which its failures count."""
    sign, known = _sign(account.login), _known(request)
    signs = [sign, *(one for one in known.signs if one != sign)]
    response.set_signed_cookie(
        KNOWN,
        ".".join([known.key or secrets.token_hex(16), *signs[:_MOST_KNOWN]]),
        salt=_SALT,
        max_age=A_YEAR,
        secure=not settings.INN_MODE,
        httponly=True,
        samesite="Lax",
    )


def _known(request: HttpRequest) -> Known:
    """What the device keeps; nothing where we have not signed it."""
    kept = str(request.get_signed_cookie(KNOWN, default="", salt=_SALT, max_age=A_YEAR))
    key, *signs = kept.split(".")
    return Known(key, tuple(signs)) if _KEY.match(key) else Known()


def _sign(login: str) -> str:
    """By which a device knows an account, without naming it."""
    return salted_hmac(_SALT, login, algorithm="sha256").hexdigest()[:32]
