"""The cash box and its receipts on paper, amounts in words."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_cents, format_signed_cents
from tarockclub.kit.days import convert_to_local, format_day, format_moment, format_short_moment
from tarockclub.kit.words import LARGEST, get_current_language, say_english, say_german
from tarockclub.platform.club_look.services import build_look
from tarockclub.platform.privacy.public_names import load_privacy
from tarockclub.platform.server.apart.papers import (
    RIGHT,
    Block,
    PaperColumn,
    PaperHeading,
    PaperList,
    PaperParagraph,
    PaperRow,
    PaperSignatures,
    render_paper,
)
from tournaments.around.printing.lists import PrintContext, format_print_time
from tournaments.core.acts import Owner
from tournaments.core.cash_journal.receipts import Receipt, find_receipt, load_receipts
from tournaments.core.cash_journal.services import FEES, PRIZE, CashBox, Move, load_cash_box
from tournaments.models import Season, Tournament
from tournaments.results.cash.page import list_box_sources, list_journal, list_table_debts
from tournaments.seasons.season.cash.settlement import list_year_settlements


def render_cash_report(context: PrintContext) -> bytes:
    """Render what should be in the box, what was counted last, and the cash book from its first entry on."""
    tournament, box = context.tournament, load_cash_box(context.tournament)
    blocks: list[Block] = [_build_summary(tournament, box)]
    if not box.adds_up:
        sums = {"paid": format_cents(box.fee_total), "written": format_cents(box.journal_fees)}
        warning = _("The entry fees do not add up: %(paid)s are marked as paid, but %(written)s were recorded.")
        blocks.append(PaperParagraph(warning % sums, 11))
    if left := sum(debt.left for debt in list_table_debts(tournament, box)):
        text = _("%(left)s from the donation boxes of the tables have not been handed in yet.")
        blocks.append(PaperParagraph(text % {"left": format_cents(left)}))
    if box.journal:
        blocks += [PaperHeading(_("Cash book")), _build_journal(tournament, box)]
    blocks.append(PaperSignatures((_("Cashier"), _("Tournament director"))))
    return context.render_document(_("Cash report"), blocks, format_print_time(context))


def _build_summary(tournament: Tournament, box: CashBox) -> PaperList:
    counted = next((move for move in reversed(box.moves) if move.counted is not None), None)
    rows = [PaperRow((text, format_signed_cents(cents))) for text, cents in list_box_sources(tournament, box)]
    rows.append(PaperRow((_("There should be in the box"), format_cents(box.balance)), strong=True, apart=True))
    if counted is None or counted.counted is None:  # there is room to write it
        rows.append(PaperRow((_("Counted"), "")))
    else:
        text = " · ".join((_("Counted"), format_moment(counted.at)))
        rows.append(PaperRow((text, format_cents(counted.counted))))
    return PaperList((PaperColumn(_("What for"), stretch=True), PaperColumn(_("Amount"), RIGHT, least=35)), rows, 11, 4)


def _build_journal(tournament: Tournament, box: CashBox) -> PaperList:
    merged = box._replace(journal=tuple(merge_payments(box.journal)))
    columns = (
        PaperColumn(_("When")),
        PaperColumn(_("What for"), stretch=True),
        PaperColumn(_("Amount"), RIGHT),
        PaperColumn(_("In the box"), RIGHT),
        PaperColumn(_("Receipt")),
    )
    rows = [
        PaperRow(
            (
                format_short_moment(entry["at"]),
                entry["text"],
                format_signed_cents(entry["in"] + entry["out"]),
                format_cents(entry["balance"]),
                entry["receipt"] or "",
            )
        )
        for entry in reversed(list_journal(tournament, merged, load_receipts(tournament)))
    ]
    return PaperList(columns, rows)


def merge_payments(moves: Iterable[Move]) -> Iterator[Move]:
    """Yield the movements with fees of a round that were paid one after the other as one: the report is one page.

    Each payment stands on the page of the payments. What was given back, or undone, stays a line of its own.
    """
    for _key, group in groupby(moves, key=lambda move: (move.what, move.round, move.cents > 0, bool(move.banked))):
        run = list(group)
        if run[0].what != FEES or run[0].cents < 0 or len(run) == 1:
            yield from run
            continue
        cents, players = sum(move.cents for move in run), sum(move.players for move in run)
        yield run[-1]._replace(cents=cents, players=players, person=0, banked=sum(move.banked for move in run))


def format_in_words(cents: int) -> str:
    """Return an amount in words in the current language; "" for more than words are made for.

    >>> from django.utils import translation
    >>> with translation.override("de"):
    ...     format_in_words(4350), format_in_words(100), format_in_words(121_701)
    ('dreiundvierzig Euro und fünfzig Cent', 'ein Euro', 'eintausendzweihundertsiebzehn Euro und ein Cent')
    >>> with translation.override("en"):
    ...     format_in_words(4350), format_in_words(101), format_in_words(121_700)
    ('forty-three euros and fifty cents', 'one euro and one cent', 'one thousand two hundred and seventeen euros')
    """
    euros, rest = divmod(abs(cents), 100)
    if euros > LARGEST:
        return ""
    if get_current_language().startswith("de"):
        whole, part = f"{say_german(euros, 'ein')} Euro", f"{say_german(rest)} Cent"
        return f"{whole} und {part}" if euros and rest else part if rest else whole
    whole = f"{say_english(euros)} euro{'' if euros == 1 else 's'}"
    part = f"{say_english(rest)} cent{'' if rest == 1 else 's'}"
    return f"{whole} and {part}" if euros and rest else part if rest else whole


def render_year_settlement(season: Season, sequence: int) -> bytes | None:
    """Render who pays and who gets what for a year's evenings, with room to sign; None if there is no such one."""
    settlement = next((row for row in list_year_settlements(season) if row.sequence == sequence), None)
    if settlement is None:
        return None
    columns = (
        PaperColumn(_("Name"), stretch=True),
        PaperColumn(_("Pays"), RIGHT, least=22),
        PaperColumn(_("Gets"), RIGHT, least=22),
        PaperColumn(_("Signature"), least=60),
    )
    amounts = [(line.name, line.cents) for line in settlement.lines]
    amounts += [(_("Donation box"), settlement.box)] if settlement.box else []
    cells = [
        (name, *(format_cents(max(0, each)) if each > 0 else "" for each in (-cents, cents))) for name, cents in amounts
    ]
    total = format_cents(settlement.total)
    rows = [PaperRow((*texts, "")) for texts in cells]
    rows.append(PaperRow((_("Together"), total, total, ""), strong=True, apart=True))
    title = _("Settlement of the evenings until %(day)s") % {"day": format_day(settlement.until)}
    blocks: list[Block] = [PaperList(columns, rows, 11, 5), PaperSignatures((_("Cashier"),))]
    return render_paper(
        "document",
        f"{season.name} · {title}",
        build_look(season.club) | {"blocks": blocks, "landscape": False},
        foot=f"{season.club.name} · {season.name}",
        about=format_moment(settlement.at) if settlement.at is not None else "",
    )


