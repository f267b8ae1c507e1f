"""The director's actions on a table: counting its chips, closing, opening again, ending early, correcting its book."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from scoring.book.table_clock import CLOCK_DONE, decode_clock
from scoring.models import GameTable
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.actions.base import (
    Action,
    Confirmation,
    Input,
    Operation,
    Spec,
    UndoStep,
    action,
    list_later_acts,
    must_be_last,
    must_not_be_published,
)
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import BOOK, TABLE, Here
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.selectors import load_settings
from tournaments.hall.clock import events
from tournaments.hall.clock.actions import MinutesField
from tournaments.hall.clock.table_clocks import (
    CLOCK,
    ENDINGS,
    ClockCommand,
    apply_clock_event,
    must_be_last_at_the_clock,
    must_fit_the_clock,
    take_back_clock,
)
from tournaments.hall.desk.chips import ChipTableCount, compute_chips, find_last_count, must_be_counted
from tournaments.hall.desk.overview import list_pending, load_rows
from tournaments.models import Act, RoundTable, Tournament

CORRECTION_TIME = timedelta(hours=1)
FREE, ACKNOWLEDGE, CONFIRM, CONSEQUENCES = "free", "acknowledge", "confirm", "consequences"


class Level(NamedTuple):
    """The level of a warning."""

    name: str
    published: int = 0  # how many results were published that count this table
    choices: int = 0  # how many prizes were chosen by them


def find_level(table: RoundTable) -> Level:
    """Find the level for a correction of a table's book: nothing, done, published, prizes chosen; one query."""
    of_round = Q(round=table.round_id) | Q(round=None)  # a result of all rounds counts the table, too
    acts = Act.objects.filter(of_round, tournament=table.round.tournament_id, undone_by=None)
    kinds = Counter(acts.filter(kind__in=(Kind.RESULT, Kind.CHOICE)).values_list("kind", flat=True))
    published, choices = kinds[Kind.RESULT], kinds[Kind.CHOICE]
    if choices:
        return Level(CONSEQUENCES, published, choices)
    if published:
        return Level(CONFIRM, published)
    return Level(ACKNOWLEDGE if table.done is not None else FREE)


def may_correct(table: GameTable) -> bool:
    """Tell whether a director may change the book of a table from its own pages: if it is done, only after a warning.

    They were warned if a correction was begun recently and the result has not advanced since.
    """
    clock = decode_clock(table.clock)
    if clock is None or clock.stands != CLOCK_DONE:
        return True
    round_table = RoundTable.objects.select_related("round").filter(game_table=table).first()
    return round_table is None or is_begun(round_table)


def is_begun(table: RoundTable) -> bool:
    """Tell whether a correction of a table that is done was begun recently, and the result has not advanced since."""
    begun = (
        Act.objects.filter(table=table, kind=Kind.CORRECTED, at__gt=now() - CORRECTION_TIME)
        .order_by("-sequence")
        .first()
    )
    ended = Act.objects.filter(table=table, kind__in=(Kind.DONE, Kind.BROKEN_UP), undone_by=None)
    closed = ended.order_by("-sequence").first()
    if begun is None or (closed is not None and closed.sequence > begun.sequence):
        return False
    return parse_content(begun) == encode_level(find_level(table))


def encode_level(level: Level) -> dict[str, Any]:
    """Encode a level for the act that begins a correction."""
    return {"level": level.name, "published": level.published, "choices": level.choices}


_LONGEST_REOPENING = 60 * 60  # seconds
_STATE_BEFORE = "was"  # how the table stood before
_WHILE_DONE = (*ENDINGS, Kind.CORRECTED, Kind.LATE_HAND)


