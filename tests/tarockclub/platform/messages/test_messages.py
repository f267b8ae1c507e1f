"""Messages: kept within the act that they tell of, sent once, to nobody else, and stopped by one tap."""

import re
import uuid
from contextlib import suppress
from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPSenderRefused, SMTPServerDisconnected

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tarockclub.kit.time_source import now
from tarockclub.models import Account, Club, Job, LogEntry, Message, MessageAddress
from tarockclub.office.backups.sqlite import EMPTY_TABLES
from tarockclub.office.club_file.contents import LEFT_BEHIND
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.accounts.persons import create_person, load_first_club
from tarockclub.platform.clubs.scope import enter_club
from tarockclub.platform.jobs.runner import run_jobs
from tarockclub.platform.jobs.services import JobRequest, add_job
from tarockclub.platform.messages import mail as mail_channel
from tarockclub.platform.messages import services
from tarockclub.platform.messages.sending import send_waiting
from tarockclub.platform.messages.services import (
    DATE,
    MESSAGE_KINDS,
    RESULT,
    AddressRefused,
    MessageText,
    add_address,
    build_choice_path,
    delete_old_messages,
    list_message_addresses,
    queue_messages,
    resume_sending,
    stop_kinds,
)
from tarockclub.platform.messages.views import MOST_NEW
from tests.support.accounts import give_factor, log_in, make_account
from tests.support.shared_rows import share_rows
from tournaments.around.own_page.services import give_links

pytestmark = pytest.mark.django_db
State, KEY = Message.State, "0123456789abcdef0123456789abcdef"


@pytest.fixture(autouse=True)
def set_up_mail(settings, tmp_path, monkeypatch):
    """An installation that sends mail; jobs are run by hand."""
    settings.DATA_DIR = tmp_path
    settings.DEFAULT_FROM_EMAIL, settings.SITE_ADDRESS = "Tarock <tarock@example.org>", "https://tarock.example.org"
    monkeypatch.setattr(services, "start_runner", lambda _kind: None)


@share_rows
def anna():
    """Somebody with a confirmed address."""
    person = create_person(load_first_club(), "Anna Maier")
    add_address(person, "mail", "anna@example.org", ANONYMOUS, agreed=True)
    return person


def tell(person, key="act 1", kind=DATE):
    """Tell a person something, in the language of each address."""

    def build(number):
        assert number == person.pk
        sentence = "Der Termin ist abgesagt." if translation.get_language() == "de" else "The date is cancelled."
        return MessageText("Tarock", sentence, "/dates/")

    return queue_messages([person.pk], kind, key, build)


def send():
    """Send what is due, as the process of the job does."""
    with suppress(AttributeError):
        mail.outbox.clear()
    add_job(JobRequest(Job.Kind.MESSAGE, uuid.uuid4().hex, "messages", {}, 0), most=1)
    run_jobs(Job.Kind.MESSAGE, send_waiting)
    return mail.outbox


def states():
    """The states of all messages, in order."""
    return list(Message.objects.order_by("pk").values_list("state", flat=True))


def answer(monkeypatch, *errors):
    """Let the server answer the next messages by these errors; None: it takes one."""
    left = list(errors)

    def send_messages(self, messages):
        error = left.pop(0) if left else None
        if error is not None:
            raise error
        return take(self, messages)

    take = EmailBackend.send_messages
    monkeypatch.setattr(EmailBackend, "send_messages", send_messages)


def test_a_message_is_sent_once_and_then_its_text_is_gone(anna):
    assert tell(anna) == 1
    assert tell(anna) == 0  # the same event
    (sent,) = send()
    assert sent.to == ["anna@example.org"]
    assert "https://tarock.example.org/dates/" in sent.body
    assert send() == []
    message = Message.objects.get()
    assert (message.state, message.subject, message.text, message.path) == (State.SENT, "", "", "")


def test_what_is_rolled_back_tells_nobody(anna):
    with suppress(ZeroDivisionError), transaction.atomic():
        tell(anna)
        raise ZeroDivisionError
    assert send() == []


def test_each_address_is_told_in_its_language(anna):
    with translation.override("en"):
        add_address(anna, "mail", "work@example.org", ANONYMOUS, agreed=True)
    tell(anna)
    bodies = {sent.to[0]: sent.body.splitlines()[0] for sent in send()}
    assert bodies == {"anna@example.org": "Der Termin ist abgesagt.", "work@example.org": "The date is cancelled."}


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
    assert Client().get(stop).status_code == 302
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


def test_what_a_killed_process_was_sending_is_unclear_and_only_sent_again_by_the_staff(anna):
    tell(anna)
    Message.objects.update(state=State.SENDING)
    assert send() == []
    assert states() == [State.UNCLEAR]
    assert send() == []
    client = log_in(make_account("director"))
    assert "Anna Maier" in client.get(reverse("messages")).content.decode()
    client.post(reverse("messages"), {"what": "again", "message": Message.objects.get().pk})
    assert len(send()) == 1


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (SMTPSenderRefused(451, b"later", "tarock@example.org"), State.WAITING),
        (SMTPRecipientsRefused({"anna@example.org": (450, b"later")}), State.WAITING),
        (SMTPRecipientsRefused({"anna@example.org": (550, b"nobody")}), State.FAILED),
        (SMTPServerDisconnected("gone"), State.UNCLEAR),
        (TimeoutError(), State.UNCLEAR),
    ],
)
def test_an_answer_says_whether_it_is_tried_again(anna, monkeypatch, error, state):
    answer(monkeypatch, error)
    tell(anna)
    assert send() == []
    assert states() == [state]
    assert send() == []  # not before its next attempt
    Message.objects.update(due=now())
    assert len(send()) == (state == State.WAITING)


