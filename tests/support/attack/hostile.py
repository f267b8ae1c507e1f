"""Requests that nobody should send: forms and bodies with empty, foreign, impossible and far too large values.

The forms are those of the pages, the bodies those of the document of the API: what is new is tried by itself.
"""

import json
import re
import uuid
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tarockclub.platform.api.openapi import build_document
from tests.support.all_pages import Place, find_route, list_operations
from tests.support.crawl.pages import Form

TYPED_VALUES = (
    *("", " ", "0", "-1", "1", "2", "99", "1.5", "1e9", "NaN", "½", "x", "ja", "<b>", "x" * 5000),
    *(str(10**9), str(2**31), str(2**63 - 1), str(2**63), "-" + str(2**63), "9" * 30),
    *("0001-01-01", "9999-12-31", "2026-02-30", "[]", "{}", "null", "\0", "1,2,3", "1 2 3 4", str(uuid.UUID(int=0))),
)
API_VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 1, 99, 1.5, 2**31, 2**63 - 1, 2**63, 10**30),
    *("", "x", "0", "x" * 400, "\0", [], {}, [0], [None]),
)
NUMBERS = (0, 2, 9, 99, 2**31, 2**63 - 1, 10**20)
ONE_IN = 6  # so many values of a body are as they should be, for one that is not


def get_schema(said: dict[str, Any]) -> dict[str, Any]:
    """The schema of the body of an operation; empty where it has none."""
    found: dict[str, Any] = said.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    return found


