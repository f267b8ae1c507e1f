"""Books that do not count: when both sides continued one, and a director chose the other."""

import json
import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping
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
from tarockclub.kit.time_source import now
from tarockclub.models import Club, OriginChain, SetAsideBook
from tarockclub.office.club_file.comparison import Compared
from tarockclub.office.club_file.contents import list_fields, select_rows
from tarockclub.office.club_file.reader import ClubFile
from tarockclub.office.club_file.rows import encode_value
from tarockclub.platform.accounts.actors import Actor
from tournaments.models import Act, Season, SeasonAct, Tournament

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_BOOK = (Entry, Mark, HeldHand, TableAct, Sitting)  # models of the rows that people may want to read
# Rows that tell what the file's side of a tournament, season or sheet did: model, column of the owner, owner's key.
_ACTS: dict[type[Model], tuple[type[Model], str, str]] = {
    Tournament: (Act, "tournament", "slug"),
    Season: (SeasonAct, "season", "slug"),
    OwnSheet: (OwnSheetVersion, "own_sheet", "sheet"),
}


def set_aside_file_books(file: ClubFile, club: Club, who: Actor, tables: Collection[int]) -> int:
    """Keep the books of these tables (ids there) of the file as text; return their number."""
    wanted = set(tables)
    if not wanted:
        return 0
    heads = {row["id"]: row for row in file.iter_objects(GameTable) if row["id"] in wanted}
    lines = {table: [_format_row(GameTable, row)] for table, row in heads.items()}
    for model in _BOOK:
        for row in file.iter_objects(model):
            if row["table"] in wanted:
                lines[row["table"]].append(_format_row(model, row))
    for table, row in heads.items():
        _keep(club, row["slug"], "file", row["last_sequence"], bytes(row["head"]).hex(), lines[table], who)
    return len(heads)


def set_aside_file_acts(
    file: ClubFile, club: Club, who: Actor, left: Mapping[type[Model], Mapping[int, Compared]]
) -> int:
    """Keep what the file's side did in tournaments, seasons and sheets that stay, as text; return their number."""
    number = 0
    for model, some in left.items():
        if not some:
            continue
        acts, owner, name = _ACTS[model]
        heads = {row["id"]: row for row in file.iter_objects(model) if row["id"] in some}
        lines = {there: [_format_row(model, row)] for there, row in heads.items()}
        for row in file.iter_objects(acts):
            if row[owner] in some:
                lines[row[owner]].append(_format_row(acts, row))
        for there, row in heads.items():
            end = some[there].there
            _keep(club, build_aside_key(row[name]), "file", end.sequence, end.hash, lines[there], who)
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
    _keep(table.club, table.slug, "here", table.last_sequence, bytes(table.head).hex(), lines, who)
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
    return _encode({"row": model._meta.label, **{name: encode_value(value) for name, value in row.items()}})


def _keep(club: Club, slug: Any, side: str, sequence: int, head: str, lines: Iterable[str], who: Actor) -> None:
    SetAsideBook.objects.create(
        club=club,
        slug=slug,
        side=side,
        sequence=sequence,
        head=head,
        text="".join(f"{line}\n" for line in lines),
        by_id=who.person,
        at=now(),
    )
