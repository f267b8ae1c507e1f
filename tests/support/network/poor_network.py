"""A network as in a loud inn, between a browser and a server: its mood changes while it runs, and it takes notes.

It listens at 127.0.0.1 only. Browsers reach it under a host name that is not localhost (tests.support.network.inn).
"""

import contextlib
import re
import select
import socket
import ssl
import struct
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from tests.support.network.moods import GOOD, REACHES_THE_SERVER, Fate, Mood, Way
from tests.support.network.wire import Answer, ConnectionEndedError, Wire, WireRequest

MOST_CONNECTIONS, MOST_NOTES = 128, 20_000
SERVER_PATIENCE = 60  # seconds
TICK = 0.05  # seconds until whoever waits looks around
_RESET = struct.pack("ii", 1, 0)  # closing sends RST, as a network does that has forgotten the connection
_SIGN_IN = b"<!doctype html><title>Gasthaus</title><h1>Willkommen im WLAN</h1><form><button>Weiter</button></form>"
PORTAL_PAGE = "http://portal.example/login"


@dataclass
class Note:
    """One request: what became of it, and when."""

    asked: WireRequest
    way: Way
    begun: float
    client: socket.socket
    status: int = 0  # what the server has answered, whether or not anybody heard it; 0: it has not
    ended: float | None = None

    @property
    def reached_the_server(self) -> bool:
        """True if the server has answered."""
        return self.status != 0

    @property
    def is_given_up(self) -> bool:
        """True if the client has hung up: browsers send nothing before they have an answer."""
        try:
            return bool(select.select([self.client], [], [], 0)[0])
        except (OSError, ValueError):  # closed here
            return True

    def end(self) -> None:
        """Nothing more becomes of it."""
        if self.ended is None:
            self.ended = time.monotonic()


