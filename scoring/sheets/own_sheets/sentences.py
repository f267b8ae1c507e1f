"""The sentences that a sheet takes over: which are on it, which are about a rule that it changes."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scoring.engine.house_rules.library import (
    SENTENCES,
    drop_refs,
    has_rules,
    is_about_change,
    list_inherited,
    load_built_in,
    load_vocabulary,
)
from scoring.engine.house_rules.overlay import Table, lay_over
from scoring.engine.house_rules.schema import OVERLAYS
from scoring.engine.texts import pick_language
from scoring.engine.texts.sheet_keys import PLACES
from scoring.sheets.own_sheets.draft import DraftPlace
from tarockclub.kit.text import clean_text

LONGEST = 300
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
        name, text = _pick_words(shown, "name", language), _pick_words(shown, "text", language)
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
        text = clean_text(posted.get(f"{TEXT}{sentence.place.path}", ""))[:LONGEST]
        if sentence.place.path not in posted:
            if sentence.is_kept or sentence.is_asked:
                written[name] = False
        elif text and text != sentence.text:
            written[name] = {**(written.get(name) or sentence.rules), "text": text, "text_en": False}
        elif not sentence.is_kept:
            written[name] = sentence.rules
        draft = {**draft, section: written} if written else draft
    return draft
