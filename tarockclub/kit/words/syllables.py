"""Line breaks in long words: soft hyphens between syllables, for browsers without a dictionary."""

import re
from collections.abc import Iterator
from functools import lru_cache

SOFT_HYPHEN = "\N{SOFT HYPHEN}"
SHORTEST = 7  # letters of the shortest word that is broken
LEAST = 3  # letters that stay together at both ends
_WORD = re.compile(r"[^\W\d_]+")
_VOWELS = "aeiouyäöüáàâéèêëíîïóôőúůűý"
# The beginning of a syllable: one consonant, a sound of several letters, one followed by l or r.
_ONSET = r"sch[lmnrw]|sch|ch|ck|ph|th|qu|[bcdfgkptv]r|[bcfgkp]l|[^\W\d_]"
_BREAK = re.compile(rf"[{_VOWELS}][^\W\d_{_VOWELS}]*?(?=(?:{_ONSET})[{_VOWELS}])(?=[^{_VOWELS}])", re.IGNORECASE)


@lru_cache(maxsize=4096)  # the same few hundred names, on every page
def add_soft_hyphens(text: str) -> str:
    """Put soft hyphens between the syllables of long words.

    >>> add_soft_hyphens("Margarethe Mayrhofer, Anna").replace(SOFT_HYPHEN, "|")
    'Mar|ga|re|the Mayr|ho|fer, Anna'
    """
    return _WORD.sub(lambda found: SOFT_HYPHEN.join(_split_syllables(found[0])), text)


def _split_syllables(word: str) -> Iterator[str]:
    begin = 0
    if len(word) >= SHORTEST:
        for found in _BREAK.finditer(word):
            if LEAST <= found.end() <= len(word) - LEAST:
                yield word[begin : found.end()]
                begin = found.end()
    yield word[begin:]
