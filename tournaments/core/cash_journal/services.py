"""The cash box of a tournament or a season: fees, prizes that were bought and all other movements; it always adds up.

The content of the box is computed in two ways: from the payments marked and the costs of prizes, and from the acts
that recorded them one after the other (the journal). A season's own box has neither fees nor prizes.

Movements are the content of acts, amounts in cents. No record is ever deleted: a mistake is corrected by the opposite
movement, which names the reversed one.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Q, Sum

from tarockclub.models import Note
from tournaments.core.acts import SEASONS, Kind, Owner, parse_content
from tournaments.models import Act, JournalAct, Presence, Prize, Tournament

MOST_CENTS = 1_000_000
# The movements: change money and the like, donations, payments, other income; the opposite of a
# movement; the shortage or surplus of a count. A receipt moves nothing.
FLOAT, DONATION, EXPENSE, INCOME = "float", "donation", "expense", "income"
REVERSAL, COUNT, RECEIPT = "reversal", "count", "receipt"
BY_HAND = (FLOAT, DONATION, EXPENSE, INCOME)
SETTLEMENT = "settlement"  # of a year's evenings: what stays in the box is that of their donation boxes
YEAR_PAID = "year_paid"  # by or to somebody in a settlement, in whose box it is already but for a bank account
REVERSIBLE = (*BY_HAND, SETTLEMENT, YEAR_PAID)
SIGNS = {EXPENSE: -1, INCOME: 1}  # the others go both ways
FEES, PRIZE = "fees", "prize"  # written down by acts of other kinds
BANK_PREFIX = "bank-"  # of the keys of acts that a bank's file has caused


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
    banked: int = 0  # came to the bank account: the box does not have it
    balance: int = 0  # the content of the box after it


def list_moves(acts: Sequence[JournalAct], texts: Mapping[int, str]) -> list[Move]:
    """Return the movements in acts about one cash box, in order; `texts`: their notes."""
    pairs = [(act, parse_content(act)) for act in acts]
    back = {content["of"] for _act, content in pairs if content.get("what") == REVERSAL}
    return [_build_move(act, content, texts, back) for act, content in pairs if content.get("what", FLOAT) != RECEIPT]


def is_taken_out(fee: Act) -> bool:
    """Return whether a movement that still counts took a fee of a bank's file out of the box, as it was at first.

    There is one for all fees of a file, right after them; since then a fee says itself that it came to the account.
    """
    if not fee.key.startswith(BANK_PREFIX) or "bank" in parse_content(fee):
        return False
    later = Act.objects.filter(tournament=fee.tournament_id, sequence__gt=fee.sequence)
    move = later.exclude(kind=Kind.PAID, key__startswith=BANK_PREFIX).order_by("sequence").first()
    moves = () if move is None else load_cash_boxes([fee.tournament_id])[fee.tournament_id].moves
    return any(each.sequence == move.sequence and not each.taken_back for each in moves if move is not None)


def list_old_bank_fees(move: Act) -> list[Act]:
    """Return the fees of a bank's file that a movement has taken out of the box (is_taken_out), by their acts."""
    earlier = Act.objects.filter(tournament=move.tournament_id, sequence__lt=move.sequence)
    before = earlier.exclude(kind=Kind.PAID, key__startswith=BANK_PREFIX).order_by("-sequence").first()
    fees = earlier.filter(sequence__gt=0 if before is None else before.sequence).select_related("undone_by")
    return [fee for fee in fees if "bank" not in parse_content(fee)]


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
        balance += move.cents - move.banked
        with_balance.append(move._replace(balance=balance))
    return tuple(with_balance)


class Fees(NamedTuple):
    """The fees of a round."""

    round: int
    players: int  # the number who have paid
    cents: int


class PrizePurchase(NamedTuple):
    """A prize that was paid for."""

    name: str
    cents: int

    @property
    def change(self) -> int:
        """Return the amount that the purchase took out of the box."""
        return -self.cents


class CashBox(NamedTuple):
    """The content of the cash box, and its sources; cents."""

    fees: tuple[Fees, ...]
    prizes: tuple[PrizePurchase, ...]
    moves: tuple[Move, ...]  # all else, in the order in which it was written down
    journal: tuple[Move, ...]  # everything, fees and prizes too, each with the balance after it

    @property
    def payers(self) -> int:
        """Return the number of fees that were paid."""
        return sum(fee.players for fee in self.fees)

    @property
    def fee_total(self) -> int:
        """Return all fees."""
        return sum(fee.cents for fee in self.fees)

    @property
    def bought(self) -> int:
        """Return all prizes."""
        return sum(prize.cents for prize in self.prizes)

    @property
    def other_total(self) -> int:
        """Return all other income less all other expenses."""
        return sum(move.cents for move in self.moves)

    @property
    def donated(self) -> int:
        """Return the content of the donation box: donations less the amounts passed on."""
        return sum_by_kind(self.moves).get(DONATION, 0)

    @property
    def balance(self) -> int:
        """Return the amount that should be in the box."""
        return self.fee_total - self.banked - self.bought + self.other_total

    @property
    def banked(self) -> int:
        """Return the fees that came to the bank account."""
        return sum(move.banked for move in self.journal)

    @property
    def journal_fees(self) -> int:
        """Return the fees according to the journal."""
        return sum(move.cents for move in self.journal if move.what == FEES)

    @property
    def adds_up(self) -> bool:
        """Tell whether the journal adds up to the content of the box."""
        return self.fee_total == self.journal_fees and self.balance == (self.journal[-1].balance if self.journal else 0)


