"""A received tournament or season as a small database of its own, which the public pages read instead of ours.

Its file follows from the stored pieces and may be deleted at any time. What somebody has sent never stands in our own
tables: it can neither touch nor shadow anything of this installation, and nothing here can be written by a page.
"""

import contextlib
import json
import logging
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, OperationalError, connections, models

from tarockclub.kit.time_source import now
from tarockclub.models import ReceivedPiece, ReceivedSite
from tarockclub.office.publishing.contents import CLUB
from tarockclub.office.publishing.pieces import Change, read_change
from tarockclub.platform.server.databases import build_sqlite_settings
from tarockclub.platform.server.installation import compute_program_sign
from tarockclub.platform.server.reading import read_other
from tarockclub.platform.server.sqlite_backend.base import DatabaseWrapper

FOLDER = "received"  # in the data folder
_PATIENCE = 20  # seconds for somebody else to write the file
logger = logging.getLogger(__name__)


@contextlib.contextmanager
def read_mirror(site: ReceivedSite, stand: str) -> Iterator[None]:
    """Read what a laptop has sent, and nothing else; `stand`: what pages say about it, which caches keep apart."""
    alias = f"received {stand}"
    connection = _connect(_find_file(site), alias)
    connections[alias] = connection
    try:
        _bring_up_to_date(connection, site)
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = ON")
        with read_other(alias):
            yield
    finally:
        connection.close()
        del connections[alias]


def delete_mirror(site: ReceivedSite) -> None:
    """Delete the file of a site."""
    _delete_file(_find_file(site))


def delete_old_mirrors() -> None:
    """Delete the files of sites that are not shown any more, and those with less or more than is stored.

    What was taken off, or erased where it came from, stands in the files of machines on which nobody has looked since.
    """
    shown = ReceivedSite.objects.filter(stand__isnull=False, ended=None, club__archived=None)
    sites = {_find_file(site): site for site in shown.only("slug", "pieces")}
    for file in _find_folder().glob("*.sqlite3"):
        with contextlib.suppress(PermissionError):  # somebody reads it, and Windows keeps it: next time
            if file not in sites or not _is_up_to_date(file, sites[file]):
                _delete_file(file)


def _is_up_to_date(file: Path, site: ReceivedSite) -> bool:
    connection = _connect(file, f"received {site.slug}")
    try:
        return _read_state(connection) == _build_state(site)
    finally:
        connection.close()


def _delete_file(file: Path) -> None:
    for name in (file, *file.parent.glob(f"{file.name}-*")):
        name.unlink(missing_ok=True)


def _find_folder() -> Path:
    folder = Path(settings.DATA_DIR / FOLDER)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _find_file(site: ReceivedSite) -> Path:
    return _find_folder() / f"{site.slug}.sqlite3"


def _build_state(site: ReceivedSite) -> list[Any]:
    """Return what `_read_state` finds in a file that is up to date."""
    return [compute_program_sign(), json.loads(site.pieces)]


def _connect(file: Path, alias: str) -> DatabaseWrapper:
    asked = build_sqlite_settings(file)
    asked["OPTIONS"] = {"timeout": _PATIENCE, "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF"}
    complete: Any = connections.configure_settings({DEFAULT_DB_ALIAS: asked})
    connection = DatabaseWrapper(complete[DEFAULT_DB_ALIAS], alias)
    try:
        connection.ensure_connection()
    except DatabaseError:  # no database any more, after a power cut: it is only a copy
        logger.warning("A received site is made anew: %s", file.name)
        file.unlink(missing_ok=True)
        connection.ensure_connection()
    return connection


def _bring_up_to_date(connection: DatabaseWrapper, site: ReceivedSite) -> None:
    """Write what has come since; whoever finds the file being written reads what was there before."""
    known = _read_state(connection)
    wanted = _build_state(site)
    if known == wanted:
        return
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {0 if known else _PATIENCE * 1000}")
        try:
            cursor.execute("BEGIN IMMEDIATE")
        except OperationalError:
            if known is None:
                raise
            return
        try:
            _write(connection, site, _read_state(connection), wanted)
        except BaseException:
            cursor.execute("ROLLBACK")
            raise
        cursor.execute("COMMIT")


