"""The director's actions on the clock of a round or of one table, effective at once, and their forms."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, ClassVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from scoring.book.table_clock import FEWEST_PLAYERS
from scoring.models import Sitting
from tarockclub.kit.form_fields import NumberField, PostedField, TextField, TickField
from tarockclub.kit.text import parse_signed
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import Action, Confirmation, Input, Operation, Spec, Tick, UndoStep, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import ROUND, TABLE, Here
from tournaments.core.acts import ActionRefused, Kind, must_take_place
from tournaments.core.view_helpers import ActionForm
from tournaments.hall.clock import events
from tournaments.hall.clock.display import MOST_HANDS, compute_hands, is_whole
from tournaments.hall.clock.events import compute_clock, filter_events
from tournaments.hall.clock.table_clocks import (
    CLOCK,
    ClockCommand,
    apply_clock_event,
    check_clock,
    check_start,
    list_clock_events,
    load_length,
    load_table_lengths,
    take_back_clock,
    take_start_back,
)
from tournaments.models import Round, RoundTable, Tournament
from tournaments.people.entrants.selectors import format_start_numbers, list_unseated

LONGEST_MINUTES = 4  # characters, with the sign


class MinutesField(PostedField):
    """Minutes as people type them, also fewer (-2), in seconds; 0 for anything else."""

    def to_python(self, value: Any) -> Any:
        """Return the seconds."""
        text = str(value or "").strip()
        return (parse_signed(text) or 0) * 60 if len(text) <= LONGEST_MINUTES else 0


class JumpForm(ActionForm):
    """The decision (`what`: the new time is taken over), and the page to return to."""

    what = TickField("accept")
    back = TextField()


_LONGEST_EXTENSION = 4 * 60 * 60  # seconds

Seconds = Annotated[
    int,
    Field(ge=-_LONGEST_EXTENSION, le=_LONGEST_EXTENSION),
    Input(MinutesField, "minutes", "too_long", {"minutes": _LONGEST_EXTENSION // 60}),
]
Hands = Annotated[
    int, Field(ge=1, le=999), Input(lambda: NumberField(3, otherwise=0), refusal="no_hands", facts={"most": MOST_HANDS})
]


_build_spec = partial(Spec, right=Right.RULE, undo_on=("desk",), on_clock=True, before_play=True)


class ClockAction(Action):
    """The common part: shared refusals; an act that is taken back is left out, and the clocks are computed again."""

    refusals: ClassVar = {
        "lapse": _("Time runs differently here although this tournament is a real one, or the other way round."),
        "not_begun": _("This round has not started yet."),
    }

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse where something has followed on this clock."""
        check_clock(step)

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Compute the clocks again without the act."""
        return take_back_clock(step)


@action(
    _build_spec(
        kind=Kind.START,
        operations=(Operation(ROUND, "start", "start_round"),),
        words=_("the round was started"),
        confirmable=("others_play", "unseated"),
        undo_later=True,
        schema=("Start", "The start of a round."),
        undo_on=("draw", "desk"),
        on_clock=False,  # what was set before is taken back as before
    )
)
class Start(ClockAction):
    """Start a round: its tables play, and the settings of the tournament are frozen."""

    confirmed: Confirmation = Field(
        default=False, description="Even if another round is still being played, or somebody has no seat."
    )
    refusals: ClassVar = {
        "no_tables": _("This round has no tables yet: publish its draw first."),
        "started": _("This round has already started."),
        "unseated": _("Without a seat: start number %(numbers)s. They can still get one after the start."),
        "others_play": _("Round %(round)s is still being played: not all of its tables are done."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Start the clocks, freeze the settings and pin the house rules."""
        tournament, round_ = here.tournament, here.round
        must_take_place(tournament)
        if round_.draw_id is None or not round_.tables.exists():
            raise ActionRefused("no_tables")
        if round_.started is not None:
            raise ActionRefused("started")
        for warning in () if self.confirmed else list_start_warnings(tournament, round_):
            raise warning
        round_.started = now()
        round_.save(update_fields=["started"])
        if tournament.frozen is None:
            tournament.frozen = round_.started
            tournament.save(update_fields=["frozen"])
        return apply_clock_event(tournament, round_, ClockCommand(events.START))

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse it once something has been entered or ended."""
        check_start(step)

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Return the round to its draw."""
        return take_start_back(step)


