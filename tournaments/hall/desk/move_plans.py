"""Moves between the tables of a round: what is proposed for a seat, a table or a player, and what it changes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.ledger.table_state import decode_state
from scoring.engine.evening.course import Seating
from scoring.engine.evening.state import change_seats
from scoring.models import PLACES
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.acts import ActionRefused
from tournaments.core.table_names import name_table
from tournaments.hall.desk.overview import OverviewRow
from tournaments.hall.draw.history import is_hoch_dealer, load_seat_history
from tournaments.hall.draw.late_entries import LARGEST_TABLE, USUAL_MOST, load_history
from tournaments.hall.draw.quality import PARTS, DrawHistory, compute_table_cost
from tournaments.hall.draw.values import FEWEST
from tournaments.models import Presence, Round, RoundTable, Tournament
from tournaments.people.entrants.selectors import list_unseated_players

MOST_PROPOSED = 7  # places for one player
MOST_MOVERS = 3  # who could take a free seat
_MOVES = re.compile(r"\d{1,18}-\d{1,9}-\d{1,9}( \d{1,18}-\d{1,9}-\d{1,9})*", re.ASCII)


class Move(NamedTuple):
    """A player (id of the entrant) who goes from one table (number; 0: has no seat) to another, perhaps a new one."""

    entrant: int
    start: int
    to: int


Moves = tuple[Move, ...]


def encode_moves(moves: Moves) -> str:
    """Encode moves for a form; parse_moves is the inverse.

    >>> parse_moves(encode_moves((Move(12, 3, 5), Move(7, 0, 5))))
    (Move(entrant=12, start=3, to=5), Move(entrant=7, start=0, to=5))
    """
    return " ".join("-".join(map(str, move)) for move in moves)


def parse_moves(text: str) -> Moves:
    """Parse the moves of a form; ActionRefused("cannot_move") for anything else."""
    if not _MOVES.fullmatch(text):
        raise ActionRefused("cannot_move")
    return tuple(Move(*map(int, word.split("-"))) for word in text.split())


class MovePlan(NamedTuple):
    """The seats of a table after moves: None where its last player leaves it, which ends it."""

    number: int
    seating: Seating | None
    present: tuple[int, ...]  # entrants (ids)
    missing: tuple[int, ...] = ()  # whose free seats are taken


class HallTable(NamedTuple):
    """A table of the hall that plays, as its seats are now."""

    row: OverviewRow
    table: RoundTable
    places: dict[int, int]  # entrant (id) by place
    order: tuple[int, ...]  # places in playing order
    hoch: int  # the place of the player with the highest card, who stays before the first hand

    @property
    def present(self) -> list[int]:
        """Return the entrants who are there, by place."""
        free = {seat.place for seat in self.row.free}
        return [entrant for place, entrant in self.places.items() if place not in free]

    def is_hoch(self, entrant: int) -> bool:
        """Return whether a player stays because the first hand has not been dealt yet."""
        return not self.row.progress.played and self.places.get(self.hoch) == entrant


class Hall(NamedTuple):
    """The tables of a round between which players can move."""

    tables: dict[int, HallTable]  # by number
    names: dict[int, str]  # by entrant
    waiting: tuple[int, ...]  # without a seat
    history: DrawHistory
    paid: dict[int, int]  # cents of those who have not come
    next_number: int  # of a new table
    is_started: bool

    def plan_seats(self, moves: Moves) -> list[MovePlan]:
        """Return the seats at every table that moves touch; ActionRefused("cannot_move", "too_few", "no_room")."""
        if len({move.entrant for move in moves}) < len(moves):
            raise ActionRefused("cannot_move")
        for move in moves:
            table = self.tables.get(move.start)
            movable = self.waiting if not move.start else table.present if table is not None else ()
            if move.entrant not in movable or (move.to not in self.tables and move.to != self.next_number):
                raise ActionRefused("cannot_move")
        touched = sorted({number for move in moves for number in move[1:]} - {0})
        return [self._seat_at(number, moves) for number in touched]

    def _seat_at(self, number: int, moves: Moves) -> MovePlan:
        came = [move.entrant for move in moves if move.to == number]
        if number not in self.tables:
            _must_fit(len(came), FEWEST)
            return MovePlan(number, None, tuple(came))
        table, going = self.tables[number], {move.entrant for move in moves if move.start == number}
        present = [*(entrant for entrant in table.present if entrant not in going), *came]
        if not present and self.is_started:
            return MovePlan(number, None, ())
        _must_fit(len(present), min(FEWEST, len(table.present)))
        absent = [seat.place for seat in table.row.free]
        left = [place for place in table.order if table.places[place] in going]
        further = [place for place in range(PLACES) if place not in table.order]
        arrivals = list(zip([*absent, *left, *further], came, strict=False))
        taken = {place for place, _entrant in arrivals}
        order = [place for place in table.order if place not in left or place in taken]
        order += sorted(taken - set(order))
        _must_fit(len(order), FEWEST)  # absent players included
        missing = tuple(table.places[place] for place in absent if place in taken)
        return MovePlan(number, Seating(tuple(order), tuple(arrivals)), tuple(present), missing)


def _must_fit(players: int, fewest: int) -> None:
    if not fewest <= players <= LARGEST_TABLE:
        raise ActionRefused("too_few" if players < fewest else "no_room")


def load_hall(tournament: Tournament, round_: Round, rows: Sequence[OverviewRow]) -> Hall:
    """Load the tables where nothing is open that a move would disturb; about twelve queries."""
    quiet = [row for row in rows if row.is_open and not (row.on_paper or row.held or row.late or row.called)]
    table_rows = RoundTable.objects.filter(pk__in=[row.table for row in quiet]).select_related("game_table")
    tables = {table.pk: table for table in table_rows}
    sitting = load_seat_history([table.game_table_id for table in tables.values()], tournament, still=True)
    deals, hall = is_hoch_dealer(tournament), {}
    for row in quiet:
        table = tables[row.table]
        places = {place: held[-1] for place, held in sitting.get(table.game_table_id, {}).items()}
        game = table.game_table
        hoch = (game.first_forehand - deals) % game.players
        order = decode_state(game.state).evening.order if game.state else tuple(range(game.players))
        if len(places) == len(row.names) == len(order):
            hall[row.number] = HallTable(row, table, places, order, hoch)
    waiting = list_unseated_players(round_, INSIDE)
    names = {
        entrant: name
        for table in hall.values()
        for entrant, name in zip(table.places.values(), table.row.names, strict=True)
    } | {player.id: player.name for player in waiting}
    absent = Presence.objects.filter(round=round_, state=Presence.State.NO_SHOW, paid__gt=0)
    return Hall(
        hall,
        names,
        tuple(player.id for player in waiting),
        load_history(tournament, round_, names),
        dict(absent.values_list("entrant", "paid")),
        max((row.number for row in rows), default=0) + 1,
        round_.started is not None,
    )


MOVE, SWAP, JOIN, SPLIT = KINDS = ("move", "swap", "join", "split")


class Proposal(NamedTuple):
    """Moves that can be made in one tap, with what they change."""

    kind: str
    moves: Moves
    order: tuple[bool, bool, int, int, int]
    title: str
    changes: tuple[str, ...]
    fee: tuple[str, int] | None = None  # of a player who has not come, whose seat is taken, and has paid: name, cents

    @property
    def code(self) -> str:
        """Return the moves, for a form."""
        return encode_moves(self.moves)


def propose(hall: Hall, kind: str, moves: Moves) -> Proposal | None:
    """Return a proposal with what it changes; None where these moves cannot be made."""
    try:
        plans = hall.plan_seats(moves)
    except ActionRefused:
        return None
    before = sum(
        compute_table_cost(hall.history, hall.tables[plan.number].present)
        for plan in plans
        if plan.number in hall.tables
    )
    after = sum(compute_table_cost(hall.history, plan.present) for plan in plans)
    sources = [(hall.tables[move.start], move.entrant) for move in moves if move.start]
    has_played = any(table.row.progress.played for table, _entrant in sources)
    is_hoch = any(table.is_hoch(entrant) for table, entrant in sources)
    order = (is_hoch, has_played, after - before, moves[0].to, -moves[0].entrant)
    owed = [
        (hall.names[entrant], hall.paid[entrant]) for plan in plans for entrant in plan.missing if entrant in hall.paid
    ]
    fee = owed[0] if owed else None
    return Proposal(kind, moves, order, _format_title(hall, kind, moves), tuple(_list_changes(hall, plans, moves)), fee)


def _format_title(hall: Hall, kind: str, moves: Moves) -> str:
    name, first = hall.names[moves[0].entrant], moves[0]
    if kind == SWAP:
        words = {"other": hall.names[moves[1].entrant], "table": name_table(first.to)}
        return _("Swaps with %(other)s, %(table)s") % words
    if kind == JOIN:
        return _("%(table)s is shared out among the others") % {"table": _capitalize(name_table(first.start))}
    if kind == SPLIT:
        names = ", ".join(hall.names[move.entrant] for move in moves)
        return _("A new table: %(names)s") % {"names": names}
    words = {"name": name, "from": name_table(first.start), "table": name_table(first.to)}
    return _("%(name)s comes over from %(from)s to %(table)s") % words


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def _list_changes(hall: Hall, plans: Sequence[MovePlan], moves: Moves) -> Iterator[str]:
    """Yield what moves change: who sits where, how many, who deals, who meets again, who sits out, cards, capital."""
    if len(moves) > 2:
        yield ", ".join(f"{hall.names[move.entrant]} → {name_table(move.to)}" for move in moves)
    before = {plan.number: len(hall.tables[plan.number].present) for plan in plans if plan.number in hall.tables}
    sizes = [
        ngettext("%(table)s: %(count)s player", "%(table)s: %(count)s players", len(plan.present))
        % {"table": _capitalize(name_table(plan.number)), "count": len(plan.present)}
        for plan in plans
        if plan.present and len(plan.present) != before.get(plan.number)
    ]
    if sizes:
        yield ", ".join(sizes)
    for plan in plans:
        if dealer := _find_new_dealer(hall, plan):
            yield _("%(name)s deals next at %(table)s") % {"name": dealer, "table": name_table(plan.number)}
    yield from _list_meetings(hall, plans)
    yield _("new cards for the tables %(numbers)s") % {
        "numbers": ", ".join(str(plan.number) for plan in plans if plan.present)
    }


def _list_meetings(hall: Hall, plans: Sequence[MovePlan]) -> Iterator[str]:
    again, apart, out = [], [], []
    for plan in plans:
        before = hall.tables[plan.number].present if plan.number in hall.tables else []
        for pair in combinations(sorted(plan.present), 2):
            names = _("%(one)s and %(other)s") % {"one": hall.names[pair[0]], "other": hall.names[pair[1]]}
            is_new = not set(pair) <= set(before)
            again += [names] if is_new and hall.history.met[pair] else []
            apart += [names] if is_new and pair in hall.history.apart else []
        if len(plan.present) > FEWEST:
            new = plan.present if len(before) <= FEWEST else set(plan.present) - set(before)
            out += [hall.names[entrant] for entrant in new if hall.history.outs.get(entrant, 0) >= PARTS]
    if apart:
        yield _("must not sit together: %(names)s") % {"names": "; ".join(apart)}
    if again:
        yield _("meet again: %(names)s") % {"names": "; ".join(again)}
    if out:
        yield _("once more at a table of five: %(names)s") % {"names": ", ".join(out)}


def _find_new_dealer(hall: Hall, plan: MovePlan) -> str:
    """Return who deals next at a table if somebody else would have; "" if that stays, or nobody is there."""
    table = hall.tables.get(plan.number)
    if table is None:
        return hall.names[plan.present[0]]
    if plan.seating is None:
        return ""
    came = dict(plan.seating.came)
    evening = decode_state(table.table.game_table.state).evening
    now = change_seats(evening, plan.seating.order, came)
    dealer = came.get(now.dealer, table.places.get(now.dealer))
    return "" if dealer == table.places[evening.dealer] or dealer is None else hall.names[dealer]


def _sort(proposals: Iterable[Proposal | None], most: int) -> list[Proposal]:
    return sorted((proposal for proposal in proposals if proposal is not None), key=lambda proposal: proposal.order)[
        :most
    ]


def list_for_table(hall: Hall, number: int) -> list[Proposal]:
    """Return who could take a free seat of a table, the best first, and how the table could be given up."""
    table = hall.tables.get(number)
    if table is None or not table.row.free:
        return []
    large = [source for source in hall.tables.values() if len(source.present) > FEWEST and source.row.number != number]
    movers = (Move(entrant, source.row.number, number) for source in large for entrant in source.present)
    proposals = _sort((propose(hall, MOVE, (move,)) for move in movers), MOST_MOVERS)
    if len(table.present) < FEWEST and hall.is_started:
        proposals += _sort([_propose_joining(hall, table)], 1)
    return proposals


def _propose_joining(hall: Hall, table: HallTable) -> Proposal | None:
    """Share a table out among the others: each goes where it costs least, to those that are short or smallest first."""
    seats = {number: list(other.present) for number, other in hall.tables.items() if other is not table}
    moves: list[Move] = []
    for entrant in table.present:
        room = [number for number, present in seats.items() if len(present) < USUAL_MOST] or [
            number for number, present in seats.items() if len(present) < LARGEST_TABLE
        ]
        if not room:
            return None
        to = min(room, key=lambda number: (len(seats[number]), _compute_added(hall, seats[number], entrant), number))
        seats[to].append(entrant)
        moves.append(Move(entrant, table.row.number, to))
    return propose(hall, JOIN, tuple(moves)) if moves else None


def _compute_added(hall: Hall, present: Sequence[int], entrant: int) -> int:
    return compute_table_cost(hall.history, [*present, entrant]) - compute_table_cost(hall.history, present)


def list_for_waiting(hall: Hall) -> list[Proposal]:
    """Return the new table that those without a seat could make with some from tables of five and six."""
    moves = [Move(entrant, 0, hall.next_number) for entrant in hall.waiting[:FEWEST]]
    sizes = {number: list(table.present) for number, table in hall.tables.items()}
    while moves and len(moves) < FEWEST:
        together = [move.entrant for move in moves]
        spare = [
            (_compute_added(hall, together, entrant) - _compute_added(hall, staying, entrant), number, entrant)
            for number, present in sizes.items()
            if len(present) > FEWEST
            for entrant in present
            for staying in [[player for player in present if player != entrant]]
            if not hall.tables[number].is_hoch(entrant)
        ]
        if not spare:
            return []
        _cost, number, entrant = min(spare)
        sizes[number].remove(entrant)
        moves.append(Move(entrant, number, hall.next_number))
    return _sort([propose(hall, SPLIT, tuple(moves))] if moves else [], 1)


def list_for_player(hall: Hall, entrant: int) -> list[Proposal]:
    """Return where a player could sit instead, the best first: at a table with room, or in the seat of another."""
    start = next((table for table in hall.tables.values() if entrant in table.present), None)
    if start is None:
        return []
    own, elsewhere = start.row.number, [table for table in hall.tables.values() if table is not start]
    rooms = _sort((propose(hall, MOVE, (Move(entrant, own, table.row.number),)) for table in elsewhere), MOST_PROPOSED)
    swaps = (
        propose(hall, SWAP, (Move(entrant, own, table.row.number), Move(other, table.row.number, own)))
        for table in elsewhere
        for other in table.present
    )
    return [*rooms, *_sort(swaps, MOST_PROPOSED - len(rooms))]


def list_best(tournament: Tournament, round_: Round, rows: Sequence[OverviewRow]) -> dict[int, Proposal]:
    """Return the best moves for each table that is short of somebody (its number), and (0) for those without a seat.

    No query where nobody is missing and there are no tables of five.
    """
    short = [row.number for row in rows if row.is_short and row.free]
    if round_.started is None or not (short or any(len(row.names) > FEWEST for row in rows if row.is_open)):
        return {}
    hall = load_hall(tournament, round_, rows)
    proposals_by_table = {number: list_for_table(hall, number) for number in short}
    proposals_by_table |= {0: list_for_waiting(hall) if len(hall.waiting) > 1 else []}
    return {number: proposals[0] for number, proposals in proposals_by_table.items() if proposals}
