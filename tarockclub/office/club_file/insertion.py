"""Writing the rows of a file into the database, with their new ids, a few hundred at a time."""

import hashlib
import json
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import AutoField, Max, Model

from scoring.models import SheetVersion
from tarockclub.kit.text import parse_whole
from tarockclub.kit.time_source import now
from tarockclub.office.club_file.contents import (
    MOST_ID,
    NOTE,
    SECRETS,
    SHEET_VERSION,
    FileRefused,
    find_target,
    list_fields,
    list_models,
)
from tarockclub.office.club_file.reader import ClubFile
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.origins.ids import (
    ANY_KIND,
    ROOM,
    STAY,
    WIDEST,
    OriginIds,
    Shift,
    close_gaps,
    decode_ids,
    encode_shift,
    join_shifts,
    load_places,
    translate_text,
)
from tarockclub.platform.server.database_errors import find_trouble


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


CHUNK = 300
Values = list[Any]
Convert = Callable[[Values], Values]


@contextmanager
def insert_file(path: Path) -> Iterator[tuple[ClubFile, IdMap]]:
    """Open a file, with new ids, for a transaction in which all of it is written; FileRefused for what does not fit."""
    file = ClubFile(path)
    try:
        with enter_all_clubs():
            ids = IdMap(file, reserve_ids(file))  # before the transaction: tables are locked for it
            with transaction.atomic():
                yield file, ids
    except DatabaseError as error:
        if find_trouble(error) is not None:
            raise  # it is not the file's fault
        is_there = isinstance(error, IntegrityError) and "unique" in str(error).lower()  # both databases say so
        raise FileRefused("there") if is_there else FileRefused("value", what=type(error).__name__) from error
    finally:
        file.close()


def build_conversion(model: type[Model], ids: IdMap) -> Convert:
    """Return what gives the values of a row (in the order of list_fields) the ids of here."""
    label, fields = model._meta.label_lower, list_fields(model)
    if label == "tarockclub.cluborigin":
        return _build_origin_conversion(fields, ids)
    names = [field.name for field in fields]
    kind_at = names.index("kind") if "kind" in names else None
    keys = [(index, _find_target(field, label)) for index, field in enumerate(fields) if _find_target(field, label)]
    texts = [(index, f"{label}.{name}") for index, name in enumerate(names) if f"{label}.{name}" in load_places()]
    name_at = names.index("name") if label == "tarockclub.originchain" else None

    def convert(values: Values) -> Values:
        for index, target in keys:
            values[index] = None if values[index] is None else ids.find(target, values[index])
        kind = ANY_KIND if kind_at is None else values[kind_at]
        for index, column in texts:
            values[index] = _translate(values[index], column, kind, ids)
        if name_at is not None:
            values[name_at] = _translate_name(values[name_at], ids)
        return values

    return convert


def _find_target(field: Any, label: str) -> str:
    """Return the model whose ids a column has; "": none."""
    if field.is_relation:
        return find_target(field)
    return label if field.primary_key else ""


def _translate(text: str, column: str, kind: str, ids: IdMap) -> str:
    try:
        return translate_text(text, column, kind, ids.find_in_text)
    except (ValueError, RecursionError) as error:
        raise FileRefused("text", what=column) from error


def _translate_name(name: str, ids: IdMap) -> str:
    """Return the name of a chain: that of a club has its id."""
    kind, _space, owner = name.partition(" ")
    if kind not in ("club", "log"):
        return name
    number = parse_whole(owner)
    if number is None:
        raise FileRefused("text", what="tarockclub.originchain.name")
    return f"{kind} {ids.find_in_text('tarockclub.club', number)}"


def _build_origin_conversion(fields: Sequence[Any], ids: IdMap) -> Convert:
    names = [field.name for field in fields]
    shifts, keys = names.index("shifts"), names.index("keys")

    def convert(values: Values) -> Values:
        try:
            before = decode_ids(values[shifts], values[keys])
            values[shifts], values[keys] = ids.encode_keys(before)
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise FileRefused("text", what="tarockclub.cluborigin") from error
        for name in ("id", "club"):
            index = names.index(name)
            values[index] = ids.find("tarockclub.cluborigin" if name == "id" else "tarockclub.club", values[index])
        return values

    return convert


def insert_rows(model: type[Model], rows: Iterable[Values], tell: Callable[[int], None]) -> None:
    """Insert rows (values in the order of list_fields); what stays behind gets its substitute."""
    fields, moment = list_fields(model), now()
    substitutes = SECRETS.get(model._meta.label_lower, {})
    secret_fields = [model._meta.get_field(name) for name in substitutes]
    columns: list[Any] = [*fields, *secret_fields]
    quoted = ", ".join(f'"{field.column}"' for field in columns)
    places = ", ".join(["%s"] * len(columns))
    # Not by the models: they would put the moment of now into columns such as the start of a table.
    statement = f'INSERT INTO "{model._meta.db_table}" ({quoted}) VALUES ({places})'  # noqa: S608 -- our own columns
    waiting: Iterator[Values] = iter(rows)
    with connection.cursor() as cursor:
        while chunk := list(islice(waiting, CHUNK)):
            cursor.executemany(statement, [_prepare(columns, values, substitutes, moment) for values in chunk])
            tell(len(chunk))


def _prepare(columns: Sequence[Any], values: Values, substitutes: dict[str, Any], moment: Any) -> list[Any]:
    whole = [*values, *(build(moment) for build in substitutes.values())]
    return [field.get_db_prep_save(value, connection) for field, value in zip(columns, whole, strict=True)]


def iter_new_versions(file: ClubFile, ids: IdMap) -> Iterator[Values]:
    """Yield the sheets that are not here yet: those of the program may be."""
    convert = build_conversion(SheetVersion, ids)
    for row in file.iter_objects(SheetVersion):
        if hashlib.sha256(row["text"].encode()).hexdigest() != row["digest"]:
            raise FileRefused("broken", what=SHEET_VERSION)
        version = None
        if row["club"] is None:
            version = SheetVersion.objects.filter(club=None, digest=row["digest"]).first()
        if version is None:
            yield convert(list(row.values()))
        else:
            ids.add_known(SHEET_VERSION, row["id"], version.pk)
