"""Clients on the wire, light enough that two hundred of them leave the server a core: one connection, one request."""

import json
import re
import socket
import uuid
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from django.db import connection
from django.test import Client as DjangoClient
from django.test.utils import CaptureQueriesContext

PATIENCE = 60  # seconds; a server under load may let somebody wait
WITHOUT_BODY = (204, 304)
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_COOKIE = re.compile(rb"\r\nset-cookie: *([^=\r]+)=([^;\r]*)", re.IGNORECASE)


class NoAnswer(Exception):  # noqa: N818 -- what a phone learns when the server dies: nothing
    """The connection ended before the answer was there: nobody knows whether the server did it."""


class Answer(NamedTuple):
    """A whole answer."""

    status: int
    head: bytes
    body: bytes

    @property
    def json(self) -> Any:
        """The body as a JSON value."""
        return json.loads(self.body)

    def get_header(self, name: str) -> str:
        """A header's value, "" where there is none."""
        found = re.search(rb"\r\n" + name.encode() + rb": *([^\r]*)", self.head, re.IGNORECASE)
        return found[1].decode("latin-1") if found else ""


class Client:
    """A phone: keeps its connection open, and its cookies."""

    def __init__(self, url: str, **cookies: str) -> None:
        parts = urlsplit(url)
        self.host, self.port = str(parts.hostname), int(parts.port or 80)
        self.cookies = dict(cookies)
        self._socket: socket.socket | None = None

    def get(self, path: str) -> Answer:
        """Read a page."""
        return self.send(self.request("GET", path))

    def post(self, path: str, value: object) -> Answer:
        """Send a JSON value; the token comes with the first page that was read."""
        return self.send(self.build_post(path, value))

    def send_form(self, path: str, fields: Mapping[str, str], more: Mapping[str, str] | None = None) -> Answer:
        """Send a form as a browser without script does; the token comes with the first page that was read."""
        token = {"csrfmiddlewaretoken": self.cookies.get("csrftoken", "")}
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.send(self.request("POST", path, urlencode(token | dict(fields)).encode(), {**kind, **(more or {})}))

    def send_file(self, path: str, fields: Mapping[str, str], name: str, content: bytes) -> Answer:
        """Send a form with a file in the field of this name."""
        line = uuid.uuid4().hex
        begin = f'--{line}\r\nContent-Disposition: form-data; name="'
        said = {"csrfmiddlewaretoken": self.cookies.get("csrftoken", ""), **fields}
        parts = [f'{begin}{key}"\r\n\r\n{value}' for key, value in said.items()]
        head = f'{begin}{name}"; filename="a"\r\n\r\n'
        body = "\r\n".join([*parts, head]).encode() + content + f"\r\n--{line}--\r\n".encode()
        return self.send(self.request("POST", path, body, {"Content-Type": f"multipart/form-data; boundary={line}"}))

    def build_post(self, path: str, value: object) -> bytes:
        """The request that sends a JSON value."""
        more = {"Content-Type": "application/json", "X-CSRFToken": self.cookies.get("csrftoken", "")}
        return self.request("POST", path, json.dumps(value).encode(), more)

    def request(self, method: str, path: str, body: bytes = b"", more: Mapping[str, str] | None = None) -> bytes:
        """The bytes of a request."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        lines = {
            "Host": f"{self.host}:{self.port}",
            "Cookie": cookies,
            "Content-Length": str(len(body)),
            **(more or {}),
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
        return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body

    def send(self, request: bytes) -> Answer:
        """Send a request as it is and read the answer; never sent again by itself."""
        try:
            wire = self._socket or self._connect()
            wire.sendall(request)
            answer = _read_answer(wire)
        except (OSError, NoAnswer) as error:
            self.close()
            raise NoAnswer(str(error)) from error
        for name, value in _COOKIE.findall(answer.head):
            self.cookies[name.decode()] = value.decode()
        if b"connection: close" in answer.head.lower():
            self.close()
        return answer

    def _connect(self) -> socket.socket:
        self._socket = socket.create_connection((self.host, self.port), PATIENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._socket

    def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.close()
        self._socket = None


def _read_answer(wire: socket.socket) -> Answer:
    """Read one answer; every answer of the site says how long it is, or that it is empty."""
    got = b""
    while (end := got.find(b"\r\n\r\n")) < 0:
        got += _receive_more(wire)
    head, body = got[:end], got[end + 4 :]
    status, length = int(head.split(b" ", 2)[1]), _LENGTH.search(head)
    if status in WITHOUT_BODY:
        return Answer(status, head, b"")
    if length is None:
        raise NoAnswer(f"an answer without its length: {head!r}")
    while len(body) < int(length[1]):
        body += _receive_more(wire)
    return Answer(status, head, body)


def _receive_more(wire: socket.socket) -> bytes:
    got = wire.recv(1 << 16)
    if not got:
        raise NoAnswer("the connection was closed")
    return got


def count_queries(client: DjangoClient, address: str) -> int:
    """The number of queries of a page, which opens."""
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)
