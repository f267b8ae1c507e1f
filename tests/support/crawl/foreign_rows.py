"""Rows of another club: nothing that is sent to the one may change those of the other."""

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Model

from tarockclub.models import ApiToken
from tarockclub.platform.clubs.ownership import build_lookup, list_owned_models

WRITES = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+"(\w+)"', re.IGNORECASE)

NOTES_OF_USE = {ApiToken._meta.db_table, Session._meta.db_table, UserSession._meta.db_table}  # written by reading, too


class WrittenTables:
    """The tables into which was written since the last request, and the rows of the other club as they were."""

    def __init__(self, club: int) -> None:
        self._club = club
        self._models = {model._meta.db_table: model for model in list_owned_models()}
        self._before = {table: self._list_rows(model) for table, model in self._models.items()}
        self.names = set[str]()

    @contextlib.contextmanager
    def watch(self) -> Iterator[None]:
        """Note what is written meanwhile."""
        with connection.execute_wrapper(self._note_write):
            yield

    @property
    def has_content(self) -> bool:
        """Return whether more was written than that somebody was there."""
        return bool(self.names - NOTES_OF_USE)

    def list_changed(self) -> list[str]:
        """The written tables in which rows of the other club are not as they were."""
        written = sorted(self.names & self._models.keys())
        return [table for table in written if self._list_rows(self._models[table]) != self._before[table]]

    def _note_write(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if found := WRITES.match(sql):
            self.names.add(found[1])
        return execute(sql, params, many, context)

    def _list_rows(self, model: type[Model]) -> list[tuple[Any, ...]]:
        return list(model._default_manager.filter(**{build_lookup(model): self._club}).order_by("pk").values_list())
