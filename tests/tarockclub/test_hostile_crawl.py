"""A page answers to everything that is sent to it, shows nothing of another club, and breaks no other page.

All pages of a club in every state, in whose rows stand texts that nobody should type; its forms, what is read behind a
question mark, and the operations of the API. A new page, form, field or operation is in it without being named; `make
soak` sends all that there is.
"""

import itertools
import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from scoring.models import Deal, GameTable, HeldHand
from tarockclub.models import Club, Person
from tarockclub.platform.api.openapi import build_document
from tests.support.all_pages import list_operations
from tests.support.crawl.crawl import Crawl
from tests.support.crawl.sending import Sender, WrittenTables
from tests.support.crawl.world import CrawlWorld, allow_hosts, stop_clock, write_crawl_world
from tests.support.shared_rows import share_rows
from tournaments.around.hall_of_fame.views import compute_hall_secret
from tournaments.models import Season, Tournament

PREFIX = "/api/v1/"
NUMBERS = (1, 2, 3)  # of rounds, tables, events and so on: the first ones are unlike each other
REFERENCE = "#/components/schemas/"
Schema = Mapping[str, Any]


def list_reads(club: int) -> Iterator[tuple[str, Schema]]:
    """The addresses of all reading operations about everything of a club, with what the document says of them."""
    slugs = {
        "tournaments": _list_slugs(Tournament.objects.filter(club=club)),
        "seasons": _list_slugs(Season.objects.filter(club=club)),
        "tables": _list_slugs(GameTable.objects.filter(club=club)),
    }
    for template, said in list_operations("get"):
        names = [part.strip("{}") for part in template.split("/") if part.startswith("{")]
        schemas = {parameter["name"]: parameter["schema"] for parameter in said.get("parameters", ())}
        of = slugs.get(template.removeprefix(PREFIX).partition("/")[0], [])
        for slug in of if "slug" in names else [""]:
            values = {name: _list_values(name, schemas.get(name, {}), slug, club) for name in names if name != "slug"}
            for chosen in itertools.product(*values.values()):
                yield _fill(template, {"slug": slug, **dict(zip(values, chosen, strict=True))}), said


def _list_slugs(rows: Any) -> list[str]:
    return [str(slug) for slug in rows.order_by("pk").values_list("slug", flat=True)]


def _list_values(name: str, schema: Schema, slug: str, club: int) -> Sequence[Any]:
    """The values that a part of an address may have."""
    if "enum" in schema:
        return list(schema["enum"])
    if name == "line":
        return list(Deal.objects.filter(table__slug=slug).order_by("number").values_list("number", flat=True))[:3]
    if name == "key":
        return list(HeldHand.objects.filter(table__club=club).values_list("key", flat=True))[:2]
    if name == "secret":
        return [compute_hall_secret(Club.objects.get(pk=club))]
    if schema.get("type") == "integer":
        people = Person.objects.filter(club=club).order_by("number").values_list("number", flat=True)
        return [*NUMBERS, *people[4:20:8]] if "person" in name else NUMBERS
    return {"sheet_id": ["treffpunkt", "standard"], "contract": ["dreier", "rufer"], "form": ["json", "csv"]}.get(
        name, ["standings", "players"]
    )


def _fill(template: str, values: Mapping[str, Any]) -> str:
    for name, value in values.items():
        template = template.replace(f"{{{name}}}", str(value))
    return template


def list_answer_schemas() -> set[str]:
    """The names of all schemas of which answers to reading operations are made."""
    found = set[str]()
    for _template, said in list_operations("get"):
        _add_named(get_answer_schema(said), found)
    return found


def get_answer_schema(said: Schema) -> Schema:
    """The schema of the answer if all is well."""
    content = said["responses"].get("200", {}).get("content", {})
    schema: Schema = content.get("application/json", {}).get("schema", {})
    return schema


def _add_named(schema: Any, found: set[str]) -> None:
    if isinstance(schema, list):
        for part in schema:
            _add_named(part, found)
    elif isinstance(schema, dict):
        name = str(schema.get("$ref", "")).removeprefix(REFERENCE)
        if name and name not in found:
            found.add(name)
            _add_named(_find_schema(name), found)
        for part in schema.values():
            _add_named(part, found)


