"""A bank's file: who has paid a fee is suggested from its rows; the treasurer ticks, and only that is written.

The file is not kept. A row that was written is known again by the keys of its acts: a keyed hash of what stands there.
"""

import re
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.book.access.permissions import find_actor
from tarockclub.kit.bank import IBAN_LENGTH, Transfer, build_transfer
from tarockclub.kit.form_fields import TextField
from tarockclub.kit.hash_chain import encode_compact
from tarockclub.kit.lists.bank_file import Credit, read_bank_file
from tarockclub.kit.lists.table import MOST_SENT, Unreadable
from tarockclub.kit.words import fold
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.looks import PAYMENTS, note_look
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.server.apart.messages import TooMuchWork
from tarockclub.platform.server.apart.pool import run_apart
from tarockclub.platform.server.wsgi.uploads import take_uploads
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.cash_journal.actions import RecordMove
from tournaments.core.cash_journal.services import FLOAT, MOST_CENTS
from tournaments.core.messages import format_refusal
from tournaments.models import Act, Tournament
from tournaments.people.entrants.fee_actions import OpenFee, list_open_fees, settle_fees
from tournaments.people.entrants.fees import is_paid_once
from tournaments.people.name_lists.messages import format_unreadable
from tournaments.people.register.services import set_iban
from tournaments.results.cash.views import BankForm

_SIGN_LENGTH = 24
_TICK = re.compile(r"([0-9a-f]{24}) ([0-9]{1,15}) ([0-9]{1,9})")
_WORD = re.compile(r"\w+")


LONGEST_OF_NAME = 60  # characters of a tournament's name: banks cut a text at 140


def format_transfer_text(tournament: Tournament, fee: OpenFee) -> str:
    """Return what a payment of a fee says: by it the row of a bank's file is known again."""
    facts = {"name": tournament.name[:LONGEST_OF_NAME], "day": f"{tournament.day:%d.%m.%Y}", "number": fee.number}
    text = _("Entry fee %(name)s, %(day)s, no. %(number)s") % facts
    if is_paid_once(tournament):
        return text
    return _("%(text)s, round %(round)s") % {"text": text, "round": fee.rounds[-1]}


def build_fee_transfer(tournament: Tournament, fee: OpenFee) -> Transfer | None:
    """Build the payment of a fee to the club's account; None where it has none."""
    club = tournament.club
    return build_transfer(club.name, club.iban, fee.cents, format_transfer_text(tournament, fee))


class Suggestion(NamedTuple):
    """A row of the file that may be the fee of somebody."""

    credit: Credit
    sign: str
    fee: OpenFee
    is_sure: bool  # it has the text of the code, and the amount
    is_same: bool = True  # the amount is the one that is owed: otherwise nothing can be ticked

    @property
    def tick(self) -> str:
        """The value that the box sends."""
        return f"{self.sign} {self.fee.entrant} {self.fee.cents}"


class BankMatches(NamedTuple):
    """The rows of a file, as far as they are fees."""

    suggestions: tuple[Suggestion, ...]  # the sure ones first
    written: int  # rows that were written down before
    other: int  # rows that are nobody's fee

    @property
    def sure(self) -> int:
        """The number of those that are sure."""
        return sum(suggestion.is_sure for suggestion in self.suggestions)

    @property
    def unsure(self) -> int:
        """The number of the others."""
        return len(self.suggestions) - self.sure


def match_credits(tournament: Tournament, incoming: Sequence[Credit]) -> BankMatches:
    """Match the rows of a file against the open fees: by the text of the code, else by amount and name."""
    fees = list_open_fees(tournament)
    texts = [(fee, pattern) for fee in fees for pattern in _build_patterns(tournament, fee)]
    names = [(fee, set(_WORD.findall(fold(fee.name)))) for fee in fees]
    written = set(_list_written(tournament))
    suggestions, paid, rows = list[Suggestion](), set[int](), Counter[str]()
    for credit, sign in zip(incoming, _sign_credits(tournament, incoming), strict=True):
        if sign in written:
            rows["written"] += 1
            continue
        squeezed = "".join(_WORD.findall(fold(credit.text)))
        named = list(dict.fromkeys(fee for fee, pattern in texts if pattern.search(squeezed)))
        exact = [fee for fee in named if fee.cents == credit.cents]
        if len(exact) == len(named) == 1 and exact[0].entrant not in paid:
            paid.add(exact[0].entrant)
            suggestions.append(Suggestion(credit, sign, exact[0], is_sure=True))
            continue
        words = set(_WORD.findall(fold(f"{credit.name} {credit.text}")))
        alike = [fee for fee, name in names if fee.cents == credit.cents and name and name <= words]
        maybe = [Suggestion(credit, sign, fee, is_sure=False) for fee in dict.fromkeys((*exact, *alike))]
        maybe = maybe or [Suggestion(credit, sign, fee, is_sure=False, is_same=False) for fee in named]
        suggestions += maybe
        rows["other"] += not maybe
    return BankMatches(tuple(sorted(suggestions, key=lambda row: not row.is_sure)), rows["written"], rows["other"])


