"""Receipts that only tournaments have: for fees, and for prizes that are handed out."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tarockclub.models import Person
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import ID_RANGE, Input, Spec, action
from tournaments.core.actions.targets import TOURNAMENT
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.cash_journal.actions import CASH_WORDS, ReceiptAction
from tournaments.core.cash_journal.services import FEES, PRIZE, RECEIPT
from tournaments.core.settings import TOURNAMENT as FOR_TOURNAMENT
from tournaments.models import Entrant, Presence, Prize, Tournament
from tournaments.people.entrants.entering import EntrantId
from tournaments.people.entrants.fees import is_paid_once
from tournaments.results.final_results.prizes import load_choices_by_prize

Before = Sequence[Mapping[str, Any]]  # the contents of the receipts so far
_SPEC = Spec(kind=Kind.CASH, targets=(TOURNAMENT,), right=Right.TILL, words=CASH_WORDS)


@action(_SPEC)
class WriteFeesReceipt(ReceiptAction):
    """Write a receipt for all fees of an entrant, paid or refunded, that are on no receipt yet."""

    entrant: EntrantId
    refusals: ClassVar = {"nothing_paid": _("Everything that was paid is already on a receipt.")}

    def list_sent(self) -> object:
        """Return what it is for."""
        return [RECEIPT, FEES, self.entrant]

    def build_content(self, owner: Tournament, before: Before) -> dict[str, Any]:
        """Return the fee of each round; "nobody_known", "nothing_paid" where there are none."""
        entrant = Entrant.objects.select_related("person").filter(tournament=owner, pk=self.entrant).first()
        if entrant is None:
            raise ActionRefused("nobody_known")
        lines = _compute_fees_left(owner, entrant.person, before)
        if not lines:
            raise ActionRefused("nothing_paid")
        cents = sum(amount for _round, amount in lines)
        content = {"kind": FEES, "of": self.entrant, "person": entrant.person_id, "lines": lines, "cents": cents}
        return content | ({"per": FOR_TOURNAMENT} if is_paid_once(owner) else {})


def _compute_fees_left(tournament: Tournament, person: Person, before: Before) -> list[list[int]]:
    """Compute the fees paid for each round, less those on receipts; merged persons count as one."""
    main = person.merged_into_id or person.pk
    persons = set(Person.objects.filter(Q(pk=main) | Q(merged_into=main)).values_list("pk", flat=True))
    left: dict[int, int] = {}
    paid = Presence.objects.filter(round__tournament=tournament, entrant__person__in=persons)
    lines = [*paid.values_list("round__number", "paid")]
    for content in before:
        if content["kind"] == FEES and content["person"] in persons:
            lines += [(number, -cents) for number, cents in content["lines"]]
    for number, cents in lines:
        left[number] = left.get(number, 0) + cents
    return [[number, cents] for number, cents in sorted(left.items()) if cents]


@action(_SPEC)
class WritePrizeReceipt(ReceiptAction):
    """Write a receipt for a chosen prize (id) that is handed out."""

    prize: Annotated[int, ID_RANGE, Input(refusal="not_chosen")]
    refusals: ClassVar = {"not_chosen": _("Nobody has chosen this prize.")}

    def list_sent(self) -> object:
        """Return what it is for."""
        return [RECEIPT, PRIZE, self.prize]

    def build_content(self, owner: Tournament, before: Before) -> dict[str, Any]:
        """Return the prize, its cost, and who gets it; "not_chosen", "has_receipt"."""
        taken = {prize: choice.person for prize, choice in load_choices_by_prize(owner).items()}
        row = Prize.objects.filter(tournament=owner, pk=self.prize).first()
        if row is None or self.prize not in taken:
            raise ActionRefused("not_chosen")
        last = [content for content in before if content["kind"] == PRIZE and content["of"] == self.prize]
        if last and last[-1]["person"] == taken[self.prize]:
            raise ActionRefused("has_receipt")
        return {"kind": PRIZE, "of": self.prize, "person": taken[self.prize], "cents": row.cents}
