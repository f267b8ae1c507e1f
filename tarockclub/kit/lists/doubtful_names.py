"""Names that may be those of several people, or nobody's."""

import re
from collections.abc import Sequence

from tarockclub.kit.lists.names import EDGES, TOWN, fold_name, is_around_name, is_first_name
from tarockclub.kit.lists.words import compile_words, has_aside, load_words
from tarockclub.kit.text import has_digit

GUEST = "+"  # whoever comes along
_ODD = re.compile(
    r"[0-9;:|<>@#&/~*()]| [–-] |^(?:hr|fr|herr|frau)\.? \S+$"
    r"|^(?:der|die|das) |^(?:fam\.?|familie|n\. ?n\.?|frei|platzhalter|team)(?:\s|$)"
    r"|\s(?:u\.?|und(?! zu)|&|\+|mit)\s|\s(?:x[0-9]|bzw\.?|oder)(?:\s|$)"
    r"|(?:^|\s)x\s|\b(?:nicht|gesucht|entfällt|fehlt|ich|bruder|schwester|freundin?)\b"
    r"|(?<=[a-zäöüß]{5})\.$",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    r"(?:(?:partner|spieler|ersatz|vierter)(?:in)? gesucht|frei(?:er platz)?|leer|entfällt|vakant|n\.? ?n\.?|tba"
    r"|niemand|unbekannt|ich(?: \w+)?"
    r"|(?:\w+s|meine?|sein|ihr) (?:bruder|schwester|freundin?|frau|mann|sohn|tochter))\W*",
    re.IGNORECASE,
)
_JOINT = re.compile(r" ?[&/] ?| \+ |(?<=\w)\+(?=\w)| (?:(?<!von )und(?! zu\b)|u\.|and|mit) ", re.IGNORECASE)
_GUEST = re.compile(
    r"(?:\s|^)(?:\+|mit|plus|samt|und|&)\s*(?:1\b|(?:(?:s?einer|ihrer|s?einem|ihrem)\s)?"
    r"(?:begl\w*|partner(?:in)?|gast|mann|frau|freund(?:in)?|gattin|gatte|anhang|schwester|bruder|sohn|tochter)\b)\W*$",
    re.IGNORECASE,
)
_FAMILY = re.compile(r"^(?:fam\.|familie|ehepaar|paar|herr und frau)\s+(?=\S+\s+(?:&|\+|und|u\.)\s)", re.IGNORECASE)
_FAMILY_ONLY = re.compile(r"(?:fam\.?|familie|ehepaar) \S+", re.IGNORECASE)
_TASK = re.compile(r"[A-ZÄÖÜ][a-zäöüß]+ [a-zäöü]+en")  # "Wirt anrufen"
_MOST_JOINT = 7  # people in one name, and one more


def split_people(name: str, remark: str = "") -> tuple[str, ...]:
    """Return the people whom a name or the remark behind it may mean, if these are several; GUEST: who comes along.

    >>> split_people("Anna & Bert Lind"), split_people("Lind Anna u. Bert"), split_people("Karl von und zu Au")
    (('Anna Lind', 'Bert Lind'), ('Lind Anna', 'Lind Bert'), ())
    >>> split_people("Ada Lind + Begleitung"), split_people("Ada Lind", "+1"), split_people("Ida Kern/Jonas Lang")
    (('Ada Lind', '+'), ('Ada Lind', '+'), ('Ida Kern', 'Jonas Lang'))
    """
    bare = _FAMILY.sub("", name)
    if (guest := _GUEST.search(bare)) is not None and guest.start():
        return (bare[: guest.start()].rstrip(EDGES + "+"), GUEST)
    parts = [part.strip(EDGES) for part in _JOINT.split(bare)]
    if len(parts) == 1 and _GUEST.search(f" {remark}"):
        return (bare, GUEST)
    if not 1 < len(parts) < _MOST_JOINT or has_digit(bare) or not all(any(map(str.isalpha, part)) for part in parts):
        return ()
    first, last = parts[0].split(), parts[-1].split()
    if len(last) > 1:  # "Anna & Bert Lind"
        return tuple(part if " " in part else " ".join([part, *last[1:]]) for part in parts)
    if len(first) > 1:  # "Lind Anna & Bert"
        return tuple(part if " " in part else " ".join([*first[:-1], part]) for part in parts)
    return tuple(parts)


def is_pair_of_people(split: Sequence[str], name: str) -> bool:
    """Return whether the parts of a name are surely people: each has a common first name.

    >>> is_pair_of_people(("Anna Lind", "Bert Lind"), "Anna & Bert Lind"), is_pair_of_people(("Ost", "West"), "")
    (True, False)
    """
    return len(split) > 1 and "/" not in name and all(" " in part and is_first_name(part) for part in split)


def is_family(name: str) -> bool:
    """Return whether a name is that of a family of whom nobody is named."""
    return bool(_FAMILY_ONLY.fullmatch(name))


def split_comma(name: str, behind: str) -> tuple[str, ...]:
    """Return two people where behind the comma stands no town, but another whole name.

    >>> split_comma("Ada Lind", "Cora Berg"), split_comma("Ada Lind", "Bad Ischl"), split_comma("Ada Lind", "Lunz")
    (('Ada Lind', 'Cora Berg'), (), ())
    """
    words = behind.split()
    is_name = 2 <= len(words) <= 3 and " " in name and not TOWN.match(behind) and all(map(str.istitle, words))
    return (name, behind) if is_name and fold_name(behind).text not in load_words().towns else ()


def is_odd_name(name: str) -> bool:
    """Return whether a name has digits or signs, is of several people, or says that somebody does not come.

    >>> [is_odd_name(name) for name in ("Anna Maier", "Fam. Pichler", "Anna Abel +1", "Bert und Gabi Gust", "=B2")]
    [False, True, True, True, True]
    """
    words = [word for word in name.split() if not is_around_name(word)]
    small = sum(word[:1].islower() for word in words)
    is_place = fold_name(name).text in load_words().towns or compile_words("clubs").match(name) is not None
    return (
        is_place
        or compile_words("guests").fullmatch(name) is not None
        or bool(_ODD.search(name) or compile_words("companies").search(name))
        or has_aside(name)
        or 0 < small < len(words)
    )


def is_nobody(name: str) -> bool:
    """Return whether a name is none: a company's card, a seat that is free, words for somebody who is looked for.

    >>> is_nobody("Partner gesucht"), is_nobody("(Gasthaus Sonne)"), is_nobody("Frei Anna")
    (True, True, False)
    """
    is_company = bool(compile_words("companies").search(name)) and not is_first_name(name.partition(" ")[0])
    is_word = compile_words("nobodies", "guests").fullmatch(name) is not None
    is_task = bool(_TASK.fullmatch(name)) and not is_first_name(name.partition(" ")[0])
    return name.startswith("(") or "@" in name or is_company or is_word or is_task or bool(_NOBODY.fullmatch(name))
