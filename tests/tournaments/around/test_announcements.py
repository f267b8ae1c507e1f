"""Acts of a tournament tell people about them: those concerned, each the own, once, and nobody of another club."""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tarockclub.models import Club, Message, MessageAddress, Person
from tarockclub.office.privacy.erasing import delete_overdue, erase
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.accounts.persons import create_person, load_first_club
from tarockclub.platform.messages import services
from tarockclub.platform.messages.services import (
    CONFIRMATION,
    DATE,
    INVITATION,
    PLACE,
    RESULT,
    ROUND,
    SEAT,
    add_address,
    confirm_address,
    queue_password_link,
    stop_kinds,
)
from tarockclub.platform.messages.views import MOST_NEW
from tests.support.accounts import log_in, make_account
from tests.tournaments.results.standings.played_tables import over, published
from tests.tournaments.seasons.season import seasons
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.around.rehearsal.services import begin_rehearsal
from tournaments.core.acts import Kind
from tournaments.core.editions import FINAL
from tournaments.models import Act, Application, Entrant, Season, Tournament
from tournaments.people.entrants.own_codes import build_own_path
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.people.register.services import merge
from tournaments.people.registration import actions
from tournaments.people.registration.actions import Details
from tournaments.people.registration.inviting import InvitePeople
from tournaments.seasons.season.publishing import PublishStanding

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
    stop_kinds(MessageAddress.objects.get(person__name="Spieler 1"), ())  # asks for each round, too
    published(of, 1)
    ((name, kind, text),) = read()
    assert (name, kind) == ("Spieler 1", ROUND)
    assert "Runde 1 von" in text
    Message.objects.all().delete()
    published(of, FINAL, confirmed=True)
    assert [(name, kind) for name, kind, _text in read()] == [("Spieler 1", RESULT), ("Spieler 2", RESULT)]
    assert [text.rpartition(" ")[2] for _name, _kind, text in read()] == ["1.", "8."]


def test_the_final_standing_of_a_season_is_told_with_the_own_place():
    cup = seasons.season()
    seasons.day(cup, "Anna", "Bert")
    listen("Anna", "Gast")
    PublishStanding(seen=seasons.sign(cup), confirmed=True).perform(Season.objects.get(pk=cup.pk), new_key())
    ((name, kind, text),) = read()
    assert (name, kind, text.rpartition(" ")[2]) == ("Anna", RESULT, "1.")
    assert Client().get(Message.objects.get().path).status_code == 200


@pytest.fixture
def mail(settings):
    settings.DEFAULT_FROM_EMAIL, settings.SITE_ADDRESS = "tarock@example.org", "https://tarock.example.org"


def sign_up(of, name, mail, **more):
    """Register on the public page, and return the address that was typed there."""
    sent = {"key": new_key(), "name": name, "mail": mail, **more}
    assert Client().post(reverse("sign_up", args=[of.slug]), sent).status_code == 302
    return Application.objects.latest("pk").address


def invite(registration="ask", most=0):
    of = create_coming()
    acts.change_invitation(of.pk, new_key(), InvitationDetails(is_public=True, registration=registration, most=most))
    return of


def list_told():
    """The addresses that were told something, with its kind and sentence."""
    return list(Message.objects.order_by("pk").values_list("address__value", "kind", "text"))


def test_who_is_in_no_register_is_asked_at_the_typed_address_and_told_of_a_refusal(mail):
    of = invite()
    address = sign_up(of, "Anna Auer", "anna@example.org")
    assert (address.person, address.confirmed) == (None, None)
    silent = sign_up(of, "Berta Bauer", "berta@example.org")
    assert [row[:2] for row in list_told()] == [("anna@example.org", CONFIRMATION), ("berta@example.org", CONFIRMATION)]
    assert "anna@example.org" in Client().get(build_own_link(address.application)).content.decode()
    Client().post(Message.objects.earliest("pk").path, {"what": "confirm"})
    Message.objects.all().delete()
    for each in (address, silent):
        acts.decide_waiting(each.application, new_key(), Application.As.DECLINED)
    ((value, kind, text),) = list_told()
    assert (value, kind) == ("anna@example.org", PLACE)
    assert "konnte nicht bestätigt werden" in text
    assert Client().get(Message.objects.get().path).status_code == 200


def build_own_link(application):
    secret = actions.find_own_secret(application.tournament, application.key)
    return reverse("own_place", args=[application.tournament.slug, secret])


def test_who_moves_up_is_told_at_the_typed_address_which_never_becomes_one_of_the_person(mail):
    of = invite("auto", most=1)
    account = make_account("director", login="leitung")
    anna = register(of, "Anna Auer")
    address = sign_up(of, account.person.name, "stranger@example.org")
    confirm_address(address)
    Message.objects.all().delete()
    acts.withdraw_application(anna, new_key())
    assert [row[:2] for row in list_told()] == [("stranger@example.org", PLACE)]
    assert Entrant.objects.get(withdrawn=None).person == account.person
    queue_password_link(account)  # whoever typed that name gets no link for its account
    other = create_coming(name="Another one")
    factories.enter_people(other, account.person.name)
    acts.cancel(other, new_key())
    assert len(list_told()) == 1
    acts.cancel(Tournament.objects.get(pk=of.pk), new_key())
    assert [row[:2] for row in list_told()[1:]] == [("stranger@example.org", DATE)]


