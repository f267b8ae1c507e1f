"""The club of a request (by its host name, by /c/<slug>/, by who is logged in, as the only one), and its addresses."""

import re
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import get_script_prefix, reverse
from django.utils.functional import SimpleLazyObject
from django.utils.text import slugify

from tarockclub.models import SLUG_LENGTH, Account, Club

_ADDRESSED, _CURRENT, _HOSTS = (
    "tarockclub.addressed_club",
    "tarockclub.current_club",
    "tarockclub.club_hosts",
)  # in META


class ClubUnknown(Exception):  # noqa: N818 -- no error of the program, but an answer
    """There are several clubs, and nothing says which one is meant."""


def note_addressed_club(request: HttpRequest, club: Club) -> None:
    """Note the club that the address of a request names."""
    request.META[_ADDRESSED] = club


def find_addressed_club(request: HttpRequest) -> Club | None:
    """Return the club that the address names, by its host or prefix."""
    club = request.META.get(_ADDRESSED)
    return club if isinstance(club, Club) else None


def find_current_club(request: HttpRequest) -> Club | None:
    """Return the club of a request; None if there are several and nothing says which. Looked up once."""
    if _CURRENT not in request.META:
        request.META[_CURRENT] = find_addressed_club(request) or _find_own_club(request) or find_only_club()
    club = request.META[_CURRENT]
    return club if isinstance(club, Club) else None


def load_current_club(request: HttpRequest) -> Club:
    """Return the club of a request; raise ClubUnknown, which leads to the list of all clubs."""
    club = find_current_club(request)
    if club is None:
        raise ClubUnknown
    return club


def find_only_club() -> Club | None:
    """Return the only club that is not archived; None if there are several."""
    open_clubs = list(Club.objects.filter(archived=None).order_by("pk")[:2])
    return open_clubs[0] if len(open_clubs) == 1 else None


def hide_strangers(request: HttpRequest) -> None:
    """Let an account of another club than the addressed one be nobody."""
    addressed, user = find_addressed_club(request), getattr(request, "user", None)
    if addressed is None or user is None:
        return
    request.user = SimpleLazyObject(  # type: ignore[assignment]
        lambda: AnonymousUser() if isinstance(user, Account) and user.club_id != addressed.pk else user
    )


def find_club_of_host(request: HttpRequest, domain: str) -> Club | None:
    """Return the club with this host name; looked up once for a request."""
    clubs: dict[str, Club | None] = request.META.setdefault(_HOSTS, {})
    if domain not in clubs:
        clubs[domain] = Club.objects.filter(host_name=domain.lower()).first() if domain else None
    return clubs[domain]


def _find_own_club(request: HttpRequest) -> Club | None:
    user = getattr(request, "user", None)  # missing on a request that failed early
    return user.club if isinstance(user, Account) else None


WELL_FORMED = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_IN_WORDS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_NOTHING = "club"  # of a name without any letter that an address can have


class ClubLink(NamedTuple):
    """A club as the list of all clubs shows it."""

    club: Club
    href: str  # of its front page, with a slash at the end


def choose_slug(name: str) -> str:
    """Return a free word for the addresses of a club with this name; the installation's clubs are locked, or new."""
    word = slugify(name.casefold().translate(_IN_WORDS))[: SLUG_LENGTH - 4].strip("-") or _NOTHING
    taken = set(Club.objects.filter(slug__startswith=word).values_list("slug", flat=True))
    return next(slug for slug in (word, *(f"{word}-{number}" for number in range(2, 1000))) if slug not in taken)


def list_open_clubs() -> list[ClubLink]:
    """Return the clubs that are not archived, by name; those without an address of their own are left out."""
    listed = sorted(Club.objects.filter(archived=None), key=lambda club: club.name.casefold())
    return [ClubLink(club, href) for club in listed if (href := build_club_address(club))]


def build_club_address(club: Club) -> str:
    """Return the address of a club's front page: whole, where it has its own host name; "" where it has none."""
    if club.host_name:
        return f"{find_club_origin(club)}/"
    return f"/c/{club.slug}/" if club.slug else ""


def get_app_word(club: Club | None) -> str:
    """Return the word of a club in the addresses of its app; none for an own host name, and for the only club."""
    return club.slug if club and not club.host_name else ""


def reverse_at_root(name: str, *arguments: object) -> str:
    """Return the address of what belongs to the installation, also on a page below a club's address.

    There it would lead on by a redirect, behind which no browser takes a service worker.
    """
    return f"/{reverse(name, args=arguments).removeprefix(get_script_prefix())}"


def find_club_origin(club: Club) -> str:
    """Return the beginning of addresses under a club's own host name; "" without one."""
    return f"{'http' if settings.INN_MODE else 'https'}://{club.host_name}" if club.host_name else ""


def give_slugs(clubs: QuerySet[Club]) -> None:
    """Give a word to each of these clubs that has none: there are several clubs now."""
    for club in clubs.filter(slug="").order_by("pk"):
        Club.objects.filter(pk=club.pk).update(slug=choose_slug(club.name))


def build_address(request: HttpRequest, path: str) -> str:
    """Return the whole address of a path: in public mode by the club's host or the configured one, else the one asked.

    A club's own name counts only where it was asked for: addresses with a prefix lead nowhere under it.
    """
    club = find_addressed_club(request)
    if club is not None and club.host_name and split_domain_port(request.get_host())[0] == club.host_name:
        return f"{request.scheme}://{request.get_host()}{path}"
    return f"{find_public_origin() or f'{request.scheme}://{request.get_host()}'}{path}"


def find_public_origin(club: Club | None = None) -> str:
    """Return the site's own origin, or the club's; empty in the inn, where the address is that of the day's network."""
    if club is not None and club.host_name and not settings.INN_MODE:
        return find_club_origin(club)
    hosts = [host for host in settings.ALLOWED_HOSTS if not host.startswith((".", "*"))]
    return "" if settings.INN_MODE or not hosts else f"https://{hosts[0]}"
