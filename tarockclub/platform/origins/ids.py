"""The facts of a chain as they were hashed where it was made: with the ids that the rows have there."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from django.db import models

from tarockclub.kit.hash_chain import ActFacts, Facts
from tarockclub.models import OriginChain
from tarockclub.platform.origins.references import translate_text
from tarockclub.platform.origins.shifts import STAY, Shift, decode_shifts

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
