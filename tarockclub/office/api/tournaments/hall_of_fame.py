"""The hall of fame: winners, and everybody's results in all years."""

from datetime import date
from typing import Any, Literal

from django.http import Http404, HttpRequest
from pydantic import Field

from tarockclub.platform.api.authentication import TO_READ_RESULTS
from tarockclub.platform.api.operations import OwnClub, Part
from tarockclub.platform.api.schemas import Number, Out
from tournaments.seasons.season.hall_of_fame.cache import load_kept_fame
from tournaments.seasons.season.hall_of_fame.data import Fame
from tournaments.seasons.season.hall_of_fame.records import FameEvent, Record
from tournaments.seasons.season.hall_of_fame.views import compute_hall_secret, find_hall_club

part = Part("fame", "Winners, records, and the achievements of players over all years.")


class WonOut(Out):
    """A tournament or a season with its winners."""

    what: Literal["tournament", "season"]
    name: str
    day: date | None
    winners: list[Number] = Field(description="Numbers in the register.")
    players: Number
    slug: str = Field(description="Of the tournament or season; empty: its result was entered by hand.")


class CareerOut(Out):
    """The achievements of a player."""

    person: Number = Field(description="Number in the register.")
    name: str
    titles: Number = Field(description="Seasons won.")
    wins: Number = Field(description="Tournaments won.")
    podiums: Number
    played: Number
    series: Number = Field(description="The longest run of tournaments among the first three.")


class HolderOut(Out):
    """The holder of a record."""

    person: Number
    event: str = Field(description="Tournament or season; empty: over all years.")


class RecordOut(Out):
    """A record."""

    what: str
    amount: Number = Field(description="Of season_points in hundredths, of best_round in sixths of a point.")
    holders: list[HolderOut]


class FameOut(Out):
    """The hall of fame of a club."""

    events: list[WonOut] = Field(description="The latest first.")
    careers: list[CareerOut] = Field(description="Most titles first, then most wins.")
    records: list[RecordOut]


class OwnFameOut(FameOut):
    """The hall of fame of the caller's club."""

    secret: str = Field(description="Makes it readable for everybody: hall-of-fame/…")


@part.get("hall-of-fame", door=TO_READ_RESULTS)
def read_hall_of_fame(request: HttpRequest, club: OwnClub) -> OwnFameOut:
    """Return the hall of fame of the club, with the code that opens it to others."""
    return OwnFameOut(secret=compute_hall_secret(club), **_build_fame(load_kept_fame(club, at_once=True)))


@part.get("hall-of-fame/{str:secret}")
def read_public_hall_of_fame(request: HttpRequest, secret: str) -> FameOut:
    """Return the hall of fame to anyone who has its address."""
    club = find_hall_club(secret)
    if club is None:
        raise Http404
    return FameOut(**_build_fame(load_kept_fame(club)))


def _build_fame(fame: Fame) -> dict[str, Any]:
    return {
        "events": [_build_win(result, fame) for result in fame.results],
        "careers": [
            CareerOut.read(career, person=fame.people[career.who].number, name=fame.people[career.who].name)
            for career in fame.careers
        ],
        "records": [_build_record(record, fame) for record in fame.records],
    }


def _build_win(event: FameEvent, fame: Fame) -> WonOut:
    winners = [fame.people[who].number for who in event.winners]
    return WonOut.read(event, winners=winners, players=len(event.places))


def _build_record(record: Record, fame: Fame) -> RecordOut:
    holders = [
        HolderOut(person=fame.people[who].number, event=won.name if won is not None else "")
        for who, won in record.holders
    ]
    return RecordOut.read(record, holders=holders)
