"""The desk page of one table."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Q

from scoring.book.ledger.book import Book
from scoring.book.ledger.seats import Seat, load_seats
from scoring.models import PLACES
from scoring.table.written_sheet.selectors import load_book_and_seats, load_table_view
from tournaments.core.actions.sentences import fill_in_act_sentences
from tournaments.core.acts import Kind
from tournaments.core.selectors import RoundContext
from tournaments.core.settings import has_double_round
from tournaments.hall.clock.display import UP
from tournaments.hall.clock.table_clocks import CLOCK
from tournaments.hall.desk.chips import PlayerChips, build_player_chips, find_last_count, list_present_courses
from tournaments.hall.desk.corrections import find_level
from tournaments.hall.desk.dealing_order import list_out_of_turn
from tournaments.hall.desk.late_hands import load_late_hands
from tournaments.hall.desk.overview import load_rows
from tournaments.hall.desk.pending import format_pending, list_row_pending
from tournaments.hall.rounds import table_capital
from tournaments.models import Act, Entrant, RoundTable
from tournaments.people.entrants.free_seats import load_free_seats
from tournaments.people.entrants.selectors import format_state, list_unseated_players
from tournaments.people.entrants.substitutes import build_seat_holders

MOST_LOGGED = 40  # acts at a table
_AT_TABLES = (  # the kinds that concern a table
    *(Kind.SEATED_LATE, Kind.SEAT_CLOSED, Kind.MOVED, Kind.SUBSTITUTE, Kind.START, Kind.PAUSE, Kind.RESUME),
    *(Kind.EXTEND, Kind.HALT, Kind.GO_ON, Kind.TIME_UP, Kind.CLOCK_SET, Kind.HANDS),
    *(Kind.CALLED, Kind.PLAYS, Kind.COUNTED, Kind.DONE, Kind.REOPENED, Kind.BROKEN_UP, Kind.LATE_HAND, Kind.TURN),
    *(Kind.END_TOTALS, Kind.CORRECTED, Kind.RULING, Kind.UNDONE),
)


def build_table_context(context: RoundContext, table: RoundTable) -> dict[str, Any]:
    """Build the template context."""
    row = load_rows(RoundTable.objects.filter(pk=table.pk))[0]
    book, seats = load_book_and_seats(table.game_table)
    chips = _build_chips(context, table, book, seats)
    view = load_table_view(table.game_table) if table.game_table.held else None
    late = load_late_hands(table, view) if view is not None and row.late else []
    sits = list_sitters(table, seats)
    has_room = row.is_open and (row.gone or len(row.names) < PLACES) and context.round.closed is None
    return {
        "tournament": context.tournament,
        "settings": context.settings,
        "round": context.round,
        "round_table": table,
        "row": row,
        "sits": sits,
        "has_absent": any(sitter.away for sitter in sits),
        "unseated": list_unseated_players(context.round) if has_room else (),
        "is_up": row.face.state == UP,
        "late": late,
        "turns": list_out_of_turn(view.book, view.seats) if view is not None else [],
        "chips": chips,
        "differs": any(chip.difference for chip in chips),
        "pending": format_pending(
            list_row_pending(row, double=has_double_round(context.settings, context.round.number))
        ),
        "level": find_level(table),
        "log": _load_table_log(table),
    }


class Sitter(NamedTuple):
    """A player who sits at a table now."""

    entrant: int  # id
    place: int
    name: str
    away: str  # the state of the holder of a free seat, in words


def list_sitters(table: RoundTable, seats: Sequence[Seat]) -> list[Sitter]:
    """Return the players who sit at a table now, by place; `seats`: all of the table."""
    holders = build_seat_holders(seats)
    persons = [holder.person for holder in holders]
    rows = Entrant.objects.filter(tournament=table.round.tournament_id, person__in=persons)
    entrants = dict(rows.values_list("person", "pk"))
    free = load_free_seats([table]).get(table.game_table_id, ())
    away = {seat.place: format_state(seat.state) for seat in free}
    return [
        Sitter(entrants[holder.person], holder.place, holder.name, away.get(holder.place, ""))
        for holder in holders
        if holder.person in entrants
    ]


def list_counted_sittings(table: RoundTable) -> list[int]:
    """Return the sittings whose chips are counted: those at the table now, by place."""
    return [seat.id for seat in sorted(load_seats(table.game_table)) if seat.until is None]


def _build_chips(context: RoundContext, table: RoundTable, book: Book, seats: Sequence[Seat]) -> list[PlayerChips]:
    names = {seat.id: seat.name for seat in seats}
    count = find_last_count(table)
    is_newest = count is not None and count.sequence == table.game_table.last_sequence
    counted = count.chips if count is not None and is_newest else {}
    courses = table_capital.compute_book_courses(book, seats, table_capital.build_rule(context.settings))
    return [build_player_chips(course, names[course.stay.id], counted) for course in list_present_courses(courses)]


def _load_table_log(table: RoundTable) -> list[Act]:
    """Return the latest acts that concern a table, with their sentences; one query, and a few for names."""
    of_all = Q(table=None) & ~Q(round__started=None) & Q(said__contains=f'"{CLOCK}":')
    from_here = Q(kind=Kind.MOVED, said__contains=f'"from":{table.number},')
    acts = Act.objects.filter(Q(table=table) | from_here | of_all, round=table.round_id, kind__in=list(_AT_TABLES))
    latest = list(acts.select_related("by", "note", "undoes", "undone_by").order_by("-sequence")[:MOST_LOGGED])
    fill_in_act_sentences(latest)
    return latest
