"""The messages while the database is unusable: the reason, the fate of the entry, and the advice to try again."""

import errno
import logging
import sys
from collections.abc import Callable
from typing import NamedTuple

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.defaults import server_error

from tarockclub.platform.server.wsgi.turns import TooBusy

logger = logging.getLogger(__name__)


class DatabaseTrouble(NamedTuple):
    """The reason why the database is unusable."""

    code: str
    status: int
    wait: int  # seconds until another try is worthwhile
    sentence: str


BUSY = DatabaseTrouble(
    "busy", 503, 5, gettext_noop("The database is busy: another program has been holding it for too long.")
)
OVERLOADED = DatabaseTrouble(
    "overloaded", 503, 10, gettext_noop("There is too much going on here: please try again in a few seconds.")
)
UNREACHABLE = DatabaseTrouble("away", 503, 10, gettext_noop("The database cannot be reached at the moment."))
FULL = DatabaseTrouble(
    "full", 507, 60, gettext_noop("The disk is full. Somebody has to make room on the computer that runs Tarockclub.")
)
UNWRITABLE = DatabaseTrouble(
    "unwritable",
    503,
    60,
    gettext_noop(
        "The database cannot be written to. Somebody has to check the disk of the computer that runs Tarockclub."
    ),
)
DAMAGED_DATABASE = DatabaseTrouble(
    "damaged",
    503,
    60,
    gettext_noop("The database file is damaged. Somebody has to restore a backup."),
)

# By SQLite's error names, and by PostgreSQL's five-letter codes; a prefix is enough.
_TROUBLES = {
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
    "SQLITE_FULL": FULL,
    "SQLITE_IOERR_READ": DAMAGED_DATABASE,
    "SQLITE_IOERR_SHORT_READ": DAMAGED_DATABASE,
    "SQLITE_IOERR": UNWRITABLE,
    "SQLITE_READONLY": UNWRITABLE,
    "SQLITE_CANTOPEN": UNREACHABLE,
    "SQLITE_CORRUPT": DAMAGED_DATABASE,
    "SQLITE_NOTADB": DAMAGED_DATABASE,
    "40": BUSY,  # gave way to another transaction
    "55P03": BUSY,
    "57014": BUSY,  # took too long
    "53100": FULL,
    "53": BUSY,  # too many connections, too little memory
    "25006": UNREACHABLE,  # a primary that has become a replica: the next connection leads to another one
    "58": UNWRITABLE,
    "XX001": DAMAGED_DATABASE,
    "XX002": DAMAGED_DATABASE,
    "57P": UNREACHABLE,
    "08": UNREACHABLE,
}

_OF_SYSTEM = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), FULL),
    **dict.fromkeys((errno.EMFILE, errno.ENFILE), OVERLOADED),
}


def find_trouble(error: BaseException | None) -> DatabaseTrouble | None:
    """Return the trouble with the database behind an exception; None for a program error."""
    if isinstance(error, TooBusy):
        return OVERLOADED
    if isinstance(error, OSError):
        return _OF_SYSTEM.get(error.errno or 0)
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or ""
    for beginning, trouble in _TROUBLES.items():
        if code.startswith(beginning):
            return trouble
    # Without a code: the connection broke, or was impossible.
    return UNREACHABLE if isinstance(error, OperationalError | InterfaceError) and not code else None


def is_unwritable(error: DatabaseError) -> bool:
    """Return whether reads are still possible after this failed write."""
    return find_trouble(error) in (FULL, UNWRITABLE)


class TroubleMiddleware:
    """A middleware that answers with a page or JSON about the trouble if a view could not use the database."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the response about the database, if the error comes from it."""
        trouble = find_trouble(error)
        return None if trouble is None else _render_trouble(request, trouble, error)


def handle_server_error(request: HttpRequest) -> HttpResponse:
    """Return the response for errors outside a view, too."""
    error = sys.exc_info()[1]
    trouble = find_trouble(error)
    return server_error(request) if trouble is None else _render_trouble(request, trouble, error)


def _render_trouble(request: HttpRequest, trouble: DatabaseTrouble, error: BaseException | None) -> HttpResponse:
    logger.error("%s: %s", trouble.code, str(error).strip())
    answer = _render_json(trouble) if request.content_type == "application/json" else _render_page(request, trouble)
    answer.headers["Retry-After"] = str(trouble.wait)
    add_never_cache_headers(answer)
    return answer


def _render_json(trouble: DatabaseTrouble) -> HttpResponse:
    """Return the response for phones, which keep a hand until it is saved."""
    content = {"saved": False, "code": trouble.code, "message": _(trouble.sentence)}
    return JsonResponse(content, status=trouble.status)


def _render_page(request: HttpRequest, trouble: DatabaseTrouble) -> HttpResponse:
    """Return a page that needs no query, not even for the logged-in user."""
    context = {
        "sentence": _(trouble.sentence),
        "sent": request.method == "POST",
        "certain": trouble is not UNREACHABLE,  # the connection may have broken before or after it was saved
        "request": request,
        "csrf_token": get_token(request),
    }
    return HttpResponse(render_to_string("503.html", context), status=trouble.status)
