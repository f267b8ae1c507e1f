"""A substitute takes a seat in the middle of a round, with its score and capital; both names stay visible."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.book import Book
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.seats import Seat, load_seats
from scoring.engine.evening.course import Seating
from scoring.models import GameTable, Seated
from scoring.table.corrections import changes
from scoring.table.corrections.changes import Change, ChangeRequest
from scoring.table.corrections.services import write_change
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import Spec, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import TABLE, Here
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.models import Entrant, Presence, RoundTable, Tournament
from tournaments.people.entrants.debts import take_over_fee
from tournaments.people.entrants.entering import EnterPeople
from tournaments.people.entrants.free_seats import load_free_seats
from tournaments.people.entrants.seat_reversals import SeatAction
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
    return build_seat_holders(load_seats(table))


def build_seat_holders(seats: Iterable[Seat]) -> list[SeatHolder]:
    """Return those of a table's players who are there now."""
    occupied = (seat for seat in seats if seat.until is None)
    return [SeatHolder(seat.place, seat.names[-1][1], seat.persons[-1][1]) for seat in occupied]


def _is_free(table: RoundTable, place: int) -> bool:
    return any(seat.place == place for seat in load_free_seats([table]).get(table.game_table_id, ()))


def _list_seats(table: GameTable) -> list[Seat]:
    return [seat for seat in load_seats(table) if seat.until is None]


@action(
    Spec(
        kind=Kind.SUBSTITUTE,
        targets=(TABLE,),
        right=Right.DIRECT,
        words=_("a substitute took over a seat"),
        is_repeatable=False,
        undo_later=True,
        undo_on=("desk", "entrant", "substitute"),
    )
)
class Substitute(SeatAction):
    """Let somebody take over a place from the next hand on; they take part from now on, if they did not before.

    Before the start only a free seat is taken over: all others are swapped in the draw.

    A substitute who is only named (no person, not `new`) is found by the name. A previous holder of the place returns
    to it in the same way.
    """

    place: int
    newcomer: Newcomer
    refusals: ClassVar = {
        "alike": _("This name is similar to others known here: say who it is."),
        "not_seated": _("This player does not sit at this table."),
        "seated_elsewhere": _("This player already sits at a table in this round."),
        "not_started": _("Before the round starts, seats are swapped in the draw."),
    }

    def list_sent(self) -> object:
        """Return the place, and the substitute as they are named."""
        return [self.place, self.newcomer.list_values()]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Write it into the book, too; "alike" (question) where the name may mean others, "table_done", "book_changed".

        "not_started", "not_seated", "seated_elsewhere".
        """
        row, round_, table = here.tournament, here.round, here.table
        must_go_on(row)
        if table.done is not None:
            raise ActionRefused("table_done")
        leaving = next((holder for holder in list_seat_holders(table.game_table) if holder.place == self.place), None)
        if leaving is None:
            raise ActionRefused("not_seated")
        if round_.started is None and not _is_free(table, self.place):
            raise ActionRefused("not_started")
        newcomers = [_find_newcomer(row, self.newcomer)]
        entered = parse_content(EnterPeople(newcomers=newcomers).perform(row, f"{here.key}.in", here.who))
        row.refresh_from_db(fields=["version"])  # the act within has raised it
        came = Entrant.objects.get(pk=entered["entrants"][0])
        _must_be_free(table, came.person_id, self.place)
        _take_seat(table.game_table, here.key, self.place, came.person_id, here.who)
        left = Entrant.objects.filter(tournament=row, person=leaving.person).first()
        states = dict(Presence.objects.filter(round=round_).values_list("entrant", "state"))
        take_over_fee(round_, left.pk if left else None, came.pk)
        was_there = Presence.objects.filter(round=round_, entrant=left).exclude(state=Presence.State.NO_SHOW)
        was_there.update(state=Presence.State.LEFT)
        was = {"came": states.get(came.pk), "gone": states.get(left.pk) if left else None}
        content = {"place": self.place, "gone": left.pk if left else None, "came": came.pk}
        return content | {"was": was, "new": bool(entered["new"])}

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return who plays, and for whom."""
        if not content["gone"]:
            return gettext("%(name)s took over a seat") % {"name": names.name_entrant(content["came"])}
        return gettext("%(name)s plays for %(gone)s") % {
            "name": names.name_entrant(content["came"]),
            "gone": names.name_entrant(content["gone"]),
        }


def _find_newcomer(row: Tournament, newcomer: Newcomer) -> Newcomer:
    meant = identify(row, newcomer.name, town=newcomer.details.town, person=newcomer.person, new=newcomer.new)
    if isinstance(meant, Question):
        raise ActionRefused("alike", question=meant)
    return meant._replace(details=newcomer.details)


def find_leaving(table: RoundTable, holders: Sequence[SeatHolder], place: str) -> SeatHolder | None:
    """Return the holder of a place (as in an address); without one the absent holder of the first free seat."""
    free = load_free_seats([table]).get(table.game_table_id, ())
    chosen = place or next((str(seat.place) for seat in free), "")
    return next((holder for holder in holders if str(holder.place) == chosen), None)


def list_former_holders(table: GameTable) -> list[SeatHolder]:
    """Return the former holders of seats that are still in use, who may come back: by place, the last one first."""
    holders = []
    for seat in _list_seats(table):
        names = {person: name for (_since, person), (_from, name) in zip(seat.persons, seat.names, strict=True)}
        before = [person for person in names if person != seat.persons[-1][1]]
        holders += [SeatHolder(seat.place, names[person], person) for person in reversed(before)]
    return holders


def _must_be_free(table: RoundTable, person: int, place: int) -> None:
    """Refuse a player who already sits at a table of this round, or has left another seat of this one."""
    seats = Seated.objects.filter(person=person, sitting__table__round_table__round=table.round_id)
    for game_table in GameTable.objects.filter(pk__in=seats.values("sitting__table")):
        if any(holder.person == person for holder in list_seat_holders(game_table)):
            raise ActionRefused("seated_elsewhere")
        other_seats = [seat for seat in load_seats(game_table) if (seat.place, seat.until) != (place, None)]
        held = {who for seat in other_seats if seat.until != seat.since for _since, who in seat.persons}
        if game_table.pk == table.game_table_id and person in held:
            raise ActionRefused("seated_elsewhere")


def _take_seat(table: GameTable, key: str, place: int, person: int, who: Actor) -> None:
    """Write it into the table's book."""

    def ask(book: Book) -> Change:
        seating: ChangeRequest = changes.change_seats(Seating(book.now.order, (), ((place, person),)))
        return seating(book)

    sequence = GameTable.objects.values_list("last_sequence", flat=True).get(pk=table.pk)
    directing = who._replace(directs=True)  # naming a substitute is the director's business (access of its page)
    written = write_change(table, key, sequence, ask, sent={"substitute": [place, person]}, who=directing)
    if written.outcome != Outcome.SAVED:
        raise ActionRefused("book_changed")
