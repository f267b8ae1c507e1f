"""The pages of the editor: all values in one table, all other rules, and the sentences taken over."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django import forms
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from scoring.engine.house_rules.library import (
    SENTENCES,
    drop_refs,
    has_rules,
    is_about_change,
    list_inherited,
    load_built_in,
    load_vocabulary,
)
from scoring.engine.house_rules.reminders import read_reminder
from scoring.engine.house_rules.schema import ENTRIES, OVERLAYS, Table, lay_over
from scoring.engine.problems import Problem
from scoring.engine.texts import describe_problem, pick_language
from scoring.engine.texts.sheet_keys import PLACES
from scoring.sheets.own_sheets.controls import COLUMNS, Control
from scoring.sheets.own_sheets.draft import AMOUNTS, ORDERED, DraftPlace, Layer, list_entries
from scoring.sheets.own_sheets.forms import EditedCase, PlaceForm, build_cases
from scoring.sheets.own_sheets.page import NONE, ORDER, Speaker, list_problem_names, list_sheet_names, parse_path
from tarockclub.kit.text import clean_text
from tarockclub.kit.words import get_current_language

FEW_BOXES = 6
FEW_FIELDS = 7
LONGEST_TITLE = 60  # letters
# Shown in the form of a part even where the sheet does not say them.
MAIN_KEYS = frozenset(("name", "point", "text", "in", "when", "of", "premiums"))
TEXTS = frozenset(("name", "name_en", "ref"))


class EditedField(NamedTuple):
    """A key in the form of a part: its fields, what it means, what the sheet below says."""

    key: str
    label: str
    meaning: str
    fields: list[forms.BoundField]
    inherited: str
    own: bool
    problems: list[str]
    said: str  # its value in words, where its fields are folded away
    is_text: bool  # a name or an explanation: changes no payout
    is_said: bool  # by this sheet, or by the one below
    cases: list[EditedCase]  # of Trischaken
    anchor: str

    @property
    def is_open(self) -> bool:
        """True if its fields are shown unfolded: something is wrong with one."""
        return bool(self.problems) or any(bound.errors for bound in self.fields)

    @property
    def is_further(self) -> bool:
        """True if it can be folded away with others that most people need not read."""
        is_main = self.key in MAIN_KEYS or (self.is_said and not self.is_text)
        return not (is_main or self.own or self.is_open)


class EditedPart(NamedTuple):
    """A part of a sheet on the page."""

    place: DraftPlace
    title: str
    fields: list[EditedField]
    further: list[EditedField]  # folded away
    anchor: str
    is_own: bool
    is_inherited: bool
    way: str  # of an option: it changes the sheet where it is switched "on" or "off"

    @property
    def is_open(self) -> bool:
        """True if something is wrong with one of its fields."""
        return any(field.is_open for field in (*self.fields, *self.further))


def build_rule_forms(layer: Layer, language: str, data: Any) -> list[PlaceForm]:
    """Return the forms of the page; of reminders and the like only what the sheet says itself."""
    sections = [section for section in ("", *ORDER) if not (layer.path and section in ("", "options"))]
    places = [place for section in sections for place in _list_places(layer, section)]
    return [PlaceForm(layer, place, language, data) for place in places]


def _list_places(layer: Layer, section: str) -> Iterable[DraftPlace]:
    if section not in ENTRIES:
        return [DraftPlace(section)]
    is_sentence = section in SENTENCES and section != "options"
    names = [name for name, entry in (layer.own.get(section) or {}).items() if entry] if is_sentence else None
    return [DraftPlace(section, name) for name in (list_entries(layer, section) if names is None else names)]


def build_parts(forms: Iterable[PlaceForm], layer: Layer, option: str, problems: Iterable[Problem]) -> list[EditedPart]:
    """Return the parts that these forms edit, with what is wrong with each of them."""
    speaker, parts, problems = Speaker(layer.whole, get_current_language()), [], list(problems)
    for form in forms:
        place = form.place
        part_problems = [problem for problem in problems if parse_path(problem.path)[:2] == (place, option)]
        fields = build_fields(form, layer, speaker, part_problems)
        further = [field for field in fields if field.is_further] if len(fields) > FEW_FIELDS else []
        main = [field for field in fields if field not in further]
        is_own, is_inherited = (bool(place.find_table(table)) for table in (layer.own, layer.below))
        entry = place.find_table(layer.whole)
        way = next((way for way in OVERLAYS if way in entry), "") if place.section == "options" else ""
        title = _name_part(place, speaker)
        parts.append(EditedPart(place, title, main, further, form.prefix or "", is_own, is_inherited, way))
    return parts


def _name_part(place: DraftPlace, speaker: Speaker) -> str:
    title = pick_language(PLACES[place.section], speaker.language)
    if not place.entry:
        return title
    name = Truncator(speaker.name_entry(*place)).chars(LONGEST_TITLE)
    return name if place.section == "groups" else f"{title}: {name}"


def build_fields(form: PlaceForm, layer: Layer, speaker: Speaker, problems: Iterable[Problem]) -> list[EditedField]:
    """Return the fields of a part with all that stands beside them."""
    place, language = form.place, speaker.language
    below, written, whole = (place.find_table(table) for table in (layer.below, layer.own, layer.whole))
    texts_by_path, names = dict[str, list[str]](), list_sheet_names(layer)
    for problem in problems:
        texts_by_path.setdefault(problem.path, []).append(
            describe_problem(problem, language, list_problem_names(place, problem, names))
        )
    fields = [
        EditedField(
            control.key,
            speaker.get_label(place.section, control.key),
            speaker.explain(place.section, control.key),
            [form[name] for name in control.fields],
            speaker.say(place, control.key, below.get(control.key)),
            control.key in written,
            [text for path, texts in texts_by_path.items() if _has_key(path, place, control.key) for text in texts],
            (speaker.say(place, control.key, whole.get(control.key)) or _("choose")) if _is_long(control) else "",
            control.key in TEXTS,
            whole.get(control.key) not in (None, False),
            build_cases(form, layer) if control.key == "pays" and place.section == "trischaken" else [],
            form.add_prefix(control.key),
        )
        for control in form.controls
    ]
    return sorted(fields, key=lambda field: field.is_text) if place.section == "groups" else fields


def _is_long(control: Control) -> bool:
    """Return whether the fields of a key are folded away: several of them, or more than a few boxes."""
    boxes = [field for field in control.fields.values() if isinstance(field, forms.MultipleChoiceField)]
    return len(control.fields) > 1 or any(len([*field.widget.subwidgets("", None)]) > FEW_BOXES for field in boxes)


def _has_key(path: str, place: DraftPlace, key: str) -> bool:
    own = f"{place.path}/{key}".removeprefix("/")
    return path == own or path.startswith(f"{own}/")


class ValueCell(NamedTuple):
    """A field of the table."""

    bound: forms.BoundField
    label: str  # game and column
    below: str  # the value on the sheet below, as the field would show it
    words: str  # the same in words, where this sheet says something else


class ValueRow(NamedTuple):
    """A game or premium in the table."""

    place: DraftPlace
    name: str
    cells: list[ValueCell]
    is_own: bool


class ValueTable(NamedTuple):
    """All games, or all premiums: those on the sheet in its order, and all others."""

    section: str
    title: str
    heads: list[str]
    rows: list[ValueRow]
    further: list[ValueRow]

    @property
    def is_open(self) -> bool:
        """True if something typed beside what is not on the sheet cannot be read."""
        return any(cell.bound.errors for row in self.further for cell in row.cells)


def build_value_forms(layer: Layer, language: str, data: Any) -> list[PlaceForm]:
    """Return a form for each game and premium that can be on the sheet, those that are first."""
    return [
        PlaceForm(layer, place, language, data) for section in ORDERED for place in _list_values_places(layer, section)
    ]


def _list_values_places(layer: Layer, section: str) -> list[DraftPlace]:
    tables = [load_vocabulary(), layer.below, layer.own]
    names = [*list_entries(layer, section), *(name for table in tables for name in table.get(section) or ())]
    return [DraftPlace(section, name) for name in dict.fromkeys(names)]


def build_value_tables(layer: Layer, language: str, places: list[PlaceForm]) -> list[ValueTable]:
    """Return the tables of these forms."""
    speaker, heads = Speaker(layer.whole, language), _name_columns()
    tables = []
    for section in ORDERED:
        listed = set(list_entries(layer, section))
        rows = [_build_row(form, layer, speaker, heads) for form in places if form.place.section == section]
        new = {name for name in layer.own.get(section) or () if not (layer.below.get(section) or {}).get(name)}
        on_sheet, further = ([row for row in rows if (row.place.entry in listed | new) is way] for way in (True, False))
        titles = [heads[key] for key in COLUMNS[section]]
        tables.append(ValueTable(section, pick_language(PLACES[section], language), titles, on_sheet, further))
    return tables


def _name_columns() -> dict[str, str]:
    """Return the heads of the columns: shorter than the labels of the same keys elsewhere."""
    return {
        "value": _("Value"),
        "lost": _("Lost"),
        "by": _("Who"),
        "silent": _("Silent"),
        "announced": _("Announced"),
    }


def _build_row(form: PlaceForm, layer: Layer, speaker: Speaker, heads: dict[str, str]) -> ValueRow:
    place = form.place
    name = speaker.name_entry(place.section, place.entry)
    below, written = place.find_table(layer.below), place.find_table(layer.own)
    is_removed = (layer.own.get(place.section) or {}).get(place.entry) is False
    cells = []
    for key in COLUMNS[place.section]:
        is_own = key in written or (is_removed and key in AMOUNTS[place.section])
        text = speaker.say(place, key, below.get(key)) or NONE
        cells.append(
            ValueCell(form[key], f"{name}: {heads[key]}", str(below.get(key) or ""), text if is_own and below else "")
        )
    return ValueRow(place, name, cells, bool(written) or is_removed)


LONGEST_SENTENCE = 300
TEXT = "text/"  # before the field of a sentence's words


class InheritedSentence(NamedTuple):
    """An option, reminder, reading or gap of the sheet below, in one language."""

    place: DraftPlace
    title: str  # of its part of the sheet
    name: str  # of options and gaps
    text: str
    rules: Table  # of an option: what it changes
    is_kept: bool  # it is on the sheet
    is_asked: bool  # about a rule that the sheet changes, and nobody has said yet what becomes of it


def list_sentences(draft: Table, language: str) -> list[InheritedSentence]:
    """Return the sentences of the sheet that a draft extends; of a sheet of the same paper nothing is asked."""
    rules = load_built_in(str(draft.get("extends") or ""))
    if rules is None:
        return []
    whole, below = lay_over(list_inherited(draft), draft), lay_over(load_vocabulary(), rules.table)
    sentences = []
    for place, entry in _iter_sentences(rules.table):
        written = (draft.get(place.section) or {}).get(place.entry)
        table = place.find_table(whole)
        shown = lay_over(entry, table)
        name, text = _pick_words(shown, "name", language), pick_language(read_reminder(shown, whole), language)
        is_changed = is_about_change(entry, draft, below)
        is_asked = not table and written is None and is_changed and has_rules(entry, whole)
        title, changes = pick_language(PLACES[place.section], language), _pick_rules(entry)
        sentences.append(InheritedSentence(place, title, name, text, changes, bool(table), is_asked))
    return sentences


def _iter_sentences(table: Table) -> Iterable[tuple[DraftPlace, Table]]:
    for section in SENTENCES:
        yield from ((DraftPlace(section, name), entry) for name, entry in (table.get(section) or {}).items() if entry)


def _pick_words(entry: Table, key: str, language: str) -> str:
    german = str(entry.get(key) or "")
    return pick_language((german, str(entry.get(f"{key}_en") or german)), language)


def _pick_rules(entry: Table) -> Table:
    return {way: drop_refs(entry[way]) for way in OVERLAYS if way in entry}


def answer_sentences(draft: Table, sentences: Iterable[InheritedSentence], posted: Mapping[str, str]) -> Table:
    """Return the draft after a page with all sentences: what is ticked stays, perhaps in other words."""
    for sentence in sentences:
        section, name = sentence.place
        written = dict(draft.get(section) or {})
        text = clean_text(posted.get(f"{TEXT}{sentence.place.path}", ""))[:LONGEST_SENTENCE]
        if sentence.place.path not in posted:
            if sentence.is_kept or sentence.is_asked:
                written[name] = False
        elif text and text != sentence.text:
            written[name] = {**(written.get(name) or sentence.rules), "text": text, "text_en": False}
        elif not sentence.is_kept:
            written[name] = sentence.rules
        draft = {**draft, section: written} if written else draft
    return draft
