"""Seasons that were worked out by hand stand as they were worked out."""

import tomllib
from fractions import Fraction
from typing import Any

import pytest

from tarockclub.kit.amounts import format_hundredths, parse_hundredths
from tests.support.paths import DATA
from tournaments.seasons.season.points.formula.evaluate import Day
from tournaments.seasons.season.points.formula.facts import DayFacts
from tournaments.seasons.season.points.place_points import CountedRound
from tournaments.seasons.season.points.ready import find_ready, list_ready
from tournaments.seasons.season.settings import SeasonSettings
from tournaments.seasons.season.standing import EventResult, EventRow, SeasonLine, compute_standing

SEASONS = tomllib.loads((DATA / "season.toml").read_text("utf-8"))["season"]
NAMES = ("", "Anna", "Bert", "Carl", "Dora", "Emil")


def settings_of(said: dict[str, Any]) -> SeasonSettings:
    """Settings as they stand in the file."""
    lists: dict[str, Any] = {name: tuple(value) for name, value in said.items() if isinstance(value, list)}
    return SeasonSettings(**(said | lists))


def _parse_amounts(text: str) -> dict[int, Fraction]:
    pairs = (pair.split(" ") for pair in filter(None, text.split(", ")))
    return {NAMES.index(name): Fraction(amount) for name, amount in pairs}


def _add_rounds(rows: list[EventRow], tables: list[str]) -> list[EventRow]:
    """Rows with rounds of one table each, who was placed there in which order."""
    found: dict[int, list[CountedRound]] = {}
    for number, text in enumerate(tables, 1):
        placed = _parse_result(text)
        for at in placed:
            facts = DayFacts(table_place=at.rank, table_size=len(placed))
            sharing = sum(other.rank == at.rank for other in placed)
            found.setdefault(at.who, []).append(
                CountedRound(Day(at.rank, len(placed), facts), sharing, sharing, number)
            )
    return [row._replace(rounds=tuple(found[row.who])) for row in rows]


def event_of(number: int, said: dict[str, Any]) -> EventResult:
    """An event as it stands in the file."""
    rows = [*_parse_result(said.get("result", "")), *_parse_points(said.get("points", ""))]
    made = _parse_amounts(said.get("made", ""))
    rows = [row._replace(facts=DayFacts(made[row.who], made[row.who])) if row.who in made else row for row in rows]
    rows = _add_rounds(rows, said["tables"]) if "tables" in said else rows
    return EventResult(number, said.get("kind", "day"), said.get("players", 0), tuple(rows))


def _parse_result(text: str) -> list[EventRow]:
    found: list[EventRow] = []
    for group in filter(None, text.split(", ")):
        rank = len(found) + 1
        found += [
            EventRow(
                NAMES.index(name.rstrip("?")), 0 if name.endswith("?") else rank, 0 if name.endswith("?") else None
            )
            for name in group.split(" = ")
        ]
    return found


def _parse_points(text: str) -> list[EventRow]:
    pairs = [pair.split(" ") for pair in filter(None, text.split(", "))]
    return [EventRow(NAMES.index(name), 0, parse_hundredths(points)) for name, points in pairs]


def format_line(line: SeasonLine, events: int) -> str:
    """A line as the file says it; what was not there at the end is left out."""
    got = {result.event: result for result in line.got}
    cells = [
        "-" if (one := got.get(at)) is None else format_hundredths(one.points, "en") for at in range(1, events + 1)
    ]
    cells = [f"({cell})" if at in got and not got[at].counts else cell for at, cell in enumerate(cells, 1)]
    while cells[-1] == "-":
        cells.pop()
    rank = f"{line.rank}." if line.rank else "–"
    return f"{rank} {NAMES[line.who]} {format_hundredths(line.points, 'en')}: {' '.join(cells)}"


@pytest.mark.parametrize("said", SEASONS, ids=[season["name"] for season in SEASONS])
def test_a_season_stands_as_it_was_worked_out(said):
    events = [event_of(number, event) for number, event in enumerate(said["events"], 1)]
    rule = find_ready(said["ready"]) if "ready" in said else None
    standing = compute_standing(rule.settings if rule is not None else settings_of(said["settings"]), events)
    assert [format_line(line, len(events)) for line in standing.lines] == said["standing"]
    assert not standing.problems


def test_every_ready_rule_is_worked_out():
    assert {rule.id for rule in list_ready()} == {season["ready"] for season in SEASONS if "ready" in season}
