"""Ids of rows that came from elsewhere: moved, followed into texts, and as they were when their chain was hashed."""

import json
import tomllib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from django.db import models

from tarockclub.kit.hash_chain import ActFacts, Facts
from tarockclub.kit.text import parse_whole
from tarockclub.models import OriginChain

# The ids of rows inside of texts (JSON): where they stand, and the same text with other ids (references.toml).

Convert = Callable[[str, int], int]  # model (lower case label) and id: the other id
Place = tuple[tuple[str, ...], str]  # path, model
Places = tuple[Place, ...]
EACH, KEYS, ANY_KIND = "*", "#", "*"
PLACE = "place"  # in place of a model: a text that names column and id
_FILE = Path(__file__).parent / "references.toml"
# As our writers encode: the first one that gives a text again is the one it was written with.
_ENCODERS = tuple(
    json.JSONEncoder(separators=(",", ":"), sort_keys=is_sorted, ensure_ascii=is_ascii).encode
    for is_sorted in (True, False)
    for is_ascii in (True, False)
)


class UnknownTextError(ValueError):
    """Raised for a text that contains ids and was not written by this program."""


@cache
def load_places() -> dict[str, dict[str, Places]]:
    """Return, for each column ("app.model.column") and kind of row, the places of ids."""
    table: dict[str, dict[str, dict[str, str]]] = tomllib.loads(_FILE.read_text("utf-8"))
    return {
        column: {
            kind: tuple((tuple(path.split(".")), model) for path, model in places.items())
            for kind, places in kinds.items()
        }
        for column, kinds in table.items()
    }


def translate_text(text: str, column: str, kind: str, convert: Convert) -> str:
    """Return a text with other ids; a text without ids stays as it is."""
    kinds = load_places().get(column)
    if not kinds or not text:
        return text
    if text[0] not in "[{":
        return _translate_numbers(text, kinds.get(ANY_KIND, ()), convert)
    places = [place for name in dict.fromkeys((kind, ANY_KIND)) for place in kinds.get(name, ())]
    narrower = {name.partition("/")[2]: own_places for name, own_places in kinds.items() if name.startswith(f"{kind}/")}
    return _translate_json(text, places, narrower, convert) if places or narrower else text


def _translate_numbers(text: str, places: Places, convert: Convert) -> str:
    """Translate numbers with commas: the places are "5-", from there on."""
    numbers = text.split(",")
    for (path, *_rest), model in places:
        first = int(path.rstrip("-"))
        numbers[first:] = [str(convert(model, int(number))) if int(number) else number for number in numbers[first:]]
    return ",".join(numbers)


def _translate_json(text: str, places: list[Place], narrower: Mapping[str, Places], convert: Convert) -> str:
    content = was = json.loads(text)
    words = (content.get(name) for name in ("what", "kind")) if narrower and isinstance(content, dict) else ()
    extra_places = [place for word in words if isinstance(word, str) for place in narrower.get(word, ())]
    for path, model in (*places, *extra_places):
        content = _replace(content, path, model, convert)
    if content == was:
        return text
    encode = next((encode for encode in _ENCODERS if encode(was) == text), None)
    if encode is None:
        raise UnknownTextError(text[:80])
    return encode(content)


def _replace(value: Any, path: Sequence[str], model: str, convert: Convert) -> Any:
    """Return a value with other ids at the end of a path; what is not there stays."""
    if not path:
        if model == PLACE:
            return _replace_place(value, convert) if isinstance(value, str) else value
        return convert(model, value) if isinstance(value, int) and not isinstance(value, bool) and value > 0 else value
    step, rest = path[0], path[1:]
    if isinstance(value, list):
        return [
            _replace(item, rest, model, convert) if step in (EACH, str(index)) else item
            for index, item in enumerate(value)
        ]
    if not isinstance(value, Mapping):
        return value
    if step == KEYS and model == PLACE:
        return {_replace_place(key, convert): item for key, item in value.items()}
    if step == KEYS:
        return {_replace_key(key, model, convert): item for key, item in value.items()}
    return {key: _replace(item, rest, model, convert) if step in (EACH, key) else item for key, item in value.items()}


