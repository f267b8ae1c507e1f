"""Seats change at the tables of a round: a free one is closed; players move, swap, join others, make a new table."""

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.table_state import decode_state
from scoring.engine.evening.course import Seating
from scoring.models import GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.services import write_change
from tarockclub.kit.form_fields import IdField
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.actions.base import Input, Spec, UndoStep, action, must_be_last
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import ROUND, TABLE, Here
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind, must_not_have_ended, parse_content
from tournaments.core.table_names import name_table
from tournaments.hall.clock.table_clocks import list_clock_events, rebuild_table_clocks
from tournaments.hall.desk.actions import BreakTableUp
from tournaments.hall.desk.move_plans import load_hall, parse_moves
from tournaments.hall.desk.overview import load_rows
from tournaments.hall.draw.services import take_tables_away
from tournaments.hall.draw.values import FEWEST
from tournaments.hall.rounds.game_tables import NewTable, lay_tables
from tournaments.hall.rounds.table_capital import MOVED_KEY
from tournaments.models import Act, Entrant, RoundTable, Tournament
from tournaments.people.entrants.fee_actions import PayFees
from tournaments.people.entrants.substitutes import SeatAction, list_seat_holders, load_free_seats


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
        order = decode_state(table.game_table.state).evening.order
        order = tuple(place for place in order if place != self.place)
        _write_seats(here, table.game_table, {"without": self.place}, Seating(order))
        entrant = Entrant.objects.filter(tournament=here.tournament, person=holders[self.place]).first()
        return {"table": table.number, "place": self.place, "gone": entrant.pk if entrant is not None else None}

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return which table goes on, and without whom."""
        return gettext("%(table)s goes on without %(name)s") % {
            "table": name_table(content["table"]),
            "name": names.name_entrant(content["gone"]),
        }


def _write_seats(here: Here, table: GameTable, sent: dict[str, Any], seating: Seating) -> None:
    """Write other seats into the book of a table; "book_changed" where it has changed."""
    who = here.who._replace(directs=True)
    written = write_change(table, here.key, table.last_sequence, changes.change_seats(seating), sent=sent, who=who)
    if written.outcome is not Outcome.SAVED:
        raise ActionRefused("book_changed")


@action(
    Spec(
        kind=Kind.MOVED,
        targets=(ROUND,),
        right=Right.DIRECT,
        words=_("somebody moved to another table"),
        is_repeatable=False,
        undo_on=("desk",),
        before_play=True,
        tables=("from", "table", "tables", "joined", "laid"),
    )
)
class MoveSeats(SeatAction):
    """Let players move between the tables of a round, as one act: also to a new table, or all of one to others.

    Hands stay where they were played, and the capital goes along. `moves`: as text (move_plans.py); `back`: the fee of
    those who have not come, and whose seats are taken, is given back.
    """

    moves: str
    back: bool = False
    refusals: ClassVar = {
        "cannot_move": _("This has changed meanwhile: please look at what is proposed now."),
        "players_elsewhere": _("The players of this table sit at others now: undo that, and it plays on."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Write it into the books of all tables; "book_changed" where one has changed."""
        must_not_have_ended(here.tournament)
        if here.round.closed is not None:
            raise ActionRefused("closed")
        hall = load_hall(here.tournament, here.round, load_rows(RoundTable.objects.filter(round=here.round), INSIDE))
        moves = parse_moves(self.moves)
        plans, persons = (
            hall.plan_seats(moves),
            dict(Entrant.objects.filter(pk__in=hall.names).values_list("pk", "person")),
        )
        content: dict[str, Any] = {"moves": [list(move) for move in moves], "tables": [], "joined": [], "laid": []}
        events = list_clock_events(here.round)
        for plan in plans:
            table = hall.tables.get(plan.number)
            if table is None:
                new = NewTable(plan.number, [persons[entrant] for entrant in plan.present], 0)
                lay_tables(here.tournament, here.round, [new], MOVED_KEY)
            elif plan.seating is not None:
                came = tuple((place, persons[entrant]) for place, entrant in plan.seating.came)
                _write_seats(here, table.table.game_table, {"moves": self.moves}, plan.seating._replace(came=came))
                rebuild_table_clocks(here.tournament, here.round, events, table.table)
            else:
                _end_table(here, table.table)
            name = "laid" if table is None else "joined" if plan.seating is None else "tables"
            content[name].append(plan.number)
        missing = [entrant for plan in plans for entrant in plan.missing]
        if self.back and (paid := [entrant for entrant in missing if entrant in hall.paid]):
            PayFees(entrants=paid, back=True).perform(here.round, f"{here.key}.fee", here.who)
        here.tournament.refresh_from_db(fields=["version"])  # acts within have raised it
        return content | {"gone": missing[0] if missing else None}

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return who moved, from where to where."""
        moves = content.get("moves") or [[content["entrant"], content["from"], content["table"]]]
        return ", ".join(_format_move(names.name_entrant(entrant), start, to) for entrant, start, to in moves)

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse it where something has followed at one of the tables, also at the new one and the one that ended."""
        super().check_undo(step)
        content = parse_content(step.act)
        later = Act.objects.filter(tournament=step.tournament, sequence__gt=step.act.sequence, undone_by=None)
        numbers = [*content.get("joined", ()), *content.get("laid", ())]
        must_be_last(later.filter(table__round=step.act.round, table__number__in=numbers))
        for table in _list_tables(step, content.get("laid", ())):
            if table.game_table.last_sequence or table.game_table.held:
                raise ActionRefused("hands_since", table=table.number, at=step.act.at)

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Give everybody the seat that they had; the new table goes, the one that was given up plays on."""
        content = parse_content(step.act)
        for table in _list_tables(step, content.get("joined", ())):
            _play_on(step, table)
        take_tables_away(_list_tables(step, content.get("laid", ())))
        return super().take_back(step)


def _format_move(name: str, start: int, to: int) -> str:
    words = {"name": name, "from": name_table(start), "table": name_table(to)}
    text = gettext("%(name)s moved from %(from)s to %(table)s") if start else gettext("%(name)s sits at %(table)s")
    return text % words


def _list_tables(step: UndoStep, numbers: Iterable[int]) -> list[RoundTable]:
    return list(
        RoundTable.objects.select_related("game_table", "round").filter(round=step.act.round, number__in=numbers)
    )


def _end_table(here: Here, table: RoundTable) -> None:
    """End a table whose players all sit elsewhere now, by an act of its own: its hands stand."""
    reason = gettext("Its players sit at other tables")
    BreakTableUp(counts=True).perform(table, f"{here.key}.{table.number}", here.who, here.reason or reason)


def _play_on(step: UndoStep, table: RoundTable) -> None:
    """Take back the end of such a table."""
    ended = Act.objects.select_related("table__game_table", "table__round", "round").get(
        tournament=step.tournament, key=f"{step.act.key}.{table.number}"
    )

    def do(row: Tournament) -> dict[str, Any]:
        of_end = UndoStep(row, ended, step.key, step.who, step.reason)
        return {"act": ended.sequence, "kind": ended.kind} | BreakTableUp.take_back(of_end)

    sent, key = [ended.sequence], f"{step.key}.{table.number}"
    command = Command(key, Kind.UNDONE, sent, step.who, step.reason, round=table.round, table=table, undoes=ended)
    TOURNAMENTS.act(step.tournament.pk, command, do)
    step.tournament.refresh_from_db(fields=["version"])
