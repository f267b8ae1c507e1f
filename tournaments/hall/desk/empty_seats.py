"""A table goes on without a seat that nobody present holds: a table of five with four."""

from typing import Annotated, Any, ClassVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.book import Book
from scoring.book.ledger.entries import Outcome
from scoring.engine.evening.course import Seating
from scoring.table.corrections import changes
from scoring.table.corrections.changes import Change
from scoring.table.corrections.services import write_change
from tarockclub.kit.form_fields import IdField
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import Input, Spec, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import TABLE, Here
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.table_names import name_table
from tournaments.models import Entrant
from tournaments.people.entrants.free_seats import load_free_seats
from tournaments.people.entrants.seat_reversals import SeatAction
from tournaments.people.entrants.services import must_go_on
from tournaments.people.entrants.substitutes import list_seat_holders

FEWEST = 4  # at one table


@action(
    Spec(
        kind=Kind.SEAT_CLOSED,
        targets=(TABLE,),
        right=Right.DIRECT,
        words=_("a table went on without a free seat"),
        is_repeatable=False,
        undo_on=("desk",),
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
        must_go_on(here.tournament)
        table = here.table
        if table.done is not None:
            raise ActionRefused("table_done")
        if not any(seat.place == self.place for seat in load_free_seats([table]).get(table.game_table_id, ())):
            raise ActionRefused("not_free")
        holders = {holder.place: holder.person for holder in list_seat_holders(table.game_table)}
        if len(holders) <= FEWEST:
            raise ActionRefused("too_few")

        def ask(book: Book) -> Change:
            order = tuple(place for place in book.now.order if place != self.place)
            return changes.change_seats(Seating(order))(book)

        sent, who = {"without": self.place}, here.who._replace(directs=True)
        written = write_change(table.game_table, here.key, table.game_table.last_sequence, ask, sent=sent, who=who)
        if written.outcome is not Outcome.SAVED:
            raise ActionRefused("book_changed")
        entrant = Entrant.objects.filter(tournament=here.tournament, person=holders[self.place]).first()
        return {"table": table.number, "place": self.place, "gone": entrant.pk if entrant is not None else None}

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return which table goes on, and without whom."""
        return gettext("%(table)s goes on without %(name)s") % {
            "table": name_table(content["table"]),
            "name": names.name_entrant(content["gone"]),
        }
