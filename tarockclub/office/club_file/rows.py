"""A row of the database as a JSON object that people can read, and back."""

import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.dateparse import parse_date, parse_time

from tarockclub.kit.days import parse_moment
from tarockclub.office.club_file.errors import FileRefused

MOST_ID = (1 << 53) - 1
_LIMITS = {models.PositiveSmallIntegerField: 1 << 15, models.PositiveIntegerField: 1 << 31}


def encode_value(value: Any) -> Any:
    """Return a value of a column as JSON has it."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return str(value) if isinstance(value, uuid.UUID) else value


def describe_type(field: Any) -> dict[str, Any]:
    """Return the JSON schema of a column."""
    return _describe(field) | ({"type": [_describe(field)["type"], "null"]} if field.null else {})


def _describe(field: Any) -> dict[str, Any]:  # noqa: C901 -- one case for each type
    if field.is_relation:
        return {"type": "integer", "description": f"id of {field.related_model._meta.label}"}
    match field:
        case models.BooleanField():
            return {"type": "boolean"}
        case models.DateTimeField():
            return {"type": "string", "format": "date-time"}
        case models.DateField():
            return {"type": "string", "format": "date"}
        case models.TimeField():
            return {"type": "string", "format": "time"}
        case models.BinaryField():
            return {"type": "string", "contentEncoding": "base16"}
        case models.UUIDField():
            return {"type": "string", "format": "uuid"}
        case models.IntegerField() | models.AutoField():
            return {"type": "integer"}
        case models.CharField():
            return {"type": "string", "maxLength": field.max_length}
        case models.TextField():
            return {"type": "string"}
    raise TypeError(field)  # a new type of column needs a decision


def build_parser(field: Any) -> Callable[[Any], Any]:
    """Return what reads a value of a column; it raises FileRefused for any other value."""
    parse = _choose_parser(field)

    def read(value: Any) -> Any:
        if value is None and field.null:
            return None
        try:
            result = parse(value)
        except (TypeError, ValueError, OverflowError, ValidationError) as error:
            raise FileRefused("value", what=f"{field.model._meta.label}.{field.name}") from error
        if result is None:
            raise FileRefused("value", what=f"{field.model._meta.label}.{field.name}")
        return result

    return read


def _choose_parser(field: Any) -> Callable[[Any], Any]:
    match field:
        case _ if field.is_relation or isinstance(field, models.AutoField):
            return lambda value: _parse_whole(value, 1, MOST_ID)
        case models.BooleanField():
            return lambda value: value if isinstance(value, bool) else None
        case models.DateTimeField():
            return parse_moment
        case models.DateField():
            return lambda value: parse_date(value)
        case models.TimeField():
            return lambda value: parse_time(value)
        case models.BinaryField():
            return bytes.fromhex
        case models.UUIDField():
            return lambda value: uuid.UUID(value)
        case models.IntegerField():
            least = 0 if field.get_internal_type().startswith("Positive") else -(1 << 63)
            most = next((limit for kind, limit in _LIMITS.items() if isinstance(field, kind)), 1 << 63)
            return lambda value: _parse_whole(value, least, most - 1)
    return _build_text_parser(field)


def _parse_whole(value: Any, least: int, most: int) -> int | None:
    is_whole = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
    return value if is_whole else None


def _build_text_parser(field: Any) -> Callable[[Any], Any]:
    most: int | None = getattr(field, "max_length", None)
    choices = {value for value, _label in field.flatchoices} | ({""} if field.blank else set())

    def parse(value: Any) -> str | None:
        if not isinstance(value, str) or "\0" in value or (most is not None and len(value) > most):
            return None
        value.encode()  # UnicodeEncodeError, a ValueError, for half a character
        return value if not field.flatchoices or value in choices else None

    return parse


def parse_row(row: Any, parsers: Sequence[tuple[str, Callable[[Any], Any], Any]]) -> list[Any]:
    """Return the values of a row in the order of these columns (name, parser, default); FileRefused for others."""
    if not isinstance(row, dict):
        raise FileRefused("row")
    unknown = row.keys() - {name for name, *_rest in parsers}
    if unknown:
        raise FileRefused("unknown_field", what=", ".join(sorted(map(str, unknown)))[:80])
    return [parse(row[name]) if name in row else _get_default(name, default) for name, parse, default in parsers]


def _get_default(name: str, default: Any) -> Any:
    if default is models.NOT_PROVIDED:
        raise FileRefused("missing_field", what=name)
    return default() if callable(default) else default
