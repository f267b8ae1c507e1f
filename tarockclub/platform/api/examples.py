"""Examples of bodies in the document: what a schema requires, with values by the names of the fields."""

import re
from collections.abc import Mapping
from typing import Any

_BY_FIELD: dict[str, Any] = {  # a list is for the items of one, in their order
    "format": "spielgeld",
    "key": "0b5e2c1e-8a52-4d0b-a1a5-3d5c9a6b1f77",
    "line": 1 << 32,
    "name": "Anna",
    "names": ["Anna", "Berta", "Cilli", "Dora"],
    "previous": "",
    "reason": "Entered twice",
    "settings": {},
    "sheet": "treffpunkt",
}
_BY_FORMAT = {"uuid": "6f1c0a52-7d1e-4b53-9d0f-2f4a8c1e7b90", "date": "2027-01-06"}
_TEXTS = ("…", "1", "2027-01-06", "19:30")  # the first that fits a pattern
_Schema = Mapping[str, Any]


def add_examples(document: dict[str, Any]) -> None:
    """Add an example to the body of each operation."""
    for path in document["paths"].values():
        for operation in path.values():
            for media in operation.get("requestBody", {}).get("content", {}).values():
                media["example"] = _build_example(media["schema"], document["components"]["schemas"])


def _build_example(schema: _Schema, schemas: _Schema, name: str = "", index: int = 0) -> Any:
    """Return an example of what a schema describes, in a field of this name; `index`: which item of a list it is."""
    if "$ref" in schema:
        return _build_example(schemas[schema["$ref"].rpartition("/")[2]], schemas, name, index)
    if schema.get("examples"):
        return schema["examples"][0]
    if "anyOf" in schema or "oneOf" in schema or "allOf" in schema:
        choices = next(schema[word] for word in ("anyOf", "oneOf", "allOf") if word in schema)
        return _build_example(choices[0], schemas, name, index)
    match schema.get("type"):
        case "object":
            names = {*schema.get("required", ()), *_BY_FIELD}
            fields = {field: value for field, value in schema.get("properties", {}).items() if field in names}
            return {field: _build_example(value, schemas, field) for field, value in fields.items()}
        case "array":
            items = range(max(1, schema.get("minItems", 0)))
            return [_build_example(schema["items"], schemas, name, item) for item in items]
    value = _BY_FIELD.get(name)
    value = value[index % len(value)] if isinstance(value, list) else value
    return value if _is_value_of(value, schema) else _build_plain(schema, index)


def _build_plain(schema: _Schema, index: int) -> Any:
    """Return an example of a value for which none is named."""
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    match schema.get("type"):
        case "string":
            return _BY_FORMAT.get(schema.get("format", "")) or next(
                text for text in _TEXTS if _is_value_of(text, schema)
            )
        case "integer" | "number":
            return min(max(1, schema.get("minimum", 0)) + index, schema.get("maximum", 1 << 32))
        case "boolean":
            return True
    return None


def _is_value_of(value: Any, schema: _Schema) -> bool:
    """Return whether a value is one of a schema of texts or numbers."""
    if "enum" in schema or "const" in schema:
        return value in schema.get("enum", [schema.get("const")])
    if schema.get("type") == "string":
        is_text = isinstance(value, str) and schema.get("format") not in _BY_FORMAT
        return is_text and re.search(schema.get("pattern", ""), value) is not None
    return schema.get("type") == "integer" and isinstance(value, int) and value >= schema.get("minimum", value)
