"""Why the clock of a table does not take a hand, in words that say what is still allowed."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from scoring.table_clock import clock as codes
from scoring.table_clock.clock import PlayTime


def sentence_of(code: str, *, held: bool = False, clock: PlayTime | None = None) -> str:
    """The sentence for a refusal; `held`: the director decides about the hand; `clock`: what the table plays at all."""
    if held and code == codes.ON_PAPER:
        return _("What this table came to was entered from its paper sheet: the director decides about this hand.")
    if held:
        return _("The time was up when it came. It was entered in time: the director decides about it.")
    if clock is not None and code in _BY_WHAT_IS_PLAYED:
        return _BY_WHAT_IS_PLAYED[code](clock)
    return _SENTENCES[code]() if code in _SENTENCES else ""


def _time_up(clock: PlayTime) -> str:
    """What may still be entered when the time is up: said only of what this table plays."""
    if clock.in_play and clock.double:
        return _SENTENCES[codes.TIME_UP]()
    if clock.in_play:
        return _("The time is up. Only the hand in play when the gong sounded may still be entered: say if this is it.")
    if clock.double:
        return _("The time is up. Only the round with double stake may still be entered: say if this is one of it.")
    return _("The time is up. Nothing more is entered at this table.")


def _no_more_in_play(clock: PlayTime) -> str:
    """Why the hand in play is not taken: it is entered already, or not played on here."""
    if clock.double:
        played = _SENTENCES[codes.PLAYED]()
        return played if clock.in_play else _("Here no hand is played on after the gong: the double round follows.")
    if clock.in_play:
        return _("The hand in play when the gong sounded is entered already. This table has played.")
    return _("Here no hand is played on after the gong. This table has played.")


_BY_WHAT_IS_PLAYED: dict[str, Callable[[PlayTime], str]] = {
    codes.TIME_UP: _time_up,
    codes.PLAYED: _no_more_in_play,
}


_ONLY_THE_DIRECTOR = {
    codes.SETTLED: lambda: _("The referees have settled this: only another ruling changes it (§5)."),
    codes.BEFORE_RULING: lambda: _(
        "A hand further down was settled by the referees: up to it only the director can still change something."
    ),
    codes.HAND_COUNTS: lambda: _(
        "Every hand is played (§7): at a table of a tournament only the director or the referees strike one out or"
        " declare it void. A hand that was entered wrongly can be changed."
    ),
    codes.NOT_FOR_PLAYERS: lambda: _("At a table of a tournament only the director can do this."),
}
_SENTENCES: dict[str, Callable[[], str]] = {
    codes.NOT_STARTED: lambda: _("The round has not started yet. The hand can be saved as soon as the clock runs."),
    codes.IN_PAUSE: lambda: _("The round pauses. The hand can be saved as soon as the clock runs again."),
    codes.HALTED: lambda: _("The referee was called: this table stands. The hand can be saved when it goes on."),
    codes.TABLE_DONE: lambda: _(
        "This table is done. Only the director can still change or add something: by “Correct a hand” on his page of"
        " this table."
    ),
    codes.NO_PHASE: lambda: _("Say when this hand was played: in time, when the gong sounded, or with double stake."),
    codes.TIME_UP: lambda: _(
        "The time is up. What may still be entered: the hand in play when the gong sounded, then one round with"
        " double stake. Choose which of them this is."
    ),
    codes.HANDS_PLAYED: lambda: _(
        "This table has played all its hands: this one would be one too many. If the sheet lacks a hand, or one stands"
        " there twice, correct the sheet first; otherwise tell the director."
    ),
    codes.TIME_LEFT: lambda: _("The time still runs: save this hand as one in time."),
    codes.PLAYED: lambda: _(
        "The hand in play when the gong sounded is entered already. Only the round with double stake may follow."
    ),
    codes.NO_DOUBLE: lambda: _("In this tournament no round with double stake follows."),
    codes.DOUBLE_RUNS: lambda: _(
        "The round with double stake has begun: this hand is one of it, also when the director has given more time."
    ),
    codes.ON_PAPER: lambda: _(
        "What this table came to was entered from its paper sheet. A hand besides would count twice."
    ),
    codes.ALL_PLAYED: lambda: _("The round with double stake is played. Nothing more is entered at this table."),
    **_ONLY_THE_DIRECTOR,
}
