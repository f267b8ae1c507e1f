"""Seasons that were worked out by hand stand as they were worked out."""

import tomllib
from typing import Any

import pytest

from tests.support.paths import DATA
from tournaments.season.points.text import points_in, shown
from tournaments.season.settings import Settings
from tournaments.season.standing import Event, Line, Row, standing_of

SEASONS = tomllib.loads((DATA / "season.toml").read_text("utf-8"))["season"]
NAMES = ("", "Anna", "Bert", "Carl", "Dora", "Emil")


def settings_of(said: dict[str, Any]) -> Settings:
    """Settings as they stand in the file."""
    lists: dict[str, Any] = {name: tuple(value) for name, value in said.items() if isinstance(value, list)}
    return Settings(**(said | lists))


def event_of(number: int, said: dict[str, Any]) -> Event:
    """An event as it stands in the file."""
    rows = [*_placed(said.get("result", "")), *_brought(said.get("points", ""))]
    return Event(number, said.get("kind", "day"), said.get("players", 0), tuple(rows))


def _placed(text: str) -> list[Row]:
    found: list[Row] = []
    for group in filter(None, text.split(", ")):
        rank = len(found) + 1
        found += [
            Row(NAMES.index(name.rstrip("?")), 0 if name.endswith("?") else rank, 0 if name.endswith("?") else None)
            for name in group.split(" = ")
        ]
    return found


def _brought(text: str) -> list[Row]:
    pairs = [one.split(" ") for one in filter(None, text.split(", "))]
    return [Row(NAMES.index(name), 0, points_in(points)) for name, points in pairs]


def told(line: Line, events: int) -> str:
    """A line as the file says it; what was not there at the end is left out."""
    got = {one.event: one for one in line.got}
    cells = ["-" if (one := got.get(at)) is None else shown(one.points, ".") for at in range(1, events + 1)]
    cells = [f"({cell})" if at in got and not got[at].counts else cell for at, cell in enumerate(cells, 1)]
    while cells[-1] == "-":
        cells.pop()
    rank = f"{line.rank}." if line.rank else "–"
    return f"{rank} {NAMES[line.who]} {shown(line.points, '.')}: {' '.join(cells)}"


@pytest.mark.parametrize("said", SEASONS, ids=[one["name"] for one in SEASONS])
def test_a_season_stands_as_it_was_worked_out(said):
    events = [event_of(number, one) for number, one in enumerate(said["events"], 1)]
    standing = standing_of(settings_of(said["settings"]), events)
    assert [told(line, len(events)) for line in standing.lines] == said["standing"]
    assert not standing.problems
