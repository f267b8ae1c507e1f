"""Requests to forms, addresses and operations of the API: one request of each kind, or (`whole`) all there are."""

import copy
import json
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

from tests.support.crawl.kinds import (
    EMPTY,
    FOREIGN,
    FORM_VALUES,
    KINDS,
    UNKNOWN,
    UNKNOWN_NAME,
    ForeignIds,
    choose_fields,
    list_said,
    list_typed,
    list_unknown,
    pick,
)
from tests.support.crawl.pages import Form, find_match
from tests.support.crawl.sending import upload

Fields = dict[str, list[Any]]
LONGEST_LATE = 64  # characters of a field that a phone may send
Place = tuple[str | int, ...]  # where a value stands in a body


class Attempt(NamedTuple):
    """A request: an address, what is sent with it, and what is wrong with that."""

    kind: str
    what: str  # the fields that it is about
    address: str
    fields: Fields | None = None
    body: bytes = b""

    def __str__(self) -> str:
        return f"{self.address[:300]} with {self.kind} in {self.what[:200] or 'nothing'}"


class Attempts(NamedTuple):
    """Makes them up."""

    foreign: ForeignIds
    kinds: Sequence[str]
    whole: bool

    def attack_form(self, form: Form, asked: Mapping[str, None]) -> Iterator[Attempt]:
        """Requests to a form, with fields that its view asks for and that do not stand on the page, too."""
        names = [name for name in form.fields if name != "csrfmiddlewaretoken"]
        names += [
            name for name in dict.fromkeys((*(name for name, _value in form.buttons), *asked)) if name not in names
        ]
        for turn, kind in self._list_turns():
            for chosen, values in self._choose(kind, turn, names, form.fill(turn), "/".join(form.sign)):
                filled = _renew(form.fill(turn)) | values
                for name, field in form.fields.items():
                    if field.kind == "file":
                        filled[name] = [upload(str(value)) for value in filled.get(name, ["Anna"])]
                yield Attempt(kind, " ".join(chosen), form.action, filled)
        for kind, address in self.move_address(form.action):
            yield Attempt(kind, "the address", address, _renew(form.fill()))

    def attack_address(self, address: str, asked: Mapping[str, str]) -> Iterator[Attempt]:
        """Requests for what can be read, with the names for which its view looks; without any, nothing would change."""
        path = urlsplit(address).path
        filled = {name: [value] for name, value in asked.items() if value}
        for kinds, values in self._mix(list(asked), filled, path) if asked else ():
            yield Attempt(kinds, " ".join(values), f"{path}?{urlencode(filled | values, doseq=True)}")
        for kind, moved in self.move_address(path):
            yield Attempt(kind, "the address", moved)

    def _mix(self, names: list[str], filled: Fields, sign: str) -> Iterator[tuple[str, Fields]]:
        """Wrong values of each kind for names that a view reads one by one: in a request as many kinds as names."""
        chosen = [
            (kind, values)
            for turn, kind in self._list_turns()
            for _names, values in self._choose(kind, turn, names, filled, sign)
        ]
        while chosen:
            kinds, sent = list[str](), Fields()
            for kind, values in tuple(chosen):
                if sent.keys().isdisjoint(values) and not (self.whole and sent):
                    chosen.remove((kind, values))
                    kinds.append(kind)
                    sent |= values
            yield ", ".join(kinds), sent

    def _list_turns(self) -> list[tuple[int, str]]:
        return [(turn, kind) for turn, kind in enumerate(KINDS) if kind in self.kinds]

    def _choose(
        self, kind: str, turn: int, names: list[str], filled: Fields, sign: str
    ) -> Iterator[tuple[list[str], Fields]]:
        """The fields of a turn with wrong values; all of them, each by itself, if everything is tried."""
        if kind == UNKNOWN:
            unknown = list_unknown(names)
            usual = next((values for values in filled.values() if values), ["1"])
            for some in [[name] for name in unknown] if self.whole else [unknown[:200]]:
                yield some, dict.fromkeys(some, usual)
        elif self.whole:
            for name in names:
                for values in list_typed(kind, name, filled.get(name, []), self.foreign):
                    yield [name], {name: values}
        elif chosen := choose_fields(names, turn, sign):
            yield (
                chosen,
                {
                    name: pick(list_typed(kind, name, filled.get(name, []), self.foreign), sign + name)
                    for name in chosen
                },
            )

    def move_address(self, address: str) -> Iterator[tuple[str, str]]:
        """The address with something else in it: what is of another club, and numbers that are none."""
        match = find_match(address)
        path, _, query = address.partition("?")
        parts = path.split("/")
        for name, value in match.kwargs.items() if match else ():
            if str(value) not in parts:
                continue
            place = len(parts) - 1 - parts[::-1].index(str(value))
            others = [(FOREIGN, self.foreign.find_slug(path) if name == "slug" else self.foreign.find(name))]
            pairs = [(kind, text) for kind in FORM_VALUES if kind != EMPTY for text in FORM_VALUES[kind]]
            others += pairs if self.whole else [] if name == "slug" else [pick(pairs, path + name)]
            for kind, text in others:
                moved = [*parts[:place], quote(text, safe=""), *parts[place + 1 :]]
                yield kind, "/".join(moved) + (f"?{query}" if query else "")

    def attack_operation(self, address: str, operation: Mapping[str, Any], filled: Any) -> Iterator[Attempt]:
        """Requests to an operation of the API: in its address, its query and its body."""
        query = {
            parameter["name"]: str(parameter.get("schema", {}).get("default", "1"))
            for parameter in operation.get("parameters", ())
            if parameter["in"] == "query"
        }
        if "requestBody" not in operation:
            yield from self.attack_address(address, query)
            return
        places = [place for place in list_places(filled) if place != ("key",)] if isinstance(filled, dict) else []
        by_name = {"/".join(map(str, place)): place for place in places}
        for turn, kind in self._list_turns():
            for chosen, body in self._change(kind, turn, by_name, filled, address):
                yield Attempt(kind, " ".join(chosen), address, body=encode(body))
        for kind, moved in self.move_address(address):
            yield Attempt(kind, "the address", moved, body=encode(filled))

    def attack_late_hand(self, address: str, body: dict[str, Any], names: Sequence[str]) -> Iterator[Attempt]:
        """Requests of a phone that sends the fields of the table's form as JSON."""
        for turn, kind in self._list_turns():
            for chosen, values in self._choose(kind, turn, list(names), {}, address):
                said = {name: str(value[0])[:LONGEST_LATE] for name, value in values.items()}
                late = body | {"fields": body["fields"] | said}
                yield Attempt(kind, " ".join(chosen), address, body=encode(late))

    def _change(
        self, kind: str, turn: int, places: Mapping[str, Place], filled: Any, sign: str
    ) -> Iterator[tuple[list[str], Any]]:
        if kind == UNKNOWN:
            yield [UNKNOWN_NAME], {**filled, UNKNOWN_NAME: 1} if isinstance(filled, dict) else [UNKNOWN_NAME]
        elif self.whole:
            for name, place in places.items():
                for value in list_said(kind, name, get_at(filled, place), self.foreign):
                    yield [name], put_at(filled, place, value)
        else:
            chosen, body = choose_fields(list(places), turn, sign), filled
            for name in chosen:
                values = list_said(kind, name, get_at(filled, places[name]), self.foreign)
                body = put_at(body, places[name], pick(values, sign + name))
            yield chosen, body


