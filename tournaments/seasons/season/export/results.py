"""The tables of a season's files about its events: what counts, all results, their rounds, the points of each place."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable
from tarockclub.kit.xlsx.cells import (
    AMOUNT,
    BARS,
    COUNT,
    EURO,
    EXACT,
    LOSS,
    POINTS,
    STRONG,
    STRUCK_LOOK,
    CellMark,
    Extras,
)
from tarockclub.kit.xlsx.cells import DAY as DATE
from tournaments.seasons.season import messages
from tournaments.seasons.season.data import EventStatus
from tournaments.seasons.season.export.entries import (
    Ranking,
    RankingEntry,
    convert_points,
    find_date,
    group_entries,
    name_occasion,
)
from tournaments.seasons.season.export.formulas import (
    ResultTables,
    build_own_formula,
    build_points_formula,
    build_round_formula,
)
from tournaments.seasons.season.points.formula.evaluate import Day
from tournaments.seasons.season.points.formula.nodes import AMOUNTS, PLAYERS, DayFacts, list_names
from tournaments.seasons.season.points.formula.parser import parse_formula
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.place_points import (
    CountedRound,
    build_worth,
    compute_exact,
    list_formulas,
    round_place_points,
)
from tournaments.seasons.season.results.services import explain_uncounted
from tournaments.seasons.season.services import find_event_day
from tournaments.seasons.season.settings import DAY, MEAN, ROUND, SeasonSettings, find_rule

NEW_ROW = ("tag", "kind", "place", "number", "points", "counts")  # what a row needs that somebody adds, beside facts


class EventLine(NamedTuple):
    """A row of what counts."""

    event: EventStatus
    tag: int
    entries: list[RankingEntry]
    note: str

    @property
    def players(self) -> int:
        """The number of players of the event."""
        return max(self.event.event.players, len(self.event.rows))

    @property
    def best(self) -> int | None:
        """The most points that somebody got, in hundredths."""
        return max((entry.points or 0 for entry in self.entries if entry.is_counted), default=None)

    @property
    def winners(self) -> str:
        """Who got them."""
        best = self.best
        return ", ".join(entry.person.real for entry in self.entries if entry.is_counted and entry.points == best)


def list_event_lines(ranking: Ranking) -> list[EventLine]:
    """Return the rows of the events."""
    of_tag, stand = group_entries(ranking.entries, lambda entry: entry.tag), ranking.stand
    tagged = ((event, ranking.tags[event.event.number]) for event in stand.events)
    return [EventLine(event, tag, of_tag.get(tag, []), explain_uncounted(stand, event)) for event, tag in tagged]


def build_events_table(ranking: Ranking, results: FileTable, lines: list[EventLine]) -> FileTable:
    """Return the table of everything that counts in the season, and of what does not."""
    names, has_notes = results.names, any(line.note for line in lines)
    columns = (
        Column("event", _("No."), "event__event__number", COUNT, in_book=False),
        Column("name", _("Name"), "event__name", in_book=False),
        Column("day", _("Day"), lambda line: format_known_day(line.event), in_book=False),
        Column("tag", _("Day"), kind=COUNT, width=6, in_plain=False),
        Column("date", _("Date"), lambda line: find_date(line.event), DATE, 15, in_plain=False),
        Column("occasion", _("Occasion"), lambda line: name_occasion(line.event), width=24, in_plain=False),
        Column(
            *("kind", _("Kind"), lambda line: messages.KINDS[line.event.event.kind]),
            width=16,
            in_book=bool(ranking.kinds),
        ),
        Column(
            "players", _("Teams") if ranking.is_plain and ranking.settings.teams else _("Players"), kind=COUNT, width=9
        ),
        Column("results", _("Results"), lambda line: len(line.event.rows), COUNT, in_book=False),
        Column(
            *("results", _("Results"), lambda line: len(line.entries), COUNT, 11),
            lambda at: f"COUNTIFS({names['tag']},{at.find_cell('tag')})",
            in_plain=False,
        ),
        Column("edition", _("Edition"), "event__edition", COUNT, in_book=False),
        Column("winner", _("Best of the day"), "winners", width=34, in_plain=False),
        Column(
            *("best", _("Their points"), lambda line: convert_points(line.best), ranking.points_kind, 10),
            lambda at: (
                f"_xlfn.MAXIFS({names['points']},{names['tag']},{at.find_cell('tag')})" if at.row.entries else ""
            ),
            in_plain=False,
        ),
        Column("note", _("Note"), width=30, in_book=has_notes),
    )
    note = _("A new day needs a row here; its number is what the results name it by.")
    title = _("What counts") if ranking.is_plain else _("Days")
    table = FileTable("events", title, columns, note=note, prefix="T").choose_columns(plain=ranking.is_plain)
    letter = table.letters["results"]
    return replace(table, extras=Extras(marks=(CellMark(f"{letter}:{letter}", BARS),)))


def format_known_day(event: EventStatus) -> str | None:
    """Return the day of an event in words; None if it is not known."""
    day = find_event_day(event.event)
    return format_day(day) if day else None


def build_results_table(ranking: Ranking, tables: ResultTables) -> FileTable:
    """Return the table of all results; its rows are entries."""
    settings, is_best = ranking.settings, bool(ranking.stand.standing.best)

    def count_known_players(entry: RankingEntry) -> int | None:
        return entry.day.players if entry.has_worth or not ranking.is_plain else None

    columns = (
        Column("event", _("No."), "result__id", COUNT, in_book=False),
        Column("name_of_event", _("What counts"), "event__name", in_book=False),
        Column("tag", _("Day"), kind=COUNT, width=6, in_plain=False),
        Column("date", _("Date"), lambda entry: find_date(entry.event), DATE, 15, in_plain=False),
        Column("occasion", _("Occasion"), lambda entry: name_occasion(entry.event), width=16, in_plain=False),
        Column(
            *("kind", _("Kind"), lambda entry: ranking.kinds[entry.kind]),
            width=14,
            in_plain=False,
            in_book=bool(ranking.kinds),
        ),
        Column("place", _("Place"), lambda entry: entry.row.rank or None, COUNT, 7),
        Column("number", ranking.number_head if ranking.is_plain else _("No."), kind=COUNT, width=6),
        Column("name", _("Name"), "person__real", width=22),
        Column(
            *("points", _("Points"), lambda entry: convert_points(entry.points), ranking.points_kind, 10),
            lambda at: build_points_formula(ranking, tables, at),
            STRONG,
            plain_kind=ranking.plain_kind,
        ),
        Column("typed", _("Points as entered"), lambda entry: entry.row.points is not None, in_book=False),
        Column(
            *("typed", _("Points as entered"), lambda entry: entry.kind == DAY and not entry.has_worth),
            width=11,
            in_plain=False,
            in_book=ranking.has_typed_days,
        ),
        Column("written", _("Written score"), kind=AMOUNT, in_book=False),
        Column(
            *("players", _("Players"), count_known_players, COUNT, 9),
            in_plain=bool(list_formulas(settings)),
            in_book=PLAYERS in _list_words(settings),
        ),
        *(build_fact_column(name, _find_facts) for name in ranking.facts),
        Column(
            *("own", _("Own order"), lambda entry: entry.own or None, COUNT, 8),
            lambda at: build_own_formula(ranking, at),
            in_plain=False,
            in_book=is_best,
        ),
        Column(
            *("counts", _("Counts"), lambda entry: int(entry.counts) if entry.own else None, COUNT, 7),
            lambda at: f"IF({at.find_cell('own')}<={tables.best},1,0)" if at.row.own else "",
            in_plain=False,
            in_book=is_best,
        ),
    )
    table = FileTable("results", ranking.name_sheet(_("Results")), columns, prefix=ranking.build_prefix("E"))
    table = table.choose_columns(plain=ranking.is_plain)
    needed = (column for column in table.columns if column.name in NEW_ROW or column.name.startswith("fact_"))
    words = {"columns": ", ".join(str(column.title) for column in needed)}
    note = _("A new row at the bottom (%(columns)s) counts at once on all other sheets.") % words
    printed = sum(column.name not in ("own", "counts") for column in table.columns)
    return replace(table, note=note, extras=Extras(marks=_mark_results(ranking, table), columns=printed))


def _find_facts(entry: RankingEntry) -> DayFacts | None:
    return entry.row.facts if entry.has_worth else None  # where points were typed they do not follow from them


def _list_words(settings: SeasonSettings) -> set[str]:
    """Return the words of a season's formulas."""
    nodes = [node for node in map(parse_formula, list_formulas(settings)) if not isinstance(node, Problem)]
    return {name for node in nodes for name in list_names(node)}