def _build_patterns(tournament: Tournament, fee: OpenFee) -> Iterator[re.Pattern[str]]:
    """Yield how the text of a code is found, in each language: banks lose spaces and marks; 1 is not 12."""
    for language, _name in settings.LANGUAGES:
        with override(language):
            text = "".join(_WORD.findall(fold(format_transfer_text(tournament, fee))))
        yield re.compile(rf"{text}(?![0-9])")


def _sign_credits(tournament: Tournament, incoming: Sequence[Credit]) -> Iterator[str]:
    """Yield the sign of each row, also of two that are alike."""
    alike = Counter[Credit]()
    for credit in incoming:
        alike[credit] += 1
        text = encode_compact([tournament.pk, *credit, alike[credit]])
        digest = salted_hmac("tournaments.bank_rows", text, secret=settings.BOOK_KEY, algorithm="sha256")
        yield digest.hexdigest()[:_SIGN_LENGTH]


def _list_written(tournament: Tournament) -> Iterator[str]:
    """Yield the signs of the rows that were written down before."""
    keys = Act.objects.filter(tournament=tournament, key__startswith="bank-").values_list("key", flat=True)
    return (key.removeprefix("bank-").partition(".")[0] for key in keys)


def write_ticked(tournament: Tournament, ticks: Sequence[str], key: str, who: Actor, till: Actor) -> int:
    """Write the ticked fees as paid, and that the money lies on the account and not in the box; return how many.

    All or none: raise ActionRefused("others_owe") where somebody owes another amount by now.
    """
    rows = [match.groups() for match in map(_TICK.fullmatch, ticks) if match is not None]
    with transaction.atomic():
        list(Tournament.everything.select_for_update(no_key=True).filter(pk=tournament.pk))
        before = set(_list_written(tournament))
        new = {sign: (int(entrant), int(cents)) for sign, entrant, cents in rows if sign not in before}
        owed, total = {fee.entrant: fee.cents for fee in list_open_fees(tournament)}, 0
        for sign, (entrant, cents) in new.items():
            if owed.pop(entrant, None) != cents:
                raise ActionRefused("others_owe")
            settle_fees(tournament, f"bank-{sign}", "paid", entrant, who)
            total += cents
        for start in range(0, total, MOST_CENTS):
            move = RecordMove.build(what=FLOAT, cents=-min(MOST_CENTS, total - start))
            move.perform(tournament, f"{key}.{start}", till, _("on the bank account"))
        return len(new)


def refuse_size(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Answer a file that is too large, before it is read."""
    return _render_page(request, view_helpers.find_own_tournament(request, slug), Unreadable("too_large"), 413)


@take_uploads(MemoryFileUploadHandler, MOST_SENT, refuse_size)
def handle_bank(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show where a bank's file is chosen; POST shows what it suggests, writes what was ticked, or sets the account."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_page(request, tournament)
    try:
        if "iban" in request.POST and find_rights(request).has_for_club(Right.TREASURE):
            set_iban(tournament.club, TextField(IBAN_LENGTH).clean(request.POST["iban"]), build_author(request))
        elif (file := request.FILES.get("file")) is not None:
            incoming = run_apart(read_bank_file, file.read())
            note_look(request, tournament.club_id, PAYMENTS, of=tournament.pk)
            return _render_page(request, tournament, matches=match_credits(tournament, incoming))
        else:
            sent = BankForm(request.POST).parse()
            till = view_helpers.get_director(request)
            if not write_ticked(tournament, sent["fee"], sent["key"], find_actor(request), till):
                return redirect("cash_bank", slug=slug)
    except (ActionRefused, TooMuchWork, Unreadable) as refused:
        return _render_page(request, tournament, refused, 400)
    return view_helpers.redirect_saved("cash_bank", slug=slug)


def _render_page(
    request: HttpRequest,
    tournament: Tournament,
    refused: ActionRefused | TooMuchWork | Unreadable | None = None,
    status: int = 200,
    matches: BankMatches | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        "tournament": tournament,
        "matches": matches,
        "sets_iban": find_rights(request).has_for_club(Right.TREASURE),
    }
    if isinstance(refused, ActionRefused):
        context["problem"] = format_refusal(refused)
    elif refused is not None:
        code = refused.code if isinstance(refused, Unreadable) else refused.reason
        is_known = code in ("too_large", "too_many_rows")
        context["problem"] = format_unreadable(Unreadable(code if is_known else "no_bank_file"))
    return view_helpers.render_page(request, "tournaments/results/cash/cash_bank.html", context, status)
