"""Who plays in which round: entered, taken out, paid, not there, waiting, gone and back."""

from collections.abc import Iterable, Sequence

from django.db.models import Q

from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tarockclub.time_source import now
from tournaments.acts import Asked, Kind, Refused, act
from tournaments.entrants.debts import read_debts, uncover_seats
from tournaments.entrants.services import must_go_on, put_in
from tournaments.models import Act, Entrant, Presence, Round, Tournament
from tournaments.settings import read

State = Presence.State
AWAY = Q(state__in=(State.NO_SHOW, State.LEFT)) | Q(entrant__withdrawn__isnull=False)


def change_entries(
    round_: Round, key: str, came: Iterable[int] = (), gone: Iterable[int] = (), who: Who = NOBODY_KNOWN
) -> Act:
    """Enter entrants (ids) into a round, and take others out of it.

    Refused("closed"); Refused("drawn") and Refused("has_paid") for who cannot be taken out any more.
    """
    coming, going = sorted(set(came)), sorted(set(gone))

    def do(row: Tournament) -> dict[str, object]:
        here = _open(row, round_)
        if Entrant.objects.filter(tournament=row, pk__in=coming).count() < len(coming):
            raise Refused("nobody_known")
        leaving = Presence.objects.filter(round=here, entrant__in=going)
        if here.draw_id is not None and leaving.exists():
            raise Refused("drawn")
        if leaving.exclude(paid=0).exists():
            raise Refused("has_paid")
        left = sorted(leaving.values_list("entrant", flat=True))
        leaving.delete()
        return {"entrants": put_in(here, coming), "out": left}

    return act(round_.tournament_id, Asked(key, Kind.ENTERED, [coming, going], who, round=round_), do)


def pay(round_: Round, key: str, entrants: Sequence[int], who: Who = NOBODY_KNOWN, *, back: bool = False) -> Act:
    """Take the fee of a round from entrants (ids), or give it back; who has paid pays nothing more.

    Also when everything is over: the cash box is set right then, too.
    """

    def do(row: Tournament) -> dict[str, object]:
        rows = list(Presence.objects.filter(round=round_, entrant__in=entrants).order_by("entrant"))
        if len(rows) < len(set(entrants)):
            raise Refused("not_entered")
        fee = 0 if back else read(row.settings).fee
        moved = [[one.entrant_id, fee - one.paid] for one in rows if back or not one.paid]
        before = read_debts(round_)
        moving = Presence.objects.filter(round=round_, entrant__in=[entrant for entrant, _ in moved])
        moving.update(paid=fee, debt=Presence.Debt.OPEN)
        if back:  # nobody who does not play owes again what was given back
            moving.filter(AWAY).update(debt=Presence.Debt.WAIVED)
            uncover_seats(round_, [entrant for entrant, _ in moved])
        after = read_debts(round_)
        debts = [[entrant, debt] for entrant, debt in before.items() if debt != after[entrant]]
        return {"paid": moved} | ({"debts": debts} if debts else {})

    return act(round_.tournament_id, Asked(key, Kind.PAID, [sorted(entrants), back], who, round=round_), do)


def set_state(round_: Round, key: str, entrants: Sequence[int], state: str, who: Who = NOBODY_KNOWN) -> Act:
    """Say of entrants (ids) that they play in a round, wait, have not come, or have left it in the middle."""

    def do(row: Tournament) -> dict[str, object]:
        here = _open(row, round_)
        rows = Presence.objects.filter(round=here, entrant__in=entrants)
        if rows.count() < len(set(entrants)):
            raise Refused("not_entered")
        if state == State.LEFT and here.draw_id is None:
            raise Refused("not_drawn")
        was = [list(row) for row in rows.order_by("entrant").values_list("entrant", "state")]
        rows.update(state=State(state))
        return {"entrants": sorted(entrants), "state": state, "was": was}

    return act(round_.tournament_id, Asked(key, Kind.PRESENCE, [sorted(entrants), state], who, round=round_), do)


def withdraw(tournament: int, key: str, entrant: int, who: Who = NOBODY_KNOWN, *, back: bool = False) -> Act:
    """Somebody plays no more in this tournament, or again: rounds that are not drawn yet forget him.

    What he has paid for a round stays until it is given back.
    """

    def do(row: Tournament) -> dict[str, object]:
        must_go_on(row)
        found = Entrant.objects.filter(tournament=row, pk=entrant)
        if not found.update(withdrawn=None if back else now()):
            raise Refused("nobody_known")
        ahead = Presence.objects.filter(entrant=entrant, round__draw=None, round__closed=None, paid=0)
        gone = [] if back else sorted(ahead.values_list("round__number", flat=True))
        if not back:
            ahead.delete()
        return {"entrant": entrant, "back": back, "rounds": gone}

    return act(tournament, Asked(key, Kind.WITHDRAWN, [entrant, back], who), do)


def _open(row: Tournament, round_: Round) -> Round:
    """The round as it is now, with its tournament locked; Refused("closed") when it is over."""
    must_go_on(row)
    here = Round.objects.get(pk=round_.pk)
    if here.closed is not None:
        raise Refused("closed")
    return here
