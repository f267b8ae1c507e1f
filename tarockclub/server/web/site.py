"""One request after the other: with SQLite, which stays fast with a single writer, the site runs in a single thread.

With PostgreSQL it has as many threads as connections. Whoever would wait too long for a thread is refused at once
(`request_queue.py`). Long work without the database is done in the background (`background.py`), a few at a time; the
requests that need it then return to the end of the queue.
"""

import json
import logging
import os
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from queue import Empty
from typing import IO, Any, NamedTuple

from django.db import connections

from tarockclub.clubs.scope import enter_all_clubs
from tarockclub.server.web.background import LANES, HandedOverWork, Outcomes, take_turn
from tarockclub.server.web.request_queue import HEALTH, RequestQueue

Environ = dict[str, Any]
Header = tuple[str, str]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]
MOST_AT_ONCE = max(1, (os.cpu_count() or 1) // 2)  # tasks of a kind at once: the site needs the processor, too
MOST_WAITING = 64  # waiting tasks of a kind; further ones are refused
IDLE_SECONDS = 0.2  # without any request: then the site does a step of its spare work
# In a request's environment: seconds until its turn; true when the server is about to end, or when it refuses requests;
# a function that returns the number of those refused since its last call.
WAITED, ENDING, OVERLOADED = "tarockclub.waited", "tarockclub.ending", "tarockclub.overloaded"
TAKE_REFUSED = "tarockclub.take_refused"
MOST_WORKS = 30  # for one request; more would come only from a page that asks for something else each time
PLAIN, FOR_PROGRAMS = (("Content-Type", f"{kind}; charset=utf-8") for kind in ("text/plain", "application/json"))
# For people whose form got no further than here; in both languages, since theirs is not known yet.
TRY_AGAIN = (
    "Das hat nicht geklappt: Bitte geh zurück und versuch es gleich noch einmal.\n"
    "That did not work: please go back and try again in a moment.\n"
).encode()
TOO_MUCH = (
    "Hier ist gerade zu viel los: Bitte versuch es in ein paar Sekunden noch einmal. Gespeichert wurde nichts.\n"
    "There is too much going on here: please try again in a few seconds. Nothing was saved.\n"
)
WAIT, NOT_KEPT = ("Retry-After", "10"), ("Cache-Control", "no-store")
logger = logging.getLogger(__name__)


class Answer(NamedTuple):
    """The site's complete response, so that a slow reader keeps nobody waiting."""

    status: int
    headers: list[Header]
    body: bytes = b""


BUSY = Answer(503, [PLAIN, WAIT], TRY_AGAIN)
FULL = Answer(503, [PLAIN, WAIT, NOT_KEPT], TOO_MUCH.encode())
FULL_FOR_PROGRAMS = Answer(
    503,
    [FOR_PROGRAMS, WAIT, NOT_KEPT],
    json.dumps({"saved": False, "code": "overloaded", "message": TOO_MUCH.strip()}).encode(),
)
FAILURE = Answer(500, [PLAIN], TRY_AGAIN)
Take = Callable[[Answer], object]


class Request(NamedTuple):
    """A request to the site, its progress, and the receiver of its response."""

    environ: Environ
    body: IO[bytes]
    take: Take
    outcomes: Outcomes


class Site:
    """A WSGI application that is called in a thread of its own, or in a few.

    They also do spare work, in steps: one after each answer, and one whenever nobody has asked for a while.
    """

    def __init__(self, application: Application, spare_work: Iterable[object] = (), threads: int = 1) -> None:
        self.application, self._spare_work = application, iter(spare_work)
        self._spare_turn, self._has_spare_work = threading.Lock(), True
        self._requests: RequestQueue[Request] = RequestQueue(threads)
        for _number in range(threads):
            threading.Thread(target=self._serve, name="site", daemon=True).start()
        self._lanes = {lane: ThreadPoolExecutor(MOST_AT_ONCE, lane) for lane in LANES}
        self._waiting = {lane: threading.BoundedSemaphore(MOST_WAITING) for lane in LANES}

    def ask(self, environ: Environ, body: IO[bytes] | None, take: Take) -> None:
        """Answer when it is this request's turn, from a thread of the site; refuse it now if that would be too late."""
        path, is_full = environ.get("PATH_INFO", ""), self._requests.is_full()
        if is_full and path not in HEALTH:
            self._requests.refuse()
            take(FULL_FOR_PROGRAMS if environ.get("CONTENT_TYPE", "").startswith("application/json") else FULL)
            return
        environ[OVERLOADED], environ[TAKE_REFUSED] = is_full, self._requests.take_refused
        self._requests.put(Request(environ, body or BytesIO(), take, {}), path)

    def _serve(self) -> None:
        while True:
            try:
                self._answer(*self._take_next())
                self._do_spare_work()
            except BaseException:  # no error may end the thread
                logger.exception("An answer could not be given.")

    def _take_next(self) -> tuple[Request, float]:
        """Return the next request and the seconds it has waited; while none comes, go on with the spare work."""
        while self._has_spare_work:
            try:
                return self._requests.take(IDLE_SECONDS)
            except Empty:
                self._do_spare_work()
        return self._requests.take()

    def _do_spare_work(self) -> None:
        """Do one step of the spare work, unless another thread is doing one."""
        if self._spare_turn.acquire(blocking=False):
            try:
                with enter_all_clubs():
                    self._has_spare_work = next(self._spare_work, self) is not self
            finally:
                self._spare_turn.release()

    def _answer(self, request: Request, waited: float) -> None:
        began = time.monotonic()
        try:
            with take_turn(request.outcomes):
                answer = self._run({**request.environ, "wsgi.input": request.body, WAITED: waited})
        except HandedOverWork as work:
            if len(request.outcomes) < MOST_WORKS and self._waiting[work.lane].acquire(blocking=False):
                self._lanes[work.lane].submit(self._do_work, request, work)
                return
            answer = BUSY
        except Exception:
            logger.exception("The site failed.")
            answer = FAILURE
        finally:
            self._requests.note_answer(time.monotonic() - began)
        request.take(answer)

    def _run(self, environ: Environ) -> Answer:
        """Return the site's complete response."""
        started: list[tuple[str, list[Header]]] = []
        response = self.application(environ, lambda status, headers, *_more: started.append((status, headers)))
        try:
            body = b"".join(response)
        finally:
            close = getattr(response, "close", None)
            if close is not None:
                close()
        status, headers = started[-1]
        return Answer(int(status[:3]), headers, body)

    def _do_work(self, request: Request, work: HandedOverWork) -> None:
        """Do the work that was handed over, and queue the request again."""
        request.outcomes[work.key] = work.compute_outcome()
        self._waiting[work.lane].release()
        connections.close_all()  # of this thread
        request.body.seek(0)
        self._requests.put(request)