def test_without_a_network_all_wait_and_count_no_attempt(anna, monkeypatch):
    def refuse(_self):
        raise ConnectionRefusedError

    for number in range(3):
        tell(anna, f"act {number}")
    with monkeypatch.context() as broken:
        broken.setattr(EmailBackend, "open", refuse)
        assert send() == []
    assert states() == [State.WAITING] * 3
    assert set(Message.objects.values_list("attempts", "answer")) == {(0, "ConnectionRefusedError")}
    assert "3 Nachrichten warten" in log_in(make_account("director")).get(reverse("messages")).content.decode()
    Message.objects.update(due=now())
    assert len(send()) == 3


def test_without_settings_messages_are_kept_and_the_page_names_the_variables(anna, settings):
    settings.SITE_ADDRESS = settings.DEFAULT_FROM_EMAIL = ""
    tell(anna)
    resume_sending()
    assert not Job.objects.exists()
    director, kept = log_in(make_account("director")), "bleiben Nachrichten drei Tage liegen"
    page = director.get(reverse("messages")).content.decode()
    assert "TAROCKCLUB_MAIL_FROM, TAROCKCLUB_SITE" in page
    assert kept in page
    settings.SITE_ADDRESS, settings.DEFAULT_FROM_EMAIL = "https://tarock.example.org", "tarock@example.org"
    page = director.get(reverse("messages")).content.decode()
    assert ("https" in page, kept in page) == (True, False)  # phones are told nothing, but mails go
    resume_sending()
    assert Job.objects.get().kind == Job.Kind.MESSAGE


def test_what_waits_too_long_is_given_up_and_rows_go_in_their_time(anna):
    tell(anna)
    Message.objects.update(at=now() - timedelta(days=4))
    delete_old_messages()
    assert Message.objects.values_list("state", "answer", "text").get() == (State.FAILED, "late", "")
    Message.objects.update(at=now() - timedelta(days=91))
    delete_old_messages()
    assert not Message.objects.exists()


def test_an_archived_club_tells_nobody(anna):
    Club.objects.update(archived=now())
    assert tell(anna) == 0


def test_erasing_a_person_deletes_addresses_and_messages_of_all_entries(anna):
    other = create_person(anna.club, "Anna Mayer")
    add_address(other, "mail", "second@example.org", ANONYMOUS, agreed=True)
    type(other).objects.filter(pk=other.pk).update(merged_into=anna)
    tell(anna)
    erase(anna)
    assert not MessageAddress.objects.exists()
    assert not Message.objects.exists()


def test_a_backup_and_a_club_file_take_no_message_along():
    assert "tarockclub_message" in EMPTY_TABLES
    assert "tarockclub.message" in LEFT_BEHIND
    assert "tarockclub.messageaddress" not in LEFT_BEHIND


def test_a_person_has_few_addresses(anna):
    for number in range(services.MOST_ADDRESSES - 1):
        add_address(anna, "mail", f"{number}@example.org", ANONYMOUS, agreed=True)
    with pytest.raises(AddressRefused):
        add_address(anna, "mail", "one-more@example.org", ANONYMOUS, agreed=True)


def test_the_same_address_at_two_entries_of_one_person_is_told_once(anna):
    other = create_person(anna.club, "Anna Mayer")
    add_address(other, "mail", "anna@example.org", ANONYMOUS, agreed=True)
    add_address(other, "mail", "second@example.org", ANONYMOUS, agreed=True)
    type(other).objects.filter(pk=other.pk).update(merged_into=anna)
    assert tell(anna) == 2


def test_a_trial_goes_to_oneself_and_the_log_of_the_club_has_no_address(anna):
    account = make_account("director")
    add_address(account.person, "mail", "leitung@example.org", ANONYMOUS, agreed=True)
    client = log_in(account)
    client.post(reverse("messages"), {"what": "trial"})
    (sent,) = send()
    assert sent.to == ["leitung@example.org"]
    assert not any("@" in entry.said for entry in LogEntry.objects.all())


def test_a_mail_has_the_same_id_however_often_it_is_built(anna):
    tell(anna)
    message = Message.objects.select_related("address__person__club").get()
    ids = {mail_channel.build_mail(message).extra_headers["Message-ID"] for _ in range(2)}
    assert ids == {f"<{message.pk}.act.1@example.org>"}


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


def test_another_club_sees_and_sends_nothing_of_this_one(anna):
    tell(anna)
    stranger = make_account("director", Club.objects.create(name="Another club"))
    page = log_in(stranger).get(reverse("messages")).content.decode()
    assert "Anna" not in page
    assert "Nichts wartet" in page
    Message.objects.update(state=State.UNCLEAR)
    log_in(stranger).post(reverse("messages"), {"what": "again", "message": Message.objects.get().pk})
    assert states() == [State.UNCLEAR]
    with enter_club(stranger.club_id):
        assert not Message.objects.exists()
        assert not MessageAddress.objects.exists()


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


def test_a_server_that_puts_off_for_days_is_asked_every_two_hours(anna, monkeypatch):
    tell(anna)
    Message.objects.update(attempts=60)
    answer(monkeypatch, SMTPSenderRefused(451, b"later", "tarock@example.org"))
    send()
    assert timedelta(hours=1) < Message.objects.get().due - now() <= timedelta(hours=2)
