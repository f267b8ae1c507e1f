"""The cash box of a tournament or a season: fees, prizes that were bought and all other movements; it always adds up.

The content of the box is computed in two ways: from the payments marked and the costs of prizes, and from the acts
that recorded them one after the other (the journal). A season's own box has neither fees nor prizes.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.db.models import Count, Q, Sum

from tournaments.core.acts import SEASONS, Kind, Owner, parse_content
from tournaments.core.cash_journal.journal import (
    DONATION,
    FEES,
    PRIZE,
    Move,
    add_balances,
    list_moves,
    load_notes,
    sum_by_kind,
)
from tournaments.models import Act, Presence, Prize, Tournament


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
        return self.fee_total - self.bought + self.other_total

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
        paid = parse_content(entry)["paid"]
        cents = sum(amount for _entrant, amount in paid)
        if cents:
            once = "per" in parse_content(entry)  # the fee of the tournament, in whichever round it was paid
            number = entry.round.number if entry.round is not None and not once else 0
            alone = paid[0][0] if len(paid) == 1 else 0
            yield Move(entry.sequence, entry.at, FEES, cents, round=number, players=len(paid), person=alone)


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
