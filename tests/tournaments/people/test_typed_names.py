"""A name typed with a comma means the same at every place where somebody is entered."""

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.models import Person
from tarockclub.platform.accounts.secret_links import draw_secret
from tests.support.accounts import log_in, make_account
from tests.support.programs import create_program
from tests.tournaments.support import acts, factories
from tournaments.models import Application, Tournament

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
    assert program.send(f"tournaments/{of.slug}/entrants", body).status_code == 200
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


@pytest.mark.parametrize("typed", OUTCOMES)
@pytest.mark.parametrize("enter", [enter_at_desk, enter_at_door, enter_by_program, sign_up, sign_up_by_program])
def test_a_comma_means_the_same_wherever_somebody_is_entered(enter, typed):
    of: Tournament = factories.tournament()
    assert enter(of, typed) == OUTCOMES[typed]
