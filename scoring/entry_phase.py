"""When a hand is played at a table with a clock: what its form asks in one line, and what follows the gong."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.clock_words import sentence_of
from scoring.engine.evening import OVER, RUNNING, Evening
from scoring.entry_fields import Posted
from scoring.models import GameTable
from scoring.playtime import (
    ALL_PLAYED,
    BEFORE,
    DONE,
    DOUBLE,
    IN_PLAY,
    IN_TIME,
    NO_DOUBLE,
    PHASES,
    TABLE_DONE,
    After,
    PlayTime,
    refusal,
)
from scoring.playtime import read as read_clock
from scoring.selectors import TableView
from tarockclub import moment


class PhaseFields(NamedTuple):
    """What the form knows of the clock: a script goes by it where the page is open when the gong sounds."""

    ends: int  # Unix time in milliseconds; 0: the clock stands
    is_up: bool  # whether the gong has sounded
    in_play: bool  # whether the hand in play may (still) be entered after the time
    double: bool  # whether deals of the double round may
    deal: int  # which of them comes next
    of: int
    chosen: str  # the likeliest phase, or the one that was chosen
    closed: str  # why nothing more is entered at this table; "": something may be

    @property
    def choices(self) -> tuple[tuple[str, str, bool, bool], ...]:
        """Phase, what it is called, whether it is offered now, whether it is chosen."""
        offered = {IN_TIME: not self.is_up, IN_PLAY: self.is_up and self.in_play, DOUBLE: self.is_up and self.double}
        words = {
            IN_TIME: _("in time"),
            IN_PLAY: _("the hand that was being played at the gong"),
            DOUBLE: self.double_words,
        }
        return tuple((phase, words[phase], offered[phase], phase == self.chosen) for phase in PHASES)

    @property
    def double_words(self) -> str:
        """Which deal of the double round comes next."""
        return _("double round, deal %(deal)s of %(of)s") % {"deal": self.deal, "of": self.of}


def phase_fields(table: GameTable, view: TableView, posted: Posted) -> PhaseFields | None:
    """What the form of a table asks about the phase; None for a table without a clock."""
    clock = read_clock(table.clock)
    if clock is None:
        return None
    evening = view.now
    up = clock.time_is_up(moment.now()) or evening.last_round.phase == RUNNING  # what has begun is played to its end
    after = After(_has_played_on(view), {RUNNING: "running", OVER: "over"}.get(evening.last_round.phase, ""))
    in_play, double = (not refusal(_after_the_gong(clock), phase, after, moment.now()) for phase in (IN_PLAY, DOUBLE))
    likeliest = IN_TIME if not up else IN_PLAY if in_play else DOUBLE
    given = str(posted.get("phase") or "")
    may_be = {IN_TIME: not up, IN_PLAY: up and in_play, DOUBLE: up and double}
    return PhaseFields(
        ends=round(clock.ends.timestamp() * 1000) if clock.ends is not None and not (clock.stands or up) else 0,
        is_up=up,
        in_play=in_play,
        double=double,
        deal=_deal(evening),
        of=evening.players,
        chosen=given if may_be.get(given) else likeliest,
        closed=_closed(clock, up=up, in_play=in_play, double=double),
    )


def _after_the_gong(clock: PlayTime) -> PlayTime:
    """The same clock when it has run down: what may be entered then."""
    return clock._replace(stands="", ends=None, left=0)


def _has_played_on(view: TableView) -> bool:
    """As timed.has_played_on."""
    phases = [one.entry.phase for one in view.book.played if one.is_deal]
    return [phase for phase in phases if phase in (IN_TIME, IN_PLAY)][-1:] == [IN_PLAY]


def _deal(evening: Evening) -> int:
    left = evening.last_round_left
    return evening.players - left + 1 if left else 1


def _closed(clock: PlayTime, *, up: bool, in_play: bool, double: bool) -> str:
    """Why nothing more is entered, in words."""
    if clock.stands == DONE:
        return sentence_of(TABLE_DONE)
    if clock.stands == BEFORE or not up or in_play or double:
        return ""
    return sentence_of(ALL_PLAYED if clock.double else NO_DOUBLE)
