"""The base classes of bodies and responses of the API: strict, frozen, no unknown fields."""

import json
import uuid
from datetime import date
from functools import cache
from typing import Annotated, Any, Self

from django.http import HttpRequest
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, WithJsonSchema

from tarockclub.kit.days import parse_day
from tarockclub.platform.api.errors import ApiError, build_input_error

MOST_ITEMS = 1000  # in the longest list of a body; other limits of schemas follow from it
LONGEST_BODY = 512 * MOST_ITEMS  # bytes: 512 for each item
MOST_OPENED = 2 * MOST_ITEMS  # lists and objects
DEEPEST = 40  # nested lists and objects
LARGEST = 2**63 - 1


def decode_body(request: HttpRequest) -> Any:
    """Return the value of a body; raise ApiError if it is invalid."""
    if request.content_type != "application/json":
        raise ApiError(415, "not_json")
    body = request.body
    if len(body) > LONGEST_BODY:
        raise ApiError(413, "too_large")
    return decode_json(body)


def decode_json(body: bytes) -> Any:
    """Return the value of JSON from outside; raise ApiError if it is invalid, ambiguous, or too much."""
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=_refuse_constant, object_pairs_hook=_build_object)
        is_large = _count_containers(value) > MOST_OPENED
    except RecursionError as error:
        raise ApiError(413, "too_large") from error
    except ValueError as error:
        raise ApiError(400, "invalid_json") from error
    if is_large:
        raise ApiError(413, "too_large")
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(name)  # NaN, Infinity


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object; raise ValueError if a name appears twice, which would be ambiguous."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("twice")
    return members


def _count_containers(value: Any, depth: int = 0) -> int:
    """Return the number of lists and objects; too deep nesting counts as too many.

    Raise ValueError for numbers no column holds, and for texts no database takes: with NUL, or a lone surrogate.
    """
    if isinstance(value, dict | list):
        if depth == DEEPEST:
            return MOST_OPENED + 1
        parts = (*value, *value.values()) if isinstance(value, dict) else value
        return 1 + sum(_count_containers(part, depth + 1) for part in parts)
    if isinstance(value, str):
        _ = value.encode("utf-8")  # fails for a lone surrogate
        if "\0" in value:
            raise ValueError("NUL")
    elif isinstance(value, int | float) and not abs(value) <= LARGEST:
        raise ValueError("too large")
    return 0


KEY_HEADER = "Idempotency-Key"
LONGEST_KEY = 56  # of the 64 that are stored: entries written along with another add a few characters
KEY_PATTERN = rf"^[!-~]{{1,{LONGEST_KEY}}}$"
Key = Annotated[
    str,
    StringConstraints(pattern=KEY_PATTERN),
    Field(
        description="Created by the client and kept before sending, such as a UUID: a resubmission is not done twice."
    ),
]
Number = Annotated[int, Field(ge=0, le=LARGEST)]
Whole = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Place = Annotated[int, Field(ge=0, le=5, description="A place at the table.")]
Cents = Annotated[int, Field(ge=0, le=10**9, description="Cents.")]
Address = Annotated[uuid.UUID, Field(strict=False)]  # JSON has texts only
Reason = Annotated[str, StringConstraints(max_length=300)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=80)]
_DAY = r"^(19|2[0-9])[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"


def _parse_day(value: Any) -> date:
    if not isinstance(value, str):
        raise ValueError(value)
    return parse_day(value)


Day = Annotated[
    date, BeforeValidator(_parse_day), WithJsonSchema({"type": "string", "format": "date", "pattern": _DAY})
]  # a number is not a day


class In(BaseModel):
    """A request body: strict types, unknown fields are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Out(BaseModel):
    """A response body, read from the attributes of an object."""

    model_config = ConfigDict(extra="forbid", frozen=True, from_attributes=True, validate_by_name=True)

    @classmethod
    def read(cls, source: object, /, **computed: Any) -> Self:
        """Return the answer about an object; `computed`: the fields that are not attributes of it.

        A field that has a default may be missing in the object, with and without computed ones.
        """
        if not computed:
            return cls.model_validate(source)
        values = {}
        for name, attribute in _list_attributes(cls).items():
            if name not in computed and (hasattr(source, attribute) or cls.model_fields[name].is_required()):
                values[name] = getattr(source, attribute)
        return cls.model_validate(values | computed)


@cache
def _list_attributes(schema: type[Out]) -> dict[str, str]:
    """Return the attributes that the fields of a schema are read from."""
    return {name: str(field.validation_alias or name) for name, field in schema.model_fields.items()}


class Keyed(In):
    """A write that is done once per key."""

    key: Key | None = Field(default=None, description=f"Here, or in the header {KEY_HEADER}.")


class KeyOnly(Keyed):
    """A body with nothing but a key."""


class Error(Out):
    """An error in the request."""

    path: str = Field(description="Path: names and numbers separated by slashes; empty: the whole body.")
    code: str
    message: str = Field(description="In the language of Accept-Language: de or en.")


class Problem(Out):
    """The reason why nothing was done."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"code": "stale", "message": "Somebody else was quicker.", "errors": []}]}
    )

    code: str = Field(description="For programs; does not change within a version.")
    message: str = Field(description="For people, in the language of Accept-Language: de or en.")
    errors: list[Error]


class Done(Out):
    """Success; resubmitting returns the same response."""

    done: bool = True


def get_key(request: HttpRequest, body: Keyed) -> str:
    """Return the key of a write; from the body, from the header, or from both."""
    header = request.headers.get(KEY_HEADER)
    if body.key is not None and header is not None and body.key != header:
        raise ApiError(400, "two_keys")
    key = body.key if body.key is not None else header
    if key is None:
        raise build_input_error("key", "missing_field")
    if not (key.isascii() and key.isprintable() and " " not in key and 0 < len(key) <= LONGEST_KEY):
        raise build_input_error("key", "wrong_form")
    return key
