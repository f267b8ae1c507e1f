"""Random posts to the editor, and random files of sheets."""

import json
from typing import Any

from django import forms
from django.http import QueryDict
from hypothesis import strategies as st

from scoring.book.sheet_library import find_rules
from scoring.engine.house_rules.library import BUILT_IN, FOLDER, load_vocabulary
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.schema import ENTRIES, OVERLAYS, Table, lay_over
from scoring.engine.house_rules.sheet_file import read_sheet_file
from scoring.sheets.own_sheets.draft import (
    ORDERED,
    DraftPlace,
    Layer,
    add_own_entry,
    list_entries,
    open_layer,
    order_entries,
    remove_entry,
    restore_place,
    turn_option,
    write_layer,
)
from scoring.sheets.own_sheets.forms import PlaceForm
from scoring.sheets.own_sheets.page import ORDER
from tests.scoring.engine.support.strategies_sheets import WORTHS, overlays

Draw = Any  # Hypothesis' own type of `draw` says nothing more here
NEW_IDS = ("neu", "zweites", "dreier", "valat", "pagat", "all", "solospiele", "not-1")
FIELD_TEXTS = (
    *("", "1", "2", "3", "7", "10", "0", "-3", "−1", "x2", "x4", "5/2", "1/4", "35/1", "35", "36", "70", "99", "1000"),
    *(
        "0.10 EUR",
        "Räuber & Gendarm",
        'so "sagt" man\\',
        "[x]",
        "a = b",
        "# nein",
        "eins\nzwei = drei",
        "\t",
        "–" * 300,
    ),
)


def open_sheet(draft: Table, option: str = "") -> Layer:
    """Return a draft, or the changes of an option that it has."""
    layer = open_layer(draft, option)
    assert layer is not None
    return layer


def find_saved_rules(sheet_id: str) -> Rules:
    """Return the rules of a sheet that is there."""
    rules = find_rules(sheet_id)
    assert rules is not None
    return rules


def pick_layer(draw: Draw, draft: Table) -> tuple[str, Layer]:
    """Return the sheet, or the changes of an option that it has and that says something."""
    said = [name for name in list_entries(open_sheet(draft), "options") if open_layer(draft, name) is not None]
    option = draw(st.sampled_from(("", "", *said)))
    return option, open_sheet(draft, option)


def pick_place(draw: Draw, layer: Layer) -> DraftPlace:
    """Return a part that has fields on a page; entries of a section whether they are on the sheet or not."""
    section = draw(st.sampled_from(("", *ORDERED, *ORDER)))
    if section not in ENTRIES:
        return DraftPlace(section)
    there = list_entries(layer, section)
    unused = [name for name in load_vocabulary()[section] if name not in there] if section in ORDERED else []
    return DraftPlace(section, draw(st.sampled_from([*there, *unused, "neu"])))


def post_as_it_is(form: PlaceForm) -> QueryDict:
    """Return what the form of a part would send as it is."""
    sent = QueryDict(mutable=True)
    for key, field in form.fields.items():
        name = form.add_prefix(key)
        if isinstance(field.initial, list):
            sent.setlist(name, field.initial)
        elif field.initial not in (None, False, ""):
            text = "on" if field.initial is True else str(field.initial)
            area = isinstance(field.widget, forms.Textarea)
            sent[name] = text.replace("\n", "\r\n") if area else text.replace("\n", "").replace("\r", "")
    return sent


def fill_field(draw: Draw, name: str, field: Any, sent: QueryDict) -> None:
    """Type, tick or choose something else."""
    words = [str(word) for word, _name in getattr(field, "choices", ())]
    if isinstance(field, forms.MultipleChoiceField):
        sent.setlist(name, draw(st.lists(st.sampled_from(words), unique=True, max_size=3)) if words else [])
    elif isinstance(field, forms.ChoiceField):
        sent[name] = draw(st.sampled_from(words))
    elif isinstance(field, forms.BooleanField):
        sent.setlist(name, [] if name in sent else ["on"])
    elif isinstance(field, forms.IntegerField):
        sent[name] = str(draw(st.integers(0, 20)))
    else:
        sent[name] = draw(st.sampled_from(FIELD_TEXTS) | st.text(max_size=5))


