"""The one selector language of the sheets: which items (the game, each premium in each form) a rule picks."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

Key = tuple[str, bool]  # (premium id, announced); the game is GAME
GAME: Key = ("", False)
WORDS = ("all", "game", "premiums", "announced", "silent", "kontra")


class Selector(NamedTuple):
    """The items picked, once for items that nobody kontra'd and once for those somebody did."""

    plain: frozenset[Key]
    kontrad: frozenset[Key]

    def is_picked(self, key: Key, kontrad: bool) -> bool:
        """Say whether the item is picked."""
        return key in (self.kontrad if kontrad else self.plain)


class Items(NamedTuple):
    """The items that a sheet's selectors can pick."""

    keys: frozenset[Key]
    groups: Mapping[str, frozenset[str]]  # premium group -> premium ids


def list_words(items: Items) -> frozenset[str]:
    """Every word a selector of this sheet may use, without `not`."""
    return frozenset(WORDS) | frozenset(items.groups) | {premium for premium, _ in items.keys if premium}


def strip_not(word: str) -> str:
    """The word without its `not `."""
    return word.removeprefix("not ")


def resolve(words: Iterable[str], items: Items) -> Selector:
    """Resolve a selector's words; unknown words were refused before and pick nothing.

    Words add up, what `not` names is taken away; only nots: everything but; no words: nothing.
    """
    listed = list(words)
    plus = [word for word in listed if not word.startswith("not ")]
    minus = [strip_not(word) for word in listed if word.startswith("not ")]
    start = plus or (["all"] if minus else [])

    def pick_items(kontrad: bool) -> frozenset[Key]:
        taken = frozenset().union(*(_find_keys(word, items, kontrad) for word in start))
        return taken.difference(*(_find_keys(word, items, kontrad) for word in minus))

    return Selector(pick_items(False), pick_items(True))


def _find_keys(word: str, items: Items, kontrad: bool) -> frozenset[Key]:
    match word:
        case "all":
            return items.keys
        case "game":
            return frozenset((GAME,))
        case "premiums":
            return items.keys - {GAME}
        case "announced" | "silent":
            return frozenset(key for key in items.keys if key != GAME and key[1] == (word == "announced"))
        case "kontra":
            return items.keys if kontrad else frozenset()
    premiums = items.groups.get(word, frozenset((word,)))
    return frozenset(key for key in items.keys if key[0] in premiums and key != GAME)
