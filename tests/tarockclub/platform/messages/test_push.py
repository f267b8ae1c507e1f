"""Messages on a phone: only its browser can read them, only the services of browsers are asked, and gone is gone."""

import base64
import http.server
import json
import ssl
import threading
import uuid
from collections import Counter
from typing import Any

import http_ece  # type: ignore[import-untyped]
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client
from py_vapid import Vapid02  # type: ignore[import-untyped]

from tarockclub.kit.time_source import now
from tarockclub.models import Job, Message, MessageAddress
from tarockclub.office.demo.day import find_last_saturday
from tarockclub.office.demo.tournaments import OVER_NAMES, make_finished_tournament
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.accounts.persons import create_person, load_first_club
from tarockclub.platform.jobs.runner import run_jobs
from tarockclub.platform.jobs.services import JobRequest, add_job
from tarockclub.platform.messages import push, services
from tarockclub.platform.messages.sending import send_waiting
from tarockclub.platform.messages.services import DATE, RESULT, ROUND, SEAT, MessageText, add_address, queue_messages
from tests.support.network.inn import create_certificate
from tests.tournaments.support import factories
from tournaments.around.own_page.services import end_link, give_links

pytestmark = pytest.mark.django_db
State = Message.State
GOOGLE = "https://fcm.googleapis.com/fcm/send/abc:DEF_1-2"


