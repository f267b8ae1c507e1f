"""The words that a value of a sheet can consist of, with their names in one language."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from scoring.engine.house_rules.build import FORMS
from scoring.engine.house_rules.contradictions import EVENTS
from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.remarks import OF_REMINDER, RULES
from scoring.engine.house_rules.reminders import MOMENTS
from scoring.engine.house_rules.selector import WORDS
from scoring.engine.house_rules.trischaken_table import ROW_WORDS
from scoring.engine.problems import Names
from scoring.engine.texts import pick_language
from scoring.engine.texts.rules import MOMENTS as MOMENT_TEXTS
from scoring.engine.texts.rules import TITLES, TRISCHAKEN
from scoring.engine.texts.sheet_keys import VALUES

Choices = list[tuple[str, str]]
# Selectors over items in which "what was kontra'd" means nothing.
PLAIN = frozenset(
    ("contracts.premiums", "groups.premiums", "contracts.king_lies", "groups.king_lies", "premiums.denies")
)
PLAIN_SECTIONS = frozenset(("kontra.covers", "concede.pays", "settle.silent_lost", "reminders.premiums"))
# Groups of premiums have no name on a sheet.
PREMIUM_GROUPS = {
    "voegel": _("the birds"),
    "stichpraemien": _("premiums for tricks"),
    "materialpraemien": _("premiums for cards"),
}


class Vocabulary:
    """The words of a whole table (a sheet over its vocabulary) in one language."""

    def __init__(self, table: Table, language: str) -> None:
        self.table = table
        self.language = language

    def list_words(self, section: str, key: str) -> Choices:
        """Return the words that a key accepts in its list, in the order of the sheet."""
        match key:
            case "groups":
                return self._list_groups("contracts" if section == "contracts" else "premiums")
            case "bei" | "only_bei" | "blank":
                return [*self.list_contracts(), *self._list_groups("contracts")]
            case "in":
                return [("all", self._name_value("word.all")), *self.list_contracts(), *self._list_groups("contracts")]
            case "needs" | "excludes" if section != "options":
                return self.list_premiums()
            case "excludes":
                return list(self._name_entries("options"))
            case "when" if section == "reminders":
                return [(moment, pick_language(MOMENT_TEXTS[moment], self.language)) for moment in MOMENTS]
            case "when":
                return [(word, pick_language(name_case(word), self.language)) for word in ROW_WORDS]
            case "contracts" if section == "order":
                return self.list_contracts()
            case "of":
                return [
                    *self.list_contracts(),
                    *self.list_premiums(),
                    *self._list_groups("contracts"),
                    *self._list_rules(),
                    *self._list_reminders(),
                ]
            case _:
                return self._list_items(plain=f"{section}.{key}" in PLAIN | PLAIN_SECTIONS)

    def list_events(self) -> Choices:
        """Return what can start a Radl."""
        named = [(event, self._name_value(f"event.{event}")) for event in EVENTS]
        return [*named, *self.list_contracts(), *self.list_premiums()]

    def list_contracts(self) -> Choices:
        """Return the contracts on the sheet."""
        return [
            (name, self._get_name(name, entry)) for name, entry in self._iter_entries("contracts") if entry.get("value")
        ]

    def list_premiums(self) -> Choices:
        """Return the premiums on the sheet."""
        return [
            (name, self._get_name(name, entry))
            for name, entry in self._iter_entries("premiums")
            if any(entry.get(form) for form, _announced in FORMS)
        ]

    def _list_items(self, *, plain: bool) -> Choices:
        words = [word for word in WORDS if word != "kontra" or not plain]
        named = [(word, self._name_value(f"word.{word}")) for word in words]
        return [*named, *self._list_groups("premiums"), *self.list_premiums()]

    def _list_groups(self, section: str) -> Choices:
        used = {group for _name, entry in self._iter_entries(section) for group in entry.get("groups") or ()}
        entries = self.table.get("groups") or {}
        return [(group, self._get_name(group, entries.get(group) or {})) for group in sorted(used)]

    def _list_rules(self) -> Choices:
        return [(rule, pick_language(TITLES[rule], self.language)) for rule in RULES]

    def _list_reminders(self) -> Choices:
        """Return the reminders by the beginning of their sentences."""
        texts = [(name, str(entry.get("text", ""))) for name, entry in self._iter_entries("reminders")]
        return [(f"{OF_REMINDER}{name}", f"{text[:40]} …") for name, text in texts]

    def _name_entries(self, section: str) -> Iterator[tuple[str, str]]:
        yield from ((name, self._get_name(name, entry)) for name, entry in self._iter_entries(section))

    def _iter_entries(self, section: str) -> Iterator[tuple[str, Table]]:
        yield from ((name, entry) for name, entry in (self.table.get(section) or {}).items() if entry)

    def _get_name(self, name: str, entry: Table) -> str:
        german = str(entry.get("name") or PREMIUM_GROUPS.get(name, name))
        return pick_language((german, str(entry.get("name_en") or german)), self.language)

    def _name_value(self, code: str) -> str:
        return pick_language(VALUES[code], self.language)


def name_case(word: str) -> Names:
    """Return what a condition of a case of Trischaken is called.

    >>> name_case("buergermeister"), name_case("gleich_2")
    (('Bürgermeister', 'Bürgermeister'), ('zwei Gleiche vorne', 'two tied for first'))
    """
    german, english = TRISCHAKEN.get(f"{word}_case") or TRISCHAKEN[word]
    return german.split(" ab {")[0], english.split(" from {")[0]
