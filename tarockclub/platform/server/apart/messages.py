"""Messages between the server and its processes, each with its length in front; and how such a process may end."""

from typing import IO

_LENGTH = 8  # bytes


class TooMuchWork(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Something sent took too long to read, or too much memory; `reason`: too_slow, too_large."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def write_message(stream: IO[bytes], message: bytes) -> None:
    """Write a message."""
    stream.write(len(message).to_bytes(_LENGTH, "big"))
    stream.write(message)
    stream.flush()


def read_message(stream: IO[bytes]) -> bytes:
    """Read a message; EOFError if the other side is gone."""
    return _read(stream, int.from_bytes(_read(stream, _LENGTH), "big"))


def _read(stream: IO[bytes], length: int) -> bytes:
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return content
