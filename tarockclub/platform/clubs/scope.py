"""The clubs whose rows the database shows and takes at this moment (docs/dev/row-security.md).

A web server's thread begins each request with none, and enters a club as soon as it knows which one. Commands, jobs,
migrations and tests work with all clubs. PostgreSQL enforces it: `platform/server/postgres_backend` tells each
connection before its next statement. On SQLite what the ORM asks is kept to them (`sqlite_backend/compiler.py`).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType

SETTING = "tarockclub.clubs"  # of a PostgreSQL connection
CLUB = "tarockclub.club_scope"  # in the environment of a request that was answered: whose rows it has seen
ALL, NOTHING = "*", "{}"  # else the ids as PostgreSQL's array: {1,5}


class PendingScope:
    """A scope that is found out when a statement first needs it; until then, and meanwhile, there is none."""

    def __init__(self, find: Callable[[], int | None]) -> None:
        self._find, self._found, self._is_searching = find, NOTHING, False

    @property
    def found(self) -> str:
        """The scope, as far as it was found out."""
        return self._found

    def get_scope(self) -> str:
        """Return the scope of the club that is found; as long as none is, the next statement asks again."""
        if self._found == NOTHING and not self._is_searching:
            self._is_searching = True
            try:
                club = self._find()
            finally:
                self._is_searching = False
            if club is not None:
                self._found = format_scope((club,))
        return self._found


_scope: ContextVar[str | PendingScope | None] = ContextVar("club_scope", default=None)
_of_process = ALL  # of threads that have entered nothing


class EnteredScope:
    """A scope that was just entered; as a context manager it ends with its block, otherwise with its request."""

    def __init__(self, scope: str | PendingScope) -> None:
        self._token = _scope.set(scope)

    def __enter__(self) -> None:
        """Begin the block; the scope has been entered."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Go back to the scope of before."""
        _scope.reset(self._token)


def enter_club(*clubs: int) -> EnteredScope:
    """Show the rows of a club (id), or of several."""
    return EnteredScope(format_scope(clubs))


def enter_all_clubs() -> EnteredScope:
    """Show the rows of all clubs: for what the whole installation has in common, and to look up whose something is."""
    return EnteredScope(ALL)


@contextmanager
def show_all_clubs() -> Iterator[None]:
    """Show the rows of all clubs while a function works that says itself whose it wants."""
    with enter_all_clubs():
        yield


def enter_when_needed(find: Callable[[], int | None]) -> EnteredScope:
    """Show the rows of the club (id) that a function finds when a statement first needs it; of none if it finds none.

    The function looks it up among rows that are no club's, or enters all clubs itself.
    """
    return EnteredScope(PendingScope(find))


def format_scope(clubs: tuple[int, ...]) -> str:
    """Return the setting that shows the rows of these clubs.

    >>> format_scope((5, 1))
    '{1,5}'
    """
    return f"{{{','.join(map(str, sorted({int(club) for club in clubs})))}}}"


def get_scope() -> str:
    """Return the setting of now."""
    scope = _scope.get()
    return scope.get_scope() if isinstance(scope, PendingScope) else scope or _of_process


def find_entered_club() -> str:
    """Return the scope of the one club that was entered or found out; "" if there is none yet, or all were."""
    scope = _scope.get()
    entered = scope.found if isinstance(scope, PendingScope) else scope or ALL
    return "" if entered in (ALL, NOTHING) else entered


def begin_with_nothing() -> None:
    """Let every thread of this process begin with no club: in the web server's workers."""
    global _of_process
    _of_process = NOTHING
