"""Seasons as the API takes and returns them."""

import uuid
from datetime import date, datetime
from typing import Any, Literal

from pydantic import Field

from tarockclub.kit.amounts import MOST_HUNDREDTHS
from tarockclub.platform.api.schemas import MOST_ITEMS, In, Keyed, Name, Number, Out, Reason, Whole
from tournaments.seasons.season.results.parsing import LAST_PLACE, MOST_WRITTEN
from tournaments.seasons.season.settings import ALL, DAY, FORMULA, MEAN

Points = Whole


class SeasonSettings(In):
    """All settings that decide the standings of a season; points in hundredths of a cup point."""

    way: Literal["table", "formula"] = FORMULA  # type: ignore[assignment]
    table: list[Number] = Field(default=[], max_length=500, description="Points of the first, the second …")
    rest: Number = Field(default=0, description="Points of everybody beyond the end of the table.")
    formula: str = Field(default="players - place + 1", max_length=300)
    ties: Literal["mean", "better"] = MEAN  # type: ignore[assignment]
    decimals: int = Field(default=0, ge=0, le=2)
    per: Literal["day", "round"] = DAY  # type: ignore[assignment]
    bonus: Number = Field(default=0, description="Points of everybody for each day played.")
    counting: Literal["all", "number", "half", "worst"] = ALL  # type: ignore[assignment]
    best: int = Field(default=6, ge=1, le=366, description="If counting is number.")
    worst: int = Field(default=1, ge=1, le=366, description="Days that do not count, if counting is worst.")
    half_up: bool = True
    days: int = Field(default=0, ge=0, le=366)
    least_days: int = Field(default=0, ge=0, le=366)
    criteria: list[Literal["places", "best_day", "more_days", "final_place", "lot"]] = Field(
        default=["places", "best_day", "more_days"], max_length=5
    )
    final: Literal["adds", "alone"] = "adds"
    factor: int = Field(default=100, ge=1, le=10_000, description="Factor for the points of a final, in hundredths.")
    taken: int = Field(
        default=100, ge=0, le=100, description="Percentage of the points from the days in a final that decides."
    )
    teams: bool = Field(default=False, description="Teams are ranked, by the teams' published results of tournaments.")


class NewSeason(Keyed):
    """The settings of a new season."""

    name: Name
    settings: SeasonSettings = SeasonSettings()


class SeasonRef(Out):
    """A season in the list."""

    slug: uuid.UUID
    name: str
    ended: datetime | None


class SeasonsOut(Out):
    """The seasons of the club."""

    seasons: list[SeasonRef]


class EventOut(Out):
    """An event that counts in a season."""

    number: Number
    kind: Literal["day", "final", "carried"]
    name: str
    day: date | None
    counts: bool = Field(description="Whether its result exists.")


class GotOut(Out):
    """The points of a player from an event."""

    event: Number
    rank: Number = Field(description="0: unknown.")
    points: Points
    counts: bool


class LineOut(Out):
    """A player in the standings of a season."""

    rank: Number = Field(description="0: too few days played.")
    name: str
    person: Number = Field(description="Number in the club's register; of a team in the season.")
    points: Points
    days: Number
    by_event: list[GotOut] = Field(validation_alias="got")


class SeasonOut(Out):
    """The current state of a season; points in hundredths of a cup point."""

    slug: uuid.UUID
    name: str
    ended: datetime | None
    settings: dict[str, Any]
    events: list[EventOut]
    standing: list[LineOut]
    missing: list[str] = Field(description="Sentences: everything to be done before the final standings are published.")
    seen: str = Field(description="Must be sent on publication: the standings that were viewed.")


class ToCheck(In):
    """A formula or a table, as typed."""

    way: Literal["table", "formula"] = FORMULA  # type: ignore[assignment]
    formula: str = Field(default="", max_length=300)
    table: str = Field(default="", max_length=5000)
    rest: str = Field(default="", max_length=20)


class CheckedOut(Out):
    """Errors in it, and the resulting points of places."""

    problems: list[str]
    warnings: list[str]


class TypedResult(In):
    """The result of one player."""

    name: str = Field(default="", max_length=80, description="Empty only with the number of a known player.")
    player_number: str = Field(default="", max_length=20, description="The cup's number, in place of the name.")
    rank: int = Field(default=0, ge=0, le=LAST_PLACE, description="0: only the points are known.")
    points: int | None = Field(
        default=None,
        ge=-MOST_HUNDREDTHS,
        le=MOST_HUNDREDTHS,
        description="In hundredths; null: they follow from the rank.",
    )
    written: int | None = Field(
        default=None, ge=-MOST_WRITTEN, le=MOST_WRITTEN, description="Written score, in sixths of a point."
    )


class TypedResults(Keyed):
    """The whole result of an event."""

    results: list[TypedResult] = Field(min_length=1, max_length=MOST_ITEMS)
    reason: Reason = Field(default="", description="Reason for another edition.")


class EventRef(Out):
    """An event of a season."""

    number: Number
