"""The tables of a season's files about its events: what counts, all results, their rounds, the points of each place."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, FormulaRow
from tarockclub.kit.xlsx.cells import AMOUNT, BARS, COUNT, EURO, EXACT, POINTS, STRONG, STRUCK_LOOK, CellMark, Extras
from tarockclub.kit.xlsx.cells import DAY as DATE
from tournaments.results.exports.book_standing import mark_losses
from tournaments.seasons.season import messages
from tournaments.seasons.season.export.entries import (
    NOTHING,
    BookColumn,
    PlainColumn,
    Ranking,
    RankingEntry,
    RankingEvent,
    convert_points,
)
from tournaments.seasons.season.export.formulas import ResultFormulas, build_round_formula
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
from tournaments.seasons.season.settings import DAY, MEAN, ROUND, find_rule

NEW_ROW = ("tag", "kind", "place", "number", "points", "counts")  # what a row needs that somebody adds, beside facts


class EventLine(NamedTuple):
    """A row of what counts."""

    event: RankingEvent
    entries: list[RankingEntry]
    note: str

    @property
    def best(self) -> int | None:
        """The most points that somebody got, in hundredths."""
        return max((entry.points or 0 for entry in self.entries if entry.kind != NOTHING), default=None)

    @property
    def winners(self) -> str:
        """The names of those who got them."""
        best = self.best
        return ", ".join(entry.person.real for entry in self.entries if entry.kind != NOTHING and entry.points == best)


def list_event_rows(ranking: Ranking) -> list[EventLine]:
    """Return the rows of the events."""
    of_tag = {tag: list(entries) for tag, entries in groupby(ranking.entries, key=lambda entry: entry.event.tag)}
    return [
        EventLine(event, of_tag.get(event.tag, []), explain_uncounted(ranking.stand, event.status))
        for event in ranking.events
    ]


def build_events_table(ranking: Ranking, results: FileTable, lines: list[EventLine]) -> FileTable:
    """Return the table of everything that counts in the season, and of what does not."""
    names, points, has_kinds = results.names, ranking.points_kind, bool(ranking.kinds)

    def build_best(at: FormulaRow) -> str:
        best = f"_xlfn.MAXIFS({names['points']},{names['tag']},{at.find_cell('tag')})"
        return best if at.row.entries else ""

    def count_results(at: FormulaRow) -> str:
        return f"COUNTIFS({names['tag']},{at.find_cell('tag')})"

    players = _("Teams") if ranking.is_plain and ranking.settings.teams else _("Players")
    columns = (
        PlainColumn("event", _("No."), "event__result__id", COUNT),
        PlainColumn("name", _("Name"), "event__status__name"),
        PlainColumn("day", _("Day"), lambda row: row.event.date and format_day(row.event.date)),
        BookColumn("tag", _("Day"), "event__tag", COUNT, 6),
        BookColumn("date", _("Date"), "event__date", DATE, 15),
        BookColumn("occasion", _("Occasion"), "event__occasion", width=24),
        Column("kind", _("Kind"), lambda row: messages.KINDS[row.event.result.kind], width=16, in_book=has_kinds),
        Column("players", players, lambda row: max(row.event.result.players, len(row.event.result.rows)), COUNT, 9),
        PlainColumn("results", _("Results"), lambda line: len(line.event.result.rows), COUNT),
        BookColumn("results", _("Results"), lambda line: len(line.entries), COUNT, 11, count_results),
        PlainColumn("edition", _("Edition"), "event__status__edition", COUNT),
        BookColumn("winner", _("Best of the day"), "winners", width=34),
        BookColumn("best", _("Their points"), lambda line: convert_points(line.best), points, 10, build_best),
        Column("note", _("Note"), width=30, in_book=any(line.note for line in lines)),
    )
    note = _("A new day needs a row here; its number is what the results name it by.")
    title = _("What counts") if ranking.is_plain else _("Days")
    table = FileTable("events", title, columns, note=note, prefix="T").choose_columns(plain=ranking.is_plain)
    letter = table.letters["results"]
    return replace(table, extras=Extras(marks=(CellMark(f"{letter}:{letter}", BARS),)))


def build_results_table(formulas: ResultFormulas) -> FileTable:
    """Return the table of all results; its rows are entries."""
    ranking, asked = formulas.ranking, list_formulas(formulas.ranking.settings)
    is_best, is_plain, points = bool(ranking.stand.standing.best), ranking.is_plain, ranking.points_kind
    nodes = (node for node in map(parse_formula, asked) if not isinstance(node, Problem))
    words = {name for node in nodes for name in list_names(node)}

    def count_players(entry: RankingEntry) -> int | None:
        return entry.played.day.players if entry.has_worth or not is_plain else None

    def is_typed(entry: RankingEntry) -> bool:
        return entry.row.points is not None if is_plain else entry.kind == DAY and not entry.has_worth

    def find_facts(entry: RankingEntry) -> DayFacts | None:
        return entry.row.facts if entry.has_worth else None  # where points were typed they do not follow from them

    columns = (
        PlainColumn("event", _("No."), "event__result__id", COUNT),
        PlainColumn("name_of_event", _("What counts"), "event__status__name"),
        BookColumn("tag", _("Day"), "event__tag", COUNT, 6),
        BookColumn("date", _("Date"), "event__date", DATE, 15),
        BookColumn("occasion", _("Occasion"), "event__occasion", width=16),
        BookColumn("kind", _("Kind"), lambda row: ranking.kinds[row.kind], width=14, in_book=bool(ranking.kinds)),
        Column("place", _("Place"), lambda entry: entry.row.rank or None, COUNT, 7),
        Column("number", ranking.number_head if is_plain else _("No."), kind=COUNT, width=6),
        Column("name", _("Name"), "person__real", width=22),
        Column("points", _("Points"), "amount", points, 10, formulas.build_points, STRONG),
        Column("typed", _("Points as entered"), is_typed, width=11, in_book=ranking.has_typed_days),
        PlainColumn("written", _("Written score"), kind=AMOUNT),
        Column("players", _("Players"), count_players, COUNT, 9, in_plain=bool(asked), in_book=PLAYERS in words),
        *(build_fact_column(ranking, name, find_facts) for name in ranking.facts),
        BookColumn("own", _("Own order"), kind=COUNT, width=8, formula=formulas.build_own, in_book=is_best),
        BookColumn("counts", _("Counts"), kind=COUNT, width=7, formula=formulas.build_counts, in_book=is_best),
    )
    table = FileTable("results", ranking.name_sheet(_("Results")), columns, prefix=ranking.build_prefix("E"))
    table = table.choose_columns(plain=is_plain)
    needed = (column for column in table.columns if column.name in NEW_ROW or column.name.startswith("fact_"))
    heads = ", ".join(str(column.title) for column in needed)
    note = _("A new row at the bottom (%(columns)s) counts at once on all other sheets.") % {"columns": heads}
    printed = sum(column.name not in ("own", "counts") for column in table.columns)
    letters, marks = table.letters, list[CellMark]()
    if "counts" in letters:
        struck = f'AND(${letters["own"]}4<>"",${letters["counts"]}4=0)'
        marks.append(CellMark(f"A:{letters['counts']}", STRUCK_LOOK, struck))
    if ranking.has_losses:
        marks += mark_losses(table, ("points", *(f"fact_{name}" for name in AMOUNTS)))
    return replace(table, note=note, extras=Extras(marks=tuple(marks), columns=printed))


def build_fact_column(
    ranking: Ranking, name: str, find_facts: Callable[[Any], DayFacts | None], of: str = "fact"
) -> Column:
    """Return the column of a fact of a day, of a round, or (of="sum") of all days, in points, not in sixths."""

    def find_fact(row: Any) -> Fraction | None:
        value = getattr(facts, name) if (facts := find_facts(row)) is not None else None
        return None if value is None else Fraction(value)

    amount = AMOUNT if ranking.is_plain else EURO if name == "euros" else EXACT
    return Column(f"{of}_{name}", messages.FACTS[name], find_fact, amount if name in AMOUNTS else COUNT, 10)


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
    number, has_formulas = ranking.number_head if ranking.is_plain else _("No."), bool(list_formulas(ranking.settings))
    build_points = partial(build_round_formula, ranking, places)
    columns = (
        PlainColumn("event", _("No."), "entry__event__result__id", COUNT),
        PlainColumn("name_of_event", _("What counts"), "entry__event__status__name"),
        BookColumn("tag", _("Day"), "entry__event__tag", COUNT, 6),
        BookColumn("occasion", _("Occasion"), "entry__event__occasion", width=22),
        Column("round", _("Round"), "played__round", COUNT, 8),
        Column("place", _("Place"), "played__day__place", COUNT, 8),
        Column("number", number, "entry__number", COUNT, 7),
        Column("name", _("Name"), "entry__person__real", width=26),
        Column("points", _("Points"), kind=POINTS, width=12, formula=build_points),
        Column("players", _("Players"), "played__day__players", COUNT, 9, in_plain=has_formulas),
        *(build_fact_column(ranking, name, lambda row: row.played.day.facts) for name in ranking.facts),
    )
    table = FileTable("rounds", ranking.name_sheet(_("Results of rounds")), columns, prefix=ranking.build_prefix("R"))
    return table.choose_columns(plain=ranking.is_plain)


def list_entry_rounds(ranking: Ranking) -> Iterator[EntryRound]:
    """Yield the rounds of all results whose points follow from them."""
    for entry in ranking.entries:
        if entry.has_worth and find_rule(ranking.settings, entry.event.result.kind).per == ROUND:
            for played in entry.row.rounds or ():
                value = compute_exact(ranking.settings, played)
                yield EntryRound(entry, played, None if isinstance(value, Problem) else float(value))
