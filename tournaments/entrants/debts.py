"""Unpaid fees: the debtors after a substitution, and the staff's decisions."""

from collections.abc import Iterable

from tarockclub.accounts.actors import ANONYMOUS, Actor
from tournaments.acts import TOURNAMENTS, ActionRefused, Command, Kind, parse_content
from tournaments.models import Act, Presence, Round, Tournament

Debt, State = Presence.Debt, Presence.State


def take_over_fee(round_: Round, gone: int | None, came: int) -> None:
    """Enter a substitute into a round, within an act; `gone` and `came` are ids of entrants.

    A substitute owes the fee where that of the seat is not paid, and for a no-show in any case.
    """
    before = Presence.objects.filter(round=round_, entrant=gone).first()
    covered = before is not None and before.state != State.NO_SHOW and (before.paid > 0 or before.debt == Debt.SEAT)
    found, new = Presence.objects.get_or_create(round=round_, entrant_id=came)
    found.state = State.IN
    if new and covered:
        found.debt = Debt.SEAT
    found.save(update_fields=["state", "debt"])


def uncover_seats(round_: Round, gone: Iterable[int]) -> None:
    """Let substitutes owe the fee of a seat that was given back to these entrants (ids), within an act."""
    substitutes = load_substitutes(round_)
    came = {substitutes[entrant] for entrant in gone if entrant in substitutes}
    Presence.objects.filter(round=round_, entrant__in=came, debt=Debt.SEAT).update(debt=Debt.OPEN)


def read_debts(round_: Round) -> dict[int, str]:
    """Return the decisions about the fees of a round, by id of the entrant."""
    return dict(Presence.objects.filter(round=round_).values_list("entrant", "debt"))


def decide_debt(
    round_: Round, key: str, entrant: int, decision: str, who: Actor = ANONYMOUS, *, payer: int | None = None
) -> Act:
    """Decide about a fee that an entrant (id) has not paid: waived, moved to another one (`payer`), or owed again.

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
    return TOURNAMENTS.act(
        round_.tournament_id, Command(key, Kind.DEBT, [entrant, decision, payer], who, round=round_), do
    )


def _find_unpaid(round_: Round, entrant: int) -> Presence:
    found = Presence.objects.filter(round=round_, entrant=entrant).first()
    if found is None:
        raise ActionRefused("not_entered")
    if found.paid:
        raise ActionRefused("has_paid_fee")
    return found


def _must_be_able_to_pay(round_: Round, entrant: int, payer: int | None) -> str:
    """Return the decision so far about the fee of the person who is to pay for another entrant."""
    if payer == entrant:
        raise ActionRefused("same_person")
    before = Presence.objects.filter(round=round_, entrant=payer).values_list("debt", flat=True).first()
    if before is None:
        raise ActionRefused("payer_not_entered")
    return before


def load_substitutes(round_: Round) -> dict[int, int]:
    """Return the last substitute of each entrant who was replaced in a round, by ids of entrants; one query."""
    acts = Act.objects.filter(round=round_, kind=Kind.SUBSTITUTE, undone_by=None).order_by("sequence")
    return {said["gone"]: said["came"] for said in map(parse_content, acts) if said.get("gone")}
