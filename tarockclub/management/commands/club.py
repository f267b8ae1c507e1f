"""manage.py club: the clubs of this installation and their federations, founded, changed, archived; and their hosts."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tarockclub.kit.text import clean_name
from tarockclub.management.account_names import find_named_account, find_named_club
from tarockclub.models import NAME_LENGTH, SLUG_LENGTH, Account, FederationMember
from tarockclub.office.hosting import services
from tarockclub.office.hosting.services import list_hosted_clubs
from tarockclub.platform.accounts.actors import AT_THE_COMPUTER
from tarockclub.platform.accounts.services import LoginTaken
from tarockclub.platform.clubs.current_club import WELL_FORMED, build_club_address
from tarockclub.platform.server.database_state import DatabaseCommand
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.seasons.federation.services import ask, end


class Command(DatabaseCommand):
    """The work of the host at the command line."""

    help = "Lists, founds, renames, archives and reopens the clubs of this installation, and names its hosts."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the acts and what each of them needs."""
        acts = parser.add_subparsers(dest="act", required=True, metavar="ACT")
        acts.add_parser("list", help="all clubs, with their accounts and last activity")
        founding = acts.add_parser("found", help="a new club with its first director; prints the password")
        founding.add_argument("name", metavar="NAME")
        founding.add_argument("--slug", default="", help="the word in its addresses; chosen from the name if missing")
        founding.add_argument("--federation", action="store_true", help="a federation, which groups clubs")
        founding.add_argument("--director", required=True, help="the name of the first director")
        founding.add_argument("--login", required=True, help="the director's log-in name")
        rename = acts.add_parser("rename", help="another name or word in addresses, or an own host name")
        rename.add_argument("club", metavar="CLUB", help="the word in the club's addresses, or its name")
        rename.add_argument("--name", help="the new name")
        rename.add_argument("--slug", help="the new word in its addresses")
        rename.add_argument("--host-name", help="the club's own host name; empty: none")
        for act, explanation in (("archive", "only its staff may read it"), ("reopen", "as before")):
            acts.add_parser(act, help=explanation).add_argument("club", metavar="CLUB")
        members = acts.add_parser("members", help="who belongs to a federation, and who has asked")
        members.add_argument("federation", metavar="FEDERATION")
        steps = (
            ("join", "the first asks the second (one of them is a federation), or agrees to what that has asked"),
            ("leave", "the first ends its membership in the second, or refuses, or takes back what it has asked"),
        )
        for act, explanation in steps:
            step = acts.add_parser(act, help=explanation)
            step.add_argument("own", metavar="CLUB")
            step.add_argument("other", metavar="FEDERATION")
        host = acts.add_parser("host", help="lets somebody look after the whole installation")
        host.add_argument("login", metavar="LOGIN")
        host.add_argument("--club", default="", help="where several clubs know this log-in name")
        host.add_argument("--end", action="store_true", help="the account is no longer a host")

    def handle(self, *args: Any, act: str, **options: Any) -> None:
        try:
            getattr(self, f"_{act}")(options)
        except services.AddressTaken as taken:
            raise CommandError(_("Another club has this word or host name already.")) from taken
        except services.LastOpenClub as last:
            raise CommandError(_("This club stays open: it is the only open one, or the club of a host.")) from last
        except ActionRefused as refused:
            raise CommandError(format_refusal(refused)) from refused
        except LoginTaken as taken:
            raise CommandError(_("This log-in name is already taken: please choose another one.")) from taken

    def _list(self, _options: dict[str, Any]) -> None:
        for row in list_hosted_clubs():
            active = "–" if row.active is None else f"{row.active:%Y-%m-%d}"
            state = _("archived") if row.club.archived else ""
            accounts = "{}: {}".format(_("Accounts"), row.accounts)
            self.stdout.write("  ".join(filter(None, (row.href or "/", row.club.name, accounts, active, state))))

    def _found(self, options: dict[str, Any]) -> None:
        name, login = _clean_name(options["name"]), _clean_name(options["login"])
        director = services.FirstDirector(_clean_name(options["director"]), login)
        slug, is_federation = _clean_slug(options["slug"]), options["federation"]
        founded = services.found_club(name, slug, director, AT_THE_COMPUTER, is_federation=is_federation)
        self.stdout.write(_("Founded: %(address)s") % {"address": build_club_address(founded.club)})
        self.stdout.write(_("Password of %(login)s: %(password)s") % {"login": login, "password": founded.password})

    def _rename(self, options: dict[str, Any]) -> None:
        club = find_named_club(options["club"])
        name = club.name if options["name"] is None else _clean_name(options["name"])
        slug = club.slug if options["slug"] is None else _clean_slug(options["slug"])
        host_name = club.host_name if options["host_name"] is None else options["host_name"].strip().lower()
        services.change_club(club, name, slug, host_name, AT_THE_COMPUTER)
        self.stdout.write(_("Saved."))

    def _archive(self, options: dict[str, Any]) -> None:
        services.archive_club(find_named_club(options["club"]), AT_THE_COMPUTER)
        self.stdout.write(_("Archived: nothing was deleted."))

    def _reopen(self, options: dict[str, Any]) -> None:
        services.reopen_club(find_named_club(options["club"]), AT_THE_COMPUTER)
        self.stdout.write(_("Opened again."))

    def _members(self, options: dict[str, Any]) -> None:
        federation = find_named_club(options["federation"])
        rows = FederationMember.objects.filter(federation=federation, until=None).select_related("club")
        for row in rows.order_by("club__name"):
            asked = _("invited") if row.by_federation else _("wants to join")
            self.stdout.write(f"{row.club.slug}  {row.club.name}  {row.since or asked}")

    def _join(self, options: dict[str, Any]) -> None:
        row = ask(find_named_club(options["own"]), find_named_club(options["other"]), AT_THE_COMPUTER)
        self.stdout.write(
            _("Asked: the other side has to agree.") if row.since is None else _("They belong together now.")
        )

    def _leave(self, options: dict[str, Any]) -> None:
        own, other = find_named_club(options["own"]), find_named_club(options["other"])
        federation, club = (own, other) if own.is_federation else (other, own)
        row = FederationMember.objects.filter(federation=federation, club=club, until=None).first()
        if row is None:
            raise ActionRefused("not_asked")
        end(row.pk, own, AT_THE_COMPUTER)
        self.stdout.write(_("Saved."))

    def _host(self, options: dict[str, Any]) -> None:
        account = find_named_account(options["login"], options["club"])
        if options["end"] and not Account.objects.filter(is_host=True).exclude(pk=account.pk).exists():
            raise CommandError(_("Somebody has to look after the installation: name another host first."))
        services.change_host(account, is_host=not options["end"], who=AT_THE_COMPUTER)
        self.stdout.write(_("Saved."))


def _clean_name(typed: str) -> str:
    name = clean_name(typed)
    if not 0 < len(name) <= NAME_LENGTH:
        raise CommandError(_("A name is missing, or it is too long."))
    return name


def _clean_slug(typed: str) -> str:
    word = typed.strip().lower()
    if word and (len(word) > SLUG_LENGTH or not WELL_FORMED.fullmatch(word)):
        raise CommandError(_("Only small letters from a to z, digits, and hyphens between them."))
    return word
