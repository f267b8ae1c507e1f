"""Messages to a mail server on this machine while the process that sends them is killed again and again."""

import email
import email.policy
import os
import random
import re
import socketserver
import subprocess
import sys
import threading
import time
from collections import Counter
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now

from tarockclub.kit.time_source import now
from tarockclub.models import Job, Message, MessageAddress, Person
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.jobs import runner
from tarockclub.platform.messages import services
from tarockclub.platform.messages.services import DATE, MessageText, queue_messages, resume_sending
from tests.chance import SEED
from tests.support.paths import ROOT
from tests.support.server import build_environment

State = Message.State
REFUSED, LATER, DROPPED = "nobody", "later", "dropped"  # what the server does with some addresses


class MailServer(socketserver.ThreadingTCPServer):
    """A server that keeps what it takes: the address, the id and the text of each mail."""

    daemon_threads = allow_reuse_address = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), MailDialogue)
        self.taken, self.put_off, self.dropped = [], set(), 0


class MailDialogue(socketserver.StreamRequestHandler):
    """One connection; as much of RFC 5321 as a client needs."""

    server: MailServer

    def say(self, line):
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self):
        address = ""
        self.say("220 mail.example.org")
        for line in self.rfile:
            verb, _blank, rest = line.decode().strip().partition(" ")
            if verb.upper() == "RCPT":
                address = rest.partition("<")[2].partition(">")[0]
                self.say(self.judge(address))
            elif verb.upper() == "DATA":
                self.say("354 go on")
                text = b"".join(iter(self.rfile.readline, b".\r\n"))
                if address.startswith(DROPPED):  # nobody knows whether it was taken
                    self.server.dropped += 1
                    return
                self.server.taken.append((address, re.findall(b"Message-ID: <(.*)>", text)[0], text))
                self.say("250 taken")
            else:
                self.say({"QUIT": "221 bye", "EHLO": "250 mail.example.org"}.get(verb.upper(), "250 OK"))

    def judge(self, address):
        if address.startswith(REFUSED):
            return "550 nobody here"
        if address.startswith(LATER) and address not in self.server.put_off:
            self.server.put_off.add(address)
            return "451 later"
        return "250 OK"


@pytest.fixture
def server():
    with MailServer() as made:
        threading.Thread(target=made.serve_forever, daemon=True).start()
        yield made
        made.shutdown()


def write_messages(people, each):
    """Let so many people wait for so many messages each; every text has the own address."""
    club, first = load_first_club(), Person.objects.count() + 1
    names = (f"Spieler {number}" for number in range(people))
    made = [Person(club=club, number=first + number, name=name) for number, name in enumerate(names)]
    Person.objects.bulk_create(made)
    whose = {}
    for number, person in enumerate(Person.objects.filter(number__gte=first).order_by("number")):
        odd = {3: REFUSED, 5: LATER, 7: DROPPED}.get(number % 100, "player")
        whose[person.pk] = f"{odd}{number}@example.org"
    rows = (
        MessageAddress(club=club, person_id=pk, channel="mail", value=value, language="de", confirmed=now())
        for pk, value in whose.items()
    )
    MessageAddress.objects.bulk_create(rows)
    with transaction.atomic():
        for number in range(each):
            queue_messages(
                list(whose), DATE, f"act {number}", lambda pk: MessageText("Termin", f"Für {whose[pk]}.", "/")
            )


def start_sender(folder, server, name):
    """Start the process of the job on the database of this test."""
    url = f"sqlite:///{name}"
    if connection.vendor == "postgresql":
        url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    env = build_environment(
        folder,
        DATABASE_URL=url,
        TAROCKCLUB_SECRET_KEY=settings.BOOK_KEY,
        TAROCKCLUB_MAIL=f"smtp://127.0.0.1:{server.server_address[1]}",
        TAROCKCLUB_MAIL_FROM="tarock@example.org",
        TAROCKCLUB_SITE="https://tarock.example.org",
    )
    command = [sys.executable, "-m", "tarockclub", "run_jobs", "message"]
    return subprocess.Popen(command, cwd=ROOT, env=env)


def send_with_kills(start, kills):
    """Let processes send until nothing waits, and kill so many of them at random moments; return how many were."""
    chance, killed = random.Random(os.environ.get(SEED, "83")), 0
    while Message.objects.filter(state__in=(State.WAITING, State.SENDING)).exists():
        Job.objects.filter(state=Job.State.RUNNING).update(sign=Now() - timedelta(minutes=5))
        Message.objects.filter(state=State.WAITING).update(due=now())  # also what was put off
        resume_sending()
        before, process = Message.objects.filter(state=State.SENT).count(), start()
        deadline = time.monotonic() + 60
        while process.poll() is None and Message.objects.filter(state=State.SENT).count() == before:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        if killed < kills:
            time.sleep(chance.uniform(0, 1))
            killed += process.poll() is None
            process.kill()
        process.wait()
    return killed


def check_once(server, kills, monkeypatch, folder, name, people, each):
    monkeypatch.setattr(services, "start_runner", lambda _kind: None)
    monkeypatch.setattr(runner, "start_runner", lambda _kind: None)
    monkeypatch.setattr(services, "list_ready_channels", lambda: ["mail"])
    write_messages(people, each)
    began = time.monotonic()
    killed = send_with_kills(lambda: start_sender(folder, server, name), kills)
    states = Counter(Message.objects.values_list("state", flat=True))
    print(f"{people * each} messages, {killed} kills, {time.monotonic() - began:.1f} s: {dict(states)}")
    assert max(Counter(message for _address, message, _text in server.taken).values()) == 1
    for address, _message, text in server.taken:
        mail = email.message_from_bytes(text, policy=email.policy.default)
        assert mail["To"] == address
        assert re.findall(r"\w+@example.org", mail.get_content()) == [address]
    refused = people // 100 * each
    assert states[State.FAILED] <= refused
    assert sum(states.values()) == people * each
    assert states[State.SENT] <= len(server.taken) <= states[State.SENT] + killed
    assert killed == kills
    assert states[State.UNCLEAR] <= killed + server.dropped
    assert states[State.SENT] + states[State.FAILED] + states[State.UNCLEAR] == people * each
    assert not Message.objects.exclude(text="").exclude(state=State.UNCLEAR).exists()


@pytest.mark.heavy
@pytest.mark.parametrize(("each", "kills"), [(1, 5), pytest.param(10, 25, marks=pytest.mark.soak)])
def test_every_message_arrives_once_whatever_is_killed(server, monkeypatch, tmp_path, fresh_database, each, kills):
    check_once(server, kills, monkeypatch, tmp_path, fresh_database, 1000, each)
