"""The page of all other rules: the parts of a sheet but games and premiums, each field with what stands beside it."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django import forms
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from scoring.engine.house_rules.library import SENTENCES
from scoring.engine.house_rules.schema import ENTRIES, OVERLAYS
from scoring.engine.problems import Problem
from scoring.engine.texts import describe_problem, pick_language
from scoring.engine.texts.sheet_keys import PLACES
from scoring.sheets.own_sheets.cases import EditedCase, build_cases
from scoring.sheets.own_sheets.controls import Control
from scoring.sheets.own_sheets.draft import DraftPlace, Layer, list_entries
from scoring.sheets.own_sheets.forms import PlaceForm
from scoring.sheets.own_sheets.page import ORDER, Speaker, parse_path
from scoring.sheets.own_sheets.problem_words import list_problem_names, list_sheet_names
from tarockclub.kit.words import get_current_language

FEW_BOXES = 6
FEW_FIELDS = 6
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
