"""The account named in a command."""

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tarockclub.kit.form_fields import LONGEST_ID
from tarockclub.kit.text import parse_whole
from tarockclub.models import Account, Club, normalize_login


def add_account_arguments(parser: CommandParser) -> None:
    """Add the log-in name, and the club for names that exist in several."""
    parser.add_argument("login", metavar="NAME")
    parser.add_argument("--club", metavar="CLUB", default="", help="the club's word in addresses, or its name")


def find_named_account(login: str, club: str = "") -> Account:
    """Return the account with this log-in name; else raise a CommandError with all existing names."""
    accounts = Account.objects.all()
    if club:
        accounts = accounts.filter(club=find_named_club(club))
    matches = list(accounts.filter(login=normalize_login(login))[:2])
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise CommandError(_("Several clubs know this log-in name: say which one with --club CLUB."))
    names = ", ".join(accounts.order_by("login").values_list("login", flat=True)) or "–"
    raise CommandError(_("Nobody has this log-in name. Existing names: %(names)s") % {"names": names})


def find_named_club(name: str) -> Club:
    """Return the club with this word in its address, this name or number; else raise a CommandError with all."""
    clubs = list(Club.objects.filter(slug=name)) if name else []
    clubs = clubs or list(Club.objects.filter(name=name))
    number = parse_whole(name, LONGEST_ID)
    if len(clubs) != 1 and number is not None:  # no word yet, and a name that others have too: its number
        clubs = list(Club.objects.filter(slug="", pk=number))
    if len(clubs) == 1:
        return clubs[0]
    names = ", ".join(f"{club.slug or club.pk} ({club.name})" for club in Club.objects.order_by("pk"))
    raise CommandError(_("No club, or more than one, has this name. Existing clubs: %(names)s") % {"names": names})
