"""Registrations that wait, and the people who come: found by name, joined to the entrant whom they mean."""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db.models import Q

from tarockclub.kit.lists.names import fold_name
from tarockclub.models import Note
from tournaments.models import Application, Entrant, Tournament
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