_KINDS = (Kind.PAID, Kind.CASH, Kind.PRIZE)
_MOVES = Q(kind__in=_KINDS) | Q(undoes__kind__in=(Kind.PAID, Kind.PRIZE))  # a reversal is a line, too


def load_cash_box(owner: Owner) -> CashBox:
    """Load the cash box of a tournament, or a season's own one, as it is now; four queries at most."""
    if isinstance(owner, Tournament):
        return load_cash_boxes([owner.pk])[owner.pk]
    acts = list(SEASONS.list_acts(owner.pk).filter(kind=Kind.CASH).select_related("note").order_by("sequence"))
    moves = list_moves(acts, load_notes(map(parse_content, acts)))
    return CashBox((), (), tuple(moves), add_balances(moves))


def load_cash_boxes(tournaments: Collection[int]) -> dict[int, CashBox]:
    """Load the cash boxes of tournaments by their ids; four queries, however many."""
    paid = Presence.objects.filter(round__tournament__in=tournaments).exclude(paid=0).order_by("round__number")
    fees: dict[int, list[Fees]] = {tournament: [] for tournament in tournaments}
    by_round = paid.values_list("round__tournament", "round__number").annotate(players=Count("pk"), cents=Sum("paid"))
    for tournament, *row in by_round:
        fees[tournament].append(Fees(*row))
    prizes: dict[int, list[PrizePurchase]] = {tournament: [] for tournament in tournaments}
    bought = Prize.objects.filter(tournament__in=tournaments, gone=None).exclude(cents=0).order_by("number")
    for tournament, name, cents in bought.values_list("tournament", "name", "cents"):
        prizes[tournament].append(PrizePurchase(name, cents))
    acts = Act.objects.filter(_MOVES, tournament__in=tournaments).order_by("sequence")
    written: dict[int, dict[str, list[Act]]] = {tournament: {kind: [] for kind in _KINDS} for tournament in tournaments}
    for entry in acts.select_related("note", "round", "table__round", "undoes"):
        written[entry.tournament_id][entry.kind if entry.undoes is None else entry.undoes.kind].append(entry)
    texts = load_notes(parse_content(entry) for by_kind in written.values() for entry in by_kind[Kind.CASH])
    return {
        tournament: _build_box(fees[tournament], prizes[tournament], by_kind, texts)
        for tournament, by_kind in written.items()
    }


def _build_box(
    fees: Iterable[Fees], prizes: Iterable[PrizePurchase], by_kind: dict[str, list[Act]], texts: dict[int, str]
) -> CashBox:
    moves = list_moves(by_kind[Kind.CASH], texts)
    journal = add_balances((*_list_fee_moves(by_kind[Kind.PAID]), *moves, *_list_prize_moves(by_kind[Kind.PRIZE])))
    return CashBox(tuple(fees), tuple(prizes), tuple(moves), journal)


def _list_fee_moves(acts: Sequence[Act]) -> Iterable[Move]:
    for entry in acts:
        content = parse_content(entry)
        paid = content["paid"]
        cents = sum(amount for _entrant, amount in paid)
        if cents:
            once = "per" in content  # the fee of the tournament, in whichever round it was paid
            number = entry.round.number if entry.round is not None and not once else 0
            alone = paid[0][0] if len(paid) == 1 else 0
            banked, players = cents if "bank" in content else 0, len(paid)
            yield Move(
                *(entry.sequence, entry.at, FEES, cents), round=number, players=players, person=alone, banked=banked
            )


def _list_prize_moves(acts: Sequence[Act]) -> Iterable[Move]:
    """Yield the costs of prizes, and the refunds of prizes that were taken off the list, each once."""
    cost: dict[int, int] = {}
    for entry in acts:
        content = parse_content(entry)
        cents = cost.pop(content["prize"], 0) if content.get("gone") else -content["cents"]
        if not content.get("gone"):
            cost[content["prize"]] = content["cents"]
        if cents:
            yield Move(entry.sequence, entry.at, PRIZE, cents, prize=content["prize"])
