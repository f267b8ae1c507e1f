"""One request after the other, and nobody waits for somebody else's slow phone.

SQLite keeps its answers quick with a single writer, so the site runs in one thread of its own. What a browser sends is
read before, by the server's threads: a body that gets stuck in the inn's Wi-Fi holds up nobody else.
"""

import tempfile
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, BinaryIO

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]
READERS = 32  # bodies that may be under way at once
SMALL = 1 << 20  # bytes; larger bodies are a backup that is uploaded, one at a time
LARGEST = 520 << 20  # a little more than a backup may have
CHUNK = 1 << 16
BUSY = ("503 Service Unavailable", [("Content-Type", "text/plain"), ("Retry-After", "10")])
CUT = ("400 Bad Request", [("Content-Type", "text/plain")])  # half a form must not be taken for a whole one
TOO_LARGE = ("413 Content Too Large", [("Content-Type", "text/plain")])


class OneAtATime:
    """A WSGI application around another one, which it calls in a single thread."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.site = ThreadPoolExecutor(max_workers=1, thread_name_prefix="site")
        self.large = threading.Lock()

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Read the body, wait for one's turn, answer in one piece."""
        length = _length(environ)
        if length <= SMALL:
            small = environ["wsgi.input"].read(length) if length else b""
            environ["wsgi.input"] = BytesIO(small)
            return self._answered(environ, start_response) if len(small) == length else _refused(start_response, CUT)
        if length > LARGEST:
            return _refused(start_response, TOO_LARGE)
        if not self.large.acquire(blocking=False):
            return _refused(start_response, BUSY)
        try:
            with tempfile.TemporaryFile() as body:
                whole = _copy(environ["wsgi.input"], body, length)
                environ["wsgi.input"] = body
                return self._answered(environ, start_response) if whole else _refused(start_response, CUT)
        finally:
            self.large.release()

    def _answered(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        started: list[tuple[Any, ...]] = []
        body = self.site.submit(self._run, environ, started).result()
        start_response(*started[-1])
        return [body]

    def _run(self, environ: Environ, started: list[tuple[Any, ...]]) -> bytes:
        """The site's answer, whole: who reads it slowly then keeps nobody waiting either."""
        response = self.application(environ, lambda *said: started.append(said))
        try:
            return b"".join(response)
        finally:
            close = getattr(response, "close", None)
            if close is not None:
                close()


def _length(environ: Environ) -> int:
    """How many bytes the body has; what says it in no number has none, as for Django."""
    given = str(environ.get("CONTENT_LENGTH") or "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 19 else 0


def _copy(source: BinaryIO, target: BinaryIO, length: int) -> bool:
    """Copy a body to a file, and say whether all of it came."""
    left = length
    while left and (piece := source.read(min(left, CHUNK))):
        target.write(piece)
        left -= len(piece)
    target.seek(0)
    return not left


def _refused(start_response: StartResponse, answer: tuple[str, list[tuple[str, str]]]) -> Iterable[bytes]:
    start_response(*answer)
    return [b""]