def test_the_same_mailbox_of_a_person_and_of_the_registration_is_told_once(mail):
    of = invite("auto")
    listen("Anna Auer")
    own = MessageAddress.objects.get().value
    confirm_address(sign_up(of, "Anna Auer", own))
    Message.objects.all().delete()
    acts.cancel(Tournament.objects.get(pk=of.pk), new_key())
    assert [row[:2] for row in list_told()] == [(own, DATE)]


def test_the_typed_address_goes_a_week_after_the_tournament_and_with_the_person(mail):
    of = invite("auto")
    anna, berta = sign_up(of, "Anna Auer", "anna@example.org"), sign_up(of, "Berta Bauer", "berta@example.org")
    erase(Person.objects.get(name="Anna Auer"))
    assert list(MessageAddress.objects.all()) == [berta]
    Tournament.objects.filter(pk=of.pk).update(day=localdate(now()) - timedelta(days=6))
    delete_overdue()
    assert MessageAddress.objects.exists()
    Tournament.objects.filter(pk=of.pk).update(day=localdate(now()) - timedelta(days=9))
    delete_overdue()
    assert not MessageAddress.objects.exists()
    assert Application.objects.get(pk=berta.application.pk).address is None
    assert not Message.objects.exists()
    assert anna.pk != berta.pk


@pytest.mark.parametrize(
    ("registration", "moved", "said"),
    [
        ("auto", True, "Du spielst bei"),
        ("ask", True, "verschoben"),
        ("ask", False, ""),
        ("refused", True, "konnte nicht"),
    ],
)
def test_who_confirms_late_is_told_once_what_is_now(mail, registration, moved, said):
    of = invite("auto" if registration == "auto" else "ask")
    address = sign_up(of, "Anna Auer", "anna@example.org")
    if registration == "refused":
        acts.decide_waiting(address.application, new_key(), Application.As.DECLINED)
    of.refresh_from_db()
    if moved:
        acts.move(of, new_key(), of.day + timedelta(days=7))
    assert [row[:2] for row in list_told()] == [("anna@example.org", CONFIRMATION)]
    for _twice in range(2):
        Client().post(Message.objects.earliest("pk").path, {"what": "confirm"})
    told = list_told()[1:]
    assert len(told) == bool(said)
    of.refresh_from_db()
    for _value, _kind, text in told:
        assert said in text
        assert said == "konnte nicht" or f"{of.day.day}. " in text
        assert Client().get(Message.objects.latest("pk").path).status_code == 200


def test_who_confirms_late_is_told_that_it_is_cancelled_and_nothing_at_the_mailbox_that_was_told(mail):
    of = invite("auto")
    listen("Anna Auer")
    same = sign_up(of, "Anna Auer", MessageAddress.objects.get().value)
    late = sign_up(of, "Berta Bauer", "berta@example.org")
    acts.cancel(Tournament.objects.get(pk=of.pk), new_key())
    before = Message.objects.count()
    for each in (same, late):
        confirm_address(each)
    ((value, kind, text),) = list_told()[before:]
    assert (value, kind) == ("berta@example.org", DATE)
    assert "findet nicht statt" in text


def test_the_staff_type_an_address_by_the_rules_of_the_public_form(mail, settings):
    of, staff = invite("auto"), log_in(make_account("director"))
    page = reverse("registration", args=[of.slug])
    html = staff.get(page).content.decode()
    assert "E-Mail, wenn sie verständigt werden wollen" in html
    assert 'autocomplete="email"' not in html
    for number in range(MOST_NEW):
        sent = {"what": "type", "key": new_key(), "name": f"Spieler {number}", "mail": "anna@example.org"}
        assert staff.post(page, sent).status_code == 302
    assert {kind for _value, kind, _text in list_told()} == {CONFIRMATION}
    assert not MessageAddress.objects.exclude(confirmed=None, person=None).exists()
    other = {"what": "type", "key": new_key(), "name": "Dora Denk"}
    assert staff.post(page, other | {"mail": "anna@example.org"}).status_code == 409
    assert "Dora Denk" in staff.post(page, other | {"mail": "keine Adresse"}).content.decode()
    assert Application.objects.count() == MOST_NEW
    settings.DEFAULT_FROM_EMAIL = ""
    assert 'name="mail"' not in staff.get(page).content.decode()
    assert staff.post(page, other | {"mail": "x@example.org"}).status_code == 302
    assert Application.objects.latest("pk").address is None


def test_the_form_asks_for_no_address_where_no_mail_is_sent_and_floods_of_mail_are_bounded(mail, settings):
    of = invite()
    page = reverse("sign_up", args=[of.slug])
    assert 'name="mail"' in Client().get(page).content.decode()
    for number in range(MOST_NEW):
        sign_up(of, f"Spieler {number}", "anna@example.org")
    sent = {"key": new_key(), "name": "Anna", "mail": "anna@example.org"}
    assert Client().post(page, sent).status_code == 429
    assert Client().post(page, sent | {"mail": "no address"}).status_code == 400
    assert MessageAddress.objects.count() == MOST_NEW
    settings.DEFAULT_FROM_EMAIL = ""
    assert 'name="mail"' not in Client().get(page).content.decode()
    sign_up(of, "Ohne Mail", "x@example.org")
    assert Application.objects.latest("pk").address is None


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
