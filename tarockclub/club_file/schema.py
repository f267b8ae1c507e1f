"""The JSON schema of a club file, made from the models."""

from typing import Any

from tarockclub.club_file.contents import FORMAT, format_member, list_fields, list_models
from tarockclub.club_file.rows import describe_type


def build_schema() -> dict[str, Any]:
    """Return the schema: for each file with rows what a line looks like."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tarockclub, the file of a club",
        "format": FORMAT,
        "$defs": {format_member(model): _build_row_schema(model) for model in list_models()},
    }


def _build_row_schema(model: Any) -> dict[str, Any]:
    fields = list_fields(model)
    return {
        "type": "object",
        "description": " ".join((model.__doc__ or "").split()),
        "properties": {field.name: describe_type(field) for field in fields},
        "required": [field.name for field in fields],
        "additionalProperties": False,
    }
