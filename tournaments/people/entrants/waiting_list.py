"""Applications decided, and the waiting list, which moves up by itself.

An application that nobody has decided waits in the order in which it came. As many of them as there are places wait for
the director, the others for a place. Where registration confirms itself, whoever is clear gets a place at once.
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.models import Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.person_details import NO_DETAILS, clean_details
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind, parse_content
from tournaments.models import Act, Application, Entrant, Invitation, Round, Tournament
from tournaments.people.entrants.entering import EnterPeople
from tournaments.people.name_lists.candidates import EntrantIndex, Newcomer, find_similar_people, load_entrant_index
from tournaments.people.name_lists.name_matching import SAME, NameIndex

As = Application.As
BY_ITSELF = "by-itself-"  # begins the keys of acts that give a place without anybody of the club
MOST_BY_THEMSELVES = 500  # players who get a place without anybody of the club, where no number is set


class Line(NamedTuple):
    """The applications that nobody has decided, in order; those behind the free places are the waiting list."""

    ahead: tuple[Application, ...]
    behind: tuple[Application, ...]

    def find_place(self, application: int) -> int:
        """Return the place on the waiting list, from 1; 0 for anybody else."""
        return next((at for at, each in enumerate(self.behind, 1) if each.pk == application), 0)


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
    most = _find_most(tournament)
    free = count_free(tournament, most)
    return free is not None and free <= Application.objects.filter(tournament=tournament, decided_as=As.OPEN).count()


def can_move_up(tournament: Tournament) -> bool:
    """Return whether a place that becomes free still goes to whoever waits: until the first round starts."""
    return tournament.ended is None and tournament.frozen is None and tournament.archived is None


def _find_most(tournament: Tournament) -> int:
    return Invitation.objects.filter(tournament=tournament).values_list("most", flat=True).first() or 0


def load_line(tournament: Tournament) -> Line:
    """Load the applications that wait; three queries."""
    free = count_free(tournament, _find_most(tournament))
    open_ones = Application.objects.filter(tournament=tournament, decided_as=As.OPEN)
    rows = tuple(open_ones.select_related("name", "partner", "remark").order_by("at", "pk"))
    return Line(rows, ()) if free is None else Line(rows[:free], rows[free:])


def decide_waiting(
    application: Application, key: str, as_: str, person: Person | None = None, who: Actor = ANONYMOUS
) -> Act:
    """Confirm an application, as a known person or a new one, or decline it; raise ActionRefused("decided").

    A confirmed player takes part, and enters the next round that is open and not drawn yet.
    """
    with transaction.atomic():
        act = _decide(application, key, as_, None if person is None else person.pk, who)
        fill_free_places(application.tournament_id)
    return act


def _decide(application: Application, key: str, as_: str, person: int | None, who: Actor) -> Act:
    def do(row: Tournament) -> dict[str, object]:
        here = Application.objects.select_related("name").get(pk=application.pk, tournament=row)
        if here.decided_as != As.OPEN:
            raise ActionRefused("decided")
        said: dict[str, object] = {"application": here.pk, "as": as_}
        if as_ == As.TAKEN:  # nobody of the club has looked: what is known of a person stays as it is
            details = NO_DETAILS if person is not None and who == ANONYMOUS else clean_details(town=here.town)
            newcomer = Newcomer(here.name.text, person, new=person is None, details=details)
            ahead = Round.objects.filter(tournament=row, draw=None, closed=None).order_by("number")[:1]
            wanted = EnterPeople(newcomers=[newcomer], rounds=[round_.number for round_ in ahead])
            done = wanted.perform(row, f"{key}.in", who)
            row.refresh_from_db(fields=["version"])  # the act within has raised it
            here.entrant_id = parse_content(done)["entrants"][0]
            said["entrant"] = here.entrant_id
        here.decided_as = As(as_)
        here.save(update_fields=["decided_as", "entrant"])
        return said

    asked = Command(key, Kind.APPLIED, [application.pk, as_, person], who)
    return TOURNAMENTS.act(application.tournament_id, asked, do)


@transaction.atomic
def fill_free_places(tournament: int) -> list[int]:
    """Give free places to those who wait, where registration confirms itself; return the applications (ids).

    Whoever may be two people, or takes part already, keeps the place in the line and waits for the director.
    """
    row = Tournament.objects.select_for_update(no_key=True).get(pk=tournament)
    invitation = Invitation.objects.filter(tournament=row, registration=Invitation.Registration.AUTO).first()
    if invitation is None or not can_move_up(row):
        return []
    free = count_free(row, invitation.most or MOST_BY_THEMSELVES) or 0
    open_ones = Application.objects.filter(tournament=row, decided_as=As.OPEN).select_related("name")
    waiting = list(open_ones.order_by("at", "pk")[:free])
    return _confirm_clear_ones(row, waiting) if waiting else []


def _confirm_clear_ones(row: Tournament, waiting: Sequence[Application]) -> list[int]:
    known, done, namesakes = load_entrant_index(row, asked_often=len(waiting) > 1), [], NameIndex(())
    there = set(Entrant.objects.filter(tournament=row, withdrawn=None).values_list("person", flat=True))
    for application in waiting:
        name = application.name.text
        person, is_clear = find_clear_person(known, name, application.town)
        if not is_clear or person in there or namesakes.find_similar(name):
            continue
        _decide(application, _compute_act_key(application.key), As.TAKEN, person, ANONYMOUS)
        done.append(application.pk)
        namesakes.add(name)
    return done


def _compute_act_key(key: str) -> str:
    """Return the key of the act that gives a place to the application with this key.

    It has nothing of the application's id, which is another one after an import; a key of full length would not fit.
    """
    return f"{BY_ITSELF}{hashlib.md5(key.encode(), usedforsecurity=False).hexdigest()}"


def find_clear_person(known: EntrantIndex, name: str, town: str = "") -> tuple[int | None, bool]:
    """Return the person whom a name means, none for a new one; and whether that is clear without asking.

    Two of the same name are told apart by the town; whoever is known from elsewhere may be somebody else.
    """
    others = find_similar_people(known, name)
    same = [other.person for other in others if other.why == SAME and other.person is not None]
    if not same:
        return None, not others
    if town:
        same = [person for person in same if known.towns.get(person, town.casefold()) == town.casefold()]
    return (same[0], True) if len(same) == 1 else (None, False)
