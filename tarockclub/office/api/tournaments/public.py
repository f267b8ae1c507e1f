"""The public data of a tournament, for everybody with its address: standings, seats, players, clock, projector."""

import uuid
from collections.abc import Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Literal

from django.http import Http404, HttpRequest, HttpResponse
from pydantic import Field, create_model

from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.platform.api.authentication import TO_FIND_CASH, require_staff_account
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Number, Out, Whole
from tarockclub.platform.privacy.public_names import build_player_name, get_player_name
from tarockclub.platform.server.installation import compute_program_sign
from tarockclub.platform.server.page_cache import PageCache, build_json_etag_response
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.selectors import filter_played, find_round, find_tournament, load_settings
from tournaments.core.settings import Settings
from tournaments.core.view_helpers import is_staff
from tournaments.hall.desk.page import load_desk
from tournaments.hall.draw.views import SeatList, load_seat_lists
from tournaments.hall.setup.overview import compute_stage, load_rounds
from tournaments.hall.standing.players import People, load_people
from tournaments.hall.standing.progress import TournamentProgress, find_progress, load_recent_progress
from tournaments.hall.standing.standing import RankedLine, Standings
from tournaments.models import Entrant, Team, Tournament
from tournaments.results.projector.page import find_shown_round
from tournaments.results.standings.cache import load_cached_standings
from tournaments.results.standings.columns import API
from tournaments.results.standings.editions import load_standing_editions, read_lines
from tournaments.results.standings.player_page import build_player_state, find_player, load_player_page
from tournaments.results.team_standings.editions import TeamRow, parse_team_rows

part = Part("tournaments", "The public view of a tournament: standings, seats, players, the clock, the projector.")
PACE = 10  # as the page of standings: working it out takes at most a tenth of the program's time
_PAGE_CACHE = PageCache(64, pace=PACE)


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


def _build_line_schema() -> type[Out]:
    kinds = {"number": Number, "whole": Whole, "text": str, "truth": bool, "maybe": Whole | None}
    shown = [column.api for column in API if column.api is not None]
    fields: dict[str, Any] = {
        field.name: (kinds[field.kind], Field(description=field.description or None)) for field in shown
    }
    return create_model("StandingLine", __base__=Out, __doc__="A player in the standings.", **fields)


if TYPE_CHECKING:
    StandingLine = Out
else:
    StandingLine = _build_line_schema()


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


@part.get("tournaments", door=TO_FIND_CASH)
def list_tournaments(request: HttpRequest, *, archived: bool = False) -> list[TournamentRef]:
    """List the club's tournaments, the latest first; `archived`: those in the archive"""
    of_club = Tournament.objects.filter(club=require_staff_account(request).club_id, archived__isnull=not archived)
    of_club = filter_played(of_club) if archived else of_club
    return [
        TournamentRef.read(tournament, stage=compute_stage(tournament))
        for tournament in of_club.order_by("-day", "-pk")[:500]
    ]


@part.get("tournaments/{uuid:slug}")
def read_tournament(request: HttpRequest, slug: uuid.UUID) -> TournamentSeen:
    """Return a tournament and its rounds"""
    stand = find_progress(slug)
    tournament = stand.tournament
    return TournamentSeen.read(
        tournament,
        stage=compute_stage(tournament),
        club=tournament.club.name,
        sheet=tournament.sheet_version.sheet,
        rounds_planned=stand.settings.rounds,
        shows_live=stand.settings.show_live,
        rounds=load_rounds(tournament),
    )