def _read_state(connection: DatabaseWrapper) -> list[Any] | None:
    """Return the program that made a file, and the digests of the pieces in it; None of an empty file."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE name = 'received_state'")
        if cursor.fetchone() is None:
            return None
        cursor.execute("SELECT said FROM received_state")
        found: list[Any] = json.loads(cursor.fetchone()[0])
        return found


def _write(connection: DatabaseWrapper, site: ReceivedSite, known: list[Any] | None, keys: list[Any]) -> None:
    pieces = keys[1]
    if known is not None and known[0] == keys[0] and pieces[: len(known[1])] == known[1]:
        pieces = pieces[len(known[1]) :]
    else:
        _create_tables(connection)
    stored = dict(ReceivedPiece.objects.filter(site=site, digest__in=pieces).values_list("digest", "content"))
    for digest in pieces:
        _apply(connection, site, read_change(zlib.decompress(stored[digest])))
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM received_state")
        cursor.execute("INSERT INTO received_state VALUES (%s)", [json.dumps(keys)])


def _create_tables(connection: DatabaseWrapper) -> None:
    """Create all tables anew, without any condition: rows come in any order."""
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f'DROP TABLE "{name}"')
        for model in apps.get_models():
            table, fields = model._meta.db_table, model._meta.concrete_fields
            columns = ", ".join(
                f'"{field.column}" {field.db_type(connection)}{" PRIMARY KEY" if field.primary_key else ""}'
                for field in fields
            )
            cursor.execute(f'CREATE TABLE "{table}" ({columns})')
            for field in fields:
                if field.is_relation and not field.primary_key:
                    cursor.execute(f'CREATE INDEX "{table}_{field.column}" ON "{table}" ("{field.column}")')
        cursor.execute("CREATE TABLE received_state (said text)")


def _apply(connection: DatabaseWrapper, site: ReceivedSite, change: Change) -> None:
    with connection.cursor() as cursor:
        for label, keys in change.gone.items():
            meta = apps.get_model(label)._meta
            statement = f'DELETE FROM "{meta.db_table}" WHERE "{meta.pk.column}" = %s'  # noqa: S608 -- our own names
            cursor.executemany(statement, [[key] for key in keys])
        for label, rows in change.rows.items():
            fields = apps.get_model(label)._meta.concrete_fields
            places = ", ".join(["%s"] * len(fields))
            names = ", ".join(f'"{field.column}"' for field in fields)
            statement = f'INSERT OR REPLACE INTO "{fields[0].model._meta.db_table}" ({names}) VALUES ({places})'  # noqa: S608
            some = [[_prepare(field, row, site, connection) for field in fields] for row in rows]
            cursor.executemany(statement, some)


def _prepare(field: Any, row: Mapping[str, Any], site: ReceivedSite, connection: DatabaseWrapper) -> Any:
    """Return the value of a column; of the club, which is the one here, only what the laptop says about lists."""
    is_club = field.model._meta.label_lower == CLUB
    if (field.is_relation and field.related_model._meta.label_lower == CLUB) or (is_club and field.primary_key):
        value = site.club_id
    elif field.name in row:
        value = row[field.name]
    elif is_club:
        value = getattr(site.club, field.attname)
    else:
        value = _find_blank(field)
    return field.get_db_prep_save(value, connection)


def _find_blank(field: Any) -> Any:
    """Return the value of a column that is not sent."""
    if field.has_default():
        return field.get_default()
    if field.null:
        return None
    match field:
        case models.CharField() | models.TextField():
            return ""
        case models.DateTimeField():
            return now()
        case models.DateField():
            return now().date()
        case models.BinaryField():
            return b""
    return 0