class PoorNetwork:
    """A reverse proxy with moods; `mood` may be set at any moment and counts for the requests after that."""

    def __init__(self, target: str, host: str = "127.0.0.1", certificate: Path | None = None) -> None:
        parts = urlsplit(target)
        self._target = (str(parts.hostname), int(parts.port or 80))
        self.mood: Mood = GOOD
        self.notes: deque[Note] = deque(maxlen=MOST_NOTES)
        self._open: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._lock, self._over = threading.Lock(), threading.Event()
        self._tls = _build_tls(certificate) if certificate else None
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=MOST_CONNECTIONS)
        self._listener.settimeout(TICK)
        self.port = int(self._listener.getsockname()[1])
        self.url = f"{'https' if certificate else 'http'}://{host}:{self.port}"

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.cut()
        for thread in self._threads:
            thread.join(SERVER_PATIENCE)
        self._listener.close()

    def cut(self) -> None:
        """Forget all connections that there are, whatever is on its way."""
        for note in list(self.notes):
            note.end()  # before a client can learn of it
        with self._lock:
            for connection in self._open:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    def list_sent(self, pattern: str) -> list[Note]:
        """The notes of requests whose line matches, in the order in which they came."""
        return [note for note in list(self.notes) if re.search(pattern, note.asked.line)]

    def list_overlapping(self, pattern: str) -> list[tuple[Note, Note]]:
        """Pairs of such requests to one address of which the second began before the first was over."""
        pairs = []
        last: dict[str, Note] = {}
        for note in sorted(self.list_sent(pattern), key=lambda one: one.begun):
            before = last.get(note.asked.path)
            if before is not None and (before.ended is None or note.begun < before.ended):
                pairs.append((before, note))
            last[note.asked.path] = note
        return pairs

    def _start(self, act: Callable[..., None], *arguments: socket.socket) -> None:
        thread = threading.Thread(target=act, args=arguments, daemon=True)
        self._threads = [running for running in self._threads if running.is_alive()]
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while not self._over.is_set():
            try:
                connection, _ = self._listener.accept()
            except TimeoutError:
                continue
            connection.settimeout(None)
            with self._lock:
                full = len(self._open) >= MOST_CONNECTIONS
                if not full:
                    self._open.add(connection)
            if full:
                _reset(connection)
            else:
                self._start(self._serve, connection)

    def _serve(self, raw: socket.socket) -> None:
        """Pass on what comes over one connection, until somebody hangs up or a request meets its fate."""
        client = raw
        try:
            with self._lock:
                self._open.discard(raw)  # TLS takes the socket over: then this object is of no use any more
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            client = self._greet(raw)
            with self._lock:
                self._open.add(client)
            wire = Wire(client)
            while not self._over.is_set() and self._pass_on(client, wire.read_request()):
                pass
        except (ConnectionEndedError, OSError):
            pass
        finally:
            with self._lock:
                self._open.discard(client)
            _reset(client)

    def _greet(self, raw: socket.socket) -> socket.socket:
        if self._tls is None:
            return raw
        raw.settimeout(5)
        client = self._tls.wrap_socket(raw, server_side=True)
        client.settimeout(None)
        return client

    def _pass_on(self, client: socket.socket, asked: WireRequest) -> bool:
        """Let a request meet its fate; whether the connection lives on."""
        self._end_given_up()
        note = Note(asked, self.mood(asked), time.monotonic(), client)
        self.notes.append(note)
        try:
            answer = self._answer(client, note)
        finally:
            note.end()  # before the client can learn of it, and send the next one
        if answer is None:
            return False
        client.sendall(answer)
        return True

    def _end_given_up(self) -> None:
        """Nobody waits for what its client has given up, though the server may still be at it or a thread be late."""
        for note in list(self.notes):
            if note.ended is None and note.is_given_up:
                note.end()

    def _answer(self, client: socket.socket, note: Note) -> bytes | None:
        """Return the answer for the client; None: nothing, ever."""
        fate = note.way.fate
        self._wait(client, note.way.there)
        if fate in (Fate.CAPTIVE, Fate.PORTAL):
            return _answer_as_inn(fate)
        answer = self._forward(note.asked) if fate in REACHES_THE_SERVER else None
        note.status = answer.status if answer else 0
        self._wait(client, note.way.back)
        if fate in (Fate.HANGS, Fate.ANSWER_HANGS):
            self._wait(client, None)
        return answer.content if answer and fate is Fate.PASSES else None

    def _forward(self, asked: WireRequest) -> Answer:
        headers = {"Connection": "close", "X_Forwarded_For": "127.0.0.1"}
        if self._tls:
            headers["X_Forwarded_Proto"] = "https"
        with socket.create_connection(self._target, SERVER_PATIENCE) as server:
            server.sendall(asked.replace_headers(**headers))
            return Wire(server).read_response(asked.method)

    def _wait(self, client: socket.socket, seconds: float | None) -> None:
        """Wait as long as the client is there; None: until it hangs up."""
        until = time.monotonic() + seconds if seconds is not None else float("inf")
        while (left := until - time.monotonic()) > 0:
            if self._over.is_set() or select.select([client], [], [], min(left, TICK))[0]:
                raise ConnectionEndedError(
                    "the client has given up"
                )  # browsers send nothing before they have an answer


def _answer_as_inn(fate: Fate) -> bytes:
    """Return the answer of a network in place of the server."""
    if fate is Fate.PORTAL:
        return f"HTTP/1.1 302 Found\r\nLocation: {PORTAL_PAGE}\r\nContent-Length: 0\r\n\r\n".encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(_SIGN_IN)}\r\n\r\n"
    return head.encode() + _SIGN_IN


def _reset(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    with contextlib.suppress(OSError):
        connection.close()


def _build_tls(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


@contextlib.contextmanager
def run_poor_network(target: str, host: str = "127.0.0.1", certificate: Path | None = None) -> Iterator[PoorNetwork]:
    """A network in front of a server, until the end of the block."""
    with PoorNetwork(target, host, certificate) as network:
        yield network
