"""Acts of a tournament tell people about them: those concerned, each the own, once, and nobody of another club."""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import translation
from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tarockclub.models import Club, Message, Person
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.accounts.persons import create_person, load_first_club
from tarockclub.platform.messages import services
from tarockclub.platform.messages.services import DATE, INVITATION, PLACE, RESULT, SEAT, add_address
from tests.tournaments.results.standings.played_tables import over, published
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.around.rehearsal.services import begin_rehearsal
from tournaments.core.acts import Kind
from tournaments.core.editions import FINAL
from tournaments.models import Act, Entrant, Tournament
from tournaments.people.entrants.own_codes import build_own_path
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.people.register.services import merge
from tournaments.people.registration import actions
from tournaments.people.registration.actions import Details
from tournaments.people.registration.inviting import InvitePeople

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_process(monkeypatch):
    """Nothing is sent: what waits is read."""
    monkeypatch.setattr(services, "start_runner", lambda _kind: None)


def listen(*names, club=None):
    """Let these people have addresses: new ones, or those of the register."""
    club = club or load_first_club()
    for name in names:
        person = Person.objects.filter(club=club, name=name).first() or create_person(club, name)
        add_address(person, "mail", f"{person.pk}@example.org", ANONYMOUS, agreed=True)


def read():
    """The messages that wait: whom they are for, their kind and sentence."""
    rows = Message.objects.order_by("pk").values_list("address__person__name", "kind", "text", "address__value")
    assert all(value == f"{Person.objects.get(name=name).pk}@example.org" for name, _kind, _text, value in rows)
    return [row[:3] for row in rows]


def create_coming(**settings):
    made = factories.tournament(**settings)
    Tournament.objects.filter(pk=made.pk).update(day=localdate(now()) + timedelta(days=3))
    return Tournament.objects.get(pk=made.pk)


def register(of, name):
    return actions.submit_application(of, new_key(), name, "", Details())


def test_whoever_moves_up_from_the_waiting_list_is_told_and_nobody_else():
    of = create_coming()
    acts.change_invitation(of.pk, new_key(), InvitationDetails(is_public=True, registration="auto", most=1))
    listen("Anna Auer", "Berta Bauer", "Cilli Cerny")
    anna, _berta, _cilli = (register(of, name) for name in ("Anna Auer", "Berta Bauer", "Cilli Cerny"))
    assert [row[:2] for row in read()] == [("Anna Auer", PLACE)]
    acts.withdraw_application(anna, new_key())
    told = read()
    assert [row[:2] for row in told] == [("Anna Auer", PLACE), ("Berta Bauer", PLACE)]
    assert told[1][2].startswith("Du spielst bei „Dreikönigsturnier“ am ")
    path = Message.objects.latest("pk").path
    assert path == build_own_path(Entrant.objects.get(person__name="Berta Bauer"))
    assert Client().get(path).status_code == 200


def test_a_place_that_is_rolled_back_tells_nobody():
    of = create_coming()
    acts.change_invitation(of.pk, new_key(), InvitationDetails(is_public=True, registration="auto", most=1))
    listen("Anna Auer")
    with suppress(ZeroDivisionError), transaction.atomic():
        register(of, "Anna Auer")
        raise ZeroDivisionError
    assert read() == []


def test_a_date_that_is_cancelled_moved_or_kept_after_all_is_told_to_all_who_come():
    of = create_coming()
    factories.enter_people(of, "Anna", "Bruno", "Clara")
    listen("Anna", "Bruno", "David")
    acts.withdraw(of.pk, new_key(), Entrant.objects.get(person__name="Bruno").pk)
    key = new_key()
    for _twice in range(2):
        acts.cancel(of, key)
    acts.take_back(Kind.DATE)
    of.refresh_from_db()
    acts.move(of, new_key(), of.day + timedelta(days=7))
    acts.take_back(Kind.DATE)
    told = [text for name, kind, text in read() if (name, kind) == ("Anna", DATE)]
    assert len(told) == len(read()) == 4
    states = list(Message.objects.order_by("pk").values_list("state", flat=True))
    assert states == ["stopped", "waiting", "stopped", "waiting"]
    assert told[0] == ""
    assert "findet doch statt" in told[1]
    assert told[2] == ""
    assert "verschoben" in told[3]


