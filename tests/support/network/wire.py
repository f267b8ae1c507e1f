"""Messages of HTTP/1.1 as they lie on a socket: as much as a proxy must know to pass them on one by one."""

import json
import re
import socket
from typing import Any, NamedTuple

LONGEST = 1 << 24  # bytes of one message
WITHOUT_BODY = (204, 304)
_END = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_CLOSES = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.IGNORECASE)


class ConnectionEndedError(Exception):
    """The other side has hung up, or does not speak HTTP as browsers and our server do."""


class WireRequest(NamedTuple):
    """A request."""

    method: str
    path: str  # with the query
    head: bytes  # without the empty line after it
    body: bytes

    @property
    def line(self) -> str:
        """The first line, as moods and tests name it: `POST /tables/…/hands/`."""
        return f"{self.method} {self.path}"

    def replace_headers(self, **headers: str) -> bytes:
        """The bytes of the request with these headers in place of those that the client sent; `_` stands for `-`."""
        said = {name.replace("_", "-").lower().encode(): value.encode() for name, value in headers.items()}
        first, *lines = self.head.split(b"\r\n")
        kept = [line for line in lines if line.split(b":", 1)[0].lower() not in said]
        added = [name + b": " + value for name, value in said.items()]
        return b"\r\n".join([first, *kept, *added]) + _END + self.body


class Answer(NamedTuple):
    """A whole answer."""

    status: int
    head: bytes  # as of a request
    body: bytes

    @property
    def json(self) -> Any:
        """The body as a JSON value."""
        return json.loads(self.body)

    @property
    def content(self) -> bytes:
        """The bytes of it, over a connection that lives on."""
        return _CLOSES.sub(b"", self.head) + _END + self.body

    def get_header(self, name: str) -> str:
        """A header's value, "" where there is none."""
        found = re.search(rb"\r\n" + name.encode() + rb": *([^\r]*)", self.head, re.IGNORECASE)
        return found[1].decode("latin-1") if found else ""


class Wire:
    """A connection from which whole messages are read."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._got = b""

    def read_request(self) -> WireRequest:
        """The next request."""
        head = self._read_head()
        try:
            method, path, _ = head.split(b"\r\n", 1)[0].decode("latin-1").split(" ")
        except ValueError as error:
            raise ConnectionEndedError(repr(head[:80])) from error
        found = _LENGTH.search(head)
        return WireRequest(method, path, head, self._take(int(found[1]) if found else 0))

    def read_response(self, method: str) -> Answer:
        """The answer to a request with that method; it must say how long it is."""
        head = self._read_head()
        status, found = int(head.split(b" ", 2)[1]), _LENGTH.search(head)
        if method == "HEAD" or status in WITHOUT_BODY:
            return Answer(status, head, b"")
        if _CHUNKED.search(head) or found is None:
            raise ConnectionEndedError(f"an answer without its length: {head[:200]!r}")
        return Answer(status, head, self._take(int(found[1])))

    def _read_head(self) -> bytes:
        while (end := self._got.find(_END)) < 0:
            self._receive_more()
        head, self._got = self._got[:end], self._got[end + len(_END) :]
        return head

    def _take(self, length: int) -> bytes:
        if length > LONGEST:
            raise ConnectionEndedError(f"{length} bytes")
        while len(self._got) < length:
            self._receive_more()
        body, self._got = self._got[:length], self._got[length:]
        return body

    def _receive_more(self) -> None:
        try:
            got = self.connection.recv(1 << 16)
        except OSError as error:
            raise ConnectionEndedError(str(error)) from error
        if not got or len(self._got) > LONGEST:
            raise ConnectionEndedError("the connection was closed")
        self._got += got
