"""The caller: a program with its token, a phone with the secret of its table's link, or anybody.

Cookies are ignored: a page of another site cannot use the API in the name of a user who is logged in.
"""

from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpRequest

from tarockclub.models import Account, ApiToken
from tarockclub.platform.accounts import api_tokens
from tarockclub.platform.accounts.actors import API, Actor
from tarockclub.platform.accounts.devices import DIGITS, hash_device
from tarockclub.platform.accounts.permissions import set_caller
from tarockclub.platform.accounts.rate_limits import (
    MOST_FROM_ADDRESS,
    TooMany,
    attempt,
    build_scope,
    get_client_address,
)
from tarockclub.platform.accounts.rights import NO_RIGHTS, Right, Rights, list_roles
from tarockclub.platform.accounts.secret_links import hash_secret
from tarockclub.platform.api.errors import WAIT, ApiError
from tarockclub.platform.clubs.current_club import find_addressed_club
from tarockclub.platform.clubs.middleware import enter_found_club, note_program

_CALLER = "tarockclub.caller"
DEVICE = "X-Device"  # 32 hexadecimal digits that a phone generates and keeps: marks distinguish phones by it
_LONGEST = 200
CHALLENGE = {"WWW-Authenticate": "Bearer"}
CLIENT, TABLE = "client", "table"  # kinds of tokens, as the document calls them


class Caller(NamedTuple):
    """The caller, and the content of their token."""

    account: Account | None = None  # the account for which a program acts
    rights: Rights = NO_RIGHTS  # of the account, limited by the role of its token
    secret: str = ""  # of a table's link, perhaps: checked with its table
    device: str = ""  # as the book stores it
    token: int | None = None  # the id of a program's token

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
        """True if the caller may do what directors may."""
        return self.rights.has(Right.DIRECT)


def find_caller(request: HttpRequest) -> Caller:
    """Return the caller, identified once per request; raise ApiError for an invalid token."""
    caller = request.META.get(_CALLER)
    if not isinstance(caller, Caller):
        caller = request.META[_CALLER] = _identify_caller(request)
        set_caller(request, caller.account, caller.rights, caller.secret)
    return caller


def _identify_caller(request: HttpRequest) -> Caller:
    header = request.headers.get("Authorization", "")[:_LONGEST]
    kind, _blank, secret = header.partition(" ")
    device = hash_device(request.headers.get(DEVICE, ""))
    if not header:
        return Caller(device=device)
    secret = secret.strip()
    if kind.lower() != "bearer":
        raise ApiError(401, "unknown_token", headers=CHALLENGE)
    if not secret.startswith(api_tokens.BEGINNING):
        return Caller(secret=secret, device=device)
    token = _require_token(request, secret)
    addressed = find_addressed_club(request)
    if addressed is not None and addressed.pk != token.account.club_id:
        raise ApiError(401, "unknown_token", headers=CHALLENGE)
    if not note_program(request, token.account):
        raise ApiError(403, "club_archived")
    own = hash_secret("client", token.digest)[:DIGITS]
    match = request.resolver_match
    rights = Rights(token.account, match.kwargs if match is not None else {}, token.role)
    return Caller(token.account, rights, "", device or own, token.pk)


def find_author(request: HttpRequest) -> Actor:
    """Return the caller as the author of an act."""
    caller = find_caller(request)
    return Actor(
        caller.person,
        caller.device,
        directs=caller.is_director,
        way=API,
        token=caller.token,
        rights=caller.rights.names,
    )


def _require_token(request: HttpRequest, secret: str) -> ApiToken:
    """Return the token of a program; only failures are counted, since all phones of an inn may share one address."""
    token = api_tokens.find_token(secret)
    if token is None:
        raise build_token_refusal(request)
    enter_found_club(request, token.account.club_id)
    return token


def build_token_refusal(request: HttpRequest) -> ApiError:
    """Return the error for a token that nobody has; it is counted."""
    try:
        attempt([build_scope("api", get_client_address(request), MOST_FROM_ADDRESS)], lambda: None)
    except TooMany as refused:
        return ApiError(429, "too_many_failures", headers={WAIT: str(60 * refused.minutes)})
    return ApiError(401, "unknown_token", headers=CHALLENGE)


class Door(NamedTuple):
    """The access rule of an operation: the function that checks it, and the kinds of tokens that pass."""

    check: Callable[[HttpRequest], Caller]
    kinds: tuple[str, ...]
    says: str  # in the document
    is_open: bool = False  # also open without a token


def build_door(*rights: Right) -> Door:
    """Return the access rule for programs whose token and account have one of these rights."""

    def check(request: HttpRequest) -> Caller:
        caller = find_caller(request)
        if caller.account is None:
            raise ApiError(401, "unknown_token" if caller.secret else "no_token", headers=CHALLENGE)
        if not caller.rights.has(*rights):
            raise ApiError(403, "not_for_role")
        return caller

    roles = ", ".join(list_roles(*rights))
    return Door(check, (CLIENT,), f"Requires the token of a program with the role {roles}.")


ANYBODY = Door(find_caller, (CLIENT,), "Open to everybody who knows the address.", is_open=True)
TO_READ_PEOPLE, TO_READ_TABLES, TO_READ_RESULTS = map(build_door, (Right.PEOPLE, Right.TABLES, Right.RESULTS))
TO_ENTER, TO_RULE, TO_DIRECT = map(build_door, (Right.ENTER, Right.RULE, Right.DIRECT))
TO_FIND_CASH = build_door(Right.TABLES, Right.CASH)  # what is listed has a cash box
OF_ANY_ROLE = build_door(Right.TABLES, Right.TILL)  # each role has one of them


def require_staff_account(request: HttpRequest) -> Account:
    """Return the account for which a program acts, in an operation only for programs with a token."""
    account = find_caller(request).account
    if account is None:
        raise ApiError(401, "no_token", headers=CHALLENGE)
    return account
