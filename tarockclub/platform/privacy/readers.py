"""Who reads: decides which name of a person is shown. Made once for each request; names come only through it."""

from typing import NamedTuple

from tarockclub.models import Person
from tarockclub.platform.privacy.public_names import get_player_called, get_player_name


class Reader(NamedTuple):
    """Whoever looks at a table; without anything of the following they see what everybody may see."""

    writes: bool = False  # from a phone that has opened the table's link, or as staff that enters hands
    is_inside: bool = False  # the same, or as staff that may see the club's tables
    watches: bool = False  # with the code for watching

    @property
    def knows_names(self) -> bool:
        """Tell whether somebody has let them in: at the table, or as staff of its club."""
        return self.writes or self.is_inside or self.watches

    @property
    def sign(self) -> str:
        """Return the part of a page's version that says for whom it was made: readers of one sign see the same."""
        return "w" if self.writes else "i" if self.is_inside else "n" if self.watches else "r"

    def name_player(self, person: Person, number: int | None) -> str:
        """Return the name of a person; `number`: the start number of the tournament in which they sit there."""
        return get_player_called(person, number) if self.knows_names else get_player_name(person, number)

    def read_text(self, text: str) -> str:
        """Return what somebody has typed, or the name of somebody who did; "" where it may name anybody."""
        return text if self.knows_names else ""


EVERYBODY = Reader()
INSIDE = Reader(is_inside=True)  # of pages that only those open who write at the table, and the staff
