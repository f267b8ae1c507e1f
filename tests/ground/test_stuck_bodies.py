"""Phones that get stuck while they send hold up nobody else; what nobody may send is not read, and not for ever."""

import contextlib
import os
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.clients import Client
from tests.support.server import RunningServer, copy_club, run_restartable
from tests.support.signed_in import SESSION

pytestmark = pytest.mark.heavy
STUCK = 300  # more than there could be threads that read
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"


def head(served: RunningServer, length: int, path: str = "/log-in/", more: str = FORM) -> bytes:
    """The beginning of a form."""
    host = urlsplit(served.url).netloc
    return f"POST {path} HTTP/1.1\r\nHost: {host}\r\n{more}Content-Length: {length}\r\n\r\n".encode()


def connected(served: RunningServer) -> socket.socket:
    parts = urlsplit(served.url)
    return socket.create_connection((parts.hostname, parts.port), 10)


@contextlib.contextmanager
def stuck(served: RunningServer, count: int) -> Iterator[list[socket.socket]]:
    """So many phones that have sent half a form."""
    phones = [connected(served) for _ in range(count)]
    try:
        for phone in phones:
            phone.sendall(head(served, 1000) + b"login=")
        yield phones
    finally:
        for phone in phones:
            phone.close()


def answer_to(phone: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    got = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := phone.recv(1 << 16):
            got += piece
    return got


def test_phones_that_are_stuck_in_the_middle_of_a_form_keep_nobody_waiting(served):
    with stuck(served, STUCK):
        client = Client(served.url)
        assert [client.get("/log-in/").status for _ in range(5)] == [200] * 5
        client.close()
        assert timers(served) >= STUCK


def timers(served: RunningServer) -> int:
    """Return how many of its connections ask by themselves if the phone is there; all, where that is not known."""
    table = Path("/proc/net/tcp")
    if not table.exists():
        return STUCK
    here = f":{urlsplit(served.url).port:04X}"
    rows = [line.split() for line in table.read_text().splitlines()[1:]]
    return sum(row[1].endswith(here) and row[3] == "01" and row[5].startswith("02:") for row in rows)


def test_half_a_form_is_refused_and_never_seen_by_the_site(served):
    with connected(served) as phone:
        phone.sendall(head(served, 100) + b"name=Anna&x=1")
        phone.shutdown(socket.SHUT_WR)
        assert answer_to(phone).startswith(b"HTTP/1.1 400")


def test_a_form_that_does_not_come_is_ended_after_ten_seconds(served):
    a_letter_a_second = b"a"
    with ThreadPoolExecutor(2) as both:
        for took in both.map(lambda trickle: wait_for_the_end(served, trickle), (b"", a_letter_a_second)):
            assert 9 < took < 30


def wait_for_the_end(served: RunningServer, trickle: bytes) -> float:
    """Send the head of a form and then hardly anything; the seconds until it is refused."""
    with connected(served) as phone:
        start = time.monotonic()
        phone.sendall(head(served, 1000))
        phone.settimeout(1)
        got = b""
        while not got and time.monotonic() < start + 60:
            with contextlib.suppress(TimeoutError):
                got = phone.recv(1 << 16)
                break
            phone.sendall(trickle)
        assert got.startswith(b"HTTP/1.1 408")
        return time.monotonic() - start


LARGE = 100 << 20
COOKIE = f"Cookie: sessionid={SESSION}\r\n"
UPLOAD = "/backups/upload/"


@pytest.mark.parametrize(
    ("path", "more", "status"),
    [
        ("/log-in/", COOKIE, b"413"),
        ("/nowhere/", COOKIE, b"413"),
        ("/api/v1/tournaments", COOKIE, b"413"),
        (UPLOAD, "", b"302"),
        (UPLOAD, "Cookie: sessionid=another\r\n", b"302"),
        ("/people/bring-in/file/", COOKIE, b"413"),
    ],
)
def test_more_than_a_form_is_read_only_where_it_may_be_sent_by_whoever_may(served, path, more, status):
    with connected(served) as phone:
        phone.sendall(head(served, LARGE, path, more))
        assert answer_to(phone)[9:12] == status  # nothing of the body was sent yet


def test_a_director_may_send_a_large_body_for_which_the_server_then_waits(served):
    with connected(served) as phone:
        phone.sendall(head(served, 2 << 20, UPLOAD, COOKIE + "Content-Type: multipart/form-data; boundary=x\r\n"))
        phone.settimeout(1)
        with pytest.raises(TimeoutError):
            phone.recv(1)
        phone.shutdown(socket.SHUT_WR)
        assert answer_to(phone).startswith(b"HTTP/1.1 400")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_server_with_stuck_bodies_ends_when_it_is_told_to(tmp_path, migrated_data):
    data = tmp_path / "data"
    data.mkdir()
    copy_club(migrated_data, data)
    with run_restartable(data) as server, stuck(server.served, STUCK) as phones:
        with connected(server.served) as last:
            last.sendall(head(server.served, 1 << 40))
            assert answer_to(last).startswith(b"HTTP/1.1 413")  # all others have been heard before
        start = time.monotonic()
        process = server.process
        assert process is not None
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
        assert time.monotonic() - start < 2 * 4  # where nothing else is done, 2
        assert "Killing" not in server.served.log
        assert answer_to(phones[0]).startswith(b"HTTP/1.1 503")
