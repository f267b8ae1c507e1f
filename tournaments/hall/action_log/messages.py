"""The sentences of the log, one for each act, with today's names; the words of the kinds of acts."""

from collections.abc import Callable, Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.actions.names import PARSE_ERRORS, ActNames, Content, load_act_names
from tournaments.core.actions.registry import load_actions
from tournaments.core.acts import Kind, parse_content
from tournaments.core.lookup import format_unknown_entry
from tournaments.models import Act

AT_TABLES = (  # the kinds that concern a table
    *(Kind.SEATED_LATE, Kind.SUBSTITUTE, Kind.START, Kind.PAUSE, Kind.RESUME, Kind.EXTEND, Kind.HALT),
    *(Kind.GO_ON, Kind.TIME_UP, Kind.CLOCK_SET, Kind.HANDS),
    *(Kind.CALLED, Kind.COUNTED, Kind.DONE, Kind.REOPENED, Kind.BROKEN_UP, Kind.LATE_HAND, Kind.TURN),
    *(Kind.END_TOTALS, Kind.CORRECTED, Kind.RULING, Kind.UNDONE),
)

_WORDS: dict[str, Promise] = {
    Kind.CLOCK_SET: gettext_lazy("the new time of the computer was adopted"),
    Kind.UNDONE: gettext_lazy("undone"),
    Kind.MADE: gettext_lazy("the tournament was created"),
    Kind.RENAMED: gettext_lazy("a name was changed"),
    Kind.MERGED: gettext_lazy("two entries became one person"),
}


def format_act_kind(kind: str) -> str:
    """Return the words of a kind of act, also of one that this version of the program does not know."""
    action = load_actions().get(kind)
    words = _WORDS.get(kind) if action is None else action.spec.words
    return str(words or format_unknown_entry())


Sentence = Callable[[Content, ActNames], str]


def fill_in_act_sentences(acts: Iterable[Act]) -> None:
    """Put its sentence into each act, as `sentence`; three queries at most, however many there are."""
    some = list(acts)
    names = load_sentence_names(some)
    for act in some:
        act.sentence = format_act_sentence(act, names)  # type: ignore[attr-defined]  # for its list


def load_sentence_names(acts: Iterable[Act]) -> ActNames:
    """Load the names for the sentences of these acts, and of those that they take back; three queries at most."""
    return load_act_names(found for act in acts for found in (act, act.undoes) if found is not None)


def format_act_sentence(act: Act, names: ActNames) -> str:
    """Return the sentence of an act, with the fact that it undoes another one or was undone."""
    if act.undoes is not None:
        return f"{format_act_kind(Kind.UNDONE)}: {format_deed(act.undoes, names)}"
    text = format_deed(act, names)
    is_undone = getattr(act, "undone_by", None) is not None
    return _("%(what)s (undone)") % {"what": text} if is_undone else text


def format_deed(act: Act, names: ActNames) -> str:
    """Return the sentence of an act alone; the words of its kind where it says no more, or cannot be read."""
    try:
        action = load_actions().get(act.kind)
        say = _SENTENCES.get(act.kind) if action is None else action.say
        told = say(parse_content(act), names) if say is not None else ""
    except PARSE_ERRORS:
        told = f"{format_act_kind(act.kind)} ({format_unknown_entry()})"
    return told or format_act_kind(act.kind)


def _format_renaming(content: Content, names: ActNames) -> str:
    return _("name changed, now: %(names)s") % {"names": names.name_entrants(content["entrants"])}


def _format_merge(content: Content, names: ActNames) -> str:
    return _("two entries became one person: %(names)s") % {"names": names.name_entrants(content["entrants"])}


_SENTENCES: dict[str, Sentence] = {
    Kind.RENAMED: _format_renaming,
    Kind.MERGED: _format_merge,
}
