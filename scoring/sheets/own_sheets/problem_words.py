"""Problems of a sheet in the words of the editor: keys and parts by their labels."""

from collections.abc import Mapping

from scoring.engine.house_rules.build import TRISCHAKEN
from scoring.engine.house_rules.overlay import list_names
from scoring.engine.house_rules.schema import ENTRIES
from scoring.engine.house_rules.trischaken_table import ROW_WORDS
from scoring.engine.problems import Names, Problem
from scoring.engine.texts.sheet_keys import LABELS, PLACES, find_text
from scoring.sheets.own_sheets.controls import list_kinds
from scoring.sheets.own_sheets.draft import DraftPlace, Layer
from scoring.sheets.own_sheets.words import name_case

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
