"""Bodies have a deadline for each piece, and a place; half of one is none."""

import asyncio
import errno
import tempfile
from collections.abc import AsyncIterator, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

from tarockclub.server.web import bodies
from tarockclub.server.web.bodies import CLOSE, Bodies, NotRead

T = TypeVar("T")


class Sender:
    """A browser that sends pieces and then no more; "stuck" is a piece that does not come."""

    def __init__(self, *pieces: bytes | str) -> None:
        self.pieces = pieces

    async def __call__(self) -> bytes:
        return b"".join([piece async for piece in self])

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self.pieces:
            if isinstance(piece, str):
                await asyncio.sleep(3600)
            else:
                await asyncio.sleep(0)
                yield piece


@pytest.fixture
def few(monkeypatch):
    """Bodies that are large sooner, and late at once."""
    for name, value in {"PIECE": 4, "IN_MEMORY": 12, "MOST_READ": 20, "SECONDS": 0.05}.items():
        monkeypatch.setattr(bodies, name, value)


def run(reading: Coroutine[Any, Any, T]) -> T:
    """Run it in a loop of its own: tests in a browser leave theirs in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, reading).result()


def read(sender: Any, length: int) -> bytes | int:
    """The body, or the status of the refusal."""
    with ThreadPoolExecutor(1) as helpers:
        try:
            with run(Bodies(helpers).read(sender, length)) as body:
                return body.read()
        except NotRead as refusal:
            return refusal.answer.status if CLOSE in refusal.answer.headers else 0


async def refusal(reading: Bodies, length: int) -> int:
    """The status that somebody gets who is stuck."""
    stuck: Any = Sender("stuck")
    with pytest.raises(NotRead) as refused:
        await reading.read(stuck, length)
    return refused.value.answer.status


@pytest.mark.parametrize("pieces", [[b"abc"], [b"abc", b"defg"], [b"a"] * 11, [b"abcdefgh"] * 5], ids=len)
def test_a_body_arrives_whole(few, pieces: Iterable[bytes]):
    whole = b"".join(pieces)
    assert read(Sender(*pieces), len(whole)) == whole


@pytest.mark.parametrize("length", [3, 11, 40])
def test_half_a_body_and_too_much_of_one_are_refused(few, length):
    assert read(Sender(b"x" * (length - 1)), length) == 400
    assert read(Sender(*[b"x"] * (length + 1)), length) == 400


@pytest.mark.parametrize("length", [3, 11, 40])
@pytest.mark.parametrize("before", [0, 2, 10])
def test_a_body_that_gets_stuck_is_late(few, length, before):
    assert read(Sender(b"x" * min(before, length - 1), "stuck"), length) == 408


@pytest.mark.heavy
def test_a_slow_body_is_waited_for_as_long_as_it_goes_on(few, monkeypatch):
    monkeypatch.setattr(bodies, "SECONDS", 0.5)

    class Slow(Sender):
        async def __aiter__(self):
            for _ in range(5):
                await asyncio.sleep(0.15)  # all of it takes longer than anybody may wait
                yield b"xxxx"

    assert read(Slow(), 20) == b"x" * 20


def test_one_large_body_comes_at_a_time_and_others_have_a_limit_together(few):
    async def tried() -> list[int]:
        with ThreadPoolExecutor(1) as helpers:
            reading = Bodies(helpers)
            lengths = (40, 40, 11, 9, 11, 3)
            return await asyncio.gather(*(refusal(reading, length) for length in lengths))

    assert run(tried()) == [408, 503, 408, 408, 503, 408]


def test_the_end_of_the_server_lets_go_who_is_stuck():
    async def wait_for_end() -> int:
        with ThreadPoolExecutor(1) as helpers:
            reading = Bodies(helpers)
            asyncio.get_running_loop().call_later(0.01, reading.end)
            return await refusal(reading, 10)

    assert run(wait_for_end()) == 503


def test_a_full_disk_is_said(few, monkeypatch):
    class Full:
        def write(self, piece):
            raise OSError(errno.ENOSPC, "full")

        def close(self):
            pass

    monkeypatch.setattr(tempfile, "TemporaryFile", Full)
    assert read(Sender(b"x" * 40), 40) == 507
