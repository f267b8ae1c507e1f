"""The entries of rounds: entered, taken out, paid, absent, waiting, gone and back."""

from collections.abc import Iterable, Sequence

from django.db import transaction

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.core.settings import TOURNAMENT, Settings, parse_settings
from tournaments.models import Act, Entrant, Presence, Round, Tournament
from tournaments.people.entrants.debts import read_debts, uncover_seats
from tournaments.people.entrants.fees import AWAY_FILTER, is_paid_once, load_fees
from tournaments.people.entrants.selectors import list_owing
from tournaments.people.entrants.services import enter_round, must_go_on
from tournaments.people.entrants.waiting_list import fill_free_places

State = Presence.State
_ENTRY = ("round__number", "state", "debt")


def change_entries(
    round_: Round, key: str, came: Iterable[int] = (), gone: Iterable[int] = (), who: Actor = ANONYMOUS
) -> Act:
    """Enter entrants (ids) into a round, and take others out of it.

    ActionRefused("closed"); ("drawn") and ("has_paid") for those who cannot be taken out any more.
    """
    coming, going = sorted(set(came)), sorted(set(gone))

    def do(row: Tournament) -> dict[str, object]:
        here = _find_open_round(row, round_)
        if Entrant.objects.filter(tournament=row, pk__in=coming).count() < len(coming):
            raise ActionRefused("nobody_known")
        leaving = Presence.objects.filter(round=here, entrant__in=going)
        if here.draw_id is not None and leaving.exists():
            raise ActionRefused("drawn")
        if leaving.exclude(paid=0).exists():
            raise ActionRefused("has_paid")
        left = sorted(leaving.values_list("entrant", flat=True))
        leaving.delete()
        return {"entrants": enter_round(here, coming), "out": left}

    return TOURNAMENTS.act(round_.tournament_id, Command(key, Kind.ENTERED, [coming, going], who, round=round_), do)


def pay(round_: Round, key: str, entrants: Sequence[int], who: Actor = ANONYMOUS, *, back: bool = False) -> Act:
    """Take the fee from entrants (ids) in a round, or give it back; those who have paid pay nothing more.

    The fee of a tournament is paid in any of its rounds, once, and given back where it was paid.
    ActionRefused("not_entered"), ("paid_in_round", round=…). Also possible after the end: the cash box is corrected
    then, too.
    """

    def do(row: Tournament) -> dict[str, object]:
        rows = list(Presence.objects.filter(round=round_, entrant__in=entrants).order_by("entrant"))
        if len(rows) < len(set(entrants)):
            raise ActionRefused("not_entered")
        settings = parse_settings(row.settings)
        elsewhere = _list_paid_elsewhere(settings, round_, entrants)
        if back and any(row.entrant_id in elsewhere and not row.paid for row in rows):
            raise ActionRefused("paid_in_round", round=min(elsewhere.values()))
        paying = [row for row in rows if back or not (row.paid or row.entrant_id in elsewhere)]
        fees = {} if back else load_fees(settings, [row.entrant_id for row in paying])
        moved = [[row.entrant_id, fees.get(row.entrant_id, 0) - row.paid] for row in paying]
        before = read_debts(round_)
        moving = Presence.objects.filter(round=round_, entrant__in=[entrant for entrant, _ in moved])
        for fee in {fees.get(entrant, 0) for entrant, _cents in moved}:
            same = [entrant for entrant, _cents in moved if fees.get(entrant, 0) == fee]
            moving.filter(entrant__in=same).update(paid=fee, debt=Presence.Debt.OPEN)
        if back:  # a refund creates no new debt for those who do not play
            moving.filter(AWAY_FILTER).update(debt=Presence.Debt.WAIVED)
        uncovered = uncover_seats(round_, [entrant for entrant, _ in moved]) if back else []
        after = read_debts(round_)
        debts = [[entrant, debt] for entrant, debt in before.items() if debt != after[entrant]]
        said: dict[str, object] = {"paid": moved} | ({"debts": debts} if debts else {})
        said |= {"uncovered": uncovered} if uncovered else {}
        return said | ({"per": TOURNAMENT} if settings.fee_per == TOURNAMENT else {})

    return TOURNAMENTS.act(
        round_.tournament_id, Command(key, Kind.PAID, [sorted(entrants), back], who, round=round_), do
    )


