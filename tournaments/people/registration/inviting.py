"""Invitations to a tournament: registrations of people whom the club asks, and who answer yes or no.

Such a registration is open like others, but it waits for its person: nobody else confirms it, and it is in no line.
"""

from collections import Counter
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from django.utils.translation import gettext_lazy as _
from pydantic import Field

from scoring.book.ledger.entries import create_note
from tarockclub.kit.form_fields import TickField
from tarockclub.kit.time_source import now
from tarockclub.models import Person
from tournaments.core.actions.base import ID_RANGE, Input, Operation, action
from tournaments.core.actions.targets import TOURNAMENT, Here
from tournaments.core.acts import ActionRefused, Kind, must_not_have_ended, must_take_place, parse_content
from tournaments.models import Act, Application, Entrant, Tournament
from tournaments.people.entrants.applications import (
    APPLICATION_PATH,
    APPLIED_SPEC,
    ApplicationAction,
    DecideApplication,
    RegistrationAction,
    is_full,
)
from tournaments.people.registration.actions import MOST_OF_ALL, compute_registration_digest, find_own_secret

MOST_AT_ONCE = 500
As = Application.As


def _resolve_people(spot: Tournament, numbers: list[int]) -> list[int]:
    people = dict(Person.objects.filter(club=spot.club_id, number__in=numbers).values_list("number", "pk"))
    if not people.keys() >= set(numbers):
        raise ActionRefused("nobody_known")
    return [people[number] for number in numbers]


People = Annotated[
    list[int],
    Input(
        resolve=_resolve_people,
        body=Annotated[list[Annotated[int, ID_RANGE]], Field(min_length=1, max_length=MOST_AT_ONCE)],
    ),
]


@action(
    replace(
        APPLIED_SPEC,
        operations=(Operation(TOURNAMENT, "registrations/invite", "invite_people"),),
        schema=("Inviting", "People who are invited; their numbers in the register."),
    )
)
class InvitePeople(RegistrationAction):
    """Invite people of the register; whoever has been invited or takes part is left out.

    How they were chosen is kept, so that who is next can be shown when somebody declines.
    """

    people: People
    season: str = Field(
        default="", pattern=r"^[0-9a-f-]{0,36}$", description="By whose standings they were chosen (slug)."
    )
    first: int = Field(default=0, ge=0, description="So many from the first place on; 0: everybody.")
    least: int = Field(default=0, ge=0, description="With at least so many tournaments.")

    def list_sent(self) -> object:
        """Return them in order."""
        return ["invite", sorted(self.people)]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Make a registration for each, with a link of its own; "too_many_applications"."""
        row = here.tournament
        must_take_place(row)
        applications = Application.objects.filter(tournament=row)
        involved = {*applications.values_list("invited", flat=True)}
        involved |= {*Entrant.objects.filter(tournament=row).values_list("person", flat=True)}
        new = Person.objects.filter(club=row.club_id, pk__in=self.people, erased=None).exclude(pk__in=involved - {None})
        if applications.count() + len(new) > MOST_OF_ALL:
            raise ActionRefused("too_many_applications")
        registrations = [
            self._create_registration(here, f"{here.key[:48]}.{person.number}", person)
            for person in new.order_by("number")
        ]
        chosen = {"season": self.season, "first": self.first, "least": self.least} if self.season else {}
        return {"invited": [application.pk for application in registrations], **chosen}

    def _create_registration(self, here: Here, key: str, person: Person) -> Application:
        row, note = here.tournament, create_note(person.name, here.tournament.club_id)
        if note is None:
            raise ActionRefused("nobody_known")
        return Application.objects.create(
            tournament=row,
            name=note,
            town=person.town,
            own_digest=compute_registration_digest(find_own_secret(row, key)),
            key=key,
            at=now(),
            invited=person,
        )


@action(
    replace(
        APPLIED_SPEC,
        operations=(
            Operation(
                TOURNAMENT,
                "registrations/{int:application}/answer",
                "answer_invitation",
                path_values=APPLICATION_PATH,
            ),
        ),
        schema=("Answer", "The answer to an invitation."),
    )
)
class AnswerInvitation(ApplicationAction):
    """Say whether somebody who was invited comes; who comes takes part, or waits where all places are taken."""

    comes: Annotated[bool, Input(TickField)]
    refusals: ClassVar = {"answered": _("This invitation has been answered.")}

    def list_sent(self) -> object:
        """Return whose answer it is."""
        return ["answer", self.application, self.comes]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Note it; "answered" where there is an answer."""
        (must_take_place if self.comes else must_not_have_ended)(here.tournament)
        application = Application.objects.select_related("invited").get(pk=self.application, tournament=here.tournament)
        if application.decided_as != As.OPEN or application.invited is None:
            raise ActionRefused("answered")
        if self.comes and not is_full(here.tournament):
            person = application.invited.merged_into_id or application.invited.pk
            return DecideApplication(application=application.pk, take=True, person=person).carry_out(here)
        if self.comes:
            application.invited, application.at = None, now()
        else:
            application.decided_as = As.GONE
        application.save(update_fields=["invited", "at", "decided_as"])
        return {"application": application.pk, "as": application.decided_as}


def find_latest_choice(tournament: Tournament) -> dict[str, Any]:
    """Return by which season people were invited last, and how far down: season, first, least; {} if by none."""
    acts = Act.objects.filter(tournament=tournament, kind=Kind.APPLIED, said__contains='"season":')
    latest = acts.order_by("-sequence").first()
    if latest is None:
        return {}
    content = parse_content(latest)
    return {name: content[name] for name in ("season", "first", "least") if content[name]}


def count_answers(tournament: Tournament) -> Counter[str]:
    """Count the people who were invited, by their answers (As)."""
    rows = Application.objects.filter(tournament=tournament).exclude(invited=None)
    return Counter(rows.values_list("decided_as", flat=True))
