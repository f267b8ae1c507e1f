"""Reading a club file: checked before a row is believed, and line by line."""

import hashlib
import json
import zipfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from django.db.models import Model
from django.utils.dateparse import parse_datetime

from tarockclub.kit.lists.workbook import DAMAGES
from tarockclub.office.club_file.contents import (
    FORMAT,
    MANIFEST,
    MOST_ID,
    RETIRED_COLUMNS,
    RETIRED_MEMBERS,
    SCHEMA,
    FileRefused,
    build_parser,
    format_member,
    iter_members,
    list_fields,
    parse_row,
)

MOST_LINE = 8 << 20  # bytes
MOST_ABOUT = 4 << 20  # of the manifest, of the schema
ALWAYS_ALLOWED, MOST_TIMES = 64 << 20, 60  # unpacked bytes; times the size of the file


class Member(NamedTuple):
    """The rows of a model, as the manifest tells of them."""

    rows: int
    last: int  # the largest id
    digest: str


class ClubFile:
    """An opened file whose manifest and names are in order; rows are checked while they are read."""

    def __init__(self, path: Path) -> None:
        self._stream = path.open("rb")  # ours, so that it is closed even while a member is open
        try:
            self._container = zipfile.ZipFile(self._stream)
        except DAMAGES as error:
            self._stream.close()
            raise FileRefused("no_zip") from error
        try:
            self._check_names(path.stat().st_size)
            manifest = self._container.read(MANIFEST)
            self.digest = hashlib.sha256(manifest).hexdigest()
            self.name, self.made, self.members = _parse_manifest(manifest)
        except DAMAGES as error:
            self.close()
            raise FileRefused("no_zip") from error
        except FileRefused:
            self.close()
            raise

    @property
    def rows(self) -> int:
        """The number of all rows."""
        return sum(member.rows for member in self.members.values())

    def close(self) -> None:
        """Close the file."""
        self._container.close()
        self._stream.close()

    def get_last(self, model: type[Model]) -> int:
        """Return the largest id of a model in the file; 0 without rows."""
        member = self.members.get(format_member(model))
        return member.last if member else 0

    def iter_rows(self, model: type[Model]) -> Iterator[list[Any]]:
        """Yield the values of the rows of a model, in the order of list_fields; FileRefused at the first damage."""
        name = format_member(model)
        if name not in self.members:
            return
        columns = [(field.name, build_parser(field), _get_default(field)) for field in list_fields(model)]
        try:
            retired = RETIRED_COLUMNS.get(model._meta.label_lower, frozenset())
            yield from (parse_row(_leave_out(row, retired), columns) for row in self._iter_lines(name))
        except DAMAGES as error:
            raise FileRefused("damaged", what=name) from error

    def iter_objects(self, model: type[Model]) -> Iterator[dict[str, Any]]:
        """Yield the rows of a model, their values by the names of the columns."""
        names = [field.name for field in list_fields(model)]
        return (dict(zip(names, values, strict=True)) for values in self.iter_rows(model))

    def _iter_lines(self, name: str) -> Iterator[Any]:
        digest, count = hashlib.sha256(), 0
        with self._container.open(name) as stream:
            while line := stream.readline(MOST_LINE):
                digest.update(line)
                count += 1
                try:
                    yield json.loads(line)
                except (ValueError, RecursionError) as error:
                    raise FileRefused("row") from error
        if (count, digest.hexdigest()) != (self.members[name].rows, self.members[name].digest):
            raise FileRefused("damaged", what=name)

    def _check_names(self, size: int) -> None:
        infos = self._container.infolist()
        names = [info.filename for info in infos]
        strange = set(names) - {MANIFEST, SCHEMA, *_list_known()}
        if strange or len(names) != len(set(names)):
            raise FileRefused("members", what=", ".join(sorted(strange))[:80])
        if MANIFEST not in names:
            raise FileRefused("no_zip")
        unpacked = sum(info.file_size for info in infos)
        about = [info.file_size for info in infos if info.filename in (MANIFEST, SCHEMA)]
        if unpacked > max(ALWAYS_ALLOWED, MOST_TIMES * size) or max(about) > MOST_ABOUT:
            raise FileRefused("swollen")


def _list_known() -> set[str]:
    """Return the names of the files with rows that a file may have."""
    return {*(name for name, _model in iter_members()), *RETIRED_MEMBERS}


def _leave_out(row: Any, names: frozenset[str]) -> Any:
    """Return a row without columns that nothing knows any more."""
    return {name: row[name] for name in row.keys() - names} if names and isinstance(row, dict) else row


def count_rows(path: Path) -> int:
    """Return the number of rows in a file whose manifest and names are in order."""
    file = ClubFile(path)
    file.close()
    return file.rows


def _get_default(field: Any) -> Any:
    """Return the value of a column in a file that was written before there was one."""
    if field.has_db_default():
        return field.db_default
    return None if field.null and not field.has_default() else field.default


def _parse_manifest(text: bytes) -> tuple[str, datetime, dict[str, Member]]:
    try:
        manifest = json.loads(text)
        version = manifest["format"]
        if isinstance(version, int) and version > FORMAT:
            raise FileRefused("newer", what=str(version))
        moment = parse_datetime(manifest["made"])
        names = _list_known()
        members = {
            str(name): Member(_check_count(about["rows"]), _check_count(about["last"]), str(about["sha256"]))
            for name, about in manifest["members"].items()
        }
        name = str(manifest["club"])[:80]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise FileRefused("manifest") from error
    if version != FORMAT or moment is None or moment.tzinfo is None or not members.keys() <= names:
        raise FileRefused("manifest")
    return name, moment, members


def _check_count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_ID:
        raise ValueError(value)
    return value
