"""Players enter themselves by a link that can be closed and replaced; the director confirms each of them."""

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club, lock_club
from tarockclub.platform.accounts.secret_links import draw_secret
from tests.support.shared_rows import share_rows
from tests.tournaments.support import factories
from tests.tournaments.support.registration_acts import close_link, decide_waiting, open_link
from tournaments.core.acts import ActionRefused
from tournaments.models import Application, Entrant, Presence, Tournament
from tournaments.people.registration import services
from tournaments.people.registration.services import As

pytestmark = pytest.mark.django_db


@share_rows
def of():
    return factories.tournament()


@share_rows
def secret(of):
    return open_link(of.pk, draw_secret())


def test_only_the_hash_of_a_link_is_kept_and_the_newest_counts(of):
    first = open_link(of.pk, draw_secret())
    assert services.find_open_tournament(first) == of
    second = open_link(of.pk, draw_secret())
    assert (services.find_open_tournament(first), services.find_open_tournament(second)) == (None, of)
    row = Tournament.objects.get(pk=of.pk)
    assert second not in str(vars(row)) + "".join(of.acts.values_list("said", flat=True))
    close_link(of.pk, factories.new_key())
    assert services.find_open_tournament(second) is None


def test_a_tap_that_arrives_twice_makes_one_link(of):
    key = draw_secret()
    assert open_link(of.pk, key) == open_link(of.pk, key)


@pytest.mark.parametrize("wrong", ["", "x", "0" * 32, "0" * 33])
def test_what_is_no_link_opens_nothing(of, wrong):
    assert services.find_open_tournament(wrong) is None


def test_somebody_enters_himself_once_and_is_confirmed_once(of, secret):
    round_ = factories.round_(of)
    key = factories.new_key()
    applied = services.submit_application(of, key, "Anna Maier")
    assert services.submit_application(of, key, "Anna Maier") == applied
    assert not Entrant.objects.exists()
    decided = factories.new_key()
    for _twice in range(2):
        decide_waiting(applied, decided, As.TAKEN)
    entrant = Entrant.objects.get()
    assert entrant.person.name == "Anna Maier"
    assert Presence.objects.get(round=round_).entrant == entrant
    with pytest.raises(ActionRefused, match="decided"):
        decide_waiting(applied, factories.new_key(), As.DECLINED)


def test_who_is_known_is_confirmed_as_that_person(of, secret):
    anna = find_or_create_person(lock_club(load_first_club()), "Anna Maier")
    decide_waiting(
        services.submit_application(of, factories.new_key(), "Maier Anna"), factories.new_key(), As.TAKEN, anna
    )
    assert Entrant.objects.get().person == anna


def test_no_more_than_so_many_wait(of, secret, monkeypatch):
    monkeypatch.setattr(services, "MOST_OPEN", 3)
    for number in range(3):
        services.submit_application(of, factories.new_key(), f"Spieler {number}")
    with pytest.raises(ActionRefused, match="too_many_applications"):
        services.submit_application(of, factories.new_key(), "Noch einer")


def test_the_public_page_takes_a_name_and_says_that_it_waits(of, secret):
    phone = Client()
    page = reverse("apply", args=[secret])
    assert phone.get(page).status_code == 200
    assert phone.post(page, {"key": factories.new_key(), "name": "  "}).status_code == 400
    assert phone.post(page, {"key": factories.new_key(), "name": "Anna  Maier"}).status_code == 302
    assert Application.objects.get().name.text == "Anna Maier"
    close_link(of.pk, factories.new_key())
    assert phone.get(page).status_code == 404


def test_no_address_enters_hundreds(of, secret, monkeypatch):
    monkeypatch.setattr("tournaments.people.registration.views.FROM_ONE_ADDRESS", 2)
    phone = Client()
    answers = [
        phone.post(
            reverse("apply", args=[secret]), {"key": factories.new_key(), "name": f"Spieler {number}"}
        ).status_code
        for number in range(3)
    ]
    assert answers == [302, 302, 429]
    assert Application.objects.count() == 2


def test_the_staff_makes_the_link_and_confirms_with_one_tap(of, director):
    page = reverse("registration", args=[of.slug])
    shown = director.post(page, {"key": draw_secret(), "what": "open"})
    secret = shown.context["card"].address.rstrip("/").rpartition("/")[2]
    opened = services.find_open_tournament(secret)
    assert opened is not None
    applied = services.submit_application(opened, factories.new_key(), "Anna Maier")
    assert "Anna Maier" in director.get(page).content.decode()
    director.post(page, {"key": factories.new_key(), "take": str(applied.pk)})
    assert Entrant.objects.get().person.name == "Anna Maier"
    director.post(page, {"key": factories.new_key(), "what": "close"})
    assert services.find_open_tournament(secret) is None
