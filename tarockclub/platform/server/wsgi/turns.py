"""Turns: threads wait side by side and compute one after the other; slow work is done without a turn.

With SQLite one request of a club computes at a time: two would hand Python's lock to and fro, and only one may write
anyway. With PostgreSQL as many as half of the pool's connections. A club has at most half of the turns, so a hand does
not wait for the page of another club; the next turn is for the club that has used least of the processor lately.
Whoever hashes, unpacks or waits for others gives the turn back meanwhile, so a view reads from top to bottom, and
nobody else waits for it.
"""

import contextlib
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from io import BytesIO
from typing import Any, NamedTuple

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import close_old_connections, connections

from tarockclub.platform.clubs.scope import CLUB, get_scope

# Responses of the web server itself, in both languages: that of the reader is not known yet.
TRY_AGAIN = (
    "Das hat nicht geklappt: Bitte geh zurück und versuch es gleich noch einmal.\n"
    "That did not work: please go back and try again in a moment.\n"
)
TOO_MUCH = (
    "Hier ist gerade zu viel los: Bitte versuch es in ein paar Sekunden noch einmal. Gespeichert wurde nichts.\n"
    "There is too much going on here: please try again in a few seconds. Nothing was saved.\n"
)
TOO_LARGE = (
    "Das ist zu groß für diese Seite. Gespeichert wurde nichts.\nThat is too large for this page. Nothing was saved.\n"
)
WAIT = ("Retry-After", "10")
Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
THREADS = 70  # some more than all lanes have places: for those who only want to save a hand
LIVE, READY = HEALTH = ("/health/live", "/health/ready")  # they go first, and are never refused
MOST_SECONDS = 6.0  # in line, as far as can be foreseen: a phone gives up after eight, and sends its hand again
LONGEST_SECONDS, WEIGHT = 2.0, 1 / 64  # of a turn in the mean: a machine that has stood still is not overloaded
HALF_SECONDS = 5.0  # in which what a club has used counts half
SMALL = 1 << 20  # bytes of a body; more is an upload, which its view reads without a turn
# In a request's environment: seconds it has waited; true when the server is about to end, or when it refuses requests.
WAITED, ENDING, OVERLOADED = "tarockclub.waited", "tarockclub.ending", "tarockclub.overloaded"
_SIGN = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|^/c/[a-z0-9-]+/")
MOST_SIGNS = 20_000
_thread = threading.local()