@part.get("tournaments/{uuid:slug}/standings", gives=StandingsSeen, tagged=True)
def read_standings(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Return the overall standings, live or as published"""
    return _render_standings(request, slug, FINAL)


@part.get("tournaments/{uuid:slug}/rounds/{int:number}/standings", gives=StandingsSeen, tagged=True)
def read_round_standings(request: HttpRequest, slug: uuid.UUID, number: Number) -> HttpResponse:
    """Return the standings of a round, live or as published"""
    if number == FINAL:
        raise Http404
    return _render_standings(request, slug, number)


def _render_standings(request: HttpRequest, slug: uuid.UUID, of: int) -> HttpResponse:
    """Render the standings like their page: cached for all readers, and renewed at its pace."""
    stand = load_recent_progress(slug)
    staff = is_staff(request, stand.tournament)
    if staff:
        stand = find_progress(slug)
    known = load_cached_standings(stand, at_once=staff) if stand.settings.show_live or staff else None
    at = stand if known is None else known.standings.stand
    if of != FINAL:
        at.get_round(of)  # or 404
    tag = f'"{at.sign}.{of}.{"s" if staff else "p"}.{compute_program_sign()}"'

    def render() -> str:
        standings = None if known is None else known.standings
        return _build_standings(stand, standings, of).model_dump_json()

    kept = _PAGE_CACHE.load_newest((slug, of, staff), tag, render, at_once=staff)
    return build_json_etag_response(request, kept.tag, lambda: kept.body)


def _build_standings(stand: TournamentProgress, standings: Standings | None, of: int) -> StandingsSeen:
    edition = find_latest_edition(load_standing_editions(stand.tournament), of)
    number = 0 if edition is None else edition.number
    if standings is None:
        rows = edition.rows if edition is not None else ()
        lines = read_lines(rows, load_people(stand.tournament, [row.person for row in rows]), of)
    else:
        lines = standings.list_lines(of)
    seen = [_build_line(line, stand.settings) for line in lines]
    return StandingsSeen(round=of, live=standings is not None, lines=seen, published=number)


def _build_line(line: RankedLine, settings: Settings) -> StandingLine:
    shown = ((column, column.api) for column in API)
    values = {field.name: column.compute_api_value(line, settings) for column, field in shown if field is not None}
    return StandingLine(**values)


@part.get("tournaments/{uuid:slug}/editions")
def list_editions(request: HttpRequest, slug: uuid.UUID) -> list[ResultEdition]:
    """List all published results, with today's names"""
    tournament = find_tournament(slug)
    editions = load_standing_editions(tournament)
    people = load_people(tournament, {row.person for edition in editions for row in edition.rows})
    settings = load_settings(tournament)
    has_teams = any(edition.teams for edition in editions)
    rows = Team.objects.filter(tournament=tournament) if has_teams else Team.objects.none()
    teams = {pk: (number, name) for pk, number, name in rows.values_list("pk", "number", "name")}
    return [
        ResultEdition.read(
            edition,
            lines=[_build_line(line, settings) for line in read_lines(edition.rows, people, edition.of)],
            teams=[_build_team(row, teams, people) for row in parse_team_rows(edition.teams) or ()],
        )
        for edition in editions
    ]


def _build_team(row: TeamRow, teams: Mapping[int, tuple[int, str]], people: People) -> TeamResult:
    number, name = teams.get(row.team, (0, ""))
    members = [people.get_player(person).number for person in row.members]
    return TeamResult(
        rank=row.rank,
        number=number,
        name=name,
        capital=row.gain,
        written=row.written,
        place_points=row.points,
        members=members,
    )


@part.get("tournaments/{uuid:slug}/players")
def list_players(request: HttpRequest, slug: uuid.UUID) -> list[Player]:
    """List the participants, by start number"""
    rows = Entrant.objects.filter(tournament=find_tournament(slug)).order_by("number")
    return [Player(number=number, name=name) for number, name in rows.values_list("number", build_player_name())]


@part.get("tournaments/{uuid:slug}/players/{int:number}")
def read_player(request: HttpRequest, slug: uuid.UUID, number: Number) -> PlayerSeen:
    """Return the tournament of a player, hand by hand, as far as it is public"""
    stand = load_recent_progress(slug)
    staff = is_staff(request, stand.tournament)
    if staff:
        stand = find_progress(slug)
    entrant = find_player(stand, number)
    known = load_cached_standings(stand, at_once=staff)
    seen = build_player_state(known, entrant, live=stand.settings.show_live or staff)
    page = load_player_page(known.standings, seen, get_current_language())
    return PlayerSeen.read(
        entrant,
        name=get_player_name(entrant.person, entrant.number),
        table=0 if seen.seat is None else seen.seat.table,
        total=None if seen.total is None else _build_line(seen.total, stand.settings),
        rounds=[PlayedRound.read(played, line=_build_line(played.line, stand.settings)) for played in page.rounds],
    )


@part.get("tournaments/{uuid:slug}/rounds/{int:number}/seats", gives=list[SeatedTable])
def list_seats(request: HttpRequest, slug: uuid.UUID, number: Number) -> list[SeatList]:
    """List the seats of a round that has been drawn"""
    return load_seat_lists(find_round(slug, number))


@part.get("tournaments/{uuid:slug}/wall")
def read_wall(request: HttpRequest, slug: uuid.UUID) -> Wall:
    """Return the projector view: the round on the clock, and its tables"""
    tournament = find_tournament(slug)
    round_, at = find_shown_round(tournament), round(now().timestamp() * 1000)
    if round_ is None:
        return Wall(round=0, stage="", now=at, clock=None, tables=[])
    desk = load_desk(tournament, round_, is_public=True)
    stage = "closed" if round_.closed is not None else "running" if round_.started is not None else "drawn"
    return Wall.model_validate(
        {
            "round": round_.number,
            "stage": stage,
            "now": at,
            "clock": desk.face,
            "tables": [WallTable.read(row, table=row.slug, clock=row.face, done=not row.is_open) for row in desk.rows],
        }
    )
