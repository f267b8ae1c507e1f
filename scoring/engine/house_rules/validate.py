"""First look at a sheet file: every key is known, every value of its kind, every selector readable, no word idle."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, NamedTuple

from scoring.engine.house_rules.schema import ENTRIES, ITEMS, OVERLAYS, PLAIN, SECTIONS, Kind, Table, lay_over
from scoring.engine.house_rules.toml_outline import NoValue
from scoring.engine.problems import Problem

Key = tuple[str, bool]  # (premium id, announced); the game is GAME
GAME: Key = ("", False)
WORDS = ("all", "game", "premiums", "announced", "silent", "kontra")


class Selector(NamedTuple):
    """The items picked, once for items that nobody kontra'd and once for those somebody did."""

    plain: frozenset[Key]
    kontrad: frozenset[Key]

    def is_picked(self, key: Key, kontrad: bool) -> bool:
        """Say whether the item is picked."""
        return key in (self.kontrad if kontrad else self.plain)


class Items(NamedTuple):
    """The items that a sheet's selectors can pick."""

    keys: frozenset[Key]
    groups: Mapping[str, frozenset[str]]  # premium group -> premium ids


def list_words(items: Items) -> frozenset[str]:
    """Every word a selector of this sheet may use, without `not`."""
    return frozenset(WORDS) | frozenset(items.groups) | {premium for premium, _ in items.keys if premium}


def strip_not(word: str) -> str:
    """The word without its `not `."""
    return word.removeprefix("not ")


def resolve(words: Iterable[str], items: Items) -> Selector:
    """Resolve a selector's words; unknown words were refused before and pick nothing.

    Words add up, what `not` names is taken away; only nots: everything but; no words: nothing.
    """
    listed = list(words)
    plus = [word for word in listed if not word.startswith("not ")]
    minus = [strip_not(word) for word in listed if word.startswith("not ")]
    start = plus or (["all"] if minus else [])

    def pick_items(kontrad: bool) -> frozenset[Key]:
        taken = frozenset().union(*(_find_keys(word, items, kontrad) for word in start))
        return taken.difference(*(_find_keys(word, items, kontrad) for word in minus))

    return Selector(pick_items(False), pick_items(True))


def _find_keys(word: str, items: Items, kontrad: bool) -> frozenset[Key]:
    match word:
        case "all":
            return items.keys
        case "game":
            return frozenset((GAME,))
        case "premiums":
            return items.keys - {GAME}
        case "announced" | "silent":
            return frozenset(key for key in items.keys if key != GAME and key[1] == (word == "announced"))
        case "kontra":
            return items.keys if kontrad else frozenset()
    premiums = items.groups.get(word, frozenset((word,)))
    return frozenset(key for key in items.keys if key[0] in premiums and key != GAME)


MOST_ENTRIES = 100  # of a section
LONGEST_WORD = 60
# Keys as somebody would call them who reads the printed sheet.
_SAID_IN_GERMAN = {
    "wert": "value",
    "spiele": "contracts",
    "praemien": "premiums",
    "punkte": "points",
    "still": "silent",
    "angesagt": "announced",
    "verloren": "lost",
    "stiche": "tricks",
    "quelle": "source",
    "schalter": "options",
}


def report_unknown(path: str, code: str, word: str, known: Iterable[str]) -> Problem:
    """An unknown word, with the nearest known one: "did you mean"."""
    short = word[:LONGEST_WORD]
    near = _find_nearest(short, frozenset(known))
    return Problem(path, code, (("word", short), ("near", near)), f"{code}_near" if near else code)


@lru_cache(maxsize=512)
def _find_nearest(word: str, known: frozenset[str]) -> str:
    if (meant := _SAID_IN_GERMAN.get(word.lower())) in known:
        return meant or ""
    return next(iter(get_close_matches(word, sorted(known), n=1, cutoff=0.6)), "")


