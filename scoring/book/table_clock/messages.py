"""Refusals by the clock of a table, as sentences that also explain what is still allowed."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from scoring.book.table_clock import clock as codes
from scoring.book.table_clock.clock import PlayTime


def format_clock_refusal(code: str, *, held: bool = False, clock: PlayTime | None = None) -> str:
    """Return the sentence for a refusal.

    `held`: the director decides about the hand; `clock`: the sentence mentions only the phases that this table plays.
    """
    if held and code == codes.ON_PAPER:
        return _(
            "The result of this table has been entered from its paper sheet: the director decides about this hand."
        )
    if held:
        return _("The time was up when it arrived. It was entered in time: the director decides about it.")
    if clock is not None and code in _CLOCK_SENTENCES:
        return _CLOCK_SENTENCES[code](clock)
    return _SENTENCES[code]() if code in _SENTENCES else ""


def _format_time_up(clock: PlayTime) -> str:
    """Return the sentence for a hand after the time, with the phases that this table plays."""
    if clock.in_play and clock.double:
        return _SENTENCES[codes.TIME_UP]()
    if clock.in_play:
        return _(
            "The time is up. Only the hand in play when the gong sounded may still be entered: say whether this is it."
        )
    if clock.double:
        return _(
            "The time is up. Only the round with double stake may still be entered: say whether this hand belongs to "
            "it."
        )
    return _("The time is up. Nothing more can be entered at this table.")


def _format_in_play(clock: PlayTime) -> str:
    """Return the sentence for the hand in play: it is entered already, or this table does not finish it."""
    if clock.double:
        played = _SENTENCES[codes.ALREADY_PLAYED]()
        return played if clock.in_play else _("Hands are not played on after the gong here: the double round follows.")
    if clock.in_play:
        return _("The hand in play when the gong sounded has already been entered. This table has finished.")
    return _("Hands are not played on after the gong here. This table has finished.")


_CLOCK_SENTENCES: dict[str, Callable[[PlayTime], str]] = {
    codes.TIME_UP: _format_time_up,
    codes.ALREADY_PLAYED: _format_in_play,
}


_DIRECTOR_SENTENCES = {
    codes.LINE_SETTLED: lambda: _("The referees have decided this: only another ruling can change it (§5)."),
    codes.BEFORE_RULING: lambda: _(
        "The referees have decided a hand further down: up to that hand, only the director can change anything."
    ),
    codes.HAND_COUNTS: lambda: _(
        "Every hand is played (§7): at a tournament table only the director or the referees strike out a hand or "
        "declare it void. You can change a hand that was entered wrongly."
    ),
    codes.NOT_FOR_PLAYERS: lambda: _("At a tournament table, only the director can do this."),
}
_SENTENCES: dict[str, Callable[[], str]] = {
    codes.NOT_STARTED: lambda: _("The round has not started yet. The hand can be saved as soon as the clock runs."),
    codes.IN_PAUSE: lambda: _("The round is paused. The hand can be saved as soon as the clock runs again."),
    codes.TABLE_HALTED: lambda: _(
        "The referee has been called: this table is stopped. The hand can be saved when play continues."
    ),
    codes.TABLE_DONE: lambda: _(
        "This table is done. Only the director can still change or add something, with “Correct this table” on the "
        "director's page for this table."
    ),
    codes.NO_PHASE: lambda: _(
        "Choose when this hand was played: in time, when the gong sounded, or with double stake."
    ),
    codes.TIME_UP: lambda: _(
        "The time is up. Only these may still be entered: the hand in play when the gong sounded, then one round "
        "with double stake. Choose which of them this is."
    ),
    codes.HANDS_PLAYED: lambda: _(
        "This table has played all its hands: this one would be one too many. If the sheet lacks a hand or has one "
        "twice, correct the sheet first; otherwise tell the director."
    ),
    codes.TIME_LEFT: lambda: _("The time is still running: save this hand as one in time."),
    codes.ALREADY_PLAYED: lambda: _(
        "The hand in play when the gong sounded has already been entered. Only the round with double stake may follow."
    ),
    codes.NO_DOUBLE: lambda: _("In this tournament no double-stake round follows."),
    codes.DOUBLE_RUNS: lambda: _(
        "The round with double stake has begun: this hand belongs to it, even if the director has added time."
    ),
    codes.ON_PAPER: lambda: _(
        "The result of this table has been entered from its paper sheet. Another hand would count twice."
    ),
    codes.ALL_PLAYED: lambda: _(
        "The round with double stake has been played. Nothing more can be entered at this table."
    ),
    **_DIRECTOR_SENTENCES,
}