@action(Spec(kind=Kind.PLAYS, targets=(TABLE,), right=Right.RULE, words=_("the table still plays"), before_play=True))
class StillPlaying(Action):
    """Note that a table from which no hand comes still plays, as one of its phones says."""

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Note nothing but that it was said; its other phones ask no more."""
        GameTable.objects.filter(pk=here.table.game_table_id).update(news=F("news") + 1)
        return {}


@action(
    Spec(kind=Kind.COUNTED, targets=(BOOK,), right=Right.DIRECT, words=_("chips were counted"), is_repeatable=False)
)
class CountChips(Action):
    """Record the chips of the players at a table.

    `chips`: cents by id of the sitting; None where they are the computed ones. `seen`: the last entry of the book that
    was compared with; `by_table`: a phone of the table reports them, once it has played and its book is settled.
    """

    chips: dict[int, int] | None
    seen: int | None = None
    by_table: bool = False
    refusals: ClassVar = {
        "not_all_counted": _("Enter the chips of every player, such as 47.50."),
        "still_played": _("This table has not finished playing yet: the chips are counted afterwards."),
        "hands_open": _(
            "A hand at this table is disputed or came late, or the referee has been called: settle that first."
        ),
        "own_count": _("This phone did the counting itself: another phone of the table must confirm it."),
    }

    def list_sent(self) -> object:
        """Return the chips by sitting; with what was seen, where that was said."""
        chips = sorted([sitting, cents] for sitting, cents in (self.chips or {}).items())
        return chips if self.seen is None else [*chips, {"seen": self.seen, "by_table": self.by_table}]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Record the count beside what was computed."""
        table = here.table
        if not is_begun(table):
            _must_be_open(table)
        sequence = table.game_table.last_sequence
        if self.seen is not None and self.seen != sequence:
            raise ActionRefused("book_changed")
        if self.by_table:
            _must_have_played(table)
        computed = compute_chips(table.game_table, here.tournament)
        counted = computed if self.chips is None else self.chips
        if set(counted) != set(computed):
            raise ActionRefused("not_all_counted")
        if self.by_table:
            _must_be_another(find_last_count(table), counted, sequence, here.who.device)
        rows = [[sitting, counted[sitting], cents] for sitting, cents in computed.items()]
        GameTable.objects.filter(pk=table.game_table_id).update(news=F("news") + 1)
        return {"count": rows, "sequence": sequence} | ({"by_table": True} if self.by_table else {})

    @classmethod
    def say(cls, content: Content, _names: ActNames) -> str:
        """Return whether they differ."""
        differs = any(chips != computed for _who, chips, computed in content["count"])
        return gettext("chips were counted: they differ") if differs else gettext("chips were counted: as computed")


def _list_moves_away(ended: Act) -> QuerySet[Act]:
    """Return the act by which the players of a table that was ended have gone to others; empty: they have not."""
    key = ended.key.rpartition(".")[0]
    return Act.objects.filter(tournament=ended.tournament_id, kind=Kind.MOVED, key=key, undone_by=None)


class DeskEnding(Action):
    """The end of a table, or its second opening: taken back, the table is what it was, with the time that it had."""

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse it where something has followed at this table."""
        must_not_be_published(step)
        must_be_last(_list_moves_away(step.act))
        if _STATE_BEFORE not in parse_content(step.act):
            raise ActionRefused("cannot_undo")
        must_be_last(list_later_acts(step.act, _WHILE_DONE).filter(table=step.act.table))
        must_be_last_at_the_clock(step)
        if step.act.kind == Kind.REOPENED:
            must_fit_the_clock(step)

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Restore the previous state of the table, with the time that it had."""
        content, table = parse_content(step.act), step.act.table
        if table is None:
            raise ActionRefused("cannot_undo")
        moments = {
            name: None if moment is None else datetime.fromisoformat(moment)
            for name, moment in content[_STATE_BEFORE].items()
            if name != "counts"
        }
        RoundTable.objects.filter(pk=table.pk).update(**moments, counts=content[_STATE_BEFORE]["counts"])
        if CLOCK in content:
            return take_back_clock(step)
        GameTable.objects.filter(pk=table.game_table_id).update(news=F("news") + 1)
        return {}


