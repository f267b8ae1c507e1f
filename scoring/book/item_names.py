"""The names of games, premiums and house rules, also of sheets that are gone here, and the words of doublings."""

import json
from typing import NamedTuple

from scoring.book.sheet_library import find_rules, list_sheet_ids
from scoring.engine.house_rules.library import load_vocabulary
from scoring.engine.house_rules.loader import name_items
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Names as Pair
from scoring.engine.texts import pick_language
from scoring.models import SheetVersion

Items = dict[str, Pair]


class PlayerNames:
    """The names in one language. Games of several sheets have the name of the first sheet that says one."""

    def __init__(self, language: str) -> None:
        self._at = int(language.startswith("en"))
        self._found: dict[str, tuple[Pair, Items]] = {}
        self._items: Items | None = None

    def name_sheet(self, sheet: str) -> str:
        """Return the name of house rules."""
        return self._load(sheet)[0][self._at]

    def name_item(self, item: str, sheet: str = "") -> str:
        """Return the name of a game or premium, on a sheet or on all of them; also if only an option brings it."""
        if sheet and item in (names := self._load(sheet)[1]):
            return names[item][self._at]
        return self._load_all().get(item, (item, item))[self._at]

    def _load_all(self) -> Items:
        if self._items is None:
            every = [self._load(sheet)[1] for sheet in reversed(list_sheet_ids())]
            self._items = {item: names for items in every for item, names in items.items()}
        return self._items

    def _load(self, sheet: str) -> tuple[Pair, Items]:
        if sheet not in self._found:
            self._found[sheet] = _load_names(sheet)
        return self._found[sheet]


def _load_names(sheet: str) -> tuple[Pair, Items]:
    """Return the names of a sheet that this installation has, or else of one that hands were played by."""
    if (rules := find_rules(sheet)) is not None:
        return rules.build_sheet().names, rules.item_names
    version = SheetVersion.objects.filter(sheet=sheet).order_by("-pk").first()
    if version is None:
        return (sheet, sheet), {}
    table = json.loads(version.text)
    german = str(table.get("name", sheet))
    return (german, str(table.get("name_en", german))), name_items(load_vocabulary(), table)


class DoublingWords(NamedTuple):
    """The words of a sheet; `title` is for the beginning of a line."""

    name: str
    within: str
    last: str

    @property
    def title(self) -> str:
        """The name at the beginning of a line.

        >>> DoublingWords("doppelter Einsatz", "mit doppeltem Einsatz", "Runde mit doppeltem Einsatz").title
        'Doppelter Einsatz'
        """
        return capitalize_first(self.name)


def get_doubling_words(sheet: Sheet, language: str) -> DoublingWords:
    """Return the words of a sheet in a language."""
    doubling = sheet.doubling
    return DoublingWords(*(pick_language(words, language) for words in (doubling.name, doubling.within, doubling.last)))


def capitalize_first(words: str) -> str:
    """Capitalize the first letter only; all others stay.

    >>> capitalize_first("doppelter Einsatz"), capitalize_first("")
    ('Doppelter Einsatz', '')
    """
    return words[:1].upper() + words[1:]
