"""Entering people: found by name or created, joined to what they registered, with start numbers.

People and programs call entrants by start number; it can be changed until the first round is drawn.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from django.db.models import Max, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.form_fields import NumberField
from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.text import compute_surname_key
from tarockclub.kit.time_source import now
from tarockclub.models import Club, Note, Person
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.club_log import Kind as Event
from tarockclub.platform.accounts.club_log import record_event
from tarockclub.platform.accounts.persons import fill_details, lock_club, seal_names
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.privacy.public_names import filter_people, write_called_names
from tarockclub.platform.privacy.readers import EVERYBODY
from tournaments.core.actions.base import ID_RANGE, Action, Input, Operation, Spec, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import TOURNAMENT, Here, Spot, get_tournament_id
from tournaments.core.acts import ActionRefused, Kind, must_not_have_ended, must_take_place
from tournaments.models import Application, Entrant, Presence, Round, Tournament
from tournaments.people.name_lists.candidates import Newcomer, PersonFacts, get_facts
from tournaments.people.name_lists.name_matching import OTHER_SPELLING, PART, SAME, find_likeness, is_part

As = Application.As
_SURE = (SAME, OTHER_SPELLING)  # the same name, however it was typed


def list_open_registrations(tournament: Tournament) -> list[Application]:
    """Return the registrations that nobody has decided, in their order; one query."""
    rows = Application.objects.filter(tournament=tournament, decided_as=As.OPEN)
    return list(rows.select_related("name").order_by("at", "pk"))


def find_similar_registrations(tournament: Tournament, name: str, town: str = "") -> list[tuple[Application, str]]:
    """Return the registrations that somebody of this name may mean, and why; none if it is sure, and joined unasked."""
    similar = []
    for each in list_open_registrations(tournament):
        why = find_likeness(name, each.name.text) or (PART if is_part(name, each.name.text) else "")
        similar += [(each, why)] if why else []
    sure = [each for each, why in similar if why in _SURE and _may_be_from(each, town)]
    return [] if len(sure) == 1 else similar


def find_same(name: str, town: str, registrations: Iterable[Application]) -> Application | None:
    """Return the first registration of this name, in any order of its words, if the towns do not contradict."""
    meant = fold_name(name).turned
    namesakes = (
        each for each in registrations if fold_name(each.name.text).turned == meant and _may_be_from(each, town)
    )
    return next(namesakes, None) if meant else None


def find_standing_registration(tournament: Tournament, name: str, town: str) -> Application | None:
    """Return the registration of this name that waits, or whose player takes part; two queries at most.

    One that is not stored if the staff has entered somebody of this name who never registered.
    """
    rows = Application.objects.filter(tournament=tournament, entrant__withdrawn=None).select_related("name")
    standing = rows.filter(Q(decided_as=As.TAKEN) | Q(decided_as=As.OPEN, invited=None)).order_by("at", "pk")
    registration = find_same(name, town, standing)
    if registration is not None:
        return registration
    entrants = Entrant.objects.filter(tournament=tournament, withdrawn=None, applications=None).select_related("person")
    people = (Application(name=Note(text=each.person.name), town=each.person.town) for each in entrants)
    return find_same(name, town, people)


def join_registrations(tournament: Tournament, entrants: Sequence[int]) -> list[int]:
    """Note for new entrants (ids) that they are who waits under their name, and return these registrations (ids).

    Two of the same name are not told apart here, unless by their towns: the director decides. Within an act.
    """
    waiting = list_open_registrations(tournament) if entrants else []
    if not waiting:
        return []
    people = list(Entrant.objects.filter(pk__in=list(entrants)).select_related("person"))
    counts = Counter(_join_words(entrant.person.name) for entrant in people)
    joined = []
    for entrant in people:
        name, town = _join_words(entrant.person.name), entrant.person.town
        meant = [each for each in waiting if _join_words(each.name.text) == name and _may_be_from(each, town)]
        if len(meant) == 1 and counts[name] == 1:
            meant[0].decided_as, meant[0].entrant = As.TAKEN, entrant
            meant[0].save(update_fields=["decided_as", "entrant"])
            joined.append(meant[0].pk)
    return joined


def _join_words(name: str) -> str:
    return fold_name(name).text.replace(" ", "")


def _may_be_from(application: Application, town: str) -> bool:
    return not application.town or not town or application.town.casefold() == town.casefold()


def enter_round(round_: Round, entrants: Iterable[int]) -> list[int]:
    """Enter entrants into a round, and return those who were not in it; within an act."""
    ids = list(dict.fromkeys(entrants))
    entered = set(Presence.objects.filter(round=round_).values_list("entrant", flat=True))
    came = [entrant for entrant in ids if entrant not in entered]
    Presence.objects.bulk_create([Presence(round=round_, entrant_id=entrant) for entrant in came], batch_size=200)
    return came


def find_or_create_persons(club: Club, newcomers: Sequence[Newcomer], who: Actor, *, creates: bool = True) -> list[int]:
    """Return the persons' ids, in the same order; new ones are made, one for each name.

    ActionRefused("nobody_known"), ("namesake") where facts are against the name, and ("nobody_new") where none may be
    created.
    """
    persons = list(filter_people(club).order_by("-number"))
    ids = {person.pk for person in persons}
    by_name = {person.called: person for person in persons if person.called}
    by_name |= {person.name: person for person in persons}  # of namesakes the first one
    facts = {
        person.number: PersonFacts(*(getattr(person, field) for field in PersonFacts._fields)) for person in persons
    }
    number = Person.objects.filter(club=club).aggregate(last=Max("number"))["last"] or 0
    matched: list[Person] = []
    new: list[Person] = []
    for newcomer in newcomers:
        if newcomer.person is not None:
            if newcomer.person not in ids:
                raise ActionRefused("nobody_known")
            matched.append(Person(pk=newcomer.person))
            continue
        person = None if newcomer.new else by_name.get(newcomer.name)
        if person is None:
            number += 1
            person = Person(club=club, number=number, name=newcomer.name)
            new.append(person)
            by_name[newcomer.name] = person
            facts[person.number] = get_facts(newcomer)
        elif get_facts(newcomer).find_against(facts[person.number]):
            raise ActionRefused("namesake", name=newcomer.name)
        matched.append(person)
    if new and not creates:
        raise ActionRefused("nobody_new")
    if new:
        with seal_names(club.pk):
            Person.objects.bulk_create(new, batch_size=200)
        write_called_names(club.pk, {person.name for person in new})
    pairs = [(person.pk, newcomer) for person, newcomer in zip(matched, newcomers, strict=True)]
    _give_numbers(club, {pk: each.federation_number for pk, each in pairs if each.federation_number}, who)
    fill_details(club, {pk: each.details for pk, each in pairs})
    return [person.pk for person in matched]


def _give_numbers(club: Club, numbers: Mapping[int, str], who: Actor) -> None:
    """Give persons (ids) the numbers of the federation that a list has, where neither has another one."""
    if not numbers:
        return
    taken = set(Person.objects.filter(club=club, federation_number__gt="").values_list("federation_number", flat=True))
    without = filter_people(club).filter(pk__in=numbers, federation_number="")
    numbered = []
    for person in without.order_by("number"):
        person.federation_number = numbers[person.pk]
        if person.federation_number not in taken:
            taken.add(person.federation_number)
            numbered.append(person)
    if numbered:
        Person.objects.bulk_update(numbered, ["federation_number"], batch_size=200)
        record_event(club.pk, Event.FEDERATION_NUMBER, who, number=len(numbered))


HIGHEST = 9999
MOST_AT_ONCE = 500  # entrants whom a program names in one write


def find_entrants(tournament: Tournament | int, numbers: Iterable[int]) -> list[int]:
    """Return the entrants (ids) of these start numbers, in the same order; ActionRefused("nobody_known")."""
    ids = dict(Entrant.objects.filter(tournament=tournament).values_list("number", "pk"))
    ordered = list(numbers)
    if not ids.keys() >= set(ordered):
        raise ActionRefused("nobody_known")
    return [ids[number] for number in ordered]


def find_entrant(tournament: Tournament | int, number: int) -> int:
    """Return the entrant (id) of a start number; ActionRefused("nobody_known")."""
    return find_entrants(tournament, [number])[0]


def _resolve_number(spot: Spot, number: int) -> int:
    return find_entrant(get_tournament_id(spot), number)


def resolve_numbers(spot: Spot, numbers: list[int]) -> list[int]:
    """Return the entrants (ids) of these start numbers where an action is done; ActionRefused("nobody_known")."""
    return find_entrants(get_tournament_id(spot), numbers)


EntrantId = Annotated[int, ID_RANGE, Input(lambda: NumberField(otherwise=0), resolve=_resolve_number)]
_Numbers = Annotated[list[Annotated[int, ID_RANGE]], Field(max_length=MOST_AT_ONCE)]
EntrantIds = Annotated[list[int], Input(resolve=resolve_numbers, body=_Numbers)]
SomeEntrantIds = Annotated[list[int], Input(resolve=resolve_numbers, body=Annotated[_Numbers, Field(min_length=1)])]


ENTRY_SPEC = Spec(kind=Kind.ENTERED, right=Right.ENTER, words=_("people were added"))
_OUT_OF_THE_WAY = 1_000_000  # start numbers that nobody has


class EntryAction(Action):
    """A change of those who take part, or of their start numbers."""

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return who was entered, or taken out, or numbered anew."""
        if "number" in content:
            numbers = {"number": content["number"], "before": content["before"]}
            return gettext("%(name)s: start number %(number)s instead of %(before)s") % {
                "name": names.name_entrant(content["entrant"]),
                **numbers,
            }
        if "out" not in content and "rounds" not in content:
            return gettext("everybody was numbered in alphabetical order")
        parts = []
        if content["entrants"]:
            rounds = ", ".join(map(str, content.get("rounds", ())))
            text = (
                gettext("registered for round %(numbers)s: %(names)s") if rounds else gettext("registered: %(names)s")
            )
            parts.append(text % {"numbers": rounds, "names": names.name_entrants(content["entrants"])})
        if content.get("out"):
            parts.append(gettext("deregistered: %(names)s") % {"names": names.name_entrants(content["out"])})
        return "; ".join(parts)


