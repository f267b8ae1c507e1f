"""Examples of bodies and answers in the document: made from their schemas, with values by the names of the fields."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

_PEOPLE = ("Anna", "Berta", "Cilli", "Dora", "Emil", "Franz")
_DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
_SLUG = "6f1c0a52-7d1e-4b53-9d0f-2f4a8c1e7b90"
_SITE = "https://tarock.example"
# Several values for a field are for the items of a list, or for fields of that name with another type.
_BY_FIELD: dict[str, tuple[Any, ...]] = {
    "address": (f"{_SITE}/tournaments/{_SLUG}/",),
    "amounts": (30, 10, -15, -25),
    "balance": (150,),
    "birth_year": (1961,),
    "browser": ("Firefox",),
    "by": _PEOPLE,
    "capital": (54,),
    "cents": (1200,),
    "code": ("stale",),
    "come": (1, 2, 3, 4),
    "club": ("Tarockrunde zur Linde",),
    "contact": ("anna@example.org",),
    "contract": ("dreier",),
    "digest": (_DIGEST,),
    "fee": (500,),
    "from": _PEOPLE,
    "getter": _PEOPLE,
    "hands": (12,),
    "id": ("treffpunkt", 7),
    "key": ("0b5e2c1e-8a52-4d0b-a1a5-3d5c9a6b1f77",),
    "line": (1 << 32,),
    "message": ("Somebody else was quicker.",),
    "money": (1200,),
    "name": _PEOPLE,
    "names": _PEOPLE,
    "now": (1798394400000,),
    "on": ("radl_announced_only",),
    "payer": _PEOPLE,
    "phases": ("time",),
    "place": (0, 1, 2, 3, 4, 5, "Gasthaus zur Linde"),
    "players": _PEOPLE,
    "points": ("46", 46),
    "premium": ("pagat",),
    "previous": ("",),
    "program": ("Saal",),
    "reason": ("Entered twice",),
    "remark": ("Solorufer",),
    "secret": (_DIGEST[:32],),
    "sheet": ("treffpunkt",),
    "slug": (_SLUG,),
    "story": ("Solorufer · Dora mit Berta · gewonnen · 41/1 · Trull still",),
    "title": ("Rangliste",),
    "town": ("Linz",),
    "watch": (f"{_SITE}/t/",),
    "who": _PEOPLE,
    "winner": _PEOPLE,
    "winners": _PEOPLE,
    "write": (f"{_SITE}/t/",),
}
_TOURNAMENT = "Dreikönigsturnier"
_TOURNAMENTS = ("ComingOut", "CopyingIn", "EventChange", "EventOut", "TournamentRef", "TournamentSeen", "TypedEvent")
_NAMES = {  # of what is no person, by schemas
    _TOURNAMENT: _TOURNAMENTS,
    "Jahrescup": ("NewSeason", "SeasonOut", "SeasonRef"),
    "Treffpunkt": ("SheetDetail", "SheetRef", "SheetSummary", "Zettel"),
    "Die Gstieß": ("NewTeam", "TeamChange", "TeamOut", "TeamPlace", "TeamResult"),
    "Geschenkkorb": ("NewPrize", "PrizeOut"),
    "Dreier": ("ZettelRow",),
}
_BY_SCHEMA: dict[str, dict[str, tuple[Any, ...]]] = {
    **{schema: {"name": (name,)} for name, schemas in _NAMES.items() for schema in schemas},
    "ColumnOut": {"name": ("hands",), "title": ("Spiele",)},
    "ExportOut": {"name": ("Dreikönigsturnier.zip",)},
    "Extra": {"id": ("pagat",), "name": ("Pagat",)},
    "Game": {"id": ("dreier",), "name": ("Dreier",)},
    "PeopleList": {"text": ("Anna\nBerta\nCilli\nDora",)},
    "RegisterConfirmed": {"text": ("Anna\nBerta\nCilli\nDora",)},
    "SettingsIn": {"format": ("spielgeld",), "sheet": ("treffpunkt",), "rounds": (3,), "hands": (12, 12, 12)},
    "Switch": {"id": ("radl_announced_only",), "name": ("Radl nur angesagt",)},
    "TournamentDecided": {"name": (_TOURNAMENT,), "settings": ()},
}
_BY_FORMAT = {"uuid": _SLUG, "date": "2027-01-06", "date-time": "2027-01-06T19:30:00+01:00"}
_TEXTS = ("1", "2027-01-06", "19:30", "2027-01-06T19:30:00Z", _DIGEST)  # the first that fits a pattern
_MOST_ITEMS = 4  # of a list of names or numbers
_Schema = Mapping[str, Any]


def add_examples(document: dict[str, Any]) -> None:
    """Add an example to the body of each operation and to its answer, if they are JSON."""
    schemas = document["components"]["schemas"]
    for path in document["paths"].values():
        for operation in path.values():
            _add_to(operation.get("requestBody", {}), _Examples(schemas, is_whole=False))
            _add_to(operation["responses"].get("200", {}), _Examples(schemas, is_whole=True))


def _add_to(part: dict[str, Any], examples: "_Examples") -> None:
    for media in part.get("content", {}).values():
        if media["schema"] and media["schema"].get("format") != "binary":
            media["example"] = examples.build(media["schema"])


class _Examples(NamedTuple):
    """The schemas, and how much of a thing an example shows."""

    schemas: _Schema
    is_whole: bool  # with all fields, as answers; bodies have what is required, and fields with values of their own

    def build(self, schema: _Schema, values: Sequence[Any] = (), index: int = 0) -> Any:
        """Return an example of what a schema describes: with one of these values if it fits, in its turn (`index`)."""
        if "$ref" in schema:
            return self.build(self.schemas[schema["$ref"].rpartition("/")[2]], values, index)
        if schema.get("examples"):
            return schema["examples"][index % len(schema["examples"])]
        choices = next((schema[word] for word in ("allOf", "anyOf", "oneOf") if word in schema), None)
        if choices is not None:
            chosen = next(
                (choice for choice in choices if any(_is_value_of(value, choice) for value in values)), choices[0]
            )
            return self.build(chosen, values, index)
        if schema.get("type") == "object":
            return self._build_object(schema, index)
        if schema.get("type") == "array":
            many = min(_MOST_ITEMS, sum(_is_value_of(value, schema) for value in values))
            return [
                self.build(schema["items"], values, item) for item in range(max(1, many, schema.get("minItems", 0)))
            ]
        fitting = [value for value in values if _is_value_of(value, schema)]
        return fitting[index % len(fitting)] if fitting else _build_plain(schema, index)

    def _build_object(self, schema: _Schema, index: int) -> dict[str, Any]:
        own = _BY_FIELD | _BY_SCHEMA.get(schema.get("title", ""), {})
        return {
            name: self.build(field, own.get(name, ()), index)
            for name, field in schema.get("properties", {}).items()
            if self.is_whole or name in own or name in schema.get("required", ())
        }


def _build_plain(schema: _Schema, index: int) -> Any:
    """Return an example of a value for which none is named."""
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    least, most = schema.get("minimum", 0), schema.get("maximum", 1 << 32)
    match schema.get("type"):
        case "string":
            texts = (_BY_FORMAT.get(schema.get("format", ""), "…"), *_TEXTS)
            return next(text for text in texts if _is_value_of(text, schema))
        case "integer" | "number":
            return min(max(1, least) + index, most)
        case "boolean":
            return True
    return None


def _is_value_of(value: Any, schema: _Schema) -> bool:
    """Return whether a value is one of a schema of texts or numbers."""
    if schema.get("type") == "array":
        return _is_value_of(value, schema["items"])
    if "enum" in schema or "const" in schema:
        return value in schema.get("enum", [schema.get("const")])
    if schema.get("format") in _BY_FORMAT:
        return bool(value == _BY_FORMAT[schema["format"]])
    if schema.get("type") == "string" and isinstance(value, str):
        is_short = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
        return is_short and re.search(schema.get("pattern", ""), value) is not None
    is_number = schema.get("type") in ("integer", "number") and isinstance(value, int)
    return is_number and bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
