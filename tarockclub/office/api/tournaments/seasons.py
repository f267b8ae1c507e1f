"""Seasons: their events, standings, the end; as a file."""

import uuid
from datetime import date, datetime
from typing import Any, Literal

from django.http import Http404, HttpRequest, HttpResponse
from pydantic import Field

from tarockclub.kit.words import get_current_language
from tarockclub.office.api.tournaments.common import OwnSeason, add_operations
from tarockclub.platform.accounts.looks import SEASON_FILE, SEASON_RECEIPTS, note_file, note_look
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.api.authentication import TO_ENTER, TO_FIND_CASH, build_door, find_author
from tarockclub.platform.api.operations import OwnClub, Part
from tarockclub.platform.api.schemas import Number, Out, Whole
from tarockclub.platform.server.downloads import build_download
from tarockclub.platform.server.page_cache import PageCache, build_json_etag_response
from tournaments.core.cash_journal.actions import ReverseMove
from tournaments.core.selectors import find_season
from tournaments.core.view_helpers import is_staff
from tournaments.models import Season, SeasonAct
from tournaments.results.exports.formats import FORMS, MEDIA_TYPES
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.cash.settlement import PayYear, SettleYear, list_year_debts, load_year_settlement
from tournaments.seasons.season.data import COUNTS, EventStatus, SeasonProgress
from tournaments.seasons.season.events import (
    AddEvent,
    AddTournament,
    CarryPoints,
    ChangeEvent,
    RemoveEvent,
    ReturnEvent,
    find_act_event,
)
from tournaments.seasons.season.export.services import build_season_file, format_season_file_name
from tournaments.seasons.season.line_facts import list_line_facts
from tournaments.seasons.season.publishing import DrawSeasonLots, PublishStanding, ReopenSeason, load_publishing
from tournaments.seasons.season.results.services import explain_uncounted
from tournaments.seasons.season.services import find_event_day, search_seasons
from tournaments.seasons.season.settings import build_setting_values
from tournaments.seasons.season.standing import SeasonLine
from tournaments.seasons.season.sub_rankings.actions import RemoveRanking, SetRanking, TakeEntryMoney
from tournaments.seasons.season.view_helpers import may_see

part = Part("seasons", "Several tournaments that count together, and results of earlier years.")
Points = Whole
_BODY_CACHE = PageCache(32)


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
    evenings: bool = Field(description="Whether it is all evenings of its day.")
    note: str = Field(description="A sentence: why it counts nothing, or not for everybody; empty if it counts.")


class GotOut(Out):
    """The points of a player from an event."""

    event: Number
    rank: Number = Field(description="0: unknown.")
    points: Points
    counts: bool


class LineOut(Out):
    """A player in the standings of a season."""

    rank: Number = Field(description="0: too few days played, or a guest.")
    name: str
    person: Number = Field(description="Number in the club's register; of a team in the season.")
    points: Points
    days: Number
    by_event: list[GotOut] = Field(validation_alias="got")
    facts: dict[str, float | None] = Field(description="Further figures of the season by name; points as they are.")


class SubRankingOut(Out):
    """The standings of a sub-ranking of a season."""

    number: Number
    name: str
    standing: list[LineOut]
    shares: list[Number] = Field(description="Of the first, the second …, in hundredths of a percent.")


class SeasonOut(Out):
    """The current state of a season; points in hundredths of a cup point."""

    slug: uuid.UUID
    name: str
    ended: datetime | None
    settings: dict[str, Any]
    events: list[EventOut]
    standing: list[LineOut]
    rankings: list[SubRankingOut]
    missing: list[str] = Field(description="Sentences: everything to be done before the final standings are published.")
    seen: str = Field(description="Must be sent on publication: the standings that were viewed.")


class BalanceOut(Out):
    """The balance of a person in the settlement of a year's evenings."""

    person: Number = Field(validation_alias="number", description="Number in the club's register.")
    name: str
    cents: Whole = Field(description="They get it, or below 0 pay it.")


class YearDebtOut(BalanceOut):
    """An amount of a settlement that nobody has recorded as paid."""

    of: Whole = Field(description="Number of the settlement.")
    until: date


class YearSettlementOut(Out):
    """The settlement of a year's evenings until a day, less what was settled before."""

    until: date
    lines: list[BalanceOut]
    box: Whole = Field(description="For the donation box, in cents; with all lines 0.")
    problems: list[date] = Field(description="Days of evenings that are still open, or do not add up to 0.")
    seen: str = Field(validation_alias="sign", description="Must be sent to settle: the amounts that were viewed.")
    owed: list[YearDebtOut] = Field(description="What is left of the settlements that were written down.")


