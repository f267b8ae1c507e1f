"""The kinds of acts in words, and the kinds that concern a table."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions.registry import load_actions
from tournaments.core.acts import Kind
from tournaments.core.lookup import format_unknown_entry

AT_TABLES = (
    *(Kind.SEATED_LATE, Kind.SUBSTITUTE, Kind.START, Kind.PAUSE, Kind.RESUME, Kind.EXTEND, Kind.HALT),
    *(Kind.GO_ON, Kind.TIME_UP, Kind.CLOCK_SET, Kind.HANDS),
    *(Kind.CALLED, Kind.COUNTED, Kind.DONE, Kind.REOPENED, Kind.BROKEN_UP, Kind.LATE_HAND, Kind.TURN),
    *(Kind.END_TOTALS, Kind.CORRECTED, Kind.RULING, Kind.UNDONE),
)

_WORDS: dict[str, Promise] = {
    Kind.CLOCK_SET: _("the new time of the computer was adopted"),
    Kind.UNDONE: _("undone"),
    Kind.MADE: _("the tournament was created"),
    Kind.RENAMED: _("a name was changed"),
    Kind.MERGED: _("two entries became one person"),
}


def format_act_kind(kind: str) -> str:
    """Return the words of a kind of act, also of one that this version of the program does not know."""
    action = load_actions().get(kind)
    words = _WORDS.get(kind) if action is None else action.spec.words
    return str(words or format_unknown_entry())
