"""Who asks: a program with its token, a phone with the secret of its table's link, or anybody.

Cookies are not looked at: a page of another site cannot use the API for somebody who is logged in.
"""

import hashlib
import re
from collections.abc import Callable
from typing import NamedTuple

from django.http import Http404, HttpRequest

from tarockclub.accounts import api_tokens
from tarockclub.accounts.rate_limits import MOST_FROM_ADDRESS, TooMany, address_of, attempt, scope
from tarockclub.api.errors import WAIT, Failed
from tarockclub.models import Account, ApiToken

_CALLER = "tarockclub.caller"
DEVICE = "X-Device"  # 32 hexadecimal digits that a phone has made up and keeps: marks tell phones apart by it
_DEVICE = re.compile(r"[0-9a-f]{32}")
_LONGEST = 200
_DIGITS = 16  # of a hash, as the book knows devices
CHALLENGE = {"WWW-Authenticate": "Bearer"}
CLIENT, TABLE = "client", "table"  # kinds of tokens, as the document calls them


class Caller(NamedTuple):
    """Who asks, and what his token says."""

    account: Account | None = None  # for which a program acts
    role: str = ""  # of its token
    secret: str = ""  # of a table's link, perhaps: whether it counts is asked of its table
    device: str = ""  # as the book knows it

    @property
    def person(self) -> int | None:
        """The id of the person for whom a program acts."""
        return None if self.account is None else self.account.person_id

    @property
    def club(self) -> int | None:
        """The id of the club for whose staff a program acts."""
        return None if self.account is None else self.account.club_id

    @property
    def is_director(self) -> bool:
        """Whether it may do what a director may."""
        return self.role == ApiToken.Role.DIRECTOR

    def may(self, role: str) -> bool:
        """Whether it may do what this role may."""
        return bool(self.role) and api_tokens.reaches(self.role, role)


def caller_of(request: HttpRequest) -> Caller:
    """Who asks; found out once. Failed where a token does not count."""
    known = request.META.get(_CALLER)
    if not isinstance(known, Caller):
        known = request.META[_CALLER] = _found(request)
    return known


def _found(request: HttpRequest) -> Caller:
    given = request.headers.get("Authorization", "")[:_LONGEST]
    kind, _blank, secret = given.partition(" ")
    device = _signed(request.headers.get(DEVICE, ""))
    if not given:
        return Caller(device=device)
    secret = secret.strip()
    if kind.lower() != "bearer":
        raise Failed(401, "unknown_token", headers=CHALLENGE)
    if not secret.startswith(api_tokens.BEGINNING):
        return Caller(secret=secret, device=device)
    token = _known(request, secret)
    own = hashlib.sha256(f"client:{token.digest}".encode()).hexdigest()[:_DIGITS]
    return Caller(token.account, api_tokens.role_of(token), "", device or own)


def _known(request: HttpRequest, secret: str) -> ApiToken:
    """The token of a program; only failures are counted, all phones of an inn may share one address."""
    token = api_tokens.opened_by(secret)
    if token is None:
        try:
            attempt([scope("api", address_of(request), MOST_FROM_ADDRESS)], lambda: None)
        except TooMany as refused:
            wait = {WAIT: str(60 * refused.minutes)}
            raise Failed(429, "too_many_failures", headers=wait) from refused
        raise Failed(401, "unknown_token", headers=CHALLENGE)
    return token


def _signed(secret: str) -> str:
    """The sign of a device that has said its secret, the same as that of a browser with this cookie."""
    well_formed = _DEVICE.fullmatch(secret)
    return hashlib.sha256(f"device:{secret}".encode()).hexdigest()[:_DIGITS] if well_formed else ""


class Door(NamedTuple):
    """Who may ask for an operation: what finds that out, and the kinds of tokens that open it."""

    check: Callable[[HttpRequest], Caller]
    kinds: tuple[str, ...]
    says: str  # in the document
    is_open: bool = False  # also to whoever has no token


def needs(role: str) -> Door:
    """The door for programs whose token has at least this role."""

    def check(request: HttpRequest) -> Caller:
        caller = caller_of(request)
        if caller.account is None:
            raise Failed(401, "unknown_token" if caller.secret else "no_token", headers=CHALLENGE)
        if not caller.may(role):
            raise Failed(403, "not_for_role")
        return caller

    return Door(check, (CLIENT,), f"Requires the token of a program with at least the role {role}.")


ANYBODY = Door(caller_of, (CLIENT,), "Open to everybody who knows the address.", is_open=True)
WATCHER, SECRETARY, DIRECTOR = (needs(role) for role in ("watcher", "secretary", "director"))


def staff_account(request: HttpRequest) -> Account:
    """The account for which a program acts, in an operation that only programs with a token may ask for."""
    account = caller_of(request).account
    if account is None:
        raise Failed(401, "no_token", headers=CHALLENGE)
    return account


def must_be_own(request: HttpRequest, club: int) -> None:
    """Say that there is nothing, where something belongs to another club."""
    if staff_account(request).club_id != club:
        raise Http404
