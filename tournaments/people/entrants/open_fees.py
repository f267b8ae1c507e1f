"""Those who owe an entry fee: one list over all rounds, and its answers: paid, or waived.

The cash box, the list of people, the desk and publishing show it (`tournaments/templatetags/open_fees.py`).
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from django.db import transaction

from tarockclub.kit.tables.sorting import order_by_surname
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.privacy.public_names import get_player_called
from tournaments.core.actions.base import Action
from tournaments.core.acts import ActionRefused
from tournaments.core.settings import parse_settings
from tournaments.models import Act, Presence, Round, Tournament
from tournaments.people.entrants.fee_actions import DecideDebt, PayFees
from tournaments.people.entrants.fees import filter_owing, load_fees
from tournaments.people.entrants.free_seats import AWAY_STATES

Answer = Literal["paid", "waived"]


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


def _build_open_fee(entries: Sequence[Presence], fee: int, last_state: str) -> OpenFee:
    entrant = entries[0].entrant
    return OpenFee(
        entrant=entrant.pk,
        number=entrant.number,
        name=get_player_called(entrant.person, entrant.number),
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
) -> None:
    """Record what an entrant (id) owes in all rounds as paid or waived, by an act of each round; a repeat is none.

    Without an entrant: all who owe and are there, `cents` together, as it was shown. ActionRefused("others_owe") if it
    is another sum by now, or nothing is owed any more.
    """
    key = f"{key}.{entrant or 'all'}"
    with transaction.atomic():
        row = Tournament.everything.select_for_update(no_key=True).get(pk=tournament.pk)
        if Act.objects.filter(tournament=row, key__startswith=f"{key}.").exists():
            return
        fees = [fee for fee in list_open_fees(row) if fee.entrant == entrant or (entrant is None and not fee.is_away)]
        if not fees or (entrant is None and sum(fee.cents for fee in fees) != cents):
            raise ActionRefused("others_owe")
        numbers = {number for fee in fees for number in fee.rounds}
        for round_ in Round.objects.filter(tournament=row, number__in=numbers).order_by("number"):
            debtors = sorted(fee.entrant for fee in fees if round_.number in fee.rounds)
            steps: Iterable[Action] = [PayFees(entrants=debtors)]
            if answer == "waived":
                steps = [DecideDebt(entrant=debtor, decision="waived") for debtor in debtors]
            for position, action in enumerate(steps):
                action.perform(round_, f"{key}.{round_.number}.{position}", who)
