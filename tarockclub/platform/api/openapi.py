"""The OpenAPI document of the API, with the examples that django-ninja leaves out, and its page for people."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tarockclub.kit.hash_chain import encode_compact
from tarockclub.platform.api.authentication import CLIENT, DEVICE, TABLE
from tarockclub.platform.api.operations import PROBLEMS, REFERENCE
from tarockclub.platform.api.site import PARTS, build_api

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


PREFIX = "api/v1/"
STATUSES = {
    200: "Success. Resubmitting a write returns the same response as the first time.",
    304: "Nothing has changed since the response with this ETag.",
    400: "The request cannot be accepted; `errors` lists everything that is wrong with it.",
    401: "A token is missing, or is not valid (any more).",
    403: "The token does not allow this.",
    404: "There is nothing at this address, or it belongs to another club.",
    409: "This is not possible in the current state: `code` says why.",
    410: "This hand has already been decided.",
    412: "Something has been written since: check the current state. Nothing was changed.",
    413: "The body is too large, or nested too deeply.",
    415: "The body is not JSON.",
    422: "The key has already been used for something else; nothing was changed.",
    423: "The clock of the table does not allow this hand (any more).",
    425: "The clock of the table is stopped: try again later.",
    426: "One of both programs is older: `code` says which one has to be updated.",
    428: "The request does not name the entry it follows.",
    429: "Too many attempts have failed; Retry-After says how many seconds to wait.",
    503: "The database is not available at the moment; it is not certain that anything was saved. Try again after "
    "Retry-After.",
    507: "The disk of the server is full.",
}
_DESCRIPTION = (
    "Tables, tournaments and seasons for programs: reading, entering and correcting hands, registrations, running a "
    "tournament, exports; by the same services as the pages. Amounts of hands are whole numbers in sixths of a point, "
    "play money and real money are in cents. Writes carry a key: a resubmission is done only once and returns the same "
    "response. A client chooses the language of messages with Accept-Language (de, en)."
)
_SCHEMES = {
    CLIENT: {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a program: created by a director on the club page “Programs”, shown only once.",
    },
    TABLE: {
        "type": "http",
        "scheme": "bearer",
        "description": "The secret of a table's link, the 32 digits after /t/: for this table only, as on a phone."
        f" A phone that sends {DEVICE} (32 hexadecimal digits, created once and kept) is told apart from others.",
    },
}


@cache
def build_document() -> dict[str, Any]:
    """Return the document as JSON values."""
    # Through JSON: django-ninja uses numbers as status names.
    document: dict[str, Any] = json.loads(json.dumps(build_api().get_openapi_schema(path_prefix=PREFIX)))
    document["info"]["description"] = _DESCRIPTION
    document["servers"] = [{"url": "/", "description": "This server."}]
    document["tags"] = [{"name": part.name, "description": part.about} for part in PARTS]
    document["components"]["securitySchemes"] = _SCHEMES
    for problem in PROBLEMS:
        schema = problem.model_json_schema(ref_template=REFERENCE)
        document["components"]["schemas"] |= {**schema.pop("$defs", {}), problem.__name__: schema}
    for path in document["paths"].values():
        for operation in path.values():
            _complete_operation(operation)
    _drop_object_defaults(document)
    add_examples(document)
    return document


@cache
def render_document() -> str:
    """Return the document as it is sent."""
    return encode_compact(build_document())


def _complete_operation(operation: dict[str, Any]) -> None:
    for status, response in operation["responses"].items():
        if "description" not in response or not response["description"].endswith("."):
            response["description"] = STATUSES[int(status)]
    operation["responses"] = dict(sorted(operation["responses"].items()))


def _drop_object_defaults(value: Any) -> None:
    """Remove the default beside a reference: whole objects, at which generators of clients drop the operation."""
    if isinstance(value, dict):
        if "allOf" in value or "$ref" in value:
            value.pop("default", None)
        value = list(value.values())
    for part in value if isinstance(value, list) else ():
        _drop_object_defaults(part)


_REFERENCE = re.compile(r'"#/components/schemas/([^"]+)"')


def show_docs(request: HttpRequest) -> HttpResponse:
    """Show an overview of all operations."""

    document = build_document()
    return render(
        request, "tarockclub/platform/api/docs.html", {"info": document["info"], "groups": list_groups(document)}
    )


def show_group_docs(request: HttpRequest, group: str) -> HttpResponse:
    """Show the operations about one thing, with their bodies and responses."""

    document = build_document()
    listed_group = next((each for each in list_groups(document) if each["name"] == group), None)
    if listed_group is None:
        raise Http404
    context = {"group": listed_group, "shapes": list_shapes(document, group)}
    return render(request, "tarockclub/platform/api/docs_of.html", context)


def _list_operations(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield {**operation, "method": method.upper(), "path": path}


def list_groups(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the groups of a document, each with its operations."""
    listed = list(_list_operations(document))
    return [
        {**tag, "operations": [operation for operation in listed if operation["tags"][0] == tag["name"]]}
        for tag in document["tags"]
    ]


def list_shapes(document: dict[str, Any], group: str) -> list[dict[str, Any]]:
    """Return the schemas that the operations of a group use, by name, each with its example as text."""
    schemas, used = document["components"]["schemas"], set[str]()
    left = {
        name
        for operation in _list_operations(document)
        if group in operation["tags"]
        for name in _find_schema_names(operation)
    }
    while left:
        used |= left
        left = {name for schema in left for name in _find_schema_names(schemas[schema])} - used
    return [
        {
            **schemas[name],
            "name": name,
            "schema": schemas[name],
            "examples": [
                json.dumps(example, ensure_ascii=False, indent=2) for example in schemas[name].get("examples", [])
            ],
        }
        for name in sorted(used)
    ]


def _find_schema_names(value: object) -> set[str]:
    """Return the names of the schemas to which a value refers."""
    return set(_REFERENCE.findall(json.dumps(value)))