def post_form(draw: Draw, draft: Table) -> Table:
    """Return the draft after some fields of a part were changed; as it is where they cannot be read."""
    option, layer = pick_layer(draw, draft)
    place = pick_place(draw, layer)
    shown = PlaceForm(layer, place, "de")
    sent = post_as_it_is(shown)
    for name in draw(st.lists(st.sampled_from(sorted(shown.fields)), min_size=1, max_size=3, unique=True)):
        fill_field(draw, shown.add_prefix(name), shown.fields[name], sent)
    form = PlaceForm(layer, place, "de", sent)
    return write_layer(draft, option, form.change(layer)) if form.is_valid() else draft


def press_button(draw: Draw, draft: Table) -> Table:
    """Return the draft after a part was taken out or restored, an entry added, or the order changed."""
    option, layer = pick_layer(draw, draft)
    match draw(st.sampled_from(("remove", "restore", "add", "order", "turn"))):
        case "order":
            section = draw(st.sampled_from(ORDERED))
            return order_entries(draft, section, draw(st.permutations(list_entries(layer, section)))[:5])
        case "add":
            section = draw(st.sampled_from([section for section in (*ORDERED, *ORDER) if section in ENTRIES]))
            section = section if option == "" or section != "options" else "contracts"
            place = DraftPlace(section, draw(st.sampled_from(NEW_IDS)))
            return write_layer(draft, option, add_own_entry(layer, place, "Neues"))
        case "turn":
            new = [name for name in list_entries(layer, "options") if name not in (layer.below.get("options") or {})]
            place = DraftPlace("options", draw(st.sampled_from([*new, ""])))
            return write_layer(draft, option, turn_option(layer, place)) if place.entry and not option else draft
        case "remove":
            place = pick_place(draw, layer)
            if place.entry:
                own = remove_entry(layer, place, inherited=bool(place.find_table(layer.below)))
                return write_layer(draft, option, own)
            return draft
    return write_layer(draft, option, restore_place(layer, pick_place(draw, layer)))


@st.composite
def drafts(draw: Draw, sheet_id: str) -> Table:
    """A draft over a sheet after some posts to the editor."""
    draft: Table = {"id": "mine", "name": "Unseres", "source": "wir", "extends": sheet_id}
    draft |= draw(st.just({}) | overlays())  # what was typed as text
    for _post in range(draw(st.integers(1, 6))):
        draft = post_form(draw, draft) if draw(st.integers(0, 3)) else press_button(draw, draft)
    return draft


def load_own_table(sheet_id: str) -> Table:
    """Return what the file of a sheet itself says, under another id."""
    text = (FOLDER / f"{sheet_id}.toml").read_text(encoding="utf-8")
    return {**read_sheet_file(text).table, "id": "mine"}


PLAIN_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "name": WORTHS["text"],
    "point": st.just("0.20 EUR"),
    "hoch": st.sampled_from(("forehand", "dealer")),
    "blank": WORTHS["words"],
    "paragraphs": st.dictionaries(st.sampled_from(("Zutaten", "1 = 2", " so ")), st.sampled_from(("A", "B = C"))),
}


@st.composite
def files(draw: Draw, sheet_id: str) -> str:
    """The text of a sheet's file, or of one over it, with some sections said otherwise; many are no sound sheets."""
    over = {"id": "mine", "source": "wir", "extends": sheet_id}
    table = over if draw(st.booleans()) else load_own_table(sheet_id)
    changed = draw(overlays()) | draw(st.fixed_dictionaries({}, optional=PLAIN_VALUES))
    option = {draw(st.sampled_from(OVERLAYS)): draw(overlays())}
    return print_toml(lay_over(table, {**changed, "options": {"teuer": option}} if draw(st.booleans()) else changed))


def print_toml(table: Table) -> str:
    """Return a table as a file in which every value stands on the line of its key."""
    return "".join(f"{json.dumps(key)} = {print_value(value)}\n" for key, value in table.items())


def print_value(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{json.dumps(key)} = {print_value(inner)}' for key, inner in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(print_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


SHEETS = st.sampled_from(BUILT_IN)