class MoveRef(Out):
    """A movement of a season's cash box."""

    sequence: Whole


class EventRef(Out):
    """An event of a season."""

    number: Number


@part.get("seasons", door=TO_FIND_CASH)
def list_seasons(request: HttpRequest, club: OwnClub) -> SeasonsOut:
    """List the seasons of the club, the latest first."""
    rows = search_seasons(club.pk).order_by("-made", "-pk")
    return SeasonsOut(seasons=[SeasonRef.read(row) for row in rows])


@part.get("seasons/{uuid:slug}", gives=SeasonOut, tagged=True)
def read_season(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Return the current state of a season, from published and entered results."""
    season, language = find_season(slug), get_current_language()
    if not may_see(request, season):
        raise Http404
    snapshot = load_kept_season(season, at_once=is_staff(request, season))
    tag = f'"{snapshot.version}.season.{language}"'
    body = _BODY_CACHE.load_body((slug, language), tag, lambda: _build_season(snapshot.stand).model_dump_json())
    return build_json_etag_response(request, tag, lambda: body)


def _build_season(stand: SeasonProgress) -> SeasonOut:
    publishing_now = load_publishing(stand)
    return SeasonOut.read(
        stand.season,
        settings=build_setting_values(stand.settings._replace(rankings=())),
        events=[_build_event(stand, event) for event in stand.events],
        standing=[_build_line(stand, line) for line in stand.standing.lines],
        rankings=[
            SubRankingOut.read(
                sub.ranking, standing=[_build_line(sub.stand, line) for line in sub.stand.standing.lines]
            )
            for sub in stand.rankings
        ],
        missing=[point.text for point in publishing_now.missing],
        seen=publishing_now.sign,
    )


def _build_event(stand: SeasonProgress, status: EventStatus) -> EventOut:
    event, has_result, note = status.event, status.state == COUNTS, explain_uncounted(stand, status)
    return EventOut.read(event, name=status.name, day=find_event_day(event), counts=has_result, note=note)


def _build_line(stand: SeasonProgress, line: SeasonLine) -> LineOut:
    player = stand.people[line.who]
    facts = {fact.id: fact.compute_number(line) for fact in list_line_facts(stand.settings)}
    return LineOut.read(line, name=player.name, person=player.number, facts=facts)


@part.offer_file(
    "files/{slug:form}",
    kinds=MEDIA_TYPES,
    door=TO_ENTER,
    says="The file.",
)
def read_season_file(request: HttpRequest, season: OwnSeason, form: str) -> HttpResponse:
    """Return a season as a file: xlsx, csv (packed) or json."""
    if form not in FORMS:
        raise Http404
    note_file(request, season.club_id, SEASON_FILE, form, find_author(request), of=season.pk)
    content = build_season_file(season, form, get_current_language())
    return build_download(content, format_season_file_name(season, form), FORMS[form].media_type)


@part.get("settlement", door=build_door(Right.CASH))
def read_year_settlement(request: HttpRequest, season: OwnSeason, until: date | None = None) -> YearSettlementOut:
    """Return what everybody pays or gets for a year's evenings that are settled in the year."""
    settlement = load_year_settlement(season, until)
    if settlement is None:
        raise Http404
    note_look(request, season.club_id, SEASON_RECEIPTS, of=season.pk, who=find_author(request))
    debts = ((debt.settlement, debt.line) for debt in list_year_debts(season))
    owed = [YearDebtOut.read(line, of=act.sequence, until=act.until) for act, line in debts]
    return YearSettlementOut.read(settlement, problems=[problem.day for problem in settlement.problems], owed=owed)


def _build_move_ref(_season: Season, act: SeasonAct) -> MoveRef:
    return MoveRef.read(act)


def _build_event_ref(_season: Season, act: SeasonAct) -> EventRef:
    return EventRef.read(find_act_event(act))


add_operations(part, AddTournament, AddEvent, CarryPoints, answer=_build_event_ref)
add_operations(part, ChangeEvent, RemoveEvent, ReturnEvent, PublishStanding, DrawSeasonLots, ReopenSeason)
add_operations(part, SetRanking, RemoveRanking, TakeEntryMoney, SettleYear, ReverseMove)
add_operations(part, PayYear, answer=_build_move_ref)
