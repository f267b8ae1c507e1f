"""A phone that gets stuck in the middle of a form holds up nobody else, and half a form is no form."""

import socket
import threading
import urllib.request
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import pytest

from tarockclub import one_at_a_time
from tarockclub.api.ready import LoadedWhenAsked
from tarockclub.one_at_a_time import OneAtATime

STUCK = 20


class Said:
    """What a server is told."""

    def __init__(self) -> None:
        self.status = ""
        self.headers: list[tuple[str, str]] = []

    def __call__(self, status: str, headers: list[tuple[str, str]], *_more: Any) -> None:
        self.status, self.headers = status, headers


def echo(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """A site that sends back what it got, and in which thread."""
    body = environ["wsgi.input"].read()
    start_response("200 OK", [("Thread", threading.current_thread().name)])
    return [body[:5], body[5:]]


def asked(site: OneAtATime, body: bytes, length: int | str | None = None) -> tuple[Said, bytes]:
    """The answer to a body that is said to be so long."""
    said = Said()
    given = len(body) if length is None else length
    return said, b"".join(site({"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(given)}, said))


def test_the_site_has_one_thread_whatever_calls_it():
    site = OneAtATime(echo)
    threads = [threading.Thread(target=lambda: names.append(asked(site, b"x")[0].headers[0][1])) for _ in range(8)]
    names: list[str] = []
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(names) == len(threads)
    assert len(set(names)) == 1


@pytest.mark.parametrize("body", [b"", b"name=Anna&x=1"])
def test_a_body_arrives_whole(body):
    said, answer = asked(OneAtATime(echo), body)
    assert (said.status, answer) == ("200 OK", body)


@pytest.mark.parametrize("large", [False, True])
def test_half_a_body_is_refused_and_never_seen_by_the_site(monkeypatch, large):
    if large:
        monkeypatch.setattr(one_at_a_time, "SMALL", 4)
    said, answer = asked(OneAtATime(echo), b"name=Anna&x=1", 100)
    assert (said.status[:3], answer) == ("400", b"")


def test_a_large_body_arrives_whole_one_at_a_time(monkeypatch):
    monkeypatch.setattr(one_at_a_time, "SMALL", 4)
    monkeypatch.setattr(one_at_a_time, "CHUNK", 5)
    site = OneAtATime(echo)
    said, answer = asked(site, b"a large body indeed")
    assert (said.status, answer) == ("200 OK", b"a large body indeed")
    with site.large:
        said, _ = asked(site, b"a large body indeed")
        assert said.status[:3] == "503"
        assert asked(site, b"tiny")[0].status == "200 OK"
    assert asked(site, b"a large body indeed")[0].status == "200 OK"


def test_a_body_larger_than_anything_here_is_refused_unread(monkeypatch):
    monkeypatch.setattr(one_at_a_time, "SMALL", 4)
    monkeypatch.setattr(one_at_a_time, "LARGEST", 10)
    assert asked(OneAtATime(echo), b"", 11)[0].status[:3] == "413"


@pytest.mark.parametrize("length", ["", "-5", "1e3", "٣", "9" * 40])
def test_a_length_that_is_none_means_no_body(length):
    said, answer = asked(OneAtATime(echo), b"ignored", length)
    assert (said.status, answer) == ("200 OK", b"")


def test_an_error_of_the_site_reaches_the_server_and_the_next_request_is_answered():
    def fails(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if environ["wsgi.input"].read() == b"fail":
            raise ValueError("so")
        start_response("200 OK", [])
        return [b"fine"]

    site = OneAtATime(fails)
    with pytest.raises(ValueError, match="so"):
        asked(site, b"fail")
    assert asked(site, b"again")[1] == b"fine"


def test_phones_that_are_stuck_in_the_middle_of_a_form_keep_nobody_waiting(served):
    parts = urlsplit(served.url)
    head = (
        f"POST /log-in/ HTTP/1.1\r\nHost: {parts.netloc}\r\nCookie: csrftoken={'a' * 32}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nlogin="
    )
    stuck = [socket.create_connection((parts.hostname, parts.port), 5) for _ in range(STUCK)]
    try:
        for one in stuck:
            one.sendall(head.encode())
        for _ in range(5):
            with urllib.request.urlopen(f"{served.url}/log-in/", timeout=5) as answer:
                assert answer.status == 200
    finally:
        for one in stuck:
            one.close()


def test_the_server_is_given_the_site_so():
    from tarockclub.wsgi import application

    assert isinstance(application.application, LoadedWhenAsked)
    assert isinstance(application.application.application, OneAtATime)
