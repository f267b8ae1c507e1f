"""The web server of one process: waitress, which reads whole requests before a thread sees them.

Ours are the deadline and the size of a body by its address, and the end: waitress alone would throw away what is not
sent yet.
"""

import contextlib
import copy
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from io import BytesIO
from itertools import islice
from typing import Any, ClassVar
from weakref import WeakSet

from django.urls import Resolver404, resolve
from waitress.adjustments import Adjustments  # type: ignore[import-untyped]
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.parser import HTTPRequestParser  # type: ignore[import-untyped]
from waitress.receiver import FixedStreamReceiver  # type: ignore[import-untyped]
from waitress.server import TcpWSGIServer  # type: ignore[import-untyped]
from waitress.task import ThreadedTaskDispatcher, WSGITask  # type: ignore[import-untyped]
from waitress.utilities import Error  # type: ignore[import-untyped]

from tarockclub.platform.clubs.middleware import strip_prefix
from tarockclub.platform.server.lazy_views import load_views_beside
from tarockclub.platform.server.wsgi.turns import (
    HEALTH,
    SMALL,
    THREADS,
    TOO_LARGE,
    TOO_MUCH,
    TRY_AGAIN,
    WAIT,
    WAITED,
    Turns,
)

IS_WINDOWS = sys.platform == "win32"
MOST_CONNECTIONS = 450 if IS_WINDOWS else 6000  # select() takes 512 there
KEPT_FREE = 200  # descriptors for the database and the rest; a body in a file needs one besides its connection's
MOST_AT_ONCE = 32  # connections that are taken in one step
ROOM = 2 * MOST_AT_ONCE  # connections short of the limit at which those of an address that has too many end
HEAD_SECONDS = 3  # in which a phone has sent its first request, also of four hundred that come at once
SILENT_SECONDS = 5 if IS_WINDOWS else 10  # then a connection is closed that is stuck in a request, or asks nothing
IDLE_SECONDS = 5 if IS_WINDOWS else 60  # the same of one that has asked before
PIECE, PIECE_SECONDS = 1 << 16, 10.0  # the deadline of a request without a body, and for each so many bytes of one
LARGEST = 520 << 20  # bytes of an upload; one is read at a time, into a file
MOST_DROPPED = 32 << 20  # bytes that are read and dropped where a page takes less; of more the connection is closed
END_SECONDS = 2.0  # for what is still being answered


