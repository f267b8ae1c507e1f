"""Messages to a club's program: signed, once, again until they arrive, and never to where they must not go."""

import ipaddress
import json
import re
import socket
import time
from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.core.management import call_command
from django.db import transaction
from django.urls import reverse

from tarockclub.kit.time_source import now
from tarockclub.models import ClubAct, Delivery, Job, Publication
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.jobs.runner import Beat
from tarockclub.platform.jobs.services import claim_job
from tarockclub.platform.publication import change_publication, load_publication
from tarockclub.platform.webhooks import sending, services
from tarockclub.platform.webhooks.address import AddressRefused, must_be_allowed, parse_address, resolve_host
from tarockclub.platform.webhooks.sending import compute_signature
from tests.support.accounts import log_in, make_account
from tests.tarockclub.platform.webhooks.receiver import run_receiver


@pytest.fixture
def receiver():
    with run_receiver() as running:
        yield running


@pytest.fixture(autouse=True)
def begun_processes(monkeypatch):
    """The processes that would have been begun."""
    found: list[str] = []
    monkeypatch.setattr(services, "start_process", found.append)
    monkeypatch.setattr(services, "PATIENCE", timedelta(0))
    return found


@pytest.fixture
def club(db, receiver):
    """A club that notifies the receiver."""
    change_publication(load_first_club(), {"hook_url": f"{receiver.url}/hook?club=1"})
    return load_first_club()


def add(club, event="result.published", **data):
    with transaction.atomic():
        return services.add_message(club.pk, event, data)


def send_due():
    """The work of the process that sends."""
    services.start_delivering(str(time.monotonic_ns()))
    call_command("run_jobs", "webhook")


def forward(delivery):
    """The next attempt is due."""
    Delivery.objects.filter(pk=delivery.pk).update(due=now() - timedelta(seconds=1))


def read_state(delivery):
    """The state of a message now, and the last answer to it."""
    return Delivery.objects.values_list("state", "answer").get(pk=delivery.pk)


def test_a_message_arrives_signed_with_what_it_is_about(club, receiver):
    sent = add(club, edition=2)
    send_due()
    [got] = receiver.requests
    assert got.path == "/hook?club=1"
    assert json.loads(got.body)["type"] == "result.published"
    assert json.loads(got.body)["data"] == {"edition": 2}
    assert got.headers["webhook-id"] == str(sent.identity)
    assert got.headers["tarockclub-attempt"] == "1"
    moment = int(got.headers["webhook-timestamp"])
    secret = load_publication(club).hook_secret
    assert abs(moment - time.time()) < 60
    assert got.headers["webhook-signature"] == compute_signature(secret, str(sent.identity), moment, got.body)
    assert got.headers["webhook-signature"] != compute_signature(secret, str(sent.identity), moment + 1, got.body)
    sent.refresh_from_db()
    assert (sent.state, sent.answer, sent.attempts) == (Delivery.State.DONE, "204", 1)
    send_due()
    assert len(receiver.requests) == 1


def test_what_does_not_arrive_is_sent_again_under_its_id_and_says_so(club, receiver):
    receiver.statuses = [500, 503, 200]
    sent = add(club)
    send_due()
    assert read_state(sent) == (Delivery.State.WAITING, "500")
    sent.refresh_from_db()
    assert sent.due > now()
    send_due()
    assert len(receiver.requests) == 1, "not before its time"
    for _attempt in range(2):
        forward(sent)
        send_due()
    assert [got.headers["tarockclub-attempt"] for got in receiver.requests] == ["1", "2", "3"]
    assert {got.headers["webhook-id"] for got in receiver.requests} == {str(sent.identity)}
    assert len({got.body for got in receiver.requests}) == 1
    assert read_state(sent)[0] == Delivery.State.DONE


def test_after_its_last_attempt_a_message_is_given_up(club, receiver):
    receiver.statuses = [500]
    sent = add(club)
    for _attempt in range(services.MOST_ATTEMPTS + 2):
        forward(sent)
        send_due()
    assert len(receiver.requests) == services.MOST_ATTEMPTS
    assert read_state(sent)[0] == Delivery.State.FAILED


