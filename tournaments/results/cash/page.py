"""The content of the cash box pages: sums, the journal, the tables' outstanding donations."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from tarockclub.platform.privacy.public_names import build_player_called
from tournaments.core.cash_journal.journal import (
    COUNT,
    DONATION,
    EXPENSE,
    FEES,
    FLOAT,
    INCOME,
    PRIZE,
    REVERSAL,
    Move,
    sum_by_kind,
)
from tournaments.core.cash_journal.messages import format_move, format_move_kind, format_receipt_line
from tournaments.core.cash_journal.receipts import MOVE, Receipt
from tournaments.core.cash_journal.services import CashBox
from tournaments.models import Entrant, Prize, Tournament
from tournaments.people.entrants.fees import is_paid_once
from tournaments.results.cash.donations import load_donations

ORDER = (FLOAT, DONATION, INCOME, EXPENSE, COUNT)


class TableDebt(NamedTuple):
    """The donation box of a table: the amount owed and the amount handed in."""

    round: int
    table: int
    expected: int
    handed_in: int
    at_least: bool = False  # only its end totals are known

    @property
    def left(self) -> int:
        """Return the amount still to be handed in; below 0: too much was, unless the full amount is unknown."""
        left = self.expected - self.handed_in
        return max(0, left) if self.at_least else left


def list_box_sources(tournament: Tournament, box: CashBox) -> list[tuple[str, int]]:
    """Return where the content of the box comes from: texts and cents of fees, prizes, and each kind of movement."""
    if is_paid_once(tournament) and box.fees:
        fees = [(_("Entry fees for the tournament (paid by %(players)s)") % {"players": box.payers}, box.fee_total)]
    else:
        text = _("Entry fees for round %(number)s (paid by %(players)s)")
        fees = [(text % {"number": fee.round, "players": fee.players}, fee.cents) for fee in box.fees]
    prizes = [(format_receipt_line(PRIZE, name=prize.name), prize.change) for prize in box.prizes]
    return [*fees, *prizes, *compute_sums(box.moves)]


def compute_sums(moves: Iterable[Move]) -> list[tuple[str, int]]:
    """Compute the sums of the movements entered by hand, by kind; a reversal counts under the kind of its movement."""
    sums = sum_by_kind(moves)
    return [(format_move_kind(kind), sums[kind]) for kind in ORDER if kind in sums]


def build_journal_row(move: Move, text: str, receipt: str | None, url: str = "") -> dict[str, Any]:
    """Build a row of a journal; `receipt`: its label; `url`: where more can be done with the movement."""
    return {
        "at": move.at,
        "text": text,
        "cents": move.cents,
        "balance": move.balance,
        "receipt": receipt,
        "url": url,
    }


def list_journal(tournament: Tournament, box: CashBox, receipts: Sequence[Receipt]) -> list[dict[str, Any]]:
    """Return all movements, the newest first; two queries for the names."""
    alone = {move.person for move in box.journal if move.person}
    people = dict(Entrant.objects.filter(tournament=tournament, pk__in=alone).values_list("pk", build_player_called()))
    prizes = dict(Prize.objects.filter(tournament=tournament).values_list("pk", "name"))
    labels = {receipt.of: receipt.label for receipt in receipts if receipt.kind == MOVE}
    return [
        build_journal_row(
            move,
            format_journal_text(move, people, prizes),
            labels.get(move.sequence),
            "" if move.what in (FEES, PRIZE) else reverse("cash_move", args=[tournament.slug, move.sequence]),
        )
        for move in reversed(box.journal)
    ]


def format_journal_text(move: Move, people: dict[int, str], prizes: dict[int, str]) -> str:
    """Return the text of a line of the journal."""
    if move.what == PRIZE:
        return format_receipt_line(PRIZE, name=prizes.get(move.prize, ""))
    if move.what != FEES:
        return " · ".join((format_move(move), _("was undone"))) if move.taken_back else format_move(move)
    text = format_receipt_line(FEES, round=move.round)
    who = people.get(move.person, "") or _("players: %(many)s") % {"many": move.players}
    return f"{text} · {who}"


def compute_handed_in(box: CashBox) -> dict[tuple[int, int], int]:
    """Compute the donations handed in by each table, by numbers of round and table; without those taken back."""
    handed_in: dict[tuple[int, int], int] = {}
    for move in box.moves:
        if move.table and move.what in (DONATION, REVERSAL):
            handed_in[move.round, move.table] = handed_in.get((move.round, move.table), 0) + move.cents
    return handed_in


def list_table_debts(tournament: Tournament, box: CashBox) -> tuple[TableDebt, ...]:
    """Return the donation owed and handed in for each table; tables that have neither are left out."""
    handed_in = compute_handed_in(box)
    expected = {
        (donation.round, donation.table): (donation.cents, donation.at_least) for donation in load_donations(tournament)
    }
    debts = []
    for key in sorted({*expected, *handed_in}):
        cents, at_least = expected.get(key, (0, False))
        debts.append(TableDebt(*key, cents, handed_in.get(key, 0), at_least))
    return tuple(debt for debt in debts if debt.expected or debt.handed_in or debt.at_least)
