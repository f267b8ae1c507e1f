"""The words of a sheet: texts in one language, names as its players say them, selectors spelled out."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from scoring.engine.house_rules.build import collect_items
from scoring.engine.house_rules.library import load_vocabulary
from scoring.engine.house_rules.loader import name_items
from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.selector import GAME, Key, resolve
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Names
from scoring.engine.texts import pick_language
from scoring.engine.texts.lines import KONTRAS
from scoring.engine.texts.rules import ITEMS, TITLES

FEW = 3  # fewer left-out premiums than this are named
Texts = Mapping[str, tuple[str, str]]


class Voice:
    """A sheet, the table that it was built from, and the language of its words."""

    def __init__(self, sheet: Sheet, table: Table, language: str) -> None:
        self.sheet = sheet
        self.table = table
        self.language = language
        self.items = collect_items(table)

    def get_title(self, code: str) -> str:
        """Return the title of a section, row or column."""
        return pick_language(TITLES[code], self.language)

    def load_texts(self, texts: Texts) -> Callable[..., str]:
        """Return a function that fills in a text of this collection."""

        def say(code: str, **words: object) -> str:
            return pick_language(texts[code], self.language).format(**words)

        return say

    def choose_text(self, german: str, english: str) -> str:
        """Return the text in the language."""
        return pick_language((german, english), self.language)

    @cached_property
    def _names(self) -> dict[str, Names]:
        return name_items(load_vocabulary(), self.table)

    def get_name(self, item: str) -> str:
        """Return the players' name of a contract or premium, on the sheet or not."""
        return pick_language(self._names[item], self.language) if item in self._names else item

    def join_names(self, items: Iterable[str]) -> str:
        """Return the names of several items, in the order of the sheet."""
        ids = set(items)
        order = [*self.sheet.contracts, *self.sheet.premiums]
        listed = [item for item in order if item in ids]
        return self.join_words([self.get_name(item) for item in (*listed, *sorted(ids.difference(order)))])

    def group_names(self, words: Iterable[str]) -> str:
        """Return the names of the contracts and groups in a list, groups by their own name.

        A game that is not played here is left out, as long as another one is.
        """
        groups, listed = self.table.get("groups", {}), list(words)
        absent = self._names.keys() - self.sheet.contracts.keys() - self.sheet.premiums.keys() - groups.keys()
        words = [word for word in listed if word not in absent] or listed
        names = [
            self.choose_text(groups[word]["name"], groups[word].get("name_en", groups[word]["name"]))
            if "name" in groups.get(word, {})
            else self.get_name(word)
            for word in words
        ]
        return self.join_words(names)

    def join_words(self, words: list[str], last: str = "and") -> str:
        """Join words with commas and one "and" (or "or")."""
        if len(words) < 2:
            return "".join(words)
        return ", ".join(words[:-1]) + pick_language(ITEMS[last], self.language) + words[-1]

    def get_ref(self, section: str) -> str:
        """Return the paragraph of a section."""
        return str(self.table.get(section, {}).get("ref", ""))

    def name_kontra(self, factor: int) -> str:
        """Return the spoken word for a multiplier."""
        return pick_language(KONTRAS[factor], self.language)

    def describe_selection(self, words: list[str], beside: str = "") -> str:
        """Return the items of a selector in words; `beside`: a premium to leave out."""
        say, selector = self.load_texts(ITEMS), resolve(words, self.items)
        every = frozenset(key for key in self.items.keys if key == GAME or key[0] != beside)
        plain, kontrad = selector.plain & every, selector.kontrad & every
        if plain == kontrad == every:
            return say("all")
        parts = [say("game")] if GAME in plain else []
        parts += self._list_premiums(plain - {GAME}, every - {GAME})
        if kontrad - plain:
            parts.append(say("with_kontra"))
        if plain - kontrad:
            parts.append(say("without_kontra"))
        return self.join_words(parts) or say("nothing")

    def describe_premiums(self, words: list[str]) -> str:
        """Return the premiums of a selector, without the game."""
        return self.join_words(self._list_premiums(resolve(words, self.items).plain - {GAME}, self.items.keys - {GAME}))

    def _list_premiums(self, keys: frozenset[Key], every: frozenset[Key]) -> list[str]:
        say = self.load_texts(ITEMS)
        if not keys:
            return []
        wholes = {
            "all_premiums": every,
            "all_announced": {key for key in every if key[1]},
            "all_silent": {key for key in every if not key[1]},
        }
        for code, whole in wholes.items():
            if keys == whole:
                return [say(code)]
        missing = {premium for premium, _ in every - keys}
        whole_missing = keys == {key for key in every if key[0] not in missing}
        if whole_missing and len(missing) < FEW:
            return [say("all_but", names=self.join_names(missing))]
        return [
            self._describe_premium(premium, keys, every)
            for premium in self.sheet.premiums
            if self._has_any(premium, keys)
        ]

    def _has_any(self, premium: str, keys: frozenset[Key]) -> bool:
        return any(key[0] == premium for key in keys)

    def _describe_premium(self, premium: str, keys: frozenset[Key], every: frozenset[Key]) -> str:
        """Return a premium, with its form if only one of two is meant."""
        forms = [announced for name, announced in keys if name == premium]
        if len(forms) == sum(name == premium for name, _ in every):
            return self.get_name(premium)
        return self.load_texts(ITEMS)("one_announced" if forms[0] else "one_silent", name=self.get_name(premium))
