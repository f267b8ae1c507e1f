"""A substitute takes a seat in the middle of a round, with its score and capital; both names stay visible."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.book.ledger.book import Book
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.seats import Seat, load_seats
from scoring.engine.evening.course import Seating
from scoring.models import GameTable, Seated
from scoring.table.corrections import changes
from scoring.table.corrections.changes import Change, ChangeRequest
from scoring.table.corrections.services import write_change
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind, parse_content
from tournaments.models import Act, Entrant, Presence, RoundTable, Tournament
from tournaments.people.entrants.debts import take_over_fee
from tournaments.people.entrants.entering import EnterPeople
from tournaments.people.entrants.free_seats import load_free_seats
from tournaments.people.entrants.services import must_go_on
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.name_lists.person_search import Question, identify


class SeatHolder(NamedTuple):
    """A player who sits at a table now."""

    place: int
    name: str
    person: int


def list_seat_holders(table: GameTable) -> list[SeatHolder]:
    """Return the players at a table now, by place."""
    return [SeatHolder(seat.place, seat.names[-1][1], seat.persons[-1][1]) for seat in _list_seats(table)]


def _is_free(table: RoundTable, place: int) -> bool:
    return any(seat.place == place for seat in load_free_seats([table]).get(table.game_table_id, ()))


def _list_seats(table: GameTable) -> list[Seat]:
    return [seat for seat in load_seats(table) if seat.until is None]


def substitute(table: RoundTable, key: str, place: int, newcomer: Newcomer, who: Actor = ANONYMOUS) -> Act:
    """Let somebody take over a place from the next hand on; they take part from now on, if they did not before.

    Before the start only a free seat is taken over: all others are swapped in the draw.

    A substitute who is only named (no person, not `new`) is found by the name: ActionRefused("alike", question=…) if it
    may mean others, too. A previous holder of the place returns to it in the same way.
    ActionRefused("not_started", "table_done", "not_seated", "seated_elsewhere", "book_changed").
    """
    round_, game = table.round, table.game_table

    def do(row: Tournament) -> dict[str, object]:
        must_go_on(row)
        here = RoundTable.objects.select_related("round").get(pk=table.pk)
        if here.done is not None:
            raise ActionRefused("table_done")
        gone = next((holder for holder in list_seat_holders(game) if holder.place == place), None)
        if gone is None:
            raise ActionRefused("not_seated")
        if here.round.started is None and not _is_free(here, place):
            raise ActionRefused("not_started")
        done = EnterPeople(newcomers=[_find_newcomer(row, newcomer)]).perform(row, f"{key}.in", who)
        row.refresh_from_db(fields=["version"])  # the act within has raised it
        came = Entrant.objects.get(pk=parse_content(done)["entrants"][0])
        _must_be_free(table, came.person_id, place)
        _take_seat(game, key, place, came.person_id, who)
        left = Entrant.objects.filter(tournament=row, person=gone.person).first()
        states = dict(Presence.objects.filter(round=round_).values_list("entrant", "state"))
        take_over_fee(round_, left.pk if left else None, came.pk)
        was_there = Presence.objects.filter(round=round_, entrant=left).exclude(state=Presence.State.NO_SHOW)
        was_there.update(state=Presence.State.LEFT)
        was = {"came": states.get(came.pk), "gone": states.get(left.pk) if left else None}
        said = {"place": place, "gone": left.pk if left else None, "came": came.pk}
        return said | {"was": was, "new": bool(parse_content(done)["new"])}

    sent = [place, newcomer.list_values()]
    return TOURNAMENTS.act(
        round_.tournament_id, Command(key, Kind.SUBSTITUTE, sent, who, round=round_, table=table), do
    )


def _find_newcomer(row: Tournament, newcomer: Newcomer) -> Newcomer:
    meant = identify(row, newcomer.name, person=newcomer.person, new=newcomer.new)
    if isinstance(meant, Question):
        raise ActionRefused("alike", question=meant)
    return meant


def find_leaving(table: RoundTable, holders: Sequence[SeatHolder], place: str) -> SeatHolder | None:
    """Return the holder of a place (as in an address); without one the absent holder of the first free seat."""
    free = load_free_seats([table]).get(table.game_table_id, ())
    wanted = place or next((str(seat.place) for seat in free), "")
    return next((holder for holder in holders if str(holder.place) == wanted), None)


def list_former_holders(table: GameTable) -> list[SeatHolder]:
    """Return the former holders of seats that are still in use, who may come back: by place, the last one first."""
    found = []
    for seat in _list_seats(table):
        names = {person: name for (_since, person), (_from, name) in zip(seat.persons, seat.names, strict=True)}
        before = [person for person in names if person != seat.persons[-1][1]]
        found += [SeatHolder(seat.place, names[person], person) for person in reversed(before)]
    return found


def _must_be_free(table: RoundTable, person: int, place: int) -> None:
    """Refuse a player who already sits at a table of this round, or has left another seat of this one."""
    seats = Seated.objects.filter(person=person, sitting__table__round_table__round=table.round_id)
    for found in GameTable.objects.filter(pk__in=seats.values("sitting__table")):
        if any(holder.person == person for holder in list_seat_holders(found)):
            raise ActionRefused("seated_elsewhere")
        others = [seat for seat in load_seats(found) if (seat.place, seat.until) != (place, None)]
        held = {who for seat in others if seat.until != seat.since for _since, who in seat.persons}
        if found.pk == table.game_table_id and person in held:
            raise ActionRefused("seated_elsewhere")


def _take_seat(table: GameTable, key: str, place: int, person: int, who: Actor) -> None:
    """Write it into the table's book."""

    def ask(book: Book) -> Change:
        seating: ChangeRequest = changes.change_seats(Seating(book.now.order, (), ((place, person),)))
        return seating(book)

    seen = GameTable.objects.values_list("last_sequence", flat=True).get(pk=table.pk)
    directing = who._replace(directs=True)  # naming a substitute is the director's business (access of its page)
    written = write_change(table, key, seen, ask, sent={"substitute": [place, person]}, who=directing)
    if written.outcome != Outcome.SAVED:
        raise ActionRefused("book_changed")
