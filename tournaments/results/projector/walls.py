"""The walls of a hall as plain values: what each shows, how large its letters are, on which ground."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from django.utils.translation import gettext_lazy as _

from tournaments.models import Hall, Tournament

R = TypeVar("R")
MOST_WALLS = 6
MANY = 100  # names from which walls share a list, and lines are short: a name would come round once in six minutes
CLOCK, SEATS, STANDING, TABLES, OUTLOOK, PRIZES, ANNOUNCEMENT, SPONSOR, CODE = PARTS = (
    "clock",
    "seats",
    "standing",
    "tables",
    "outlook",
    "prizes",
    "announcement",
    "sponsor",
    "code",
)
PART_NAMES = {
    CLOCK: _("Clock"),
    SEATS: _("Seats"),
    STANDING: _("Standings"),
    TABLES: _("Tables"),
    OUTLOOK: _("What is still possible"),
    PRIZES: _("Prizes"),
    ANNOUNCEMENT: _("Announcement"),
    SPONSOR: _("Sponsor's picture"),
    CODE: _("Code for phones"),
}
# A wall that nobody has arranged: whatever of these there is at the moment.
BY_ITSELF = (CLOCK, SEATS, STANDING, TABLES, ANNOUNCEMENT, SPONSOR)
USUAL, LARGE, HUGE = LETTERS = ("", "large", "huge")
LETTER_NAMES = {USUAL: _("usual"), LARGE: _("large"), HUGE: _("huge")}
AS_COMPUTER, LIGHT, DARK, GREEN, CLEAR = LOOKS = ("", "light", "dark", "green", "clear")
LOOK_NAMES = {
    AS_COMPUTER: _("as the computer"),
    LIGHT: _("light"),
    DARK: _("dark"),
    GREEN: _("stream, on green"),
    CLEAR: _("stream, without a ground"),
}


# The functions (tournament -> a value of the template) of parts that come from upper floors, which add them here.
PART_LOADERS: dict[str, str] = {}


class HallWall(NamedTuple):
    """A wall: its parts (none: by itself), letters, ground."""

    number: int
    parts: tuple[str, ...] = ()
    letters: str = USUAL
    look: str = AS_COMPUTER

    @property
    def visible_parts(self) -> tuple[str, ...]:
        """The parts that it shows, where there is anything to show."""
        return self.parts or BY_ITSELF

    def turn_part(self, part: str, *, on: bool) -> "HallWall":
        """Return the wall with a part, or without it; who takes the last part away has it by itself again.

        >>> one, two = HallWall(1), HallWall(1, ("seats", "clock"))
        >>> one.turn_part("clock", on=True).parts, two.turn_part("seats", on=False).parts
        (('clock',), ('clock',))
        """
        chosen = {*self.parts, part} if on else {*self.parts} - {part}
        return self._replace(parts=tuple(name for name in PARTS if name in chosen))


def find_hall(tournament: Tournament) -> Hall:
    """Return the hall of a tournament; one that nobody has arranged is not stored."""
    return Hall.objects.filter(tournament=tournament).first() or Hall(tournament_id=tournament.pk)


def list_walls(hall: Hall) -> tuple[HallWall, ...]:
    """Return the walls, at least one; what an older or a newer program has written and we do not know is left out."""
    stored = json.loads(hall.walls)
    return tuple(_parse_wall(number, content) for number, content in enumerate(stored, 1)) or (HallWall(1),)


def _parse_wall(number: int, content: dict[str, Any]) -> HallWall:
    parts = tuple(part for part in PARTS if part in content.get("parts", ()))
    letters, look = content.get("letters", USUAL), content.get("look", AS_COMPUTER)
    return HallWall(number, parts, letters if letters in LETTERS else USUAL, look if look in LOOKS else AS_COMPUTER)


def cut_share(names: Sequence[R], sharing: Sequence[int], number: int) -> Sequence[R]:
    """Return a wall's share of a long alphabet, or the whole list where no other wall (its number) shows the rest.

    >>> [cut_share(range(100), sharing, 2)[:1] for sharing in ((1, 2, 4), (2,), (1, 4))]
    [range(33, 34), range(0, 1), range(0, 1)]
    >>> cut_share("few", (1, 2), 2)
    'few'
    """
    if len(names) < MANY or number not in sharing:
        return names
    place, count = sharing.index(number), len(sharing)
    return names[len(names) * place // count : len(names) * (place + 1) // count]


def write_walls(walls: Iterable[HallWall]) -> str:
    """Return the walls as they are stored.

    >>> from tournaments.models import Hall
    >>> some = (HallWall(1, ("clock",)), HallWall(2, look="dark"))
    >>> list_walls(Hall(walls=write_walls(some))) == some
    True
    """
    return json.dumps([{"parts": wall.parts, "letters": wall.letters, "look": wall.look} for wall in walls])


def find_wall(walls: Sequence[HallWall], number: int) -> HallWall | None:
    """Return the wall of a number; None if there is none."""
    return next((wall for wall in walls if wall.number == number), None)
