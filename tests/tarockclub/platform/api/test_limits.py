"""Bodies within the limits of the API's document are read, however many and long; all beyond is refused."""

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from tests.support.accounts import make_account
from tests.support.all_pages import list_operations, place_of
from tests.support.attack.hostile import follow_reference, get_schema
from tests.support.paths import DATA
from tests.support.small_season import create_small_season
from tests.support.small_tournament import create_small_tournament

pytestmark = pytest.mark.django_db
ROWS: dict[str, str] = tomllib.loads((DATA / "api.toml").read_text(encoding="utf-8"))
MANY = 90  # of less, many would be read
TEXT = 40  # characters of a text that is not the one that is as long as may be


def plain(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema behind its reference, or the one of several that says most."""
    schema = follow_reference(schema)
    for choices in (schema.get("anyOf"), schema.get("oneOf"), schema.get("allOf")):
        if choices:
            return plain(max(choices, key=lambda one: len(json.dumps(plain(one)))))
    return schema


def bounded(schema: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the places in a body where there may be a long list or text."""
    here = plain(schema)
    if max(here.get("maxItems", 0), here.get("maxLength", 0)) >= MANY:
        yield path
    for name, part in here.get("properties", {}).items():
        yield from bounded(part, (*path, name))
    if "items" in here:
        yield from bounded(here["items"], (*path, "items"))


def full(schema: dict[str, Any], most: tuple[str, ...], path: tuple[str, ...] = ()) -> Any:
    """A body with everything that may be said, and at `most` as much as may be."""
    here, is_there = plain(schema), path == most
    kind = here.get("type")
    if "properties" in here:
        return {name: full(part, most, (*path, name)) for name, part in here["properties"].items()}
    if kind == "array":
        least = here.get("minItems", 1)
        count = here["maxItems"] if "maxItems" in here and (is_there or least == here["maxItems"]) else max(1, least)
        return [full(here["items"], most, (*path, "items")) for _ in range(count)]
    if kind == "string" and "enum" not in here and "const" not in here:
        return "x" * (here["maxLength"] if is_there else min(TEXT, here.get("maxLength", TEXT)))
    return {"integer": 1000, "number": 1000, "boolean": True}.get(kind or "", "x")


@pytest.fixture
def place(db):
    """A small tournament and its director."""
    tournament = create_small_tournament()
    return place_of(tournament, create_small_season(tournament), make_account("director"))


@pytest.mark.heavy
def test_as_much_as_the_document_allows_is_never_too_large(place):
    tried, refused = [], []
    for template, said in list_operations("post"):
        schema = get_schema(said)
        for path in bounded(schema):
            body = json.dumps(full(schema, path))
            with transaction.atomic():
                answer = place.reads.post(place.fill_path(template), body, content_type="application/json")
                transaction.set_rollback(True)
            tried.append((said["operationId"], *path))
            if answer.status_code in (401, 403, 413, 415) or answer.status_code >= 500:
                refused.append((*tried[-1], answer.status_code, len(body)))
    assert refused == []
    assert {("enter_people", "entrants"), ("enter_people", "rounds")} <= {*tried}
