"""Writing the rows of a file into the database, with their new ids, a few hundred at a time."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import Model

from scoring.models import SheetVersion
from tarockclub.kit.text import parse_whole
from tarockclub.kit.time_source import now
from tarockclub.office.club_file.contents import SECRETS, SHEET_VERSION, find_target, list_fields
from tarockclub.office.club_file.errors import FileRefused
from tarockclub.office.club_file.ids import IdMap, reserve_ids
from tarockclub.office.club_file.reader import ClubFile
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.origins.ids import decode_ids
from tarockclub.platform.origins.references import ANY_KIND, load_places, translate_text
from tarockclub.platform.server.database_errors import find_trouble

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
