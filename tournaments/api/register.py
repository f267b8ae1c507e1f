"""The club's register of players; those who have entered themselves by a link."""

import uuid
from datetime import datetime

from django.http import Http404, HttpRequest
from django.urls import reverse
from pydantic import Field

from tarockclub.api.authentication import DIRECTOR, SECRETARY, staff_account
from tarockclub.api.operations import Part
from tarockclub.api.schemas import Done, Keyed, KeyOnly, MayBeKeyed, Name, Number, Out, key_if_given, key_of
from tarockclub.models import Person
from tournaments.api.common import FAILS, name_in, own, refusals, who
from tournaments.models import Application, Tournament
from tournaments.register import selectors
from tournaments.register.services import erase, merge, rename
from tournaments.registration import services

part = Part("register", "The club's register of players, and self-registrations by a link.")
As = Application.As
_PAGE = 200  # persons in one answer
_NO_KEY = MayBeKeyed()


class PersonOut(Out):
    """A person in the register."""

    number: Number
    name: str
    tournaments: Number = Field(description="Number of tournaments entered.")


class PersonsOut(Out):
    """Persons whose names contain all requested words."""

    persons: list[PersonOut]
    all: Number = Field(description=f"The total number; a response contains at most {_PAGE}.")


class Renaming(MayBeKeyed):
    """Another name."""

    name: Name


class Merging(MayBeKeyed):
    """Another entry of the register for the same person."""

    number: Number


class ErasedOut(Out):
    """The name displayed from now on."""

    name: str


class LinkOut(Out):
    """The link for self-registration, returned only once."""

    path: str


class ApplicationOut(Out):
    """A self-registration that is waiting for confirmation."""

    id: Number
    name: str
    at: datetime


class ApplicationsOut(Out):
    """Self-registrations waiting for confirmation."""

    open: bool = Field(description="Whether the link is open.")
    applications: list[ApplicationOut]


class Deciding(Keyed):
    """A decision about a self-registration."""

    take: bool
    person: Number = Field(default=0, description="Number of the person in the register; 0: a new person.")


def _person(request: HttpRequest, number: int) -> Person:
    found = Person.objects.filter(club=staff_account(request).club_id, number=number).select_related("club").first()
    if found is None:
        raise Http404
    return found


@part.get("persons", gives=PersonsOut, door=SECRETARY)
def list_persons(request: HttpRequest, q: str = "", after: Number = 0) -> PersonsOut:
    """The register: whose name has all words of `q`, in order of their numbers, after the number `after`."""
    found = selectors.found(staff_account(request).club_id, q[:80])
    rows = found.filter(number__gt=after).order_by("number")[:_PAGE]
    persons = [PersonOut(number=one.number, name=one.name, tournaments=vars(one)["tournaments"]) for one in rows]
    return PersonsOut(persons=persons, all=found.count())


@part.post("persons/{int:number}/rename", gives=Done, door=SECRETARY, fails=FAILS)
def rename_person(request: HttpRequest, number: Number, body: Renaming) -> Done:
    """Rename a person; the new name appears everywhere."""
    key_if_given(request, body)
    person = _person(request, number)
    with refusals():
        rename(person, name_in(body.name), who(request))
    return Done()


@part.post("persons/{int:number}/merge", gives=Done, door=SECRETARY, fails=FAILS)
def merge_person(request: HttpRequest, number: Number, body: Merging) -> Done:
    """Merge another entry of the register for the same person into this one."""
    key_if_given(request, body)
    kept, gone = _person(request, number), _person(request, body.number)
    with refusals():
        merge(kept, gone, who(request))
    return Done()


@part.post("persons/{int:number}/erase", gives=ErasedOut, door=DIRECTOR, fails=FAILS)
def erase_person(request: HttpRequest, number: Number, body: MayBeKeyed = _NO_KEY) -> ErasedOut:
    """Erase a person's name permanently."""
    key_if_given(request, body)
    person = _person(request, number)
    with refusals():
        return ErasedOut(name=erase(person, who(request)))


@part.get("tournaments/{uuid:slug}/registration", gives=ApplicationsOut, door=SECRETARY, fails=(404,))
def list_applications(request: HttpRequest, slug: uuid.UUID) -> ApplicationsOut:
    """List the self-registrations that are waiting for confirmation."""
    tournament = own(request, slug)
    rows = Application.objects.filter(tournament=tournament, decided_as=As.OPEN).select_related("name")
    waiting = [ApplicationOut(id=one.pk, name=one.name.text, at=one.at) for one in rows.order_by("at", "pk")]
    return ApplicationsOut(open=bool(tournament.register_digest), applications=waiting)


@part.post("tournaments/{uuid:slug}/registration/open", gives=LinkOut, door=SECRETARY, fails=FAILS)
def open_registration(request: HttpRequest, slug: uuid.UUID, body: KeyOnly) -> LinkOut:
    """Open self-registration by a new link; the previous one is no longer valid. Nobody else may know the key."""
    tournament = own(request, slug)
    with refusals():
        secret = services.open_link(tournament.pk, key_of(request, body), who(request))
    return LinkOut(path=reverse("apply", args=[secret]))


@part.post("tournaments/{uuid:slug}/registration/close", gives=Done, door=SECRETARY, fails=FAILS)
def close_registration(request: HttpRequest, slug: uuid.UUID, body: KeyOnly) -> Done:
    """Close self-registration."""
    tournament = own(request, slug)
    with refusals():
        services.close_link(tournament.pk, key_of(request, body), who(request))
    return Done()


@part.post("tournaments/{uuid:slug}/registration/{int:application}", gives=Done, door=SECRETARY, fails=FAILS)
def decide_application(request: HttpRequest, slug: uuid.UUID, application: Number, body: Deciding) -> Done:
    """Confirm or decline a self-registration."""
    found = _application(own(request, slug), application)
    person = _person(request, body.person) if body.person else None
    with refusals():
        as_ = As.TAKEN if body.take else As.DECLINED
        services.decide(found, key_of(request, body), as_, person, who(request))
    return Done()


def _application(tournament: Tournament, application: int) -> Application:
    found = Application.objects.filter(tournament=tournament, pk=application).first()
    if found is None:
        raise Http404
    return found