@action(_build_spec(kind=Kind.PAUSE, operations=(Operation(ROUND, "pause", "pause_round"),), words=_("pause")))
class Pause(ClockAction):
    """Stop the clocks of all tables."""

    refusals: ClassVar = {"pauses": _("The clock is already stopped.")}

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Stop the clock of the round."""
        if not events.is_on(_load_begun_events(here)):
            raise ActionRefused("pauses")
        return apply_clock_event(here.tournament, here.round, ClockCommand(events.PAUSE))


@action(
    _build_spec(
        kind=Kind.RESUME, operations=(Operation(ROUND, "resume", "resume_round"),), words=_("continues after the pause")
    )
)
class Resume(ClockAction):
    """Start the clocks again, except for tables that the referee has stopped."""

    refusals: ClassVar = {"runs": _("The clock is already running.")}

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Let the clock of the round run."""
        if events.is_on(_load_begun_events(here)):
            raise ActionRefused("runs")
        return apply_clock_event(here.tournament, here.round, ClockCommand(events.RESUME))


@action(
    _build_spec(
        kind=Kind.HALT,
        operations=(Operation(TABLE, "halt", "halt_table"),),
        words=_("the clock of the table was stopped"),
        has_reason=True,
    )
)
class Halt(ClockAction):
    """Stop the clock of one table."""

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Halt the table, for a ruling (§5)."""
        _load_begun_events(here)
        _must_not_be_done(here)
        return apply_clock_event(here.tournament, here.round, ClockCommand(events.HALT), here.table)


@action(
    _build_spec(
        kind=Kind.GO_ON,
        operations=(Operation(TABLE, "go-on", "let_table_go_on"),),
        words=_("the clock of the table continued"),
        has_reason=True,
    )
)
class GoOn(ClockAction):
    """Start the clock of one table again."""

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Let the table go on; the call for the referee is over."""
        RoundTable.objects.filter(pk=here.table.pk).update(called=None)
        return apply_clock_event(here.tournament, here.round, ClockCommand(events.GO_ON), here.table)


