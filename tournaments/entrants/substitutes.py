"""A substitute takes a seat in the middle of a round, with its score and capital; both names stay visible."""

from typing import NamedTuple

from scoring.corrections import changes
from scoring.corrections.changes import Ask, Draft
from scoring.corrections.services import change
from scoring.engine.evening.course import Seating
from scoring.ledger.book import Book
from scoring.ledger.entries import Outcome
from scoring.ledger.seats import Seat, read_seats
from scoring.models import GameTable, Seated
from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tournaments.acts import Asked, Kind, Refused, act, said_by
from tournaments.entrants.debts import take_over_fee
from tournaments.entrants.services import enter, must_go_on
from tournaments.models import Act, Entrant, Presence, RoundTable, Tournament
from tournaments.name_lists.candidates import Newcomer
from tournaments.name_lists.person_search import Question, identify


class Here(NamedTuple):
    """Somebody who sits at a table now."""

    place: int
    name: str
    person: int


def who_sits(table: GameTable) -> list[Here]:
    """Those who sit at a table now, by place."""
    return [Here(seat.place, seat.names[-1][1], seat.persons[-1][1]) for seat in _here(table)]


def _here(table: GameTable) -> list[Seat]:
    return [seat for seat in read_seats(table) if seat.until is None]


def substitute(table: RoundTable, key: str, place: int, newcomer: Newcomer, who: Who = NOBODY_KNOWN) -> Act:
    """Let somebody take a place from the next hand on; they take part from now on, if they did not before.

    One who is only named (no person, not `new`) is found by the name: Refused("alike", question=…) where it may mean
    others, too. Whoever has held the place before comes back to it so.
    Refused("not_started", "table_done", "not_seated", "seated_elsewhere", "book_changed").
    """
    round_, game = table.round, table.game_table

    def do(row: Tournament) -> dict[str, object]:
        must_go_on(row)
        here = RoundTable.objects.select_related("round").get(pk=table.pk)
        if here.round.started is None:
            raise Refused("not_started")
        if here.done is not None:
            raise Refused("table_done")
        gone = next((one for one in who_sits(game) if one.place == place), None)
        if gone is None:
            raise Refused("not_seated")
        done = enter(row.pk, f"{key}.in", [_find_newcomer(row, newcomer)], (), who)
        row.refresh_from_db(fields=["version"])  # the act within has raised it
        came = Entrant.objects.get(pk=said_by(done)["entrants"][0])
        _must_be_free(table, came.person_id, place)
        _take_seat(game, key, place, came.person_id, who)
        left = Entrant.objects.filter(tournament=row, person=gone.person).first()
        states = dict(Presence.objects.filter(round=round_).values_list("entrant", "state"))
        take_over_fee(round_, left.pk if left else None, came.pk)
        was_there = Presence.objects.filter(round=round_, entrant=left).exclude(state=Presence.State.NO_SHOW)
        was_there.update(state=Presence.State.LEFT)
        was = {"came": states.get(came.pk), "gone": states.get(left.pk) if left else None}
        said = {"place": place, "gone": left.pk if left else None, "came": came.pk}
        return said | {"was": was, "new": bool(said_by(done)["new"])}

    sent = [place, newcomer.sent()]
    return act(round_.tournament_id, Asked(key, Kind.SUBSTITUTE, sent, who, round=round_, table=table), do)


def _find_newcomer(row: Tournament, newcomer: Newcomer) -> Newcomer:
    meant = identify(row, newcomer.name, person=newcomer.person, new=newcomer.new)
    if isinstance(meant, Question):
        raise Refused("alike", question=meant)
    return meant


def list_former_holders(table: GameTable) -> list[Here]:
    """Those who have held a seat that goes on, and may come back to it: by place, the last one first."""
    found = []
    for seat in _here(table):
        names = {person: name for (_since, person), (_from, name) in zip(seat.persons, seat.names, strict=True)}
        before = [person for person in names if person != seat.persons[-1][1]]
        found += [Here(seat.place, names[person], person) for person in reversed(before)]
    return found


def _must_be_free(table: RoundTable, person: int, place: int) -> None:
    """Refuse somebody who sits at a table of this round already, or has left another seat of this one."""
    seats = Seated.objects.filter(person=person, sitting__table__round_table__round=table.round_id)
    for found in GameTable.objects.filter(pk__in=seats.values("sitting__table")):
        if any(one.person == person for one in who_sits(found)):
            raise Refused("seated_elsewhere")
        others = [seat for seat in read_seats(found) if (seat.place, seat.until) != (place, None)]
        held = {who for seat in others if seat.until != seat.since for _since, who in seat.persons}
        if found.pk == table.game_table_id and person in held:
            raise Refused("seated_elsewhere")


def _take_seat(table: GameTable, key: str, place: int, person: int, who: Who) -> None:
    """Write it into the table's book."""

    def ask(book: Book) -> Draft:
        seating: Ask = changes.seat(Seating(book.now.order, (), ((place, person),)))
        return seating(book)

    seen = GameTable.objects.values_list("last_sequence", flat=True).get(pk=table.pk)
    directing = who._replace(directs=True)  # naming a substitute is the director's business (access of its page)
    written = change(table, key, seen, ask, sent={"substitute": [place, person]}, who=directing)
    if written.outcome != Outcome.SAVED:
        raise Refused("book_changed")
