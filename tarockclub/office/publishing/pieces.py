"""The pieces of a tournament or season on its way (docs/dev/parcels.md): rows of the database as JSON."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from django.apps import apps
from django.db import models

from tarockclub.kit.json_text import encode_ascii
from tarockclub.office.club_file.errors import FileRefused
from tarockclub.office.club_file.rows import MOST_ID, build_parser
from tarockclub.office.publishing.contents import COLUMNS, SHEET
from tarockclub.platform.parcels.pieces import PIECE_BYTES, compute_digest

MOST_PIECE_ROWS = 2_000
LONGEST_SHEET = 300_000
ROOM = 2_000  # for what stands around the rows of a piece
RowKey = tuple[str, int]  # model and id
Rows = Mapping[RowKey, str]  # as JSON


class UnknownRows(ValueError):  # noqa: N818 -- no error of the program, but an answer
    """Raised for a piece without rows of a tournament or season; `newer`: it has columns that are unknown here."""

    def __init__(self, *, newer: bool = False) -> None:
        super().__init__()
        self.newer = newer


class Change(NamedTuple):
    """The content of a piece: values of rows that are new or other, by model, and ids of those that are gone."""

    rows: Mapping[str, list[dict[str, Any]]]
    gone: Mapping[str, list[int]]

    @property
    def size(self) -> int:
        """Return how many rows it names."""
        return sum(map(len, self.rows.values())) + sum(map(len, self.gone.values()))


def compute_sign(digests: Iterable[str], base: str = "") -> str:
    """Return one digest for pieces in their order; `base`: that of those before them.

    >>> compute_sign(["b"], compute_sign(["a"])) == compute_sign(["a", "b"])
    True
    """
    for digest in digests:
        base = hashlib.sha256(f"{base} {digest}".encode()).hexdigest()
    return base


def build_pieces(rows: Rows, before: Rows) -> dict[str, bytes]:
    """Return the pieces that lead from some rows to others, by their digests: the same ones are always the same."""
    changed = {key: row for key, row in rows.items() if before.get(key) != row}
    gone = [key for key in before if key not in rows]
    some = [_build_piece(part, ()) for part in _split(changed)]
    starts = range(0, len(gone), MOST_PIECE_ROWS)
    some += [_build_piece({}, gone[start : start + MOST_PIECE_ROWS]) for start in starts]
    return {compute_digest(content): content for content in some}


def _split(rows: Rows) -> Iterator[Rows]:
    """Yield rows in parts that are not too large."""
    part: dict[RowKey, str] = {}
    size = 0
    for key, row in rows.items():
        length = len(row.encode()) + len(key[0]) + 10
        if part and (size + length > PIECE_BYTES - ROOM or len(part) == MOST_PIECE_ROWS):
            yield part
            part, size = {}, 0
        part[key] = row
        size += length
    if part:
        yield part


def _build_piece(rows: Rows, gone: Iterable[RowKey]) -> bytes:
    texts: dict[str, list[str]] = {}
    for (label, _key), row in rows.items():
        texts.setdefault(label, []).append(row)
    ids: dict[str, list[int]] = {}
    for label, key in gone:
        ids.setdefault(label, []).append(key)
    said = ",".join(f'"{label}":[{",".join(some)}]' for label, some in texts.items())
    return f'{{"rows":{{{said}}},"gone":{encode_ascii(ids)}}}'.encode()


def read_change(text: bytes) -> Change:
    """Return what a piece says; raise UnknownRows if it has no rows of a tournament or season."""
    try:
        said = json.loads(text)
        rows, gone = said["rows"], said["gone"]
        change = Change(
            {label: [_read_row(label, row) for row in some] for label, some in rows.items()},
            {label: [_read_id(label, key) for key in some] for label, some in gone.items()},
        )
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise UnknownRows(newer=isinstance(error, UnknownRows) and error.newer) from None
    if change.size > 2 * MOST_PIECE_ROWS:
        raise UnknownRows
    return change


def _read_id(label: str, key: Any) -> int:
    if label not in COLUMNS or not isinstance(key, int) or isinstance(key, bool) or not 0 < key <= MOST_ID:
        raise UnknownRows
    return key


def _read_row(label: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a row: of columns that may come along, and of their types."""
    parsers = _build_parsers(label)
    if not row.keys() <= parsers.keys():
        raise UnknownRows(newer=True)
    try:
        values = {name: parsers[name](value) for name, value in row.items()}
    except FileRefused:
        raise UnknownRows from None
    if apps.get_model(label)._meta.pk.name not in values:
        raise UnknownRows
    if label == SHEET and not _is_sheet(values):
        raise UnknownRows
    return values


def _is_sheet(values: Mapping[str, Any]) -> bool:
    """Return whether a sheet's text is that of its digest: elsewhere it is known by that."""
    text = values.get("text", "")
    return len(text) <= LONGEST_SHEET and hashlib.sha256(text.encode()).hexdigest() == values.get("digest")


@cache
def _build_parsers(label: str) -> dict[str, Any]:
    model: type[models.Model] = apps.get_model(label)
    return {name: build_parser(model._meta.get_field(name)) for name in COLUMNS[label]}
