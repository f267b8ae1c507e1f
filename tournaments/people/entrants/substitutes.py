"""Free seats, and substitutes who take them in the middle of a round, with score and capital; and the way back."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from scoring.book.hooks import build_start_number
from scoring.book.ledger.book import Book
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.seats import Seat, load_seats
from scoring.engine.evening.course import Seating
from scoring.models import Entry, GameTable, Seated
from scoring.table.corrections import changes
from scoring.table.corrections.changes import Change, ChangeRequest
from scoring.table.corrections.services import write_change
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.actions.base import (
    Action,
    Spec,
    UndoStep,
    action,
    is_about,
    list_book_lines,
    list_kinds,
    list_later_acts,
    list_table_numbers,
    must_be_last,
    must_not_be_over,
)
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import TABLE, Here
from tournaments.core.acts import ActionRefused, Kind, must_not_have_ended, parse_content
from tournaments.models import Entrant, Presence, RoundTable, Tournament
from tournaments.people.entrants.entering import EnterPeople
from tournaments.people.entrants.fees import carry_fee, find_carried_fee, take_over_fee
from tournaments.people.name_lists.candidates import Newcomer, Question, identify


class SeatAction(Action):
    """Somebody takes a seat at a table, or it is closed; it is taken back by striking its line in the book."""

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse it where the table is done, or something has followed there, or was paid or decided for the seat."""
        must_not_be_over(step)
        later_acts = list_later_acts(step.act, list_seat_kinds()).filter(round=step.act.round)
        numbers, former = list_table_numbers(step.act), parse_content(step.act).get("gone")
        must_be_last(
            later_act
            for later_act in later_acts
            if numbers & list_table_numbers(later_act)
            or any(
                former and is_about(later_act, name, [former]) for name in ("entrant", "came")
            )  # has another seat now
        )
        for table in _find_tables(step):
            if table.done is not None:
                raise ActionRefused("table_done")
            if not Entry.objects.filter(table=table.game_table_id, key=step.act.key).exists():
                raise ActionRefused("cannot_undo")  # the tables were made again
            if step.act.kind != Kind.SUBSTITUTE:
                played = list_book_lines(RoundTable.objects.filter(pk=table.pk)).filter(entry__at__gt=step.act.at)
                if first := played.exclude(entry__kind=Entry.Kind.SEATING).order_by("entry__at").first():
                    raise ActionRefused("hands_since", table=table.number, at=first.entry.at)
        content = parse_content(step.act)
        carried = content.get("carried", 0)
        if carried:
            paid = dict(Presence.objects.filter(round=step.act.round).values_list("entrant", "paid"))
            if (paid.get(content["came"]), paid.get(content["gone"])) != (carried, 0):  # paid or given back since
                raise ActionRefused("cannot_undo")
        if (
            _is_entered_by_seat(content)
            and Presence.objects.filter(round=step.act.round, entrant=content["came"], paid__gt=carried).exists()
        ):
            raise ActionRefused("fee_paid")
        if _is_entered_by_seat(content):
            _must_pay_for_nobody(step, content["came"])

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Strike the line in which the seat was taken: its hands belong to the replaced player again."""
        content = parse_content(step.act)
        for table in _find_tables(step):
            _strike_line(step, table.game_table)
        if carried := content.get("carried", 0):
            entries = Presence.objects.filter(round=step.act.round)
            entries.filter(entrant=content["came"]).update(paid=0)
            entries.filter(entrant=content["gone"]).update(paid=carried, debt=Presence.Debt.OPEN)
        was = content.get("was", {})
        for name in ("gone", "came"):
            if state := was.get(name):
                Presence.objects.filter(round=step.act.round, entrant=content[name]).update(state=state)
        if _is_entered_by_seat(content):
            Presence.objects.filter(round=step.act.round, entrant=content["came"]).delete()
        if content.get("new"):  # they took part only because of this
            Entrant.objects.filter(pk=content["came"]).update(withdrawn=now())
        return {}


def list_seat_kinds() -> list[str]:
    """Return the kinds of acts by which somebody takes a seat, or it is closed."""
    return list_kinds(lambda cls: issubclass(cls, SeatAction))


def _must_pay_for_nobody(step: UndoStep, entrant: int) -> None:
    """Refuse to leave the fee of another player unpaid, if this entrant has taken it over."""
    later = list_later_acts(step.act, (Kind.DEBT,)).filter(round=step.act.round)
    decided = {parse_content(later_act)["entrant"]: later_act for later_act in later}
    moved = Presence.objects.filter(round=step.act.round, debt=Presence.Debt.MOVED).values_list("entrant", flat=True)
    must_be_last(decided[owing] for owing in moved if owing in decided and is_about(decided[owing], "payer", [entrant]))


def _is_entered_by_seat(content: dict[str, Any]) -> bool:
    """Return whether a substitute is in the round only by taking the seat."""
    return "was" in content and "came" in content["was"] and content["was"]["came"] is None


def _find_tables(step: UndoStep) -> list[RoundTable]:
    """Return the tables in whose books the act has written."""
    content = parse_content(step.act)
    numbers = list_table_numbers(step.act).difference(content.get("joined", ()), content.get("laid", ()))
    tables = RoundTable.objects.select_related("game_table", "round").filter(round=step.act.round, number__in=numbers)
    if len(tables) < len(numbers):
        raise ActionRefused("cannot_undo")
    return list(tables)


def _strike_line(step: UndoStep, table: GameTable) -> None:
    """Strike the line that the act has written into a book, unless it was struck already."""
    line = Entry.objects.filter(table=table, key=step.act.key).values_list("deal_number", flat=True).first()
    if line is None:
        raise ActionRefused("cannot_undo")

    def ask(book: Book) -> Change:
        return changes.strike_line(line)(book)

    sequence = GameTable.objects.values_list("last_sequence", flat=True).get(pk=table.pk)
    sent, who = {"undo": step.act.sequence}, step.who._replace(directs=True)
    with override(settings.LANGUAGE_CODE):
        reason = step.reason or _("Undone")
    written = write_change(table, step.key, sequence, ask, reason, sent=sent, who=who)
    is_struck = any(problem.code == "already_struck" for problem in written.problems)
    if written.outcome is not Outcome.SAVED and not is_struck:
        raise ActionRefused("book_changed")


AWAY_STATES = (Presence.State.NO_SHOW, Presence.State.LEFT)


class FreeSeat(NamedTuple):
    """A seat whose holder has not come, or has gone home."""

    place: int
    name: str  # of the holder
    person: int  # id, as the table's book has it
    state: str  # of the holder in the round


def load_free_seats(tables: Collection[RoundTable]) -> dict[int, tuple[FreeSeat, ...]]:
    """Load the free seats of tables by place, by id of the game table; two queries, one where nobody is away."""
    rounds = {table.round_id for table in tables}
    away = Presence.objects.filter(round__in=rounds, state__in=AWAY_STATES)
    states = {
        (round_, person): state for round_, person, state in away.values_list("round", "entrant__person", "state")
    }
    if not states:
        return {}
    held = Seated.objects.filter(sitting__table__in=[table.game_table_id for table in tables], sitting__to_deal=None)
    columns = ("sitting__table", "sitting__table__round_table__round", "sitting__place", "person__merged_into")
    numbered = held.annotate(start_number=build_start_number())
    ordered = numbered.order_by("sitting__place", "sitting__from_deal", "version", "from_deal")
    holders = {}  # the latest version, and of it the last to take over
    called = INSIDE.build_player_name("person__", "start_number")
    for game, round_, place, merged_into, person, name in ordered.values_list(*columns, "person", called):
        state = states.get((round_, person)) or states.get((round_, merged_into))
        holders[game, place] = None if state is None else FreeSeat(place, name, person, state)
    free: dict[int, tuple[FreeSeat, ...]] = {}
    for (game, _place), seat in holders.items():
        if seat is not None:
            free[game] = (*free.get(game, ()), seat)
    return free


class SeatHolder(NamedTuple):
    """A player who sits at a table now."""

    place: int
    name: str
    person: int


def list_seat_holders(table: GameTable) -> list[SeatHolder]:
    """Return the players at a table now, by place."""
    return build_seat_holders(load_seats(table, INSIDE))


def build_seat_holders(seats: Iterable[Seat]) -> list[SeatHolder]:
    """Return those of a table's players who are there now."""
    occupied = (seat for seat in seats if seat.until is None)
    return [SeatHolder(seat.place, seat.names[-1][1], seat.persons[-1][1]) for seat in occupied]


