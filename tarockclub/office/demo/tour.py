"""The tour of the demo: six steps on its first page, and the accounts for logging in; nothing of it anywhere else."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest
from django.urls import get_script_prefix, reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from tarockclub.models import Account, Club
from tarockclub.platform.accounts.permissions import format_role
from tarockclub.platform.clubs.current_club import build_club_address
from tarockclub.platform.clubs.scope import enter_all_clubs

if TYPE_CHECKING:
    from tarockclub.office.demo.installation import Notes

ALL = ""  # for everybody
DIRECTOR, SECRETARY = Account.Role.DIRECTOR, Account.Role.SECRETARY
TREASURER, STAFF = Account.Role.TREASURER, Account.Role.WATCHER


class TourLink(NamedTuple):
    """A link of a step; `role`: who opens it ("": everybody)."""

    name: str
    href: str
    role: str = ALL

    @property
    def role_name(self) -> str:
        """Return the name of the role."""
        return format_role(self.role) if self.role else ""


class TourStep(NamedTuple):
    """A step of the tour."""

    name: str
    text: str
    links: tuple[TourLink, ...]


class LogIn(NamedTuple):
    """An account of the demo, and where it is logged in."""

    role: str
    login: str
    club: str
    href: str


class Tour(NamedTuple):
    """The tour: the first club, the steps, the accounts, and the password that all of them have."""

    club: str
    steps: tuple[TourStep, ...]
    logins: tuple[LogIn, ...]
    password: str


class Addresses:
    """The addresses of pages of a club."""

    def __init__(self, club: Club) -> None:
        self._start = build_club_address(club).rstrip("/")

    def build(self, name: str, *args: object) -> str:
        """Return the address of a page, at whichever club's address the tour is shown."""
        return f"{self._start}/{reverse(name, args=args).removeprefix(get_script_prefix())}"


def add_tour(request: HttpRequest) -> dict[str, object]:
    """Add the tour to the context of every page; nothing is asked until it is shown."""
    return {"tour": SimpleLazyObject(load_tour)}


def load_tour() -> Tour | None:
    """Return the tour; None outside of the demo."""
    if not settings.DEMO_FILE.exists():
        return None
    from tarockclub.office.demo.installation import list_open_logins, load_demo_notes

    try:
        notes = load_demo_notes()
        if notes is None:
            return None
        with enter_all_clubs():
            accounts = list_open_logins(notes)
            own, second = accounts[0].club, accounts[-1].club
            steps = tuple(_list_steps(Addresses(own), Addresses(second), notes, own))
    except DatabaseError:  # the error page has a header too
        return None
    return Tour(own.name, steps, tuple(_list_logins(accounts)), notes.password)


def _list_logins(accounts: list[Account]) -> Iterator[LogIn]:
    for account in accounts:
        address = Addresses(account.club).build("log_in")
        yield LogIn(format_role(account.role), account.login, account.club.name, address)


def _list_steps(own: Addresses, second: Addresses, notes: "Notes", club: Club) -> Iterator[TourStep]:
    from scoring.models import GameTable
    from tarockclub.office.demo import season, tournaments, year
    from tournaments.models import Season, Tournament

    def find(key: str) -> Tournament:
        return Tournament.objects.filter(club=club, start_key__startswith=key).latest("pk")

    def build_standing(key: str) -> str:
        return own.build("season_standing", Season.objects.get(club=club, start_key=key).slug)

    settled = GameTable.objects.filter(club=club, ended__isnull=False, round_table__isnull=True).latest("pk")
    running, next_one = find(tournaments.RUNNING_KEY), find(year.INVITED_KEY)
    yield TourStep(
        _("An evening's table"),
        _("Enter a hand and see what it pays, and why. Everybody at the table sees it at once."),
        (
            TourLink(_("Enter hands"), own.build("enter", notes.links["evening"])),
            TourLink(_("A settled evening"), own.build("settlement", settled.slug), TREASURER),
        ),
    )
    yield TourStep(
        _("A tournament's day at the desk"),
        _("Eight tables are playing: one has called the referees, one is slow, one disputes a hand."),
        (
            TourLink(_("The director's desk"), own.build("desk", running.slug, 1), DIRECTOR),
            TourLink(_("Invitation to the next one"), own.build("invitation", next_one.slug)),
            TourLink(_("Who has registered"), own.build("registration", next_one.slug), SECRETARY),
            TourLink(_("Mailbox of the demo"), own.build("mailbox")),
        ),
    )
    yield TourStep(
        _("The screen in the hall"),
        _("Clock, tables and standings, large enough for the last row."),
        (
            TourLink(_("Projector"), own.build("projector", running.slug)),
            TourLink(_("Live standings"), own.build("standings", running.slug)),
        ),
    )
    yield TourStep(
        _("Results, cup and season"),
        _("Tournaments with their prizes, a cup at its last hands, a season, and a year with forty evenings."),
        (
            TourLink(_("Result"), own.build("edition", find(tournaments.OVER_KEY).slug, 0, 1)),
            TourLink(_("Cup"), own.build("standings", find(tournaments.CUP_KEY).slug)),
            TourLink(_("Season"), build_standing(season.KEY)),
            TourLink(_("Year of evenings"), build_standing(year.YEAR_KEY)),
            TourLink(_("All results"), own.build("all_results")),
        ),
    )
    yield from _list_steps_of_clubs(own, second)


def _list_steps_of_clubs(own: Addresses, second: Addresses) -> Iterator[TourStep]:
    from tarockclub.office.demo.year import OWN_RULES

    yield TourStep(
        _("Statistics and own house rules"),
        _("What hands come to for players and games; and the club's own rules, in two versions."),
        (
            TourLink(_("Statistics"), own.build("statistics"), STAFF),
            TourLink(_("The club's house rules"), own.build("sheet", OWN_RULES.lower())),
            TourLink(_("Change them"), own.build("own_sheet", OWN_RULES.lower()), SECRETARY),
        ),
    )
    yield TourStep(
        _("A second club, and backups"),
        _("Several clubs share an installation, and none sees the other's data."),
        (
            TourLink(_("The other club"), second.build("home")),
            TourLink(_("All clubs"), own.build("hosted_clubs"), DIRECTOR),
            TourLink(_("Backups"), own.build("backups"), DIRECTOR),
        ),
    )
