"""Functions for a process apart: it answers what their annotations say."""

import os
import re
import time
from datetime import date
from fractions import Fraction


def get_pid() -> int:
    """The number of the process."""
    return os.getpid()


def sort_numbers(numbers: list[int]) -> list[int]:
    """The numbers in order."""
    return sorted(numbers)


def parse_number(text: str) -> int:
    """The number in a text."""
    return int(text)


def search_long(seconds: float = 60) -> bool:
    """Search for what never ends, in C."""
    return bool(re.fullmatch(r"(a|a)*b", "a" * int(seconds)))


def make_bytes(length: int) -> bytes:
    """Return some bytes."""
    return bytes(length)


def end_at_once() -> None:
    """End the process at once."""
    os.abort()


def get_niceness() -> int:
    """Return how far it lets others go first."""
    return os.nice(0)


def wait(seconds: float) -> None:
    """Do nothing for some seconds."""
    time.sleep(seconds)


def return_values() -> tuple[Fraction | date | bool | None, ...]:
    """Values that look alike as text."""
    return (Fraction(7), True, None, date(2026, 1, 2), Fraction(-1, 2), False)


def refuse_strangely(name: str) -> None:
    """Raise an error that is not in the list, or whose text nobody can send."""
    raise {"class": KeyError("x"), "text": ValueError("\udc80", (1, 2)), "child": FileNotFoundError(2, "gone")}[name]
