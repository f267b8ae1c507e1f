"""Tokens of programs that act for an account: the only writer. Only the hash of a token's secret is kept."""

import hashlib
import hmac
import re
from datetime import timedelta

from django.conf import settings
from django.db import transaction

from tarockclub.models import Account, ApiToken
from tarockclub.time_source import now

BEGINNING = "tarock_"  # by which people know what it is; the log shortens the 32 digits that follow
_DIGITS = 32  # hexadecimal: 128 bits
_WELL_FORMED = re.compile(rf"{BEGINNING}[0-9a-f]{{{_DIGITS}}}")
_FORM_KEY = re.compile(r"[!-~]{16,64}")
_RANKS = (ApiToken.Role.WATCHER, ApiToken.Role.SECRETARY, ApiToken.Role.DIRECTOR)


class OtherToken(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The key of the form has made another token already, or is none."""


def hash_token(secret: str) -> str:
    """The hash by which a token is known."""
    return hashlib.sha256(f"api:{secret}".encode()).hexdigest()


def is_token(text: str) -> bool:
    """Whether a text looks like the token of a program."""
    return bool(_WELL_FORMED.fullmatch(text))


@transaction.atomic
def create_token(account: Account, client: str, role: str, days: int, key: str) -> tuple[ApiToken, str]:
    """Make a token for a program, with its secret; the same key makes it once, and shows the same secret."""
    if not _FORM_KEY.fullmatch(key):
        raise OtherToken
    said = f"tarockclub.api:{account.pk}:{key}".encode()
    secret = BEGINNING + hmac.new(settings.SECRET_KEY.encode(), said, hashlib.sha256).hexdigest()[:_DIGITS]
    made = now()
    wanted = {"account": account, "client": client, "role": role, "made": made, "expires": made + timedelta(days=days)}
    token, _is_new = ApiToken.objects.get_or_create(digest=hash_token(secret), defaults=wanted)
    lasts = (token.expires - token.made).days
    if (token.client, token.role, lasts, token.ended) != (client, role, days, None):
        raise OtherToken
    return token, secret


def end_token(token: ApiToken) -> None:
    """Let a token count no more; once more changes nothing."""
    ApiToken.objects.filter(pk=token.pk, ended=None).update(ended=now())


def end_all_tokens(account: Account) -> None:
    """Let no token of an account count any more."""
    ApiToken.objects.filter(account=account, ended=None).update(ended=now())


def find_token(secret: str) -> ApiToken | None:
    """The token with this secret, with its account, if it counts; the day is noted on which it was last used."""
    if not is_token(secret):
        return None
    counting = ApiToken.objects.filter(ended=None, expires__gt=now(), account__is_active=True)
    token = counting.select_related("account__club", "account__person").filter(digest=hash_token(secret)).first()
    if token is not None and token.used != (today := now().date()):
        ApiToken.objects.filter(pk=token.pk).update(used=today)
    return token


def get_role(token: ApiToken) -> str:
    """What a program may do now: what its token says, and never more than its account."""
    return min(ApiToken.Role(token.role), ApiToken.Role(token.account.role), key=_RANKS.index).value


def has_role(role: str, needed: str) -> bool:
    """Whether a role may do what another one may.

    >>> has_role("director", "secretary"), has_role("watcher", "secretary")
    (True, False)
    """
    return _RANKS.index(ApiToken.Role(role)) >= _RANKS.index(ApiToken.Role(needed))
