"""Messages: kept within the act that they tell of, sent once, to nobody else, and stopped by one tap."""

from contextlib import suppress
from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPSenderRefused, SMTPServerDisconnected

import pytest
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.urls import reverse
from django.utils import translation

from tarockclub.kit.time_source import now
from tarockclub.models import Club, Job, LogEntry, Message, MessageAddress
from tarockclub.office.backups.sqlite import EMPTY_TABLES
from tarockclub.office.club_file.contents import LEFT_BEHIND
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.clubs.scope import enter_club
from tarockclub.platform.messages import mail as mail_channel
from tarockclub.platform.messages.services import (
    add_address,
    resume_sending,
    watch_messages,
)
from tests.support.accounts import log_in, make_account
from tests.tarockclub.platform.messages.conftest import answer, send, states, tell

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("set_up_mail")]
State = Message.State


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
    watch_messages()
    assert Message.objects.values_list("state", "answer", "text").get() == (State.FAILED, "late", "")
    Message.objects.update(at=now() - timedelta(days=91))
    watch_messages()
    assert not Message.objects.exists()


def test_an_archived_club_tells_nobody(anna):
    Club.objects.update(archived=now())
    assert tell(anna) == 0


def test_a_backup_and_a_club_file_take_no_message_along():
    assert "tarockclub_message" in EMPTY_TABLES
    assert "tarockclub.message" in LEFT_BEHIND
    assert "tarockclub.messageaddress" not in LEFT_BEHIND


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


def test_a_server_that_puts_off_for_days_is_asked_every_two_hours(anna, monkeypatch):
    tell(anna)
    Message.objects.update(attempts=60)
    answer(monkeypatch, SMTPSenderRefused(451, b"later", "tarock@example.org"))
    send()
    assert timedelta(hours=1) < Message.objects.get().due - now() <= timedelta(hours=2)