def _replace_place(place: str, convert: Convert) -> str:
    """Return the place of a text ("app.model.column:id") with the other id."""
    column, _colon, key = place.rpartition(":")
    model = column.rpartition(".")[0]
    return f"{column}:{_replace_key(key, model, convert)}" if model else place


def _replace_key(key: str, model: str, convert: Convert) -> str:
    """Return the other id for one that stands as a key of an object; any other key as it is."""
    number = parse_whole(key)
    return key if number is None else str(convert(model, number))


# The way of a model's ids from one place to another: they keep their order, and wide gaps between them close.
#
# Without that, ids would double with each move of a club, there and back: after some fifty, no number would be free.

WIDEST = 1 << 20  # of the gaps that stay; a club with smaller ids moves as a whole
ROOM = 1 << 12  # free ids that stay on both sides of a closed gap, and before the first one


class Shift(NamedTuple):
    """From each start (an id there, in their order, the first one 0) on, ids move by an amount."""

    starts: tuple[int, ...] = (0,)
    amounts: tuple[int, ...] = (0,)

    def move(self, their_id: int) -> int | None:
        """Return the id here; None within a gap that was closed."""
        index = bisect_right(self.starts, their_id)
        own_id = their_id + self.amounts[index - 1]
        return own_id if index == len(self.starts) or own_id < self.starts[index] + self.amounts[index] else None

    def find_amount(self, their_id: int) -> int:
        """Return the amount of the piece to which an id belongs."""
        return self.amounts[max(0, bisect_right(self.starts, their_id) - 1)]

    def move_back(self, own_id: int) -> int:
        """Return the id there; of an id that is not from there, any number."""
        first = [start + amount for start, amount in zip(self.starts, self.amounts, strict=True)]
        return own_id - self.amounts[max(0, bisect_right(first, own_id) - 1)]

    def add(self, amount: int) -> "Shift":
        """Return the shift that goes further by an amount."""
        return Shift(self.starts, tuple(before + amount for before in self.amounts))


STAY = Shift()


def close_gaps(ids: Iterable[int]) -> Shift:
    """Return the shift that closes the wide gaps before and between ids (in any order)."""
    shift, last = [(0, 0)], 0
    for their_id in sorted(ids):
        if their_id - last > WIDEST:
            if len(shift) == 1:
                shift = [(0, ROOM)]
            shift.append((their_id - ROOM, last + shift[-1][1] + 2 * ROOM - their_id))
        last = their_id
    return _build(shift)


def join_shifts(first: Shift, second: Shift) -> Shift:
    """Return the shift of two moves, one after the other."""
    starts = sorted({*first.starts, *(max(0, first.move_back(start)) for start in second.starts)})
    between = [start + first.find_amount(start) for start in starts]
    pieces: list[tuple[int, int]] = []
    for start, middle in zip(starts, between, strict=True):
        amount = middle - start + second.find_amount(middle)
        while pieces and sum(pieces[-1]) >= start + amount:  # no id was in it: the second move closed it
            start = pieces.pop()[0] if len(pieces) == 1 else start
        pieces.append((start, amount))
    return _build(pieces)


def encode_shift(shift: Shift) -> int | list[tuple[int, int]]:
    """Return a shift as JSON can have it: of all ids alike one number."""
    pieces = list(zip(shift.starts, shift.amounts, strict=True))
    return pieces if len(pieces) > 1 else shift.amounts[0]


def decode_shifts(text: str) -> dict[str, Shift]:
    """Return the shifts of models; ValueError or TypeError for what encode_shift does not write."""
    return {name: _decode(content) for name, content in json.loads(text).items()}


def _decode(content: int | Sequence[Sequence[int]]) -> Shift:
    shift = Shift((0,), (content,)) if isinstance(content, int) else _build(content)
    pieces = list(zip(shift.starts, shift.amounts, strict=True))
    are_in_order = all(
        left < right and amount >= later and left + amount < right + later
        for (left, amount), (right, later) in pairwise(pieces)
    )
    if shift.starts[0] != 0 or not are_in_order:
        raise ValueError(content)
    return shift


def _build(pieces: Iterable[Sequence[int]]) -> Shift:
    starts, amounts = zip(*pieces, strict=True)
    return Shift(starts, amounts)


CLUB, PERSON = "tarockclub.club", "tarockclub.person"
F = TypeVar("F", Facts, ActFacts)


