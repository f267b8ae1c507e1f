"""Messages between the server and its processes, each with its length in front; and how such a process may end.

A process has read what strangers send, so nothing that it says is unpickled: bytes are taken as they are, other values
are JSON of the type that the called function returns, errors those of a list.
"""

import json
import traceback
from collections.abc import Callable
from functools import lru_cache
from typing import IO, TYPE_CHECKING, Any, NamedTuple, get_type_hints

from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from pydantic import TypeAdapter

_LENGTH = 8  # bytes
MOST_ANSWERED = 128 << 20  # bytes; a list of 50,000 full cells has 60
VALUE, ERROR = b"+", b"-"
ERRORS = (
    "builtins.OSError",
    "builtins.ValueError",
    "tarockclub.kit.lists.table.Unreadable",
    "tarockclub.kit.typesetting.TypesettingError",
    "tarockclub.office.backups.errors.Trouble",
    "tarockclub.office.club_file.contents.FileRefused",
    "tarockclub.platform.club_look.logo.BadLogo",
    "tarockclub.platform.server.apart.messages.TooMuchWork",
)


class TooMuchWork(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Something sent took too long to read, or too much memory; `reason`: too_slow, too_large."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class UnknownAnswerError(Exception):
    """A process has said what its function cannot say."""


class Failure(NamedTuple):
    """An error as it is sent."""

    name: str  # of ERRORS; "": of another class
    arguments: list[str | int]
    facts: dict[str, str]
    trace: str


@lru_cache
def _get_adapter(kind: Any) -> "TypeAdapter[Any]":
    from pydantic import TypeAdapter  # only where something else than a paper is answered

    return TypeAdapter(kind)


def encode_answer(function: Callable[..., Any], value: Any) -> bytes:
    """Encode what a function has returned."""
    kind = get_type_hints(function)["return"]
    content: bytes = value if kind is bytes else _get_adapter(kind).dump_json(value)
    return VALUE + content


def encode_error(error: Exception) -> bytes:
    """Encode an error: the first of its classes that is in the list, and the arguments."""
    names = [f"{kind.__module__}.{kind.__qualname__}" for kind in type(error).__mro__]
    arguments = [part if type(part) is int else _clean(part) for part in error.args]
    facts = {name: _clean(fact) for name, fact in getattr(error, "facts", {}).items()}
    name = next((name for name in names if name in ERRORS), "")
    return ERROR + json.dumps(Failure(name, arguments, facts, _clean(traceback.format_exc()))).encode()


def decode_answer(function: Callable[..., Any], answer: bytes) -> tuple[bool, Any]:
    """Return whether the function succeeded, and its value or its exception; raise UnknownAnswerError."""
    kind, content = get_type_hints(function)["return"], answer[1:]
    try:
        if answer[:1] == VALUE:
            return True, content if kind is bytes else _get_adapter(kind).validate_json(content, strict=True)
        if answer[:1] == ERROR:
            failure: Failure = _get_adapter(Failure).validate_json(content, strict=True)
            return False, _build_error(failure)
    except (ValueError, TypeError) as error:
        raise UnknownAnswerError(function.__qualname__) from error
    raise UnknownAnswerError(function.__qualname__)


def _build_error(failure: Failure) -> Exception:
    if failure.name and failure.name not in ERRORS:
        raise ValueError(failure.name)
    kind: type[Exception] = import_string(failure.name) if failure.name else RuntimeError
    error = kind(*failure.arguments, **failure.facts)
    error.add_note(failure.trace)
    return error


def _clean(text: object) -> str:
    return str(text).encode("utf-8", "replace").decode()


def write_message(stream: IO[bytes], message: bytes) -> None:
    """Write a message."""
    stream.write(len(message).to_bytes(_LENGTH, "big"))
    stream.write(message)
    stream.flush()


def read_message(stream: IO[bytes], most: int | None = None) -> bytes:
    """Read a message of at most so many bytes, or raise TooMuchWork; EOFError if the other side is gone."""
    length = int.from_bytes(_read(stream, _LENGTH), "big")
    if most is not None and length > most:
        raise TooMuchWork("too_large")
    return _read(stream, length)


def _read(stream: IO[bytes], length: int) -> bytes:
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return content
