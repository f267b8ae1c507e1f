"""A name typed with a comma means the same at every place where somebody is entered."""

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.models import Person
from tarockclub.platform.accounts.persons import clean_details, create_person
from tarockclub.platform.accounts.secret_links import draw_secret
from tests.support.accounts import log_in, make_account
from tests.support.programs import create_program
from tests.tournaments.support import acts, factories
from tournaments.models import Application, Entrant, Tournament
from tournaments.people.name_lists.candidates import Newcomer, Question, identify

pytestmark = pytest.mark.django_db
OUTCOMES = {
    "Lind, Ada": ("Ada Lind", ""),
    "Cora Berg, Wien": ("Cora Berg", "Wien"),
    "Dora Falk, jun.": ("Dora Falk jun.", ""),
}


def enter_at_desk(of, typed):
    log_in().post(reverse("add_entrant", args=[of.slug]), {"key": factories.new_key(), "name": typed})
    return find_person()


def enter_at_door(of, typed):
    factories.round_(of)
    log_in().post(reverse("door", args=[of.slug]), {"key": factories.new_key(), "name": typed})
    return find_person()


def enter_by_program(of, typed):
    program = create_program(make_account("director"))
    body = {"key": factories.new_key(), "entrants": [{"name": typed}]}
    program.send(f"tournaments/{of.slug}/entrants", body)
    return find_person()


def sign_up(of, typed):
    secret = acts.open_link(of.pk, draw_secret())
    Client().post(reverse("apply", args=[secret]), {"key": factories.new_key(), "name": typed})
    application = Application.objects.select_related("name").get()
    return application.name.text, application.town


def sign_up_by_program(of, typed):
    program = create_program(make_account("director"))
    program.send(f"tournaments/{of.slug}/registrations", {"key": factories.new_key(), "name": typed})
    application = Application.objects.select_related("name").get()
    return application.name.text, application.town


def find_person():
    person = Person.objects.filter(account=None).latest("pk")
    return person.name, person.town


@pytest.mark.heavy_but("sign_up-Lind, Ada")
@pytest.mark.parametrize("typed", OUTCOMES)
@pytest.mark.parametrize("enter", [enter_at_desk, enter_at_door, enter_by_program, sign_up, sign_up_by_program])
def test_a_comma_means_the_same_wherever_somebody_is_entered(enter, typed):
    of: Tournament = factories.tournament()
    assert enter(of, typed) == OUTCOMES[typed]


@pytest.mark.parametrize("enter", [enter_at_desk, enter_at_door, enter_by_program])
def test_a_namesake_from_elsewhere_is_never_taken_for_who_is_known(enter):
    of: Tournament = factories.tournament()
    known = create_person(of.club, "Cora Berg")
    Person.objects.filter(pk=known.pk).update(town="Linz")
    enter(of, "Cora Berg, Wien")
    assert not Entrant.objects.exists()
    assert isinstance(identify(of, "Cora Berg", town="Wien"), Question)
    enter(of, "Cora Berg, Linz")
    assert Entrant.objects.get().person == known


def test_a_program_is_told_that_a_name_may_be_of_somebody_else():
    of: Tournament = factories.tournament()
    acts.enter(of.pk, factories.new_key(), [Newcomer("Cora Berg", details=clean_details("Linz"))])
    body = {"key": factories.new_key(), "entrants": [{"name": "Cora Berg, Wien"}]}
    answer = create_program(make_account("director")).send(f"tournaments/{of.slug}/entrants", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "namesake")
