"""The ids that the acts of a log name, of entrants, persons and prizes, with today's names."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tarockclub.models import Person
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.acts import Kind, parse_content
from tournaments.core.selectors import Lookup, format_unknown_entry, format_unknown_person
from tournaments.models import Entrant, JournalAct, Prize

MOST_NAMED = 6  # in a sentence
NOBODY = "–"
PARSE_ERRORS = (KeyError, IndexError, TypeError, ValueError)  # of an act with content that this version cannot read
Content = Mapping[str, Any]


class Subjects(NamedTuple):
    """The ids that an act names."""

    entrants: frozenset[int] = frozenset()
    persons: frozenset[int] = frozenset()
    prizes: frozenset[int] = frozenset()


class ActNames(NamedTuple):
    """Today's names by ids."""

    entrants: Lookup[str]
    persons: Lookup[str]
    prizes: Lookup[str]

    def name_entrant(self, entrant: int | None) -> str:
        """Return the name of an entrant."""
        return self.entrants[entrant] if entrant else NOBODY

    def name_person(self, person: int) -> str:
        """Return the name of a person."""
        return self.persons[person]

    def name_prize(self, prize: int) -> str:
        """Return the name of a prize."""
        return self.prizes[prize]

    def name_entrants(self, entrants: Iterable[int]) -> str:
        """Return the names of entrants, the first few of them."""
        return join_act_names(map(self.name_entrant, entrants))


def join_act_names(names: Iterable[str]) -> str:
    """Join names with commas; beyond the first few only their number."""
    ordered = list(names)
    shown = ", ".join(ordered[:MOST_NAMED])
    rest = len(ordered) - MOST_NAMED
    return _("%(names)s and %(more)s more") % {"names": shown, "more": rest} if rest > 0 else shown


_ENTRANT_KEYS = ("entrant", "gone", "came", "other", "payer")
_ENTRANT_LIST_KEYS = ("entrants", "out", "pair")
# The ids of other kinds of acts are none of entrants, or there are too many of them to be named.
_NAMING_KINDS = (
    Kind.ENTERED,
    Kind.RENAMED,
    Kind.MERGED,
    Kind.WITHDRAWN,
    Kind.ARRIVED,
    Kind.PRESENCE,
    Kind.PAID,
    Kind.DEBT,
    Kind.APPLIED,
    Kind.SUBSTITUTE,
    Kind.APART,
    Kind.SEATED_LATE,
    Kind.SEAT_CLOSED,
    Kind.MOVED,
    Kind.LOT,
    Kind.PRIZE,
    Kind.CHOICE,
    Kind.CASH,
    Kind.TEAM,
)


def parse_subjects(act: JournalAct) -> Subjects:
    """Return the ids that an act names; none where it cannot be read."""
    try:
        return _parse_subjects(act.kind, parse_content(act))
    except PARSE_ERRORS:
        return Subjects()


def _parse_subjects(kind: str, content: Content) -> Subjects:
    if kind == Kind.LOT:
        return Subjects(persons=frozenset(content["among"]))
    if kind in (Kind.PRIZE, Kind.CHOICE):
        return Subjects(persons=frozenset({content.get("person", 0)} - {0}), prizes=frozenset({content["prize"]}))
    if kind == Kind.CASH or "guest" in content:
        return Subjects(persons=frozenset({content.get("person", 0)} - {0}))
    if kind == Kind.TEAM:
        return Subjects(frozenset(member for _team, _round, members in content["teams"] for member in members))
    if kind not in _NAMING_KINDS:
        return Subjects()
    entrants = {content[name] for name in _ENTRANT_KEYS if content.get(name)}
    entrants |= {entrant for name in _ENTRANT_LIST_KEYS for entrant in content.get(name, ())}
    if kind == Kind.MOVED:
        entrants |= {entrant for entrant, _from, _to in content.get("moves", ())}
    return Subjects(frozenset(entrants | {entrant for entrant, _cents in content.get("paid", ())}))


def load_act_names(acts: Iterable[JournalAct]) -> ActNames:
    """Load the names for the sentences of these acts; three queries at most."""
    subjects = [parse_subjects(act) for act in acts]
    entrants, persons, prizes = (frozenset[int]().union(*ids) for ids in zip(Subjects(), *subjects, strict=True))
    return ActNames(
        _load_names(Entrant.objects.values_list("pk", INSIDE.build_player_name()), entrants, format_unknown_person),
        _load_names(Person.objects.values_list("pk", INSIDE.build_name()), persons, format_unknown_person),
        _load_names(Prize.objects.values_list("pk", "name"), prizes, format_unknown_entry),
    )


def _load_names(rows: QuerySet[Any, tuple[int, str]], ids: Collection[int], unknown: Callable[[], str]) -> Lookup[str]:
    return Lookup(dict(rows.filter(pk__in=ids)) if ids else {}, lambda _id: unknown())