class OriginIds(NamedTuple):
    """The ids of an origin, by those that the rows have here."""

    shifts: Mapping[str, Shift]
    keys: Mapping[str, Mapping[str, int]]

    def find(self, model: str, own_id: int) -> int:
        """Return the id there; of a row that is not from there, any number."""
        their_id = self.keys.get(model, {}).get(str(own_id))
        return self.shifts.get(model, STAY).move_back(own_id) if their_id is None else their_id


def decode_ids(shifts: str, keys: str) -> OriginIds:
    """Return the ids of an origin from its columns; ValueError, TypeError or AttributeError for other texts."""
    return OriginIds(decode_shifts(shifts), json.loads(keys))


class Piece(NamedTuple):
    """The part of a chain, up to a sequence number, that was made with the ids of an origin."""

    until: int
    ids: OriginIds


def load_pieces(names: Sequence[str]) -> dict[str, list[Piece]]:
    """Return the parts of chains that were made elsewhere, in their order, by the names of the chains; one query."""
    pieces: dict[str, list[Piece]] = {}
    rows = OriginChain.objects.filter(name__in=names).order_by("until").select_related("origin")
    ids: dict[int, OriginIds] = {}
    for row in rows:
        if row.origin_id not in ids:
            ids[row.origin_id] = decode_ids(row.origin.shifts, row.origin.keys)
        pieces.setdefault(row.name, []).append(Piece(row.until, ids[row.origin_id]))
    return pieces


def find_ids(pieces: Iterable[Piece], sequence: int) -> OriginIds | None:
    """Return the ids with which a link of a chain was made; None: those of here."""
    return next((piece.ids for piece in pieces if sequence <= piece.until), None)


def translate_facts(facts: F, row: Any, ids: OriginIds) -> F:
    """Return the facts of an entry or act as they were hashed there; `row`: of its model, or one with its kind."""
    if isinstance(facts, Facts):
        record = translate_text(facts.record, "scoring.entry.record", facts.kind, ids.find)
        return facts._replace(by=_find(ids, PERSON, facts.by), record=record)
    text = translate_text(facts.said, f"{row._meta.label_lower}.said", facts.kind, ids.find)
    names = ("round", "table", "undoes", *(name for name in ("about", "token") if hasattr(row, f"{name}_id")))
    about = tuple(
        None if key is None else ids.find(str(_get_related(type(row), name)._meta.label_lower), key)
        for name, key in zip(names, facts.about, strict=True)
    )
    kind, _space, owner = facts.chain.partition(" ")
    name = f"{kind} {ids.find(CLUB, int(owner))}" if kind in ("club", "log") else facts.chain
    return facts._replace(chain=name, said=text, about=about, by=_find(ids, PERSON, facts.by))


def build_row_translation(
    model: type[models.Model], columns: Sequence[str], ids: OriginIds
) -> Callable[[Sequence[Any]], list[Any]]:
    """Return what puts the ids of an origin into the values of rows (their own id and these columns)."""
    changes: list[Callable[[Any], Any]] = [_build_id_change(model._meta.label_lower, ids)]
    changes += [_build_change(model, path, ids) for path in columns]
    return lambda row: [change(value) for change, value in zip(changes, row, strict=True)]


def _build_change(model: type[models.Model], path: str, ids: OriginIds) -> Callable[[Any], Any]:
    *steps, last = path.split("__")
    for step in steps:
        if isinstance(model._meta.get_field(step), models.JSONField):
            return lambda value: value
        model = _get_related(model, step)
    field: Any = model._meta.get_field(last)
    if field.is_relation:
        return _build_id_change(field.related_model._meta.label_lower, ids)
    column = f"{model._meta.label_lower}.{last}"
    return lambda value: translate_text(value, column, "*", ids.find) if isinstance(value, str) else value


def _build_id_change(model: str, ids: OriginIds) -> Callable[[Any], Any]:
    return lambda value: _find(ids, model, value)


def _find(ids: OriginIds, model: str, key: int | None) -> int | None:
    return None if key is None else ids.find(model, key)


def _get_related(model: type[models.Model], name: str) -> type[models.Model]:
    related: Any = model._meta.get_field(name).related_model
    return model if related == "self" else related
