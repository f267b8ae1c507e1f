"""Starting an evening: one table for one key, its sheet pinned, its players known by name."""

from typing import NamedTuple

from django.db import transaction

from scoring.digests import digest_of
from scoring.models import GameTable, Seated, Sitting, Total
from scoring.sheets_in_use import pinned
from tarockclub.models import Club, Person


class Evening(NamedTuple):
    """What a scorekeeper decides when an evening starts; names are cleaned."""

    names: tuple[str, ...]
    sheet: str
    options: dict[str, bool]
    first_forehand: int


class OtherEvening(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The key has already opened a table for an evening of other names or rules."""

    def __init__(self, table: GameTable) -> None:
        super().__init__(table.slug)
        self.table = table


def start_evening(key: str, wanted: Evening) -> GameTable:
    """Open a table for an evening; the same key opens it only once, and raises OtherEvening for another one."""
    digest = digest_of(wanted)
    with transaction.atomic():
        # One start at a time: new players are numbered one after the other.
        club = Club.objects.select_for_update(no_key=True).get(pk=own_club().pk)
        known = GameTable.objects.filter(start_key=key).first()
        if known is not None and known.start_digest != digest:
            raise OtherEvening(known)
        return known or _new_table(club, key, digest, wanted)


def _new_table(club: Club, key: str, digest: str, wanted: Evening) -> GameTable:
    table = GameTable.objects.create(
        club=club,
        sheet_version=pinned(wanted.sheet, wanted.options),
        players=len(wanted.names),
        first_forehand=wanted.first_forehand,
        start_key=key,
        start_digest=digest,
    )
    for place, name in enumerate(wanted.names):
        sitting = Sitting.objects.create(table=table, place=place)
        Seated.objects.create(sitting=sitting, person=_person(club, name))
        Total.objects.create(sitting=sitting)
    return table


def own_club() -> Club:
    """The club of this installation, founded by a migration; its name is asked for when it is set up."""
    return Club.objects.earliest("pk")


def _person(club: Club, name: str) -> Person:
    known = Person.objects.filter(club=club, name=name).order_by("number").first()
    if known is not None:
        return known
    last = Person.objects.filter(club=club).order_by("-number").values_list("number", flat=True).first()
    return Person.objects.create(club=club, number=(last or 0) + 1, name=name)
