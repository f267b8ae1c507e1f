"""The way of phones to a table: links (stored as hashes), their QR codes, the seat that a phone calls its own."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.urls import reverse

from scoring.book.access.permissions import COOKIE as PERMISSIONS_COOKIE
from scoring.book.access.permissions import VALID, WATCH_COOKIE, build_watch_secret, hash_link
from scoring.book.ledger.seats import Seat
from scoring.models import AccessToken, GameTable
from tarockclub.kit import time_source
from tarockclub.kit.text import parse_whole
from tarockclub.kit.typesetting import BORDER
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_access
from tarockclub.platform.accounts.secret_links import derive_secret, draw_secret, is_secret
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.server.network import find_lan_address

LINK_LIFE = timedelta(days=14)  # for an evening, for settling it a week later, and a week to spare
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
        table.pk: TableLink(_derive_secret(table, "", key) if key else draw_secret(), now + LINK_LIFE)
        for table in tables
    }
    digests = {hash_link(link.secret): table for table, link in links.items()}
    tokens = AccessToken.objects.filter(digest__in=list(digests)).values_list("digest", "expires") if key else ()
    expiries = {digests[digest]: expires for digest, expires in tokens}
    fresh = {table: digest for digest, table in digests.items() if table not in expiries}
    if fresh:
        with _record_links(tables[0], Kind.LINKS, who, tables=list(fresh)):
            AccessToken.objects.bulk_create(
                AccessToken(table_id=table, digest=digest, made=now, expires=now + LINK_LIFE)
                for table, digest in fresh.items()
            )
    return {table: TableLink(link.secret, expiries.get(table, link.expires)) for table, link in links.items()}


@transaction.atomic
def replace_links(
    table: GameTable, old: str, key: str, may: Callable[[], bool], who: Actor = ANONYMOUS
) -> TableLink | None:
    """End all links of a table and its code for watching, and create a new one; return None if `may` denies it.

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
        GameTable.objects.filter(pk=table.pk).update(replacements=F("replacements") + 1)
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
    AccessToken.objects.create(table=table, digest=hash_link(secret), made=now, expires=now + LINK_LIFE)
    return TableLink(secret, now + LINK_LIFE)


def _list_valid() -> QuerySet[AccessToken]:
    return AccessToken.objects.filter(ended=None, expires__gt=time_source.now())


def set_link_cookie(response: HttpResponse, table: GameTable, link: TableLink) -> None:
    """Let the phone that gets this response write at the table as long as its link is valid."""
    _set_cookie(response, table, PERMISSIONS_COOKIE, link.secret, link.expires)


def set_watch_cookie(response: HttpResponse, table: GameTable) -> None:
    """Let the phone that gets this response see the names at the table as long as a link of it is valid."""
    _set_cookie(response, table, WATCH_COOKIE, build_watch_secret(table), table.started + VALID)


def _set_cookie(response: HttpResponse, table: GameTable, name: str, secret: str, expires: datetime) -> None:
    response.set_cookie(
        name,
        secret,
        max_age=max(0, int((expires - time_source.now()).total_seconds())),
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


SEAT_COOKIE = "seat"  # the person, as a seat may be taken by another one
NOBODY = 0  # the phone belongs to the table
_SECONDS = 14 * 24 * 3600  # as long as a link


def read_own_person(request: HttpRequest) -> int | None:
    """Return the person whom the phone has named for the requested table; NOBODY; None if nothing was said yet."""
    return parse_whole(request.COOKIES.get(SEAT_COOKIE, ""))


class PresentPlayer(NamedTuple):
    """A player who sits at a table now."""

    place: int
    person: int
    name: str


def list_present_players(seats: Sequence[Seat]) -> list[PresentPlayer]:
    """Return those who sit at a table now, by place."""
    present_seats = (seat for seat in seats if seat.until is None)
    return [PresentPlayer(seat.place, seat.persons[-1][1], seat.names[-1][1]) for seat in present_seats]


def find_own_place(request: HttpRequest, seats: Sequence[Seat], earlier: int | None) -> int | None:
    """Return the place of the phone's player; `earlier`: where nothing was said, the place it spoke for before."""
    person = read_own_person(request)
    if person is None:
        return earlier
    return next((player.place for player in list_present_players(seats) if player.person == person), None)


def set_own_seat_cookie(response: HttpResponse, table: GameTable, person: int) -> None:
    """Let the phone that gets this response belong to a person at this table, or to NOBODY."""
    response.set_cookie(
        SEAT_COOKIE,
        str(person),
        max_age=_SECONDS,
        path=reverse("table", args=[table.slug]),
        secure=not settings.INN_MODE,
        httponly=True,
        samesite="Lax",
    )


QR_PIXELS = 6  # a module of the code
GUESTS = "#1b3f8b"  # dark enough for every camera; codes that give a right are black


class QrCard(NamedTuple):
    """An address, and how its code is drawn."""

    address: str
    mask: int | None = None
    dark: str = "#000"

    @property
    def code(self) -> str:
        """The address of the code as a picture (SVG) that can be printed in any size."""
        import segno

        symbol = segno.make(self.address, micro=False, mask=self.mask)
        return symbol.svg_data_uri(scale=QR_PIXELS, border=BORDER, light="#fff", dark=self.dark)


def build_card(request: HttpRequest, path: str, mask: int | None = None, dark: str = "#000") -> QrCard:
    """Return the card of any address of this site, as other devices reach it."""
    return QrCard(f"{get_site_address(request)}{path}", mask, dark)


def build_watch_path(table: GameTable) -> str:
    """Return the path of the code for watching at a table: whoever opens it sees the names there."""
    return reverse("watch", args=[table.slug, build_watch_secret(table)])


def get_site_address(request: HttpRequest) -> str:
    """Return the beginning of this site's addresses, as other devices reach it."""
    return f"{request.scheme}://{_find_reachable_host(request)}"


def _find_reachable_host(request: HttpRequest) -> str:
    """Return the host as other devices reach it: `localhost` would mean their own machine."""
    host = request.get_host()
    domain, port = split_domain_port(host)
    lan = find_lan_address() if settings.INN_MODE and _is_loopback(domain) else None
    return f"{lan}:{port}" if lan and port else lan or host


def _is_loopback(domain: str) -> bool:
    return domain == "localhost" or domain.strip("[]") == "::1" or domain.startswith("127.")