def test_a_receiver_that_is_gone_for_good_is_not_asked_again(club, receiver):
    receiver.statuses = [410]
    sent = add(club)
    send_due()
    assert read_state(sent) == (Delivery.State.FAILED, "410")


def test_an_attempt_counts_even_if_its_process_dies(club, receiver, monkeypatch):
    """It may have arrived: the next one must say that it is another."""
    sent = add(club)
    with monkeypatch.context() as patched:
        patched.setattr(services, "send", Mock(side_effect=KeyboardInterrupt))
        services.start_delivering("first")
        job = claim_job(Job.Kind.WEBHOOK, "dead")
        assert job is not None
        with pytest.raises(KeyboardInterrupt):
            services.send_due_messages(job, Path("/nirgends"), Beat(job))
    Job.objects.all().delete()
    forward(sent)
    send_due()
    assert receiver.requests[0].headers["tarockclub-attempt"] == "2"


def test_a_message_that_was_added_before_the_server_died_is_sent_when_it_starts(club, receiver, begun_processes):
    add(club)  # and whoever was to start the process is gone
    assert begun_processes == []
    assert services.resume_sending() == []
    assert begun_processes == [Job.Kind.WEBHOOK]
    call_command("run_jobs", "webhook")
    assert len(receiver.requests) == 1


def test_nothing_is_added_for_what_is_rolled_back(club):
    with transaction.atomic():
        services.add_message(club.pk, "result.published", {})
        transaction.set_rollback(True)
    assert not Delivery.objects.exists()


def test_a_redirect_is_not_followed(club, receiver):
    with run_receiver() as elsewhere:
        receiver.statuses, receiver.location = [302], f"{elsewhere.url}/"
        sent = add(club)
        send_due()
        assert elsewhere.requests == []
    assert read_state(sent) == (Delivery.State.WAITING, "302")


def test_a_receiver_that_says_nothing_is_not_waited_for(club, receiver, monkeypatch):
    monkeypatch.setattr(sending, "SECONDS", 0.3)
    receiver.is_silent.set()
    sent = add(club)
    began = time.monotonic()
    send_due()
    assert time.monotonic() - began < 3
    assert read_state(sent)[1] == "timeout"
    receiver.is_silent.clear()


def test_a_club_that_names_no_program_adds_no_messages(db):
    assert add(load_first_club()) is None
    assert not Delivery.objects.exists()


def test_messages_that_wait_are_given_up_when_the_address_is_removed(club, receiver):
    sent = add(club)
    change_publication(club, {"hook_url": ""})
    send_due()
    sent.refresh_from_db()
    assert (sent.state, sent.answer, receiver.requests) == (Delivery.State.FAILED, "removed", [])


@pytest.mark.parametrize("inn", [True, False])
@pytest.mark.parametrize(
    "number",
    ["127.0.0.1", "10.0.0.7", "192.168.1.20", "::1", "fd00::1", "169.254.169.254", "fe80::1", "0.0.0.0", "224.0.0.1"],
)
def test_only_the_inns_own_network_is_reached_beside_the_open_internet(settings, number, inn):
    settings.INN_MODE = inn
    is_own = number in ("127.0.0.1", "10.0.0.7", "192.168.1.20", "::1", "fd00::1")
    for address in (ipaddress.ip_address(number), _map(number)):
        if inn and is_own:
            must_be_allowed("http", address)
        else:
            with pytest.raises(AddressRefused):
                must_be_allowed("https", address)


