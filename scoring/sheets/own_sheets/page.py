"""A sheet that is edited, in words: its values, its problems, and the pages on which its parts are typed."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from scoring.engine.house_rules.library import load_vocabulary
from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.schema import ENTRIES, OVERLAYS, PLAIN, SECTIONS
from scoring.engine.problems import Names, Problem
from scoring.engine.texts import describe_problem, pick_language
from scoring.engine.texts.sheet_keys import LABELS, MEANINGS, PLACES, VALUES, find_text
from scoring.models import OwnSheet
from scoring.sheets.own_sheets.controls import COLUMNS, list_kinds
from scoring.sheets.own_sheets.draft import ORDERED, TOP, DraftPlace, Layer
from scoring.sheets.own_sheets.problem_words import list_problem_names, list_sheet_names
from scoring.sheets.own_sheets.words import Vocabulary

ORDER = (
    *("trischaken", "kontra", "radl", "points", "settle", "concede", "renonce", "pagatkassa"),
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
        german = str(entry.get("name") or entry.get("text") or name)
        return pick_language((german, str(entry.get("name_en") or entry.get("text_en") or german)), self.language)

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
