"""Bodies as they are read: JSON, of a bounded size and depth, and nothing in it that a database could not keep."""

import json
from typing import Any

from django.http import HttpRequest

from tarockclub.api.errors import Failed

MOST_ITEMS = 1000  # of the longest list of a body; what schemas allow follows from it
LONGEST_BODY = 512 * MOST_ITEMS  # bytes: so many for each
LONGEST_TEXT = LONGEST_BODY // 2  # characters of a text, many of which take two bytes
MOST_OPENED = 2 * MOST_ITEMS  # lists and objects
DEEPEST = 40  # lists and objects in each other
LARGEST = 2**63 - 1


def body_of(request: HttpRequest) -> Any:
    """The value that a body stands for; Failed where it cannot be taken."""
    if request.content_type != "application/json":
        raise Failed(415, "not_json")
    body = request.body
    if len(body) > LONGEST_BODY:
        raise Failed(413, "too_large")
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=_none, object_pairs_hook=_told_once)
        is_large = _opened(value) > MOST_OPENED
    except RecursionError as error:
        raise Failed(413, "too_large") from error
    except ValueError as error:
        raise Failed(400, "invalid_json") from error
    if is_large:
        raise Failed(413, "too_large")
    return value


def _none(name: str) -> None:
    raise ValueError(name)  # NaN, Infinity


def _told_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; one that says something twice could be read in two ways."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("twice")
    return found


def _opened(value: Any, depth: int = 0) -> int:
    """How many lists and objects there are, those that are far too deep counted as too many.

    Refuses numbers no column holds, and texts no database takes: with NUL, or half a character.
    """
    if isinstance(value, dict | list):
        if depth == DEEPEST:
            return MOST_OPENED + 1
        parts = (*value, *value.values()) if isinstance(value, dict) else value
        return 1 + sum(_opened(one, depth + 1) for one in parts)
    if isinstance(value, str):
        _ = value.encode("utf-8")  # fails for half a character
        if "\0" in value:
            raise ValueError("NUL")
    elif isinstance(value, int | float) and not abs(value) <= LARGEST:
        raise ValueError("too large")
    return 0
