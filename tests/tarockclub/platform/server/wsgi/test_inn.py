"""Requests are read whole, and not for ever; what nobody may send is refused unread."""

import socket
from contextlib import ExitStack, suppress

import pytest
from waitress.adjustments import Adjustments  # type: ignore[import-untyped]

from tarockclub.platform.server.wsgi.inn import HEAD_SECONDS, LARGEST, PIECE, BoundedParser, build_server
from tarockclub.platform.server.wsgi.turns import SMALL, Turns


class Phone:
    """A phone that sends a form, and the server's idea of it."""

    def __init__(self, monkeypatch, path="/log-in/", length=100):
        self._now = 0.0
        monkeypatch.setattr("tarockclub.platform.server.wsgi.inn.time.monotonic", lambda: self._now)
        self.parser = BoundedParser(Adjustments(max_request_body_size=SMALL, inbuf_overflow=PIECE))
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n"
        self.send(head.encode())

    def send(self, data, seconds=0.0):
        """Send some of it, later."""
        self._now += seconds
        self.parser.received(data)

    @property
    def status(self):
        """The server's refusal, or whether everything has come."""
        return self.parser.error.code if self.parser.error else self.parser.completed


def test_a_form_that_comes_in_time_is_complete(monkeypatch):
    phone = Phone(monkeypatch)
    phone.send(b"a" * 50, 9)
    assert phone.status is False
    phone.send(b"a" * 50, 0.5)
    assert phone.status is True


@pytest.mark.parametrize("length", [100, SMALL - 1])
def test_a_letter_now_and_then_does_not_keep_a_connection(monkeypatch, length):
    phone = Phone(monkeypatch, length=length)
    for _ in range(10):
        phone.send(b"a", 1.1)
    assert phone.status == 408
    assert "noch einmal" in phone.parser.error.body


def test_a_head_must_come_in_time_too(monkeypatch):
    phone = Phone(monkeypatch)
    phone.parser = BoundedParser(phone.parser.adj)
    for _ in range(11):
        phone.send(b"GET / HTTP/1.1\r\nX: ", 1)
    assert phone.status == 408


def test_a_poor_wifi_has_as_long_as_it_needs_if_it_goes_on(monkeypatch):
    phone = Phone(monkeypatch, length=5 * PIECE)
    for _ in range(5):
        assert phone.status is False
        phone.send(b"a" * PIECE, 9)
    assert phone.status is True
    phone.parser.close()


@pytest.mark.parametrize(
    ("path", "length", "status"),
    [
        ("/log-in/", SMALL, 413),
        ("/log-in/", SMALL + 1, False),  # dropped as it comes
        ("/nowhere/", 100 << 20, 413),
        ("/backups/upload/", 100 << 20, False),
        ("/c/linde/backups/upload/", 100 << 20, False),
        ("/tournaments/people/bring-in/file/", SMALL + 1, False),
        ("/backups/upload/", LARGEST, 413),
        ("/log-in/", SMALL - 1, False),
    ],
)
def test_more_than_a_form_is_read_only_where_it_may_be_sent(monkeypatch, path, length, status):
    phone = Phone(monkeypatch, path, length)
    assert phone.status == status
    phone.parser.close()


def test_what_a_page_does_not_take_is_dropped_so_that_the_page_can_say_so(monkeypatch):
    phone = Phone(monkeypatch, "/log-in/", SMALL + PIECE)
    for _ in range((SMALL + PIECE) // PIECE):
        assert phone.status is False
        phone.send(b"a" * PIECE, 1)
    assert phone.status is True
    assert phone.parser.get_body_stream().read() == b""
    assert int(phone.parser.headers["CONTENT_LENGTH"]) > SMALL  # by which the page refuses it


def test_one_upload_is_read_at_a_time(monkeypatch):
    first, second = (Phone(monkeypatch, "/backups/upload/", 5 << 20) for _ in range(2))
    assert (first.status, second.status) == (False, 503)
    assert dict(second.parser.error.to_response()[1])["Retry-After"]
    first.parser.close()
    second.parser.close()
    third = Phone(monkeypatch, "/backups/upload/", 5 << 20)
    assert third.status is False
    del third.parser  # the phone has left
    assert Phone(monkeypatch, "/backups/upload/", 5 << 20).status is False


class Greeting(Turns):
    """A program that answers everybody."""

    is_ending = False

    def __init__(self):
        """Nothing stands behind it."""

    def __call__(self, environ, start_response):
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "2")])
        return [b"da"]


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="Windows takes no connection from another loopback address")
def test_newcomers_get_an_answer_while_one_address_holds_all_connections_with_half_heads():
    server = build_server(Greeting(), "127.0.0.1", 0)
    server.adj.connection_limit = 150
    address = ("127.0.0.1", server.effective_port)
    with ExitStack() as open_sockets:
        open_sockets.callback(server.close)
        for _ in range(300):
            half = open_sockets.enter_context(socket.create_connection(address))
            half.sendall(b"GET / HTTP/1.1\r\n")
        for _ in range(20):
            server.asyncore.loop(timeout=0.01, map=server._map, use_poll=True, count=1)
        taken = len(server.active_channels)  # whoever has just come is not sent away
        newcomer = open_sockets.enter_context(socket.create_connection(address, source_address=("127.0.0.2", 0)))
        newcomer.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        newcomer.settimeout(0.01)
        answer, held = b"", []
        for _ in range(100):
            for channel in server.active_channels.values():
                channel.creation_time -= HEAD_SECONDS / 10  # the time passes
            server.next_room = 0.0
            server.asyncore.loop(timeout=0.01, map=server._map, use_poll=True, count=1)
            held.append(len(server.active_channels))
            with suppress(TimeoutError):
                answer = answer or newcomer.recv(100)
        assert answer.startswith(b"HTTP/1.1 200")
        assert taken > 100
        assert max(held) > 75  # most stay: nobody is sent away while there is room
        assert held[-1] > 30
