"""A list of people into the club's register: those who are new, once however often it is sent."""

from collections.abc import Sequence

from django.db import transaction

from tarockclub.accounts.persons import locked
from tarockclub.models import Club, Person
from tournaments.entrants.services import Newcomer, persons_of


def last_number(club: int) -> int:
    """The number of the club's newest person; 0: there is none."""
    return Person.objects.filter(club=club).order_by("-number").values_list("number", flat=True).first() or 0


def put_in(club: Club, newcomers: Sequence[Newcomer], seen: int) -> int:
    """Put people into the register, and return how many are new in it; Refused("nobody_known").

    `seen`: the number of the newest person when the list was looked at. Whoever has come since with the same name is
    the one who is meant: sent once more, the list puts nobody in.
    """
    with transaction.atomic():
        club = locked(club)
        since = set(Person.objects.filter(club=club, number__gt=seen).values_list("name", flat=True))
        meant = [one._replace(new=False) if one.name in since else one for one in newcomers]
        before = last_number(club.pk)
        persons_of(club, [one for one in meant if one.person is None and (one.new or one.name not in since)])
        return last_number(club.pk) - before
