"""Players enter themselves by a link, the director confirms each; the words of a registration are gone in time."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tarockclub.models import Note
from tarockclub.office.privacy.erasing import delete_overdue, erase
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club, lock_club
from tarockclub.platform.accounts.secret_links import draw_secret
from tests.support.shared_rows import share_rows
from tests.tournaments.support import acts, factories
from tournaments.core.acts import ActionRefused
from tournaments.models import Application, Entrant, Presence, Tournament
from tournaments.people.registration import actions
from tournaments.people.registration.actions import As, Details

pytestmark = pytest.mark.django_db


@share_rows
def of():
    return factories.tournament()


@share_rows
def secret(of):
    return acts.open_link(of.pk, draw_secret())


def test_only_the_hash_of_a_link_is_kept_and_the_newest_counts(of):
    first = acts.open_link(of.pk, draw_secret())
    assert actions.find_open_tournament(first) == of
    second = acts.open_link(of.pk, draw_secret())
    assert (actions.find_open_tournament(first), actions.find_open_tournament(second)) == (None, of)
    row = Tournament.objects.get(pk=of.pk)
    assert second not in str(vars(row)) + "".join(of.acts.values_list("said", flat=True))
    acts.close_link(of.pk, factories.new_key())
    assert actions.find_open_tournament(second) is None


def test_a_tap_that_arrives_twice_makes_one_link(of):
    key = draw_secret()
    assert acts.open_link(of.pk, key) == acts.open_link(of.pk, key)


@pytest.mark.parametrize("wrong", ["", "x", "0" * 32, "0" * 33])
def test_what_is_no_link_opens_nothing(of, wrong):
    assert actions.find_open_tournament(wrong) is None


def test_somebody_enters_himself_once_and_is_confirmed_once(of, secret):
    round_ = factories.round_(of)
    key = factories.new_key()
    applied = actions.submit_application(of, key, "Anna Maier")
    assert actions.submit_application(of, key, "Anna Maier") == applied
    assert not Entrant.objects.exists()
    decided = factories.new_key()
    for _twice in range(2):
        acts.decide_waiting(applied, decided, As.TAKEN)
    entrant = Entrant.objects.get()
    assert entrant.person.name == "Anna Maier"
    assert Presence.objects.get(round=round_).entrant == entrant
    with pytest.raises(ActionRefused, match="decided"):
        acts.decide_waiting(applied, factories.new_key(), As.DECLINED)


def test_who_is_known_is_confirmed_as_that_person(of, secret):
    anna = find_or_create_person(lock_club(load_first_club()), "Anna Maier")
    acts.decide_waiting(
        actions.submit_application(of, factories.new_key(), "Maier Anna"), factories.new_key(), As.TAKEN, anna
    )
    assert Entrant.objects.get().person == anna


def test_no_more_than_so_many_wait(of, secret, monkeypatch):
    monkeypatch.setattr(actions, "MOST_OPEN", 3)
    for number in range(3):
        actions.submit_application(of, factories.new_key(), f"Spieler {number}")
    with pytest.raises(ActionRefused, match="too_many_applications"):
        actions.submit_application(of, factories.new_key(), "Noch einer")


def test_the_public_page_takes_a_name_and_says_that_it_waits(of, secret):
    phone = Client()
    page = reverse("apply", args=[secret])
    assert phone.get(page).status_code == 200
    assert phone.post(page, {"key": factories.new_key(), "name": "  "}).status_code == 400
    assert phone.post(page, {"key": factories.new_key(), "name": "Anna  Maier"}).status_code == 302
    assert Application.objects.get().name.text == "Anna Maier"
    acts.close_link(of.pk, factories.new_key())
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
    opened = actions.find_open_tournament(secret)
    assert opened is not None
    applied = actions.submit_application(opened, factories.new_key(), "Anna Maier")
    assert "Anna Maier" in director.get(page).content.decode()
    director.post(page, {"key": factories.new_key(), "take": str(applied.pk)})
    assert Entrant.objects.get().person.name == "Anna Maier"
    director.post(page, {"key": factories.new_key(), "what": "close"})
    assert actions.find_open_tournament(secret) is None


TEXTS = Details("Wels", "Berta Partner", "Mit dem Rollstuhl")


def apply_with_texts(of, name):
    return actions.submit_application(of, factories.new_key(), name, "", TEXTS)


def list_kept_texts():
    """All texts of registrations that can still be read."""
    return sorted(Note.objects.exclude(text="").values_list("text", flat=True))


def test_with_a_person_everything_goes_that_was_typed(of, secret):
    application = apply_with_texts(of, "Anna Auer")
    acts.decide_waiting(application, factories.new_key(), As.TAKEN)
    assert Entrant.objects.get().person.town == "Wels"
    erase(Entrant.objects.get().person)
    assert list_kept_texts() == []
    application.refresh_from_db()
    assert (application.town, application.own_digest) == ("", "")
    assert actions.find_own_application(of, actions.find_own_secret(of, application.key)) is None


def test_after_the_time_of_the_club_only_who_takes_part_is_still_named(of, secret):
    taken, declined, gone, waits = (apply_with_texts(of, name) for name in ("Anna A", "Berta B", "Cilli C", "Dora D"))
    acts.decide_waiting(taken, factories.new_key(), As.TAKEN)
    acts.decide_waiting(declined, factories.new_key(), As.DECLINED)
    acts.withdraw_application(gone, factories.new_key())
    assert delete_overdue() == 0
    long_ago = now() - timedelta(days=100)
    Application.objects.update(at=long_ago)
    Tournament.objects.filter(pk=of.pk).update(day=localdate(long_ago))
    assert delete_overdue() == 3
    assert list_kept_texts() == sorted(["Anna A", TEXTS.partner, TEXTS.remark])
    assert delete_overdue() == 0
    waits.refresh_from_db()
    assert waits.own_digest == ""
