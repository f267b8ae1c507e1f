"""Entering participants: with start numbers, known ones found by name, new ones created."""

from collections.abc import Iterable, Sequence

from django.db.models import Max

from tarockclub.kit.time_source import now
from tarockclub.models import Club, Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.person_details import fill_details
from tarockclub.platform.accounts.persons import lock_club, seal_names
from tarockclub.platform.privacy.namesakes import filter_people, write_called_names
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.models import Act, Entrant, Presence, Round, Tournament
from tournaments.people.entrants.registrations import join_registrations
from tournaments.people.name_lists.candidates import Newcomer


def enter(
    tournament: int,
    key: str,
    newcomers: Sequence[Newcomer],
    rounds: Sequence[int] = (),
    who: Actor = ANONYMOUS,
) -> Act:
    """Enter people, also into the rounds of these numbers; participants only enter the rounds.

    Whoever has registered, and waits under this name, is joined to their registration.
    ActionRefused("ended"), ActionRefused("number_taken", number=…), ActionRefused("no_such_round"), and in a rehearsal
    ActionRefused("nobody_new"): nobody gets into the register by it.
    """
    sent = [[newcomer.list_values() for newcomer in newcomers], list(rounds)]

    def do(row: Tournament) -> dict[str, object]:
        must_go_on(row)
        club = lock_club(row.club)
        persons = find_or_create_persons(club, newcomers, creates=not row.is_rehearsal)
        before = set(Entrant.objects.filter(tournament=row, withdrawn=None).values_list("pk", flat=True))
        entrants = _find_or_create_entrants(row, newcomers, persons)
        new = set(entrants) - before
        # "Somebody else" is not who waits under the name.
        met = [pk for newcomer, pk in zip(newcomers, entrants, strict=True) if pk in new and not newcomer.new]
        joined = join_registrations(row, met)
        for number in rounds:
            round_ = Round.objects.filter(tournament=row, number=number, closed=None).first()
            if round_ is None:
                raise ActionRefused("no_such_round", round=number)
            enter_round(round_, entrants)
        said: dict[str, object] = {"entrants": entrants, "rounds": list(rounds), "new": len(new)}
        return said | ({"joined": joined} if joined else {})

    return TOURNAMENTS.act(tournament, Command(key, Kind.ENTERED, sent, who), do)


def must_go_on(tournament: Tournament) -> None:
    """Refuse changes to a tournament whose final result was published."""
    if tournament.ended is not None:
        raise ActionRefused("ended")


def enter_round(round_: Round, entrants: Iterable[int]) -> list[int]:
    """Enter entrants into a round, and return those who were not in it; within an act."""
    wanted = list(dict.fromkeys(entrants))
    there = set(Presence.objects.filter(round=round_).values_list("entrant", flat=True))
    came = [entrant for entrant in wanted if entrant not in there]
    Presence.objects.bulk_create([Presence(round=round_, entrant_id=entrant) for entrant in came], batch_size=200)
    return came


def find_or_create_persons(club: Club, newcomers: Sequence[Newcomer], *, creates: bool = True) -> list[int]:
    """Return the persons' ids, in the same order; new ones are made, one for each name.

    ActionRefused("nobody_known"), and ("nobody_new") where none may be created.
    """
    persons = list(filter_people(club).order_by("-number"))
    ids = {person.pk for person in persons}
    known = {person.called: person for person in persons if person.called}
    known |= {person.name: person for person in persons}  # of namesakes the first one
    number = Person.objects.filter(club=club).aggregate(last=Max("number"))["last"] or 0
    found: list[Person] = []
    made: list[Person] = []
    for newcomer in newcomers:
        if newcomer.person is not None:
            if newcomer.person not in ids:
                raise ActionRefused("nobody_known")
            found.append(Person(pk=newcomer.person))
            continue
        person = None if newcomer.new else known.get(newcomer.name)
        if person is None:
            number += 1
            person = Person(club=club, number=number, name=newcomer.name)
            made.append(person)
            known[newcomer.name] = person
        found.append(person)
    if made and not creates:
        raise ActionRefused("nobody_new")
    if made:
        with seal_names(club.pk):
            Person.objects.bulk_create(made, batch_size=200)
    write_called_names(club.pk, {person.name for person in made})
    fill_details(club, {person.pk: newcomer.details for person, newcomer in zip(found, newcomers, strict=True)})
    return [person.pk for person in found]


def _find_or_create_entrants(row: Tournament, newcomers: Sequence[Newcomer], persons: Sequence[int]) -> list[int]:
    """Return the entrants' ids, in the same order; new entrants get start numbers."""
    there = {entrant.person_id: entrant for entrant in Entrant.objects.filter(tournament=row)}
    back = [there[person].pk for person in persons if person in there and there[person].withdrawn is not None]
    Entrant.objects.filter(pk__in=back).update(withdrawn=None)
    taken = {entrant.number for entrant in there.values()}
    made: list[Entrant] = []
    at = now()
    wanted = {newcomer.number for newcomer in newcomers if newcomer.number is not None}
    last = max(taken | wanted, default=0)
    for newcomer, person in zip(newcomers, persons, strict=True):
        if person in there:
            continue
        if newcomer.number is not None and (newcomer.number in taken or newcomer.number < 1):
            raise ActionRefused("number_taken", number=newcomer.number)
        last = last + 1 if newcomer.number is None else last
        number = newcomer.number or last
        taken.add(number)
        there[person] = Entrant(tournament=row, person_id=person, number=number, entered=at)
        made.append(there[person])
    Entrant.objects.bulk_create(made, batch_size=200)
    return [there[person].pk for person in persons]
