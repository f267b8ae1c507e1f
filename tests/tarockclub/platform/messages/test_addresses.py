"""Addresses: asked first, confirmed and stopped by their link alone, few, and never another's; new passwords."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tarockclub.models import Account, Message, MessageAddress
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.accounts.persons import create_person, load_first_club
from tarockclub.platform.messages import services
from tarockclub.platform.messages.services import (
    DATE,
    MESSAGE_KINDS,
    RESULT,
    add_address,
    build_choice_path,
    list_message_addresses,
    stop_kinds,
)
from tarockclub.platform.messages.views import MOST_NEW
from tests.support.accounts import give_factor, log_in, make_account
from tests.tarockclub.platform.messages.conftest import send, states, tell
from tournaments.around.own_page.services import give_links

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("set_up_mail")]
State, KEY = Message.State, "0123456789abcdef0123456789abcdef"


def test_nobody_is_told_at_an_address_that_is_not_confirmed(anna):
    MessageAddress.objects.update(confirmed=None)
    assert tell(anna) == 0


def test_a_new_address_is_asked_first_and_confirmed_by_its_link_alone():
    person = create_person(load_first_club(), "Karl Berger")
    address = add_address(person, "mail", "karl@example.org", ANONYMOUS, agreed=False)
    (sent,) = send()
    assert tell(person) == 0
    (path,) = re.findall(r"https://tarock.example.org(\S+)", sent.body)
    assert path == build_choice_path(address)
    client = Client()
    assert client.post(path.replace(path[-5:-1], "0000"), {"what": "confirm"}).status_code == 404
    assert client.get(path).status_code == 200
    assert tell(person) == 0
    client.post(path, {"what": "confirm"})
    assert tell(person) == 1


def test_one_tap_stops_everything_and_what_waits(anna):
    tell(anna)
    (sent,) = send()
    tell(anna, "act 2")
    stop = sent.extra_headers["List-Unsubscribe"].strip("<>").removeprefix("https://tarock.example.org")
    assert Client().get(stop).status_code == 200  # nothing but a page that asks
    assert tell(anna, "act 3") == 1
    checked = Client(enforce_csrf_checks=True)
    assert checked.post(stop, {"List-Unsubscribe": "One-Click"}).status_code == 204
    assert states() == [State.SENT, State.STOPPED, State.STOPPED]
    assert tell(anna, "act 4") == 0
    assert send() == []


def test_one_kind_is_stopped_by_itself(anna):
    address = list_message_addresses([anna.pk]).get()
    client = Client()
    client.post(
        build_choice_path(address), {"what": "choose", "kind": [kind for kind in MESSAGE_KINDS if kind != DATE]}
    )
    assert tell(anna) == 0
    assert tell(anna, kind=RESULT) == 1


def test_a_deleted_address_takes_its_messages_along(anna):
    tell(anna)
    Client().post(build_choice_path(list_message_addresses([anna.pk]).get()), {"what": "delete"})
    assert not MessageAddress.objects.exists()
    assert not Message.objects.exists()


def test_erasing_a_person_deletes_addresses_and_messages_of_all_entries(anna):
    other = create_person(anna.club, "Anna Mayer")
    add_address(other, "mail", "second@example.org", ANONYMOUS, agreed=True)
    type(other).objects.filter(pk=other.pk).update(merged_into=anna)
    tell(anna)
    erase(anna)
    assert not MessageAddress.objects.exists()
    assert not Message.objects.exists()


def test_a_person_has_few_addresses(anna):
    for number in range(services.MOST_ADDRESSES - 1):
        add_address(anna, "mail", f"{number}@example.org", ANONYMOUS, agreed=True)
    with pytest.raises(ValidationError):
        add_address(anna, "mail", "one-more@example.org", ANONYMOUS, agreed=True)


def test_the_same_address_at_two_entries_of_one_person_is_told_once(anna):
    other = create_person(anna.club, "Anna Mayer")
    add_address(other, "mail", "anna@example.org", ANONYMOUS, agreed=True)
    add_address(other, "mail", "second@example.org", ANONYMOUS, agreed=True)
    type(other).objects.filter(pk=other.pk).update(merged_into=anna)
    assert tell(anna) == 2


def test_stopping_leaves_what_others_are_told(anna):
    other = create_person(anna.club, "Karl Berger")
    add_address(other, "mail", "karl@example.org", ANONYMOUS, agreed=True)
    tell(anna)
    tell(other)
    stop_kinds(list_message_addresses([anna.pk]).get(), MESSAGE_KINDS)
    assert [sent.to for sent in send()] == [["karl@example.org"]]


def test_a_person_enters_an_address_on_their_own_page_and_the_staff_with_a_tick():
    account = make_account("secretary")
    person = create_person(account.club, "Karl Berger")
    secret = give_links(account.club, [person], KEY)[person.pk]
    own = reverse("own_messages", args=[secret])
    assert own in Client().get(reverse("own_page", args=[secret])).content.decode()
    for language, sentence in (("de", "Das ist keine E-Mail-Adresse"), ("en", "This is no e-mail address")):
        refused = Client(headers={"accept-language": language}).post(own, {"what": "add_address", "mail": "no address"})
        assert (refused.status_code, sentence in refused.content.decode()) == (409, True)
    Client().post(own, {"what": "add_address", "mail": "karl@example.org", "agreed": "on"})
    assert list_message_addresses([person.pk]).get().confirmed is None
    assert [sent.to for sent in send()] == [["karl@example.org"]]
    page, client = reverse("person_link", args=[person.number]), log_in(account)
    client.post(page, {"what": "add_address", "mail": "karl@example.org", "agreed": "on"})
    assert list_message_addresses([person.pk]).get().confirmed is not None
    client.post(page, {"what": "delete_address", "address": list_message_addresses([person.pk]).get().pk})
    assert not list_message_addresses([person.pk])


def test_nobody_deletes_the_address_of_somebody_else(anna):
    account = make_account("secretary")
    other = create_person(account.club, "Karl Berger")
    own = reverse("own_messages", args=[give_links(account.club, [other], KEY)[other.pk]])
    Client().post(own, {"what": "delete_address", "address": list_message_addresses([anna.pk]).get().pk})
    assert list_message_addresses([anna.pk]).exists()


def test_few_addresses_are_asked_in_a_quarter_of_an_hour():
    account = make_account("secretary")
    other = create_person(account.club, "Karl Berger")
    own = reverse("own_messages", args=[give_links(account.club, [other], KEY)[other.pk]])
    for number in range(MOST_NEW + 2):
        answer = Client().post(own, {"what": "add_address", "mail": f"{number}@example.org"})
        list_message_addresses([other.pk]).delete()
    assert answer.status_code == 409
    assert Message.objects.count() == 0


def forget(login):
    """Ask for a new password, and return what is answered."""
    return Client().post(reverse("forgotten_password"), {"login": login})


def test_a_forgotten_password_is_chosen_anew_by_a_link_that_holds_once_and_the_answer_is_the_same():
    make_account("director", login="leitung")
    account = make_account("secretary", login="schrift")
    add_address(account.person, "mail", "schrift@example.org", ANONYMOUS, agreed=True)
    give_factor(account, "JBSWY3DPEHPK3PXP")
    answers = {re.sub(r'value="\w{64}"', "", forget(login).content.decode()) for login in ("schrift", "leitung", "x")}
    assert len(answers) == 1
    (sent,) = send()
    assert sent.to == ["schrift@example.org"]
    assert "List-Unsubscribe" not in sent.extra_headers
    (path,) = re.findall(r"https://tarock.example.org(/welcome\S+)", sent.body)
    new = {"password": "ein langes neues Wort", "again": "ein langes neues Wort"}
    assert Client().get(path[:-4] + "0000/").status_code == 404
    assert Client().post(path, new).status_code == 302
    account.refresh_from_db()
    assert account.check_password("ein langes neues Wort")
    assert Authenticator.objects.filter(user=account).exists()  # the mail alone does not let anybody in
    assert Client().post(path, new).status_code == 404


def test_who_asks_for_passwords_again_and_again_has_to_wait_and_a_host_gets_none():
    host = make_account("director", login="leitung")
    Account.objects.filter(pk=host.pk).update(is_host=True)
    add_address(host.person, "mail", "leitung@example.org", ANONYMOUS, agreed=True)
    assert [forget("leitung").status_code for _time in range(MOST_NEW + 1)] == [200] * MOST_NEW + [429]
    assert send() == []


def test_who_has_stopped_at_one_of_two_entries_gets_nothing_at_the_other_one_either(anna):
    other = create_person(anna.club, "Anna Mayer")
    stop_kinds(add_address(other, "mail", "anna@example.org", ANONYMOUS, agreed=True), MESSAGE_KINDS)
    type(other).objects.filter(pk=other.pk).update(merged_into=anna)
    assert tell(anna) == 0
