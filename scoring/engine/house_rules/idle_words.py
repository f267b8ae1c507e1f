"""Words of a sheet file that do nothing: most of them are misspelt."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scoring.engine.house_rules.overlay import Table, lay_over
from scoring.engine.house_rules.schema import ENTRIES, ITEMS, OVERLAYS, SECTIONS
from scoring.engine.house_rules.selector import strip_not
from scoring.engine.house_rules.validate import report_unknown
from scoring.engine.problems import Problem

EVENTS = frozenset(("zero", "equal", "half_time"))
# Lists of names, in which `not` has no meaning; all other lists of words are selectors.
_NAMES = frozenset(
    "blank in bei only_bei needs excludes excludes_announced missed_denies left_in groups of".split()  # noqa: SIM905
)


class _Words(NamedTuple):
    """A list of words, or the keys of a table that names something, with its place."""

    path: str
    key: str
    words: tuple[str, ...]
    removed: tuple[str, ...]  # those of a table that are `false`

    @property
    def has_names_only(self) -> bool:
        """True if `not` has no meaning in it."""
        return self.key in (*_NAMES, "after", "defence_kontra") or self.path.startswith("order/")


def find_idle_words(table: Table, below: Table) -> Iterator[Problem]:
    """Doubts about a sound file over the sheet below, which is laid over the vocabulary."""
    used = Counter(strip_not(word) for word_list in _list_words(table) for word in word_list.words)
    yield from _find_in_layer(table, below, "", used)
    whole = lay_over(below, {key: value for key, value in table.items() if key != "options"})
    for name, option in _list_entries(table, "options"):
        for way in OVERLAYS:
            yield from _find_in_layer(option.get(way) or {}, whole, f"options/{name}/{way}/", used)


def _find_in_layer(table: Table, below: Table, path: str, used: Counter[str]) -> Iterator[Problem]:
    whole = lay_over(below, table)
    groups = _collect_groups(below) | {name for name, _group in _list_entries(table, "groups")}
    items = frozenset(name for section in ITEMS for name in whole.get(section) or {})  # `false` takes a section out
    for section in ENTRIES:
        entries = table.get(section) or {}
        removed = [name for name, entry in entries.items() if entry is False]
        yield from _report_removed(f"{path}{section}", removed, below.get(section) or {})
    for word_list in _iter_words(table):
        word_path = f"{path}{word_list.path}"
        yield from _report_removed(word_path, word_list.removed, items | EVENTS if word_list.key == "after" else items)
        for word in word_list.words:
            name = strip_not(word)
            if name != word and word_list.has_names_only:
                yield Problem(word_path, "not_means_nothing", (("word", name),))
            elif word_list.key == "groups" and word not in groups and used[word] == 1:
                yield report_unknown(word_path, "lonely_group", word, groups)


def _report_removed(path: str, removed: Iterable[str], known: Iterable[str]) -> Iterator[Problem]:
    names = frozenset(known)
    yield from (
        report_unknown(f"{path}/{name}", "removes_nothing", name, names) for name in removed if name not in names
    )


def _collect_groups(table: Table) -> frozenset[str]:
    entries = (entry for section in ITEMS for _name, entry in _list_entries(table, section))
    named = (group for entry in entries for group in entry.get("groups") or ())
    return frozenset((*named, *(name for name, _entry in _list_entries(table, "groups"))))


def _list_entries(table: Table, section: str) -> list[tuple[str, Table]]:
    return [(name, entry) for name, entry in (table.get(section) or {}).items() if entry]


def _list_words(table: Table) -> Iterator[_Words]:
    """Yield all words of a file, those in its options too."""
    yield from _iter_words(table)
    for _name, option in _list_entries(table, "options"):
        for way in OVERLAYS:
            yield from _iter_words(option.get(way) or {})


def _iter_words(table: Table) -> Iterator[_Words]:
    """Yield the words of a layer, without those in its options' own layers."""
    parts = [("", table)]
    parts += [(f"{section}/", table.get(section) or {}) for section in SECTIONS]
    parts += [(f"{section}/{name}/", entry) for section in ENTRIES for name, entry in _list_entries(table, section)]
    for path, part in parts:
        for key, value in part.items():
            if isinstance(value, list) and all(isinstance(word, str) for word in value):
                yield _Words(f"{path}{key}", key, tuple(value), ())
            elif isinstance(value, dict) and key in ("after", "defence_kontra"):
                removed = tuple(word for word, how in value.items() if how is False)
                yield _Words(f"{path}{key}", key, tuple(value), removed)
