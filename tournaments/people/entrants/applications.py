"""Applications: the waiting list, and the actions on it; whoever waits moves up by themselves.

Where registration confirms itself, whoever is clear gets a place at once.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from pydantic import Field

from tarockclub.models import Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.persons import NO_DETAILS, clean_details
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import ID_RANGE, Action, Input, Operation, Spec, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import TOURNAMENT, Here, Spot, get_tournament_id
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.models import Application, Entrant, Invitation, JournalAct, Round, Tournament
from tournaments.people.entrants.entering import EnterPeople
from tournaments.people.name_lists.candidates import (
    EntrantIndex,
    Newcomer,
    PersonFacts,
    find_similar_people,
    load_entrant_index,
)
from tournaments.people.name_lists.name_matching import SAME, NameIndex

# An application that nobody has decided waits in the order in which it came. As many of them as there are places wait
# for the director, the others for a place. Those who registered together never part: too few free places pass them by.

As = Application.As


class Line(NamedTuple):
    """The applications that nobody has decided, in order; those behind the free places are the waiting list."""

    ahead: tuple[Application, ...]
    behind: tuple[Application, ...]

    @property
    def places(self) -> dict[int, int]:
        """The places on the waiting list, from 1, by application (id); all of a group have the first one's."""
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
    def tables(self) -> list[int]:
        """The seats that are taken at each table of four; [] if no number of places is set."""
        return [min(4, max(0, self.entrants - first)) for first in range(0, self.most, 4)]

    @property
    def sentence(self) -> str:
        """The places that are taken, in a sentence; who takes part alone, if no number of places is set."""
        if not self.most:
            return f"{self.text}."
        many = ngettext(
            "%(entrants)s of %(most)s places is taken.", "%(entrants)s of %(most)s places are taken.", self.entrants
        )
        return many % self._asdict()

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
    return not any((tournament.ended, tournament.frozen, tournament.archived, tournament.cancelled))


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
    """Return who gets a place together: one application, or all of a group, in the order of the first ones."""
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


BY_ITSELF = "by-itself-"  # begins the keys of acts that give a place without anybody of the club
MOST_BY_THEMSELVES = 500  # players who get a place without anybody of the club, where no number is set
APPLIED_SPEC = Spec(kind=Kind.APPLIED, right=Right.ENTER, words=gettext_lazy("a self-registration was decided"))
APPLICATION_PATH = {"application": "application"}  # in addresses of the API


def build_group_key(key: str, number: int) -> str:
    """Return the key of what is done for somebody of a group with the key of whoever stands first.

    >>> build_group_key("a", 1), build_group_key("a", 2)
    ('a.with', 'a.with2')
    """
    return f"{key[:48]}.with{number if number > 1 else ''}"


def _resolve_application(spot: Spot, application: int) -> int:
    return get_object_or_404(Application, tournament=get_tournament_id(spot), pk=application).pk


def _resolve_person(spot: Tournament, number: int) -> int:
    return get_object_or_404(Person, club=spot.club_id, number=number).pk if number else 0


ApplicationId = Annotated[int, ID_RANGE, Input(resolve=_resolve_application)]


class PlaceAction(Action):
    """An action after which whoever waits for a place may get one."""

    def perform_once(self, spot: Spot, key: str, who: Actor, reason: str) -> JournalAct:
        """Do it, and give the places that are free now to those who wait."""
        with transaction.atomic():
            act = super().perform_once(spot, key, who, reason)
            fill_free_places(get_tournament_id(spot))
        return act


