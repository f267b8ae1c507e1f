"""Counts of chips against the computed capital: the amounts, the counters, and the confirmations."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from scoring.models import Deal, Entry, GameTable
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.rules import line_facts
from tournaments.core.rules.line_facts import CapitalCourse
from tournaments.core.selectors import load_settings
from tournaments.hall.rounds import table_capital
from tournaments.models import Act, RoundTable, Tournament

CONFIRMING_PHONES = 2  # this number of phones that agree needs no director


class ChipCount(NamedTuple):
    """The counted chips and the computed capital of a player, both in cents."""

    sitting: int
    chips: int
    computed: int

    @property
    def difference(self) -> int:
        """Return the surplus of chips; below 0: a shortage."""
        return self.chips - self.computed


class PlayerChips(NamedTuple):
    """The computed and the counted chips of a player at a table now, in cents."""

    sitting: int
    place: int
    name: str
    computed: int
    replaced: int  # times that they got new capital
    counted: int | None = None  # None: not since the last entry

    @property
    def difference(self) -> int:
        """Return the surplus of chips; below 0: a shortage."""
        return 0 if self.counted is None else self.counted - self.computed


class ChipTableCount(NamedTuple):
    """A count of chips at a table: the last one, and the phones that have confirmed it."""

    rows: tuple[ChipCount, ...]
    sequence: int  # of the last entry of the book that was counted against
    phones: frozenset[str] = frozenset()  # devices at the table; "": a device that cannot be distinguished from others
    by_desk: bool = True  # the tournament director has counted

    @property
    def differs(self) -> bool:
        """Tell whether the chips of any player differ from the computed ones."""
        return any(row.difference for row in self.rows)

    @property
    def is_confirmed(self) -> bool:
        """Tell whether the director has counted, or two phones of the table agree."""
        return self.by_desk or len(self.phones - {""}) >= CONFIRMING_PHONES

    @property
    def chips(self) -> dict[int, int]:
        """Return everybody's counted chips, in cents, by id of the sitting."""
        return {row.sitting: row.chips for row in self.rows}


def load_counts(tables: Collection[int]) -> dict[int, ChipTableCount]:
    """Load the last count of each of these tables of a round (ids) that has one; one query."""
    by_table: dict[int, list[tuple[ChipTableCount, str]]] = {}
    for act in Act.objects.filter(table__in=tables, kind=Kind.COUNTED).order_by("sequence"):
        by_table.setdefault(act.table_id or 0, []).append((_parse_count(parse_content(act)), act.device))
    return {table: _merge_counts(counts) for table, counts in by_table.items()}


def _parse_count(content: Mapping[str, Any]) -> ChipTableCount:
    """Parse the count in an act's content, without its confirmations."""
    rows = tuple(ChipCount(*row) for row in content["count"])
    return ChipTableCount(rows, content["sequence"], by_desk=not content.get("by_table", False))


def _merge_counts(counts: list[tuple[ChipTableCount, str]]) -> ChipTableCount:
    """Return the last one of these counts, with all phones that have confirmed it."""
    last = counts[-1][0]
    equal = [(count, device) for count, device in counts if count[:2] == last[:2]]
    phones = frozenset(device for count, device in equal if not count.by_desk)
    return last._replace(phones=phones, by_desk=any(count.by_desk for count, _device in equal))


def compute_chips(table: GameTable, tournament: Tournament) -> dict[int, int]:
    """Compute the chips of everybody who sits at a table now: cents, by id of the sitting, by place."""
    courses = table_capital.load_courses(table, load_settings(tournament))
    return {course.stay.id: line_facts.round_cents(course.now) for course in list_present_courses(courses)}


def list_present_courses(courses: Iterable[CapitalCourse]) -> list[CapitalCourse]:
    """Return the courses of those who sit at a table now, by place."""
    return sorted((course for course in courses if course.stay.until is None), key=lambda course: course.stay.place)


def build_player_chips(course: CapitalCourse, name: str, counted: Mapping[int, int]) -> PlayerChips:
    """Return the chips of a player; `counted`: cents by id of the sitting."""
    sitting, place = course.stay.id, course.stay.place
    return PlayerChips(sitting, place, name, line_facts.round_cents(course.now), course.replaced, counted.get(sitting))


def find_last_count(table: RoundTable) -> ChipTableCount | None:
    """Return the last count of chips at a table."""
    return load_counts([table.pk]).get(table.pk)


def must_be_counted(table: RoundTable, counted: ChipTableCount | None, reason: str) -> None:
    """Refuse a table without a count of its last state, or with one that differs for no reason.

    ActionRefused("not_counted", "differs").
    """
    if counted is None or counted.sequence != table.game_table.last_sequence:
        if not _has_typed_totals(table):
            raise ActionRefused("not_counted")
    elif counted.differs and not reason:
        raise ActionRefused("differs")


def list_checked(tables: Collection[int]) -> frozenset[tuple[int, int]]:
    """Return those of tables (ids) whose totals were typed twice, with the last entry of the book then; one query."""
    acts = Act.objects.filter(table__in=tables, kind=Kind.CHECKED, undone_by=None)
    return frozenset((act.table_id or 0, parse_content(act)["sequence"]) for act in acts)


def _has_typed_totals(table: RoundTable) -> bool:
    """Return whether the totals of a table are from paper: they are the count of its chips."""
    return Deal.objects.filter(table=table.game_table_id, entry__kind=Entry.Kind.END_TOTALS).exists()
