"""The names of deals that count double, in the language of the page: Radl, or the sheet's own words."""

from typing import NamedTuple

from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.texts import pick_language


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
    said = sheet.doubling
    return DoublingWords(*(pick_language(words, language) for words in (said.name, said.within, said.last)))


def capitalize_first(words: str) -> str:
    """Capitalize the first letter only; all others stay.

    >>> capitalize_first("doppelter Einsatz"), capitalize_first("")
    ('Doppelter Einsatz', '')
    """
    return words[:1].upper() + words[1:]
