"""Late entrants: each joins a table that is laid already, before the start or while it plays, as the fifth of four."""

from typing import Any, NamedTuple

from scoring.corrections import changes
from scoring.corrections.changes import Change
from scoring.corrections.services import write_change
from scoring.engine.evening.course import Seating
from scoring.ledger.book import Book
from scoring.ledger.entries import Outcome
from scoring.models import PLACES
from scoring.table_clock.clock import CLOCK_DONE, decode_clock
from tarockclub.accounts.actors import ANONYMOUS, Actor
from tarockclub.time_source import now
from tournaments.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.draw.history import load_earlier_rounds, load_seats
from tournaments.draw.quality import count_meetings
from tournaments.draw.separations import list_separations
from tournaments.entrants.selectors import list_seated
from tournaments.models import Act, Entrant, Presence, Round, RoundTable, Tournament
from tournaments.rules.pairs import (
    Pair,
)

MOST = 6  # at one table


class FreeTable(NamedTuple):
    """A table with room for one more."""

    table: RoundTable
    players: int  # the number who sit there now
    repeats: int  # of them, the number met before
    apart: bool  # somebody sits there who must not meet this entrant


def list_free_tables(tournament: Tournament, round_: Round, entrant: int) -> list[FreeTable]:
    """Return the tables for a late entrant (id), the best first: small tables, strangers, low numbers."""
    tables = [
        table for table in RoundTable.objects.filter(round=round_).select_related("game_table") if _is_playing(table)
    ]
    seats = load_seats([table.game_table_id for table in tables], tournament, still=True)
    met = count_meetings(load_earlier_rounds(tournament, round_.number))
    apart = set(list_separations(tournament, round_.number))
    found = []
    for table in tables:
        there = [seat[-1] for seat in seats.get(table.game_table_id, {}).values()]
        if entrant not in there and len(there) < MOST:
            pairs = [_sort_pair(entrant, other) for other in there]
            found.append(FreeTable(table, len(there), sum(pair in met for pair in pairs), not apart.isdisjoint(pairs)))
    return sorted(found, key=lambda free: (free.apart, free.players, free.repeats, free.table.number))


def _sort_pair(person: int, other: int) -> Pair:
    return min(person, other), max(person, other)


def _is_playing(table: RoundTable) -> bool:
    clock = decode_clock(table.game_table.clock)
    return table.done is None and (clock is None or (clock.stands != CLOCK_DONE and not clock.is_over(now())))


def seat_late(round_: Round, key: str, entrant: int, table: int = 0, who: Actor = ANONYMOUS) -> Act:
    """Seat a late entrant (id) at a table (number; 0: the best one).

    ActionRefused("not_drawn_yet", "closed", "not_entered", "seated_already", "no_room"), and ("book_changed") if the
    table's book has changed meanwhile.
    """

    def do(row: Tournament) -> dict[str, Any]:
        here = Round.objects.get(pk=round_.pk)
        _must_need_a_seat(here, entrant)
        free = list_free_tables(row, here, entrant)
        chosen = next((free_table for free_table in free if table in (0, free_table.table.number)), None)
        if chosen is None:
            raise ActionRefused("no_room")
        person = Entrant.objects.get(pk=entrant).person_id
        game = chosen.table.game_table
        written = write_change(
            game,
            key,
            game.last_sequence,
            _build_arrival(person),
            sent=["late", entrant],
            who=who._replace(directs=True),
        )
        if written.outcome is not Outcome.SAVED:
            raise ActionRefused("book_changed")
        return {"entrant": entrant, "table": chosen.table.number, "players": chosen.players + 1}

    return TOURNAMENTS.act(
        round_.tournament_id, Command(key, Kind.SEATED_LATE, [entrant, table], who, round=round_), do
    )


def _must_need_a_seat(here: Round, entrant: int) -> None:
    if here.closed is not None:
        raise ActionRefused("closed")
    if here.draw_id is None:
        raise ActionRefused("not_drawn_yet")
    if not Presence.objects.filter(round=here, entrant=entrant, state=Presence.State.IN).exists():
        raise ActionRefused("not_entered")
    if Entrant.objects.filter(pk=entrant, person__in=list_seated(here)).exists():
        raise ActionRefused("seated_already")


def _build_arrival(person: int) -> changes.ChangeRequest:
    """Build the change that seats the player after the last one, between that one and the first."""

    def ask(book: Book) -> Change:
        order = book.now.order
        free = next((place for place in range(PLACES) if place not in order), None)
        if free is None:
            return changes.refuse_change("players_out_of_range", "order")
        return changes.change_seats(Seating((*order, free), came=((free, person),)))(book)

    return ask
