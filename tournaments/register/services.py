"""The club's register of players: renamed and erased; whatever shows a name shows the new one at once."""

import uuid
from collections.abc import Iterable

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.ledger.entries import NOBODY_KNOWN, Who
from scoring.models import GameTable
from tarockclub.accounts.persons import locked
from tarockclub.models import Account, Note, Person
from tarockclub.time_source import now
from tournaments.acts import Asked, Kind, Refused, act
from tournaments.models import Application, Entrant, Tournament


def rename(person: Person, name: str, who: Who = NOBODY_KNOWN) -> None:
    """Give somebody another name (cleaned); the old one is gone. Refused("erased", "merged_already")."""
    with transaction.atomic():
        hold(person)
        one = Person.objects.get(pk=person.pk)
        must_be_there(one)
        _name(one, name)
        tell({one.pk, *merged_into(one)}, Kind.RENAMED, who)


def erase(person: Person, who: Who = NOBODY_KNOWN) -> str:
    """Take somebody's name away for good, also where he has typed it himself, and return what he is called now.

    Refused("has_account", "merged_already").
    """
    with transaction.atomic():
        hold(person)
        one = Person.objects.get(pk=person.pk)
        if one.merged_into_id is not None:
            raise Refused("merged_already")
        everybody = {one.pk, *merged_into(one)}
        if Account.objects.filter(person__in=everybody).exists():
            raise Refused("has_account")
        with override(settings.LANGUAGE_CODE):
            name = _("Player %(number)s") % {"number": one.number}
        _name(one, name)
        Person.objects.filter(pk__in=everybody).update(erased=now())
        typed = Application.objects.filter(entrant__person__in=everybody).values("name")
        Note.objects.filter(pk__in=typed, erased=None).update(text="", erased=now())
        tell(everybody, Kind.RENAMED, who)
        return name


def hold(*people: Person) -> None:
    """Lock the tournaments in which they take part, then their club: in the order in which people are entered."""
    ids = [person.pk for person in people]
    theirs = Entrant.objects.filter(Q(person__in=ids) | Q(person__merged_into__in=ids)).values("tournament")
    list(Tournament.objects.select_for_update(no_key=True).filter(pk__in=theirs).order_by("pk"))
    locked(people[0].club)


def must_be_there(one: Person) -> None:
    """Refuse whoever was merged into somebody, or erased."""
    if one.merged_into_id is not None:
        raise Refused("merged_already")
    if one.erased is not None:
        raise Refused("erased")


def merged_into(one: Person) -> list[int]:
    """Those who are merged into somebody."""
    return list(Person.objects.filter(merged_into=one).values_list("pk", flat=True))


def _name(one: Person, name: str) -> None:
    Person.objects.filter(Q(pk=one.pk) | Q(merged_into=one)).update(name=name)


def tables_of(persons: Iterable[int]) -> QuerySet[GameTable]:
    """The tables at which somebody of these has sat."""
    return GameTable.objects.filter(sittings__seated__person__in=list(persons)).distinct()


def tell(persons: set[int], kind: Kind, who: Who) -> None:
    """Let phones at their tables and the pages of their tournaments notice that a name has changed."""
    ids = list(tables_of(persons).values_list("pk", flat=True))
    GameTable.objects.filter(pk__in=ids).update(news=F("news") + 1)
    entrants = Entrant.objects.filter(person__in=persons).values_list("tournament", "pk")
    by_tournament: dict[int, list[int]] = {}
    for tournament, entrant in entrants:
        by_tournament.setdefault(tournament, []).append(entrant)
    for tournament in sorted(by_tournament):
        _say(tournament, {"entrants": sorted(by_tournament[tournament])}, kind, who)


def _say(tournament: int, said: dict[str, object], kind: Kind, who: Who) -> None:
    act(tournament, Asked(str(uuid.uuid4()), kind, said, who), lambda _row: said)
