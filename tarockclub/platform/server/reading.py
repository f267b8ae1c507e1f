"""The choice of the database that is read: the primary, or a replica that is at most a few seconds behind.

Pages of what an inn's laptop has sent read a database of their own (tarockclub/office/publishing/mirror.py).

A request is answered by one of them alone. Only routes named in settings.REPLICA_ROUTES are asked of the replica, for
readers who have saved nothing for a while; what it cannot answer is asked of the primary, from the beginning.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse

from tarockclub.platform.server.database_errors import UNREACHABLE, find_trouble
from tarockclub.platform.server.replica import REPLICA, WATCH, is_configured

PRIMARY = DEFAULT_DB_ALIAS
SAVED_COOKIE = "saved"  # of a visitor who has sent something: the replica may not have it yet
MORE_SECONDS = 2  # of this cookie: a look at the replica and the request itself take time too
READ_FROM = "tarockclub.read_from"  # in the META of a request that the replica may answer: the server that did
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
logger = logging.getLogger(__name__)
_current_alias: ContextVar[str] = ContextVar("current_alias", default=PRIMARY)


class PrimaryNeeded(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Raised if a request that reads another database is about to write."""


def get_reading_alias() -> str:
    """Return the name of the database that is read now."""
    return _current_alias.get()


def get_reading_connection() -> BaseDatabaseWrapper:
    """Return the connection to the database that is read now, for statements without Django's models."""
    return connections[get_reading_alias()]


@contextmanager
def read_other(alias: str) -> Iterator[None]:
    """Read another database: the replica, or one with what was received from elsewhere."""
    token = _current_alias.set(alias)
    try:
        yield
    finally:
        _current_alias.reset(token)


def read_caught_up(work: Callable[[], object]) -> None:
    """Do long work that reads what is saved by now: at the replica if possible, else, or again, at the primary."""
    if is_configured() and WATCH.catch_up():
        try:
            with read_other(REPLICA):
                work()
        except (PrimaryNeeded, Error):
            pass
        else:
            return
    work()


class Router:
    """Django's way to ask for the database of a query."""

    def db_for_read(self, _model: type[Model], **_hints: object) -> str:
        """Return the database that is read now, also for rows beside one that came from the other."""
        return get_reading_alias()

    def db_for_write(self, _model: type[Model], **_hints: object) -> str:
        """Return the primary; what has been read from the replica must not lead to a write."""
        if get_reading_alias() != PRIMARY:
            raise PrimaryNeeded
        return PRIMARY

    def allow_relation(self, _first: Model, _second: Model, **_hints: object) -> bool:
        """Allow an account of the primary beside rows of the replica: it is one database."""
        return True

    def allow_migrate(self, alias: str, _app: str, **_hints: object) -> bool:
        """Migrate the primary alone."""
        return alias == PRIMARY


class ReplicaMiddleware:
    """Lets the replica answer, and remembers for a few seconds who has sent something."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request; whoever sends something reads the primary until the replica must have it."""
        response = self.get_response(request)
        if request.method not in SAFE_METHODS:
            response.set_cookie(
                SAVED_COOKIE,
                "1",
                max_age=settings.REPLICA_SECONDS + MORE_SECONDS,
                secure=not settings.INN_MODE,
                httponly=True,
                samesite="Lax",
            )
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Return the replica's answer; None if the primary has to be asked."""
        if request.resolver_match is None or request.resolver_match.url_name not in settings.REPLICA_ROUTES:
            return None
        request.META[READ_FROM] = PRIMARY
        if not _is_for_replica(request):
            return None
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            request.user.is_authenticated  # noqa: B018 -- read now, at the primary, with the session
        answer = _ask_replica(lambda: view(request, *args, **kwargs))
        if answer is not None:
            request.META[READ_FROM] = REPLICA
        return answer


def _is_for_replica(request: HttpRequest) -> bool:
    """Return whether a request may be answered a few seconds late; programs with a token have no cookie."""
    return (
        request.method in SAFE_METHODS
        and SAVED_COOKIE not in request.COOKIES
        and "Authorization" not in request.headers
        and WATCH.is_fresh()
    )


def _ask_replica(view: Callable[[], HttpResponse]) -> HttpResponse | None:
    """Return the answer from the replica; None for what it does not have, must not do, or cannot do now."""
    try:
        with read_other(REPLICA):
            answer = view()
    except (PrimaryNeeded, Http404):
        return None
    except Error as error:
        logger.warning("The replica could not answer: %s", str(error).strip())
        if find_trouble(error) is UNREACHABLE:
            WATCH.forget()
        return None
    return None if answer.status_code == 404 or answer.status_code >= 500 else answer


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Make all reads see one state; inside a transaction, that transaction is responsible."""
    connection = get_reading_connection()
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(connection.alias), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        # Not Django's way, which would begin a write transaction and keep everybody waiting.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