class RegistrationAction(PlaceAction):
    """An action on registrations."""

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return whether one was confirmed, and whose it was, or how many people were invited."""
        if "invited" in content:
            count = len(content["invited"])
            return ngettext("%(count)s person was invited", "%(count)s people were invited", count) % {"count": count}
        if content["as"] == As.GONE:
            if "entrant" not in content:
                return _("a registration was withdrawn")
            return _("Registration withdrawn: %(name)s") % {"name": names.name_entrant(content["entrant"])}
        if "parted" in content:
            return _("those who registered together were parted")
        if "earlier" in content:
            return _("a registration was joined to an earlier one")
        if content["as"] != As.TAKEN:
            return _("a self-registration was declined")
        return _("Self-registration confirmed: %(name)s") % {"name": names.name_entrant(content.get("entrant"))}


class ApplicationAction(RegistrationAction):
    """A decision about an application."""

    application: ApplicationId


@action(
    replace(
        APPLIED_SPEC,
        operations=(
            Operation(TOURNAMENT, "registration/{int:application}", "decide_application", path_values=APPLICATION_PATH),
        ),
        schema=("Deciding", "A decision about a self-registration."),
    )
)
class DecideApplication(ApplicationAction):
    """Confirm or decline a self-registration.

    A confirmed player takes part, and enters the next round that is open and not drawn yet; whoever registered together
    with them and waits does so, too, if it is clear who that is.
    """

    take: bool
    person: Annotated[int, ID_RANGE, Input(resolve=_resolve_person)] = Field(
        default=0, description="Number of the person in the register; 0: a new person."
    )
    alone: bool = Field(default=False, description="Not whoever registered together with them.")

    def list_sent(self) -> object:
        """Return the decision, and who is meant."""
        one = [self.application, As.TAKEN if self.take else As.DECLINED, self.person or None]
        return [*one, "alone"] if self.alone else one

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Decide it; "decided" where somebody has done so already."""
        row = here.tournament
        application = Application.objects.select_related("name").get(pk=self.application, tournament=row)
        if application.decided_as != As.OPEN:
            raise ActionRefused("decided")
        application.decided_as = As.TAKEN if self.take else As.DECLINED
        content: dict[str, Any] = {"application": application.pk, "as": application.decided_as}
        if self.take:
            application.entrant_id = content["entrant"] = self._enter(here, application)
        application.save(update_fields=["decided_as", "entrant"])
        if self.take and application.pair and not self.alone:
            self._take_partner(here, application)
        return content

    def _take_partner(self, here: Here, application: Application) -> None:
        waiting = filter_waiting(here.tournament).filter(pair=application.pair).select_related("name")
        for number, (partner, person) in enumerate(_find_clear_people(here.tournament, list(waiting)), 1):
            decision = DecideApplication(application=partner.pk, take=True, person=person, alone=True)
            # Without PlaceAction: the places are filled after this act.
            Action.perform_once(decision, here.tournament, build_group_key(here.key, number), here.who, "")
            here.tournament.refresh_from_db(fields=["version"])  # the act within has raised it

    def _enter(self, here: Here, application: Application) -> int:
        row, person = here.tournament, self.person or None
        # Where nobody of the club has looked, what is known of a person stays as it is.
        details = NO_DETAILS if person is not None and here.who == ANONYMOUS else clean_details(town=application.town)
        newcomer = Newcomer(application.name.text, person, new=person is None, details=details)
        ahead = Round.objects.filter(tournament=row, draw=None, closed=None).order_by("number")[:1]
        entry = EnterPeople(newcomers=[newcomer], rounds=[round_.number for round_ in ahead])
        done = entry.perform(row, f"{here.key}.in", here.who)
        row.refresh_from_db(fields=["version"])  # the act within has raised it
        entrant: int = parse_content(done)["entrants"][0]
        return entrant


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
    waiting = split_line(filter_waiting(row).select_related("name").order_by("at", "pk"), free).ahead
    people = _find_clear_people(row, waiting) if waiting else []
    for application, person in people:
        decision = DecideApplication(application=application.pk, take=True, person=person, alone=True)
        # Without PlaceAction: this loop goes through all who wait.
        Action.perform_once(decision, row, _compute_act_key(application.key), ANONYMOUS, "")
    return [application.pk for application, _person in people]


def _find_clear_people(row: Tournament, waiting: Sequence[Application]) -> list[tuple[Application, int]]:
    """Return those of whom it is clear who they are (ids of persons, 0: a new one); of a group, all or nobody."""
    index, clear, namesakes = load_entrant_index(row, asked_often=len(waiting) > 1), [], NameIndex(())
    players = set(Entrant.objects.filter(tournament=row, withdrawn=None).values_list("person", flat=True))
    for unit in list_units(waiting):
        people, names = [], NameIndex(())
        for application in unit:
            name = application.name.text
            person, is_clear = find_clear_person(index, name, application.town)
            if is_clear and person not in players and not (namesakes.find_similar(name) or names.find_similar(name)):
                people.append((application, person or 0))
            names.add(name)
        if len(people) == len(unit):
            clear += people
            for name in names.names:
                namesakes.add(name)
    return clear


def _compute_act_key(key: str) -> str:
    """Return the key of the act that gives a place to the application with this key.

    It has nothing of the application's id, which is another one after an import; a key of full length would not fit.
    """
    return f"{BY_ITSELF}{hashlib.md5(key.encode(), usedforsecurity=False).hexdigest()}"


def find_clear_person(index: EntrantIndex, name: str, town: str = "") -> tuple[int | None, bool]:
    """Return the person whom a name means, none for a new one; and whether that is clear without asking.

    Two of the same name are told apart by the town; whoever is known from elsewhere may be somebody else.
    """
    similar = find_similar_people(index, name, PersonFacts(town=town))
    namesakes = [other for other in similar if other.why == SAME]
    if not namesakes:
        return None, not similar
    fitting = [other.person for other in namesakes if not other.against]
    return (fitting[0], True) if len(fitting) == 1 else (None, False)
