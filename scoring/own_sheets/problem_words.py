"""Problems of a sheet in the words of the editor: keys and parts by their labels."""

from scoring.engine.problems import Problem
from scoring.engine.texts.sheet_keys import LABELS, PLACES, find_text
from scoring.own_sheets.controls import list_kinds
from scoring.own_sheets.draft import Place

NAMES_KEYS = ("keys_contradict", "key_needs_key", "missing_key")  # codes of problems whose sentences name keys


def name_keys(place: Place, problem: Problem) -> Problem:
    """Return a problem of a part that calls keys as the editor does."""
    if not problem.code.startswith(NAMES_KEYS):
        return problem
    named = [(name, _find_label(place, str(value)) or value) for name, value in problem.params]
    return problem._replace(params=tuple(named))


def _find_label(place: Place, word: str) -> tuple[str, str] | None:
    """Return what the editor calls a key, several of them, or a part; None for any other word.

    >>> _find_label(Place("contracts", "dreier"), "lost"), _find_label(Place("points"), "dreier")
    (('„Verloren kostet es“', '“Lost, it costs”'), None)
    """
    if " / " in word:
        labels = [_find_label(place, part) for part in word.split(" / ")]
        pairs = [label for label in labels if label is not None]
        return (" / ".join(pair[0] for pair in pairs), " / ".join(pair[1] for pair in pairs)) if pairs else None
    section, _sign, key = word.strip("[]").partition(".")
    if key and section in PLACES:
        title, label = PLACES[section], find_text(LABELS, section, key) or (key.title(), key.title())
        texts = f"{title[0]}: {label[0]}", f"{title[1]}: {label[1]}"
    elif word in list_kinds(place):
        texts = find_text(LABELS, place.section, word) or (word, word)
    elif section in PLACES and section:
        texts = PLACES[section]
    else:
        return None
    return f"„{texts[0]}“", f"“{texts[1]}”"
