"""manage.py import_evening: an evening that was played elsewhere, from its hand records (docs/dev/imports.md)."""

import argparse
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.sheet_library import find_rules
from scoring.engine.evening.state import FEWEST_PLAYERS, MOST_PLAYERS
from scoring.engine.texts import LANGUAGES
from scoring.management.commands.score import print_in_utf8
from scoring.reports.imports import forms
from scoring.reports.imports.forms import ImportForm, build_import_form
from scoring.reports.imports.record_lines import (
    MOST_BYTES,
    TextLine,
    UnreadableLine,
    decode_file,
    find_recorded_house,
    load_named_sheets,
    parse_lines,
)
from scoring.reports.imports.services import EveningImport, NotWritten, find_imported, import_evening, replay_lines
from tarockclub.kit import time_source
from tarockclub.kit.amounts import format_signed_points
from tarockclub.management.account_names import find_named_club
from tarockclub.models import Club
from tarockclub.platform.accounts.actors import AT_THE_COMPUTER
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.server.database_state import DatabaseCommand


class Command(DatabaseCommand):
    """The import of an evening; shows it, and writes it only if told to."""

    help = (
        "Shows an evening that was played elsewhere from its hand records (JSON, one per line), hand by hand with the"
        " totals; writes it as a table of the club with --write: all of it, and only once."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--names", nargs="+", required=True, metavar="NAME", help="4 to 6, in playing order")
        parser.add_argument("--day", default="", help="when it was played, 2025-12-24; default: today")
        parser.add_argument("--club", default="", metavar="CLUB", help="its word in addresses, or its name")
        parser.add_argument("--sheet", default="", metavar="ID", help="house rules; default: as the records say")
        parser.add_argument("--option", action="append", default=[], type=_parse_option, metavar="NAME=on|off")
        parser.add_argument("--cents", default="", metavar="N", help="played for money: cents per point")
        parser.add_argument("--leave-out", action="store_true", help="without lines that cannot be imported")
        parser.add_argument("--again", action="store_true", help="even if these hands are already in the book")
        parser.add_argument("--open", action="store_true", help="the evening goes on: it is not ended")
        parser.add_argument("--write", action="store_true", help="write it; otherwise it is only shown")
        parser.add_argument("--language", choices=LANGUAGES, help="of the sentences; default: German")

    def handle(self, *args: Any, **options: Any) -> None:
        print_in_utf8()
        with translation.override(options["language"] or translation.get_language() or LANGUAGES[0]):
            if not FEWEST_PLAYERS <= len(options["names"]) <= MOST_PLAYERS:
                raise CommandError(_("There are four to six players."))
            clubs = list(Club.objects.order_by("pk")[:2])
            club = clubs[0] if not options["club"] and len(clubs) == 1 else find_named_club(options["club"])
            lines = _read_lines(options["file"])
            sheets = load_named_sheets(lines, club.pk)
            form = build_import_form(
                club.pk,
                options["names"],
                options["day"] or timezone.localdate(time_source.now()).isoformat(),
                options["sheet"],
                dict(options["option"]),
                cents=options["cents"],
                house=find_recorded_house(lines, sheets),
            )
            if not form.is_valid():
                raise CommandError("\n".join(form.list_mistakes()))
            _refuse_unknown_options(form, options["option"])
            house = form.build_house()
            rules = find_rules(house.sheet)
            all_sheets = sheets if rules is None else {house.sheet: rules, **sheets}
            evening = replay_lines(lines, house, len(form.names), form.language, all_sheets)
            brought = EveningImport(evening, form.names, form.day_played, form.agreed_text, not options["open"])
            self._show(brought, form)
            if options["write"]:
                self._write(brought, club, leave_out=options["leave_out"], again=options["again"])
            else:
                self.stdout.write(_("Nothing is saved yet: --write saves it."))

    def _show(self, brought: EveningImport, form: ImportForm) -> None:
        evening = brought.evening
        for line in evening.lines:
            self.stdout.write(f"{line.line:>5}  {forms.format_line(line, brought.names, form.language)}")
            amounts = (f"{total}" for total in map(format_signed_points, line.after.totals[: evening.players]))
            if not line.problems:
                self.stdout.write(f"       {'  '.join(amounts)}")
        self.stdout.write(
            ngettext("%(hands)s hand", "%(hands)s hands", evening.hands) % {"hands": evening.hands}
            + f" · {evening.house.sheet} · {', '.join(brought.names)} · {brought.day:%d.%m.%Y}"
        )

    def _write(self, brought: EveningImport, club: Club, *, leave_out: bool, again: bool) -> None:
        evening = brought.evening
        if not evening.good:
            raise CommandError(_("There is nothing to import."))
        if evening.bad and not leave_out:
            raise CommandError(_("Some lines cannot be read. Correct them, or say --leave-out."))
        try:
            with transaction.atomic():
                club = lock_club(club)  # of two imports of the same evening, the second is refused
                earlier_table = None if again else find_imported(club, evening)
                if earlier_table is not None:
                    raise CommandError(
                        _("This evening is already in the book: table %(table)s. --again imports it once more.")
                        % {"table": earlier_table.slug}
                    )
                table = import_evening(str(uuid.uuid4()), brought, club, AT_THE_COMPUTER)
        except NotWritten as refused:
            raise CommandError(forms.format_not_written(refused)) from refused
        self.stdout.write(_("Saved as table %(table)s.") % {"table": table.slug})


def _read_lines(file: Path) -> list[TextLine]:
    try:
        with file.open("rb") as opened:
            return parse_lines(decode_file(opened.read(MOST_BYTES + 1)))
    except OSError as error:
        raise CommandError(_("%(file)s cannot be read: %(reason)s") % {"file": file, "reason": error}) from None
    except UnreadableLine as unreadable:
        raise CommandError(forms.format_unreadable_line(unreadable)) from None


def _refuse_unknown_options(form: ImportForm, options: Iterable[tuple[str, bool]]) -> None:
    """Raise CommandError for an option that the named sheet does not have."""
    sheet = form.find_sheet() if form.cleaned_data["sheet"] else None
    for name, _on in options:
        if sheet is None or name not in sheet.options:
            raise CommandError(_("The house rules of --sheet have no option “%(name)s”.") % {"name": name})


def _parse_option(text: str) -> tuple[str, bool]:
    name, _sign, setting = text.partition("=")
    if setting not in ("on", "off"):
        raise argparse.ArgumentTypeError("NAME=on, NAME=off")
    return name, setting == "on"
