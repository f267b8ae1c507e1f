"""Players who come late or not at all: free seats, joined tables, drawn tables mended with as few moves as possible.

>>> four = DrawTable((1, 2, 3, 4), 0), DrawTable((5, 6, 7, 8), 0)
>>> [table.seats for table in mend_tables(DrawInput((1, 2, 3, 5, 6, 7, 8, 9), 0), four)]  # 9 takes the seat of 4
[(1, 2, 3, 9), (5, 6, 7, 8)]
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from scoring.book.ledger.book import Book
from scoring.book.ledger.entries import Outcome
from scoring.book.table_clock import CLOCK_DONE, decode_clock
from scoring.engine.evening.course import Seating
from scoring.models import PLACES
from scoring.table.corrections import changes
from scoring.table.corrections.changes import Change
from scoring.table.corrections.services import write_change
from tarockclub.kit.form_fields import NumberField, TickField
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import ID_RANGE, Input, Operation, Spec, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import ROUND, Here, Spot, get_tournament_id
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.messages import DRAW
from tournaments.core.table_names import name_table
from tournaments.hall.clock.table_clocks import list_clock_events, rebuild_table_clocks
from tournaments.hall.draw.forms import NUMBER_DIGITS
from tournaments.hall.draw.history import (
    list_separations,
    load_earlier_rounds,
    load_entrants_by_person,
    load_seat_history,
)
from tournaments.hall.draw.quality import DrawHistory, build_history, compute_table_cost
from tournaments.hall.draw.values import FEWEST, DrawInput, DrawTable, Pair, compute_sizes
from tournaments.models import Act, Entrant, JournalAct, Presence, Round, RoundTable, Tournament
from tournaments.people.entrants.entering import EntrantId
from tournaments.people.entrants.selectors import list_seated_entrants
from tournaments.people.entrants.substitutes import FreeSeat, SeatAction, Substitute, load_free_seats
from tournaments.people.name_lists.candidates import Newcomer

LARGEST_TABLE = 6  # at one table
TableNumber = Annotated[int, ID_RANGE, Input(lambda: NumberField(NUMBER_DIGITS, otherwise=0))]


class FreeTable(NamedTuple):
    """A table with room for one more."""

    table: RoundTable
    seat: FreeSeat | None  # that is taken over; None: the entrant sits down as one more player
    players: int  # the number of those present
    repeats: int  # of them, the number met before
    apart: bool  # somebody sits there who must not meet this entrant
    fee: int  # cents that whose seat is free has paid, and has not come; they can count for the entrant
    cost: int  # of one more player there, as of a draw: who sits out again, who meets again


def list_free_tables(tournament: Tournament, round_: Round, entrant: int) -> list[FreeTable]:
    """Return the tables for a late entrant (id), the best first: few are there, a free seat, strangers, low numbers."""
    tables = [
        table for table in RoundTable.objects.filter(round=round_).select_related("game_table") if _is_playing(table)
    ]
    games = [table.game_table_id for table in tables]
    entrants = load_entrants_by_person(tournament)
    sitting = load_seat_history(games, tournament, still=True, entrants=entrants)
    sat = load_seat_history(games, tournament, entrants=entrants)
    free = load_free_seats(tables)
    everybody = {entrant, *(seat[-1] for places in sitting.values() for seat in places.values())}
    history = load_history(tournament, round_, everybody)
    absent = Presence.objects.filter(round=round_, state=Presence.State.NO_SHOW, paid__gt=0)
    fees = dict(absent.values_list("entrant__person", "paid")) if free else {}
    rows = []
    for table in tables:
        game = table.game_table_id
        elsewhere = {place for place, held in sat.get(game, {}).items() if entrant in held}
        away = {seat.place for seat in free.get(game, ())}
        seat = next((seat for seat in free.get(game, ()) if elsewhere <= {seat.place}), None)
        holders = {place: held[-1] for place, held in sitting.get(game, {}).items()}
        neighbours = [holder for place, holder in holders.items() if place not in away]
        if entrant not in holders.values() and (seat is not None or len(holders) < LARGEST_TABLE):
            pairs = [_sort_pair(entrant, other) for other in neighbours]
            repeats, is_apart = sum(pair in history.met for pair in pairs), not history.apart.isdisjoint(pairs)
            cost = compute_table_cost(history, [*neighbours, entrant]) - compute_table_cost(history, neighbours)
            fee = fees.get(seat.person, 0) if seat is not None else 0
            rows.append(FreeTable(table, seat, len(neighbours), repeats, is_apart, fee, cost))
    return sorted(rows, key=_compute_order)


def load_history(tournament: Tournament, round_: Round, players: Iterable[int]) -> DrawHistory:
    """Load what the rounds before one say of players (entrants' ids)."""
    rounds, apart = load_earlier_rounds(tournament, round_.number), list_separations(tournament, round_.number)
    return build_history(DrawInput(tuple(sorted(players)), 0, rounds, apart))


def _compute_order(free: FreeTable) -> tuple[bool, int, bool, int, int]:
    return free.apart, free.players, free.seat is None, free.cost, free.table.number


def _sort_pair(person: int, other: int) -> Pair:
    return min(person, other), max(person, other)


def _is_playing(table: RoundTable) -> bool:
    clock = decode_clock(table.game_table.clock)
    return table.done is None and (clock is None or (clock.stands != CLOCK_DONE and not clock.is_over(now())))


@action(
    Spec(
        kind=Kind.SEATED_LATE,
        operations=(Operation(ROUND, "late", "seat_late_player"),),
        right=Right.DIRECT,
        words=_("seated late"),
        area=DRAW,
        schema=("LateSeat", "The seat of a player who came after the tables were published."),
        undo_on=("draw", "desk"),
        tables=("table",),
    )
)
class SeatLate(SeatAction):
    """Seat a player who came after the tables were published: in a free seat, or as an additional player.

    Who sits the round out, as a stand-by, takes a free seat only.

    `table`: its number; 0: the best one.
    """

    entrant: EntrantId
    table: TableNumber
    carries_fee: Annotated[bool, Input(TickField)] = Field(
        default=False, description="Whether what was paid by a player who has not come, whose seat is free, counts."
    )
    refusals: ClassVar = {
        "not_drawn_yet": _("The tables have not been published yet: the draw seats everybody."),
        "seated_already": _("This player already has a seat."),
        "no_room": _("No table still playing has room for another player."),
    }

    def list_sent(self) -> object:
        """Return the player and the table; with the fee, where it goes along."""
        return [self.entrant, self.table, *([True] if self.carries_fee else [])]

    def perform_once(self, spot: Spot, key: str, who: Actor, reason: str) -> JournalAct:
        """Seat them; on a free seat they are a substitute, with the score and capital of that seat."""
        with transaction.atomic():  # the table is chosen with the tournament locked
            row = Tournament.everything.select_for_update(no_key=True).get(pk=get_tournament_id(spot))
            earlier = Act.objects.filter(tournament=row, key=key).first()
            if (
                earlier is not None
                and earlier.kind == Kind.SUBSTITUTE
                and parse_content(earlier)["came"] == self.entrant
            ):
                return earlier
            chosen = self._choose_table(ROUND.load(row, spot)) if earlier is None else None
            if chosen is not None and chosen.seat is not None:
                person = Entrant.objects.select_related("person").get(pk=self.entrant).person
                newcomer = Newcomer(person.name, person=person.pk)
                take = Substitute(place=chosen.seat.place, newcomer=newcomer, carries_fee=self.carries_fee)
                return take.perform(chosen.table, key, who)
            return super().perform_once(spot, key, who, reason)

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Seat them as one more player; "book_changed" where the table's book has changed meanwhile."""
        chosen = self._choose_table(here)
        if chosen is None:
            raise ActionRefused("no_room")
        joined = _join_table(chosen, here.key, self.entrant, here.who)
        rebuild_table_clocks(here.tournament, here.round, list_clock_events(here.round), chosen.table)
        return joined

    def _choose_table(self, here: Here) -> FreeTable | None:
        is_standby = _must_need_a_seat(here.round, self.entrant) == Presence.State.WAITS
        free = list_free_tables(here.tournament, here.round, self.entrant)
        fitting = (free_table for free_table in free if free_table.seat is not None or not is_standby)
        return next((free_table for free_table in fitting if self.table in (0, free_table.table.number)), None)

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return who was seated, and at which table."""
        return gettext("%(name)s was seated late at %(table)s") % {
            "name": names.name_entrant(content["entrant"]),
            "table": name_table(content["table"]),
        }


def _join_table(chosen: FreeTable, key: str, entrant: int, who: Actor) -> dict[str, Any]:
    game, person = chosen.table.game_table, Entrant.objects.get(pk=entrant).person_id
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


def _must_need_a_seat(here: Round, entrant: int) -> str:
    """Return the state of an entrant who plays, or sits out, and has no seat."""
    if here.closed is not None:
        raise ActionRefused("closed")
    if here.draw_id is None:
        raise ActionRefused("not_drawn_yet")
    states = Presence.objects.filter(round=here, entrant=entrant).values_list("state", flat=True)
    if (state := states.first()) not in (Presence.State.IN, Presence.State.WAITS):
        raise ActionRefused("not_entered")
    if Entrant.objects.filter(pk=entrant, person__in=list_seated_entrants(here)).exists():
        raise ActionRefused("seated_already")
    return state


def _build_arrival(person: int) -> changes.ChangeRequest:
    """Build the change that seats the player after the last one, between that one and the first."""

    def ask(book: Book) -> Change:
        order = book.now.order
        free = next((place for place in range(PLACES) if place not in order), None)
        if free is None:
            return changes.refuse_change("players_out_of_range", "order")
        return changes.change_seats(Seating((*order, free), came=((free, person),)))(book)

    return ask


USUAL_MOST, MOST_MOVES = 5, 6  # at one table; six only where the number of players needs it
Seats = list[int]


def mend_tables(draw: DrawInput, tables: Sequence[DrawTable]) -> tuple[DrawTable, ...]:
    """Mend tables for those who play now; ValueError where that cannot be done.

    New players take the free seats. Otherwise one of a table of five moves up; where there is none, those left with
    three join other tables, and the last table takes the place of theirs. Who moves, and where to, costs least: nobody
    is forbidden to them, nobody sits out more often than others, and they have met the fewest.
    """
    players = set(draw.players)
    seats = [[seat for seat in table.seats if seat in players] for table in tables]
    history = build_history(draw)
    free = sorted(players.difference(player for table in seats for player in table))
    for table in seats:
        _fill(table, seats, free, history)
    most = MOST_MOVES if MOST_MOVES in compute_sizes(len(players)) else USUAL_MOST
    free = _break_up_small(seats, free) + [_take_out(table, history) for table in seats if len(table) > most]
    while len(free) >= FEWEST:
        seats.append([free.pop(0) for _ in range(FEWEST)])
    free = _add_table(seats, free, most, history)
    for player in free:
        _join(player, seats, history, most)
    highs = [table.seats[table.high] for table in tables]
    return tuple(DrawTable(tuple(table), _choose_high(table, highs)) for table in seats)


def _compute_gain(table: Seats, player: int, history: DrawHistory) -> int:
    """Compute what a table costs less without one of its players."""
    return compute_table_cost(history, table) - compute_table_cost(history, [seat for seat in table if seat != player])


def _take_out(table: Seats, history: DrawHistory) -> int:
    """Take out the player without whom a table costs least; the last one of equals."""
    player = max(reversed(table), key=lambda seat: _compute_gain(table, seat, history))
    table.remove(player)
    return player


def _fill(table: Seats, seats: list[Seats], free: Seats, history: DrawHistory) -> None:
    """Fill a table up to four: from those without a seat, else from the tables of five and six."""
    while 0 < len(table) < FEWEST:
        sources = [free] if free else [other for other in seats if len(other) > FEWEST]
        if not sources:
            return
        best, source = min(
            ((player, source) for source in sources for player in source),
            key=lambda row: (
                compute_table_cost(history, [*table, row[0]])
                - (0 if row[1] is free else _compute_gain(row[1], row[0], history)),
                row[0],
            ),
        )
        source.remove(best)
        table.append(best)


def _break_up_small(seats: list[Seats], free: Seats) -> Seats:
    """Break up the tables with fewer than four, and return the players left over."""
    left = list(free)
    for index in range(len(seats) - 1, -1, -1):
        if len(seats[index]) < FEWEST:
            left += seats[index]
            seats[index] = seats[-1]
            seats.pop()
    return left


def _add_table(seats: list[Seats], free: Seats, most: int, history: DrawHistory) -> Seats:
    """Make another table of the unseated and of tables of five, if the others are full; return those still unseated."""
    if len(free) <= sum(most - len(table) for table in seats):
        return free
    fives = [table for table in seats if len(table) == USUAL_MOST]
    fives.sort(key=lambda table: -compute_table_cost(history, table))
    missing = FEWEST - len(free)
    if len(fives) < missing:
        return free
    seats.append([*free, *(_take_out(table, history) for table in fives[:missing])])
    return []


def _join(player: int, seats: list[Seats], history: DrawHistory, most: int) -> None:
    """Seat a player at one of the smallest tables; ValueError where there is no room."""
    if not seats or min(map(len, seats)) >= most:
        raise ValueError(f"no room for {player}")
    best = min(seats, key=lambda table: (len(table), _compute_gain([*table, player], player, history)))
    best.append(player)


def _choose_high(table: Seats, highs: Sequence[int]) -> int:
    """Keep Hoch for the player who had it; if they are gone, the first one is Hoch."""
    return next((place for place, player in enumerate(table) if player in highs), 0)
