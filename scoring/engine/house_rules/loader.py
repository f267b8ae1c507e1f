"""From the text of a sheet file to sheets, one for every choice of its options; refused with all reasons at once."""

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice, product
from typing import Any

from scoring.engine.house_rules.build import build
from scoring.engine.house_rules.contradictions import KnownIds, find_contradictions
from scoring.engine.house_rules.overlay import Table, drop_removed, lay_onto_vocabulary, lay_over, list_names
from scoring.engine.house_rules.schema import ITEMS, OVERLAYS
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.points import parse_amount, parse_points, print_points, round_points
from scoring.engine.problems import MOST_PROBLEMS, Names, Problem, SheetError

MAX_OPTIONS = 6  # of a file; those of the sheet that it extends come on top
MOST_OPTIONS = 2 * MAX_OPTIONS  # every combination is checked when a sheet is loaded


class Rules:
    """One sheet file with all it extends: gives the sheet for any choice of its options."""

    def __init__(self, vocabulary: Table, table: Table, *, is_sound: bool = False) -> None:
        """Lay the table (with its parents already below it) over the vocabulary; SheetError where rules contradict.

        `is_sound`: it was checked when it was saved, perhaps by a version that refused less.
        """
        self.vocabulary = vocabulary
        self.table = table
        options = (table.get("options") or {}).items()
        self.defaults = {name: "off" in option for name, option in options if option}
        self._sheets: dict[tuple[bool, ...], Sheet] = {}
        if len(self.defaults) > MOST_OPTIONS:
            raise SheetError((Problem("options", "too_many_options", (("most", MOST_OPTIONS),)),))
        problems = {} if is_sound else self._find_problems()
        if problems:
            raise SheetError(tuple(problems))

    def _find_problems(self) -> dict[Problem, None]:
        """Look at the sheet by itself and with each option alone; if all of that is sound, at every combination."""
        problems: dict[Problem, None] = {}
        ids = self._collect_known_ids()
        for chosen in sorted(self.list_choices(), key=self._count_switched):
            if problems and self._count_switched(chosen) > 1:
                break
            contradictions = find_contradictions(self.combine_options(chosen), ids)
            problems.update(dict.fromkeys(islice(contradictions, MOST_PROBLEMS + 1)))
        return problems

    def _count_switched(self, chosen: Mapping[str, bool]) -> int:
        return sum(on != self.defaults[name] for name, on in chosen.items())

    def _collect_known_ids(self) -> KnownIds:
        table = {key: value for key, value in self.table.items() if value is not False}
        full = lay_over(self.vocabulary, table)

        def collect_groups(section: str) -> frozenset[str]:
            entries = (entry for entry in full[section].values() if entry)
            return frozenset(group for entry in entries for group in entry.get("groups") or ())

        return KnownIds(
            frozenset(full["contracts"]),
            frozenset(full["premiums"]),
            collect_groups("contracts"),
            collect_groups("premiums"),
            frozenset(self.table.get("options") or ()),
        )

    @cached_property
    def warnings(self) -> tuple[Problem, ...]:
        """Doubts about the sheet, however its options are set: legal, but worth a second look."""
        doubts = (doubt for chosen in self.list_choices() for doubt in find_doubts(self.combine_options(chosen)))
        return tuple(dict.fromkeys(doubts))

    @cached_property
    def item_names(self) -> dict[str, Names]:
        """The names of games and premiums, also of those that are not on the sheet, or only with an option."""
        return name_items(self.vocabulary, self.table)

    def list_choices(self) -> Iterator[dict[str, bool]]:
        """Every way to set the options, without those that exclude each other."""
        options = (self.table.get("options") or {}).items()
        pairs = [(name, other) for name, option in options if option for other in option.get("excludes") or ()]
        for choice in product((False, True), repeat=len(self.defaults)):
            chosen = dict(zip(self.defaults, choice, strict=True))
            if not any(chosen[option] and chosen.get(other) for option, other in pairs):
                yield chosen

    def combine_options(self, chosen: Mapping[str, bool]) -> Table:
        """The whole table with the options decided and folded in; what a sheet version keeps."""
        table = self.table
        for name, on in chosen.items():
            table = lay_over(table, self.table["options"][name].get("on" if on else "off", {}))
        return lay_onto_vocabulary(self.vocabulary, table)

    def build_sheet(self, options: Mapping[str, bool] | None = None) -> Sheet:
        """The typed sheet with these options (known ones only; the others are as they are by themselves)."""
        chosen = {**self.defaults, **(options or {})}
        key = tuple(chosen.values())
        if key not in self._sheets:
            self._sheets[key] = build(self.combine_options(chosen), chosen)
        return self._sheets[key]

    def format_canonical(self, options: Mapping[str, bool] | None = None) -> str:
        """The whole sheet as JSON text, its options folded in: what is hashed and pinned."""
        chosen = {**self.defaults, **(options or {})}
        return json.dumps({**self.combine_options(chosen), "chosen": chosen}, ensure_ascii=False, separators=(",", ":"))


def name_items(vocabulary: Table, table: Table) -> dict[str, Names]:
    """Return the names of the games and premiums of a table, also of those not on it, or only with an option."""
    options = [option for option in (table.get("options") or {}).values() if option]
    whole = vocabulary
    for layer in (*(option.get(way) or {} for option in options for way in OVERLAYS), table):
        whole = lay_over(whole, {section: drop_removed(layer.get(section) or {}) for section in ITEMS})
    return list_names(whole, *ITEMS)


def parse_canonical(text: str, younger: Table | None = None) -> Sheet:
    """Build the sheet from the text of `Rules.format_canonical`; `younger`: sections that an old text cannot have."""
    table: dict[str, Any] = {**(younger or {}), **json.loads(text)}
    return build(table, table["chosen"])


# Section, the value that is usually the higher one, the other, code.
PAIRS = (
    ("premiums", "announced", "silent", "announced_below_silent"),
    ("contracts", "lost", "value", "lost_below_value"),
)


def find_doubts(table: Table) -> Iterator[Problem]:
    """Values of a sound table that are usually the other way round, or tear apart what is rounded to the same."""
    for section, high, low, code in PAIRS:
        for name, entry in table[section].items():
            above, below = entry.get(high), entry.get(low)
            if above is not None and below is not None and _is_less(above, below):
                params = ((high, str(above)), (low, str(below)))
                path = f"{section}/{name}"
                yield Problem(f"{path}/{high}", code, params, others=(f"{path}/{low}",))
    win = parse_points(table["points"]["win"]) or 0
    if "rounded" in table["points"] and round_points(win - 1) == round_points(win):
        params = (("win", print_points(win)), ("below", print_points(win - 1)))
        yield Problem("points/win", "rounded_to_tie", params, others=("points/rounded",))


def _is_less(value: object, below: object) -> bool:
    """Return whether one amount is less than the other, or one multiplier."""
    first, second = (parse_amount(str(worth).removeprefix("x")) for worth in (value, below))
    return first is not None and second is not None and first < second