def _renew(fields: Fields) -> Fields:
    """The fields without what they are signed with, and with a key of their own."""
    fields.pop("csrfmiddlewaretoken", None)
    return fields | ({"key": [str(uuid.uuid4())]} if "key" in fields else {})


def encode(body: Any) -> bytes:
    """A body as JSON, with a key of its own, and with numbers that Python does not write."""
    if isinstance(body, dict) and body.get("key"):
        body = body | {"key": str(uuid.uuid4())}
    return re.sub(r'"(1e999|NaN)"', r"\1", json.dumps(body)).encode()


def list_places(value: Any, above: Place = ()) -> Iterator[Place]:
    """The places of all values in a body, of lists their first item."""
    if above:
        yield above
    items = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    for name, part in items:
        yield from list_places(part, (*above, name))


def get_at(body: Any, place: Place) -> Any:
    """The value at a place, None where there is nothing (any more)."""
    for part in place:
        try:
            body = body[part]
        except (KeyError, IndexError, TypeError):
            return None
    return body


def put_at(body: Any, place: Place, value: Any) -> Any:
    """The body with another value at a place; the same if the place is gone."""
    changed = copy.deepcopy(body)
    above = get_at(changed, place[:-1])
    is_there = isinstance(above, dict) or (isinstance(above, list) and bool(above))  # of a list the first item
    if is_there:
        above[place[-1]] = value
    return changed
