"""The content of a picture as plain values: a title, a few rows; and the same as text."""

from typing import NamedTuple

from django.utils.translation import gettext as _

MOST_LINES = 40  # of a text; who wants more follows the address


class CardRow(NamedTuple):
    """A line of the picture: a place, a name and an amount."""

    name: str
    amount: str = ""
    place: str = ""
    is_first: bool = False
    is_below: bool = False  # the amount is negative


class Card(NamedTuple):
    """The content of a picture and of its text."""

    title: str
    about: str  # one line below the title
    rows: tuple[CardRow, ...]
    club: str = ""
    story: str = ""  # a sentence above the rows
    more: int = 0  # rows that exist beyond these

    def count_left_out(self, most: int) -> int:
        """Return the number of rows that do not stand on a picture of so many."""
        return self.more + max(0, len(self.rows) - most)


def format_text(card: Card, address: str = "") -> str:
    """Return what a card says as text, one line for each row, with the address of its page.

    >>> rows = CardRow("Anna", "+12", "1."), CardRow("Bert", "−12", "2.")
    >>> print(format_text(Card("Reihung", "Runde 1", rows), "/x/"))
    Reihung
    Runde 1
    <BLANKLINE>
    1. Anna +12
    2. Bert −12
    <BLANKLINE>
    /x/
    """
    rows = [" ".join(filter(None, (row.place, row.name, row.amount))) for row in card.rows[:MOST_LINES]]
    left = card.count_left_out(MOST_LINES)
    rows += [format_left_out(left)] if left else []
    head = [line for line in (card.title, card.about, card.story) if line]
    return "\n".join([*head, *(["", *rows] if rows else []), *(["", address] if address else [])])


def format_left_out(left: int) -> str:
    """Return the words for rows that are left out."""
    return _("and %(left)s more") % {"left": left}
