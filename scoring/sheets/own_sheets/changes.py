"""The differences between two states of a sheet, key by key: also those that no Speiszettel prints."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from scoring.engine.house_rules.overlay import Table, drop_removed, lay_over
from scoring.engine.house_rules.schema import ENTRIES, OVERLAYS, PLAIN, SECTIONS
from scoring.engine.texts import pick_language
from scoring.engine.texts.sheet_keys import PLACES
from scoring.sheets.own_sheets.draft import DraftPlace, list_entries, open_layer
from scoring.sheets.own_sheets.page import NONE, Speaker

SHORT = 30  # letters of a sentence that is named


def list_key_changes(before: Table, after: Table, language: str) -> Iterator[str]:
    """Yield what a draft says otherwise than the one before it, in words."""
    old, new = open_layer(before), open_layer(after)
    if old is None or new is None:
        return
    speaker = Speaker(lay_over(old.whole, drop_removed(new.whole)), language)
    yield from KeyComparison(speaker).compare(_drop_removed(old.whole), _drop_removed(new.whole))
    for section in ENTRIES:
        names, old_names = list_entries(new, section), list_entries(old, section)
        if [name for name in names if name in old_names] != [name for name in old_names if name in names]:
            listed = ", ".join(speaker.name_entry(section, name) for name in names)
            title = pick_language(PLACES[section], language)
            yield _("%(part)s in another order: %(names)s") % {"part": title, "names": listed}


def _drop_removed(table: Table) -> Table:
    """Return a sheet without what is taken out of it; what an option takes out stays."""
    entries = {name: entry for name, entry in (table.get("options") or {}).items() if entry}
    overlays = {name: {way: entry[way] for way in OVERLAYS if way in entry} for name, entry in entries.items()}
    return lay_over(drop_removed(table), {"options": overlays})


class KeyComparison:
    """Puts into words what two tables say otherwise: whole sheets, or what an option (`name`) changes."""

    def __init__(self, speaker: Speaker, name: str = "") -> None:
        self.speaker = speaker
        self.start = f"{name}: " if name else ""
        self.unsaid = _("not changed") if name else NONE

    def compare(self, before: Table, after: Table) -> Iterator[str]:
        """Yield every difference, in the order of the file format."""
        yield from self._compare_keys(DraftPlace(), PLAIN, before, after)
        for section, kinds in SECTIONS.items():
            yield from self._compare_keys(DraftPlace(section), kinds, before.get(section), after.get(section))
        for section in ENTRIES:
            old, new = (table.get(section) or {} for table in (before, after))
            for entry in dict.fromkeys([*old, *new]):
                yield from self._compare_entry(DraftPlace(section, entry), old.get(entry), new.get(entry))

    def _compare_entry(self, place: DraftPlace, old: Any, new: Any) -> Iterator[str]:
        if (old and not new) or (new is False and old is None):
            text = self.unsaid if new is None and self.start else _("no longer on the sheet")
            yield f"{self.start}{self.speaker.name_entry(*place)}: {text}"
            return
        yield from self._compare_keys(place, ENTRIES[place.section], old, new)
        for way in OVERLAYS if place.section == "options" else ():
            changed = [(table or {}).get(way) or {} for table in (old, new)]
            yield from KeyComparison(self.speaker, self.speaker.name_entry(*place)).compare(*changed)

    def _compare_keys(self, place: DraftPlace, keys: Iterable[str], old: Any, new: Any) -> Iterator[str]:
        for key in keys:
            one, other = ((table or {}).get(key) for table in (old, new))
            if one != other or type(one) is not type(other):
                texts = (self._say(place, key, value) for value in (one, other))
                yield f"{self.start}{self._name_key(place, key)}: {' → '.join(texts)}"

    def _name_key(self, place: DraftPlace, key: str) -> str:
        label = self.speaker.get_label(place.section, key)
        if not place.section:
            return label
        title = pick_language(PLACES[place.section], self.speaker.language)
        if not place.entry:
            return f"{title}: {label}"
        if "name" in ENTRIES[place.section]:
            return f"{self.speaker.name_entry(*place)}: {label}"
        if key.startswith("text"):  # reminders and readings have no other name
            return f"{title}: {label}"
        return f"{title}, {Truncator(self.speaker.name_entry(*place)).chars(SHORT)}: {label}"

    def _say(self, place: DraftPlace, key: str, value: Any) -> str:
        return self.unsaid if value is None else self.speaker.say(place, key, value) or NONE
