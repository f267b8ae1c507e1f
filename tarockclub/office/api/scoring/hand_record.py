"""The schema of the hand record in the API document; the engine interprets it, as everywhere."""

from typing import Annotated, Any

from pydantic import Field, WithJsonSchema

from scoring.engine.hand.record import MOST_TRICKS
from scoring.engine.house_rules.schema import KONTRAS


def _allow_none(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def _build_object(fields: dict[str, dict[str, Any]], needed: tuple[str, ...]) -> dict[str, Any]:
    properties = {name: schema if name in needed else _allow_none(schema) for name, schema in fields.items()}
    return {"type": "object", "properties": properties, "required": list(needed), "additionalProperties": False}


def _build_by_seat(value: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {str(seat): _allow_none(value) for seat in range(4)},
        "additionalProperties": False,
    }


def _build_four(value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": value, "minItems": 4, "maxItems": 4}


_TEXT = {"type": "string"}
_FLAG = {"type": "boolean"}
_SEAT = {"type": "integer", "minimum": 0, "maximum": 3}
_SOME_SEATS = {"type": "array", "items": _SEAT, "maxItems": 4, "uniqueItems": True}
_KONTRA = {"type": "integer", "enum": list(KONTRAS)}
_POINTS = {
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": 9999},
        {"type": "string", "pattern": "^[0-9]{1,4}(/[0-2])?$"},
    ]
}
_TRICKS = {"type": "integer", "minimum": 0, "maximum": MOST_TRICKS}
_CLAIM = {
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": 1_000_000},
        {"type": "string", "pattern": "^(0|[1-9][0-9]{0,6})(/[1-9][0-9]{0,3})?$"},
    ]
}
_PLAY = _build_object(
    {
        "contract": _TEXT,
        "declarer": _SEAT,
        "partner": _SEAT,
        "king_in_talon": _FLAG,
        "result": {"type": "string", "enum": ["won", "lost", "conceded"]},
        "points": {"anyOf": [*_POINTS["anyOf"], _build_four(_POINTS)]},
        "tricks": {"anyOf": [_TRICKS, _build_four(_TRICKS)]},
        "kontra": {"anyOf": [_KONTRA, _build_by_seat(_KONTRA)]},
        "kontra_by": _SEAT,
        "losers": _SOME_SEATS,
        "jungfrauen": _SOME_SEATS,
        "buergermeister": _SEAT,
    },
    ("contract", "declarer"),
)
_PREMIUM = _build_object(
    {
        "premium": _TEXT,
        "side": {"type": "string", "enum": ["declarer", "defence"]},
        "announced": _FLAG,
        "won": _FLAG,
        "kontra": _KONTRA,
        "kontra_by": _SEAT,
        "by": _SEAT,
        "from": _SEAT,
    },
    ("premium", "side"),
)
RECORD: dict[str, Any] = _build_object(
    {
        "id": _TEXT,
        "sheet": _TEXT,
        "options": {"type": "object", "additionalProperties": _allow_none(_FLAG)},
        "forehand": _SEAT,
        "radl": {"anyOf": [_FLAG, {"type": "integer", "enum": [4, 8]}]},
        "plays": {"type": "array", "items": _PLAY},
        "premiums": {"type": "array", "items": _PREMIUM},
        "renonce": _build_object({"seat": _SEAT, "claims": _build_by_seat(_CLAIM)}, ("seat",)),
    },
    ("plays",),
) | {
    "description": "The record of the hand (docs/dev/hand-records.md). House rules, forehand and Radl are the table's.",
    "examples": [{"plays": [{"contract": "rufer", "declarer": 0, "partner": 2, "points": "46"}]}],
}
Record = Annotated[dict[str, Any], Field(strict=True), WithJsonSchema(RECORD)]
