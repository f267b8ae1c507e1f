"""The reading of request bodies: a stuck client waits alone, and not for ever.

Each piece of a body has its deadline, so we wait for a phone that keeps sending over a poor Wi-Fi, but not for one that
has left the inn. No thread is occupied meanwhile. Without a checked right to send more (`large_bodies.py`), no body may
be larger than any form; larger ones go to a file, one at a time.
"""

import asyncio
import contextlib
import errno
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Executor
from io import BytesIO
from typing import IO, Any

from granian.rsgi import HTTPProtocol, ProtocolClosed  # type: ignore[attr-defined]  # not said to be public

from tarockclub.server.web.site import PLAIN, TRY_AGAIN, Answer

SECONDS = 10.0  # deadline for this much, or for all of it:
PIECE = 1 << 16
IN_MEMORY = 4 << 20  # larger bodies are uploads of a backup
MOST_READ = 256 << 20  # of all bodies larger than a piece that are being read into memory
MOST_DROPPED = 32 << 20
CLOSE = ("Connection", "close")
INCOMPLETE = Answer(400, [PLAIN, CLOSE])  # half a form must not be processed as a whole one
TOO_LATE = Answer(408, [PLAIN, CLOSE], TRY_AGAIN)
TOO_LARGE = Answer(413, [PLAIN, CLOSE])
BUSY = Answer(503, [PLAIN, CLOSE, ("Retry-After", "10")], TRY_AGAIN)
FULL = Answer(507, [PLAIN, CLOSE, ("Retry-After", "60")], TRY_AGAIN)


class NotRead(Exception):  # noqa: N818 -- no error of the program, but an answer
    """A body that did not arrive, or is not allowed."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.status)
        self.answer = answer


class Bodies:
    """The bodies being read."""

    def __init__(self, helpers: Executor) -> None:
        self.helpers = helpers  # they write to the disk
        self._in_memory = 0  # stated bytes of the bodies being read into memory
        self._has_large = False
        self._since: dict[asyncio.Task[Any], float] = {}  # the time of each reader's last whole piece
        self._watch: asyncio.TimerHandle | None = None
        self._has_ended = False

    async def read(self, proto: HTTPProtocol, length: int) -> IO[bytes]:
        """Read a body of this length, or raise NotRead."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 -- for the types
        self._since[task] = task.get_loop().time()
        if self._watch is None:
            self._watch_over(task.get_loop())
        try:
            return await self._read(proto, length, task)
        except asyncio.CancelledError:
            raise NotRead(BUSY if self._has_ended else TOO_LATE) from None
        finally:
            del self._since[task]

    def _watch_over(self, loop: asyncio.AbstractEventLoop) -> None:
        """End late bodies at intervals: cheaper than a timer for each hand."""
        late = loop.time() - SECONDS
        for task, since in self._since.items():
            if since < late:
                task.cancel()
        self._watch = loop.call_later(SECONDS / 10, self._watch_over, loop) if self._since else None

    async def drop(self, proto: HTTPProtocol) -> None:
        """Read enough of an oversized body that the browser gets to read the response."""
        with contextlib.suppress(TimeoutError, ProtocolClosed):
            pieces, dropped = aiter(proto), 0
            while dropped < MOST_DROPPED:
                async with asyncio.timeout(SECONDS):
                    piece = await _read_next(pieces)
                dropped += MOST_DROPPED if piece is None else len(piece)

    def end(self) -> None:
        """Stop waiting for all bodies."""
        self._has_ended = True
        for task in self._since:
            task.cancel()

    async def _read(self, proto: HTTPProtocol, length: int, task: asyncio.Task[Any]) -> IO[bytes]:
        try:
            if length <= PIECE:
                body = await proto()
                return _check_length(BytesIO(body), len(body), length)
            with self._reserve_room(length):
                return await self._collect_pieces(proto, length, task)
        except ProtocolClosed:
            raise NotRead(INCOMPLETE) from None
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
                raise
            raise NotRead(FULL) from error

    @contextlib.contextmanager
    def _reserve_room(self, length: int) -> Iterator[None]:
        """Reserve the place of a body, or refuse it."""
        is_large = length > IN_MEMORY
        if self._has_large if is_large else self._in_memory + length > MOST_READ:
            raise NotRead(BUSY)
        if is_large:
            self._has_large = True
        else:
            self._in_memory += length
        try:
            yield
        finally:
            if is_large:
                self._has_large = False
            else:
                self._in_memory -= length

    async def _collect_pieces(self, proto: HTTPProtocol, length: int, task: asyncio.Task[Any]) -> IO[bytes]:
        body: IO[bytes] = BytesIO() if length <= IN_MEMORY else tempfile.TemporaryFile()  # noqa: SIM115 -- given on
        try:
            read = await self._copy(proto, body, length, task)
            return _check_length(body, read, length)
        except BaseException:
            body.close()
            raise

    async def _copy(self, proto: HTTPProtocol, body: IO[bytes], length: int, task: asyncio.Task[Any]) -> int:
        """Copy a body; return the number of bytes received, at most slightly more than its length."""
        pieces, read, has_ended = aiter(proto), 0, False
        while not has_ended and read <= length:
            piece = bytearray()
            while len(piece) < PIECE and not has_ended:
                more = await _read_next(pieces)
                has_ended = more is None
                piece += more or b""
            self._since[task] = task.get_loop().time()
            read += len(piece)
            if length <= IN_MEMORY:
                body.write(piece)
            else:
                await self._write_elsewhere(body.write, piece)
        return read

    async def _write_elsewhere(self, write: Callable[[bytearray], int], piece: bytearray) -> None:
        await asyncio.get_running_loop().run_in_executor(self.helpers, write, piece)


async def _read_next(pieces: AsyncIterator[bytes]) -> bytes | None:
    """Return the next piece, None at the end. (The package's iterator does not support `anext` with a default.)"""
    try:
        return await anext(pieces)
    except StopAsyncIteration:
        return None


def _check_length(body: IO[bytes], read: int, length: int) -> IO[bytes]:
    """Return a complete body."""
    if read != length:
        raise NotRead(INCOMPLETE)
    body.seek(0)
    return body