@action(replace(ENTRY_SPEC, targets=(TOURNAMENT,)))
class EnterPeople(EntryAction):
    """Enter people, also into the rounds of these numbers; participants only enter the rounds.

    Whoever has registered, and waits under this name, is joined to their registration.
    """

    newcomers: list[Newcomer]
    rounds: list[int] = Field(default_factory=list)
    refusals: ClassVar = {
        "number_taken": _("Start number %(number)s already belongs to somebody else."),
        "namesake": _(
            "Somebody of the name %(name)s is known with other details: say who is meant, or that it is somebody new."
        ),
    }

    def list_sent(self) -> object:
        """Return the people as they are named, and the rounds."""
        return [[newcomer.list_values() for newcomer in self.newcomers], self.rounds]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Do it; "number_taken", "namesake", "no_such_round", "nobody_new" (nobody gets into the register)."""
        row = here.tournament
        must_take_place(row)
        persons = find_or_create_persons(lock_club(row.club_id), self.newcomers, here.who, creates=row.counts)
        before = set(Entrant.objects.filter(tournament=row, withdrawn=None).values_list("pk", flat=True))
        entrants = _find_or_create_entrants(row, self.newcomers, persons)
        new = set(entrants) - before
        # "Somebody else" is not who waits under the name.
        met = [pk for newcomer, pk in zip(self.newcomers, entrants, strict=True) if pk in new and not newcomer.new]
        joined = join_registrations(row, met)
        for number in self.rounds:
            round_ = Round.objects.filter(tournament=row, number=number, closed=None).first()
            if round_ is None:
                raise ActionRefused("no_such_round", round=number)
            enter_round(round_, entrants)
        content: dict[str, Any] = {"entrants": entrants, "rounds": self.rounds, "new": len(new)}
        return content | ({"joined": joined} if joined else {})


def _find_or_create_entrants(row: Tournament, newcomers: Sequence[Newcomer], persons: Sequence[int]) -> list[int]:
    """Return the entrants' ids, in the same order; new entrants get start numbers."""
    rows = {entrant.person_id: entrant for entrant in Entrant.objects.filter(tournament=row)}
    back = [rows[person].pk for person in persons if person in rows and rows[person].withdrawn is not None]
    Entrant.objects.filter(pk__in=back).update(withdrawn=None)
    taken = {entrant.number for entrant in rows.values()}
    new: list[Entrant] = []
    moment = now()
    chosen = {newcomer.number for newcomer in newcomers if newcomer.number is not None}
    last = max(taken | chosen, default=0)
    for newcomer, person in zip(newcomers, persons, strict=True):
        if person in rows:
            continue
        if newcomer.number is not None and (newcomer.number in taken or newcomer.number < 1):
            raise ActionRefused("number_taken", number=newcomer.number)
        last = last + 1 if newcomer.number is None else last
        number = newcomer.number or last
        taken.add(number)
        rows[person] = Entrant(tournament=row, person_id=person, number=number, entered=moment)
        new.append(rows[person])
    Entrant.objects.bulk_create(new, batch_size=200)
    return [rows[person].pk for person in persons]


