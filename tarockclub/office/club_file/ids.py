"""New ids for the rows of a file: those of a model move up together, so that none is remembered."""

import json
from array import array
from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.db import connection, transaction
from django.db.models import AutoField, Max, Model

from tarockclub.office.club_file.contents import NOTE, list_fields, list_models
from tarockclub.office.club_file.errors import FileRefused
from tarockclub.office.club_file.reader import ClubFile
from tarockclub.office.club_file.rows import MOST_ID
from tarockclub.platform.origins.ids import OriginIds
from tarockclub.platform.origins.shifts import ROOM, STAY, WIDEST, Shift, close_gaps, encode_shift, join_shifts


class IdMap:
    """The ids that the rows of a file get here."""

    def __init__(self, file: ClubFile, shifts: Mapping[str, Shift]) -> None:
        self.shifts = shifts
        self.known: dict[str, dict[int, int]] = {}  # rows that are here already, or that keep another id
        self.notes_in_text: set[int] = set()  # that were asked for: no key leads to them
        self._last = {model._meta.label_lower: file.get_last(model) for model in list_models()}
        self._gone: Counter[str] = Counter()

    def move(self, model: str, their_id: int) -> int:
        """Return the id here of a row that is not known yet; FileRefused for an id that the file cannot have."""
        own_id = self.shifts.get(model, STAY).move(their_id)
        if own_id is None or their_id > self._last.get(model, 0):
            raise FileRefused("foreign", what=f"{model} {their_id}")
        return own_id

    def find(self, model: str, their_id: int) -> int:
        """Return the id here; FileRefused for an id that the file cannot have."""
        own_id = self.known.get(model, {}).get(their_id)
        return self.move(model, their_id) if own_id is None else own_id

    def find_in_text(self, model: str, their_id: int) -> int:
        """Return the id here of one that stands in a text: its row may be gone."""
        if model == NOTE:
            self.notes_in_text.add(their_id)
        known_id = self.known.get(model, {}).get(their_id)
        own_id = self.shifts.get(model, STAY).move(their_id) if known_id is None else known_id
        return self._give_free_id(model, their_id) if own_id is None else own_id

    def _give_free_id(self, model: str, their_id: int) -> int:
        """Return an id for a row that was within a gap which was closed: one of those before the first row."""
        self._gone[model] += 1
        if self._gone[model] > ROOM:
            raise FileRefused("foreign", what=f"{model} {their_id}")
        own_id = self.shifts[model].amounts[0] - ROOM + self._gone[model]
        self.add_known(model, their_id, own_id)
        return own_id

    def add_known(self, model: str, their_id: int, own_id: int) -> None:
        """Note that a row of the file is this one here."""
        self.known.setdefault(model, {})[their_id] = own_id

    @property
    def is_same(self) -> bool:
        """Tell whether all ids stay as they are."""
        return not any(any(shift.amounts) for shift in self.shifts.values()) and all(
            their_id == own_id for pairs in self.known.values() for their_id, own_id in pairs.items()
        )

    def encode_keys(self, ids: OriginIds | None = None) -> tuple[str, str]:
        """Return what a ClubOrigin stores, shifts and keys; of an origin that the file has itself: its own, moved."""
        before = ids or OriginIds({}, {})
        shifts = {
            name: encode_shift(join_shifts(before.shifts.get(name, STAY), self.shifts.get(name, STAY)))
            for name in {*before.shifts, *self.shifts}
        }
        keys = {
            name: {str(self.find_in_text(name, int(own_id))): their_id for own_id, their_id in pairs.items()}
            for name, pairs in before.keys.items()
        }
        for name, pairs in self.known.items():
            keys.setdefault(name, {}).update(
                {str(own_id): before.find(name, their_id) for their_id, own_id in pairs.items()}
            )
        return json.dumps(shifts, sort_keys=True), json.dumps(keys, sort_keys=True)


def reserve_ids(file: ClubFile) -> dict[str, Shift]:
    """Return the way of each model's ids; on PostgreSQL nobody else gets these ids any more. FileRefused: too many."""
    models = [model for model in list_models() if isinstance(model._meta.pk, AutoField)]
    return {model._meta.label_lower: _reserve(model, file) for model in models}


def _reserve(model: type[Model], file: ClubFile) -> Shift:
    last, shift = file.get_last(model), STAY
    if last > WIDEST:
        column = [field.primary_key for field in list_fields(model)].index(True)
        ids = array("q", (row[column] for row in file.iter_rows(model)))
        last, shift = max(ids, default=0), close_gaps(ids)
    span = last + shift.amounts[-1]
    base = _reserve_span(model, span)
    if base + span > MOST_ID:
        raise FileRefused("foreign", what=f"{model._meta.label_lower} {last}")
    return shift.add(base)


def _reserve_span(model: type[Model], span: int) -> int:
    """Return the last id that is in use here; those of a span after it are reserved."""
    key: Any = model._meta.pk
    table, column = model._meta.db_table, str(key.column)
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            cursor.execute("SELECT MAX(seq) FROM sqlite_sequence WHERE name = %s", [table])
            return max(_find_largest(model), cursor.fetchone()[0] or 0)
        if not span:
            return 0
        cursor.execute(f'LOCK TABLE "{table}" IN SHARE ROW EXCLUSIVE MODE')  # no row is added meanwhile
        cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [f'"{table}"', column])
        sequence = cursor.fetchone()[0]
        cursor.execute(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}")  # noqa: S608 -- its own
        last: int = max(cursor.fetchone()[0], _find_largest(model))
        if last + span <= MOST_ID:
            cursor.execute("SELECT setval(%s, %s)", [sequence, last + span])
    return last


def _find_largest(model: type[Model]) -> int:
    return model._default_manager.aggregate(last=Max("pk"))["last"] or 0
