"""Two entries in the register are one person: everything is shown under one name, where that can be.

A merged person keeps the name of whom he is merged into, and gets it whenever that one is renamed: so no page and no
export has to know about merging.
"""

from contextlib import ExitStack

from django.db import transaction
from django.db.models import F, Q

from scoring.ledger.act_chain import acting, watching
from scoring.ledger.entries import NOBODY_KNOWN, Who
from scoring.ledger.sealed_rows import CLUB
from scoring.models import Seated
from tarockclub.models import Account, ClubAct, Person
from tarockclub.time_source import now
from tournaments.acts import Kind, Refused
from tournaments.models import Entrant, Presence
from tournaments.register.services import hold, merged_into, must_be_there, tables_of, tell
from tournaments.sealed_rows import TOURNAMENT


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
        theirs = [other.pk, *merged_into(other)]
        entrants = list(Entrant.objects.filter(person__in=theirs).select_related("tournament", "person"))
        with ExitStack() as watches:
            for tournament in {entrant.tournament_id for entrant in entrants}:
                watches.enter_context(watching(TOURNAMENT, tournament))
            for entrant in entrants:
                _repoint(entrant, one)
            said = {"kept": one.pk, "gone": theirs}
            with acting(CLUB, one.club_id, ClubAct.Kind.MERGED, said, who.person, who.device):
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
    theirs = tables_of({other.pk, *merged_into(other)}).values("pk")
    if tables_of({one.pk, *merged_into(one)}).filter(pk__in=theirs).exists():
        raise Refused("same_table")


def _repoint(entrant: Entrant, kept: Person) -> None:
    """Let somebody who takes part be the other one, where no table knows him; one who has played stays as he is."""
    tournament, played = entrant.tournament, _has_played(entrant)
    everybody = [kept.pk, *merged_into(kept)]
    own = list(Entrant.objects.filter(tournament=tournament, person__in=everybody))
    if not own and not played:
        Entrant.objects.filter(pk=entrant.pk).update(person=kept)
    if not own:
        return
    if played and any(_has_played(one) for one in own):
        raise Refused("both_seated", tournament=tournament.name)
    if played:
        raise Refused("other_way_round", name=entrant.person.name, tournament=tournament.name)
    _hand_over(entrant, next((one for one in own if _has_played(one)), own[0]))


def _hand_over(entrant: Entrant, own: Entrant) -> None:
    """Give what somebody has entered and paid to whom he is, and let him withdraw."""
    there = dict(Presence.objects.filter(entrant=own).values_list("round", "paid"))
    for one in Presence.objects.filter(entrant=entrant):
        if one.round_id not in there:
            Presence.objects.filter(pk=one.pk).update(entrant=own)
        elif one.paid and there[one.round_id]:
            raise Refused("paid_twice", tournament=entrant.tournament.name)
        else:
            Presence.objects.filter(entrant=own, round=one.round_id).update(paid=F("paid") + one.paid)
            one.delete()
    if entrant.withdrawn is None:
        Entrant.objects.filter(pk=own.pk).update(withdrawn=None)
        Entrant.objects.filter(pk=entrant.pk).update(withdrawn=now())


def _has_played(entrant: Entrant) -> bool:
    return Seated.objects.filter(
        person=entrant.person_id, sitting__table__round_table__round__tournament=entrant.tournament_id
    ).exists()
