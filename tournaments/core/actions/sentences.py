"""The sentences of the log, one for each act, with today's names; the words of the kinds of acts."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tarockclub.platform.act_chain import SEAL_KIND
from tournaments.core.actions.base import Action, can_be_undone, load_actions
from tournaments.core.actions.names import PARSE_ERRORS, ActNames, Content, load_act_names
from tournaments.core.acts import Kind, parse_content
from tournaments.core.selectors import format_unknown_entry
from tournaments.models import Act, JournalAct, SeasonAct, SeasonEvent


@cache
def load_undoable_actions() -> Mapping[str, type[Action]]:
    """Return the class of each kind whose acts can be taken back."""
    return {kind: cls for kind, cls in load_actions().items() if can_be_undone(cls)}


_WORDS: dict[str, Promise] = {
    Kind.CLOCK_SET: gettext_lazy("the new time of the computer was adopted"),
    Kind.UNDONE: gettext_lazy("undone"),
    Kind.MADE: gettext_lazy("the tournament was created"),
    Kind.RENAMED: gettext_lazy("a name was changed"),
    Kind.MERGED: gettext_lazy("two entries became one person"),
}
_OF_SEASONS: dict[str, Promise] = {
    Kind.MADE: gettext_lazy("the season was created"),
    Kind.EVENT: gettext_lazy("what counts in the season was changed"),
    Kind.TYPED_RESULTS: gettext_lazy("results of an event were entered"),
    Kind.STANDING: gettext_lazy("standings of the season"),
    SEAL_KIND: gettext_lazy("sealed by an update as it was"),
}
EventNames = Mapping[tuple[int, int], str]  # by a season (id) and the number of an event


def format_act_kind(kind: str) -> str:
    """Return the words of a kind of act, also of one that this version of the program does not know."""
    action = load_actions().get(kind)
    words = _WORDS.get(kind) if action is None else action.spec.words
    return str(words or format_unknown_entry())


def format_season_kind(kind: str) -> str:
    """Return the words of a kind of act in a season."""
    return str(_OF_SEASONS[kind]) if kind in _OF_SEASONS else format_act_kind(kind)


Sentence = Callable[[Content, ActNames], str]


def fill_in_act_sentences(acts: Iterable[Act]) -> None:
    """Put its sentence into each act, as `sentence`; three queries at most, however many there are."""
    listed = list(acts)
    names = load_sentence_names(listed)
    for act in listed:
        act.sentence = format_act_sentence(act, names)  # type: ignore[attr-defined]  # for its list


def load_sentence_names(acts: Iterable[Act]) -> ActNames:
    """Load the names for the sentences of these acts, and of those that they take back; three queries at most."""
    return load_act_names(either for act in acts for either in (act, act.undoes) if either is not None)


def format_act_sentence(act: Act, names: ActNames) -> str:
    """Return the sentence of an act, with the fact that it undoes another one or was undone."""
    if act.undoes is not None:
        return f"{format_act_kind(Kind.UNDONE)}: {format_deed(act.undoes, names)}"
    text = format_deed(act, names)
    is_undone = getattr(act, "undone_by", None) is not None
    return _("%(what)s (undone)") % {"what": text} if is_undone else text


def format_deed(act: JournalAct, names: ActNames) -> str:
    """Return the sentence of an act alone; the words of its kind where it says no more, or cannot be read."""
    try:
        action = load_actions().get(act.kind)
        say = _SENTENCES.get(act.kind) if action is None else action.say
        sentence = say(parse_content(act), names) if say is not None else ""
    except PARSE_ERRORS:
        sentence = f"{format_act_kind(act.kind)} ({format_unknown_entry()})"
    return sentence or format_act_kind(act.kind)


def _format_renaming(content: Content, names: ActNames) -> str:
    return _("name changed, now: %(names)s") % {"names": names.name_entrants(content["entrants"])}


def _format_merge(content: Content, names: ActNames) -> str:
    if content.get("back"):
        return _("a merge of two entries was taken back: %(names)s") % {
            "names": names.name_entrants(content["entrants"])
        }
    return _("two entries became one person: %(names)s") % {"names": names.name_entrants(content["entrants"])}


_SENTENCES: dict[str, Sentence] = {
    Kind.RENAMED: _format_renaming,
    Kind.MERGED: _format_merge,
}


def load_event_names(acts: Iterable[SeasonAct]) -> EventNames:
    """Load the names of the events of some seasons; one query."""
    rows = SeasonEvent.objects.filter(season__in={act.season_id for act in acts})
    return {(season, number): name for season, number, name in rows.values_list("season", "number", "name")}


def format_season_sentence(act: SeasonAct, names: ActNames, events: EventNames) -> str:
    """Return the sentence of an act in a season; the words of its kind where it says no more, or cannot be read."""
    if act.kind == Kind.CASH:  # as in a tournament
        return format_deed(act, names)
    try:
        content = parse_content(act)
        sentence = _find_season_words(act.kind, content) % {
            "event": events[act.season_id, content["event"]] if "event" in content else "",
            "dates": ", ".join(
                events[act.season_id, number] for number in content.get("evenings", content.get("events", ()))
            ),
            "number": content.get("edition", 0),
            "name": names.name_person(content["person"]) if "guest" in content else "",
        }
    except PARSE_ERRORS:
        sentence = f"{format_season_kind(act.kind)} ({format_unknown_entry()})"
    return sentence or format_season_kind(act.kind)


def _find_season_words(kind: str, content: Content) -> str:
    """Return what an act in a season says of an event, or of an edition; "": no more than the words of its kind."""
    if "counts" in content:
        return _("evenings count") if content["counts"] else _("evenings no longer count")
    if "guest" in content:
        return _("%(name)s plays as a guest, not ranked") if content["guest"] else _("%(name)s is ranked again")
    if "link" in content:
        return _("a secret link opens the year") if content["link"] else _("the secret link to the year was taken back")
    if kind == Kind.EVENT and "evenings" in content:
        return _("evenings count in the season: %(dates)s")
    if kind == Kind.EVENT and "added" in content:
        return _("%(event)s counts in the season")
    if kind == Kind.EVENT and "gone" in content:
        return _("%(event)s no longer counts") if content["gone"] else _("%(event)s counts again")
    if kind == Kind.EVENT:
        return _("%(event)s was changed")
    if kind == Kind.TYPED_RESULTS:
        several = _("results of several days entered: %(dates)s")
        return several if "events" in content else _("results of %(event)s entered · edition %(number)s")
    if kind == Kind.STANDING:
        reopened = content.get("taken_up")
        return _("the season was reopened") if reopened else _("final standings published · edition %(number)s")
    return ""