def refuse(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Refuse a request because of too many others; programs, which keep a hand, are told so in JSON."""
    is_program = environ.get("CONTENT_TYPE", "").startswith("application/json")
    content = {"saved": False, "code": "overloaded", "message": TOO_MUCH.strip()}
    kind, body = ("application/json", json.dumps(content)) if is_program else ("text/plain", TOO_MUCH)
    said_bytes = body.encode()
    headers = [("Content-Type", f"{kind}; charset=utf-8"), ("Content-Length", str(len(said_bytes)))]
    start_response("503 Service Unavailable", [*headers, WAIT, ("Cache-Control", "no-store")])
    return [said_bytes]


class TooBusy(Exception):  # noqa: N818 -- no error of the program, but an answer
    """So much slow work is waiting that this is not begun."""


class Lane:
    """Slow work of one kind: one piece at a time for each club, few at a time for all, since turns need the processor.

    Those who wait hold a thread, so there are only some places. A club that has one leaves the last ones to others.
    """

    def __init__(self, places: int, at_once: int = 1, left_to_others: int = 0) -> None:
        self.places, self._left_to_others = places, left_to_others
        self._taken: Counter[str] = Counter()
        self._gates: dict[str, threading.Lock] = {}
        self._lock, self._at_work = threading.Lock(), threading.BoundedSemaphore(at_once)

    def find_club(self) -> str:
        """Return the club whose work this is; in some lanes all have one queue."""
        return get_scope() if self._left_to_others else ""

    def take_place(self, club: str) -> None:
        """Take a place; raise TooBusy."""
        with self._lock:
            free = self.places - self._taken.total()
            if free <= (self._left_to_others if self._taken[club] else 0):
                raise TooBusy
            self._taken[club] += 1
            self._gates.setdefault(club, threading.Lock())

    def leave_place(self, club: str) -> None:
        """Leave the place."""
        with self._lock:
            self._taken[club] -= 1
            if not self._taken[club]:
                del self._taken[club], self._gates[club]

    @contextlib.contextmanager
    def do_work(self, club: str) -> Iterator[None]:
        """Work when it is the club's turn."""
        with self._gates[club], self._at_work:
            yield

    def count_taken(self) -> int:
        """Return the number of places that are taken."""
        return self._taken.total()


# By whom it must not keep waiting. FILES waits for other processes (tarockclub/platform/server/apart).
LONG, FILES, PASSWORDS, PASSWORDS_OF_STRANGERS = "long", "files", "passwords", "strangers"
PAPERS, PICTURES = "papers", "pictures"
LANES = {
    LONG: Lane(9, at_once=3, left_to_others=3),
    FILES: Lane(9, at_once=6, left_to_others=3),
    PASSWORDS: Lane(6),
    PASSWORDS_OF_STRANGERS: Lane(20),
    # A director opens all papers of a round in tabs. Each is made in a process that may grow to half a gigabyte.
    PAPERS: Lane(14, at_once=2, left_to_others=3),
    PICTURES: Lane(6),
}


@contextlib.contextmanager
def give_turn_back(kind: str = LONG) -> Iterator[None]:
    """Do slow work without the turn; raise TooBusy. Never in a transaction: who has the turn would wait for its end."""
    turns: Turns | None = getattr(_thread, "turns", None)
    if turns is None:  # a command, a test, or slow work within slow work
        yield
        return
    if any(connection.in_atomic_block for connection in connections.all(initialized_only=True)):
        raise RuntimeError("The turn was given back within a transaction.")
    lane = LANES[kind]
    club = lane.find_club()
    lane.take_place(club)
    try:
        own = turns.leave()
        try:
            with lane.do_work(club):
                yield
        finally:
            turns.take(own)
    finally:
        lane.leave_place(club)


class Uses:
    """The seconds of the processor that clubs have used, of which those of a while ago count little."""

    def __init__(self) -> None:
        self._seconds: dict[str, tuple[float, float]] = {}  # and when
        self._clubs: dict[str | int, str] = {}  # by what requests have in common

    def count(self, club: str) -> float:
        """Return what a club has used."""
        seconds, since = self._seconds.get(club, (0.0, 0.0))
        return seconds * 0.5 ** ((time.monotonic() - since) / HALF_SECONDS) if seconds else 0.0

    def add(self, club: str, seconds: float) -> None:
        """Add to what a club has used."""
        self._seconds[club] = self.count(club) + seconds, time.monotonic()

    def find_club(self, environ: Environ) -> str:
        """Return whose request this is, as far as earlier ones of its kind tell; "" of unknown ones."""
        return self._clubs.get(_find_sign(environ), "")

    def learn(self, environ: Environ) -> str:
        """Remember, and return, whose request this was."""
        club: str = environ.get(CLUB, "")
        if club:
            if len(self._clubs) >= MOST_SIGNS:
                self._clubs.clear()
            self._clubs[_find_sign(environ)] = club
        return club


def _find_sign(environ: Environ) -> str | int:
    """Return what tells the club of a request without a look into the database: its thing, its prefix, its log-in."""
    match = _SIGN.search(environ["PATH_INFO"])
    return match[0] if match else hash(tuple(map(environ.get, ("HTTP_HOST", "HTTP_COOKIE", "HTTP_AUTHORIZATION"))))


class PlaceInLine(NamedTuple):
    """A thread in line."""

    gate: threading.Lock
    club: str
    is_first: bool


class Turns:
    """A WSGI application whose requests take turns: of the club that has used least, first come, first served.

    Of `width` requests at once at most half are of one club.
    """

    def __init__(self, application: Application, width: int = 2) -> None:
        self.application, self.is_ending, self.uses = application, False, Uses()
        self._width, self._most = width, max(1, width // 2)
        self._at_work: Counter[str] = Counter()
        self._line: list[PlaceInLine] = []
        self._lock, self._mean_seconds = threading.Lock(), 0.0

    def take(self, club: str = "", *, first: bool = False) -> None:
        """Wait for a turn."""
        gate = threading.Lock()
        gate.acquire()
        with self._lock:
            self._line.append(PlaceInLine(gate, club, first))
            self._begin_next()
        gate.acquire()
        _thread.turns, _thread.club = self, club
        _thread.since, _thread.used = time.monotonic(), time.thread_time()

    def leave(self) -> str:
        """End this thread's turn, and return whose it was; whoever has the next one may need its connection."""
        close_old_connections()
        club: str = _thread.club
        _thread.turns = None
        with self._lock:
            self.uses.add(club, time.thread_time() - _thread.used)
            seconds = min(time.monotonic() - _thread.since, LONGEST_SECONDS)
            self._mean_seconds += (seconds - self._mean_seconds) * WEIGHT
            self._at_work[club] -= 1
            self._begin_next()
        return club

    def _begin_next(self) -> None:
        """Let whoever is next begin."""
        self._at_work += Counter()  # without those that have ended
        while self._at_work.total() < self._width:
            clubs = {waiting.club for waiting in self._line}
            uses = {club: self.uses.count(club) for club in clubs if self._at_work[club] < self._most}
            ready = [waiting for waiting in self._line if waiting.is_first or waiting.club in uses]
            if not ready:
                break
            following = min(ready, key=lambda waiting: (not waiting.is_first, uses.get(waiting.club, 0.0)))
            self._line.remove(following)
            self._at_work[following.club] += 1
            following.gate.release()

    def is_full(self, waited: float = 0.0, club: str = "") -> bool:
        """Return whether whoever comes now would wait too long, by what turns take at the moment.

        For each request of its own club one of each other goes before it, but no more.
        """
        with self._lock:
            clubs = Counter(waiting.club for waiting in self._line)
        before = sum(min(count, 1 + clubs[club]) if other != club else count for other, count in clubs.items())
        return waited + before * self._mean_seconds / self._most > MOST_SECONDS

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request: its body is read before its turn, and its response sent after it."""
        waited, is_first = environ.get(WAITED, 0.0), environ["PATH_INFO"] in HEALTH
        club = self.uses.find_club(environ)
        is_full = self.is_full(waited, club)
        if is_full and not is_first:
            return refuse(environ, start_response)
        length = int(environ.get("CONTENT_LENGTH") or 0)
        if 0 < length <= SMALL:
            body = environ["wsgi.input"].read(length)
            if len(body) < length:  # half a form must not be processed as a whole one
                start_response("400 Bad Request", [("Content-Length", "0")])
                return []
            environ["wsgi.input"] = BytesIO(body)
        self.take(club, first=is_first)
        began = time.thread_time()
        try:
            environ[ENDING], environ[OVERLOADED] = self.is_ending, is_full
            return self._run(environ, start_response)
        finally:
            self.leave()
            if (own := self.uses.learn(environ)) != club:  # nobody is lighter than he is by not being known yet
                self.uses.add(own, time.thread_time() - began)

    def _run(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        response, wrapper = self.application(environ, start_response), environ.get("wsgi.file_wrapper")
        is_head = environ["REQUEST_METHOD"] == "HEAD"
        is_file = isinstance(wrapper, type) and isinstance(response, wrapper)
        if is_file and not is_head:
            return response  # which the server sends and closes
        try:
            return [b"" if is_head else b"".join(response)]
        finally:
            getattr(response, "close", bool)()


_lane: ContextVar[str] = ContextVar("lane", default=PASSWORDS)


@contextlib.contextmanager
def queue_as_stranger(is_stranger: bool) -> Iterator[None]:
    """Hash passwords typed by strangers one after the other, apart from those of others."""
    token = _lane.set(PASSWORDS_OF_STRANGERS if is_stranger else PASSWORDS)
    try:
        yield
    finally:
        _lane.reset(token)


class PatientHasher(PBKDF2PasswordHasher):
    """Django's own hasher, without a turn."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Hash the password."""
        with give_turn_back(_lane.get()):
            return super().encode(password, salt, iterations)
