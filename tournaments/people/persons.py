"""The club's register of players: renamed, merged, erased; whatever shows a name shows the new one at once.

A merged person keeps the name of whom he is merged into, and gets it whenever that one is renamed: so no page and no
export has to know about merging.
"""

import uuid
from collections.abc import Iterable

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.models import GameTable, Seated
from scoring.writing import NOBODY_KNOWN, Who
from tarockclub.models import Account, Note, Person
from tarockclub.moment import now
from tarockclub.persons import locked
from tournaments.acts import Asked, Kind, Refused, act
from tournaments.models import Application, Entrant, Presence, Tournament


def rename(person: Person, name: str, who: Who = NOBODY_KNOWN) -> None:
    """Give somebody another name (cleaned); the old one is gone. Refused("erased", "merged_already")."""
    with transaction.atomic():
        _hold(person)
        one = Person.objects.get(pk=person.pk)
        _must_be_there(one)
        _name(one, name)
        _tell({one.pk, *_merged(one)}, Kind.RENAMED, who)


def erase(person: Person, who: Who = NOBODY_KNOWN) -> str:
    """Take somebody's name away for good, also where he has typed it himself, and return what he is called now.

    Refused("has_account", "merged_already").
    """
    with transaction.atomic():
        _hold(person)
        one = Person.objects.get(pk=person.pk)
        if one.merged_into_id is not None:
            raise Refused("merged_already")
        everybody = {one.pk, *_merged(one)}
        if Account.objects.filter(person__in=everybody).exists():
            raise Refused("has_account")
        with override(settings.LANGUAGE_CODE):
            name = _("Player %(number)s") % {"number": one.number}
        _name(one, name)
        Person.objects.filter(pk__in=everybody).update(erased=now())
        typed = Application.objects.filter(entrant__person__in=everybody).values("name")
        Note.objects.filter(pk__in=typed, erased=None).update(text="", erased=now())
        _tell(everybody, Kind.RENAMED, who)
        return name


def merge(kept: Person, gone: Person, who: Who = NOBODY_KNOWN) -> None:
    """Two entries in the register are one person: everything of `gone` is shown under the name of `kept`.

    Refused("same_person", "merged_already", "erased", "has_account", "same_table", "both_seated", "other_way_round").
    """
    with transaction.atomic():
        _hold(kept, gone)
        one, other = (Person.objects.get(pk=person.pk, club=kept.club_id) for person in (kept, gone))
        if other.merged_into_id == one.pk:
            return  # tapped twice
        _must_be_two(one, other)
        for entrant in Entrant.objects.filter(person=other).select_related("tournament"):
            _repoint(entrant, one)
        Person.objects.filter(Q(pk=other.pk) | Q(merged_into=other)).update(merged_into=one, name=one.name)
        _tell({one.pk, *_merged(one)}, Kind.MERGED, who)


def _hold(*people: Person) -> None:
    """Lock the tournaments in which they take part, then their club: in the order in which people are entered."""
    ids = [person.pk for person in people]
    theirs = Entrant.objects.filter(Q(person__in=ids) | Q(person__merged_into__in=ids)).values("tournament")
    list(Tournament.objects.select_for_update(no_key=True).filter(pk__in=theirs).order_by("pk"))
    locked(people[0].club)


def _must_be_there(one: Person) -> None:
    if one.merged_into_id is not None:
        raise Refused("merged_already")
    if one.erased is not None:
        raise Refused("erased")


def _must_be_two(one: Person, other: Person) -> None:
    """Refuse to merge what is one already, or cannot be."""
    if one.pk == other.pk:
        raise Refused("same_person")
    for person in (one, other):
        _must_be_there(person)
    if Account.objects.filter(person=other).exists():
        raise Refused("has_account")
    if _tables({one.pk, *_merged(one)}).filter(pk__in=_tables({other.pk, *_merged(other)}).values("pk")).exists():
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


def _merged(one: Person) -> list[int]:
    """Those who are merged into somebody."""
    return list(Person.objects.filter(merged_into=one).values_list("pk", flat=True))


def _name(one: Person, name: str) -> None:
    Person.objects.filter(Q(pk=one.pk) | Q(merged_into=one)).update(name=name)


def _tables(persons: Iterable[int]) -> QuerySet[GameTable]:
    return GameTable.objects.filter(sittings__seated__person__in=list(persons)).distinct()


def _tell(persons: set[int], kind: Kind, who: Who) -> None:
    """Let phones at their tables and the pages of their tournaments notice that a name has changed."""
    ids = list(_tables(persons).values_list("pk", flat=True))
    GameTable.objects.filter(pk__in=ids).update(news=F("news") + 1)
    entrants = Entrant.objects.filter(person__in=persons).values_list("tournament", "pk")
    by_tournament: dict[int, list[int]] = {}
    for tournament, entrant in entrants:
        by_tournament.setdefault(tournament, []).append(entrant)
    for tournament in sorted(by_tournament):
        _say(tournament, {"entrants": sorted(by_tournament[tournament])}, kind, who)


def _say(tournament: int, said: dict[str, object], kind: Kind, who: Who) -> None:
    act(tournament, Asked(str(uuid.uuid4()), kind, said, who), lambda _row: said)
