"""Unpaid fees: the debtors after a substitution, and the decisions so far."""

from collections.abc import Iterable

from django.db.models import Q

from tournaments.core.acts import Kind, parse_content
from tournaments.models import Act, Presence, Round
from tournaments.people.entrants.fees import is_paid_once, list_used_seats

Debt, State = Presence.Debt, Presence.State


def take_over_fee(round_: Round, gone: int | None, came: int) -> None:
    """Enter a substitute into a round, within an act; `gone` and `came` are ids of entrants.

    A substitute owes the fee where that of the seat is not paid, and for a no-show in any case. The fee of a tournament
    covers the seat wherever it was paid; who takes part already goes on owing, or not, on their own account.
    """
    before = Presence.objects.filter(round=round_, entrant=gone).first()
    covered = before is not None and before.state != State.NO_SHOW and _is_seat_paid(before)
    entry, new = Presence.objects.get_or_create(round=round_, entrant_id=came)
    entry.state = State.IN
    takes_part = (
        is_paid_once(round_.tournament) and Presence.objects.filter(entrant=came).exclude(round=round_).exists()
    )
    if new and covered and not takes_part:
        entry.debt = Debt.SEAT
    entry.save(update_fields=["state", "debt"])


def _is_seat_paid(presence: Presence) -> bool:
    seats = Presence.objects.filter(Q(paid__gt=0) | Q(debt=Debt.SEAT), entrant=presence.entrant_id)
    if not is_paid_once(presence.round.tournament):
        return seats.filter(pk=presence.pk).exists()
    used = set(list_used_seats(seats)) - {presence.pk}  # a seat covers who takes it over in the same round
    return seats.exclude(pk__in=used).exists()


def uncover_seats(round_: Round, gone: Iterable[int]) -> list[list[int]]:
    """Let substitutes owe the fee of a seat that was given back to these entrants (ids), within an act.

    Return what was uncovered in other rounds, where the fee is that of the tournament: (number of the round, entrant).
    """
    once = is_paid_once(round_.tournament)
    rounds = list(Round.objects.filter(tournament=round_.tournament_id).order_by("number")) if once else [round_]
    entrants, elsewhere = list(gone), []
    for current in rounds:
        substitutes = load_substitutes(current)
        came = {substitutes[entrant] for entrant in entrants if entrant in substitutes}
        covered = Presence.objects.filter(round=current, entrant__in=came, debt=Debt.SEAT)
        if current.pk != round_.pk:
            elsewhere += [[current.number, entrant] for entrant in sorted(covered.values_list("entrant", flat=True))]
        covered.update(debt=Debt.OPEN)
    return elsewhere


def read_debts(round_: Round) -> dict[int, str]:
    """Return the decisions about the fees of a round, by id of the entrant."""
    return dict(Presence.objects.filter(round=round_).values_list("entrant", "debt"))


def load_substitutes(round_: Round) -> dict[int, int]:
    """Return the last substitute of each entrant who was replaced in a round, by ids of entrants; one query."""
    acts = Act.objects.filter(round=round_, kind=Kind.SUBSTITUTE, undone_by=None).order_by("sequence")
    return {content["gone"]: content["came"] for content in map(parse_content, acts) if content.get("gone")}
