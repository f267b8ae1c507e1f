"""What surrounds a table of a tournament: told by the app that knows, asked by the pages of a table.

scoring never imports tournaments: `tournaments.apps` puts its own answers here when the program starts.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from scoring.models import GameTable


class Around(NamedTuple):
    """The answers of the app that has put a table somewhere."""

    # What a table's page shows of it: a context for the template that `template` names; the same on every phone.
    shown: Callable[[GameTable, Any], dict[str, Any]]  # table, its TableView
    template: str
    # Whether a director may change a table with a clock from its own pages now: he has been told what that means.
    may_direct: Callable[[GameTable], bool] = lambda _table: True
    # What whoever changes a table with a clock is told before it is written; "": nothing.
    warning: Callable[[GameTable], str] = lambda _table: ""


_known: list[Around] = []


def surround(around: Around) -> None:
    """Let an app answer; the last one counts."""
    _known[:] = [around]


def may_direct(table: GameTable) -> bool:
    """Whether a director may change what players cannot, on the pages of a table; always where no clock is."""
    return not table.clock or not _known or _known[0].may_direct(table)


def warning_at(table: GameTable) -> str:
    """What stands against a change of a table's book, in a sentence; nothing where no clock is."""
    return _known[0].warning(table) if table.clock and _known else ""


def around_of(table: GameTable, view: Any) -> dict[str, Any] | None:
    """What a table's page shows beside its book; None for a table without a clock: it is of no tournament."""
    if not table.clock or not _known:
        return None
    return {"template": _known[0].template, **_known[0].shown(table, view)}
