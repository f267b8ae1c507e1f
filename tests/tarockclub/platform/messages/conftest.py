"""An installation that sends mail, somebody with an address, and what is sent."""

import uuid
from contextlib import suppress

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import translation

from tarockclub.models import Job, Message
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.accounts.persons import create_person, load_first_club
from tarockclub.platform.jobs.runner import run_jobs
from tarockclub.platform.jobs.services import JobRequest, add_job
from tarockclub.platform.messages import services
from tarockclub.platform.messages.sending import send_waiting
from tarockclub.platform.messages.services import (
    DATE,
    MessageText,
    add_address,
    queue_messages,
)
from tests.support.shared_rows import share_rows

State = Message.State


@pytest.fixture
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
