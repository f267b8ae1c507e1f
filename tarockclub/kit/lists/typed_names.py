"""A person's name as it is typed into one field: at the desk, at the door, in a sign-up, by a program."""

from typing import NamedTuple

from tarockclub.kit.lists.names import split_name
from tarockclub.kit.text import clean_name


class TypedName(NamedTuple):
    """A name as it is stored, and the town that was typed behind it."""

    name: str
    town: str = ""


def read_typed_name(text: str) -> TypedName:
    """Turn a surname in front of a comma, and take a town off; brackets, and what only the writer knows, stay.

    >>> [tuple(read_typed_name(text)) for text in ("Lind, Ada", "Cora Berg, Wien", "Lind, Ada (7)", "Ruiz Sol, Ana")]
    [('Ada Lind', ''), ('Cora Berg', 'Wien'), ('Ada Lind (7)', ''), ('Ruiz Sol, Ana', '')]
    """
    typed = clean_name(text)
    bare, sign, bracket = typed.partition(" (")
    parts = split_name(bare)
    if "," not in bare or not parts.is_sure or parts.remark or not parts.name:
        return TypedName(typed)
    return TypedName(clean_name(f"{parts.name}{sign}{bracket}"), parts.town)