class Phone:
    """A browser that takes messages: its keys, and what it can read of what has come."""

    def __init__(self) -> None:
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"

    def describe(self, endpoint):
        """Return the subscription as its browser gives it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": point, "auth": self.auth}
        encoded = {name: base64.urlsafe_b64encode(key).decode().rstrip("=") for name, key in keys.items()}
        return {"endpoint": endpoint, "expirationTime": None, "keys": encoded}

    def read(self, body):
        """Return the content that it shows."""
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))


class Service(http.server.BaseHTTPRequestHandler):
    """A service that takes what is sent to a phone, and answers as a test says."""

    server: Any

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append((self.headers, body))
        self.send_response(self.server.answer)
        if self.server.answer == 302:
            self.send_header("Location", f"https://localhost:{self.server.server_port}/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def tls(tmp_path_factory):
    return create_certificate(tmp_path_factory.mktemp("push"), "localhost")


@pytest.fixture
def service(tls, monkeypatch):
    """A service on this machine, which answers 201."""
    server: Any = http.server.HTTPServer(("127.0.0.1", 0), Service)
    server.taken, server.answer = [], 201
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tls)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tls))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def set_up_push(settings, tmp_path, monkeypatch):
    """An installation behind HTTPS; jobs are run by hand."""
    settings.DATA_DIR, settings.INN_MODE = tmp_path, False
    settings.SITE_ADDRESS = "https://tarock.example.org"
    settings.PUSH_SERVICES = [*settings.PUSH_SERVICES, "localhost"]
    monkeypatch.setattr(services, "start_runner", lambda _kind: None)


@pytest.fixture
def anna():
    return create_person(load_first_club(), "Anna Maier")


@pytest.fixture
def phone(anna, service):
    """A phone of hers."""
    phone = Phone()
    text = json.dumps(phone.describe(f"https://localhost:{service.server_port}/send/1"))
    add_address(anna, "push", push.read_subscription(text), ANONYMOUS, agreed=True)
    return phone


def tell(person, key="act 1"):
    queue_messages([person.pk], DATE, key, lambda _pk: MessageText("Tarock", "Der Termin ist abgesagt.", "/dates/"))


def send():
    add_job(JobRequest(Job.Kind.MESSAGE, uuid.uuid4().hex, "messages", {}, 0), most=1)
    run_jobs(Job.Kind.MESSAGE, send_waiting)


def test_only_the_phone_reads_the_sentence_and_the_service_knows_who_sends(anna, phone, service):
    tell(anna)
    send()
    send()
    [(headers, body)] = service.taken
    assert b"abgesagt" not in body
    shown = phone.read(body)
    assert (shown["title"], shown["body"], shown["path"]) == (anna.club.name, "Der Termin ist abgesagt.", "/dates/")
    assert shown["choice"] == services.build_choice_path(MessageAddress.objects.get())
    assert Client().get(shown["choice"]).status_code == 200
    assert Client().get(shown["icon"])["Content-Type"] == "image/png"
    token, key = headers["Authorization"].removeprefix("vapid t=").split(",k=")
    assert key == push.compute_public_key()
    assert Vapid02.verify(headers["Authorization"])
    claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    assert claims["aud"] == f"https://localhost:{service.server_port}"
    assert claims["sub"] == "https://tarock.example.org"
    assert Message.objects.values_list("state", "text").get() == (State.SENT, "")


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        (429, State.WAITING),
        (503, State.WAITING),
        (400, State.FAILED),
        (403, State.FAILED),
        (404, None),
        (410, None),
        (302, State.UNCLEAR),
    ],
)
def test_what_a_service_answers_decides_and_a_phone_that_is_gone_is_deleted(anna, phone, service, answer, state):
    service.answer = answer
    tell(anna)
    send()
    assert len(service.taken) == 1, "it was led elsewhere"
    assert list(Message.objects.values_list("state", flat=True)) == ([state] if state else [])
    assert MessageAddress.objects.exists() is bool(state)


def test_a_service_that_cannot_be_reached_is_asked_later(anna, phone, service):
    service.shutdown()
    service.server_close()
    tell(anna)
    send()
    assert Message.objects.get().state == State.WAITING
    assert Message.objects.get().due > now()


def test_a_certificate_that_nobody_vouches_for_gets_nothing(anna, phone, service, monkeypatch):
    monkeypatch.delenv("REQUESTS_CA_BUNDLE")
    tell(anna)
    send()
    assert (service.taken, Message.objects.get().state) == ([], State.WAITING)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://169.254.169.254/latest/",
        "https://10.0.0.1/x",
        "https://evil-fcm.googleapis.com.example.org/x",
        "https://evilfcm.googleapis.com/x",
        "https://fcm.googleapis.com@10.0.0.1/x",
        "https://fcm.googleapis.com\\@10.0.0.1/x",
        "https://fcm.googleapis.com\n.example.org/x",
        "https://fcm.googleapis.com",
        "file:///etc/passwd",
        7,
        None,
    ],
)
def test_no_address_of_a_stranger_makes_the_server_ask_another_machine(endpoint):
    with pytest.raises(ValidationError):
        push.read_subscription(json.dumps(Phone().describe(endpoint)))


@pytest.mark.parametrize(
    "text",
    [
        *("", "null", "[]", "{}", "7", '{"endpoint": 1}', "[" * 1500),
        json.dumps({"endpoint": GOOGLE, "keys": {"p256dh": "AA", "auth": "AA"}}),
        json.dumps({"endpoint": GOOGLE, "keys": {"p256dh": None, "auth": []}}),
        json.dumps({"endpoint": GOOGLE, "keys": "p256dh auth"}),
    ],
)
def test_what_no_browser_says_is_refused(text):
    with pytest.raises(ValidationError):
        push.read_subscription(text)


def test_an_address_of_before_is_not_asked_when_its_service_is_no_longer_one(anna, phone, service, settings):
    settings.PUSH_SERVICES = ["fcm.googleapis.com"]
    tell(anna)
    send()
    assert (service.taken, Message.objects.get().state) == ([], State.FAILED)


def test_a_phone_is_added_by_its_own_page_over_https_alone_once_and_goes_with_the_link(anna):
    secret = give_links(anna.club, [anna], factories.new_key())[anna.pk]
    client, path = Client(), f"/tournaments/people/mine/{secret}/messages/"
    assert 'id="push"' not in client.get(path).content.decode()
    page = client.get(path, secure=True).content.decode()
    assert f'data-key="{push.compute_public_key()}"' in page
    said = json.dumps(Phone().describe(GOOGLE))
    for _ in range(2):
        assert client.post(path, {"what": "add_phone", "subscription": said}, secure=True).status_code == 302
    assert client.post(path, {"what": "add_phone", "subscription": "{}"}, secure=True).status_code == 409
    address = MessageAddress.objects.get()
    assert (address.channel, address.person, bool(address.confirmed)) == ("push", anna, True)
    shown = client.get(path, secure=True).content.decode()
    assert "Ein Handy" in shown
    assert "googleapis" not in shown
    add_address(anna, "mail", "anna@example.org", ANONYMOUS, agreed=True)
    end_link(anna)
    assert [address.channel for address in MessageAddress.objects.all()] == ["mail"]


def test_in_an_inn_nothing_goes_to_phones_and_the_reason_is_said(settings):
    settings.INN_MODE = True
    assert push.PushSender.find_problem() == "Nachrichten aufs Handy brauchen einen Server mit https."
    assert "push" not in services.list_ready_channels()


@pytest.mark.heavy
def test_a_phone_is_told_the_day_of_the_demo_as_the_mails_tell_it(service, set_up_mail):
    person, phone = create_person(load_first_club(), OVER_NAMES[5]), Phone()
    said = json.dumps(phone.describe(f"https://localhost:{service.server_port}/send/1"))
    for channel, value in (("push", push.read_subscription(said)), ("mail", "phone@example.org")):
        services.stop_kinds(add_address(person, channel, value, ANONYMOUS, agreed=True), ())  # each round, too
    make_finished_tournament(find_last_saturday(now()))
    send()
    shown = [phone.read(body) for _headers, body in service.taken]
    mails = [each.body.splitlines() for each in mail.outbox]
    assert [(each["body"], f"https://tarock.example.org{each['path']}") for each in shown] == [
        (lines[0], lines[2]) for lines in mails
    ]
    sent = Counter(Message.objects.filter(state=State.SENT).values_list("kind", "address__channel"))
    told = {SEAT: 3, ROUND: 3, RESULT: 1}
    assert sent == {(kind, way): number for kind, number in told.items() for way in ("mail", "push")}
    assert {Client().get(each["path"]).status_code for each in shown} == {200}
