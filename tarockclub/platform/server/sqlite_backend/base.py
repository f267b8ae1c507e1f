"""Django's SQLite backend, which notices when another file has replaced the open one, and lets writers queue."""

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base

from tarockclub.kit.text import compute_sort_form
from tarockclub.kit.words import COLLATION, compare_german, fold
from tarockclub.platform.server.env import close_database

Identity = tuple[int, int]
# SQLite makes a second writer sleep and look again, which ruins the tail; a lock of this process wakes it at once.
_writers: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)


class DatabaseOperations(base.DatabaseOperations):  # type: ignore[name-defined,misc]  # imported there
    """Django's operations, with statements that keep to the scope."""

    compiler_module = "tarockclub.platform.server.sqlite_backend.compiler"


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is used only while its file is the current one."""

    ops_class = DatabaseOperations

    file: Identity | None = None
    _is_writer = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open the file and remember its identity."""
        if not self.is_in_memory_db():
            close_database(Path(self.settings_dict["NAME"]))
        opened = super().get_new_connection(conn_params)
        opened.create_collation(COLLATION, compare_german)
        opened.create_function("sort_form", 1, compute_sort_form, deterministic=True)
        opened.create_function("fold_name", 1, _fold_value, deterministic=True)
        self.file = _find_identity(self.settings_dict["NAME"])
        return opened

    @contextmanager
    def read_copy(self) -> Iterator[None]:
        """Read a copy, which SQLite deletes at the end; nothing can be written meanwhile."""
        self.ensure_connection()
        book, file = self.connection, self.file
        copied = self.get_new_connection({**self.get_connection_params(), "database": ""})
        try:
            book.backup(copied)
            copied.execute("PRAGMA query_only=ON")
            self.connection, self.file = copied, file
            yield
        finally:
            self.connection, self.file = book, file
            copied.close()

    def is_usable(self) -> bool:
        """Return whether the open file is still in place: a restore may have moved it."""
        return self.is_in_memory_db() or (
            self.file is not None and self.file == _find_identity(self.settings_dict["NAME"])
        )

    def _start_transaction_under_autocommit(self) -> None:
        """Wait for the writer before this one; as long as SQLite would, which then decides."""
        lock = _writers[str(self.settings_dict["NAME"])]
        self._is_writer = lock.acquire(timeout=self.settings_dict["OPTIONS"].get("timeout", 5))
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # private in Django's types
        except BaseException:
            self._let_next_write()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._let_next_write()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._let_next_write()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._let_next_write()

    def _let_next_write(self) -> None:
        if self._is_writer:
            self._is_writer = False
            _writers[str(self.settings_dict["NAME"])].release()


def _fold_value(text: str | None) -> str | None:
    return None if text is None else fold(text)


def _find_identity(name: str | Path) -> Identity | None:
    try:
        status = Path(name).stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
