"""The parts of a Speiszettel: sections of rows with anchors, in words; and two of them side by side."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from scoring.engine.house_rules.build import collect_items
from scoring.engine.house_rules.library import load_vocabulary
from scoring.engine.house_rules.loader import name_items
from scoring.engine.house_rules.paper_facts import format_ref
from scoring.engine.house_rules.schema import Table
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.house_rules.validate import GAME, Key, resolve
from scoring.engine.problems import Names
from scoring.engine.texts import pick_language
from scoring.engine.texts.rules import ITEMS, TITLES
from scoring.engine.texts.words import KONTRAS

OPEN_MARK = "°"  # mark before a rule that the printed sheet leaves open
NONE = "–"  # in a column of amounts


class RuleRow(NamedTuple):
    """One rule: its name, the marks before it, its columns, its notes, and its paragraph."""

    anchor: str
    name: str
    marks: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    ref: str = ""
    aside: str = ""  # a few words after the name
    also: str = ""  # the note that says its other names
    folded: tuple[str, ...] = ()  # the notes that only who enters a hand needs, or that a reminder says again
    at: str = ""  # of a reminder: the rule under which it stands on paper

    @property
    def says(self) -> tuple[object, ...]:
        """The content of the rule, for comparison; without the mark for an open rule, which may pay the same."""
        return self.name, self.aside, tuple(mark for mark in self.marks if mark != OPEN_MARK), self.cells, self.notes


class ZettelSection(NamedTuple):
    """Rows under a title, with the titles of their columns."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[RuleRow, ...]

    def format_price(self, row: RuleRow) -> str:
        """Return what a rule pays in a few words, with the titles of several columns; "" if it says nothing of that."""
        amounts = [(title, cell) for title, cell in zip(self.columns, row.cells, strict=False) if cell != NONE]
        return " · ".join(f"{title} {cell}" if len(self.columns) > 1 else cell for title, cell in amounts)

    def mark_open(self, anchors: Collection[str]) -> "ZettelSection":
        """Return the section with the mark of open rules before the rows of these anchors."""
        rows = (row._replace(marks=(*row.marks, OPEN_MARK)) if row.anchor in anchors else row for row in self.rows)
        return self._replace(rows=tuple(rows))

    def name_places(self, language: str) -> "ZettelSection":
        """Return the section with the places of its rules in words."""
        return self._replace(rows=tuple(row._replace(ref=format_ref(row.ref, language)) for row in self.rows))


class Zettel(NamedTuple):
    """A whole sheet in words."""

    id: str
    name: str
    source: str
    ref: str
    legend: tuple[tuple[str, str], ...]  # mark, meaning
    sections: tuple[ZettelSection, ...]
    evidence: str = ""  # of which year its rules are, and how they are known
    version: str = ""  # which one of a club's own sheet, and of which day

    def map_rows(self) -> dict[str, RuleRow]:
        """Return all rows by anchor."""
        return {row.anchor: row for section in self.sections for row in section.rows}


SEPARATOR = ("options", "reminders", "readings", "gaps", "paragraphs")  # sections without payouts


ZettelNote = tuple[str, bool]  # a sentence of one side; True: the other side has it too


