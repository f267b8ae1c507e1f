"""Two Speiszettel side by side: rows of the same anchor beside each other, and the differences."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from scoring.sheets.house_rules.speiszettel.sections import RuleRow, Zettel, ZettelSection

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