def test_each_is_told_the_own_seat_and_again_only_if_it_is_another():
    of, first = factories.make_entered_round(8)
    listen(*(f"Spieler {number}" for number in range(1, 9)))
    acts.draft(first, new_key())
    acts.publish_draw(first, new_key(), 1)
    told = read()
    assert len(told) == 8
    assert {kind for _name, kind, _text in told} == {SEAT}
    seats = {(text.split("Tisch ")[1]) for _name, _kind, text in told}
    assert len(seats) == 8
    players = list(Entrant.objects.filter(tournament=of).order_by("number")[:2])
    acts.swap(first, new_key(), 1, [player.pk for player in players])
    acts.publish_draw(first, new_key(), 2, reason="vertauscht")
    again = [name for name, _kind, _text in read()[8:]]
    assert set(again) <= {"Spieler 1", "Spieler 2"}
    assert again


def test_the_final_result_is_told_with_the_own_place_alone():
    of, first, (one, other) = factories.whole(8)
    listen("Spieler 1", "Spieler 2", "Gast")
    over(first, (one, (10, -10, 5, -5)), (other, (1, -1, 2, -2)))
    published(of, 1)
    assert read() == []
    published(of, FINAL, confirmed=True)
    assert [(name, kind) for name, kind, _text in read()] == [("Spieler 1", RESULT), ("Spieler 2", RESULT)]
    assert [text.rpartition(" ")[2] for _name, _kind, text in read()] == ["1.", "8."]


def test_invited_people_are_asked_by_their_own_link():
    of = create_coming()
    listen("Anna", "Bruno")
    people = list(Person.objects.filter(name__in=("Anna", "Bruno")).values_list("number", flat=True))
    InvitePeople.build(people=[*Person.objects.filter(number__in=people).values_list("pk", flat=True)]).perform(
        of, new_key(), ANONYMOUS
    )
    assert [(name, kind) for name, kind, _text in read()] == [("Anna", INVITATION), ("Bruno", INVITATION)]
    paths = list(Message.objects.values_list("path", flat=True))
    assert len(set(paths)) == 2
    assert "Anna" in Client().get(paths[0]).content.decode()


def test_the_language_of_the_staff_is_not_that_of_the_message():
    of = create_coming()
    factories.enter_people(of, "Anna")
    with translation.override("en"):
        listen("Anna")
    with translation.override("de"):
        acts.cancel(of, new_key())
    assert "does not take place" in read()[0][2]


def test_people_of_the_same_name_in_another_club_are_told_nothing():
    other = Club.objects.create(name="Nachbarn")
    of = create_coming()
    factories.enter_people(of, "Anna")
    listen("Anna", club=other)
    acts.cancel(of, new_key())
    assert not Message.objects.exists()


def test_a_rehearsal_tells_nobody():
    of = factories.tournament()
    factories.people(of, 8)
    listen("Spieler 1")
    made = begin_rehearsal(of, new_key())
    assert Act.objects.filter(tournament=made, kind=Kind.PUBLISHED_DRAW).exists()
    assert not Message.objects.exists()


def test_two_entries_of_one_person_are_told_once_and_an_undone_merge_changes_nothing():
    of = create_coming()
    (entrant,) = factories.enter_people(of, "Anna")
    listen("Anna", "Anna Mayer")
    other = Person.objects.get(name="Anna Mayer")
    merge(entrant.person, other)
    acts.cancel(of, new_key())
    assert sorted(Message.objects.values_list("address__person", flat=True)) == sorted([entrant.person_id, other.pk])
