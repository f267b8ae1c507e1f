"""Links that let phones write at a table: made, looked up, replaced. Only the hash of a link's secret is kept."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.http import HttpResponse
from django.urls import reverse

from scoring.book.access.permissions import COOKIE, hash_link
from scoring.models import AccessToken, GameTable
from tarockclub.kit import time_source
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_access
from tarockclub.platform.accounts.secret_links import derive_secret, draw_secret, is_secret
from tarockclub.platform.clubs.scope import enter_all_clubs

VALID = timedelta(days=14)  # for an evening, for settling it a week later, and a week to spare
PAST = timedelta(days=100)  # since it was valid a link has ended, whatever the computer's clock says later


class TableLink(NamedTuple):
    """The secret of a link, and its end of validity."""

    secret: str
    expires: datetime


@transaction.atomic
def create_link(table: GameTable, who: Actor = ANONYMOUS) -> TableLink:
    """Create another link for a table; existing links stay valid."""
    with _record_links(table, Kind.LINKS, who, tables=[table.pk]):
        return _save_link(table, draw_secret())


@transaction.atomic
def create_links(tables: Sequence[GameTable], key: str = "", who: Actor = ANONYMOUS) -> dict[int, TableLink]:
    """Create another link for each of many tables, by the tables' ids; a known key returns the links of its first use.

    A key (32 hexadecimal digits) is a secret of the client: nobody else may know it.
    """
    now = time_source.now()
    links = {
        table.pk: TableLink(_derive_secret(table, "", key) if key else draw_secret(), now + VALID) for table in tables
    }
    digests = {hash_link(link.secret): table for table, link in links.items()}
    tokens = AccessToken.objects.filter(digest__in=list(digests)).values_list("digest", "expires") if key else ()
    expiries = {digests[digest]: expires for digest, expires in tokens}
    fresh = {table: digest for digest, table in digests.items() if table not in expiries}
    if fresh:
        with _record_links(tables[0], Kind.LINKS, who, tables=list(fresh)):
            AccessToken.objects.bulk_create(
                AccessToken(table_id=table, digest=digest, made=now, expires=now + VALID)
                for table, digest in fresh.items()
            )
    return {table: TableLink(link.secret, expiries.get(table, link.expires)) for table, link in links.items()}


@transaction.atomic
def replace_links(
    table: GameTable, old: str, key: str, may: Callable[[], bool], who: Actor = ANONYMOUS
) -> TableLink | None:
    """End all links of a table and create a new one; return None if `may` denies it.

    `old` is the secret of the phone that asks. The new one follows from it and from the key of the form: a tap that
    arrives twice must not shut out the phone that tapped, whose own link the first one has ended.
    """
    if not is_secret(key):
        return None
    GameTable.objects.select_for_update(no_key=True).get(pk=table.pk)  # one at a time, or two new links would remain
    secret = _derive_secret(table, old, key)
    token = AccessToken.objects.filter(digest=hash_link(secret)).first()
    if token is not None:
        return TableLink(secret, token.expires) if _list_valid().filter(pk=token.pk).exists() else None
    if not may():  # asked now that nobody else can replace it
        return None
    with _record_links(table, Kind.LINKS_REPLACED, who, tables=[table.pk]) as content:
        content["ended"] = _list_valid().filter(table=table).update(ended=time_source.now())
        return _save_link(table, secret)


@contextmanager
def _record_links(table: GameTable, kind: Kind, who: Actor, **facts: Any) -> Iterator[dict[str, Any]]:
    """Write the entry about links of a club's tables that change within, which seals all that have not ended."""
    with record_access(table.club_id, kind, who, **facts) as content:
        past = AccessToken.objects.filter(table__club=table.club_id, ended=None, expires__lt=time_source.now() - PAST)
        past.update(ended=F("expires"))
        yield content


def _derive_secret(table: GameTable, old: str, key: str) -> str:
    return derive_secret("table", table.slug, old, key)


def _save_link(table: GameTable, secret: str) -> TableLink:
    now = time_source.now()
    AccessToken.objects.create(table=table, digest=hash_link(secret), made=now, expires=now + VALID)
    return TableLink(secret, now + VALID)


def _list_valid() -> QuerySet[AccessToken]:
    return AccessToken.objects.filter(ended=None, expires__gt=time_source.now())


def set_link_cookie(response: HttpResponse, table: GameTable, link: TableLink) -> None:
    """Let the phone that gets this response write at the table as long as its link is valid."""
    response.set_cookie(
        COOKIE,
        link.secret,
        max_age=max(0, int((link.expires - time_source.now()).total_seconds())),
        path=reverse("table", args=[table.slug]),
        secure=not settings.INN_MODE,
        httponly=True,
        samesite="Lax",
    )


def find_link_token(secret: str) -> AccessToken | None:
    """Return the token of a link; None if the link is not valid."""
    if not is_secret(secret):
        return None
    with enter_all_clubs():  # the secret says whose it is
        return _list_valid().filter(digest=hash_link(secret)).select_related("table").first()


def find_link_table(secret: str) -> GameTable | None:
    """Return the table of a link, valid or not: anybody who has the link may watch there."""
    if not is_secret(secret):
        return None
    with enter_all_clubs():
        return GameTable.objects.filter(tokens__digest=hash_link(secret)).first()
