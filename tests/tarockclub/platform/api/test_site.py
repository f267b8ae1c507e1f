"""The API as a whole: one shape of refusals, strict bodies within their limits, a complete document."""

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction

from tarockclub.platform.api import schemas, site
from tests.support.accounts import make_account
from tests.support.all_pages import list_operations, place_of
from tests.support.attack.hostile import follow_reference, get_schema
from tests.support.paths import DATA
from tests.support.programs import Program, create_program
from tests.support.small_tournament import create_small_season, create_small_tournament

pytestmark = pytest.mark.django_db
OPERATIONS: dict[str, str] = tomllib.loads((DATA / "api.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("get", "/api/v1/none", 404, "not_found"),
        ("get", "/api/v2/time", 404, "not_found"),
        ("get", "/api/v1/time/", 404, "not_found"),
        ("post", "/api/v1/time", 405, "method_not_allowed"),
        ("delete", "/api/v1/openapi.json", 405, "method_not_allowed"),
        ("get", "/api/v1/me", 401, "no_token"),
    ],
)
def test_refusals_are_json_of_one_shape(method, path, status, code):
    answer = getattr(Program(), method)(path)
    assert (answer.status_code, answer.json()["code"], answer.json()["errors"]) == (status, code, [])
    assert answer.json()["message"] not in ("", code)


def test_messages_are_in_the_language_of_the_client():
    english, german = (
        Program().get("/api/v1/none", headers={"accept-language": language}).json() for language in ("en", "de")
    )
    assert english["message"] == "There is nothing at this address."
    assert german["code"] == english["code"]


@pytest.mark.parametrize(
    ("changes", "path", "message"),
    [
        ({"names": ["Anna", "Berta"]}, "names", "These are too few: at least 4."),
        ({"names": ["Anna"] * 7}, "names", "These are too many: at most 6."),
        ({"sheet": "x" * 41}, "sheet", "This text is too long: its length is at most 40."),
        ({"first_forehand": -1}, "first_forehand", "This is too small: at least 0."),
        ({"first_forehand": 6}, "first_forehand", "This is too large: at most 5."),
        ({"first_forehand": 5}, "first_forehand", "This is too large: at most 3."),
    ],
)
def test_a_refusal_says_which_limit_it_was(changes, path, message):
    evening = {"key": "k", "names": ["Anna", "Berta", "Cilli", "Dora"], "sheet": "treffpunkt"}
    [error] = create_program(make_account("director")).send("evenings", evening | changes).json()["errors"]
    assert (error["path"], error["code"], error["message"]) == (path, "out_of_range", message)


def test_a_text_that_is_too_short_is_told_how_long_it_has_to_be():
    said = {"key": "k", "name": "", "day": "2026-01-06"}
    [error] = create_program(make_account("director")).send("tournaments", said).json()["errors"]
    assert (error["path"], error["message"]) == ("name", "This text is too short: its length is at least 1.")


def test_parameters_that_an_operation_does_not_know_are_refused_by_their_names():
    director = create_program(make_account("director"))
    answer = director.read("persons?q=x&page=2&after=7&cache=")
    assert answer.status_code == 400
    assert [(error["path"], error["code"]) for error in answer.json()["errors"]] == [
        ("page", "unknown_parameter"),
        ("cache", "unknown_parameter"),
    ]
    assert Program().read("me?page=2").json()["code"] == "no_token", "who calls comes first"


@pytest.mark.heavy
def test_every_operation_refuses_unknown_parameters_before_anything_else():
    director = create_program(make_account("director"))
    answered = {}
    for path, methods in director.get("/api/v1/openapi.json").json()["paths"].items():
        address = re.sub(r"\{[a-z_]+\}", "1", re.sub(r"\{(slug|key)\}", str(UUID(int=0)), path))
        for method, operation in methods.items():
            answer = getattr(director, method)(f"{address}?nonsense=1").json()
            answered[operation["operationId"]] = {error["code"] for error in answer["errors"]} or answer["code"]
    others = {name: told for name, told in answered.items() if told != {"unknown_parameter"}}
    assert {OPERATIONS[name] for name in others} == {"table"}, "there is no such table"
    assert {*others.values()} == {"not_found"}


def test_no_value_of_the_document_has_a_default_beside_a_reference():
    waiting = [Program().get("/api/v1/openapi.json").json()]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            assert "default" not in value or not {"$ref", "allOf"} & value.keys(), value
        waiting += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def test_the_document_says_everything():
    document = Program().get("/api/v1/openapi.json").json()
    assert document["openapi"] == "3.1.0"
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    for operation in operations:
        assert operation["summary"]
        assert operation["security"]
        for status, response in operation["responses"].items():
            assert response["description"], (operation["operationId"], status)
            needs_schema = status not in ("304",) and "content" not in response
            assert not needs_schema, (operation["operationId"], status)


def test_every_schema_refuses_what_it_does_not_know():
    schemas = Program().get("/api/v1/openapi.json").json()["components"]["schemas"]
    loose = [name for name, schema in schemas.items() if schema.get("type") == "object" and "properties" in schema]
    assert [name for name in loose if schemas[name].get("additionalProperties", True) is True] == []


@pytest.mark.heavy
def test_the_pages_for_people_show_every_operation():
    document, index = Program().get("/api/v1/openapi.json").json(), Program().get("/api/v1/docs/").content.decode()
    pages = {tag["name"]: Program().get(f"/api/v1/docs/{tag['name']}/").content.decode() for tag in document["tags"]}
    for path, methods in document["paths"].items():
        assert path in index
        assert all(f'id="{operation["operationId"]}"' in pages[operation["tags"][0]] for operation in methods.values())
    for page in (index, *pages.values()):
        assert re.findall(r'(?:src|href)="(?:https?:)?//', page) == []  # nothing from elsewhere
        linked = set(re.findall(r'href="#(schema-[^"]+)"', page))
        assert linked <= set(re.findall(r'id="(schema-[^"]+)"', page))
    assert Program().get("/api/v1/docs/none/").status_code == 404


def test_the_document_is_json_without_anything_of_this_machine():
    assert "localhost" not in json.dumps(Program().get("/api/v1/openapi.json").json())


READ_ONLY = {"preview_hand"}

# The same sent twice changes nothing.


def test_every_write_takes_a_key_in_its_body_and_as_a_header():
    document = Program().get("/api/v1/openapi.json").json()
    without = set()
    for path in document["paths"].values():
        for method, operation in path.items():
            if method == "get":
                continue
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            names = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(content)))
            in_body = any("key" in document["components"]["schemas"][name]["properties"] for name in names)
            in_header = any(parameter["name"] == "Idempotency-Key" for parameter in operation.get("parameters", ()))
            if not (in_body and in_header):
                without.add(operation["operationId"])
    assert without == READ_ONLY


def all_below(kind: type) -> list[type]:
    below: list[type] = kind.__subclasses__()
    return [*below, *(shape for each in below for shape in all_below(each))]


def test_no_two_shapes_have_the_same_name():
    assert site.PARTS
    named: dict[str, set[str]] = defaultdict(set)
    for shape in (*all_below(schemas.In), *all_below(schemas.Out)):
        named[shape.__qualname__].add(shape.__module__)
    assert {name: modules for name, modules in named.items() if len(modules) > 1} == {}


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