def follow_reference(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema, or the one that it refers to."""
    if "$ref" not in schema:
        return schema
    return follow_reference(build_document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]])


def _build_zero(schema: dict[str, Any]) -> Any:
    """A value with all that may be said, 0 wherever there may be a number."""
    schema = follow_reference(schema)
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return _build_zero(choices[0])
    if "enum" in schema or "const" in schema:
        return schema["const"] if "const" in schema else schema["enum"][0]
    if "properties" in schema:
        return {name: _build_zero(field) for name, field in schema["properties"].items()}
    if schema.get("type") == "array":
        return [_build_zero(schema.get("items", {})) for _ in range(schema.get("minItems", 1))]
    if schema.get("type") == "integer":
        return max(0, schema.get("minimum", 0))
    return {"string": "weil", "boolean": False, "object": {}}.get(schema.get("type", ""))


def list_offers(form: Form) -> dict[str, list[str]]:
    """The values that a form offers for each of its fields and buttons."""
    offers = {name: [*field.offered, *field.sent] or [""] for name, field in form.fields.items()}
    for name, value in form.buttons:
        offers.setdefault(name, []).append(value)
    return offers


class Attack(NamedTuple):
    """A request: a form, or (`json`) a body of the API; without a body an address is read."""

    address: str
    body: dict[str, Any] | str | None
    json: bool = False

    def __str__(self) -> str:
        return f"{self.address} {json.dumps(self.body)[:400]}"

    def send(self, place: Place) -> Any:
        """The answer to it."""
        if self.body is None:
            return place.reads.get(self.address)
        if self.json:
            return place.reads.post(self.address, self.body, content_type="application/json")
        return place.pages.post(self.address, self.body)


class Attacker(NamedTuple):
    """Whoever sends them: with a chance of his own, and ids that others have (or that are meant for something else)."""

    chance: Random
    forms: Sequence[Form]
    ids: Sequence[int]

    def generate_attacks(self, place: Place) -> Iterator[Attack]:
        """A request to everything: each kind of form, each operation; in any order."""
        asked: list[Callable[[], Attack]] = [partial(self._attack_form, some) for some in self._group_forms()]
        asked += [
            partial(self._attack_body, place.fill_path(template), said) for template, said in list_operations("post")
        ]
        asked += [
            partial(self._attack_query, place.fill_path(template), said) for template, said in list_operations("get")
        ]
        for ask in self.chance.sample(asked, len(asked)):
            yield ask()

    def generate_emptied(self, place: Place) -> Iterator[Attack]:
        """Each kind of form with each of its fields left empty, each operation with 0 wherever a number may be."""
        for some in self._group_forms():
            form = self.chance.choice(some)
            for empty in sorted(list_offers(form).keys() - {"key", "csrfmiddlewaretoken"}):
                yield Attack(form.action, self._fill_form(form) | {empty: ""})
        for template, said in list_operations("post"):
            value = _build_zero(get_schema(said))
            if isinstance(value, dict):
                yield Attack(place.fill_path(template), json.dumps(value | {"key": str(self._draw_uuid())}), json=True)

    def _group_forms(self) -> Collection[list[Form]]:
        """The forms, those of one kind together."""
        kinds: dict[tuple[str, ...], list[Form]] = {}
        for form in self.forms:
            kinds.setdefault((find_route(form.action), *list_offers(form)), []).append(form)
        return kinds.values()

    def _fill_form(self, form: Form) -> dict[str, Any]:
        """A form as somebody sends it who takes what is offered."""
        fields: dict[str, Any] = {name: self.chance.choice(values) for name, values in list_offers(form).items()}
        return fields | ({"key": str(self._draw_uuid())} if "key" in fields else {})

    def _attack_form(self, alike: Sequence[Form]) -> Attack:
        form = self.chance.choice(alike)
        fields = self._fill_form(form)
        for name in self.chance.sample(sorted(fields), min(len(fields), self.chance.choice((1, 1, 2, 3)))):
            wrong = self.chance.choice((*TYPED_VALUES, *map(str, self.ids)))
            fields[name] = [wrong, wrong] if self.chance.random() < 0.1 else wrong
        return Attack(self._move_number(form.action), fields)

    def _attack_body(self, address: str, said: dict[str, Any]) -> Attack:
        value = self._draw_value(get_schema(said))
        if isinstance(value, dict) and self.chance.random() < 0.9:
            value["key"] = str(self._draw_uuid())
        return Attack(self._move_number(address), json.dumps(value), json=True)

    def _attack_query(self, address: str, said: dict[str, Any]) -> Attack:
        names = [parameter["name"] for parameter in said.get("parameters", ()) if parameter["in"] == "query"]
        query = {name: self.chance.choice((*TYPED_VALUES, *map(str, self.ids))) for name in names}
        return Attack(f"{self._move_number(address)}?{urlencode(query)}", None)

    def _move_number(self, address: str) -> str:
        """The address, now and then with another number in it."""
        numbers = list(re.finditer(r"(?<=/)\d+(?=/|$)", address))
        if not numbers or self.chance.random() < 0.8:
            return address
        found = self.chance.choice(numbers)
        return f"{address[: found.start()]}{self.chance.choice((*NUMBERS, *self.ids))}{address[found.end() :]}"

    def _draw_uuid(self) -> uuid.UUID:
        return uuid.UUID(int=self.chance.getrandbits(128), version=4)

    def _draw_value(self, schema: dict[str, Any]) -> Any:
        """A value that a schema allows; one in a few is none."""
        if self.chance.randrange(ONE_IN) == 0:
            return self.chance.choice((*API_VALUES, *self.ids))
        schema = follow_reference(schema)
        if choices := schema.get("anyOf") or schema.get("oneOf"):
            return self._draw_value(self.chance.choice(choices))
        if "enum" in schema or "const" in schema:
            return self.chance.choice(schema.get("enum") or [schema["const"]])
        if schema.get("type") == "object" or "properties" in schema:
            return self._draw_object(schema)
        if schema.get("type") == "array":
            count = self.chance.randint(schema.get("minItems", 0), min(schema.get("maxItems", 6), 6))
            return [self._draw_value(schema.get("items", {})) for _ in range(count)]
        return self._draw_plain(schema)

    def _draw_object(self, schema: dict[str, Any]) -> dict[str, Any]:
        required = schema.get("required", ())
        fields = schema.get("properties", {}).items()
        return {
            name: self._draw_value(field) for name, field in fields if name in required or self.chance.random() < 0.5
        }

    def _draw_plain(self, schema: dict[str, Any]) -> Any:
        kind = schema.get("type")
        if kind == "integer":
            return self.chance.choice((0, 0, 1, 1, 1, 2, 3, 300, *self.ids))
        if kind == "boolean":
            return self.chance.random() < 0.5
        if kind == "string":
            return self.chance.choice(("weil", "Spieler 9", "1", "2026-01-06", str(self._draw_uuid())))
        return None
