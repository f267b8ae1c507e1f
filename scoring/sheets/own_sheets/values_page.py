"""The table of values: all games and premiums of a sheet in one form, those that are not on it at the end."""

from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _

from scoring.engine.house_rules.library import load_vocabulary
from scoring.engine.texts import pick_language
from scoring.engine.texts.sheet_keys import PLACES
from scoring.sheets.own_sheets.controls import COLUMNS
from scoring.sheets.own_sheets.draft import AMOUNTS, ORDERED, DraftPlace, Layer, list_entries
from scoring.sheets.own_sheets.forms import PlaceForm
from scoring.sheets.own_sheets.page import NONE, Speaker


class ValueCell(NamedTuple):
    """A field of the table."""

    bound: forms.BoundField
    label: str  # game and column
    below: str  # the value on the sheet below, as the field would show it
    said: str  # the same in words, where this sheet says something else


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
    return [PlaceForm(layer, place, language, data) for section in ORDERED for place in _list_places(layer, section)]


def _list_places(layer: Layer, section: str) -> list[DraftPlace]:
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