def _is_free(table: RoundTable, place: int) -> bool:
    return any(seat.place == place for seat in load_free_seats([table]).get(table.game_table_id, ()))


def _list_seats(table: GameTable) -> list[Seat]:
    return [seat for seat in load_seats(table, INSIDE) if seat.until is None]


@action(
    Spec(
        kind=Kind.SUBSTITUTE,
        targets=(TABLE,),
        right=Right.DIRECT,
        words=gettext_lazy("a substitute took over a seat"),
        is_repeatable=False,
        undo_later=True,
        undo_on=("desk", "entrant", "substitute"),
        before_play=True,
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
    carries_fee: bool = False  # what somebody who has not come has paid is paid for the substitute
    refusals: ClassVar = {
        "alike": gettext_lazy("This name is similar to others known here: say who it is."),
        "not_seated": gettext_lazy("This player does not sit at this table."),
        "seated_elsewhere": gettext_lazy("This player already sits at a table in this round."),
        "not_started": gettext_lazy("Before the round starts, seats are swapped in the draw."),
    }

    def list_sent(self) -> object:
        """Return the place, and the substitute as they are named; with the fee, where it goes along."""
        return [self.place, self.newcomer.list_values(), *([True] if self.carries_fee else [])]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Write it into the book, too; "alike" (question) where the name may mean others, "table_done", "book_changed".

        "not_started", "not_seated", "seated_elsewhere".
        """
        row, round_, table = here.tournament, here.round, here.table
        must_not_have_ended(row)
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
        leaver = left.pk if left is not None else None
        cents = find_carried_fee(round_, leaver) if self.carries_fee else 0
        take_over_fee(round_, leaver, came.pk)
        carried = carry_fee(round_, leaver, came.pk, cents)
        was_there = Presence.objects.filter(round=round_, entrant=left).exclude(state=Presence.State.NO_SHOW)
        was_there.update(state=Presence.State.LEFT)
        was = {"came": states.get(came.pk), "gone": None if leaver is None else states.get(leaver)}
        content = {"place": self.place, "gone": leaver, "came": came.pk} | ({"carried": carried} if carried else {})
        return content | {"was": was, "new": bool(entered["new"])}

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return who plays, and for whom."""
        if not content["gone"]:
            return _("%(name)s took over a seat") % {"name": names.name_entrant(content["came"])}
        with_fee = _("%(name)s plays for %(gone)s, whose entry fee counts for them")
        return (with_fee if "carried" in content else _("%(name)s plays for %(gone)s")) % {
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
        other_seats = [seat for seat in load_seats(game_table, INSIDE) if (seat.place, seat.until) != (place, None)]
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