def pay_all(round_: Round, key: str, cents: int, who: Actor = ANONYMOUS) -> Act:
    """Take the fee from everybody who is present in a round and owes it; `cents`: the sum that was shown.

    ActionRefused("others_owe") if it is another sum by now.
    """
    with transaction.atomic():
        row = Tournament.everything.select_for_update(no_key=True).get(pk=round_.tournament_id)
        known = Act.objects.filter(tournament=row, key=key, kind=Kind.PAID).first()
        if known is not None:
            return known
        settings = parse_settings(row.settings)
        owing = list_owing(round_, settings)
        if not owing or sum(load_fees(settings, owing).values()) != cents:
            raise ActionRefused("others_owe")
        return pay(round_, key, owing, who)


def _list_paid_elsewhere(settings: Settings, round_: Round, entrants: Iterable[int]) -> dict[int, int]:
    """Return those entrants who have paid the fee of the tournament in another round, with its number."""
    if settings.fee_per != TOURNAMENT:
        return {}
    others = Presence.objects.filter(entrant__in=entrants, paid__gt=0).exclude(round=round_)
    return dict(others.values_list("entrant", "round__number"))


def set_state(round_: Round, key: str, entrants: Sequence[int], state: str, who: Actor = ANONYMOUS) -> Act:
    """Say of entrants (ids) that they play in a round, wait, have not come, or have left it in the middle."""

    def do(row: Tournament) -> dict[str, object]:
        here = _find_open_round(row, round_)
        rows = Presence.objects.filter(round=here, entrant__in=entrants)
        if rows.count() < len(set(entrants)):
            raise ActionRefused("not_entered")
        if state == State.LEFT and here.draw_id is None:
            raise ActionRefused("not_drawn")
        was = [list(row) for row in rows.order_by("entrant").values_list("entrant", "state")]
        rows.update(state=State(state))
        return {"entrants": sorted(entrants), "state": state, "was": was}

    return TOURNAMENTS.act(
        round_.tournament_id, Command(key, Kind.PRESENCE, [sorted(entrants), state], who, round=round_), do
    )


def withdraw(tournament: int, key: str, entrant: int, who: Actor = ANONYMOUS, *, back: bool = False) -> Act:
    """Withdraw an entrant from the tournament, or take them back: rounds not drawn yet drop the entry.

    Whoever waits for a place may get the free one. Payments for a round remain until they are given back; decisions
    about the fee of a tournament remain, too.
    """

    def do(row: Tournament) -> dict[str, object]:
        must_go_on(row)
        found = Entrant.objects.filter(tournament=row, pk=entrant)
        if not found.update(withdrawn=None if back else now()):
            raise ActionRefused("nobody_known")
        ahead = Presence.objects.filter(entrant=entrant, round__draw=None, round__closed=None, paid=0)
        if is_paid_once(row):
            ahead = ahead.filter(debt=Presence.Debt.OPEN)
        was = [] if back else [list(entry) for entry in ahead.order_by("round__number").values_list(*_ENTRY)]
        if not back:
            ahead.delete()
        return {"entrant": entrant, "back": back, "rounds": [number for number, *_rest in was], "was": was}

    with transaction.atomic():
        act = TOURNAMENTS.act(tournament, Command(key, Kind.WITHDRAWN, [entrant, back], who), do)
        fill_free_places(tournament)
    return act


def _find_open_round(row: Tournament, round_: Round) -> Round:
    """Return the round as it is now, with its tournament locked; ActionRefused("closed") when it is over."""
    must_go_on(row)
    here = Round.objects.get(pk=round_.pk)
    if here.closed is not None:
        raise ActionRefused("closed")
    return here
