"""The names to propose for the next tournament: the last ones, with the number that follows."""

import re
from collections.abc import Iterable
from itertools import islice

from tournaments.core.settings import parse_settings
from tournaments.models import Tournament

MOST_NAMES = 8
MOST_READ = 40  # tournaments
_NUMBER = re.compile(r"(?<![0-9])[0-9]{1,4}(?![0-9])")


def list_next_names(club: int, format_id: str) -> list[str]:
    """Return names to propose, those of tournaments with this format first; one query."""
    rows = Tournament.objects.filter(club=club, archived=None).order_by("-made", "-pk")
    last = [(name, parse_settings(text).format) for name, text in rows.values_list("name", "settings")[:MOST_READ]]
    in_order = sorted(last, key=lambda row: row[1] != format_id)
    return list(islice(_count_on((name for name, _format in in_order), {name for name, _format in last}), MOST_NAMES))


def _count_on(names: Iterable[str], taken: set[str]) -> Iterable[str]:
    """Yield what follows each name, once; a name without a number follows itself."""
    yielded: set[str] = set()
    for name in names:
        following = count_on(name)
        while following in taken and following != count_on(following):
            following = count_on(following)
        if following not in yielded:
            yielded.add(following)
            yield following


def count_on(name: str) -> str:
    """Return a name with its last number raised by one.

    >>> count_on("3. Herbstturnier"), count_on("Cup 2025, Runde 9"), count_on("Dreikönigsturnier")
    ('4. Herbstturnier', 'Cup 2025, Runde 10', 'Dreikönigsturnier')
    """
    numbers = list(_NUMBER.finditer(name))
    if not numbers:
        return name
    last = numbers[-1]
    return f"{name[: last.start()]}{int(last[0]) + 1}{name[last.end() :]}"
