"""What acts name by ids: who is not there is somebody unknown, so that everything else can still be read."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from django.utils.translation import gettext as _

T = TypeVar("T")


class Lookup(dict[int, T]):
    """Values by id; an id that is not there finds what stands for it, and is not in the lookup.

    >>> names = Lookup({7: "Anton"}, lambda person: f"person {person}?")
    >>> names[7], names[8], names.get(8), len(names)
    ('Anton', 'person 8?', None, 1)
    """

    def __init__(self, found: Mapping[int, T], unknown: Callable[[int], T]) -> None:
        super().__init__(found)
        self._unknown = unknown

    def __missing__(self, wanted: int) -> T:
        """What stands for an id that is not there."""
        return self._unknown(wanted)


def format_unknown_person() -> str:
    """What somebody is called whom an act names and nobody knows."""
    return _("unknown person")


def format_unknown_entry() -> str:
    """What something is called that nobody knows."""
    return _("unknown entry")
