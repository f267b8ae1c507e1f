"""The public view of a tournament as the API returns it."""

import uuid
from datetime import date, datetime
from typing import Literal

from pydantic import Field

from tarockclub.platform.api.schemas import Number, Out, Whole

Points = Number


class TournamentRef(Out):
    """A tournament of the club."""

    slug: uuid.UUID
    name: str
    day: date
    stage: Literal["prepared", "running", "ended"]


class Round(Out):
    """A round."""

    number: Number
    stage: Literal["open", "drawn", "running", "closed"]
    entered: Number
    tables: Number


class TournamentSeen(TournamentRef):
    """The public view of a tournament."""

    club: str
    sheet: str
    rounds_planned: Number = Field(description="0: any number.")
    shows_live: bool = Field(description="Whether standings are public while a round is running.")
    rounds: list[Round]


class Player(Out):
    """A participant."""

    number: Number = Field(description="Start number; 0: only took over a seat.")
    name: str


class StandingLine(Out):
    """A player in the standings."""

    rank: Number
    shared: bool = Field(description="Tied with others in everything.")
    number: Number
    name: str
    table: Number = Field(description="Table in the standings of a round; otherwise 0.")
    capital_cents: Whole = Field(description="Play money without replacements; over all rounds: won and lost.")
    replaced: Number
    written: Whole = Field(description="Written score, in sixths of a point.")
    place_points: Whole = Field(validation_alias="points", description="In sixtieths of a point.")
    place: Number = Field(description="Place at the table by the written score; 0: none yet, or over all rounds.")


class TeamResult(Out):
    """A team in a published final result; values the settings do not rank by are 0."""

    rank: Number
    number: Number = Field(description="The team's number in the tournament.")
    name: str = Field(description="Empty: named by its number.")
    capital: Whole = Field(description="Won and lost play money, in sixths of a cent.")
    written: Whole = Field(description="Written score, in sixths of a point.")
    place_points: Whole = Field(description="In sixtieths of a point.")
    members: list[Number] = Field(description="Start numbers of those who have played for it; 0: only a substitute.")


class ResultEdition(Out):
    """A published result."""

    round: Number = Field(validation_alias="of", description="0: the final one.")
    number: Number
    at: datetime
    reason: str
    lines: list[StandingLine]
    teams: list[TeamResult] = Field(description="Empty without teams, and for rounds.")
    withdrawn: datetime | None = Field(description="The time it was withdrawn; it no longer counts.")


class StandingsSeen(Out):
    """The standings of a round, or (0) of the whole tournament."""

    round: Number
    live: bool = Field(description="Current; otherwise as published.")
    lines: list[StandingLine]
    published: Number = Field(description="The latest published edition; 0: none.")


class SeatedTable(Out):
    """A table of a round with its current players, in playing order."""

    number: Number
    players: list[Player]


class FaceSeen(Out):
    """A clock."""

    state: Literal["runs", "up", "before", "paused", "referee", "done"]
    ends: Number = Field(description="Milliseconds since 1970; 0: it is stopped.")
    left: Number = Field(description="Milliseconds left at the time of the response.")


class WallTable(Out):
    """A table on the projector."""

    number: Number
    table: uuid.UUID
    names: list[str]
    hands: Number
    clock: FaceSeen
    done: bool


class Wall(Out):
    """The projector view: the round on the clock, and its tables."""

    round: Number = Field(description="0: none has been drawn.")
    stage: Literal["", "drawn", "running", "closed"]
    now: Number = Field(description="The server's time in milliseconds since 1970.")
    clock: FaceSeen | None
    tables: list[WallTable]


class HandSeen(Out):
    """A line of the book of the player's table."""

    number: Number
    words: str
    amount: str
    after: str


class PlayedRound(Out):
    """A round of a player."""

    round: Number
    line: StandingLine
    others: list[str]
    hands: list[HandSeen]


class PlayerSeen(Player):
    """The tournament of a player."""

    table: Number = Field(description="Current table; 0: none.")
    total: StandingLine | None
    rounds: list[PlayedRound]
