"""Receipts that only tournaments have: for fees, and for prizes that are handed out."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q

from tarockclub.models import Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import ActionRefused
from tournaments.core.cash_journal.journal import FEES, PRIZE
from tournaments.core.cash_journal.receipts import create_receipt
from tournaments.core.settings import TOURNAMENT
from tournaments.models import Entrant, JournalAct, Presence, Prize, Tournament
from tournaments.people.entrants.fees import is_paid_once
from tournaments.results.final_results.prizes import load_choices_by_prize

Before = Sequence[Mapping[str, Any]]  # the contents of the receipts so far


def write_fees_receipt(tournament: Tournament, key: str, entrant: int, who: Actor = ANONYMOUS) -> JournalAct:
    """Write a receipt for all fees of an entrant (id), paid or refunded, that are on no receipt yet.

    ActionRefused("nobody_known"), ("nothing_paid") where there are none.
    """

    def build_content(before: Before) -> dict[str, Any]:
        found = Entrant.objects.select_related("person").filter(tournament=tournament, pk=entrant).first()
        if found is None:
            raise ActionRefused("nobody_known")
        lines = _compute_fees_left(tournament, found.person, before)
        if not lines:
            raise ActionRefused("nothing_paid")
        cents = sum(amount for _round, amount in lines)
        said = {"kind": FEES, "of": entrant, "person": found.person_id, "lines": lines, "cents": cents}
        return said | ({"per": TOURNAMENT} if is_paid_once(tournament) else {})

    return create_receipt(tournament, key, [FEES, entrant], build_content, who)


def _compute_fees_left(tournament: Tournament, person: Person, before: Before) -> list[list[int]]:
    """Compute the fees paid for each round, less those on receipts; merged persons count as one."""
    kept = person.merged_into_id or person.pk
    same = set(Person.objects.filter(Q(pk=kept) | Q(merged_into=kept)).values_list("pk", flat=True))
    left: dict[int, int] = {}
    paid = Presence.objects.filter(round__tournament=tournament, entrant__person__in=same)
    lines = [*paid.values_list("round__number", "paid")]
    for told in before:
        if told["kind"] == FEES and told["person"] in same:
            lines += [(number, -cents) for number, cents in told["lines"]]
    for number, cents in lines:
        left[number] = left.get(number, 0) + cents
    return [[number, cents] for number, cents in sorted(left.items()) if cents]


def write_prize_receipt(tournament: Tournament, key: str, prize: int, who: Actor = ANONYMOUS) -> JournalAct:
    """Write a receipt for a chosen prize (id) that is handed out; ActionRefused("not_chosen", "has_receipt")."""

    def build_content(before: Before) -> dict[str, Any]:
        taken = {prize: choice.person for prize, choice in load_choices_by_prize(tournament).items()}
        found = Prize.objects.filter(tournament=tournament, pk=prize).first()
        if found is None or prize not in taken:
            raise ActionRefused("not_chosen")
        last = [told for told in before if told["kind"] == PRIZE and told["of"] == prize]
        if last and last[-1]["person"] == taken[prize]:
            raise ActionRefused("has_receipt")
        return {"kind": PRIZE, "of": prize, "person": taken[prize], "cents": found.cents}

    return create_receipt(tournament, key, [PRIZE, prize], build_content, who)
