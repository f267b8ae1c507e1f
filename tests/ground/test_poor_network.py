"""The poor network of tests does to requests what its mood says, and knows afterwards what it did."""

import contextlib
import socket
import ssl
import threading
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.offline.keeping import until
from tests.support.clients import Client, NoAnswer
from tests.support.network import moods
from tests.support.network.inn import create_certificate
from tests.support.network.moods import Fate
from tests.support.network.poor_network import PoorNetwork, run_poor_network

pytestmark = pytest.mark.heavy

SHORT = 0.3  # seconds


class Site(ThreadingHTTPServer):
    """A server that says what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), EchoHandler)
        self.done: list[str] = []
        self.answers = threading.Event()
        self.answers.set()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"


class EchoHandler(BaseHTTPRequestHandler):
    """One answer of it."""

    protocol_version = "HTTP/1.1"
    server: Site

    def do_POST(self) -> None:
        """Say what came, and from where."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.done.append(f"{self.command} {self.path}")
        self.server.answers.wait(5)
        told = f"{self.headers['Host']}|{self.headers.get('X-Forwarded-Proto')}|".encode() + body
        self.send_response(200)
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    do_GET = do_POST  # noqa: N815 -- as http.server calls it

    def log_message(self, *_: object) -> None:
        """Say nothing in the terminal."""


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def network(site: Site) -> Iterator[PoorNetwork]:
    with run_poor_network(site.url) as one:
        yield one


@contextlib.contextmanager
def client_of(network: PoorNetwork) -> Iterator[Client]:
    with contextlib.closing(Client(network.url)) as client:
        yield client


def test_in_a_good_mood_requests_pass_as_they_are_over_one_connection(network, site):
    with client_of(network) as client:
        first, second = client.post("/a?b=1", {"x": "ä"}), client.get("/c")
    assert (first.status, first.body) == (200, f'127.0.0.1:{network.port}|None|{{"x": "\\u00e4"}}'.encode())
    assert b"connection" not in first.head.lower()
    assert second.status == 200
    assert site.done == ["POST /a?b=1", "GET /c"]
    assert [(note.asked.line, note.status, note.way.fate) for note in network.notes] == [
        ("POST /a?b=1", 200, Fate.PASSES),
        ("GET /c", 200, Fate.PASSES),
    ]


@pytest.mark.parametrize(("mood", "done"), [(moods.OFF, []), (moods.ANSWERS_LOST, ["GET /"])], ids=["before", "after"])
def test_a_request_that_dies_has_no_answer_whether_the_server_did_it_or_not(network, site, mood, done):
    network.mood = mood
    with client_of(network) as client, pytest.raises(NoAnswer):
        client.get("/")
    assert site.done == done
    assert [note.reached_the_server for note in network.notes] == [bool(done)]
    network.mood = moods.GOOD
    with client_of(network) as client:
        assert client.get("/").status == 200


@pytest.mark.parametrize(("mood", "done"), [(moods.HUNG, []), (moods.ANSWERS_HUNG, ["GET /"])], ids=["before", "after"])
def test_a_request_that_hangs_hangs_until_somebody_hangs_up(network, site, mood, done):
    network.mood = mood
    ended = threading.Event()

    def ask() -> None:
        with client_of(network) as client, contextlib.suppress(NoAnswer):
            client.get("/")
        ended.set()

    thread = threading.Thread(target=ask)
    thread.start()
    assert not ended.wait(SHORT)
    assert network.notes[0].ended is None
    network.mood = moods.GOOD  # does not help it any more
    assert not ended.wait(SHORT)
    network.cut()
    assert ended.wait(5)
    thread.join()
    assert site.done == done
    assert network.notes[0].ended is not None


def test_the_network_of_the_inn_may_answer_itself(network, site):
    network.mood = moods.CAPTIVE
    with client_of(network) as client:
        page = client.post("/", {})
        network.mood = moods.PORTAL
        portal = client.get("/")
    assert (page.status, page.get_header("Content-Type")) == (200, "text/html; charset=utf-8")
    assert b"Willkommen" in page.body
    assert (portal.status, portal.get_header("Location")) == (302, "http://portal.example/login")
    assert site.done == []


def test_whoever_does_not_wait_for_a_slow_network_is_noticed_at_once(network, site):
    network.mood = moods.slow_down(60)
    with client_of(network) as client:
        threading.Timer(SHORT, network.cut).start()
        with pytest.raises(NoAnswer):
            client.get("/")
    assert site.done == []


def test_a_mood_may_be_for_some_requests_only(network, site):
    network.mood = moods.apply_only_to(moods.HANDS, moods.apply_every_second(moods.ANSWERS_LOST))
    heard = []
    for line in ("/tables/x/hands/", "/tables/x/live/", "/tables/x/hands/", "/tables/x/hands/"):
        with client_of(network) as client:
            try:
                heard.append(client.post(line, {}).status)
            except NoAnswer:
                heard.append(0)
    assert heard == [0, 200, 200, 0]
    assert len(site.done) == len(network.notes) == 4
    assert len(network.list_sent(moods.HANDS)) == 3


def test_requests_of_which_one_begins_before_the_other_is_over_are_seen(network):
    network.mood = moods.slow_down(SHORT)

    def ask(path: str) -> None:
        with client_of(network) as client:
            client.get(path)

    both = [threading.Thread(target=ask, args=("/a",)) for _ in range(2)]
    for thread in (*both, other := threading.Thread(target=ask, args=("/b",))):
        thread.start()
    for thread in (*both, other):
        thread.join()
    assert len(network.list_overlapping("GET /a")) == 1
    assert network.list_overlapping("GET /b") == []
    ask("/b")
    assert network.list_overlapping("GET /b") == []


def test_a_request_that_its_client_has_given_up_is_over_though_the_server_is_still_at_it(network, site):
    site.answers.clear()
    asked = []
    with contextlib.ExitStack() as clients:
        for stays in (False, True, True):
            client = clients.enter_context(socket.create_connection(("127.0.0.1", network.port)))
            client.sendall(b"GET /a HTTP/1.1\r\nHost: inn\r\n\r\n")
            asked.append(client)
            until(lambda: len(site.done) == len(asked))
            if not stays:
                client.close()
        site.answers.set()
        given_up, *others = network.list_sent("GET /a")
        assert given_up.ended is not None
        assert network.list_overlapping("GET /a") == [tuple(others)]


def test_a_server_that_is_away_is_a_network_without_answers():
    with run_poor_network("http://127.0.0.1:1") as network, client_of(network) as client:
        with pytest.raises(NoAnswer):
            client.get("/")
        assert not network.notes[0].reached_the_server


def test_with_a_certificate_the_server_is_told_that_it_was_https(site, tmp_path):
    certificate = create_certificate(tmp_path, "club.example")
    with run_poor_network(site.url, certificate=certificate) as network:
        trusting = ssl.create_default_context(cafile=str(certificate))
        trusting.check_hostname = False  # asked for by its number
        with urllib.request.urlopen(network.url, context=trusting) as answer:
            assert answer.read() == f"127.0.0.1:{network.port}|https|".encode()
