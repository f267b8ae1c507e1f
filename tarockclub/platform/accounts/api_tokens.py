"""Tokens of programs that act for an account, with the only code that writes them. Only a token's hash is stored."""

import re
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tarockclub.models import Account, ApiToken
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, lock_log, record_access
from tarockclub.platform.accounts.secret_links import derive_secret, hash_secret, is_secret
from tarockclub.platform.clubs.scope import enter_all_clubs

BEGINNING = "tarock_"  # recognizable prefix; the log shortens the 32 digits that follow
_FORM_KEY = re.compile(r"[!-~]{16,64}")


class OtherToken(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The key of the form has already made another token, or is no valid key."""


def hash_token(secret: str) -> str:
    """Return the hash under which a token is stored."""
    return hash_secret("api", secret)


def is_token(text: str) -> bool:
    """Return whether a text looks like the token of a program."""
    return is_secret(text, BEGINNING)


@transaction.atomic
def create_token(
    account: Account, client: str, role: str, days: int, key: str, who: Actor = ANONYMOUS
) -> tuple[ApiToken, str]:
    """Create a token for a program; return it with its secret. The same key creates it once, with the same secret."""
    if not _FORM_KEY.fullmatch(key):
        raise OtherToken
    secret = BEGINNING + derive_secret("api", account.pk, key)
    start = now()
    fields = {
        "account": account,
        "client": client,
        "role": role,
        "made": start,
        "expires": start + timedelta(days=days),
    }
    digest = hash_token(secret)
    lock_log(account.club_id)  # one at a time: the same form may come twice
    token = ApiToken.objects.filter(digest=digest).first()
    if token is None:
        facts = {"role": role, "days": days}
        with record_access(account.club_id, Kind.TOKEN_MADE, who, account.person_id, **facts) as content:
            token = ApiToken.objects.create(digest=digest, **fields)
            content["program"] = token.pk
    lasts = (token.expires - token.made).days
    if (token.client, token.role, lasts, token.ended) != (client, role, days, None):
        raise OtherToken
    return token, secret


@transaction.atomic
def end_token(token: ApiToken, who: Actor = ANONYMOUS) -> None:
    """End a token; repeating it changes nothing."""
    account = token.account
    lock_log(account.club_id)
    if ApiToken.objects.filter(pk=token.pk, ended=None).exists():
        with record_access(account.club_id, Kind.TOKEN_ENDED, who, account.person_id, program=token.pk):
            ApiToken.objects.filter(pk=token.pk).update(ended=now())


def end_all_tokens(account: Account) -> int:
    """End all tokens of an account, and return their number; within an entry of the log."""
    return ApiToken.objects.filter(account=account, ended=None).update(ended=now())


def end_past_tokens(club: int, before: datetime) -> None:
    """End the tokens of a club (id) that were valid until before a moment: those that have ended may be deleted."""
    for token in ApiToken.objects.filter(account__club=club, ended=None, expires__lt=before).order_by("pk"):
        with record_access(club, Kind.TOKEN_ENDED, about=token.account.person_id, program=token.pk):
            ApiToken.objects.filter(pk=token.pk).update(ended=token.expires)


def find_token(secret: str) -> ApiToken | None:
    """Return the valid token with this secret, with its account; note the day of its last use."""
    if not is_token(secret):
        return None
    counting = ApiToken.objects.filter(ended=None, expires__gt=now(), account__is_active=True)
    with enter_all_clubs():  # the secret says whose it is
        token = counting.select_related("account__club", "account__person").filter(digest=hash_token(secret)).first()
        if token is not None and token.used != (today := localdate(now())):
            ApiToken.objects.filter(pk=token.pk).update(used=today)
    return token