def report_both(path: str, code: str, thing: str, other: str, others: tuple[str, ...] = ()) -> Problem:
    """Name two things that do not go together, or of which one needs the other; `others`: paths of what else it is."""
    return Problem(path, code, (("one", thing), ("other", other)), others=others)


def check_words(path: str, words: Iterable[str], known: Iterable[str]) -> Iterator[Problem]:
    """Every word of a list that names nothing."""
    listed = frozenset(known)
    yield from (
        report_unknown(path, "unknown_word", strip_not(word), listed) for word in words if strip_not(word) not in listed
    )


def validate(table: Table) -> Iterator[Problem]:
    """All unknown keys and values of the wrong kind in a sheet file."""
    yield from _check_overlay(table, "", PLAIN)
    for name, option in _list_tables(table.get("options")):
        yield from _check_option(option, f"options/{name}")


def _list_tables(section: object) -> list[tuple[str, Table]]:
    entries = section.items() if isinstance(section, dict) else ()
    return [(str(name), entry) for name, entry in entries if isinstance(entry, dict)]


def _check_overlay(table: Table, path: str, plain: Mapping[str, Kind]) -> Iterator[Problem]:
    sections = [*SECTIONS, *(key for key in ENTRIES if plain or key != "options")]
    for key, value in table.items():
        key_path = f"{path}{key}"
        if key in sections:
            yield from _check_section(key, value, key_path)
        elif key in plain:
            yield from _check_value(plain[key], value, key_path)
        else:
            yield report_unknown(key_path, "unknown_key", key, [*plain, *sections])


def _check_section(key: str, value: object, path: str) -> Iterator[Problem]:
    if value is False:
        return
    if not isinstance(value, dict):
        yield Problem(path, "not_a_table")
    elif key in SECTIONS:
        yield from _check_keys(SECTIONS[key], value, path)
    elif len(value) > MOST_ENTRIES:
        yield Problem(path, "too_many_entries", (("most", MOST_ENTRIES),))
    else:
        for name, entry in value.items():
            yield from _check_entry(key, name, entry, f"{path}/{name}")


def _check_entry(section: str, name: str, entry: object, path: str) -> Iterator[Problem]:
    if entry is False:
        return
    if not isinstance(entry, dict):
        yield Problem(path, "not_a_table")
        return
    keys = dict(ENTRIES[section])
    if section == "options":
        entry = {key: value for key, value in entry.items() if key not in OVERLAYS}
    yield from _check_keys(keys, entry, path)
    if not PLAIN["id"].fits(name):
        yield Problem(path, "wrong_value", (("expects", "ident"),))


def _check_keys(kinds: Mapping[str, Kind], table: Table, path: str) -> Iterator[Problem]:
    for key, value in table.items():
        if key in kinds:
            yield from _check_value(kinds[key], value, f"{path}/{key}")
        else:
            yield report_unknown(f"{path}/{key}", "unknown_key", key, kinds)


def _check_value(kind: Kind, value: Any, path: str) -> Iterator[Problem]:
    if value is False or kind.fits(value):
        return
    decimals = list(_find_decimals(value, path))
    yield from decimals or (Problem(path, "wrong_value", (("expects", kind.expects),)),)


def _find_decimals(value: object, path: str) -> Iterator[Problem]:
    """Decimal numbers in a value, at any depth: an amount is a whole number or a fraction."""
    if isinstance(value, NoValue) and not value.is_date():
        yield value.describe(path)
    pairs = value.items() if isinstance(value, dict) else enumerate(value, 1) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from _find_decimals(inner, f"{path}/{key}")


def _check_option(option: Table, path: str) -> Iterator[Problem]:
    overlays = [key for key in OVERLAYS if key in option]
    if len(overlays) != 1:
        yield Problem(path, "option_on_or_off")
    for key in overlays:
        if isinstance(option[key], dict):
            yield from _check_overlay(option[key], f"{path}/{key}/", {})
        else:
            yield Problem(f"{path}/{key}", "not_a_table")


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