@pytest.mark.parametrize("inn", [True, False])
@pytest.mark.parametrize(
    "number",
    [
        *("64:ff9b::a9fe:a9fe", "64:ff9b::10.0.0.7", "64:ff9b:1::808:808", "64:ff9b:1::10.0.0.7"),  # NAT64
        *("2002:7f00:1::", "2002:808:808::1", "192.88.99.1"),  # 6to4
        *("2001:0:5ef5:79fb::1", "2001:20::1", "2001:db8::1", "3fff::1"),  # Teredo, other protocols, examples
        *("::127.0.0.1", "::8.8.8.8", "::ffff:0:127.0.0.1", "::ffff:0:8.8.8.8", "::ffff:169.254.169.254"),
        *("192.0.0.192", "192.0.0.9", "100.64.0.1", "198.18.0.1", "240.0.0.1", "255.255.255.255", "0.0.0.7"),
        *("::", "fec0::1", "ff02::1", "100::1", "5f00::1", "4000::1", "fe80::5efe:7f00:1", "239.1.1.1"),
    ],
)
def test_no_form_of_an_address_leads_around_what_is_refused(settings, number, inn):
    settings.INN_MODE = inn
    for scheme in ("https", "http"):
        with pytest.raises(AddressRefused, match="forbidden_host"):
            must_be_allowed(scheme, ipaddress.ip_address(number))


@pytest.mark.parametrize("number", ["8.8.8.8", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2a00:1450::1", "2620:4f:8000::1"])
def test_the_open_internet_is_reached_also_from_a_network_without_ipv4(settings, number):
    settings.INN_MODE = False
    must_be_allowed("https", ipaddress.ip_address(number))


def _map(number):
    """The same in IPv6, in which it must not pass unseen."""
    return ipaddress.ip_address(number if ":" in number else f"::ffff:{number}")


@pytest.mark.parametrize("inn", [True, False])
def test_to_the_open_internet_only_with_tls(settings, inn):
    settings.INN_MODE = inn
    must_be_allowed("https", ipaddress.ip_address("93.184.216.34"))
    with pytest.raises(AddressRefused):
        must_be_allowed("http", ipaddress.ip_address("93.184.216.34"))


def test_a_name_is_looked_up_again_with_each_message(settings, monkeypatch):
    """It may stand for another number by then."""
    settings.INN_MODE = False
    address = parse_address("https://club.example/hook")
    rows = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, 443)) for number in ("93.184.216.34", "10.0.0.7")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_arguments, **_options: rows[:1])
    assert resolve_host(address) == "93.184.216.34"
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_arguments, **_options: rows)
    with pytest.raises(AddressRefused):
        resolve_host(address)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://club.example/",
        "https://",
        "https://user:word@club.example/",
        "https://club.example:99999/",
        "https://club.example/a b",
        "https://club.example/\r\nHost: x",
        "javascript:alert(1)",
        f"https://club.example/{'a' * 300}",
        "https://169.254.169.254/latest/",
    ],
)
def test_what_is_no_address_is_refused(url):
    with pytest.raises(AddressRefused):
        parse_address(url)


def test_the_director_sets_it_tries_it_and_sees_what_arrived(db, receiver):
    director, page = log_in(make_account("director")), reverse("publication")
    assert director.post(page, {"what": "hook", "hook_url": "http://user@x/"}).status_code == 400
    assert director.post(page, {"what": "probe"}).status_code == 400
    assert director.post(page, {"what": "hook", "hook_url": f"{receiver.url}/hook"}).status_code == 302
    secret = load_publication(load_first_club()).hook_secret
    assert re.fullmatch(r"whsec_[A-Za-z0-9+/]{43}=", secret)
    assert secret in director.get(page).content.decode()
    assert director.post(page, {"what": "probe"}).status_code == 302
    send_due()
    assert json.loads(receiver.requests[0].body)["type"] == "probe"
    assert "(204)" in director.get(page).content.decode()
    director.post(page, {"what": "secret"})
    assert load_publication(load_first_club()).hook_secret not in ("", secret)
    acts = [json.loads(said) for said in ClubAct.objects.filter(kind="public").values_list("said", flat=True)]
    assert not [said for said in acts if "whsec" in json.dumps(said)]
    assert Publication.objects.count() == 1