def render_receipt(owner: Owner, number: int) -> tuple[bytes, str] | None:
    """Render the receipt with a number; also return its name as a file, without the ending. None if there is none."""
    receipt = find_receipt(owner, number)
    if receipt is None:
        return None
    label = _("Receipt %(label)s") % {"label": receipt.label.replace("/", "-")}
    return render_receipts(owner, [receipt]), f"{owner.name} {label}"


def render_receipts(owner: Owner, receipts: Sequence[Receipt]) -> bytes:
    """Render receipts of a cash box, one on each page; with the club's address of the page of data protection."""
    lines = (line.strip() for line in load_privacy(owner.club_id).contact.splitlines())
    day = (format_day(owner.day),) if isinstance(owner, Tournament) else ()
    data = {
        **build_look(owner.club),
        "address": " · ".join(filter(None, lines)),
        "owner": " · ".join((owner.name, *day)),
        "receipts": [_build_receipt(receipt) for receipt in receipts],
        "words": {"original": _("Original"), "copy": _("Copy for the cash box"), "together": _("Together")},
    }
    return render_paper("tournaments/around/printing/receipts", " · ".join((_("Receipt"), owner.name)), data)


def _build_receipt(receipt: Receipt) -> dict[str, Any]:
    """Return what a receipt says; the cashier signs it, or the person who got the money or the prize."""
    in_words = format_in_words(receipt.cents) if receipt.cents else ""
    return {
        "title": _("Receipt %(label)s") % {"label": receipt.label},
        "day": format_day(convert_to_local(receipt.at).date()),
        "who": _("Received from") if receipt.paid_in else _("Given to") if receipt.kind == PRIZE else _("Paid to"),
        "name": receipt.name,
        "lines": [(line.text, _format_amount(receipt, line.cents)) for line in receipt.lines],
        "total": format_cents(receipt.cents),
        "in_words": _("In words: %(amount)s") % {"amount": in_words} if in_words else "",
        "reverses": _("Cancels receipt %(label)s") % {"label": receipt.reverses} if receipt.reverses else "",
        "signers": [
            " ".join((_("Issued by"), receipt.by)) if receipt.by else _("For the club"),
            _("Cashier") if receipt.paid_in else _("Received (signature)"),
        ],
    }


def _format_amount(receipt: Receipt, cents: int) -> str:
    """Return the amount of a line with the sign that the sum below it has."""
    amount = cents if receipt.paid_in or receipt.kind == PRIZE else -cents
    return format_cents(amount) if amount else "–"
