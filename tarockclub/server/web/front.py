"""The application called by the web server: it reads bodies, asks the site, and compresses responses.

All this runs in one event loop, so that any number of slow phones costs a little memory and no thread.
"""

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Protocol, TypeVar

from granian.rsgi import HTTPProtocol, Scope  # type: ignore[attr-defined]  # not said to be public

from tarockclub.server.body_limit import MOST
from tarockclub.server.web import compression
from tarockclub.server.web.bodies import CLOSE, TOO_LARGE, Bodies, NotRead
from tarockclub.server.web.environ import build_environ, parse_length
from tarockclub.server.web.large_bodies import ACCEPT_STATUS, ASKED_FLAG
from tarockclub.server.web.site import ENDING, Answer, Application, Environ, Site

T = TypeVar("T")
HELPERS = max(2, os.cpu_count() or 1)
logger = logging.getLogger(__name__)


class LazyLoading(Protocol):
    """Parts of the program loaded with the first request for them, beside the site's threads."""

    def is_missing(self, path: str) -> bool:
        """Return whether the code for a path is still to be loaded."""

    def load_operations(self, path: str) -> None:
        """Load the code that answers requests for this path."""


class Front:
    """The site as the web server runs it (RSGI)."""

    def __init__(self, application: Application, lazy: LazyLoading, spare_work: Iterable[object], threads: int) -> None:
        self.site = Site(application, spare_work, threads)
        self.lazy = lazy
        self.helpers = ThreadPoolExecutor(HELPERS, "helper")
        self.bodies = Bodies(self.helpers)
        self.is_ending = False

    async def __rsgi__(self, scope: Scope, proto: HTTPProtocol) -> None:
        """Answer a request."""
        environ = build_environ(scope)
        environ[ENDING] = self.is_ending
        try:
            body = await self._read_body(environ, proto)
        except NotRead as refusal:
            _send(proto, refusal.answer)
            return
        if self.lazy.is_missing(environ["PATH_INFO"]):
            await asyncio.get_running_loop().run_in_executor(
                self.helpers, self.lazy.load_operations, environ["PATH_INFO"]
            )
        await self._answer(environ, body, proto)
        if body is not None:
            body.close()

    def end(self, seconds: float) -> None:
        """Let others do further requests, which may still come for so many seconds; then give up stuck bodies."""
        self.is_ending = True
        asyncio.get_running_loop().call_later(seconds, self.bodies.end)

    async def _read_body(self, environ: Environ, proto: HTTPProtocol) -> IO[bytes] | None:
        length = parse_length(environ)
        if length > MOST:
            await self._let_in(environ, proto)
        return await self.bodies.read(proto, length) if length else None

    async def _let_in(self, environ: Environ, proto: HTTPProtocol) -> None:
        """Ask the page whether it accepts such a large body from this client, or raise NotRead."""
        if environ["REQUEST_METHOD"] != "POST":
            raise NotRead(TOO_LARGE)
        loop = asyncio.get_running_loop()
        asked: asyncio.Future[Answer] = loop.create_future()
        self.site.ask({**environ, ASKED_FLAG: True}, None, lambda answer: _set_result(loop, asked.set_result, answer))
        answer = await asked
        if answer.status == TOO_LARGE.status:
            await self.bodies.drop(proto)
        if answer.status != ACCEPT_STATUS:
            raise NotRead(answer._replace(headers=[*answer.headers, CLOSE]))

    async def _answer(self, environ: Environ, body: IO[bytes] | None, proto: HTTPProtocol) -> None:
        """Send the site's response from its own thread: the loop may be busy with others."""
        loop = asyncio.get_running_loop()
        sent: asyncio.Future[None] = loop.create_future()

        def send(answer: Answer) -> None:
            _send(proto, answer._replace(headers=[*answer.headers, CLOSE]) if self.is_ending else answer)
            _set_result(loop, sent.set_result, None)

        def take(answer: Answer) -> None:
            if compression.is_worth_it(environ, answer):
                self.helpers.submit(lambda: send(compression.compress_answer(environ, answer)))
            else:
                send(answer)

        self.site.ask(environ, body, take)
        await sent


def _send(proto: HTTPProtocol, answer: Answer) -> None:
    try:
        proto.response_bytes(answer.status, answer.headers, answer.body)
    except Exception:
        logger.exception("An answer could not be sent.")


def _set_result(loop: asyncio.AbstractEventLoop, take: Callable[[T], object], value: T) -> None:
    with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
        loop.call_soon_threadsafe(take, value)
