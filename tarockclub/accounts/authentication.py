"""Checking who somebody is, with limits that failures of others do not reach on a device that was let in before."""

import re
import secrets
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import authenticate
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from tarockclub.accounts import second_factor
from tarockclub.accounts.devices import A_YEAR
from tarockclub.accounts.permissions import account_of
from tarockclub.accounts.rate_limits import MOST_FOR_ONE, MOST_FROM_ADDRESS, Scope, address_of, attempt, scope
from tarockclub.models import Account, login_name
from tarockclub.server.web.password_hashing import of_stranger

KNOWN = "known"  # the cookie of a device that has been let in
MOST_OF_KNOWN = 30  # failures for one account from all devices that know it
PROOF_SECONDS = 5 * 60  # to find the phone
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

    login = login_name(typed)
    is_stranger = _sign(login) not in _known(request).signs and account_of(request) is None
    with of_stranger(is_stranger):
        return attempt(_scopes(request, login), judge, ahead=judge)


def proof_of(account: Account) -> str:
    """Says for some minutes that the password of this account has been given; the form of the code brings it back."""
    return signing.dumps([account.pk, account.get_session_auth_hash()], salt=f"{_SALT}.proof")


def proved(proof: str) -> Account | None:
    """The account whose password was given, if that is not long ago and still its password."""
    try:
        number, password = signing.loads(proof, salt=f"{_SALT}.proof", max_age=PROOF_SECONDS)
    except signing.BadSignature:
        return None
    account = Account.objects.filter(pk=number, is_active=True).first()
    if account is None or not constant_time_compare(password, account.get_session_auth_hash()):
        return None
    return account


def code_counts(account: Account, typed: str) -> bool:
    """Whether this is a code of the account's second factor; raises attempts.TooMany.

    Failures count for the account alone: nobody gets here without its password.
    """

    def judge() -> bool | None:
        factor = second_factor.factor_of(account)
        return True if factor is None or second_factor.uses(factor, typed) else None

    return attempt([scope("code", str(account.pk), MOST_FOR_ONE, forgiven=True)], judge) is not None


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
