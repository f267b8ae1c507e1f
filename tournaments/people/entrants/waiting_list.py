"""The waiting list, and the places.

An application that nobody has decided waits in the order in which it came. As many of them as there are places wait for
the director, the others for a place. Two who registered together never part: one free place passes them by.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Application, Entrant, Invitation, Tournament

As = Application.As


class Line(NamedTuple):
    """The applications that nobody has decided, in order; those behind the free places are the waiting list."""

    ahead: tuple[Application, ...]
    behind: tuple[Application, ...]

    @property
    def places(self) -> dict[int, int]:
        """The places on the waiting list, from 1, by application (id); both of a pair have the first one's."""
        first = {each.pair: place for place, each in reversed(list(enumerate(self.behind, 1))) if each.pair}
        return {each.pk: first.get(each.pair, place) for place, each in enumerate(self.behind, 1)}

    def find_place(self, application: int) -> int:
        """Return the place on the waiting list, from 1; 0 for anybody else."""
        return self.places.get(application, 0)


class Places(NamedTuple):
    """Those who take part, and the places that were set (0: any number)."""

    entrants: int
    most: int

    @property
    def is_over(self) -> bool:
        """True if more take part than there are places."""
        return 0 < self.most < self.entrants

    @property
    def text(self) -> str:
        """Both in words; who takes part alone, if no number of places is set."""
        taking = ngettext("%(entrants)s takes part", "%(entrants)s take part", self.entrants)
        return " · ".join((taking, _("%(most)s places")) if self.most else (taking,)) % self._asdict()


def load_waiting_places(tournament: Tournament) -> Places:
    """Load who takes part and the places; two queries."""
    entrants = Entrant.objects.filter(tournament=tournament, withdrawn=None).count()
    return Places(entrants, _find_most(tournament))


def count_free(tournament: Tournament, most: int) -> int | None:
    """Count the free places; none: any number of them."""
    if not most:
        return None
    return max(0, most - Entrant.objects.filter(tournament=tournament, withdrawn=None).count())


def is_full(tournament: Tournament) -> bool:
    """Return whether whoever registers now waits for a place; three queries."""
    return count_open_places([tournament]).get(tournament.pk, 1) <= 0


def count_open_places(tournaments: Sequence[Tournament]) -> dict[int, int]:
    """Count the places that nobody has and nobody waits for, by tournament (id); not of those with any number of them.

    Three queries, for however many tournaments.
    """
    limits = Invitation.objects.filter(tournament__in=tournaments, most__gt=0)
    most = dict(limits.values_list("tournament", "most"))
    taken = Counter(Entrant.objects.filter(tournament__in=most, withdrawn=None).values_list("tournament", flat=True))
    rows = Application.objects.filter(tournament__in=most, decided_as=As.OPEN, invited=None).order_by("at", "pk")
    waiting: dict[int, list[Application]] = {}
    for row in rows:
        waiting.setdefault(row.tournament_id, []).append(row)
    free = {pk: max(0, places - taken[pk]) for pk, places in most.items()}
    return {pk: places - len(split_line(waiting.get(pk, ()), places).ahead) for pk, places in free.items()}


def can_move_up(tournament: Tournament) -> bool:
    """Return whether a place that becomes free still goes to whoever waits: until the first round starts."""
    return tournament.ended is None and tournament.frozen is None and tournament.archived is None


def _find_most(tournament: Tournament) -> int:
    return Invitation.objects.filter(tournament=tournament).values_list("most", flat=True).first() or 0


def filter_waiting(tournament: Tournament) -> QuerySet[Application]:
    """Return the applications that nobody has decided, without people who were invited and have not answered."""
    return Application.objects.filter(tournament=tournament, decided_as=As.OPEN, invited=None)


def load_line(tournament: Tournament) -> Line:
    """Load the applications that wait; three queries."""
    free = count_free(tournament, _find_most(tournament))
    rows = tuple(filter_waiting(tournament).select_related("name", "partner", "remark").order_by("at", "pk"))
    return Line(rows, ()) if free is None else split_line(rows, free)


def list_units(applications: Iterable[Application]) -> list[list[Application]]:
    """Return who gets a place together: one application, or both of a pair, in the order of the first ones."""
    units: dict[tuple[int, int], list[Application]] = {}
    for each in applications:
        units.setdefault((each.pair, 0 if each.pair else each.pk), []).append(each)
    return list(units.values())


def split_line(applications: Iterable[Application], free: int) -> Line:
    """Return the line of those who wait, in order, for so many free places."""
    ahead: list[Application] = []
    behind: list[Application] = []
    for unit in list_units(applications):
        (ahead if len(ahead) + len(unit) <= free else behind).extend(unit)
    return Line(tuple(ahead), tuple(behind))
