"""A sheet that is edited, in words: values, problems, differences, and the pages on which its parts are typed."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from scoring.engine.house_rules.build import TRISCHAKEN
from scoring.engine.house_rules.library import load_vocabulary
from scoring.engine.house_rules.reminders import read_reminder
from scoring.engine.house_rules.schema import (
    ENTRIES,
    OVERLAYS,
    PLAIN,
    SECTIONS,
    Table,
    drop_removed,
    lay_over,
    list_names,
)
from scoring.engine.house_rules.trischaken_table import ROW_WORDS
from scoring.engine.problems import Names, Problem
from scoring.engine.texts import describe_problem, pick_language
from scoring.engine.texts.sheet_keys import LABELS, MEANINGS, PLACES, VALUES, find_text
from scoring.models import OwnSheet
from scoring.sheets.own_sheets.controls import COLUMNS, Vocabulary, list_kinds, name_case
from scoring.sheets.own_sheets.draft import ORDERED, TOP, DraftPlace, Layer, list_entries, open_layer

NAMES_KEYS = (
    "keys_contradict",
    "key_needs_key",
    "missing_key",
    "multiplied_not_counted",
)  # codes of problems whose sentences name keys


def list_sheet_names(layer: Layer) -> dict[str, Names]:
    """Return what games, premiums, groups and options are called, also those that were taken off the sheet."""
    return list_names(layer.below, *ENTRIES) | list_names(layer.whole, *ENTRIES)


def list_problem_names(place: DraftPlace | None, problem: Problem, names: Mapping[str, Names]) -> dict[str, Names]:
    """Return what the editor calls the keys and entries that a problem of a part names."""
    words = [value for _name, value in problem.params if isinstance(value, str)]
    pairs = ((word, _find_names(place, problem, word, names)) for word in words)
    return {word: named for word, named in pairs if named is not None}


def _find_names(place: DraftPlace | None, problem: Problem, word: str, names: Mapping[str, Names]) -> Names | None:
    label = _find_label(place, word) if place is not None and problem.code.startswith(NAMES_KEYS) else None
    entry, _sign, key = word.partition(".")
    if label is None and key and entry in names:  # of a group
        label = find_text(LABELS, "groups", key)
        return None if label is None else (f"{names[entry][0]}: {label[0]}", f"{names[entry][1]}: {label[1]}")
    return label or names.get(word)


def _find_label(place: DraftPlace, word: str) -> tuple[str, str] | None:
    """Return what the editor calls a key, several of them, or a part; None for any other word.

    >>> _find_label(DraftPlace("contracts", "dreier"), "lost"), _find_label(DraftPlace("points"), "dreier")
    (('„Verloren kostet es“', '“Lost, it costs”'), None)
    """
    if " / " in word:
        labels = [_find_label(place, part) for part in word.split(" / ")]
        pairs = [label for label in labels if label is not None]
        return (" / ".join(pair[0] for pair in pairs), " / ".join(pair[1] for pair in pairs)) if pairs else None
    case = word.removeprefix("when = ")
    section, _sign, key = word.strip("[]").partition(".")
    if key and section in PLACES:
        title, label = PLACES[section], find_text(LABELS, section, key) or (key.title(), key.title())
        texts = f"{title[0]}: {label[0]}", f"{title[1]}: {label[1]}"
    elif place.section == TRISCHAKEN and case in ROW_WORDS:
        texts = name_case(case)
    elif word in list_kinds(place):
        texts = find_text(LABELS, place.section, word) or (word, word)
    elif section in PLACES and section:
        texts = PLACES[section]
    else:
        return None
    return f"„{texts[0]}“", f"“{texts[1]}”"


ORDER = (
    *(
        "trischaken",
        "deal",
        "auction",
        "play",
        "kontra",
        "radl",
        "points",
        "settle",
        "concede",
        "renonce",
        "pagatkassa",
    ),
    *("groups", "options", "reminders", "readings", "gaps"),
)
NONE = "–"  # what is taken out here


ShownProblem = tuple[str, list[tuple[str, str]]]  # of the draft: its sentence; the names and pages of what it names


def build_place_address(own: OwnSheet, place: DraftPlace, option: str = "", key: str = "") -> str:
    """Return the address of the page on which a part of a sheet, or a key of it, is typed."""
    if place.section == "order":
        return reverse("sheet_order", args=[own.sheet])
    if place.section in ORDERED:
        if key and key not in COLUMNS[place.section]:
            return reverse("sheet_text", args=[own.sheet])
        return _add_option(reverse("sheet_values", args=[own.sheet]), option, place.path.replace("/", "-"))
    name = place.path or TOP
    return _add_option(reverse("sheet_rules", args=[own.sheet]), option, f"{name}-{key}" if key else name, open=name)


def _add_option(address: str, option: str, anchor: str, **query: str) -> str:
    query |= {"option": option} if option else {}
    return f"{address}{'?' if query else ''}{urlencode(query)}#{anchor}"


class Speaker:
    """Puts the values of a sheet into words of one language."""

    def __init__(self, whole: Table, language: str) -> None:
        self.whole = whole
        self.language = language
        self.words = Vocabulary(whole, language)

    def get_label(self, section: str, key: str) -> str:
        """Return the label of a key; the key itself where it has none."""
        text = find_text(LABELS, section, key)
        return pick_language(text, self.language) if text else key

    def explain(self, section: str, key: str) -> str:
        """Return the meaning of a key; "" where its label says it all."""
        text = find_text(MEANINGS, section, key)
        return pick_language(text, self.language) if text else ""

    def name_entry(self, section: str, name: str) -> str:
        """Return the name of an entry."""
        tables = (self.whole, load_vocabulary())  # what was taken off the sheet has its name there
        entry: Table = next((candidate for table in tables if (candidate := (table.get(section) or {}).get(name))), {})
        german, english = read_reminder(entry, self.whole)
        german = str(entry.get("name") or german or name)
        return pick_language((german, str(entry.get("name_en") or english or german)), self.language)

    def say(self, place: DraftPlace, key: str, value: Any) -> str:
        """Return a value in few words; "" for what is not said."""
        if value is None or value is False:
            return ""
        if value is True:
            return pick_language(("ja", "yes"), self.language)
        if isinstance(value, Mapping):
            words = {
                self._find_name(name): self._name_said(key, word) for name, word in value.items() if word is not False
            }
            return ", ".join(f"{name}: {word}" for name, word in words.items())
        kind = list_kinds(place).get(key)
        match kind.expects if kind is not None else "":
            case "words":
                return self._join_words(place.section, key, value)
            case "rows":
                return " · ".join(map(self._describe_row, value))
            case "ident":
                return self.name_entry("premiums", value)
            case expects:
                named = VALUES.get(f"{expects}.{value}")
        return pick_language(named, self.language) if named else _join_plainly(value)

    def _join_words(self, section: str, key: str, value: list[str]) -> str:
        names = dict(self.words.list_words(section, key))
        if not value:
            return pick_language(("nichts", "nothing"), self.language)
        but = pick_language(("nicht", "not"), self.language)
        texts = [
            f"{but} {names.get(word[4:], word[4:])}" if word.startswith("not ") else names.get(word, word)
            for word in value
        ]
        return ", ".join(texts)

    def _describe_row(self, row: Mapping[str, Any]) -> str:
        cases = dict(self.words.list_words("trischaken", "when"))
        when = ", ".join(cases.get(word, word) for word in row.get("when", ()))
        places = " ".join(str(place).replace("-", "−") for place in row["places"])
        return f"{when}: {places}" if when else places

    def _find_name(self, name: str) -> str:
        return next((label for word, label in self.words.list_events() if word == name), name)

    def _name_said(self, key: str, value: Any) -> str:
        named = VALUES.get(f"{'events' if key == 'after' else key}.{value}")
        return pick_language(named, self.language) if named else str(value)


def _join_plainly(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def list_sheet_problems(own: OwnSheet, layer: Layer, problems: Iterable[Problem], language: str) -> list[ShownProblem]:
    """Return what is wrong with a draft, each with links to the fields that it names."""
    names = list_sheet_names(layer)
    return [
        (
            describe_problem(problem, language, list_problem_names(parse_path(problem.path)[0], problem, names)),
            _list_links(own, problem, names, language),
        )
        for problem in problems
    ]


def _list_links(own: OwnSheet, problem: Problem, names: Mapping[str, Names], language: str) -> list[tuple[str, str]]:
    place, option, key = parse_path(problem.path)
    if place is None:
        return []
    keys = [key, *(str(value) for name, value in problem.params if name in ("one", "other"))]
    named = [name for name in dict.fromkeys(keys) if name in list_kinds(place)]
    labels = {name: pick_language(find_text(LABELS, place.section, name) or (name, name), language) for name in named}
    title = names.get(place.entry, (place.entry, place.entry)) if place.entry else PLACES[place.section]
    links = [(labels[name], build_place_address(own, place, option, name)) for name in named]
    return links or [(pick_language(title, language), build_place_address(own, place, option))]


def parse_path(path: str) -> tuple[DraftPlace | None, str, str]:
    """Return the place that a problem's path names, the option that it is in ("": none), and the key ("": none).

    >>> parse_path("options/dear/on/contracts/dreier/value")
    (DraftPlace(section='contracts', entry='dreier'), 'dear', 'value')
    """
    parts = path.split("/")
    option = ""
    if parts[0] == "options" and len(parts) > 3 and parts[2] in OVERLAYS:
        option, parts = parts[1], parts[3:]
    if parts[0] in ENTRIES:
        if len(parts) < 2:
            return DraftPlace(parts[0]), option, ""
        return DraftPlace(parts[0], parts[1]), option, parts[2] if len(parts) > 2 else ""
    if parts[0] in SECTIONS:
        return DraftPlace(parts[0]), option, parts[1] if len(parts) > 1 else ""
    return (DraftPlace(), option, parts[0]) if parts[0] in PLAIN else (None, option, "")


SENTENCE_LETTERS = 30  # letters of a sentence that is named


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
        return f"{title}, {Truncator(self.speaker.name_entry(*place)).chars(SENTENCE_LETTERS)}: {label}"

    def _say(self, place: DraftPlace, key: str, value: Any) -> str:
        return self.unsaid if value is None else self.speaker.say(place, key, value) or NONE
