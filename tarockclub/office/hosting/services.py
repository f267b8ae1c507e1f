"""Writing clubs: the only code that founds, moves, archives them and names hosts; their list, without what they do."""

import secrets
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.db.models import Count, Max, Q

from scoring.models import AccessToken, GameTable
from tarockclub.kit.time_source import now
from tarockclub.models import Account, Club, ClubAct, LogEntry, Publication
from tarockclub.platform.accounts import services as accounts
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.club_log import Kind, record_access, record_event
from tarockclub.platform.act_chain import record_act
from tarockclub.platform.clubs.current_club import build_club_address, choose_slug, give_slugs
from tarockclub.platform.sealed_rows import CLUB

SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"  # without characters that look alike
GROUPS, GROUP = 3, 5  # 74 bits


class AddressTaken(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Another club has this word or host name."""


class LastOpenClub(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The club must stay open: it is the only open one, or a host's own."""


class FoundedClub(NamedTuple):
    """A new club, its first director, and the password to tell him: it is stored nowhere."""

    club: Club
    director: Account
    password: str


class FirstDirector(NamedTuple):
    """The person to whom a new club is given."""

    name: str
    login: str


def found_club(
    name: str, slug: str, director: FirstDirector, who: Actor, *, is_federation: bool = False
) -> FoundedClub:
    """Found a club, or a federation, with its first director; raise AddressTaken.

    Without a word for its addresses, one is chosen.
    """
    password = create_password()
    hashed = make_password(password)
    return FoundedClub(*found_club_of_hash(name, slug, director, hashed, who, is_federation=is_federation), password)


@transaction.atomic
def found_club_of_hash(
    name: str,
    slug: str,
    director: FirstDirector,
    hashed: str,
    who: Actor,
    *,
    is_federation: bool = False,
    link: str = "",
) -> tuple[Club, Account]:
    """Found a club whose first director's password was hashed before; raise AddressTaken.

    `link`: the digest of the link by which somebody founds it without a host.
    """
    first = lock_clubs()
    give_slugs(Club.objects.all())
    if slug and Club.objects.filter(slug=slug).exists():
        raise AddressTaken
    club = Club.objects.create(name=name, slug=slug or choose_slug(name), is_federation=is_federation)
    parts = dict.fromkeys(Publication.FIRST_PARTS, True)
    with record_act(CLUB, club.pk, ClubAct.Kind.PUBLIC, parts):
        Publication.objects.create(club=club, **parts)
    role = Account.Role.DIRECTOR
    account = accounts.create_account_of_hash(club, director.name, director.login, hashed, role, _mask(who))
    record_event(club.pk, Kind.FOUNDED, _mask(who))
    facts: dict[str, Any] = {"founded": club.pk} | ({"link": link} if link else {})
    record_event(_find_club_of(who, first), Kind.FOUNDED, who, **facts)
    return club, account


@transaction.atomic
def change_club(club: Club, name: str, slug: str, host_name: str, who: Actor) -> None:
    """Change a club's name and addresses; raise AddressTaken. The old addresses lead nowhere from then on."""
    lock_clubs()
    club = Club.objects.get(pk=club.pk)
    accounts.rename_club(club, name, _mask(who))
    if (club.slug, club.host_name) == (slug, host_name):
        return
    club.slug, club.host_name = slug, host_name
    try:
        with transaction.atomic():
            club.save(update_fields=["slug", "host_name"])
    except IntegrityError as error:
        raise AddressTaken from error
    record_event(club.pk, Kind.CLUB_ADDRESS, _mask(who))


@transaction.atomic
def archive_club(club: Club, who: Actor) -> None:
    """Archive a club: its links end, nothing is written any more; raise LastOpenClub."""
    lock_clubs()
    club = Club.objects.get(pk=club.pk)
    if club.archived is not None:
        return
    is_last = not Club.objects.filter(archived=None).exclude(pk=club.pk).exists()
    if is_last or Account.objects.filter(club=club, is_host=True, is_active=True).exists():
        raise LastOpenClub
    club.archived = now()
    club.save(update_fields=["archived"])
    with record_access(club.pk, Kind.ARCHIVED, _mask(who)):
        AccessToken.objects.filter(table__club=club, ended=None).update(ended=club.archived)


@transaction.atomic
def reopen_club(club: Club, who: Actor) -> None:
    """Open an archived club again; phones need new links."""
    lock_clubs()
    if Club.objects.filter(pk=club.pk).exclude(archived=None).update(archived=None):
        record_event(club.pk, Kind.REOPENED, _mask(who))


@transaction.atomic
def change_host(account: Account, *, is_host: bool, who: Actor) -> None:
    """Let somebody look after the whole installation, or no longer."""
    accounts.lock_account(account)
    if account.is_host != is_host:
        account.is_host = is_host
        with record_access(account.club_id, Kind.HOST, _mask(who), account.person_id):
            account.save(update_fields=["is_host"])


def create_password() -> str:
    """Return a password that can be read out."""
    return "-".join("".join(secrets.choice(SIGNS) for _ in range(GROUP)) for _ in range(GROUPS))


def lock_clubs() -> Club:
    """Let only one at a time change the clubs, and return the first one."""
    return Club.objects.select_for_update(no_key=True).order_by("pk")[0]


def _mask(who: Actor) -> Actor:
    """Return the host as other clubs' logs name him: a person of another club stays unknown there."""
    return Actor(way=who.way)


def _find_club_of(who: Actor, first: Club) -> int:
    """Return the club in whose log somebody's work is noted."""
    own = Account.objects.filter(person=who.person).values_list("club", flat=True).first() if who.person else None
    return own or first.pk


class HostedClub(NamedTuple):
    """A club in the host's list."""

    club: Club
    accounts: int
    active: datetime | None  # the last entry in its log, or the last evening

    @property
    def href(self) -> str:
        """The address of its front page."""
        return build_club_address(self.club)


def list_hosted_clubs() -> list[HostedClub]:
    """Return all clubs; three queries, however many there are."""
    counted = Count("accounts", filter=Q(accounts__is_active=True))
    logged = _load_latest(LogEntry.objects.order_by().values_list("log__club").annotate(Max("at")))
    played = _load_latest(GameTable.objects.order_by().values_list("club").annotate(Max("started")))
    return [
        HostedClub(club, club.staff, max(filter(None, (logged.get(club.pk), played.get(club.pk))), default=None))
        for club in Club.objects.annotate(staff=counted).order_by("pk")
    ]


def _load_latest(rows: object) -> dict[int, datetime]:
    return dict(rows)  # type: ignore[call-overload, no-any-return]  # pairs of a query
