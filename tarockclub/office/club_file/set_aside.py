"""Books that do not count: when both sides continued one, and a director chose the other."""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db import connection
from django.db.models import Model

from scoring.book.ledger.triggers import let_book_go
from scoring.models import (
    Deal,
    Entry,
    GameTable,
    HeldHand,
    Mark,
    OwnSheet,
    OwnSheetVersion,
    Seated,
    Sitting,
    TableAct,
    Total,
)
from tarockclub.kit.json_text import encode_compact
from tarockclub.kit.time_source import now
from tarockclub.models import Club, OriginChain, SetAsideBook
from tarockclub.office.club_file.comparison import End
from tarockclub.office.club_file.contents import list_fields, select_rows
from tarockclub.office.club_file.reader import ClubFile
from tarockclub.office.club_file.rows import encode_value
from tarockclub.platform.accounts.actors import Actor
from tournaments.models import Act, Season, SeasonAct, Tournament

_BOOK = (Entry, Mark, HeldHand, TableAct, Sitting)  # models of the rows that people may want to read
# The rows that record what a side did, by the kind of owner: models, their column of the owner, the owner's key.
_RECORDS: dict[type[Model], tuple[tuple[type[Model], ...], str, str]] = {
    GameTable: (_BOOK, "table", "slug"),
    Tournament: ((Act,), "tournament", "slug"),
    Season: ((SeasonAct,), "season", "slug"),
    OwnSheet: ((OwnSheetVersion,), "own_sheet", "sheet"),
}


def set_aside_file(
    file: ClubFile, club: Club, who: Actor, owners: Mapping[type[Model], Mapping[int, End | None]]
) -> int:
    """Keep what the file tells of these owners (ids there), which does not count, as text; return their number.

    Of a table the end of its book stands in its own row.
    """
    number = 0
    for model, ends in owners.items():
        records, owner, key = _RECORDS[model]
        heads = {row["id"]: row for row in file.iter_objects(model) if row["id"] in ends} if ends else {}
        lines = {there: [_format_row(model, row)] for there, row in heads.items()}
        for record in records if heads else ():
            for row in file.iter_objects(record):
                if row[owner] in heads:
                    lines[row[owner]].append(_format_row(record, row))
        for there, row in heads.items():
            end = ends[there] or End(row["last_sequence"], row["head"].hex(), None)
            _keep(club, build_aside_key(row[key]), "file", end, lines[there], who)
        number += len(heads)
    return number


def build_aside_key(slug: uuid.UUID | str) -> uuid.UUID:
    """Return the key of what is set aside: of a sheet, made from its word."""
    return slug if isinstance(slug, uuid.UUID) else uuid.uuid5(uuid.NAMESPACE_OID, slug)


def replace_book(table: GameTable, who: Actor) -> None:
    """Keep the book of a table here as text and take it away, so that the other one takes its place.

    Nothing else in the program ever deletes entries: the guards of the database let the rows of this one table
    go, within the transaction.
    """
    lines = list(_iter_lines(GameTable, table, "pk"))
    for model in _BOOK:
        lines += _iter_lines(model, table, "table")
    _keep(table.club, table.slug, "here", End(table.last_sequence, bytes(table.head).hex(), None), lines, who)
    with let_book_go(connection, table.pk):
        Deal.objects.filter(table=table).delete()
        Total.objects.filter(sitting__table=table).delete()
        Seated.objects.filter(sitting__table=table).delete()
        for model in (Mark, HeldHand, TableAct, Sitting):
            model._default_manager.filter(table=table).delete()
        for entry in Entry.objects.filter(table=table).order_by("-sequence").values_list("pk", flat=True):
            Entry.objects.filter(pk=entry).delete()  # the one that it replaces is older
    OriginChain.objects.filter(name__in=[f"book {table.slug.hex}", f"table {table.slug.hex}"]).delete()
    GameTable.objects.filter(pk=table.pk).update(last_sequence=0, head=b"")


def _iter_lines(model: type[Model], table: GameTable, owner: str) -> Iterator[str]:
    """Yield the rows of a table that is here, as text."""
    fields = list_fields(model)
    columns = [field.attname for field in fields]
    rows = select_rows(model, table.club_id).filter(**{owner: table.pk}).values_list(*columns)
    names = [field.name for field in fields]
    return (_format_row(model, dict(zip(names, row, strict=True))) for row in rows.iterator(chunk_size=500))


def _format_row(model: type[Model], row: Mapping[str, Any]) -> str:
    return encode_compact({"row": model._meta.label, **{name: encode_value(value) for name, value in row.items()}})


def _keep(club: Club, slug: uuid.UUID, side: str, end: End, lines: Iterable[str], who: Actor) -> None:
    SetAsideBook.objects.create(
        club=club,
        slug=slug,
        side=side,
        sequence=end.sequence,
        head=end.hash,
        text="".join(f"{line}\n" for line in lines),
        by_id=who.person,
        at=now(),
    )
