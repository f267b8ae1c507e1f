"""Parts of entering participants: persons found by name or created, the entries of a round."""

from collections.abc import Iterable, Sequence

from django.db.models import Max

from tarockclub.models import Club, Person
from tarockclub.platform.accounts.person_details import fill_details
from tarockclub.platform.accounts.persons import seal_names
from tarockclub.platform.privacy.namesakes import filter_people, write_called_names
from tournaments.core.acts import ActionRefused
from tournaments.models import Presence, Round, Tournament
from tournaments.people.name_lists.candidates import Newcomer, PersonFacts, get_facts


def must_go_on(tournament: Tournament) -> None:
    """Refuse changes to a tournament whose final result was published."""
    if tournament.ended is not None:
        raise ActionRefused("ended")


def enter_round(round_: Round, entrants: Iterable[int]) -> list[int]:
    """Enter entrants into a round, and return those who were not in it; within an act."""
    ids = list(dict.fromkeys(entrants))
    entered = set(Presence.objects.filter(round=round_).values_list("entrant", flat=True))
    came = [entrant for entrant in ids if entrant not in entered]
    Presence.objects.bulk_create([Presence(round=round_, entrant_id=entrant) for entrant in came], batch_size=200)
    return came


def find_or_create_persons(club: Club, newcomers: Sequence[Newcomer], *, creates: bool = True) -> list[int]:
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
    fill_details(club, {person.pk: newcomer.details for person, newcomer in zip(matched, newcomers, strict=True)})
    return [person.pk for person in matched]