def build_fact_column(
    name: str, find_facts: Callable[[Any], DayFacts | None], kind: str = "fact", **more: Any
) -> Column:
    """Return the column of a fact of a day, a round or all days, in points, not in sixths; `more`: other fields."""

    def find_fact(row: Any) -> Fraction | None:
        value = getattr(facts, name) if (facts := find_facts(row)) is not None else None
        return None if value is None else Fraction(value)

    shown, plain = (EURO if name == "euros" else EXACT, AMOUNT) if name in AMOUNTS else (COUNT, COUNT)
    return Column(f"{kind}_{name}", messages.FACTS[name], find_fact, shown, 10, plain_kind=plain, **more)


def _mark_results(ranking: Ranking, table: FileTable) -> tuple[CellMark, ...]:
    """Strike out the days that do not count, and colour losses."""
    letters, marks = table.letters, list[CellMark]()
    if "counts" in letters:
        formula = f'AND(${letters["own"]}4<>"",${letters["counts"]}4=0)'
        marks.append(CellMark(f"A:{letters['counts']}", STRUCK_LOOK, formula))
    signed = ("points", *(f"fact_{name}" for name in AMOUNTS)) if ranking.has_losses else ()
    return (*marks, *mark_losses(table, signed))


def mark_losses(table: FileTable, names: tuple[str, ...]) -> list[CellMark]:
    """Colour the losses in those of these columns that a table has."""
    letters = [table.letters[name] for name in names if name in table.letters]
    return [CellMark(f"{letter}:{letter}", LOSS, f"N({letter}4)<0") for letter in letters]


