"""Free seats: those at the tables of a round that nobody present holds."""

from collections.abc import Collection
from typing import NamedTuple

from scoring.book.hooks import build_start_number
from scoring.models import Seated
from tarockclub.platform.privacy.public_names import build_player_called
from tournaments.models import Presence, RoundTable

AWAY_STATES = (Presence.State.NO_SHOW, Presence.State.LEFT)


class FreeSeat(NamedTuple):
    """A seat whose holder has not come, or has gone home."""

    place: int
    name: str  # of the holder
    person: int  # id, as the table's book has it
    state: str  # of the holder in the round


def load_free_seats(tables: Collection[RoundTable]) -> dict[int, tuple[FreeSeat, ...]]:
    """Load the free seats of tables by place, by id of the game table; two queries, one where nobody is away."""
    rounds = {table.round_id for table in tables}
    away = Presence.objects.filter(round__in=rounds, state__in=AWAY_STATES)
    states = {
        (round_, person): state for round_, person, state in away.values_list("round", "entrant__person", "state")
    }
    if not states:
        return {}
    held = Seated.objects.filter(sitting__table__in=[table.game_table_id for table in tables], sitting__to_deal=None)
    columns = ("sitting__table", "sitting__table__round_table__round", "sitting__place", "person__merged_into")
    numbered = held.annotate(start_number=build_start_number())
    ordered = numbered.order_by("sitting__place", "sitting__from_deal", "version", "from_deal")
    holders = {}  # the latest version, and of it the last to take over
    called = build_player_called("person__", "start_number")
    for game, round_, place, merged_into, person, name in ordered.values_list(*columns, "person", called):
        state = states.get((round_, person)) or states.get((round_, merged_into))
        holders[game, place] = None if state is None else FreeSeat(place, name, person, state)
    free: dict[int, tuple[FreeSeat, ...]] = {}
    for (game, _place), seat in holders.items():
        if seat is not None:
            free[game] = (*free.get(game, ()), seat)
    return free
