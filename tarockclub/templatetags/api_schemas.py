"""The kinds of values in the API's document, in words."""

import json
from typing import Any

from django import template

register = template.Library()


@register.filter("schema_name")
def get_schema_name(schema: dict[str, Any]) -> str:
    """Return the name of the schema to which one refers; "" if it is none."""
    return str(schema.get("$ref", "")).rpartition("/")[2]


@register.filter("json_text")
def format_json_text(value: object) -> str:
    """Return a value as JSON in lines."""
    return json.dumps(value, ensure_ascii=False, indent=2)


@register.filter("schema_type")
def format_schema_type(schema: dict[str, Any]) -> str:
    """Return the kind of a value, in a few words.

    >>> format_schema_type({"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]})
    'integer ≥ 0 or null'
    >>> format_schema_type({"type": "array", "items": {"$ref": "#/components/schemas/Seat"}})
    'list of Seat'
    """
    for many in ("anyOf", "oneOf"):
        if many in schema:
            return " or ".join(dict.fromkeys(format_schema_type(choice) for choice in schema[many]))
    if "$ref" in schema:
        return get_schema_name(schema)
    if "enum" in schema or "const" in schema:
        return ", ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {format_schema_type(schema.get('items', {}))}"
    kind = str(schema.get("format") or schema.get("type") or "any value")
    bounds = [
        f" {sign} {schema[bound]}"
        for bound, sign in (("minimum", "≥"), ("maximum", "≤"))
        if bound in schema and abs(schema[bound]) < 2**53
    ]
    return kind + ",".join(bounds)