def build_places_table(ranking: Ranking) -> FileTable:
    """Return the table of the points of each place."""
    columns = (
        Column("place", _("Place"), lambda row: row[0], COUNT, 9),
        Column("points", _("Points"), lambda row: convert_points(row[1]), ranking.plain_kind, 12),
    )
    title, prefix = ranking.name_sheet(_("Points of places")), ranking.build_prefix("P")
    note = _("The points of a shared place are the mean of the places that it takes.")
    note = note if ranking.settings.ties == MEAN else ""
    return FileTable("places", title, columns, note=note, prefix=prefix)


def list_place_rows(ranking: Ranking) -> Iterator[tuple[int, int]]:
    """Yield each place that may be shared, with its points in hundredths."""
    events, table = ranking.stand.events, ranking.settings.table
    shared = max((len(event.rows) for event in events), default=0)
    last = max([len(table), *(row.rank + shared for event in events for row in event.rows)])
    worth = build_worth(ranking.settings)
    for place in range(1, last + 1):
        value = worth(Day(place, last))
        if not isinstance(value, Problem):
            yield place, round_place_points(Fraction(value), 2)


class EntryRound(NamedTuple):
    """A round of a result that counts by itself."""

    entry: RankingEntry
    played: CountedRound
    points: float | None  # None: they cannot be computed


def build_rounds_table(ranking: Ranking, places: FileTable | None) -> FileTable:
    """Return the table of everybody's rounds, where these count one by one."""
    has_formulas = bool(list_formulas(ranking.settings))
    columns = (
        Column("event", _("No."), "entry__result__id", COUNT, in_book=False),
        Column("name_of_event", _("What counts"), "entry__event__name", in_book=False),
        Column("tag", _("Day"), "entry__tag", COUNT, 6, in_plain=False),
        Column("occasion", _("Occasion"), lambda row: name_occasion(row.entry.event), width=22, in_plain=False),
        Column("round", _("Round"), "played__round", COUNT, 8),
        Column("place", _("Place"), "played__day__place", COUNT, 8),
        Column("number", ranking.number_head if ranking.is_plain else _("No."), "entry__number", COUNT, 7),
        Column("name", _("Name"), "entry__person__real", width=26),
        Column(
            *("points", _("Points"), "points", POINTS, 12),
            lambda at: build_round_formula(ranking, places, at),
        ),
        Column("players", _("Players"), "played__day__players", COUNT, 9, in_plain=has_formulas),
        *(build_fact_column(name, lambda row: row.played.day.facts) for name in ranking.facts),
    )
    table = FileTable("rounds", ranking.name_sheet(_("Results of rounds")), columns, prefix=ranking.build_prefix("R"))
    return table.choose_columns(plain=ranking.is_plain)


def list_entry_rounds(ranking: Ranking) -> Iterator[EntryRound]:
    """Yield the rounds of all results whose points follow from them."""
    for entry in ranking.entries:
        if entry.has_worth and find_rule(ranking.settings, entry.result.kind).per == ROUND:
            for played in entry.row.rounds or ():
                value = compute_exact(ranking.settings, played)
                yield EntryRound(entry, played, None if isinstance(value, Problem) else float(value))
