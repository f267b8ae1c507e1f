"""The club of a request: by its host name, by /c/<slug>/, by who is logged in, or because there is no other."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tarockclub.models import Account, Club

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
