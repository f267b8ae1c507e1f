"""Two entries in the register are one person: everything is shown under one name, where that can be.

A merged person keeps the name of whom he is merged into, and gets it whenever that one is renamed: so no page and no
export has to know about merging.
"""

from django.db import transaction
from django.db.models import F, Q

from scoring.models import Seated
from scoring.writing import NOBODY_KNOWN, Who
from tarockclub.models import Account, Person
from tarockclub.moment import now
from tournaments.acts import Kind, Refused
from tournaments.models import Entrant, Presence
from tournaments.people.persons import hold, merged_into, must_be_there, tables_of, tell


def merge(kept: Person, gone: Person, who: Who = NOBODY_KNOWN) -> None:
    """Two entries in the register are one person: everything of `gone` is shown under the name of `kept`.

    Refused("same_person", "merged_already", "erased", "has_account", "same_table", "both_seated", "other_way_round").
    """
    with transaction.atomic():
        hold(kept, gone)
        one, other = (Person.objects.get(pk=person.pk, club=kept.club_id) for person in (kept, gone))
        if other.merged_into_id == one.pk:
            return  # tapped twice
        _must_be_two(one, other)
        for entrant in Entrant.objects.filter(person=other).select_related("tournament"):
            _repoint(entrant, one)
        Person.objects.filter(Q(pk=other.pk) | Q(merged_into=other)).update(merged_into=one, name=one.name)
        tell({one.pk, *merged_into(one)}, Kind.MERGED, who)


def _must_be_two(one: Person, other: Person) -> None:
    """Refuse to merge what is one already, or cannot be."""
    if one.pk == other.pk:
        raise Refused("same_person")
    for person in (one, other):
        must_be_there(person)
    if Account.objects.filter(person=other).exists():
        raise Refused("has_account")
    if (
        tables_of({one.pk, *merged_into(one)})
        .filter(pk__in=tables_of({other.pk, *merged_into(other)}).values("pk"))
        .exists()
    ):
        raise Refused("same_table")


def _repoint(entrant: Entrant, kept: Person) -> None:
    """Let somebody who takes part be the other one, where no table knows him; one who has played stays as he is."""
    tournament = entrant.tournament
    own = Entrant.objects.filter(tournament=tournament, person=kept).first()
    played = _has_played(entrant)
    if own is None:
        if not played:
            Entrant.objects.filter(pk=entrant.pk).update(person=kept)
        return
    if played and _has_played(own):
        raise Refused("both_seated", tournament=tournament.name)
    if played:
        raise Refused("other_way_round", name=entrant.person.name, tournament=tournament.name)
    entered = Presence.objects.filter(entrant=entrant)
    there = dict(Presence.objects.filter(entrant=own).values_list("round", "paid"))
    for one in entered:
        if one.round_id not in there:
            Presence.objects.filter(pk=one.pk).update(entrant=own)
        elif one.paid and there[one.round_id]:
            raise Refused("paid_twice", tournament=tournament.name)
        else:
            Presence.objects.filter(entrant=own, round=one.round_id).update(paid=F("paid") + one.paid)
            one.delete()
    Entrant.objects.filter(pk=entrant.pk, withdrawn=None).update(withdrawn=now())


def _has_played(entrant: Entrant) -> bool:
    return Seated.objects.filter(
        person=entrant.person_id, sitting__table__round_table__round__tournament=entrant.tournament_id
    ).exists()
