"""The public data of a tournament, for everybody with its address: standings, seats, players."""

import uuid
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Literal

from django.http import Http404, HttpRequest, HttpResponse
from pydantic import Field, create_model

from tarockclub.platform.api.authentication import TO_FIND_CASH, require_staff_account
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Number, Out, Whole
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.installation import compute_program_sign
from tarockclub.platform.server.page_cache import PageCache, build_json_etag_response
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.selectors import filter_played, find_round, find_tournament
from tournaments.core.settings import Settings
from tournaments.core.view_helpers import is_staff
from tournaments.hall.draw.views import SeatList, load_seat_lists
from tournaments.hall.setup.overview import compute_stage, load_rounds
from tournaments.hall.standing.players import TournamentProgress, find_progress, load_people, load_recent_progress
from tournaments.hall.standing.standing import RankedLine, Standings
from tournaments.models import Entrant, Tournament
from tournaments.results.standings.cache import load_cached_standings
from tournaments.results.standings.columns import API
from tournaments.results.standings.editions import load_standing_editions, read_lines

part = Part("tournaments", "The public view of a tournament: standings, seats, players.")
PACE = 10  # as the page of standings: working it out takes at most a tenth of the program's time
_PAGE_CACHE = PageCache(64, pace=PACE)


class TournamentRef(Out):
    """A tournament of the club."""

    slug: uuid.UUID
    name: str
    day: date
    stage: Literal["prepared", "running", "ended"]
    cancelled: datetime | None = Field(description="Since when it is known that it does not take place.")
    moved_from: date | None = Field(description="The day for which it was announced before.")


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


def _render_standings(request: HttpRequest, slug: uuid.UUID, scope: int) -> HttpResponse:
    """Render the standings like their page: cached for all readers, and renewed at its pace."""
    stand = load_recent_progress(slug)
    staff = is_staff(request, stand.tournament)
    if staff:
        stand = find_progress(slug)
    results = load_cached_standings(stand, at_once=staff) if stand.settings.show_live or staff else None
    progress = stand if results is None else results.standings.stand
    if scope != FINAL:
        progress.get_round(scope)  # or 404
    tag = f'"{progress.sign}.{scope}.{"s" if staff else "p"}.{compute_program_sign()}"'

    def render() -> str:
        standings = None if results is None else results.standings
        return _build_standings(stand, standings, scope).model_dump_json()

    page = _PAGE_CACHE.load_newest((slug, scope, staff), tag, render, at_once=staff)
    return build_json_etag_response(request, page.tag, lambda: page.body)


def _build_standings(stand: TournamentProgress, standings: Standings | None, scope: int) -> StandingsSeen:
    edition = find_latest_edition(load_standing_editions(stand.tournament), scope)
    number = 0 if edition is None else edition.number
    if standings is None:
        rows = edition.rows if edition is not None else ()
        lines = read_lines(rows, load_people(stand.tournament, [row.person for row in rows], EVERYBODY), scope)
    else:
        lines = standings.list_lines(scope)
    standing_lines = [_build_line(line, stand.settings) for line in lines]
    return StandingsSeen(round=scope, live=standings is not None, lines=standing_lines, published=number)


def _build_line(line: RankedLine, settings: Settings) -> StandingLine:
    shown = ((column, column.api) for column in API)
    values = {field.name: column.compute_api_value(line, settings) for column, field in shown if field is not None}
    return StandingLine(**values)


@part.get("tournaments/{uuid:slug}/players")
def list_players(request: HttpRequest, slug: uuid.UUID) -> list[Player]:
    """List the participants, by start number"""
    rows = Entrant.objects.filter(tournament=find_tournament(slug)).order_by("number")
    named = rows.values_list("number", EVERYBODY.build_player_name())
    return [Player(number=number, name=name) for number, name in named]


@part.get("tournaments/{uuid:slug}/rounds/{int:number}/seats", gives=list[SeatedTable])
def list_seats(request: HttpRequest, slug: uuid.UUID, number: Number) -> list[SeatList]:
    """List the seats of a round that has been drawn"""
    return load_seat_lists(find_round(slug, number))