@action(
    Spec(
        kind=Kind.DONE,
        operations=(Operation(BOOK, "done", "close_table"),),
        right=Right.DIRECT,
        words=_("the table was done"),
        has_reason=True,
        schema=("Closing", "The closing of a table."),
        undo_on=("desk",),
        on_clock=True,
    )
)
class CloseTable(DeskEnding):
    """Close a table: nothing more can be entered there."""

    confirmed: Confirmation = Field(default=False, description="Even if something is still open there.")
    refusals: ClassVar = {
        "not_counted": _("Count the chips first: something has been entered since, or they have not been counted yet."),
        "differs": _("The chips differ from the computed amounts: say why, then the table can be closed."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Close it; "must_confirm" with `pending` where something is open and this was not confirmed."""
        _must_be_open(here.table)
        counted = find_last_count(here.table)
        if load_settings(here.tournament).count_chips:
            must_be_counted(here.table, counted, here.reason)
        pending = list_pending(here.table, here.tournament)
        if pending and not self.confirmed:
            raise ActionRefused("must_confirm", pending=pending)
        points = [point.code for point in pending]
        return _close_table(here.tournament, here.table) | {"counted": counted is not None, "pending": points}


@action(
    Spec(
        kind=Kind.REOPENED,
        operations=(Operation(BOOK, "reopen", "reopen_table"),),
        right=Right.DIRECT,
        words=_("the table was reopened"),
        button="reopen",
        is_repeatable=False,
        needs_reason=True,
        schema=("Reopening", "The reopening of a table."),
        undo_on=("desk",),
        on_clock=True,
    )
)
class ReopenTable(DeskEnding):
    """Reopen a closed table, with a number of seconds to play."""

    seconds: Annotated[
        int,
        Field(ge=0, le=_LONGEST_REOPENING),
        Input(MinutesField, "minutes", "too_long", {"minutes": _LONGEST_REOPENING // 60}),
    ]
    refusals: ClassVar = {"not_done": _("This table is not done.")}

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Let it play on, and the part after the time if that is still missing."""
        if here.round.closed is not None:
            raise ActionRefused("closed")
        if here.table.done is None:
            raise ActionRefused("not_done")
        ended = Act.objects.filter(table=here.table, kind=Kind.BROKEN_UP, undone_by=None)
        if any(_list_moves_away(act).exists() for act in ended):
            raise ActionRefused("players_elsewhere")
        RoundTable.objects.filter(pk=here.table.pk).update(done=None, counts=True)
        command = ClockCommand(events.REOPEN, self.seconds)
        moved = apply_clock_event(here.tournament, here.round, command, here.table)
        return moved | {_STATE_BEFORE: _encode_state(here.table)}


@action(
    Spec(
        kind=Kind.BROKEN_UP,
        operations=(Operation(BOOK, "break-up", "break_table_up"),),
        right=Right.DIRECT,
        words=_("the table was ended early"),
        is_repeatable=False,
        needs_reason=True,
        schema=("BreakingUp", "The end of a table that cannot continue."),
        undo_on=("desk",),
        on_clock=True,
    )
)
class BreakTableUp(DeskEnding):
    """End a table that cannot continue; its score stands or is struck out."""

    counts: bool = Field(description="Whether its score stands.")
    aware: Literal["", "confirm", "consequences"] = Field(
        default="", description="The warning that was read, if a result is published or prizes were chosen."
    )

    def carry_out(self, here: Here) -> dict[str, Any]:
        """End it, or decide again whether it counts; "must_be_sure" where the warning was not read."""
        if here.round.started is None:
            raise ActionRefused("not_begun")
        level = find_level(here.table)
        if level.name in (CONFIRM, CONSEQUENCES) and self.aware != level.name:
            raise ActionRefused("must_be_sure")
        moved = {} if here.table.done is not None else _close_table(here.tournament, here.table)
        RoundTable.objects.filter(pk=here.table.pk).update(counts=self.counts)
        GameTable.objects.filter(pk=here.table.game_table_id).update(news=F("news") + 1)
        return moved | {"counts": self.counts, "level": level.name, _STATE_BEFORE: _encode_state(here.table)}

    @classmethod
    def say(cls, content: Content, _names: ActNames) -> str:
        """Return whether the score stands."""
        stands = gettext("the table was ended early: its score stands")
        return stands if content["counts"] else gettext("the table was ended early: its score was struck out")


@action(
    Spec(
        kind=Kind.CORRECTED,
        operations=(Operation(TABLE, "correction", "begin_table_correction"),),
        right=Right.DIRECT,
        words=_("a correction was started after the table was done"),
        needs_reason=True,
        schema=("Correction", "The start of a correction in the book of a table that is done."),
    )
)
class BeginCorrection(Action):
    """Start a correction in the book of a table that is done; the book records what is then changed."""

    confirmed: bool = False

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Record how far the result has come; "must_be_sure" unless that was confirmed."""
        level = find_level(here.table)
        if level.name != FREE and not self.confirmed:
            raise ActionRefused("must_be_sure")
        GameTable.objects.filter(pk=here.table.game_table_id).update(news=F("news") + 1)
        return encode_level(level)


TABLE_ACTIONS = (CloseTable, ReopenTable, BreakTableUp, BeginCorrection)


def _must_have_played(table: RoundTable) -> None:
    """Let a table count its own chips only when no hand is missing and nothing in its book is open."""
    row = load_rows(RoundTable.objects.filter(pk=table.pk), INSIDE)[0]
    if not row.is_at_end:
        raise ActionRefused("still_played")
    if row.called or row.disputed or row.late or row.held:
        raise ActionRefused("hands_open")


def _must_be_another(last: ChipTableCount | None, chips: Mapping[int, int], sequence: int, device: str) -> None:
    """Refuse a confirmation by the phone that has counted, or by one that cannot be distinguished from it.

    ActionRefused("own_count").
    """
    is_same = last is not None and last.sequence == sequence and last.chips == dict(chips)
    if last is not None and is_same and (not device or device in last.phones):
        raise ActionRefused("own_count")


def _must_be_open(table: RoundTable) -> None:
    if table.round.started is None:
        raise ActionRefused("not_begun")
    if table.round.closed is not None:
        raise ActionRefused("closed")
    if table.done is not None:
        raise ActionRefused("table_done")


def _close_table(tournament: Tournament, table: RoundTable) -> dict[str, Any]:
    RoundTable.objects.filter(pk=table.pk).update(done=now(), called=None)
    moved = apply_clock_event(tournament, table.round, ClockCommand(events.CLOSE), table)
    return moved | {_STATE_BEFORE: _encode_state(table)}


def _encode_state(table: RoundTable) -> dict[str, Any]:
    """Encode the state of a table before it was closed, opened again or ended, for taking that back."""
    moments = {
        name: None if moment is None else moment.isoformat()
        for name, moment in (("done", table.done), ("called", table.called))
    }
    return {**moments, "counts": table.counts}
