"""Bodies as they are read: JSON, of a bounded size and depth, and nothing in it that a database could not keep."""

import json
from typing import Any

from django.http import HttpRequest

from tarockclub.api.failed import Failed

LONGEST_BODY = 64 * 1024
MOST_OPENED = 400  # lists and objects; as for phones (scoring/phone_body.py)
LARGEST = 2**63 - 1


def body_of(request: HttpRequest, longest: int = LONGEST_BODY) -> Any:
    """The value that a body stands for; Failed where it cannot be taken."""
    if request.content_type != "application/json":
        raise Failed(415, "not_json")
    body = request.body
    if len(body) > longest or body.count(b"[") + body.count(b"{") > MOST_OPENED:
        raise Failed(413, "too_large")
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=_none, object_pairs_hook=_told_once)
        _sound(value)
    except (ValueError, RecursionError) as error:
        raise Failed(400, "invalid_json") from error
    return value


def _none(name: str) -> None:
    raise ValueError(name)  # NaN, Infinity


def _told_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; one that says something twice could be read in two ways."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("twice")
    return found


def _sound(value: Any) -> None:
    """Refuse numbers no column holds, and texts no database takes: with NUL, or half a character."""
    if isinstance(value, dict):
        for one in (*value, *value.values()):
            _sound(one)
    elif isinstance(value, list):
        for one in value:
            _sound(one)
    elif isinstance(value, str):
        _ = value.encode("utf-8")  # fails for half a character
        if "\0" in value:
            raise ValueError("NUL")
    elif isinstance(value, int | float) and not abs(value) <= LARGEST:
        raise ValueError("too large")
