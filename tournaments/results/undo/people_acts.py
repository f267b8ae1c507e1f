"""Taking back acts about people: fees, presence, withdrawals, seats taken over."""

from typing import Any

from django.db.models import F, QuerySet

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.objections import is_about, list_later_acts, must_be_last, must_not_be_over
from tournaments.core.actions.reversals import Reversal, UndoStep
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.cash_journal.receipts import list_receipt_acts
from tournaments.models import Act, Entrant, Presence, Round
from tournaments.people.entrants.debts import uncover_seats
from tournaments.people.entrants.fees import is_paid_once
from tournaments.people.entrants.seats_taken_back import SEAT_KINDS, check_seat, take_seat_back
from tournaments.people.entrants.services import enter_round

_PRESENCES = (Kind.PRESENCE, *SEAT_KINDS)


# fees


def _check_paid(step: UndoStep) -> None:
    said = parse_content(step.act)
    paid = {entrant for entrant, _cents in said["paid"]}
    decided = {entrant for entrant, _debt in said.get("debts", ())}
    later = _list_later_fee_acts(step)
    must_be_last(later_act for later_act in later if _is_about_fees_of(later_act, paid | decided))
    receipts = list_receipt_acts(list_later_acts(step.act, (Kind.CASH,)))
    must_be_last(
        receipt
        for receipt in receipts
        if parse_content(receipt)["of"] in paid and parse_content(receipt)["kind"] == "fees"
    )


def _take_paid_back(step: UndoStep) -> dict[str, Any]:
    moved = [[entrant, -cents] for entrant, cents in parse_content(step.act)["paid"]]
    for entrant, cents in moved:
        Presence.objects.filter(round=step.act.round, entrant=entrant).update(paid=F("paid") + cents)
    if step.act.round is not None:
        uncover_seats(step.act.round, [entrant for entrant, cents in moved if cents < 0])
    for entrant, debt in parse_content(step.act).get("debts", ()):  # what had been decided before
        Presence.objects.filter(round=step.act.round, entrant=entrant).update(debt=debt)
    for number, entrant in parse_content(step.act).get("uncovered", ()):
        Presence.objects.filter(round__tournament=step.tournament, round__number=number, entrant=entrant).update(
            debt=Presence.Debt.SEAT
        )
    said = parse_content(step.act)
    return {"paid": moved} | ({"per": said["per"]} if "per" in said else {})


def _check_debt(step: UndoStep) -> None:
    said = parse_content(step.act)
    about = {entrant for entrant in (said["entrant"], said.get("payer")) if entrant}
    must_be_last(later_act for later_act in _list_later_fee_acts(step) if _is_about_fees_of(later_act, about))


def _list_later_fee_acts(step: UndoStep) -> QuerySet[Act]:
    """Return the later acts about fees: of the same round, or of the tournament if its fee is paid once."""
    later = list_later_acts(step.act, (Kind.PAID, Kind.DEBT))
    return later if is_paid_once(step.tournament) else later.filter(round=step.act.round)


def _is_about_fees_of(act: Act, entrants: set[int]) -> bool:
    """Tell whether an act is a payment of one of these entrants, or a decision about their fees."""
    paid = {entrant for entrant, _cents in parse_content(act).get("paid", ())}
    return bool(paid & entrants) or any(is_about(act, name, entrants) for name in ("entrant", "payer"))


def _take_debt_back(step: UndoStep) -> dict[str, Any]:
    said = parse_content(step.act)
    debts = {said["entrant"]: said["before"], said.get("payer"): said.get("payer_before")}
    for entrant, debt in debts.items():
        if entrant and debt is not None:
            Presence.objects.filter(round=step.act.round, entrant=entrant).update(debt=debt)
    return {}


# who is there


def _check_presence(step: UndoStep) -> None:
    must_not_be_over(step)
    said = parse_content(step.act)
    if "was" not in said:
        raise ActionRefused("cannot_undo")
    later = list_later_acts(step.act, _PRESENCES).filter(round=step.act.round)
    names = ("entrants", "entrant", "gone", "came")
    must_be_last(later_act for later_act in later if any(is_about(later_act, name, said["entrants"]) for name in names))


def _take_presence_back(step: UndoStep) -> dict[str, Any]:
    for entrant, state in parse_content(step.act)["was"]:
        Presence.objects.filter(round=step.act.round, entrant=entrant).update(state=state)
    return {}


def _check_withdrawn(step: UndoStep) -> None:
    must_not_be_over(step)
    said = parse_content(step.act)
    later = list_later_acts(step.act, (Kind.WITHDRAWN, Kind.ENTERED))
    must_be_last(
        later_act
        for later_act in later
        if any(is_about(later_act, name, [said["entrant"]]) for name in ("entrant", "entrants"))
    )
    if not said["back"]:
        drawn = list_later_acts(step.act, (Kind.PUBLISHED_DRAW,)).filter(round__number__in=said["rounds"])
        must_be_last(drawn)


def _take_withdrawn_back(step: UndoStep) -> dict[str, Any]:
    said = parse_content(step.act)
    Entrant.objects.filter(pk=said["entrant"]).update(withdrawn=now() if said["back"] else None)
    for round_ in Round.objects.filter(tournament=step.tournament, number__in=said["rounds"], closed=None):
        enter_round(round_, [said["entrant"]])
    for number, state, debt in said.get("was", ()):
        entry = Presence.objects.filter(entrant=said["entrant"], round__number=number, round__closed=None)
        entry.update(state=state, debt=debt)
    return {}


KINDS: dict[str, Reversal] = {
    Kind.PAID: Reversal(_check_paid, _take_paid_back, right=Right.TREASURE),
    Kind.DEBT: Reversal(_check_debt, _take_debt_back, right=Right.TREASURE),
    Kind.PRESENCE: Reversal(_check_presence, _take_presence_back, right=Right.ENTER),
    Kind.WITHDRAWN: Reversal(_check_withdrawn, _take_withdrawn_back, right=Right.ENTER),
    Kind.SUBSTITUTE: Reversal(check_seat, take_seat_back, later=True),
}
