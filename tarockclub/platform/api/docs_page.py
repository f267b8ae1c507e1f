"""The API's document for people: one plain page, with nothing from other sites."""

import json
import re
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

_REFERENCE = re.compile(r'"#/components/schemas/([^"]+)"')


class Field(NamedTuple):
    """A field of a body or a response, or a parameter."""

    name: str
    kind: str
    needed: bool
    says: str


class Answer(NamedTuple):
    """A possible response."""

    status: str
    says: str
    shape: str  # name of a schema


class Operation(NamedTuple):
    """An operation."""

    id: str
    method: str
    path: str
    summary: str
    says: str
    parameters: tuple[Field, ...]
    body: tuple[str, str]  # name of its schema, or its kind
    answers: tuple[Answer, ...]


class Group(NamedTuple):
    """Operations about one thing."""

    name: str
    about: str
    operations: tuple[Operation, ...]


class Shape(NamedTuple):
    """A schema with a name."""

    name: str
    says: str
    fields: tuple[Field, ...]
    kind: str  # of a schema that is not an object
    example: str


@require_safe
def show_docs(request: HttpRequest) -> HttpResponse:
    """Show an overview of all operations."""
    from tarockclub.platform.api.openapi import build_document

    found = build_document()
    return render(request, "tarockclub/platform/api/docs.html", {"info": found["info"], "groups": list_groups(found)})


@require_safe
def show_group_docs(request: HttpRequest, group: str) -> HttpResponse:
    """Show the operations about one thing, with their bodies and responses."""
    from tarockclub.platform.api.openapi import build_document

    found = build_document()
    listed_group = next((each for each in list_groups(found) if each.name == group), None)
    if listed_group is None:
        raise Http404
    context = {"group": listed_group, "shapes": list_shapes(found, listed_group.name)}
    return render(request, "tarockclub/platform/api/docs_of.html", context)


def list_groups(document: dict[str, Any]) -> list[Group]:
    """Return the operations of a document, by group."""
    listed = [
        (operation["tags"][0], _build_operation(method, path, operation))
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    return [
        Group(tag["name"], tag["description"], tuple(operation for name, operation in listed if name == tag["name"]))
        for tag in document["tags"]
    ]


def list_shapes(document: dict[str, Any], group: str) -> list[Shape]:
    """Return the schemas that the operations of a group use, by name."""
    operations = (operation for path in document["paths"].values() for operation in path.values())
    schemas, used = document["components"]["schemas"], set[str]()
    left = {name for operation in operations if group in operation["tags"] for name in _find_schema_names(operation)}
    while left:
        used |= left
        left = {name for schema in left for name in _find_schema_names(schemas[schema])} - used
    return [_build_shape(name, schemas[name]) for name in sorted(used)]


def _find_schema_names(value: object) -> set[str]:
    """Return the names of the schemas to which a value refers."""
    return set(_REFERENCE.findall(json.dumps(value)))


def _build_operation(method: str, path: str, said: dict[str, Any]) -> Operation:
    body = said.get("requestBody", {}).get("content", {})
    schema: dict[str, Any] = next((content["schema"] for content in body.values()), {})
    return Operation(
        said["operationId"],
        method.upper(),
        path,
        said["summary"],
        said.get("description", ""),
        tuple(
            Field(
                parameter["name"],
                format_schema_type(parameter["schema"]),
                parameter.get("required", False),
                parameter.get("description", parameter["in"]),
            )
            for parameter in said["parameters"]
        ),
        (_get_schema_name(schema), format_schema_type(schema) if schema else ""),
        tuple(_build_answer(status, answer) for status, answer in said["responses"].items()),
    )


def _build_answer(status: str, said: dict[str, Any]) -> Answer:
    content = said.get("content", {})
    schema: dict[str, Any] = next((media.get("schema", {}) for media in content.values()), {})
    return Answer(status, said["description"], _get_schema_name(schema))


def _build_shape(name: str, schema: dict[str, Any]) -> Shape:
    needed = schema.get("required", [])
    fields = tuple(
        Field(field, format_schema_type(said), field in needed, said.get("description", ""))
        for field, said in schema.get("properties", {}).items()
    )
    examples = schema.get("examples", [])
    example = json.dumps(examples[0], ensure_ascii=False, indent=2) if examples else ""
    return Shape(name, schema.get("description", ""), fields, "" if fields else format_schema_type(schema), example)


def _get_schema_name(schema: dict[str, Any]) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


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
        return _get_schema_name(schema)
    if "enum" in schema or "const" in schema:
        return ", ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {format_schema_type(schema.get('items', {}))}"
    kind = str(schema.get("format") or schema.get("type") or "any value")
    bounds = [
        f" {sign} {schema[bound]}"
        for bound, sign in (("minimum", "≥"), ("maximum", "≤"))
        if _is_real_bound(schema, bound)
    ]
    return kind + ",".join(bounds)


def _is_real_bound(schema: dict[str, Any], bound: str) -> bool:
    return bound in schema and abs(schema[bound]) < 2**53
