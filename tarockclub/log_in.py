"""Checking who somebody is, with limits that failures of others do not reach on a device that was let in before."""

from django.conf import settings
from django.contrib.auth import authenticate
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from tarockclub.attempts import MOST_FOR_ONE, MOST_FROM_ADDRESS, Scope, address_of, attempt, scope
from tarockclub.devices import A_YEAR, device_of
from tarockclub.models import Account, login_name

KNOWN = "known"  # the cookie of a device that has been let in
_SALT = "tarockclub.log_in"
_MOST_KNOWN = 5


def checked(request: HttpRequest, typed: str, password: str) -> Account | None:
    """The account that name and password belong to; raises attempts.TooMany."""

    def judge() -> Account | None:
        # Takes as long for a name that nobody has.
        found = authenticate(request, username=typed, password=password)
        return found if isinstance(found, Account) else None

    return attempt(_scopes(request, login_name(typed)), judge)


def _scopes(request: HttpRequest, login: str) -> list[Scope]:
    """What a failure counts for."""
    if _sign(login) in _known(request):
        return [scope("device", f"{device_of(request)} {login}", MOST_FOR_ONE, forgiven=True)]
    return [
        scope("login", login, MOST_FOR_ONE, forgiven=True),
        scope("address", address_of(request), MOST_FROM_ADDRESS),
    ]


def remember(request: HttpRequest, response: HttpResponse, account: Account) -> None:
    """Note on the device that this account was let in here."""
    sign = _sign(account.login)
    signs = [sign, *(one for one in _known(request) if one != sign)]
    response.set_signed_cookie(
        KNOWN,
        ".".join(signs[:_MOST_KNOWN]),
        salt=_SALT,
        max_age=A_YEAR,
        secure=not settings.INN_MODE,
        httponly=True,
        samesite="Lax",
    )


def _known(request: HttpRequest) -> list[str]:
    """The accounts that were let in on this device."""
    return str(request.get_signed_cookie(KNOWN, default="", salt=_SALT, max_age=A_YEAR)).split(".")


def _sign(login: str) -> str:
    """By which a device knows an account, without naming it."""
    return salted_hmac(_SALT, login, algorithm="sha256").hexdigest()[:32]
