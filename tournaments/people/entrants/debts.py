"""Unpaid fees: the debtors after a substitution, and the staff's decisions."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q

from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind, parse_content
from tournaments.core.settings import parse_settings
from tournaments.models import Act, Presence, Round, Tournament
from tournaments.people.entrants.fees import filter_owing, filter_settling, is_paid_once
from tournaments.people.entrants.seat_fees import list_used_seats

Debt, State = Presence.Debt, Presence.State


def take_over_fee(round_: Round, gone: int | None, came: int) -> None:
    """Enter a substitute into a round, within an act; `gone` and `came` are ids of entrants.

    A substitute owes the fee where that of the seat is not paid, and for a no-show in any case. The fee of a tournament
    covers the seat wherever it was paid; who takes part already goes on owing, or not, on their own account.
    """
    before = Presence.objects.filter(round=round_, entrant=gone).first()
    covered = before is not None and before.state != State.NO_SHOW and _is_seat_paid(before)
    found, new = Presence.objects.get_or_create(round=round_, entrant_id=came)
    found.state = State.IN
    takes_part = (
        is_paid_once(round_.tournament) and Presence.objects.filter(entrant=came).exclude(round=round_).exists()
    )
    if new and covered and not takes_part:
        found.debt = Debt.SEAT
    found.save(update_fields=["state", "debt"])


def _is_seat_paid(presence: Presence) -> bool:
    same = Presence.objects.filter(Q(paid__gt=0) | Q(debt=Debt.SEAT), entrant=presence.entrant_id)
    if not is_paid_once(presence.round.tournament):
        return same.filter(pk=presence.pk).exists()
    used = set(list_used_seats(same)) - {presence.pk}  # a seat covers who takes it over in the same round
    return same.exclude(pk__in=used).exists()


def uncover_seats(round_: Round, gone: Iterable[int]) -> list[list[int]]:
    """Let substitutes owe the fee of a seat that was given back to these entrants (ids), within an act.

    Return what was uncovered in other rounds, where the fee is that of the tournament: (number of the round, entrant).
    """
    once = is_paid_once(round_.tournament)
    rounds = list(Round.objects.filter(tournament=round_.tournament_id).order_by("number")) if once else [round_]
    entrants, elsewhere = list(gone), []
    for here in rounds:
        substitutes = load_substitutes(here)
        came = {substitutes[entrant] for entrant in entrants if entrant in substitutes}
        covered = Presence.objects.filter(round=here, entrant__in=came, debt=Debt.SEAT)
        if here.pk != round_.pk:
            elsewhere += [[here.number, entrant] for entrant in sorted(covered.values_list("entrant", flat=True))]
        covered.update(debt=Debt.OPEN)
    return elsewhere


def read_debts(round_: Round) -> dict[int, str]:
    """Return the decisions about the fees of a round, by id of the entrant."""
    return dict(Presence.objects.filter(round=round_).values_list("entrant", "debt"))


def decide_debt(
    round_: Round, key: str, entrant: int, decision: str, who: Actor = ANONYMOUS, *, payer: int | None = None
) -> Act:
    """Decide about a fee that an entrant (id) has not paid: waived, moved to another one (`payer`), or owed again.

    The decision about the fee of a tournament is written where it is owed, or was decided before.
    ActionRefused("not_entered", "has_paid_fee"); for the payer ("payer_not_entered", "same_person"). Also possible
    after the end: the cash box is corrected then, too.
    """

    def do(_row: Tournament) -> dict[str, object]:
        debtor = _find_unpaid(round_, entrant)
        said: dict[str, object] = {"entrant": entrant, "debt": decision, "before": debtor.debt}
        if decision == Debt.MOVED:
            before = _must_be_able_to_pay(round_, entrant, payer)
            Presence.objects.filter(round=round_, entrant=payer, paid=0).update(debt=Debt.OPEN)
            said |= {"payer": payer, "payer_before": before}
        Presence.objects.filter(pk=debtor.pk).update(debt=decision)
        return said

    if decision not in (Debt.OPEN, Debt.WAIVED, Debt.MOVED):
        raise ActionRefused("no_decision")
    with transaction.atomic():  # the round is found with the tournament locked
        row = Tournament.everything.select_for_update(no_key=True).get(pk=round_.tournament_id)
        known = Act.objects.filter(tournament=row, key=key, kind=Kind.DEBT).select_related("round").first()
        round_ = known.round if known and known.round else _find_bearing_round(round_, entrant)
        return TOURNAMENTS.act(row.pk, Command(key, Kind.DEBT, [entrant, decision, payer], who, round=round_), do)


def _find_bearing_round(round_: Round, entrant: int) -> Round:
    """Return the round in which an entrant owes the fee of the tournament, or where it was decided about."""
    if not is_paid_once(round_.tournament):
        return round_
    there = Presence.objects.filter(entrant=entrant).select_related("round").order_by("round__number")
    decided = filter_settling(there, there).first() or there.exclude(debt=Debt.OPEN).first()
    owing = filter_owing(there, parse_settings(round_.tournament.settings)).first()
    bearing = owing or decided
    return bearing.round if bearing is not None else round_


def _find_unpaid(round_: Round, entrant: int) -> Presence:
    found = Presence.objects.filter(round=round_, entrant=entrant).first()
    if found is None:
        raise ActionRefused("not_entered")
    once = is_paid_once(round_.tournament)
    if found.paid or (once and Presence.objects.filter(entrant=entrant, paid__gt=0).exists()):
        raise ActionRefused("has_paid_fee")
    return found


def _must_be_able_to_pay(round_: Round, entrant: int, payer: int | None) -> str:
    """Return the decision so far about the fee of the person who is to pay for another entrant."""
    if payer == entrant:
        raise ActionRefused("same_person")
    before = Presence.objects.filter(round=round_, entrant=payer).values_list("debt", flat=True).first()
    if before is None and is_paid_once(round_.tournament) and Presence.objects.filter(entrant=payer).exists():
        return ""
    if before is None:
        raise ActionRefused("payer_not_entered")
    return before


def load_substitutes(round_: Round) -> dict[int, int]:
    """Return the last substitute of each entrant who was replaced in a round, by ids of entrants; one query."""
    acts = Act.objects.filter(round=round_, kind=Kind.SUBSTITUTE, undone_by=None).order_by("sequence")
    return {said["gone"]: said["came"] for said in map(parse_content, acts) if said.get("gone")}
