"""A club's year for tests: evenings on given dates, and a season in which they count."""

from datetime import datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from scoring.engine.agreement import Stakes, format_agreement
from scoring.models import GameTable
from scoring.table.evenings.services import EveningStart, start_evening
from tests.scoring.support.evenings import end_evening, play_hands
from tests.scoring.support.tables import Record, new_key
from tests.support.phones import let_write
from tests.tournaments.seasons.season.seasons import season
from tournaments.models import Season
from tournaments.seasons.season.data import SeasonProgress, load_season_progress
from tournaments.seasons.season.settings import EveningRule

VIENNA = ZoneInfo("Europe/Vienna")
ABCD = ("Anna", "Berta", "Cilli", "Dora")
SUM = {"per": "season", "formula": "written", "decimals": 2}
MARCH = (2026, 3, 4, 19)  # a Wednesday


def evening(
    *hands: Record,
    names: tuple[str, ...] = ABCD,
    when: tuple[int, ...] = MARCH,
    ends: bool = True,
    sheet: str = "treffpunkt",
    stakes: Stakes | None = None,
) -> GameTable:
    """An evening with these hands, begun at this time by the clock on the wall."""
    year, month, day, *clock = when
    started = datetime(year, month, day, *clock, tzinfo=VIENNA)  # type: ignore[misc, arg-type]
    start = EveningStart(names, sheet, {}, 0, format_agreement(stakes or Stakes()))
    table = let_write(start_evening(new_key(), start, started=started))
    play_hands(table, *hands)
    return end_evening(table) if ends else table


def year(**settings: Any) -> Season:
    """A season in which all evenings of 2026 count, by the sum of the written score unless the settings say else."""
    return season(**{**SUM, "evenings": EveningRule("2026-01-01", "2026-12-31"), **settings})


def progress(of: Season, **how: Any) -> SeasonProgress:
    """The state of a season now."""
    return load_season_progress(Season.objects.get(pk=of.pk), **how)


def standing(of: Season, **how: Any) -> list[tuple[int, str, Any]]:
    """Rank, name and points of everybody, exact to hundredths."""
    stand = progress(of, **how)
    assert not stand.standing.problems
    return [(line.rank, stand.people[line.who].name, Fraction(line.points, 100)) for line in stand.standing.lines]


def points(of: Season, **how: Any) -> dict[str, Fraction]:
    """Everybody's points by their name."""
    return {name: made for _rank, name, made in standing(of, **how)}


def days(of: Season) -> list[str]:
    """The dates of evenings that count in a season, in their order."""
    return [f"{event.event.day:%Y-%m-%d}" for event in progress(of).events if event.event.evenings]
