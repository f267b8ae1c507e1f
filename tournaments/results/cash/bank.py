"""A bank's file: who has paid what they owe is suggested from its rows; the treasurer ticks, and only that is written.

The file is not kept. A row that was written is known again by the keys of its acts: a keyed hash of what stands there.
"""

import hashlib
import re
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
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
from tournaments.core.acts import ActionRefused, Owner, get_journal
from tournaments.core.cash_journal.services import BANK_PREFIX, load_cash_box
from tournaments.core.messages import format_refusal
from tournaments.models import Tournament
from tournaments.people.entrants.fee_actions import OpenFee, list_open_fees, settle_fees
from tournaments.people.entrants.fees import is_paid_once
from tournaments.people.name_lists.messages import format_unreadable
from tournaments.people.register.services import set_iban
from tournaments.results.cash.views import BankForm

_SIGN_LENGTH, _ENDING_LENGTH = 24, 8  # of the keys of acts
_TICK = re.compile(r"([0-9a-f]{24}) ([0-9][0-9=-]{0,39}) ([0-9]{1,9})")
_WORD = re.compile(r"\w+")
LONGEST_OF_NAME = 60  # characters of a tournament's name: banks cut a text at 140


class Debt(NamedTuple):
    """A sum that somebody owes."""

    debtor: str  # its name in what is sent
    number: int
    name: str
    cents: int
    format_text: Callable[[], str]  # what a payment says, by which the row of a bank's file is known again


class DebtBook(NamedTuple):
    """The debts to a tournament or a season, and how they are written down as paid to the bank account."""

    owner: Owner
    route: str  # of its page
    look: str  # what whoever reads a file has seen
    list_debts: Callable[[], Sequence[Debt]]
    settle: Callable[[Debt, str, Actor], object]  # the debt, the key of the act, who


def format_transfer_text(tournament: Tournament, fee: OpenFee) -> str:
    """Return what a payment of a fee says."""
    facts = {"name": tournament.name[:LONGEST_OF_NAME], "day": f"{tournament.day:%d.%m.%Y}", "number": fee.number}
    text = _("Entry fee %(name)s, %(day)s, no. %(number)s") % facts
    if is_paid_once(tournament):
        return text
    return _("%(text)s, round %(round)s") % {"text": text, "round": fee.rounds[-1]}


def build_fee_transfer(tournament: Tournament, fee: OpenFee) -> Transfer | None:
    """Build the payment of a fee to the club's account; None where it has none."""
    club = tournament.club
    return build_transfer(club.name, club.iban, fee.cents, format_transfer_text(tournament, fee))


def build_fee_book(tournament: Tournament) -> DebtBook:
    """Return the open fees of a tournament."""

    def list_debts() -> list[Debt]:
        fees = ((fee, partial(format_transfer_text, tournament, fee)) for fee in list_open_fees(tournament))
        return [Debt(str(fee.entrant), fee.number, fee.name, fee.cents, text) for fee, text in fees]

    def settle(debt: Debt, key: str, who: Actor) -> None:
        settle_fees(tournament, key, "paid", int(debt.debtor), who, bank=True)

    return DebtBook(tournament, "cash_bank", PAYMENTS, list_debts, settle)


class Suggestion(NamedTuple):
    """A row of the file that may be the payment of somebody."""

    credit: Credit
    sign: str
    debt: Debt
    is_sure: bool  # it has the text of the code, and the amount
    is_same: bool = True  # the amount is the one that is owed: otherwise nothing can be ticked

    @property
    def tick(self) -> str:
        """The value that the box sends."""
        return f"{self.sign} {self.debt.debtor} {self.debt.cents}"


class BankMatches(NamedTuple):
    """The rows of a file, as far as somebody owes what they are."""

    suggestions: tuple[Suggestion, ...]  # the sure ones first
    sure: int
    unsure: int
    written: int  # rows that were written down before
    other: int  # rows that nobody owes


def match_credits(book: DebtBook, incoming: Sequence[Credit]) -> BankMatches:
    """Match the rows of a file against what is owed: by the text of the code, else by amount and name."""
    debts = book.list_debts()
    texts = [(debt, pattern) for debt in debts for pattern in _build_patterns(debt)]
    names = [(debt, set(_WORD.findall(fold(debt.name)))) for debt in debts]
    written = _list_written(book.owner)
    suggestions, paid, rows = list[Suggestion](), set[str](), Counter[str]()
    for credit, sign in zip(incoming, _sign_credits(book.owner, incoming), strict=True):
        if sign in written:
            rows["written"] += 1
            continue
        squeezed = "".join(_WORD.findall(fold(credit.text)))
        named = list(dict.fromkeys(debt for debt, pattern in texts if pattern.search(squeezed)))
        exact = [debt for debt in named if debt.cents == credit.cents]
        if len(exact) == len(named) == 1 and exact[0].debtor not in paid:
            paid.add(exact[0].debtor)
            suggestions.append(Suggestion(credit, sign, exact[0], is_sure=True))
            continue
        words = set(_WORD.findall(fold(f"{credit.name} {credit.text}")))
        alike = [debt for debt, name in names if debt.cents == credit.cents and name and name <= words]
        maybe = [Suggestion(credit, sign, debt, is_sure=False) for debt in dict.fromkeys((*exact, *alike))]
        maybe = maybe or [Suggestion(credit, sign, debt, is_sure=False, is_same=False) for debt in named]
        suggestions += maybe
        rows["other"] += not maybe
    ordered, sure = tuple(sorted(suggestions, key=lambda row: not row.is_sure)), len(paid)
    return BankMatches(ordered, sure, len(ordered) - sure, rows["written"], rows["other"])


