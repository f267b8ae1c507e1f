"""manage.py verify_ledger: proves every book from its entries and names what is wrong."""

from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.audit import Finding, Proof, compute_proof, list_wrong_totals
from scoring.book.audit.chains import list_head_places, parse_digits
from scoring.book.ledger.seats import find_table_id
from scoring.engine.texts import LANGUAGES
from tarockclub.platform.act_chain import SHORTEST as SHORTEST_HEAD
from tarockclub.platform.server.database_state import find_missing_migrations, find_unfit_reason


class Command(BaseCommand):
    """The proof of the books; exit code 1 if something is wrong."""

    help = (
        "Verifies every book from its entries: hash chain, amounts, Radl, seats, totals. Writes nothing."
        " Keep the last two lines, for example on paper: they show later whether a whole book was replaced."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--table", metavar="SLUG", help="only this table: its address, or the first 8 digits of it")
        parser.add_argument("--head", metavar="DIGITS", help="also say whether a head from a paper is still valid")
        parser.add_argument("--quick", action="store_true", help="only add up the totals")
        parser.add_argument("--language", choices=LANGUAGES, help="of the sentences; default: German")

    def handle(self, *args: Any, **options: Any) -> None:
        language = options["language"] or translation.get_language() or LANGUAGES[0]
        with translation.override(language):
            unfit = find_unfit_reason(any_key=True) or find_missing_migrations()
            if unfit:
                raise CommandError(unfit)
            if options["quick"]:
                if options["table"]:
                    raise CommandError(_("--quick counts all tables and cannot be combined with --table."))
                self._tell_quick(list_wrong_totals())
            else:
                self._tell(options["table"], options["head"])

    def _tell(self, slug: str | None, head: str | None) -> None:
        proof = compute_proof(None if slug is None else [_find_table_id(slug)])
        self._list(proof.findings)
        tables = ngettext("%(number)s table", "%(number)s tables", proof.tables) % {"number": proof.tables}
        hands = ngettext("%(number)s hand", "%(number)s hands", proof.hands) % {"number": proof.hands}
        acts = ngettext("%(number)s log entry", "%(number)s log entries", proof.acts) % {"number": proof.acts}
        self.stdout.write(f"{tables}, {hands}, {acts}: {_format_findings(proof.findings)}")
        if slug is None:
            sentence = _("Head of all logs (results, draws, rulings, seasons, access): %(head)s")
            self.stdout.write(sentence % {"head": proof.acts_head})
        of_what = _("Head of all books: %(head)s") if slug is None else _("Head of this book only: %(head)s")
        self.stdout.write(of_what % {"head": proof.head})
        is_known = head is None or self._tell_head(parse_digits(head), proof)
        if proof.findings or not is_known:
            raise SystemExit(1)

    def _tell_head(self, head: str, proof: Proof) -> bool:
        """Print the place of a head from a paper; return whether there is one."""
        if len(head) < SHORTEST_HEAD:
            raise CommandError(_("A head must have at least %(number)s digits.") % {"number": SHORTEST_HEAD})
        if proof.head.startswith(head) or proof.acts_head.startswith(head):
            self.stdout.write(_("The head on the paper is the current one: nothing has been changed since."))
            return True
        places = list(list_head_places(head))
        for place in places:
            moment = date_format(localtime(place.moment), "DATETIME_FORMAT")
            self.stdout.write(
                _("The head on the paper belongs to %(place)s, %(at)s: nothing before it was changed.")
                % {"place": place.name, "at": moment}
            )
        if not places:
            self.stdout.write(
                _(
                    "The head on the paper is in no chain: what it stood for was changed or cut off, or it was a "
                    "head of all books or logs, which changes after every hand and every entry."
                )
            )
        return bool(places)

    def _tell_quick(self, findings: Sequence[Finding]) -> None:
        self._list(findings)
        self.stdout.write(_("Totals: %(result)s") % {"result": _format_findings(findings)})
        if findings:
            raise SystemExit(1)

    def _list(self, findings: Sequence[Finding]) -> None:
        for finding in findings:
            self.stdout.write(f"{finding.sentence} [{finding.code}]")


def _format_findings(findings: Sequence[Finding]) -> str:
    if not findings:
        return _("everything is correct.")
    number = len(findings)
    return ngettext("%(number)s problem was found.", "%(number)s problems were found.", number) % {"number": number}


def _find_table_id(slug: str) -> int:
    table_id = find_table_id(slug)
    if table_id is None:
        raise CommandError(_("There is no table %(table)s.") % {"table": slug})
    return table_id