def _find_schema(name: str) -> Schema:
    schema: Schema = build_document()["components"]["schemas"][name]
    return schema


def note_seen(schema: Schema, value: Any, seen: set[str]) -> None:
    """Note the schemas of which parts stand in an answer."""
    if name := str(schema.get("$ref", "")).removeprefix(REFERENCE):
        seen.add(name)
        schema = _find_schema(name)
    for part, inner in _list_parts(schema, value):
        note_seen(part, inner, seen)


def _list_parts(schema: Schema, value: Any) -> Iterator[tuple[Schema, Any]]:
    """The parts of a value, each with its schema."""
    for choice in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
        if value is not None and _may_be(choice, value):
            yield choice, value
    if isinstance(value, dict):
        fields, others = schema.get("properties", {}), schema.get("additionalProperties")
        for name, inner in value.items():
            if name in fields or isinstance(others, dict):
                yield fields.get(name, others), inner
    elif isinstance(value, list) and isinstance(schema.get("items"), dict):
        yield from ((schema["items"], item) for item in value)


def _may_be(schema: Schema, value: Any) -> bool:
    """Return whether a value may be of a schema, as far as its fields say."""
    if "$ref" in schema:
        schema = _find_schema(str(schema["$ref"]).removeprefix(REFERENCE))
    if schema.get("type") == "object":
        return isinstance(value, dict) and set(schema.get("required", ())) <= value.keys()
    return schema.get("type") != "array" or isinstance(value, list)


pytestmark = [pytest.mark.django_db, pytest.mark.no_cover, pytest.mark.heavy]
LEAST_ROUTES, LEAST_FORMS, LEAST_WRITTEN = 180, 120, 40  # else nothing would be tried
LEAST_OPERATIONS, LEAST_WRITTEN_BY_PROGRAMS = 80, 5
# Of these no state has any: other tests do.
UNSEEN = {"ExportOut", "FameOut", "PublishingClub", "RaffleOut", "SameHandOut", "TeamResult"}


@pytest.fixture(autouse=True)
def _evening(settings) -> Iterator[None]:
    allow_hosts(settings)
    logging.disable(logging.CRITICAL)  # what is refused is no news here
    with stop_clock():
        yield
    logging.disable(logging.NOTSET)


@share_rows
def world() -> CrawlWorld:
    """Two clubs."""
    return write_crawl_world()


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_no_page_stops_on_what_is_sent_to_it(world: CrawlWorld, whole: bool):
    crawl = Crawl(world, whole=whole)
    crawl.find_pages()
    crawl.attack_forms()
    crawl.attack_addresses()
    crawl.attack_late_hands()
    print(crawl.summary)
    assert crawl.failed == []
    assert crawl.counts["routes"] > LEAST_ROUTES
    assert crawl.counts["forms"] > LEAST_FORMS
    assert crawl.counts["wrote"] > LEAST_WRITTEN


def test_every_reading_operation_answers_about_everything(world: CrawlWorld):
    sender, program = Sender(WrittenTables(world.stranger)), world.create_program()
    wrong, seen = list[str](), set[str]()
    for address, said in list_reads(world.club):
        answer = sender.get(program, address)
        wrong += [f"{address}: {fault}" for fault in answer.wrong]
        if answer.status == 200 and "json" in answer.kind:
            note_seen(get_answer_schema(said), json.loads(answer.content), seen)
    assert wrong == []
    assert list_answer_schemas() - seen <= UNSEEN


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_no_operation_stops_on_what_is_sent_to_it(world: CrawlWorld, whole: bool):
    crawl = Crawl(world, whole=whole)
    crawl.attack_operations()
    print(crawl.summary)
    assert crawl.failed == []
    assert crawl.counts["operations"] > LEAST_OPERATIONS
    assert crawl.counts["wrote"] > LEAST_WRITTEN_BY_PROGRAMS
