"""Which tables statistics are about, beside the evenings: told by the app that knows, as scoring/hooks.py does.

scoring never imports tournaments: `tournaments.apps` puts its own answers here when the program starts.
"""

from collections.abc import Callable, Collection
from typing import NamedTuple

from django.db.models import Q

Choice = tuple[str, str]  # a word for the address, and what is read


class Among(NamedTuple):
    """The answers of the app that has put tables somewhere."""

    # Those of an evening, what of a club's tables counts by itself, and what is listed: conditions on GameTable.
    # What is in the archive is none of them.
    evenings: Callable[[], Q]
    counting: Callable[[], Q]
    listed: Callable[[], Q]
    # What else can be picked out in a club, in groups: tournaments, seasons.
    choices: Callable[[int], list[tuple[str, list[Choice]]]]
    # The tables of a word; None: there is no such word in this club.
    tables: Callable[[int, str], Q | None]
    # Where tables stand, in words, by their ids; those that are not there are evenings.
    places: Callable[[Collection[int]], dict[int, str]]


def _not_archived() -> Q:
    return Q(archived=None)


_ONLY_EVENINGS = Among(
    _not_archived, _not_archived, _not_archived, lambda _club: [], lambda _club, _word: None, lambda _tables: {}
)
_known: list[Among] = []


def know(among: Among) -> None:
    """Let an app answer; the last one counts."""
    _known[:] = [among]


def among() -> Among:
    """Whoever answers."""
    return _known[0] if _known else _ONLY_EVENINGS
