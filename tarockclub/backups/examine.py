"""What a SQLite file holds, and whether it is whole and a book at all."""

import sqlite3
from pathlib import Path

from tarockclub.backups.errors import Trouble, of_sqlite
from tarockclub.backups.manifest import STANDING_KINDS, About
from tarockclub.backups.sqlite import HEADER, connected

NEEDED = frozenset(("django_migrations", "tarockclub_club", "scoring_gametable", "scoring_entry", "scoring_deal"))


def examined(file: Path, made: str) -> About:
    """What a file holds; raises Trouble where it is damaged or no book."""
    with file.open("rb") as stream:
        if stream.read(len(HEADER)) != HEADER:
            raise Trouble("foreign", reason="SQLite")
    with connected(file) as book:
        try:
            return _examined(book, made)
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise of_sqlite(error, file) from error


def _examined(book: sqlite3.Connection, made: str) -> About:
    book.execute("PRAGMA cell_size_check=ON")
    _require_whole(book)
    kinds = dict(book.execute("SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view')").fetchall())
    missing = sorted(NEEDED - kinds.keys())
    virtual = book.execute(
        "SELECT name FROM sqlite_master WHERE type = 'view' OR sql LIKE 'create virtual%'"
    ).fetchall()
    if missing or virtual:
        raise Trouble("foreign", reason=", ".join(missing[:3] or [str(virtual[0][0])]))
    orphan = book.execute("PRAGMA foreign_key_check").fetchone()
    if orphan:
        raise Trouble("damaged", reason=f"foreign key, {orphan[0]}")
    hands = (
        "SELECT count(*) FROM scoring_deal AS d JOIN scoring_entry AS e ON e.id = d.entry_id WHERE e.kind IN (?, ?, ?)"
    )
    tables = book.execute("SELECT slug, last_sequence, head FROM scoring_gametable").fetchall()
    applied = book.execute("SELECT app, name FROM django_migrations ORDER BY app, name").fetchall()
    return About(
        made=made,
        engine="sqlite",
        hands=int(book.execute(hands, STANDING_KINDS).fetchone()[0]),
        tables={str(slug): (int(last), bytes(head or b"").hex()) for slug, last, head in tables},
        migrations=tuple(f"{app}.{name}" for app, name in applied),
    )


def _require_whole(book: sqlite3.Connection) -> None:
    found = book.execute("PRAGMA integrity_check(1)").fetchone()
    if found is None or found[0] != "ok":
        raise Trouble("damaged", reason=str(found and found[0]).replace("\n", " "))


def without_triggers(file: Path) -> None:
    """Drop all triggers of a file; those that belong there come back with `migrate`."""
    with connected(file) as book:
        try:
            for (name,) in book.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                book.execute('DROP TRIGGER "{}"'.format(str(name).replace('"', '""')))
        except sqlite3.Error as error:
            raise of_sqlite(error, file) from error
