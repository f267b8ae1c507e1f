"""Lookups of the ids that acts name: an unknown id yields a substitute, so that the rest remains readable."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from django.utils.translation import gettext as _

T = TypeVar("T")


class Lookup(dict[int, T]):
    """Values by id; a missing id yields its substitute, and is not in the lookup.

    >>> names = Lookup({7: "Anton"}, lambda person: f"person {person}?")
    >>> names[7], names[8], names.get(8), len(names)
    ('Anton', 'person 8?', None, 1)
    """

    def __init__(self, values: Mapping[int, T], unknown: Callable[[int], T]) -> None:
        super().__init__(values)
        self._unknown = unknown

    def __missing__(self, key: int) -> T:
        """Return the substitute for a missing id."""
        return self._unknown(key)


def format_unknown_person() -> str:
    """Return the text for a person whom an act names and who is no longer known."""
    return _("unknown person")


def format_unknown_entry() -> str:
    """Return the text for an entry that is no longer known."""
    return _("unknown entry")
