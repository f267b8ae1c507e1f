"""manage.py static_site: writes the public pages of a tournament, a season or the club as a folder of HTML files."""

import uuid
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tarockclub.kit.text import parse_whole
from tarockclub.models import Club
from tarockclub.office.static_site.builder import SiteError, Thing, describe
from tarockclub.office.static_site.files import write_folder, write_zip
from tarockclub.platform.clubs.current_club import find_only_club
from tarockclub.platform.server.database_state import DatabaseCommand
from tournaments.models import Season, Tournament

CLUB = "club"


class Command(DatabaseCommand):
    """The public pages, for any web space."""

    help = "Writes the public pages of a tournament or season (its number or address), or of the club, as HTML files."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument(
            "subject", help=_("Number or address of a tournament or season, “club”, or the word of a club in addresses")
        )
        parser.add_argument(
            "--target", required=True, type=Path, help=_("New or empty folder, or a name ending in .zip")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        target: Path = options["target"]
        subject = describe(_find_thing(options["subject"]))
        is_zip = target.suffix == ".zip"
        if target.exists() and (is_zip or not target.is_dir() or any(target.iterdir())):
            raise CommandError(_("There is something at %(target)s already: nothing was written.") % {"target": target})
        try:
            pages = write_zip(subject, target) if is_zip else write_folder(subject, target)
        except SiteError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_("%(pages)s pages: %(target)s") % {"pages": pages, "target": target})


def _find_thing(word: str) -> Thing:
    club = find_only_club() if word == CLUB else Club.objects.filter(slug=word, archived=None).exclude(slug="").first()
    if club is not None:
        return club
    slug = next((part for part in reversed(word.split("/")) if _is_uuid(part)), None)
    number = parse_whole(word, 9)
    wanted = {"slug": slug} if slug else {"pk": number} if number is not None else None
    if wanted is not None:
        tournaments = Tournament.objects.select_related("club", "sheet_version")
        tournament = tournaments.filter(**wanted, archived=None).first()
        if tournament is not None:
            return tournament
        season = Season.objects.select_related("club").filter(**wanted).first()
        if season is not None:
            return season
    raise CommandError(_("There is no tournament, season or club “%(word)s”.") % {"word": word})


def _is_uuid(text: str) -> bool:
    try:
        uuid.UUID(text)
    except ValueError:
        return False
    return True