@action(
    _build_spec(
        kind=Kind.EXTEND,
        operations=(
            Operation(ROUND, "extend", "extend_round", "Give all tables more or less time."),
            Operation(TABLE, "extend", "extend_table", "Give one table more or less time."),
        ),
        words=_("time was added or taken away"),
        is_repeatable=False,
        has_reason=True,
        schema=("Extension", "Additional or less time."),
    )
)
class Extend(ClockAction):
    """Give all tables of a round, or one of them, more seconds or fewer."""

    seconds: Seconds
    again: Tick = Field(default=False, description="Tables whose time is up play again, too.")
    refusals: ClassVar = {
        "no_seconds": _("Enter the number of minutes: a whole number, with a minus for fewer."),
        "too_long": _("That is too long: at most %(minutes)s minutes."),
        "no_limit": _("No clock counts down in this round: time can be neither added nor taken away."),
        "time_was_up": _("The time of this table is up: confirm that it continues anyway."),
        "all_were_up": _(
            "The time of all tables is up. “More about the clock” has the tick with which they continue, too."
        ),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Move the end of the time."""
        if not self.seconds:
            raise ActionRefused("no_seconds")
        happened, table = _load_begun_events(here), here.table_or_none
        number = here.round.number
        tables = here.round.tables.filter(done=None) if table is None else here.round.tables.filter(pk=table.pk)
        lengths = load_table_lengths(here.tournament, number, tables) or {0: load_length(here.tournament, number)}
        clocks = [compute_clock(length, filter_events(pk, happened)) for pk, length in lengths.items()]
        if not any(clock.timed for clock in clocks):
            raise ActionRefused("no_limit")
        _must_not_be_done(here)
        if not self.again and all(each.compute_left(now()) == 0 for each in clocks):
            raise ActionRefused("all_were_up" if table is None else "time_was_up")
        command = ClockCommand(events.EXTEND, self.seconds, self.again)
        return apply_clock_event(here.tournament, here.round, command, table)

    @classmethod
    def say(cls, content: Content, _names: ActNames) -> str:
        """Return the minutes, more or fewer."""
        seconds = content.get(CLOCK, {}).get("seconds", 0)
        if not seconds:
            return ""
        minutes, rest = divmod(abs(seconds), 60)
        text = gettext("%(minutes)s min more") if seconds > 0 else gettext("%(minutes)s min less")
        return text % {"minutes": f"{minutes}:{rest:02}" if rest else minutes}


@action(
    _build_spec(
        kind=Kind.TIME_UP,
        operations=(
            Operation(ROUND, "end-time", "end_time_of_round", "End the time of all tables now: the gong."),
            Operation(TABLE, "end-time", "end_time_of_table", "End the time of one table now."),
        ),
        words=_("the time was ended"),
        button="end",
        is_repeatable=False,
        has_reason=True,
    )
)
class EndTime(ClockAction):
    """End the time now, of all tables or of one: the gong."""

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Let the time be up."""
        _load_begun_events(here)
        _must_not_be_done(here)
        return apply_clock_event(here.tournament, here.round, ClockCommand(events.TIME_UP), here.table_or_none)


@action(
    _build_spec(
        kind=Kind.HANDS,
        operations=(
            Operation(
                ROUND, "hands", "set_hands_of_round", "Shorten or lengthen a round: all tables play this many hands."
            ),
            Operation(TABLE, "hands", "set_hands_of_table", "Set the number of hands of one table."),
        ),
        words=_("number of hands changed"),
        is_repeatable=False,
        has_reason=True,
        confirmable=("not_whole",),
        schema=("Hands", "A number of hands to play."),
        before_play=False,  # the number stays with the table
    )
)
class PlayHands(ClockAction):
    """Set the number of hands for all tables, or for one of them: the round becomes shorter or longer.

    Tables that have played more are simply finished.
    """

    hands: Hands = Field(
        description="For a table of four, and the others in proportion; for a single table its own number."
    )
    confirmed: Confirmation = Field(default=False, description="Even if not everybody deals equally often.")
    refusals: ClassVar = {
        "no_hands": _("Enter how many hands a table of four plays: a whole number up to %(most)s."),
        "not_whole": _(
            "With %(hands)s hands and %(players)s players, not everybody deals equally often. Please confirm that this "
            "is intended."
        ),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Set the hands of a table of four, and those of the others in proportion: everybody deals equally often."""
        if here.round.closed is not None:
            raise ActionRefused("closed")
        if self.hands > MOST_HANDS:
            raise ActionRefused("no_hands", most=MOST_HANDS)
        _must_not_be_done(here)
        table = here.table_or_none
        players = FEWEST_PLAYERS if table is None else max(FEWEST_PLAYERS, _count_players(table))
        if not is_whole(self.hands, players) and not self.confirmed:
            raise ActionRefused("not_whole", hands=self.hands, players=players)
        hands = compute_hands(self.hands, players)
        if not all(hands):
            raise ActionRefused("no_hands", most=MOST_HANDS)
        return apply_clock_event(here.tournament, here.round, ClockCommand(events.HANDS, hands=hands), table)


ACTIONS = (Start, Pause, Resume, Halt, GoOn, Extend, EndTime, PlayHands)


def list_start_warnings(tournament: Tournament, round_: Round) -> Iterator[ActionRefused]:
    """Yield the warnings to confirm before a round starts: others still play, somebody has no seat."""
    open_tables = RoundTable.objects.filter(round__tournament=tournament, round__started__isnull=False, done=None)
    busy = open_tables.exclude(round=round_).order_by("round__number").values_list("round__number", flat=True).first()
    if busy is not None:
        yield ActionRefused("others_play", round=busy)
    if left_over := list_unseated(round_):
        yield ActionRefused("unseated", numbers=format_start_numbers(left_over))


def _load_begun_events(here: Here) -> list[events.Event]:
    """Return the clock events of a round that has started; ActionRefused("not_begun", "closed")."""
    if here.round.started is None:
        raise ActionRefused("not_begun")
    if here.round.closed is not None:
        raise ActionRefused("closed")
    return list_clock_events(here.round)


def _must_not_be_done(here: Here) -> None:
    if here.table_or_none is not None and here.table_or_none.done is not None:
        raise ActionRefused("table_done")


def _count_players(table: RoundTable) -> int:
    """Count the players who sit at a table now."""
    return Sitting.objects.filter(table=table.game_table_id, to_deal=None).count()
