"""manage.py static_site: writes the public pages of a tournament, a season or the club as a folder of HTML files."""

import time
import uuid
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tarockclub.kit.text import parse_whole
from tarockclub.models import Club
from tarockclub.office.static_site.builder import SiteError, Thing, describe
from tarockclub.office.static_site.files import StrangeFolder, update_folder, write_zip
from tarockclub.platform.clubs.current_club import find_only_club
from tarockclub.platform.server.database_state import DatabaseCommand
from tournaments.models import Season, Tournament

CLUB = "club"
LEAST_SECONDS = 10  # between two looks


class Command(DatabaseCommand):
    """The public pages, for any web space."""

    help = "Writes the public pages of a tournament or season (its number or address), or of the club, as HTML files."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument(
            "subject", help=_("Number or address of a tournament or season, “club”, or the word of a club in addresses")
        )
        parser.add_argument(
            "--target",
            required=True,
            type=Path,
            help=_("Folder that is new, empty or was written by this command before, or a name ending in .zip"),
        )
        parser.add_argument(
            "--every",
            type=int,
            default=0,
            help=_("Seconds after which what has changed is written again, until Ctrl+C"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        target: Path = options["target"]
        if options["every"] < 0 or (options["every"] and target.suffix == ".zip"):
            raise CommandError(_("Only a folder is kept up to date."))
        self._write(_find_thing(options["subject"]), target)
        while options["every"]:
            pause(max(options["every"], LEAST_SECONDS))
            self._write(_find_thing(options["subject"]), target)

    def _write(self, thing: Thing, target: Path) -> None:
        subject, facts = describe(thing), {"target": target}
        try:
            if target.suffix == ".zip":
                if target.exists():
                    raise StrangeFolder
                self.stdout.write(_("%(pages)s pages: %(target)s") % {**facts, "pages": write_zip(subject, target)})
            else:
                written = update_folder(subject, target)
                self.stdout.write(_("%(files)s files written: %(target)s") % {**facts, "files": written})
        except StrangeFolder:
            raise CommandError(_("There is something at %(target)s already: nothing was written.") % facts) from None
        except SiteError as error:
            raise CommandError(str(error)) from error


def pause(seconds: float) -> None:
    """Wait; tests do not."""
    time.sleep(seconds)


def _find_thing(word: str) -> Thing:
    club = find_only_club() if word == CLUB else Club.objects.filter(slug=word, archived=None).exclude(slug="").first()
    if club is not None:
        return club
    slug = next((part for part in reversed(word.split("/")) if _is_uuid(part)), None)
    number = parse_whole(word, 9)
    lookup = {"slug": slug} if slug else {"pk": number} if number is not None else None
    if lookup is not None:
        tournaments = Tournament.objects.select_related("club", "sheet_version")
        tournament = tournaments.filter(**lookup, archived=None).first()
        if tournament is not None:
            return tournament
        season = Season.objects.select_related("club").filter(**lookup).first()
        if season is not None:
            return season
    raise CommandError(_("There is no tournament, season or club “%(word)s”.") % {"word": word})


def _is_uuid(text: str) -> bool:
    try:
        uuid.UUID(text)
    except ValueError:
        return False
    return True
