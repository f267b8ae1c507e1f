"""Clients on the wire, light enough that two hundred of them leave the server a core: one connection, one request."""

import json
import re
import socket
import uuid
from collections.abc import Mapping
from contextlib import suppress
from html import unescape
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.db import connection
from django.test import Client as DjangoClient
from django.test.utils import CaptureQueriesContext

from tests.support.network.wire import Answer, ConnectionEndedError, Wire

__all__ = ["Answer", "Client", "NoAnswer", "count_queries", "read_page", "read_text"]

PATIENCE = 60  # seconds; a server under load may let somebody wait
_COOKIE = re.compile(rb"\r\nset-cookie: *([^=\r]+)=([^;\r]*)", re.IGNORECASE)


class NoAnswer(Exception):  # noqa: N818 -- what a phone learns when the server dies: nothing
    """The connection ended before the answer was there: nobody knows whether the server did it."""


class Client:
    """A phone: keeps its connection open, and its cookies."""

    def __init__(self, url: str, **cookies: str) -> None:
        parts = urlsplit(url)
        self.host, self.port = str(parts.hostname), int(parts.port or 80)
        self.cookies = dict(cookies)
        self._wire: Wire | None = None

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
            wire = self._wire or self._connect()
            wire.connection.sendall(request)
            answer = wire.read_response(request.split(b" ", 1)[0].decode())
        except (OSError, ConnectionEndedError) as error:
            self.close()
            raise NoAnswer(str(error)) from error
        for name, value in _COOKIE.findall(answer.head):
            self.cookies[name.decode()] = value.decode()
        if b"connection: close" in answer.head.lower():
            self.close()
        return answer

    def _connect(self) -> Wire:
        opened = socket.create_connection((self.host, self.port), PATIENCE)
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._wire = Wire(opened)
        return self._wire

    def close(self) -> None:
        """Hang up."""
        if self._wire is not None:
            with suppress(OSError):
                self._wire.connection.close()
        self._wire = None


def count_queries(client: DjangoClient, address: str) -> int:
    """The number of queries of a page, which opens."""
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def read_page(answer: Any) -> str:
    """The source of a page, with its words as people read them."""
    return unescape(answer.content.decode())


def read_text(answer: Any) -> str:
    """The text that people read on a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))