class Pair(NamedTuple):
    """One rule on both sheets; None for the side without it."""

    anchor: str
    name: str
    left: RuleRow | None
    right: RuleRow | None

    @property
    def same(self) -> bool:
        """True if both sheets have the same rule; the paragraph of the original is ignored."""
        return self.left is not None and self.right is not None and self.left.says == self.right.says

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks before a rule that is the same on both; it is marked if one of them leaves it open."""
        marks = (mark for row in (self.left, self.right) if row is not None for mark in row.marks)
        return tuple(dict.fromkeys(marks))

    @property
    def left_notes(self) -> tuple[ZettelNote, ...]:
        """The notes of the left sheet."""
        return _build_notes(self.left, self.right)

    @property
    def right_notes(self) -> tuple[ZettelNote, ...]:
        """The notes of the right sheet."""
        return _build_notes(self.right, self.left)


class SectionPair(NamedTuple):
    """A section of both sheets."""

    id: str
    title: str
    columns: tuple[str, ...]
    pairs: tuple[Pair, ...]

    @property
    def differing(self) -> tuple[Pair, ...]:
        """The rules that are not the same."""
        return tuple(pair for pair in self.pairs if not pair.same)


def compare_zettels(left: Zettel, right: Zettel) -> tuple[SectionPair, ...]:
    """Return both sheets, section by section."""
    return tuple(
        _compare_sections(section, other) for section, other in zip(left.sections, right.sections, strict=True)
    )


def _compare_sections(left: ZettelSection, right: ZettelSection) -> SectionPair:
    ours, theirs = ({row.anchor: row for row in section.rows} for section in (left, right))
    pairs = tuple(
        Pair(anchor, (ours.get(anchor) or theirs[anchor]).name, ours.get(anchor), theirs.get(anchor))
        for anchor in _merge_anchors(list(ours), list(theirs))
    )
    return SectionPair(left.id, left.title, left.columns, pairs)


def _merge_anchors(order: list[str], other: list[str]) -> list[str]:
    """Return the anchors of both: in the order of the first; those of the second only, after their predecessor there.

    >>> _merge_anchors(["a", "c"], ["b", "a", "x", "c"])
    ['b', 'a', 'x', 'c']
    """
    merged, index = list(order), 0
    for anchor in other:
        if anchor in merged:
            index = merged.index(anchor) + 1
        else:
            merged.insert(index, anchor)
            index += 1
    return merged


def _build_notes(own: RuleRow | None, other: RuleRow | None) -> tuple[ZettelNote, ...]:
    if own is None:
        return ()
    return tuple((text, other is not None and text in other.notes) for text in own.notes)


def list_zettel_changes(before: Zettel, after: Zettel, say: Callable[..., str]) -> Iterator[str]:
    """Yield the changes from one sheet to another, in few words: `Piccolo 2 → 3`."""
    for section in compare_zettels(before, after):
        for pair in section.differing if section.id not in SEPARATOR else ():
            if pair.left is None:
                yield " ".join([pair.name, *_list_cells(pair.right), f"({say('is_new')})"])
            elif pair.right is None:
                yield f"{pair.name} ({say('is_gone')})"
            else:
                yield from _list_row_changes(pair.left, pair.right)


def _list_cells(row: RuleRow | None) -> list[str]:
    return [cell for cell in (row.aside, *row.cells) if cell] if row else []


def _list_row_changes(left: RuleRow, right: RuleRow) -> Iterator[str]:
    pairs = zip((left.aside, *left.cells), (right.aside, *right.cells), strict=True)
    moved = [f"{old} → {other}" for old, other in pairs if old != other]
    if moved or left.name != right.name:
        yield " ".join([right.name, *moved])
    old_notes, new_notes = (
        [text for text, shared in notes if not shared]
        for notes in (_build_notes(left, right), _build_notes(right, left))
    )
    for index, text in enumerate(new_notes):
        yield f"{right.name}: {text.rstrip('.')}" + (
            f" (← {old_notes[index].rstrip('.')})" if index < len(old_notes) else ""
        )
    if len(old_notes) > len(new_notes):
        yield f"{right.name}: ← {'; '.join(text.rstrip('.') for text in old_notes[len(new_notes) :])}"


FEW_LEFT_OUT = 3  # fewer left-out premiums than this are named
Texts = Mapping[str, tuple[str, str]]


class Voice:
    """A sheet, the table that it was built from, and the language of its words."""

    def __init__(self, sheet: Sheet, table: Table, language: str) -> None:
        self.sheet = sheet
        self.table = table
        self.language = language
        self.items = collect_items(table)

    def get_title(self, code: str) -> str:
        """Return the title of a section, row or column."""
        return pick_language(TITLES[code], self.language)

    def load_texts(self, texts: Texts) -> Callable[..., str]:
        """Return a function that fills in a text of this collection."""

        def say(code: str, **words: object) -> str:
            return pick_language(texts[code], self.language).format(**words)

        return say

    def choose_text(self, german: str, english: str) -> str:
        """Return the text in the language."""
        return pick_language((german, english), self.language)

    @cached_property
    def _names(self) -> dict[str, Names]:
        return name_items(load_vocabulary(), self.table)

    def get_name(self, item: str) -> str:
        """Return the players' name of a contract or premium, on the sheet or not."""
        return pick_language(self._names[item], self.language) if item in self._names else item

    def join_names(self, items: Iterable[str]) -> str:
        """Return the names of several items, in the order of the sheet."""
        ids = set(items)
        order = [*self.sheet.contracts, *self.sheet.premiums]
        listed = [item for item in order if item in ids]
        return self.join_words([self.get_name(item) for item in (*listed, *sorted(ids.difference(order)))])

    def group_names(self, words: Iterable[str]) -> str:
        """Return the names of the contracts and groups in a list, groups by their own name.

        A game that is not played here is left out, as long as another one is.
        """
        groups, listed = self.table.get("groups", {}), list(words)
        absent = self._names.keys() - self.sheet.contracts.keys() - self.sheet.premiums.keys() - groups.keys()
        words = [word for word in listed if word not in absent] or listed
        names = [
            self.choose_text(groups[word]["name"], groups[word].get("name_en", groups[word]["name"]))
            if "name" in groups.get(word, {})
            else self.get_name(word)
            for word in words
        ]
        return self.join_words(names)

    def join_words(self, words: list[str], last: str = "and") -> str:
        """Join words with commas and one "and" (or "or")."""
        if len(words) < 2:
            return "".join(words)
        return ", ".join(words[:-1]) + pick_language(ITEMS[last], self.language) + words[-1]

    def get_ref(self, section: str) -> str:
        """Return the paragraph of a section."""
        return str(self.table.get(section, {}).get("ref", ""))

    def name_kontra(self, factor: int) -> str:
        """Return the spoken word for a multiplier."""
        return pick_language(KONTRAS[factor], self.language)

    def describe_selection(self, words: list[str], beside: str = "") -> str:
        """Return the items of a selector in words; `beside`: a premium to leave out."""
        say, selector = self.load_texts(ITEMS), resolve(words, self.items)
        every = frozenset(key for key in self.items.keys if key == GAME or key[0] != beside)
        plain, kontrad = selector.plain & every, selector.kontrad & every
        if plain == kontrad == every:
            return say("all")
        parts = [say("game")] if GAME in plain else []
        parts += self._list_premiums(plain - {GAME}, every - {GAME})
        if kontrad - plain:
            parts.append(say("with_kontra"))
        if plain - kontrad:
            parts.append(say("without_kontra"))
        return self.join_words(parts) or say("nothing")

    def describe_premiums(self, words: list[str]) -> str:
        """Return the premiums of a selector, without the game."""
        return self.join_words(self._list_premiums(resolve(words, self.items).plain - {GAME}, self.items.keys - {GAME}))

    def _list_premiums(self, keys: frozenset[Key], every: frozenset[Key]) -> list[str]:
        say = self.load_texts(ITEMS)
        if not keys:
            return []
        wholes = {
            "all_premiums": every,
            "all_announced": {key for key in every if key[1]},
            "all_silent": {key for key in every if not key[1]},
        }
        for code, whole in wholes.items():
            if keys == whole:
                return [say(code)]
        missing = {premium for premium, _ in every - keys}
        whole_missing = keys == {key for key in every if key[0] not in missing}
        if whole_missing and len(missing) < FEW_LEFT_OUT:
            return [say("all_but", names=self.join_names(missing))]
        return [
            self._describe_premium(premium, keys, every)
            for premium in self.sheet.premiums
            if self._has_any(premium, keys)
        ]

    def _has_any(self, premium: str, keys: frozenset[Key]) -> bool:
        return any(key[0] == premium for key in keys)

    def _describe_premium(self, premium: str, keys: frozenset[Key], every: frozenset[Key]) -> str:
        """Return a premium, with its form if only one of two is meant."""
        forms = [announced for name, announced in keys if name == premium]
        if len(forms) == sum(name == premium for name, _ in every):
            return self.get_name(premium)
        return self.load_texts(ITEMS)("one_announced" if forms[0] else "one_silent", name=self.get_name(premium))
