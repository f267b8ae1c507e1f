"""The process that reads what strangers send, and makes papers.

It has little memory, stands behind everybody else, and is gone with its server.
"""

import contextlib
import math
import os
import pickle
import queue
import sys
import threading
import time
from collections.abc import Callable
from typing import IO, Any

from django.core.exceptions import AppRegistryNotReady

from tarockclub.platform.server.apart.messages import (
    TooMuchWork,
    encode_answer,
    encode_error,
    read_message,
    write_message,
)

MOST_MEMORY = 640 << 20  # bytes of addresses; Django and its models have some 60 MB, a large paper 400
IDLE_SECONDS = 120.0  # longer than the server keeps one that has nothing to do
NICE = 10


def main() -> None:
    """Work for the server until it has nothing more to do."""
    _set_limits()
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # whatever a parser prints is no answer
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive_messages, args=(sys.stdin.buffer, waiting), daemon=True).start()
    with contextlib.suppress(queue.Empty):
        while True:
            write_message(answers, _answer_message(waiting.get(timeout=IDLE_SECONDS)))
    # The other thread still waits for its next message; Python cannot end in order meanwhile, and would say so loudly.
    os._exit(0)


def _receive_messages(stream: IO[bytes], waiting: "queue.SimpleQueue[bytes]") -> None:
    """Take what comes; end at once with the server, whatever is being read."""
    try:
        while True:
            waiting.put(read_message(stream))
    except (EOFError, OSError):
        os._exit(0)


def _answer_message(message: bytes) -> bytes:
    try:
        function, arguments, seconds = _load(message)
        _limit_processor(seconds)
        return encode_answer(function, function(*arguments))
    except MemoryError:
        return encode_error(TooMuchWork("too_large"))
    except Exception as error:  # noqa: BLE001 -- raised anew by the server
        return encode_error(error)


def _load(message: bytes) -> tuple[Callable[..., Any], tuple[Any, ...], float]:
    """Return the function to call; Django is set up only for those that need its models."""
    try:
        return pickle.loads(message)  # type: ignore[no-any-return]  # noqa: S301 -- by the server itself
    except AppRegistryNotReady:
        import django

        django.setup(set_prefix=False)
        return pickle.loads(message)  # type: ignore[no-any-return]  # noqa: S301


def _set_limits() -> None:
    """Limit the memory where the system can; Windows is asked to let others go first when it starts a process."""
    if sys.platform != "win32":
        import resource

        os.nice(NICE)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_processor(seconds: float) -> None:
    """End this process after so much work, even if its server cannot: nothing else interrupts a parser written in C."""
    if sys.platform != "win32":
        import resource

        most = math.ceil(time.process_time() + seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))


if __name__ == "__main__":
    main()
