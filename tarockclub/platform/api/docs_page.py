"""The API's document for people: one plain page, with nothing from other sites."""

import json
import re
from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

_REFERENCE = re.compile(r'"#/components/schemas/([^"]+)"')


def show_docs(request: HttpRequest) -> HttpResponse:
    """Show an overview of all operations."""
    from tarockclub.platform.api.openapi import build_document

    document = build_document()
    return render(
        request, "tarockclub/platform/api/docs.html", {"info": document["info"], "groups": list_groups(document)}
    )


def show_group_docs(request: HttpRequest, group: str) -> HttpResponse:
    """Show the operations about one thing, with their bodies and responses."""
    from tarockclub.platform.api.openapi import build_document

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