class NumberAction(EntryAction):
    """Other start numbers, as long as no round is drawn."""

    refusals: ClassVar = {
        "number_wrong": _("Start numbers go from 1 to 9999."),
        "numbers_are_drawn": _("The first round has been drawn: start numbers stay as they are."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Change them; "numbers_are_drawn"."""
        must_not_have_ended(here.tournament)
        if Round.objects.filter(tournament=here.tournament).exclude(draw=None).exists():
            raise ActionRefused("numbers_are_drawn")
        return self.change_numbers(here.tournament)

    def change_numbers(self, row: Tournament) -> dict[str, Any]:
        """Write the numbers, and return the content of the act."""
        raise NotImplementedError


@action(
    replace(
        ENTRY_SPEC,
        operations=(
            Operation(
                TOURNAMENT, "entrants/{int:number}/number", "renumber_entrant", path_values={"number": "entrant"}
            ),
        ),
        sent_word="number",
        schema=("NewNumber", "Another start number; the player who has it now gets the old one in exchange."),
    )
)
class Renumber(NumberAction):
    """Give a player another start number, before the first draw; the player who has it now gets the old one."""

    entrant: EntrantId
    number: Annotated[int, Field(ge=1, le=HIGHEST), Input(refusal="number_wrong")]

    def change_numbers(self, row: Tournament) -> dict[str, Any]:
        """Swap it with whoever has it now; "nobody_known"."""
        one = Entrant.objects.filter(tournament=row, pk=self.entrant).first()
        if one is None:
            raise ActionRefused("nobody_known")
        other = Entrant.objects.filter(tournament=row, number=self.number).exclude(pk=one.pk).first()
        if other is not None:
            Entrant.objects.filter(pk=other.pk).update(number=_OUT_OF_THE_WAY)
        Entrant.objects.filter(pk=one.pk).update(number=self.number)
        if other is not None:
            Entrant.objects.filter(pk=other.pk).update(number=one.number)
        return {"entrant": one.pk, "number": self.number, "before": one.number, "other": other.pk if other else None}


@action(
    replace(
        ENTRY_SPEC,
        operations=(Operation(TOURNAMENT, "entrants/in-order", "number_entrants_by_name"),),
        sent_alone="numbers",
    )
)
class NumberByName(NumberAction):
    """Renumber everybody in alphabetical order, before the first draw.

    From 1, by surname; the withdrawn come last.
    """

    def change_numbers(self, row: Tournament) -> dict[str, Any]:
        """Give out the numbers in two steps: no two entrants ever have the same."""
        entrants = list(Entrant.objects.filter(tournament=row).select_related("person"))
        names = {entrant.pk: EVERYBODY.name_person(entrant.person) for entrant in entrants}  # numbers are public
        entrants.sort(
            key=lambda entrant: (entrant.withdrawn is not None, compute_surname_key(names[entrant.pk]), entrant.pk)
        )
        for step in (_OUT_OF_THE_WAY, 0):
            for number, entrant in enumerate(entrants, 1):
                entrant.number = step + number
            Entrant.objects.bulk_update(entrants, ["number"], batch_size=100)
        return {"entrants": [entrant.pk for entrant in entrants]}
