"""The controls of the editor: how each key of a sheet is typed and ticked, and the value that comes of it."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.engine.house_rules.build import FORMS
from scoring.engine.house_rules.contradictions import EVENTS
from scoring.engine.house_rules.reminders import MOMENTS, OF_REMINDER, RULES, read_reminder
from scoring.engine.house_rules.schema import ENTRIES, SECTIONS, Kind, Table
from scoring.engine.house_rules.schema import PLAIN as SCHEMA_PLAIN
from scoring.engine.house_rules.trischaken_table import ROW_WORDS
from scoring.engine.house_rules.validate import WORDS
from scoring.engine.points import parse_amount
from scoring.engine.problems import Names
from scoring.engine.texts import pick_language
from scoring.engine.texts.rules import MOMENTS as MOMENT_TEXTS
from scoring.engine.texts.rules import TITLES, TRISCHAKEN
from scoring.engine.texts.sheet_keys import VALUES
from scoring.engine.texts.words import KINDS
from scoring.sheets.own_sheets.draft import DraftPlace
from tarockclub.kit.amounts import MINUS
from tarockclub.kit.text import parse_signed, parse_whole

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
                return [("all", self.name_value("word.all")), *self.list_contracts(), *self._list_groups("contracts")]
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
        named = [(event, self.name_value(f"event.{event}")) for event in EVENTS]
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
        named = [(word, self.name_value(f"word.{word}")) for word in words]
        return [*named, *self._list_groups("premiums"), *self.list_premiums()]

    def _list_groups(self, section: str) -> Choices:
        used = {group for _name, entry in self._iter_entries(section) for group in entry.get("groups") or ()}
        entries = self.table.get("groups") or {}
        return [(group, self._get_name(group, entries.get(group) or {})) for group in sorted(used)]

    def _list_rules(self) -> Choices:
        return [(rule, pick_language(TITLES[rule], self.language)) for rule in RULES]

    def _list_reminders(self) -> Choices:
        """Return the reminders by the beginning of their sentences."""
        words = [(name, read_reminder(entry, self.table)) for name, entry in self._iter_entries("reminders")]
        texts = [(name, pick_language(text, self.language)) for name, text in words]
        return [(f"{OF_REMINDER}{name}", f"{text[:40]} …") for name, text in texts]

    def _name_entries(self, section: str) -> Iterator[tuple[str, str]]:
        yield from ((name, self._get_name(name, entry)) for name, entry in self._iter_entries(section))

    def _iter_entries(self, section: str) -> Iterator[tuple[str, Table]]:
        yield from ((name, entry) for name, entry in (self.table.get(section) or {}).items() if entry)

    def _get_name(self, name: str, entry: Table) -> str:
        german = str(entry.get("name") or PREMIUM_GROUPS.get(name, name))
        return pick_language((german, str(entry.get("name_en") or german)), self.language)

    def name_value(self, code: str) -> str:
        """Return what a value is called."""
        return pick_language(VALUES[code], self.language)


def name_case(word: str) -> Names:
    """Return what a condition of a case of Trischaken is called.

    >>> name_case("buergermeister"), name_case("gleich_2")
    (('Bürgermeister', 'Bürgermeister'), ('zwei Gleiche vorne', 'two tied for first'))
    """
    german, english = TRISCHAKEN.get(f"{word}_case") or TRISCHAKEN[word]
    return german.split(" ab {")[0], english.split(" from {")[0]


# Decided when the sheet is made; examples have pages of their own; what a sentence is about matters to sheets over it.
HIDDEN = frozenset(("id", "extends", "examples", "about", "says"))
COLUMNS = {"contracts": ("value", "lost", "by"), "premiums": ("silent", "announced")}  # the rest is said as text
RARE = frozenset(("paragraphs", "defence_kontra"))
NOTHING = "-"  # the word for a list that is said and empty
SPARE_ROWS = 3
SPARE_CASES = 1
LONGEST = 300
Fields = dict[str, forms.Field]


class Control(NamedTuple):
    """One key: its fields in a form, and the value from what was posted; ValidationError for what cannot be one."""

    key: str
    fields: Fields
    parse: Callable[[Mapping[str, Any]], Any]


def list_kinds(place: DraftPlace) -> dict[str, Kind]:
    """Return the keys that can be said in a place, in their order."""
    kinds = (ENTRIES.get(place.section) or SECTIONS[place.section]) if place.section else SCHEMA_PLAIN
    return {key: kind for key, kind in kinds.items() if key not in HIDDEN}


def list_typed_kinds(place: DraftPlace) -> dict[str, Kind]:
    """Return the keys of a place that have a field on a page: of a game or premium the columns of its row."""
    kinds = list_kinds(place)
    return {key: kinds[key] for key in COLUMNS.get(place.section, kinds) if key not in RARE}


def build_control(place: DraftPlace, key: str, kind: Kind, value: Any, words: Vocabulary, rows: int = 0) -> Control:
    """Return the control of a key with its present value (None: not said), and with so many rows at least."""
    match kind.expects:
        case "words":
            return _build_words(place, key, value, words)
        case "spoken":
            return _build_spoken(key, kind, value, words.language)
        case "bool":
            return _build_tick(key, value)
        case "events":
            lengths = [("round", words.name_value("events.round")), *((str(n), str(n)) for n in range(1, 13))]
            return _build_pairs(key, value or {}, words.list_events(), lengths)
        case "rows":
            return _build_rows(key, value or [], words, rows)
        case "ident":
            return _build_choice(key, value, words.list_premiums())
    codes = [code for code in VALUES if code.startswith(f"{kind.expects}.")]
    if codes:
        named = [(code.partition(".")[2], words.name_value(code)) for code in codes]
        return _build_choice(key, value, named)
    return _build_text(key, kind, value, words.language)


def _build_tick(key: str, value: Any) -> Control:
    field = forms.BooleanField(required=False, initial=bool(value))
    return Control(key, {key: field}, lambda data: True if data.get(key) else None)


def _build_spoken(key: str, kind: Kind, value: Any, language: str) -> Control:
    """Return a field for words that people say at the table, separated by semicolons."""
    spoken = value if isinstance(value, list) else []
    field = forms.CharField(required=False, initial="; ".join(spoken), max_length=LONGEST)

    def parse(data: Mapping[str, Any]) -> Any:
        typed = [word.strip() for word in str(data.get(key) or "").split(";") if word.strip()]
        if typed and not kind.fits(typed):
            expected = {"kind": pick_language(KINDS[kind.expects], language)}
            raise forms.ValidationError(gettext("Expected here: %(kind)s.") % expected)
        return typed or None

    return Control(key, {key: field}, parse)


def _build_text(key: str, kind: Kind, value: Any, language: str) -> Control:
    initial = "" if value is None or value is False else str(value)
    area = kind.expects == "text" and key.startswith("text")
    widget = forms.Textarea(attrs={"rows": 3}) if area else forms.TextInput(attrs={"autocomplete": "off"})
    field = forms.CharField(required=False, initial=initial, max_length=LONGEST * (1 + area), widget=widget)

    def parse(data: Mapping[str, Any]) -> Any:
        text = _read_text(data.get(key), initial, area=area)
        if not text or text == initial:
            return value if text else None
        text = _write_money(text) if kind.expects == "money" else text
        typed: Any = int(text) if _is_number(text) and kind.expects not in ("text", "money", "points") else text
        if not kind.fits(typed):
            raise forms.ValidationError(
                gettext("Expected here: %(kind)s.") % {"kind": pick_language(KINDS[kind.expects], language)}
            )
        return typed

    return Control(key, {key: field}, parse)


def _write_money(text: str) -> str:
    """Return an amount of money as a file has it, from how people write it.

    >>> [_write_money(text) for text in ("0,10", "1,5 €", "10 Cent", "0.10 CHF", "x")]
    ['0.10 EUR', '1.50 EUR', '0.10 EUR', '0.10 CHF', 'x']
    """
    if cents := re.fullmatch(r"([0-9]{1,3}) ?(?:[Cc]ent|c)", text):
        return f"{int(cents[1]) // 100}.{int(cents[1]) % 100:02} EUR"
    match = re.fullmatch(r"(?:€ ?)?([0-9]{1,4})(?:[.,]([0-9]{1,2}))? ?(€|Euro|[A-Z]{3})?", text)
    if match is None:
        return text
    currency = match[3] if match[3] and match[3].isupper() else "EUR"
    return f"{match[1]}.{(match[2] or '0').ljust(2, '0')} {currency}"


def _read_text(posted: Any, initial: str, *, area: bool = False) -> str:
    """Return a posted text; the one that was shown where only what a field cannot hold is missing from it."""
    text = str(posted or "").replace("\r\n", "\n").strip()
    shown = initial if area else "".join(initial.splitlines())
    return initial if text and text == shown.strip() else text


def _is_number(text: str) -> bool:
    return parse_whole(text, 9) is not None


def _build_choice(key: str, value: Any, named: list[tuple[str, str]]) -> Control:
    present = "" if value is None or value is False else str(value)
    if present and present not in dict(named):
        named = [*named, (present, present)]
    field = forms.ChoiceField(required=False, initial=present, choices=[("", "–"), *named])

    def parse(data: Mapping[str, Any]) -> Any:
        chosen = str(data.get(key) or "")
        return (int(chosen) if _is_number(chosen) else chosen) if chosen else None

    return Control(key, {key: field}, parse)


def _build_words(place: DraftPlace, key: str, value: Any, words: Vocabulary) -> Control:
    section = place.section
    present: list[str] = list(value) if isinstance(value, list) else []
    itself = place.entry if key == "excludes" and place.entry not in present else ""
    choices = [(word, name) for word, name in words.list_words(section, key) if word != itself]
    names = dict(choices)
    strange = [(word.removeprefix("not "), word.removeprefix("not ")) for word in present]
    choices = [*choices, *((word, name) for word, name in dict(strange).items() if word not in names)]
    plus = [word for word in present if not word.startswith("not ")]
    minus = [word.removeprefix("not ") for word in present if word.startswith("not ")]
    first = [NOTHING] if isinstance(value, list) and not value else plus
    fields: Fields = {
        key: _build_boxes(first, [*choices, (NOTHING, pick_language(("nichts", "nothing"), words.language))])
    }
    if key not in ("bei", "only_bei", "blank", "in", "needs", "excludes", "of"):
        fields[f"{key}.not"] = _build_boxes(minus, choices)

    def parse(data: Mapping[str, Any]) -> Any:
        chosen = [*data.get(key, ()), *(f"not {word}" for word in data.get(f"{key}.not", ()))]
        if NOTHING in chosen and len(chosen) > 1:
            raise forms.ValidationError(gettext("“Nothing” and something else exclude each other."))
        old_words = [word for word in present if word in chosen]
        new_words = [word for word in chosen if word not in old_words]
        return ([] if NOTHING in chosen else [*old_words, *new_words]) if chosen else None

    return Control(key, fields, parse)


def _build_boxes(initial: list[str], choices: list[tuple[str, str]]) -> forms.Field:
    return forms.MultipleChoiceField(
        required=False, initial=initial, choices=choices, widget=forms.CheckboxSelectMultiple
    )


def _build_pairs(
    key: str, value: Mapping[str, Any], names: list[tuple[str, str]], values: list[tuple[str, str]]
) -> Control:
    """Return rows of a name and what goes with it; a row without a value says nothing."""
    present = [(name, str(choice)) for name, choice in value.items() if choice is not False]
    names = [*names, *((name, name) for name, _choice in present if name not in dict(names))]
    fields: Fields = {}
    count = len(present) + SPARE_ROWS
    for number, (name, choice) in enumerate([*present, *[("", "")] * SPARE_ROWS]):
        fields[f"{key}.{number}.name"] = forms.ChoiceField(required=False, initial=name, choices=[("", "–"), *names])
        fields[f"{key}.{number}.value"] = forms.ChoiceField(
            required=False, initial=choice, choices=[("", "–"), *values]
        )

    def parse(data: Mapping[str, Any]) -> Any:
        pairs: dict[str, Any] = {}
        for number in range(count):
            name, choice = str(data.get(f"{key}.{number}.name") or ""), str(data.get(f"{key}.{number}.value") or "")
            if name and choice:
                if name in pairs:
                    raise forms.ValidationError(gettext("“%(name)s” stands there twice.") % {"name": dict(names)[name]})
                pairs[name] = int(choice) if _is_number(choice) else choice
        return pairs or None

    return Control(key, fields, parse)


def read_typed_amount(text: str) -> int | str:
    """Return an amount as a sheet would say it, from how it was typed.

    >>> [read_typed_amount(text) for text in ("−3", " 5/2", "x", "")]
    [-3, '5/2', 'x', '']
    """
    text = text.strip().replace(MINUS, "-")
    amount = parse_signed(text)
    return text if amount is None else amount


def _build_rows(key: str, value: list[dict[str, Any]], words: Vocabulary, rows: int) -> Control:
    """Return the cases of Trischaken: words that must hold, and four places; a row without places is dropped."""
    cases = words.list_words("trischaken", "when")
    count = max(len(value) + SPARE_CASES, rows)
    fields: Fields = {}
    for number, row in enumerate([*value, *[dict[str, Any]()] * (count - len(value))]):
        fields[f"{key}.{number}.when"] = _build_boxes(list(row.get("when", ())), cases)
        for place in range(4):
            amount = str(row["places"][place]).replace("-", MINUS) if "places" in row else ""
            fields[f"{key}.{number}.{place}"] = forms.CharField(required=False, initial=amount, max_length=12)
        fields[f"{key}.{number}.ref"] = forms.CharField(
            label=gettext("Printed at"), required=False, initial=row.get("ref", ""), max_length=LONGEST
        )
        fields[f"{key}.{number}.order"] = forms.IntegerField(
            label=gettext("Place in the list"),
            required=False,
            initial=number + 1 if row else None,
            min_value=1,
            max_value=99,
        )

    def parse(data: Mapping[str, Any]) -> Any:
        numbered_rows: list[tuple[int, dict[str, Any]]] = []
        for number in range(count):
            places = [read_typed_amount(str(data.get(f"{key}.{number}.{place}") or "")) for place in range(4)]
            if not any(place != "" for place in places):
                continue
            if any(parse_amount(place) is None for place in places):
                raise forms.ValidationError(gettext("Row %(row)s needs four amounts.") % {"row": number + 1})
            row: dict[str, Any] = {"places": places}
            ticked = data.get(f"{key}.{number}.when", ())
            present = value[number].get("when", []) if number < len(value) else []
            if when := [
                *(word for word in present if word in ticked),
                *(word for word in ticked if word not in present),
            ]:
                row = {"when": when, **row}
            before = value[number].get("ref", "") if number < len(value) else ""
            if ref := _read_text(data.get(f"{key}.{number}.ref"), before):
                row["ref"] = ref
            numbered_rows.append((data.get(f"{key}.{number}.order") or 100, row))
        in_order = [row for _order, row in sorted(numbered_rows, key=lambda pair: pair[0])]
        return sorted(in_order, key=lambda row: "when" not in row) or None  # "in all other cases" comes last

    return Control(key, fields, parse)
