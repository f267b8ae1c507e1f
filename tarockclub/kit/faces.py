"""The sign of a person without a picture: initials in a circle of a colour of their own."""

from typing import NamedTuple

from tarockclub.kit.text import has_digit

COLOURS = 6  # those of the players in a chart


class Face(NamedTuple):
    """Initials, and the number of their colour."""

    initials: str
    colour: int


def build_face_sign(name: str, key: int) -> Face:
    """Return the sign of somebody; `key`: a number that stays with the person.

    >>> build_face_sign("Adele Moosgruber", 8), *(build_face_sign(name, 0).initials for name in ("anna", "Spieler 12"))
    (Face(initials='AM', colour=2), 'A', 'S12')
    """
    words = [word for word in name.replace("-", " ").split() if word[0].isalnum()]
    ends = words[:1] + words[1:][-1:]
    letters = "".join(word if has_digit(word) else word[0].upper() for word in ends)
    return Face(letters[:3], key % COLOURS)
