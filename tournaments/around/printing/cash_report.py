"""The cash box on paper, to be signed: where its content comes from, what was counted, and all entries."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_cents, format_signed_cents
from tarockclub.kit.days import format_moment, format_short_moment
from tarockclub.platform.server.apart.document import (
    RIGHT,
    Block,
    PaperColumn,
    PaperHeading,
    PaperList,
    PaperParagraph,
    PaperRow,
    PaperSignatures,
)
from tournaments.around.printing.context import PrintContext
from tournaments.around.printing.lists import format_print_time
from tournaments.core.cash_journal.journal import FEES, Move
from tournaments.core.cash_journal.receipts import load_receipts
from tournaments.core.cash_journal.services import CashBox, load_cash_box
from tournaments.models import Tournament
from tournaments.results.cash.page import list_box_sources, list_journal, list_table_debts


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
                format_signed_cents(entry["cents"]),
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
    for _key, group in groupby(moves, key=lambda move: (move.what, move.round, move.cents > 0)):
        run = list(group)
        if run[0].what != FEES or run[0].cents < 0 or len(run) == 1:
            yield from run
            continue
        cents, players = sum(move.cents for move in run), sum(move.players for move in run)
        yield run[-1]._replace(cents=cents, players=players, person=0)
