"""The movements of a cash box, of a tournament or a season: their content in acts, and reading it; amounts in cents.

No record is ever deleted: a mistake is corrected by the opposite movement, which names the reversed one.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from tarockclub.models import Note
from tournaments.core.acts import parse_content
from tournaments.models import Act, JournalAct

MOST_CENTS = 1_000_000
# The movements: change money and the like, donations, payments, other income; the opposite of a
# movement; the shortage or surplus of a count. A receipt moves nothing.
FLOAT, DONATION, EXPENSE, INCOME = "float", "donation", "expense", "income"
REVERSAL, COUNT, RECEIPT = "reversal", "count", "receipt"
BY_HAND = (FLOAT, DONATION, EXPENSE, INCOME)
SIGNS = {EXPENSE: -1, INCOME: 1}  # the others go both ways
FEES, PRIZE = "fees", "prize"  # written down by acts of other kinds


class Move(NamedTuple):
    """A movement of the cash box, with its reason."""

    sequence: int  # of its act
    at: datetime
    what: str
    cents: int
    reason: str = ""
    voucher: str = ""
    party: str = ""
    of: int = 0  # the movement that it takes back
    taken_back: bool = False  # there is one that takes it back
    counted: int | None = None  # the content of the box
    round: int = 0  # number, of fees and of a table's donation
    table: int = 0  # number
    players: int = 0  # the number of players whose fees it covers
    person: int = 0  # the player of the fee, if there is only one
    prize: int = 0  # id
    balance: int = 0  # the content of the box after it


def list_moves(acts: Sequence[JournalAct], texts: Mapping[int, str]) -> list[Move]:
    """Return the movements in acts about one cash box, in order; `texts`: their notes."""
    pairs = [(act, parse_content(act)) for act in acts]
    back = {content["of"] for _act, content in pairs if content.get("what") == REVERSAL}
    return [_build_move(act, content, texts, back) for act, content in pairs if content.get("what", FLOAT) != RECEIPT]


def load_notes(contents: Iterable[Mapping[str, Any]]) -> dict[int, str]:
    """Load the texts that acts name by their ids."""
    ids = {content[name] for content in contents for name in ("voucher", "party") if name in content}
    return dict(Note.objects.filter(pk__in=ids).values_list("pk", "text")) if ids else {}


def _build_move(act: JournalAct, content: dict[str, Any], texts: Mapping[int, str], back: set[int]) -> Move:
    table = act.table if isinstance(act, Act) else None
    return Move(
        act.sequence,
        act.at,
        content.get("what", FLOAT),
        content["cents"],
        act.note.text if act.note is not None else "",
        texts.get(content.get("voucher", 0), ""),
        texts.get(content.get("party", 0), ""),
        content.get("of", 0),
        act.sequence in back,
        content.get("counted"),
        table.round.number if table is not None else 0,
        table.number if table is not None else 0,
    )


def sum_by_kind(moves: Iterable[Move]) -> dict[str, int]:
    """Sum the movements of each kind; a reversal counts under the kind of its movement."""
    all_moves = list(moves)
    kinds = {move.sequence: move.what for move in all_moves}
    sums: dict[str, int] = {}
    for move in all_moves:
        kind = kinds.get(move.of, FLOAT) if move.what == REVERSAL else move.what
        sums[kind] = sums.get(kind, 0) + move.cents
    return sums


def add_balances(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the movements in order, each with the content of the box after it."""
    with_balance, balance = [], 0
    for move in sorted(moves, key=lambda move: move.sequence):
        balance += move.cents
        with_balance.append(move._replace(balance=balance))
    return tuple(with_balance)
