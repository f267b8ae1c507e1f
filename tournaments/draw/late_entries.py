"""A late entrant joins a table that is laid already, before the start or while it plays: as the fifth of four."""

from typing import Any, NamedTuple

from scoring.corrections import changes
from scoring.corrections.changes import Draft
from scoring.corrections.services import change
from scoring.engine.evening.course import Seating
from scoring.ledger.book import Book
from scoring.ledger.entries import Outcome
from scoring.models import PLACES
from scoring.table_clock.clock import DONE, read
from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tarockclub.time_source import now
from tournaments.acts import Asked, Kind, Refused, act
from tournaments.draw.history import rounds_before, seats_at
from tournaments.draw.quality import times_met
from tournaments.draw.separations import kept_apart
from tournaments.entrants.selectors import seated_in
from tournaments.models import Act, Entrant, Presence, Round, RoundTable, Tournament
from tournaments.teams.rosters import Pair

MOST = 6  # at one table


class Free(NamedTuple):
    """A table with room for one more."""

    table: RoundTable
    players: int  # who sit there now
    repeats: int  # of them, whom he has met before
    apart: bool  # somebody sits there with whom he shall not


def free_tables(tournament: Tournament, round_: Round, entrant: int) -> list[Free]:
    """Where a late entrant (id) can sit, the best first: small tables, strangers, low numbers."""
    tables = [one for one in RoundTable.objects.filter(round=round_).select_related("game_table") if _plays(one)]
    seats = seats_at([one.game_table_id for one in tables], tournament, still=True)
    met = times_met(rounds_before(tournament, round_.number))
    apart = set(kept_apart(tournament, round_.number))
    found = []
    for one in tables:
        there = [seat[-1] for seat in seats.get(one.game_table_id, {}).values()]
        if entrant not in there and len(there) < MOST:
            pairs = [_pair(entrant, other) for other in there]
            found.append(Free(one, len(there), sum(pair in met for pair in pairs), not apart.isdisjoint(pairs)))
    return sorted(found, key=lambda free: (free.apart, free.players, free.repeats, free.table.number))


def _pair(one: int, other: int) -> Pair:
    return min(one, other), max(one, other)


def _plays(table: RoundTable) -> bool:
    clock = read(table.game_table.clock)
    return table.done is None and (clock is None or (clock.stands != DONE and not clock.time_is_up(now())))


def seat_late(round_: Round, key: str, entrant: int, table: int = 0, who: Who = NOBODY_KNOWN) -> Act:
    """Seat a late entrant (id) at a table (number; 0: the best one).

    Refused("not_drawn_yet", "closed", "not_entered", "seated_already", "no_room"); Refused("book_changed") where the
    table was written at meanwhile.
    """

    def do(row: Tournament) -> dict[str, Any]:
        here = Round.objects.get(pk=round_.pk)
        _must_need_a_seat(here, entrant)
        free = free_tables(row, here, entrant)
        chosen = next((one for one in free if table in (0, one.table.number)), None)
        if chosen is None:
            raise Refused("no_room")
        person = Entrant.objects.get(pk=entrant).person_id
        game = chosen.table.game_table
        written = change(
            game, key, game.last_sequence, _coming(person), sent=["late", entrant], who=who._replace(directs=True)
        )
        if written.outcome is not Outcome.SAVED:
            raise Refused("book_changed")
        return {"entrant": entrant, "table": chosen.table.number, "players": chosen.players + 1}

    return act(round_.tournament_id, Asked(key, Kind.SEATED_LATE, [entrant, table], who, round=round_), do)


def _must_need_a_seat(here: Round, entrant: int) -> None:
    if here.closed is not None:
        raise Refused("closed")
    if here.draw_id is None:
        raise Refused("not_drawn_yet")
    if not Presence.objects.filter(round=here, entrant=entrant, state=Presence.State.IN).exists():
        raise Refused("not_entered")
    if Entrant.objects.filter(pk=entrant, person__in=seated_in(here)).exists():
        raise Refused("seated_already")


def _coming(person: int) -> changes.Ask:
    """He sits down after the last one, that is between him and the first."""

    def ask(book: Book) -> Draft:
        order = book.now.order
        free = next((place for place in range(PLACES) if place not in order), None)
        if free is None:
            return changes.refused("players_out_of_range", "order")
        return changes.seat(Seating((*order, free), came=((free, person),)))(book)

    return ask
