"""The actions on fees: paid, given back, decisions about those that nobody has paid; and who owes one."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Annotated, Any, Literal, NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.amounts import format_cents
from tarockclub.kit.form_fields import NumberField, TextField
from tarockclub.kit.tables.search import order_by_surname
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.actions.base import (
    ID_RANGE,
    Action,
    Input,
    Operation,
    Spec,
    UndoStep,
    action,
    is_about,
    list_later_acts,
    must_be_last,
)
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import ROUND, Here, Spot, get_tournament_id
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.cash_journal.receipts import list_receipt_acts
from tournaments.core.cash_journal.services import is_taken_out
from tournaments.core.settings import TOURNAMENT, Settings, parse_settings
from tournaments.models import Act, JournalAct, Presence, Round, Tournament
from tournaments.people.entrants.entering import EntrantId, SomeEntrantIds, find_entrant
from tournaments.people.entrants.fees import (
    AWAY_FILTER,
    filter_owing,
    filter_settling,
    is_paid_once,
    load_fees,
    read_debts,
    uncover_seats,
)
from tournaments.people.entrants.substitutes import AWAY_STATES

Debt = Presence.Debt


@action(
    Spec(
        kind=Kind.PAID,
        operations=(
            Operation(
                ROUND,
                "fees",
                "pay_fees",
                "Record that the entry fee was paid or refunded in a round; those who have already paid pay nothing "
                "more.\n\nThe entry fee of a tournament (`fee_per`) is paid in any of its rounds, once, and refunded "
                "where it was paid.",
            ),
        ),
        right=Right.TREASURE,
        words=_("entry fees were paid or refunded"),
        schema=("FeesPaid", "Entry fees that are paid or refunded in a round; start numbers."),
        undo_on=("entrants", "entrant", "cash", "desk", "draw"),
    )
)
class PayFees(Action):
    """Take the fee from entrants in a round, or give it back; also after the end: the cash box is corrected then."""

    entrants: SomeEntrantIds
    back: bool = False
    bank: bool = Field(default=False, description="It came to the bank account: the cash box does not have it.")

    def list_sent(self) -> object:
        """Return them in order."""
        return [sorted(self.entrants), self.back, *(("bank",) if self.bank else ())]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Move the money, and keep what had been decided before; "not_entered", "paid_in_round" with the round."""
        round_ = here.round
        if here.tournament.cancelled is not None and not self.back:
            raise ActionRefused("cancelled")
        rows = list(Presence.objects.filter(round=round_, entrant__in=self.entrants).order_by("entrant"))
        if len(rows) < len(set(self.entrants)):
            raise ActionRefused("not_entered")
        settings = parse_settings(here.tournament.settings)
        elsewhere = _list_paid_elsewhere(settings, round_, self.entrants)
        if self.back and any(row.entrant_id in elsewhere and not row.paid for row in rows):
            raise ActionRefused("paid_in_round", round=min(elsewhere.values()))
        paying = [row for row in rows if self.back or not (row.paid or row.entrant_id in elsewhere)]
        fees = {} if self.back else load_fees(settings, [row.entrant_id for row in paying])
        moved = [[row.entrant_id, fees.get(row.entrant_id, 0) - row.paid] for row in paying]
        before = read_debts(round_)
        moving = Presence.objects.filter(round=round_, entrant__in=[entrant for entrant, _cents in moved])
        for fee in {fees.get(entrant, 0) for entrant, _cents in moved}:
            entrants = [entrant for entrant, _cents in moved if fees.get(entrant, 0) == fee]
            moving.filter(entrant__in=entrants).update(paid=fee, debt=Debt.OPEN)
        if self.back:  # a refund creates no new debt for those who do not play
            moving.filter(AWAY_FILTER).update(debt=Debt.WAIVED)
        uncovered = uncover_seats(round_, [entrant for entrant, _cents in moved]) if self.back else []
        after = read_debts(round_)
        debts = [[entrant, debt] for entrant, debt in before.items() if debt != after[entrant]]
        content: dict[str, Any] = {"paid": moved} | ({"debts": debts} if debts else {})
        content |= {"uncovered": uncovered} if uncovered else {}
        content |= {"bank": True} if self.bank else {}
        return content | ({"per": TOURNAMENT} if settings.fee_per == TOURNAMENT else {})

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return who has paid how much, or got it back."""
        by_amount: dict[int, list[int]] = {}
        for entrant, amount in content["paid"]:
            by_amount.setdefault(amount, []).append(entrant)
        return "; ".join(_format_fee(amount, names.name_entrants(ids)) for amount, ids in by_amount.items() if amount)

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse it where something was paid or decided for them since, or a receipt was written."""
        content = parse_content(step.act)
        paid = {entrant for entrant, _cents in content["paid"]}
        decided = {entrant for entrant, _debt in content.get("debts", ())}
        later = _list_later_fee_acts(step)
        must_be_last(later_act for later_act in later if _is_about_fees_of(later_act, paid | decided))
        receipts = list_receipt_acts(list_later_acts(step.act, (Kind.CASH,)))
        must_be_last(
            receipt
            for receipt in receipts
            if parse_content(receipt)["of"] in paid and parse_content(receipt)["kind"] == "fees"
        )
        entries = dict(Presence.objects.filter(round=step.act.round, entrant__in=paid).values_list("entrant", "paid"))
        if any(entries.get(entrant, -1) < max(0, cents) for entrant, cents in content["paid"]):
            raise ActionRefused("cannot_undo")  # a merge has moved the money to another entry

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Move the money back, and restore what had been decided before."""
        content = parse_content(step.act)
        moved = [[entrant, -cents] for entrant, cents in content["paid"]]
        for entrant, cents in moved:
            Presence.objects.filter(round=step.act.round, entrant=entrant).update(paid=F("paid") + cents)
        if step.act.round is not None:
            uncover_seats(step.act.round, [entrant for entrant, cents in moved if cents < 0])
        for entrant, debt in content.get("debts", ()):
            Presence.objects.filter(round=step.act.round, entrant=entrant).update(debt=debt)
        for number, entrant in content.get("uncovered", ()):
            covered = Presence.objects.filter(round__tournament=step.tournament, round__number=number, entrant=entrant)
            covered.update(debt=Debt.SEAT)
        # Of a fee that was taken out of the box by a movement, that counts on: undoing takes back both.
        bank = {"bank": True} if "bank" in content or is_taken_out(step.act) else {}
        return {"paid": moved} | bank | ({"per": content["per"]} if "per" in content else {})


def _format_fee(amount: int, names: str) -> str:
    paid, refunded = (
        gettext("%(names)s: entry fee %(amount)s paid"),
        gettext("%(names)s: entry fee %(amount)s refunded"),
    )
    return (paid if amount > 0 else refunded) % {"names": names, "amount": format_cents(abs(amount))}


def _list_paid_elsewhere(settings: Settings, round_: Round, entrants: Iterable[int]) -> dict[int, int]:
    """Return those entrants who have paid the fee of the tournament in another round, with its number."""
    if settings.fee_per != TOURNAMENT:
        return {}
    payments = Presence.objects.filter(entrant__in=entrants, paid__gt=0).exclude(round=round_)
    return dict(payments.values_list("entrant", "round__number"))


def _list_later_fee_acts(step: UndoStep) -> QuerySet[Act]:
    """Return the later acts about fees: of the same round, or of the tournament if its fee is paid once."""
    later = list_later_acts(step.act, (Kind.PAID, Kind.DEBT))
    return later if is_paid_once(step.tournament) else later.filter(round=step.act.round)


def _is_about_fees_of(act: Act, entrants: set[int]) -> bool:
    """Return whether an act is a payment of one of these entrants, or a decision about their fees."""
    paid = {entrant for entrant, _cents in parse_content(act).get("paid", ())}
    return bool(paid & entrants) or any(is_about(act, name, entrants) for name in ("entrant", "payer"))


def _resolve_payer(spot: Spot, number: int) -> int:
    return find_entrant(get_tournament_id(spot), number) if number else 0


@action(
    Spec(
        kind=Kind.DEBT,
        operations=(Operation(ROUND, "debts", "decide_fee_debt"),),
        right=Right.TREASURE,
        words=_("an unpaid entry fee was decided"),
        schema=("DebtDecided", "A decision about an unpaid entry fee; start numbers."),
        undo_on=("entrants", "entrant", "cash", "desk"),
    )
)
class DecideDebt(Action):
    """Decide about an unpaid entry fee: waived, transferred to somebody else, or owed after all.

    The decision about the fee of a tournament is written where it is owed, or was decided before. Also possible after
    the end: the cash box is corrected then, too.
    """

    entrant: EntrantId
    decision: Annotated[Literal["waived", "moved", "owed"], Input(TextField, refusal="no_decision")]
    payer: Annotated[int, ID_RANGE, Input(lambda: NumberField(otherwise=0), resolve=_resolve_payer)] = Field(
        default=0,
        description="The player who pays instead, if it is transferred; must be registered for the round, too.",
    )

    @property
    def debt(self) -> str:
        """The decision as it is stored."""
        return Debt.OPEN.value if self.decision == "owed" else self.decision

    def list_sent(self) -> object:
        """Return the decision, and who pays."""
        return [self.entrant, self.debt, self.payer or None]

    def perform_once(self, spot: Spot, key: str, who: Actor, reason: str) -> JournalAct:
        """Decide it in the round in which the fee is owed, which is found with the tournament locked."""
        with transaction.atomic():
            row = Tournament.everything.select_for_update(no_key=True).get(pk=get_tournament_id(spot))
            act = Act.objects.filter(tournament=row, key=key, kind=Kind.DEBT).select_related("round").first()
            decided = act.round if act is not None else None
            return super().perform_once(decided or _find_bearing_round(spot, self.entrant), key, who, reason)

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Write the decision; "not_entered", "has_paid_fee"; for the payer "payer_not_entered", "same_person"."""
        debtor = _find_unpaid(here.round, self.entrant)
        content: dict[str, Any] = {"entrant": self.entrant, "debt": self.debt, "before": debtor.debt}
        if self.debt == Debt.MOVED:
            payer = self.payer or None
            before = _must_be_able_to_pay(here.round, self.entrant, payer)
            Presence.objects.filter(round=here.round, entrant=payer, paid=0).update(debt=Debt.OPEN)
            content |= {"payer": payer, "payer_before": before}
        Presence.objects.filter(pk=debtor.pk).update(debt=self.debt)
        return content

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return the decision."""
        texts = {
            Debt.WAIVED: gettext("%(name)s: entry fee waived"),
            Debt.MOVED: gettext("%(payer)s pays the entry fee of %(name)s"),
        }
        text = texts.get(content["debt"], gettext("%(name)s owes the entry fee after all"))
        name, payer = names.name_entrant(content["entrant"]), names.name_entrant(content.get("payer"))
        return text % {"name": name, "payer": payer}

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse it where something was paid or decided since for the one or the other."""
        content = parse_content(step.act)
        about = {entrant for entrant in (content["entrant"], content.get("payer")) if entrant}
        must_be_last(later_act for later_act in _list_later_fee_acts(step) if _is_about_fees_of(later_act, about))

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Restore what had been decided before, about both."""
        content = parse_content(step.act)
        debts = {content["entrant"]: content["before"], content.get("payer"): content.get("payer_before")}
        for entrant, debt in debts.items():
            if entrant and debt is not None:
                Presence.objects.filter(round=step.act.round, entrant=entrant).update(debt=debt)
        return {}


def _find_bearing_round(round_: Spot, entrant: int) -> Spot:
    """Return the round in which an entrant owes the fee of the tournament, or where it was decided about."""
    if not isinstance(round_, Round) or not is_paid_once(round_.tournament):
        return round_
    entries = Presence.objects.filter(entrant=entrant).select_related("round").order_by("round__number")
    decided = filter_settling(entries, entries).first() or entries.exclude(debt=Debt.OPEN).first()
    owing = filter_owing(entries, parse_settings(round_.tournament.settings)).first()
    bearing = owing or decided
    return bearing.round if bearing is not None else round_


def _find_unpaid(round_: Round, entrant: int) -> Presence:
    presence = Presence.objects.filter(round=round_, entrant=entrant).first()
    if presence is None:
        raise ActionRefused("not_entered")
    once = is_paid_once(round_.tournament)
    if presence.paid or (once and Presence.objects.filter(entrant=entrant, paid__gt=0).exists()):
        raise ActionRefused("has_paid_fee")
    return presence


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


# Who owes a fee is shown by the cash box, the list of people, the desk and publishing
# (`tournaments/templatetags/page_parts.py`).

Answer = Literal["paid", "waived", "back"]


class OpenFee(NamedTuple):
    """The debt of a participant over all rounds."""

    entrant: int  # id
    number: int  # start number
    name: str
    rounds: tuple[int, ...]  # in which it is owed; the fee of a tournament in the first one
    cents: int  # for all these rounds
    is_away: bool  # has not come, or has gone: nobody can ask them now


def list_open_fees(tournament: Tournament) -> tuple[OpenFee, ...]:
    """Return who owes a fee, by surname; two queries, one more with reduced fees, none without a fee."""
    settings = parse_settings(tournament.settings)
    if not settings.fee:
        return ()
    entries = Presence.objects.filter(round__tournament=tournament)
    bearing = filter_owing(entries, settings).select_related("entrant__person", "round")
    ordered = bearing.order_by(order_by_surname("entrant__person__name"), "entrant__number", "round__number")
    debtors = [list(group) for _pk, group in groupby(ordered, key=lambda entry: entry.entrant_id)]
    ids = [group[0].entrant_id for group in debtors]
    fees = load_fees(settings, ids)
    last = dict(entries.filter(entrant__in=ids).order_by("round__number").values_list("entrant", "state"))
    return tuple(_build_open_fee(group, fees[pk], last[pk]) for pk, group in zip(ids, debtors, strict=True))


def list_refunds(tournament: Tournament) -> tuple[OpenFee, ...]:
    """Return who gets a fee back since the tournament is cancelled, by surname; one query, else none."""
    if tournament.cancelled is None:
        return ()
    paid = Presence.objects.filter(round__tournament=tournament, paid__gt=0).select_related("entrant__person", "round")
    ordered = paid.order_by(order_by_surname("entrant__person__name"), "entrant__number", "round__number")
    payers = [list(group) for _pk, group in groupby(ordered, key=lambda entry: entry.entrant_id)]
    sums = (sum(entry.paid for entry in group) for group in payers)
    fees = zip(payers, sums, strict=True)
    return tuple(_build_open_fee(group, 0, "")._replace(cents=cents, is_away=False) for group, cents in fees)


def _build_open_fee(entries: Sequence[Presence], fee: int, last_state: str) -> OpenFee:
    entrant = entries[0].entrant
    return OpenFee(
        entrant=entrant.pk,
        number=entrant.number,
        name=INSIDE.name_player(entrant.person, entrant.number),
        rounds=tuple(entry.round.number for entry in entries),
        cents=fee * len(entries),
        is_away=entrant.withdrawn is not None or last_state in AWAY_STATES,
    )


def sum_here(fees: Iterable[OpenFee]) -> tuple[int, int]:
    """Return how many of those who owe are there, and what they owe together (cents)."""
    amounts = [fee.cents for fee in fees if not fee.is_away]
    return len(amounts), sum(amounts)


def settle_fees(
    tournament: Tournament,
    key: str,
    answer: Answer,
    entrant: int | None,
    who: Actor = ANONYMOUS,
    *,
    cents: int | None = None,
    bank: bool = False,
) -> None:
    """Record what an entrant (id) owes in all rounds as paid or waived, or got back of a tournament that is cancelled.

    By an act of each round; a repeat is none.

    Without an entrant: all who owe and are there, `cents` together, as it was shown. ActionRefused("others_owe") if it
    is another sum by now, or nothing is owed any more.
    """
    key = f"{key}.{entrant or 'all'}"
    with transaction.atomic():
        row = Tournament.everything.select_for_update(no_key=True).get(pk=tournament.pk)
        if Act.objects.filter(tournament=row, key__startswith=f"{key}.").exists():
            return
        owing = list_refunds(row) if answer == "back" else list_open_fees(row)
        fees = [fee for fee in owing if fee.entrant == entrant or (entrant is None and not fee.is_away)]
        if not fees or (entrant is None and sum(fee.cents for fee in fees) != cents):
            raise ActionRefused("others_owe")
        numbers = {number for fee in fees for number in fee.rounds}
        for round_ in Round.objects.filter(tournament=row, number__in=numbers).order_by("number"):
            debtors = sorted(fee.entrant for fee in fees if round_.number in fee.rounds)
            steps: Iterable[Action] = [PayFees(entrants=debtors, back=answer == "back", bank=bank)]
            if answer == "waived":
                steps = [DecideDebt(entrant=debtor, decision="waived") for debtor in debtors]
            for position, action in enumerate(steps):
                action.perform(round_, f"{key}.{round_.number}.{position}", who)
