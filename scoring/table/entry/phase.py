"""The phase of a hand at a table with a clock: the question in its form, and the sentence after the last hand."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.book.hand_form.fields import PostedFields
from scoring.book.ledger.phase_checks import count_counted_hands, summarize_play
from scoring.book.table_clock.clock import (
    ALL_PLAYED,
    BEFORE_START,
    CLOCK_DONE,
    DOUBLE,
    IN_PLAY,
    IN_TIME,
    PHASES,
    TABLE_DONE,
    OvertimePlay,
    PlayTime,
    check_clock,
    decode_clock,
)
from scoring.book.table_clock.messages import format_clock_refusal
from scoring.engine.evening.state import RUNNING, Evening
from scoring.models import GameTable
from scoring.table.written_sheet.selectors import TableView
from tarockclub.kit import time_source


class PhaseFields(NamedTuple):
    """The clock's data in the form; a script uses them if the page is open when the gong sounds."""

    ends: int  # Unix time in milliseconds; 0: the clock is stopped
    is_up: bool  # the gong has sounded
    in_play: bool  # the hand in play may (still) be entered after the time
    double: bool  # deals of the double round may be entered
    deal: int  # the number of the next one of these
    of: int
    chosen: str  # the chosen phase, or the likeliest one
    closed: str  # the reason why nothing more can be entered at this table; "": something can
    hands: int = 0  # the number of hands that the table plays; 0: as many as the time allows
    played: int = 0  # the number of these already played

    @property
    def hands_left(self) -> int:
        """The number of hands that the table still plays, without the double round."""
        return max(0, self.hands - self.played)

    @property
    def is_over(self) -> bool:
        """Return True if no more hands are in time: the gong has sounded, or all hands have been played."""
        return self.is_up or (self.hands > 0 and not self.hands_left)

    @property
    def choices(self) -> tuple[tuple[str, str, bool, bool], ...]:
        """The phases: code, name, True if offered now, True if chosen."""
        over = self.is_over
        offered = {IN_TIME: not over, IN_PLAY: over and self.in_play, DOUBLE: over and self.double}
        words = {
            IN_TIME: _("in time"),
            IN_PLAY: _("the hand in play at the gong"),
            DOUBLE: self.double_words,
        }
        return tuple((phase, words[phase], offered[phase], phase == self.chosen) for phase in PHASES)

    @property
    def double_words(self) -> str:
        """The number of the next deal of the double round, in words."""
        return _("double round, deal %(deal)s of %(of)s") % {"deal": self.deal, "of": self.of}


def build_phase_fields(table: GameTable, view: TableView, posted: PostedFields) -> PhaseFields | None:
    """Return the phase fields of a table's form; None for a table without a clock."""
    clock = decode_clock(table.clock)
    if clock is None:
        return None
    evening, phases, waiting = view.now, view.book.phases, len(view.book.waits.after)
    after = summarize_play(phases, clock, evening, waiting)
    # A round that has begun is played to its end.
    up = clock.is_over(time_source.now()) or evening.last_round.phase == RUNNING
    in_play, double = (
        not check_clock(_run_down_clock(clock), phase, after, time_source.now()) for phase in (IN_PLAY, DOUBLE)
    )
    over = up or after.all_hands
    likeliest = IN_TIME if not over else IN_PLAY if in_play else DOUBLE
    choice = str(posted.get("phase") or "")
    may_be = {IN_TIME: not over, IN_PLAY: over and in_play, DOUBLE: over and double}
    return PhaseFields(
        ends=round(clock.ends.timestamp() * 1000) if clock.ends is not None and not (clock.stands or up) else 0,
        is_up=up,
        in_play=in_play,
        double=double,
        deal=_get_deal_number(evening),
        of=evening.players,
        chosen=choice if may_be.get(choice) else likeliest,
        closed=_format_closing(clock, after, over=over, goes_on=in_play or double),
        hands=clock.get_most_hands(evening.players),
        played=count_counted_hands(phases) + waiting,
    )


def _run_down_clock(clock: PlayTime) -> PlayTime:
    """Return the same clock with its time run down, to check the phases after the gong."""
    return clock._replace(stands="", ends=None, left=0, timed=True)


def _get_deal_number(evening: Evening) -> int:
    left = evening.last_round_left
    return evening.players - left + 1 if left else 1


def _format_closing(clock: PlayTime, after: OvertimePlay, *, over: bool, goes_on: bool) -> str:
    """Return the reason why nothing more can be entered, in words; "": something can."""
    if clock.stands == CLOCK_DONE:
        return format_clock_refusal(TABLE_DONE)
    if clock.stands == BEFORE_START or not over or goes_on:
        return ""
    if clock.double:
        return format_clock_refusal(ALL_PLAYED)
    if after.all_hands:
        return _("All hands of this table have been played. No more can be entered.")
    return _("In this tournament no double-stake round follows. This table has finished.")
