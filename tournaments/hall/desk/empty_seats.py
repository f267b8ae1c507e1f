"""A free seat without anybody to take it: a table of five goes on with four, or gives one to a table that is short."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.book import Book
from scoring.book.ledger.entries import Outcome
from scoring.engine.evening.course import Seating
from scoring.models import GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.changes import Change
from scoring.table.corrections.services import write_change
from tarockclub.kit.form_fields import IdField
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.actions.base import Input, Spec, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import TABLE, Here
from tournaments.core.acts import ActionRefused, Kind, must_not_have_ended
from tournaments.core.table_names import name_table
from tournaments.hall.desk.overview import OverviewRow, load_rows
from tournaments.hall.draw.history import is_hoch_dealer, load_seat_history
from tournaments.hall.draw.late_entries import load_history
from tournaments.hall.draw.quality import compute_table_cost
from tournaments.models import Entrant, Round, RoundTable, Tournament
from tournaments.people.entrants.substitutes import SeatAction, list_seat_holders, load_free_seats

FEWEST = 4  # at one table


@action(
    Spec(
        kind=Kind.SEAT_CLOSED,
        targets=(TABLE,),
        right=Right.DIRECT,
        words=_("a table went on without a free seat"),
        is_repeatable=False,
        undo_on=("desk",),
        before_play=True,
    )
)
class GoOnWithout(SeatAction):
    """Let a table go on without a free seat; who held it keeps the score up to here."""

    place: Annotated[int, Input(IdField)]
    refusals: ClassVar = {
        "not_free": _("This seat is not free any more."),
        "too_few": _("Fewer than four would be left: somebody must take the seat, or the table ends."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Write it into the book of the table, which keeps its time; "book_changed" where it has changed."""
        must_not_have_ended(here.tournament)
        table = here.table
        if table.done is not None:
            raise ActionRefused("table_done")
        if not any(seat.place == self.place for seat in load_free_seats([table]).get(table.game_table_id, ())):
            raise ActionRefused("not_free")
        holders = {holder.place: holder.person for holder in list_seat_holders(table.game_table)}
        if len(holders) <= FEWEST:
            raise ActionRefused("too_few")
        _close_seat(here, table.game_table, self.place)
        entrant = Entrant.objects.filter(tournament=here.tournament, person=holders[self.place]).first()
        return {"table": table.number, "place": self.place, "gone": entrant.pk if entrant is not None else None}

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return which table goes on, and without whom."""
        return gettext("%(table)s goes on without %(name)s") % {
            "table": name_table(content["table"]),
            "name": names.name_entrant(content["gone"]),
        }


def _close_seat(here: Here, table: GameTable, place: int) -> None:
    _write_seats(here, table, {"without": place}, lambda order: Seating(tuple(seat for seat in order if seat != place)))


def _write_seats(
    here: Here, table: GameTable, sent: dict[str, Any], build: Callable[[tuple[int, ...]], Seating]
) -> None:
    """Write other seats into the book of a table, built from those of now; "book_changed" where it has changed."""

    def ask(book: Book) -> Change:
        return changes.change_seats(build(book.now.order))(book)

    who = here.who._replace(directs=True)
    written = write_change(table, here.key, table.last_sequence, ask, sent=sent, who=who)
    if written.outcome is not Outcome.SAVED:
        raise ActionRefused("book_changed")


class Mover(NamedTuple):
    """A player of a table with more than four, who can take the free seat of one that is short."""

    to: int  # the number of the table that is short
    table: RoundTable  # from which
    place: int
    entrant: int  # id
    name: str


def find_mover(tournament: Tournament, round_: Round, rows: Sequence[OverviewRow]) -> Mover | None:
    """Find who moves to the first table that is short of one, if no hand was played there, nor where they sit.

    Whoever is Hoch stays; of the others whose move costs least, as a draw reckons. Six queries, none in the usual case.
    """
    fresh = [row for row in rows if row.is_open and not (row.progress.played or row.on_paper or row.held or row.late)]
    to = next((row for row in fresh if row.free and len(row.names) - row.gone == FEWEST - 1), None)
    large = [row for row in fresh if not row.free and len(row.names) > FEWEST]
    if to is None or not large or round_.started is None:
        return None
    rows_of = RoundTable.objects.filter(pk__in=[row.table for row in (to, *large)]).select_related("game_table")
    tables = {table.pk: table for table in rows_of}
    sitting = load_seat_history([table.game_table_id for table in tables.values()], tournament, still=True)
    seats = {
        pk: {place: held[-1] for place, held in sitting[table.game_table_id].items()} for pk, table in tables.items()
    }
    present = [entrant for place, entrant in seats[to.table].items() if place not in {seat.place for seat in to.free}]
    everybody = [entrant for places in seats.values() for entrant in places.values()]
    history, deals, movers = load_history(tournament, round_, everybody), is_hoch_dealer(tournament), []
    for row in large:
        table, holders = tables[row.table], seats[row.table]
        hoch = (table.game_table.first_forehand - deals) % table.game_table.players
        before = compute_table_cost(history, list(holders.values()))
        for (place, entrant), name in zip(holders.items(), row.names, strict=True):
            staying = [holder for holder in holders.values() if holder != entrant]
            after = compute_table_cost(history, staying) + compute_table_cost(history, [*present, entrant])
            mover = Mover(to.number, table, place, entrant, name)
            movers.append((place == hoch, after - before, row.number, -place, mover))
    return min(movers, key=lambda ranked: ranked[:4])[-1]


@action(
    Spec(
        kind=Kind.MOVED,
        targets=(TABLE,),
        right=Right.DIRECT,
        words=_("somebody moved to another table"),
        is_repeatable=False,
        undo_on=("desk",),
        before_play=True,
        tables=("from",),
    )
)
class MoveOver(SeatAction):
    """Let a player of a larger table take the free seat of this one, before a hand was played at either.

    They begin here with what everybody has at the start; fees and teams stay as they are.
    """

    entrant: Annotated[int, Input(IdField)]
    refusals: ClassVar = {"cannot_move": _("This has changed meanwhile: please look at what is proposed now.")}

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Write it into the books of both tables; "book_changed" where one has changed."""
        must_not_have_ended(here.tournament)
        mover = find_mover(here.tournament, here.round, load_rows(RoundTable.objects.filter(round=here.round), INSIDE))
        if mover is None or (mover.to, mover.entrant) != (here.table.number, self.entrant):
            raise ActionRefused("cannot_move")
        free = load_free_seats([here.table])[here.table.game_table_id][0]
        person = Entrant.objects.get(pk=self.entrant).person_id
        absent = Entrant.objects.filter(tournament=here.tournament, person=free.person).first()
        _close_seat(here, mover.table.game_table, mover.place)
        came = ((free.place, person),)  # a sitting of their own, where the dealing goes on as it was drawn
        _write_seats(here, here.table.game_table, {"came": person}, lambda order: Seating(order, came))
        content = {"from": mover.table.number, "table": here.table.number, "entrant": self.entrant}
        return content | {"gone": absent.pk if absent is not None else None}

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return who moved, from where to where."""
        return gettext("%(name)s moved from %(from)s to %(table)s") % {
            "name": names.name_entrant(content["entrant"]),
            "from": name_table(content["from"]),
            "table": name_table(content["table"]),
        }
