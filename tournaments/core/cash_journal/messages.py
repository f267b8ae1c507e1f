"""The texts of the cash box pages."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.cash_journal.journal import COUNT, DONATION, EXPENSE, FEES, FLOAT, INCOME, PRIZE, REVERSAL, Move
from tournaments.core.lookup import format_unknown_entry
from tournaments.core.table_names import name_table

# The choices for a new movement, each with its direction.
WAYS: dict[str, tuple[str, int, Promise]] = {
    "in": (FLOAT, 1, gettext_lazy("paid in (change money)")),
    "out": (FLOAT, -1, gettext_lazy("taken out (change money, to the bank)")),
    "expense": (EXPENSE, -1, gettext_lazy("expense paid")),
    "donation": (DONATION, 1, gettext_lazy("donation received")),
    "donated": (DONATION, -1, gettext_lazy("donations passed on")),
    "income": (INCOME, 1, gettext_lazy("other income")),
}

_KINDS: dict[str, Promise] = {
    FLOAT: gettext_lazy("Change money"),
    DONATION: gettext_lazy("Donation"),
    EXPENSE: gettext_lazy("Expense"),
    INCOME: gettext_lazy("Income"),
    REVERSAL: gettext_lazy("Undone"),
    COUNT: gettext_lazy("Difference when the cash was counted"),
    PRIZE: gettext_lazy("Prize"),
    FEES: gettext_lazy("Fees"),
}


def format_move_kind(what: str) -> str:
    """Return the name of a kind of movement."""
    return str(_KINDS.get(what) or format_unknown_entry())


def format_receipt_line(what: str, *, round: int = 0, name: str = "", move: Move | None = None) -> str:  # noqa: A002
    """Return a line of a receipt: the purpose of the payment."""
    if what == FEES:
        return _("Entry fee for round %(number)s") % {"number": round} if round else _("Entry fee for the tournament")
    if what == PRIZE:
        return _("Prize: %(name)s") % {"name": name}
    return format_move(move) if move is not None else ""


def format_move(move: Move) -> str:
    """Describe a movement: its kind, its table, its reason, the number of the receipt that came with it."""
    parts = [format_move_kind(move.what)]
    if move.table:
        parts[0] = f"{parts[0]}, {name_table(move.table, move.round)}"
    parts += [move.reason] if move.reason else []
    parts += [_("receipt no. %(number)s") % {"number": move.voucher}] if move.voucher else []
    return " · ".join(parts)