class RefusedError(Error):  # type: ignore[misc]  # waitress has no types
    """A response to a request that no thread sees."""

    def __init__(self, code: int, reason: str, body: str) -> None:
        super().__init__(body)
        self.code, self.reason = code, reason

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Return status, headers and body."""
        return f"{self.code} {self.reason}", [("Content-Type", "text/plain; charset=utf-8"), WAIT], self.body.encode()


class NoBody:
    """The body of a request that is refused by its head: dropped as it comes."""

    def append(self, data: bytes) -> None:
        """Drop a piece."""

    def getfile(self) -> BytesIO:
        """Return nothing, as a file."""
        return BytesIO()

    def close(self) -> None:
        """Nothing is open."""

    def __len__(self) -> int:
        return 0


class BoundedParser(HTTPRequestParser):  # type: ignore[misc]
    """A request being read: nothing larger than a form without being an upload, and not for ever."""

    uploads: ClassVar[WeakSet["BoundedParser"]] = WeakSet()
    adj: Any
    error: Any
    completed: bool
    body_bytes_received: int

    def __init__(self, adj: Any) -> None:
        super().__init__(adj)
        self.began = time.monotonic()

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the head, and let an upload be large."""
        super().parse_header(header_plus)
        if self.content_length <= SMALL:
            return
        self.adj = copy.copy(self.adj)
        takes_uploads = is_upload(self.path)
        if takes_uploads and self.command == "POST":
            self.adj.max_request_body_size = 0 if self.uploads else LARGEST
            self.uploads.add(self)
        elif not takes_uploads and self.content_length <= MOST_DROPPED:
            # Cut off while it still sends, a browser shows no answer: the page says that it is too large, by its head.
            self.adj.max_request_body_size = LARGEST
            self.body_rcv = FixedStreamReceiver(self.content_length, NoBody())

    def received(self, data: bytes) -> int:
        """Take what has come."""
        consumed: int = super().received(data)
        if self.error is None and not self.completed and time.monotonic() > self.began + self._count_seconds():
            self.error, self.completed = RefusedError(408, "Request Timeout", TRY_AGAIN), True
        elif getattr(self.error, "code", 0) == 413:
            is_busy = self.adj.max_request_body_size == 0
            self.error = RefusedError(503, "Busy", TOO_MUCH) if is_busy else RefusedError(413, "Too Large", TOO_LARGE)
        return consumed

    def _count_seconds(self) -> float:
        return PIECE_SECONDS * (1 + self.body_bytes_received // PIECE)

    def close(self) -> None:
        """Forget the body."""
        super().close()
        self.uploads.discard(self)


def is_upload(path: str) -> bool:
    """Return whether the page at an address takes more than a form."""
    try:
        return bool(getattr(resolve(strip_prefix(path)).func, "takes_uploads", False))
    except Resolver404:
        return False


class StampedTask(WSGITask):  # type: ignore[misc]
    """A request that knows how long it has waited for a thread."""

    def get_environment(self) -> dict[str, Any]:
        """Return the environment, with the seconds since the last byte came."""
        if self.channel.server.application.is_ending:
            self.set_close_on_finish()
        environ: dict[str, Any] = super().get_environment()
        self.channel.has_asked = True
        environ.setdefault(WAITED, max(0.0, time.time() - self.channel.last_activity))
        return environ


class BoundedChannel(HTTPChannel):  # type: ignore[misc]
    """A connection."""

    parser_class, task_class = BoundedParser, StampedTask
    has_asked = False  # a whole request

    @property
    def silent_seconds(self) -> int:
        """The seconds without a byte after which it is closed."""
        return IDLE_SECONDS if self.has_asked else SILENT_SECONDS


class Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """The requests that wait for a thread; questions about the server's state are next."""

    def add_task(self, task: HTTPChannel) -> None:
        """Add a connection with a request."""
        is_first = getattr(task.requests[0], "path", "") in HEALTH
        with self.lock:
            (self.queue.appendleft if is_first else self.queue.append)(task)
            self.queue_cv.notify()


class InnServer(TcpWSGIServer):  # type: ignore[misc]
    """waitress, which takes many connections at a time: a step of its loop looks at all that there are."""

    channel_class = BoundedChannel
    next_room = 0.0  # not before then it looks again who takes too many connections: that is a walk over all of them

    def handle_accept(self) -> None:
        """Take the connections that wait."""
        for _ in range(MOST_AT_ONCE):
            super().handle_accept()

    def readable(self) -> bool:
        """Return whether it takes connections; one address that holds more than half of all keeps nobody else out."""
        now = time.time()
        if len(self._map) > self.adj.connection_limit - ROOM and now >= self.next_room:
            self.next_room = now + 1
            self._make_room()
        return bool(super().readable())

    def _make_room(self) -> None:
        """End the oldest connections that never had a whole request, of the address that has more than half of all."""
        channels = [channel for channel in self.active_channels.values() if not channel.will_close]
        [(address, count)] = Counter(channel.addr[0] for channel in channels).most_common(1) or [("", 0)]
        if count > self.adj.connection_limit // 2:
            own = (channel for channel in channels if channel.addr[0] == address)
            late = time.time() - HEAD_SECONDS
            idle = (each for each in own if not (each.has_asked or each.requests) and each.creation_time < late)
            for channel in islice(idle, count - self.adj.connection_limit // 2):
                channel.will_close = True

    def maintenance(self, now: float) -> None:
        """Close the connections that have been silent for too long."""
        for channel in self.active_channels.values():
            seconds = SILENT_SECONDS if channel.request is not None else channel.silent_seconds
            if not channel.requests and channel.last_activity < now - seconds:
                channel.will_close = True


def build_server(application: Turns, host: str, port: int) -> InnServer:
    """Return the server, which listens and does not serve yet."""
    dispatcher = Dispatcher()
    dispatcher.set_thread_count(THREADS)
    settings = Adjustments(
        host=host,
        port=port,
        connection_limit=min(MOST_CONNECTIONS, (allow_many_descriptors() - KEPT_FREE) // 2),
        cleanup_interval=SILENT_SECONDS // 2,
        inbuf_overflow=PIECE,
        max_request_body_size=SMALL,
        asyncore_use_poll=True,
        clear_untrusted_proxy_headers=False,  # accounts.rate_limits and settings read them
        log_socket_errors=False,
        ident="",
    )
    return InnServer(application, map={}, dispatcher=dispatcher, adj=settings)


def allow_many_descriptors() -> int:
    """Allow as many descriptors as the system permits; return their number."""
    if sys.platform == "win32":
        return 4 * MOST_CONNECTIONS
    import resource

    with contextlib.suppress(OSError, ValueError):
        _now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def run(server: InnServer, ending: threading.Event, drain: Callable[[], float]) -> None:
    """Serve until the event, and some seconds longer while others are told to ask elsewhere; finish what was read."""
    load_views_beside(server.application)
    step = partial(server.asyncore.loop, map=server._map, use_poll=server.adj.asyncore_use_poll, count=1)
    while not ending.is_set():
        step(timeout=1)
    server.application.is_ending = True
    _run_until(time.monotonic() + drain(), step, lambda: False)
    server.del_channel()
    server.socket.close()
    channels = server.active_channels
    _run_until(
        time.monotonic() + END_SECONDS,
        step,
        lambda: not any(channel.requests or channel.total_outbufs_len for channel in list(channels.values())),
    )


def _run_until(end: float, step: Callable[..., object], is_done: Callable[[], bool]) -> None:
    while time.monotonic() < end and not is_done():
        step(timeout=0.05)
