"""What browsers send, read as it comes: whoever gets stuck waits alone, and not for ever.

Each piece of a body has its deadline, so a phone that goes on sending over a poor Wi-Fi is waited for, and one that has
left the inn is not. Nobody takes a thread meanwhile. Until it is known that somebody may send more (`large.py`), no
body is larger than any form; larger ones go to a file, one at a time.
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

SECONDS = 10.0  # until so much must have come, or all of it:
PIECE = 1 << 16
SMALL = 1 << 20  # bytes; more is sent only by those who may
IN_MEMORY = 4 << 20  # larger bodies are a backup that is uploaded
MOST_READ = 256 << 20  # of all bodies beyond a piece that are being read into memory
MOST_DROPPED = 32 << 20
CLOSE = ("Connection", "close")
INCOMPLETE = Answer(400, [PLAIN, CLOSE])  # half a form must not be taken for a whole one
TOO_LATE = Answer(408, [PLAIN, CLOSE], TRY_AGAIN)
TOO_LARGE = Answer(413, [PLAIN, CLOSE])
BUSY = Answer(503, [PLAIN, CLOSE, ("Retry-After", "10")], TRY_AGAIN)
FULL = Answer(507, [PLAIN, CLOSE, ("Retry-After", "60")], TRY_AGAIN)


class NotRead(Exception):  # noqa: N818 -- no error of the program, but an answer
    """A body that did not come, or shall not come."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.status)
        self.answer = answer


class Bodies:
    """The bodies that are being read."""

    def __init__(self, helpers: Executor) -> None:
        self.helpers = helpers  # write what goes to the disk
        self._in_memory = 0  # bytes of those that are read into memory, as they say
        self._has_large = False
        self._since: dict[asyncio.Task[Any], float] = {}  # when each reader has last got a whole piece
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
        """End what is late, now and then: cheaper than a timer for each hand."""
        late = loop.time() - SECONDS
        for task, since in self._since.items():
            if since < late:
                task.cancel()
        self._watch = loop.call_later(SECONDS / 10, self._watch_over, loop) if self._since else None

    async def drop(self, proto: HTTPProtocol) -> None:
        """Read so much of a body that is too large that the browser gets round to reading why."""
        with contextlib.suppress(TimeoutError, ProtocolClosed):
            pieces, dropped = aiter(proto), 0
            while dropped < MOST_DROPPED:
                async with asyncio.timeout(SECONDS):
                    piece = await _read_next(pieces)
                dropped += MOST_DROPPED if piece is None else len(piece)

    def end(self) -> None:
        """Wait for nobody any more."""
        self._has_ended = True
        for task in self._since:
            task.cancel()

    async def _read(self, proto: HTTPProtocol, length: int, task: asyncio.Task[Any]) -> IO[bytes]:
        try:
            if length <= PIECE:
                body = await proto()
                return _check_length(BytesIO(body), len(body), length)
            with self._room(length):
                return await self._pieces(proto, length, task)
        except ProtocolClosed:
            raise NotRead(INCOMPLETE) from None
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
                raise
            raise NotRead(FULL) from error

    @contextlib.contextmanager
    def _room(self, length: int) -> Iterator[None]:
        """Hold the place of a body, or refuse it."""
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

    async def _pieces(self, proto: HTTPProtocol, length: int, task: asyncio.Task[Any]) -> IO[bytes]:
        body: IO[bytes] = BytesIO() if length <= IN_MEMORY else tempfile.TemporaryFile()  # noqa: SIM115 -- given on
        try:
            read = await self._copy(proto, body, length, task)
            return _check_length(body, read, length)
        except BaseException:
            body.close()
            raise

    async def _copy(self, proto: HTTPProtocol, body: IO[bytes], length: int, task: asyncio.Task[Any]) -> int:
        """Copy a body; return how much has come, a little more than its length at most."""
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
                await self._elsewhere(body.write, piece)
        return read

    async def _elsewhere(self, write: Callable[[bytearray], int], piece: bytearray) -> None:
        await asyncio.get_running_loop().run_in_executor(self.helpers, write, piece)


async def _read_next(pieces: AsyncIterator[bytes]) -> bytes | None:
    """Return what comes next, None at the end. (The package's iterator does not bear `anext` with a default.)"""
    try:
        return await anext(pieces)
    except StopAsyncIteration:
        return None


def _check_length(body: IO[bytes], read: int, length: int) -> IO[bytes]:
    """Return a body of which all has come."""
    if read != length:
        raise NotRead(INCOMPLETE)
    body.seek(0)
    return body