def _build_patterns(debt: Debt) -> Iterator[re.Pattern[str]]:
    """Yield how the text of a code is found, in each language: banks lose spaces and marks; 1 is not 12."""
    for language, _name in settings.LANGUAGES:
        with override(language):
            text = "".join(_WORD.findall(fold(debt.format_text())))
        yield re.compile(rf"{text}(?![0-9])")


def _sign_credits(owner: Owner, incoming: Sequence[Credit]) -> Iterator[str]:
    """Yield the sign of each row, also of two that are alike."""
    alike, kind = Counter[Credit](), () if isinstance(owner, Tournament) else ("season",)
    for credit in incoming:
        alike[credit] += 1
        text = encode_compact([*kind, owner.pk, *credit, alike[credit]])
        digest = salted_hmac("tournaments.bank_rows", text, secret=settings.BOOK_KEY, algorithm="sha256")
        yield digest.hexdigest()[:_SIGN_LENGTH]


def _list_written(owner: Owner) -> set[str]:
    """Return the signs of the rows that were written down, but for what was undone."""
    acts: Any = get_journal(owner).list_acts(owner.pk).filter(key__startswith=BANK_PREFIX)
    if isinstance(owner, Tournament):
        acts = acts.filter(undone_by=None)
    else:
        acts = acts.exclude(sequence__in=[move.sequence for move in load_cash_box(owner).moves if move.taken_back])
    return {key.removeprefix(BANK_PREFIX)[:_SIGN_LENGTH] for key in acts.values_list("key", flat=True)}


def write_ticked(book: DebtBook, ticks: Sequence[str], key: str, who: Actor) -> int:
    """Write what was ticked as paid, to the account and not into the box; return how many.

    All or none: raise ActionRefused("others_owe") where somebody owes another amount by now. A form counts once, also
    where what it wrote was undone since; the file that is read again comes with another one.
    """
    rows = [match.groups() for match in map(_TICK.fullmatch, ticks) if match is not None]
    ending = hashlib.sha256(key.encode()).hexdigest()[:_ENDING_LENGTH]
    with transaction.atomic():
        list(type(book.owner)._base_manager.select_for_update(no_key=True).filter(pk=book.owner.pk))
        written, debts = _list_written(book.owner), {debt.debtor: debt for debt in book.list_debts()}
        new = {sign: (debtor, int(cents)) for sign, debtor, cents in rows if sign not in written}
        for sign, (debtor, cents) in new.items():
            debt = debts.pop(debtor, None)
            if debt is None or debt.cents != cents:
                raise ActionRefused("others_owe")
            book.settle(debt, f"{BANK_PREFIX}{sign}-{ending}", who)
        return len(new)


def build_bank_view(find_book: Callable[[HttpRequest, uuid.UUID], DebtBook]) -> Callable[..., HttpResponse]:
    """Build the view of the page on which a bank's file is read."""

    def refuse_size(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
        return _render_page(request, find_book(request, slug), Unreadable("too_large"), 413)

    @take_uploads(MemoryFileUploadHandler, MOST_SENT, refuse_size)
    def handle_bank(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
        """Show where a bank's file is chosen; POST shows what it suggests, writes what was ticked, sets the account."""
        book = find_book(request, slug)
        if request.method != "POST":
            return _render_page(request, book)
        try:
            if "iban" in request.POST and find_rights(request).has_for_club(Right.TREASURE):
                set_iban(book.owner.club, TextField(IBAN_LENGTH).clean(request.POST["iban"]), build_author(request))
            elif (file := request.FILES.get("file")) is not None:
                incoming = run_apart(read_bank_file, file.read())
                note_look(request, book.owner.club_id, book.look, of=book.owner.pk)
                return _render_page(request, book, matches=match_credits(book, incoming))
            else:
                sent = BankForm(request.POST).parse()
                if not write_ticked(book, sent["paid"], sent["key"], find_actor(request)):
                    return redirect(book.route, slug=slug)
        except (ActionRefused, TooMuchWork, Unreadable) as refused:
            return _render_page(request, book, refused, 400)
        return view_helpers.redirect_saved(book.route, slug=slug)

    return handle_bank


handle_bank = build_bank_view(lambda request, slug: build_fee_book(view_helpers.find_own_tournament(request, slug)))


def _render_page(
    request: HttpRequest,
    book: DebtBook,
    refused: ActionRefused | TooMuchWork | Unreadable | None = None,
    status: int = 200,
    matches: BankMatches | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        "owner": book.owner,
        type(book.owner).__name__.lower(): book.owner,
        "matches": matches,
        "sets_iban": find_rights(request).has_for_club(Right.TREASURE),
    }
    if isinstance(refused, ActionRefused):
        context["problem"] = format_refusal(refused)
    elif refused is not None:
        code = refused.code if isinstance(refused, Unreadable) else refused.reason
        is_named = code in ("too_large", "too_many_rows")
        context["problem"] = format_unreadable(Unreadable(code if is_named else "no_bank_file"))
    return view_helpers.render_page(request, "tournaments/results/cash/cash_bank.html", context, status)
