"""Names of people as they are typed and listed: turned, without remarks, and as they are compared.

What a comma, a bracket or a title means is the same in lists, at the desk, in sign-ups and for the API.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

from tarockclub.kit.lists.words import has_coming, has_gone, load_words
from tarockclub.kit.text import clean_name, clean_text, has_digit

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "œ": "oe"})
_WORDS = re.compile(r"[^\W_]+")
_TITLES = frozenset(
    (
        "dr",
        "ddr",
        "mag",
        "ing",
        "dipl",
        "di",
        "prof",
        "bsc",
        "msc",
        "ba",
        "ma",
        "dkfm",
        "kommr",
        "medr",
        "osr",
        "ostr",
        "bakk",
    )
)
_SUFFIX = re.compile(
    r"(?:jun|sen|jr|sr|junior|senior|i{1,3}|iv|ba|mas?|[mb]sc|mba|phd|bed|med|ll[mb]|bakk)\.?|\([0-9]{1,4}\)",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"(?:m?mag|dr|dr-ing|ddr|ing|di|dipl|dipl-ing|prof|dkfm|univ|hofrat|herr|frau|hr|fr|ir|i\.r|kr|em|hc|h\.c|kommr|medr|ostr|osr)\.?(?:in|a)?",
    re.IGNORECASE,
)
_PARTICLES = frozenset(
    ("von", "vom", "und", "zu", "zum", "zur", "van", "der", "den", "ter", "ten", "de", "del", "della")
) | frozenset(("di", "da", "dos", "du", "la", "le", "al", "el"))
_SPACED_HYPHEN = re.compile(r"(?<=\w) [-–] (?=\w)")  # "Lind - Berg Ada"
_BRACKET = re.compile(r"[(\[]([^()\[\]]{1,200})[)\]]\s*$")
_TIED = re.compile(r"(?:ex\s?(?:ae|e|ä|æ)quo|gleichauf|e\. ?a\.)\s+", re.IGNORECASE)
_COUNT_MARK = re.compile(r"^(?:[0-9]{1,4}(?:[.)] ?| )|l\. +)(?=[^\W\d_])")
_SCANNED = re.compile(r"(?<=[^\W\d_])[01|]|[01|](?=[^\W\d_]{2})")
_SIGNS = re.compile("[\u2190-\u2bff\U0001f000-\U0001faff\ufe0f]+|(?<=[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d")
EDGES = " \t*|•·‣–—-_~#?!:;,"  # around a name they are no part of it
_REMARKABLE = frozenset("*?!#~")
TOWN = re.compile(
    r"(?:bad|st\.?|sankt|markt|groß|klein|maria|neu|alt|ober|unter|deutsch|wiener|hohe|hof|schloss|windisch|\w+er)\s",
    re.IGNORECASE,
)
_STROKES = re.compile("[\u0335-\u0338]")  # each strikes the letter before it out
_STRIKE = re.compile(r"~+([^~]+)~+")
_REPLACED = re.compile(r"~+([^~]+)~+\s+([^~]+)")
_ARROW = re.compile(r"(?:->|=>|→)([\s\S]*)")
_INSIDE = re.compile(r"([^()\[\]]{3,120}?) ?[(\[]([^()\[\]]{1,120})[)\]] ?[–—,;:-]? ?([^\W\d_].*)")
_BEHIND = re.compile(r"([^\W\d_].{2,}?)(?:\s*[,;:]\s*|\s+[-–—]+\s*|\s+(?=[a-zäöü]))(.*\w.*)$")
DITTO = re.compile(r"[\s–—-]*(?:[\"“”„″〃]+|''|,,|d(?:et)?to\.|dto|ditto\b|do\.)[\s–—-]*", re.IGNORECASE)
Comma = Literal["turn", "town", "either"]


class FoldedName(NamedTuple):
    """A name without capitals, accents, titles and punctuation; words in their order, and in alphabetical order."""

    text: str
    turned: str


class NameParts(NamedTuple):
    """A name with the first name first, the town behind it, and what else was there; not sure: it has two meanings."""

    name: str
    town: str = ""
    remark: str = ""
    is_sure: bool = True


@lru_cache(maxsize=8192)
def fold_name(name: str) -> FoldedName:
    """Reduce a name to the part that does not depend on spelling.

    >>> fold_name("Dr. Zoë ŠIMEK-Graß")
    FoldedName(text='zoe simek grass', turned='grass simek zoe')
    """
    low = name.casefold().translate(_UMLAUTS)
    bare = "".join(char for char in unicodedata.normalize("NFKD", low) if not unicodedata.combining(char))
    words = _WORDS.findall(bare)
    main_words = [word for word in words if word not in _TITLES] or words
    return FoldedName(" ".join(main_words), " ".join(sorted(main_words)))


@lru_cache(maxsize=8192)
def split_name(text: str, surname_first: bool | None = None) -> NameParts:
    """Split what somebody has written as a name; `surname_first`: what a comma means in doubt.

    >>> [split_name(text)[:2] for text in ("Lind, Ada", "Cora Berg, Wien", "Dora Falk, jun.", "van der Au, Karl")]
    [('Ada Lind', ''), ('Cora Berg', 'Wien'), ('Dora Falk jun.', ''), ('Karl van der Au', '')]
    >>> split_name("Huber, Dr. Franz ✅ (kommt später)"), split_name("Garcia Marquez, Gabriel").is_sure
    (NameParts(name='Dr. Franz Huber', town='', remark='✅ kommt später', is_sure=True), False)
    """
    text = clean_text(text)
    if (
        (match := _INSIDE.fullmatch(text)) is not None
        and "," not in match[1]
        and not (is_suffix(match[2]) or is_around_name(match[1].strip(EDGES)))
    ):
        if " " not in match[1].strip(EDGES):  # "Rosemarie (Romy) Ebner"
            return NameParts(f"{match[1].strip(EDGES)} {match[3].rstrip(EDGES)}", "", match[2].strip())
        return NameParts(split_name(match[1], surname_first).name, "", f"{match[2].strip()} {match[3]}")
    bare, remark = _split_remark(text)
    parts = [part for part in map(str.strip, bare.split(",")) if part]
    ends: list[str] = []
    while len(parts) > 1 and all(_SUFFIX.fullmatch(word) or _TITLE.fullmatch(word) for word in parts[-1].split()):
        ends.insert(0, parts.pop())
    comma: Comma = judge_comma(parts[0], parts[1]) if len(parts) > 1 else "town"
    is_turned = comma == "turn" or (comma == "either" and surname_first is True)
    if (
        comma != "town"
        and surname_first is not True
        and _has_first_name_in_front(*parts[:2], alike=surname_first is False)
    ):
        name, towns, comma = " ".join([*parts[:2], *ends]), parts[2:], "town"
    elif is_turned:
        name, towns = join_parts(" ".join([parts[0], *ends]), parts[1]), parts[2:]
    else:
        name, towns = _order_words(" ".join([*parts[:1], *ends])), parts[1:]
    return NameParts(name, clean_text(", ".join(towns)), remark, comma != "either" or surname_first is not None)


def is_ditto(text: str) -> bool:
    """Return whether a cell only stands for the one above it."""
    return DITTO.fullmatch(text) is not None


def has_dividing_comma(text: str) -> bool:
    """Return whether a comma stands in a name that is not only in front of "jun." or a degree.

    >>> has_dividing_comma("Lind, Ada"), has_dividing_comma("Lind Ada, BA")
    (True, False)
    """
    words = " ".join(_BRACKET.sub("", text).split(",")[1:]).split()
    return not all(is_suffix(word) or _TITLE.fullmatch(word) for word in words)


def is_suffix(text: str) -> bool:
    """Return whether a text is "jun." and the like."""
    return bool(_SUFFIX.fullmatch(text.strip()))


def mend_scan(text: str) -> str:
    """Return a name of which a scan has taken letters for digits with its letters.

    >>> mend_scan("Wilhe1m 0tter"), mend_scan("Spieler 10")
    ('Wilhelm Otter', 'Spieler 10')
    """
    return _SCANNED.sub(
        lambda match: "l" if match[0] != "0" else "O" if text[: match.start()][-1:].strip() == "" else "o", text
    )


def cut_gone(text: str) -> tuple[str, str]:
    """Return a name without the words that somebody does not come, and these; a name that is struck out says so.

    >>> cut_gone("Doris Efeu - abgesagt"), cut_gone("~Bert Bach~"), cut_gone("Anna Krank")
    (('Doris Efeu', 'abgesagt'), ('Bert Bach', '~Bert Bach~'), ('Anna Krank', ''))
    """
    bare = _SIGNS.sub("", text).strip(" -*•·")
    if _STROKES.search(bare):
        bare = _STROKES.sub("", bare).strip()
        return bare, f"~{bare}~"
    if (match := _STRIKE.fullmatch(bare)) is not None:
        return match[1].strip(), bare
    if (match := _REPLACED.fullmatch(text)) is not None:
        return match[2], match[1].strip()
    match = _BEHIND.match(text.lstrip(EDGES))
    return (
        (match[1].strip(EDGES), match[2].strip(EDGES))
        if match and has_gone(match[2]) and not has_coming(text)
        else (text, "")
    )


def _has_first_name_in_front(before: str, behind: str, *, alike: bool) -> bool:
    """Return whether a comma stands behind the first name; `alike`: in other rows it does."""
    words = before.split()
    return (alike or len(words) > 1) and all(map(is_first_name, words)) and not is_first_name(behind)


def judge_comma(before: str, behind: str) -> Comma:
    """Return whether a comma stands between surname and first name, or between name and town.

    >>> [judge_comma(*pair) for pair in (("Huber", "Franz"), ("Cora Berg", "Bad Ischl"), ("Ruiz Sol", "Ana"))]
    ['turn', 'town', 'either']
    """
    is_saint = bool(TOWN.match(behind)) and not all(map(is_first_name, behind.split()))  # "Maria Anna" is no town
    if has_digit(behind) or is_saint or fold_name(behind).text in load_words().towns:
        return "town"
    words = [word for word in before.split() if not is_around_name(word)]
    if any(_TITLE.fullmatch(word) for word in behind.split()[:1]):
        return "turn"
    return "turn" if len(words) <= 1 else "either"


def join_parts(last: str, first: str) -> str:
    """Join surname and first name; titles stand in front, and "jun." behind.

    >>> join_parts("Huber jun.", "Dr. Franz"), join_parts("Huber", "Franz jun. MSc"), join_parts("Dr. Huber", "Franz")
    ('Dr. Franz Huber jun.', 'Franz Huber jun. MSc', 'Dr. Franz Huber')
    """
    titles: list[str] = []
    ends: list[str] = []
    bare: list[str] = []
    for part in (first, last):
        words = part.replace(",", " ").split()
        end = len(words)
        while end > 1 and _SUFFIX.fullmatch(words[end - 1]):
            end -= 1
        start = end
        while start > 1 and _TITLE.fullmatch(words[start - 1]) and "." in words[start - 1]:
            start -= 1
        titles, ends, words = titles + words[start:end], ends + words[end:], words[:start]
        while len(words) > 1 and part is last and _TITLE.fullmatch(words[0]) and words[0].casefold() not in _PARTICLES:
            titles.append(words.pop(0))
        bare += words
    return clean_text(" ".join([*titles, *bare, *ends]))


def turn_words(text: str, known: frozenset[str] = frozenset()) -> str:
    """Return a name whose surname stands first, without a comma; `known` folded names show where the surname ends.

    >>> turn_words("van der Au Karl"), turn_words("Ruiz Sol Ina"), turn_words("Dr. Ahorn Anna Maria")
    ('Karl van der Au', 'Ina Ruiz Sol', 'Dr. Anna Maria Ahorn')
    """
    words = _SPACED_HYPHEN.sub("-", text).split()
    begin = 1
    while begin < len(words) - 1 and (is_around_name(words[begin - 1]) or _SUFFIX.fullmatch(words[begin])):
        begin += 1
    ways = [join_parts(" ".join(words[:end]), " ".join(words[end:])) for end in range(begin, len(words))]
    first = next((end - begin for end in range(begin, len(words)) if is_first_name(words[end])), 0)
    return next((way for way in ways if fold_name(way).text in known), ways[first] if ways else clean_text(text))


def has_capitals_first(text: str) -> bool:
    """Return whether a surname in capitals stands in front of the first name."""
    return _order_words(text) != clean_text(text)


def _order_words(text: str) -> str:
    """Return a name without a comma; a surname in capitals in front is one that stands first."""
    words = text.split()
    capitals = 0
    while capitals < len(words) and (_is_capital(words[capitals]) or _is_capital_particle(words[capitals])):
        capitals += 1
    behind = words[capitals:]
    is_turned = (
        any(map(_is_capital, words[:capitals]))
        and not any(map(_is_capital, behind))
        and not all(map(is_around_name, behind))
    )
    return join_parts(" ".join(words[:capitals]), " ".join(words[capitals:])) if is_turned else clean_text(text)


def _is_capital(word: str) -> bool:
    return len(word) > 2 and word.isupper() and not is_around_name(word)


def _is_capital_particle(word: str) -> bool:
    return word.isupper() and word != "DI" and word.casefold() in _PARTICLES


def is_around_name(word: str) -> bool:
    """Return whether a word is a title, a degree or a particle."""
    return bool(_TITLE.fullmatch(word) or _SUFFIX.fullmatch(word)) or word.casefold() in _PARTICLES


def _split_remark(text: str) -> tuple[str, str]:
    """Return a name without signs and brackets, and these."""
    text = _COUNT_MARK.sub("", text)
    text, _arrow, behind = _ARROW.sub("\n\\1", text, count=1).partition("\n")
    signs = "".join(_SIGNS.findall(text))
    bare = _SIGNS.sub(" ", text)
    brackets: list[str] = []
    while (match := _BRACKET.search(bare)) and match.start():
        if is_suffix(match[1]):
            bare = f"{bare[: match.start()]} {match[1].strip()}"
            break
        brackets.insert(0, clean_text(match[1]))
        bare = bare[: match.start()]
    edge = "".join(char for char in bare[len(bare.rstrip(EDGES)) :] if char in _REMARKABLE)
    bare = _TIED.sub("", bare.strip(EDGES), count=1) if _TIED.match(bare.strip(EDGES)) else bare.strip(EDGES)
    return bare, " ".join(filter(None, (signs, edge, *brackets, behind)))


def is_first_name(text: str) -> bool:
    """Return whether the first or the last word is a common first name.

    >>> is_first_name("Anna Maria"), is_first_name("Hans-Peter"), is_first_name("Ahorn")
    (True, True, False)
    """
    words = fold_name(text).text.split()
    return bool(words) and not load_words().first_names.isdisjoint((words[0], words[-1]))


def is_first_name_only_in_front(name: str) -> bool:
    """Return whether a name begins with a common first name and ends with none."""
    first, _space, behind = name.partition(" ")
    return is_first_name(first) and not is_first_name(behind)


def is_perhaps_turned(name: str) -> bool:
    """Return whether in a name of two words the second one is a common first name, and the first one is none.

    >>> is_perhaps_turned("Lind Ada"), is_perhaps_turned("Ada Lind")
    (True, False)
    """
    first, _space, behind = name.partition(" ")
    return bool(behind) and " " not in behind and is_first_name(behind) and not is_first_name(first)


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
