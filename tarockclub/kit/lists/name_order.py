"""The order of names, by evidence: whether the surnames stand first."""

import re
from collections.abc import Sequence

from tarockclub.kit.lists.names import fold_name, has_capitals_first, has_dividing_comma, is_first_name, split_name

ENOUGH = 6  # rows whose order says something
_TITLES = re.compile(r"\([^()]*\)|\b[^\W\d_]{1,8}\.(?:-[^\W\d_]{1,8}\.)*|\b(?:DI|BA|MA|KommR|OStR)\b")


def find_order(names: Sequence[tuple[str, str]], known: frozenset[str]) -> bool | None:
    """Return whether the first of two columns has the surnames, by people that are known, else by common first names.

    None: nobody knows.

    >>> find_order([("Maier", "Xenia"), ("Huber", "Yara")], frozenset(("xenia maier",)))
    True
    >>> find_order([("Anna", "Otto"), ("Bert", "Bach")], frozenset()), find_order([("Olka", "Ruba")], frozenset())
    (False, None)
    """
    surnames = {text.rpartition(" ")[2] for text in known}
    first_names = {text.partition(" ")[0] for text in known}
    votes = 0
    for one_side, other_side in names:
        left, right = fold_name(one_side).text, fold_name(other_side).text
        votes += 3 * ((f"{right} {left}" in known) - (f"{left} {right}" in known))
        votes += (left in surnames) - (left in first_names) + (right in first_names) - (right in surnames)
    if votes:
        return votes > 0
    sides = [(is_first_name(one_side), is_first_name(other_side)) for one_side, other_side in names]
    against, fitting = sides.count((True, False)), sides.count((False, True))
    least, most = sorted((against, fitting))
    is_clear = most > 2 * least and (3 * most >= len(names) or (not least and most > 1))
    return fitting > against if is_clear else None


def has_surnames_first(texts: Sequence[str], known: frozenset[str]) -> bool:
    """Return whether the surnames stand first in whole names without a comma, by people, names and the alphabet."""
    pairs = list_word_pairs(texts)
    if (by_names := find_order(pairs, known)) is not None:
        return by_names
    return is_in_order(pairs) and any(is_first_name(behind) for _word, behind in pairs)


def is_in_order(pairs: Sequence[tuple[str, str]]) -> bool:
    """Return whether names are in the order of their first words, of which none is a common first name."""
    first = [word for word, _others in pairs]
    return len(pairs) >= ENOUGH and first == sorted(first) and len({*first}) > 2 and not any(map(is_first_name, first))


def list_word_pairs(texts: Sequence[str]) -> list[tuple[str, str]]:
    """Return the first word and the others of whole names in which neither a comma nor capitals tell them apart."""
    names = [split_name(text).name for text in texts if not has_dividing_comma(text) and not has_capitals_first(text)]
    folded = [fold_name(_TITLES.sub(" ", name)).text.split() for name in names]
    return [(words[0], " ".join(words[1:])) for words in folded if len(words) > 1]
