"""Requests of the crawl, each taken back, what is wrong with an answer, and rows of another club that must stay."""

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.db.models import Model
from django.http import QueryDict
from django.test import Client

from tarockclub.models import ApiToken
from tarockclub.platform.clubs.ownership import build_lookup, list_owned_models
from tests.support.crawl.kinds import find_faults
from tests.support.crawl.pages import find_route, join_address
from tests.support.crawl.world import MARK
from tests.support.shared_rows import clear_caches

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


SERVER_ERROR, BUSY = 500, 503
Fields = dict[str, list[Any]]


class Answer(NamedTuple):
    """An answer, and everything that is wrong with it."""

    status: int
    kind: str  # of the content
    content: bytes
    wrong: tuple[str, ...]
    target: str = ""  # of what it sends the browser to

    @property
    def is_page(self) -> bool:
        """Return whether it is a page that may have forms."""
        return self.status < SERVER_ERROR and "html" in self.kind


class Sender:
    """Sends requests, and takes back what they change; pages are opened once more before what was written is gone."""

    def __init__(self, written: WrittenTables) -> None:
        self._written = written
        self.requests = self.wrote = 0
        self.asked: dict[tuple[str, str], dict[str, None]] = {}  # names that views look for, by route and method
        self._names: dict[str, None] = {}

    @contextlib.contextmanager
    def watch_names(self) -> Iterator[None]:
        """Note the names of the fields for which views look."""
        with pytest.MonkeyPatch.context() as patched:
            for method in ("get", "getlist", "__getitem__", "__contains__"):
                patched.setattr(QueryDict, method, self._watch(getattr(QueryDict, method)))
            yield

    def _watch(self, really: Callable[..., Any]) -> Callable[..., Any]:
        def look(query: QueryDict, name: Any, *others: Any, **more: Any) -> Any:
            if isinstance(name, str):
                self._names[name] = None
            return really(query, name, *others, **more)

        return look

    def get(self, client: Client, address: str) -> Answer:
        """Read an address."""
        return self._send(client, address, "GET", lambda: client.get(address), ())

    def post(self, client: Client, address: str, fields: Fields, *pages: str) -> Answer:
        """Send a form; what it changed is looked at on these pages."""
        return self._send(client, address, "POST", lambda: client.post(address, fields), pages)

    def send_json(self, client: Client, address: str, body: bytes, method: str, *pages: str) -> Answer:
        """Send JSON; what it changed is looked at on these pages."""
        send = getattr(client, method)
        return self._send(client, address, "JSON", lambda: send(address, body, content_type="application/json"), pages)

    def _send(self, client: Client, address: str, method: str, send: Callable[[], Any], pages: Sequence[str]) -> Answer:
        """Send it, look at what has become of the pages, and take all of it back."""
        self._names, self._written.names = {}, set()
        with transaction.atomic(), self._written.watch():
            answer = self._ask(send)
            self.asked.setdefault((find_route(address), method), {}).update(self._names)
            wrong = list(answer.wrong)
            changed = self._written.list_changed()
            wrong += [f"changed rows of the other club: {', '.join(changed)}"] if changed else []
            if self._written.has_content:
                self.wrote += 1
                target = join_address(address, answer.target) if answer.target else ""
                later = [page for page in (target, *pages) if page][: len(pages)]  # of a form where it leads, or stood
                wrong += [f"afterwards {page}: {fault}" for page in later for fault in self._look(client, page)]
            transaction.set_rollback(True)
        if self._written.has_content:
            clear_caches()
        return answer._replace(wrong=tuple(wrong))

    def _look(self, client: Client, page: str) -> tuple[str, ...]:
        """Open a page again: nothing that was accepted may break it."""
        return self._ask(lambda: client.get(page)).wrong

    def _ask(self, send: Callable[[], Any]) -> Answer:
        self.requests += 1
        try:
            answer = send()
            if answer.status_code == BUSY:  # papers have a queue, and an end that a busy machine may reach
                answer = send()
            content = answer.getvalue()
        except Exception as error:  # noqa: BLE001 -- whatever it is, it is told with all others
            return Answer(SERVER_ERROR, "", b"", (f"{type(error).__name__}: {error}"[:300],))
        wrong, headers = list[str](), answer.headers
        if answer.status_code >= SERVER_ERROR:
            cause = getattr(answer, "exc_info", None)
            wrong.append(f"{answer.status_code} {cause[1]!r}"[:300] if cause else str(answer.status_code))
        if MARK.encode() in content or MARK in str(headers):
            at = content.find(MARK.encode())
            wrong.append(f"shows what is of another club: {content[max(0, at - 80) : at + 20]!r}")
        kind = headers.get("Content-Type", "")
        wrong += find_faults(kind, content)
        return Answer(answer.status_code, kind, content, tuple(wrong), headers.get("Location", ""))


def upload(content: str, name: str = "list.csv") -> SimpleUploadedFile:
    """A file with a text."""
    return SimpleUploadedFile(name, content.encode("utf-8", "replace"))
