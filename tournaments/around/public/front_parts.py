"""Parts of a club's front page: the tournaments of now, and the first five of a season."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import QuerySet

from tarockclub.kit.amounts import format_hundredths
from tarockclub.kit.charts.sparks import render_sparkline
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club
from tournaments.core.editions import FINAL
from tournaments.core.selectors import load_size
from tournaments.core.settings import parse_settings
from tournaments.hall.standing.players import StandingPlayer, load_recent_progress
from tournaments.models import Round, RoundTable, Season, SeasonEvent, SeasonOffer, Tournament
from tournaments.results.standings.cached_page import load_known_standings
from tournaments.results.standings.columns import list_shown_columns
from tournaments.results.standings.drama import BigHand, build_measure, format_lead, load_big_hands, load_drama
from tournaments.results.standings.page import format_ranked_amount
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.course.race import Race, draw_race
from tournaments.seasons.season.data import EventStatus, SeasonProgress
from tournaments.seasons.season.head import build_season_head
from tournaments.seasons.season.services import find_event_day
from tournaments.seasons.season.settings import CARRIED_POINTS, parse_season_settings
from tournaments.seasons.season.standing import SeasonLine
from tournaments.seasons.season.table import Cell, SeasonColumn, build_current_table, count_move, has_days, has_losses

MOST_LEADERS, MOST_HANDS = 3, 3


class RunningTournament(NamedTuple):
    """A tournament that is played now."""

    slug: uuid.UUID
    name: str
    round: int  # that is played; 0: none at the moment
    rounds: int  # that are planned; 0: nobody knows
    tables: int  # of this round
    is_live: bool  # everybody may see the standings while it is played
    people: int = 0
    lead: str = ""
    leaders: tuple[dict[str, Any], ...] = ()
    hands: tuple[BigHand, ...] = ()
    club: str = ""  # where those of several clubs stand together

    @property
    def steps(self) -> tuple[str, ...]:
        """The rounds that are planned: played, being played, to come."""
        numbers = range(1, self.rounds + 1) if self.round else ()
        return tuple("now" if number == self.round else "played" if number < self.round else "" for number in numbers)


def load_running(*clubs: Club, of_several: bool = False) -> tuple[RunningTournament, ...]:
    """Return the tournaments that have begun and not ended; three queries, and a few for the first one's leaders."""
    rows = list(filter_running(*clubs).order_by("-day", "-pk"))
    names = {club.pk: club.name for club in clubs if of_several}
    playing = Round.objects.filter(tournament__in=rows, started__isnull=False, closed=None).order_by("number")
    rounds = dict(playing.values_list("tournament", "number"))
    tables = RoundTable.objects.filter(round__in=playing.values("pk")).values_list("round__tournament", "round__number")
    laid = list(tables)
    running = []
    for row in rows:
        settings, number = parse_settings(row.settings), rounds.get(row.pk, 0)
        of_round = laid.count((row.pk, number))
        one = RunningTournament(row.slug, row.name, number, settings.rounds, of_round, settings.show_live)
        running.append(one._replace(club=names.get(row.club_id, "")))
    running.sort(key=lambda one: (not (one.is_live and one.round), -one.tables))
    return (*(add_leaders(first) if first.is_live else first for first in running[:1]), *running[1:])


def filter_running(*clubs: Club) -> QuerySet[Tournament]:
    """Return the query for the tournaments that have begun and not ended."""
    return Tournament.objects.filter(club__in=clubs, archived=None, ended=None, frozen__isnull=False)


def add_leaders(running: RunningTournament, names: Mapping[int, str] | None = None) -> RunningTournament:
    """Return a tournament with who leads and its big hands, as its live standings show them.

    `names`: of those who take part, by start number, for the staff, who may see the standings in any case.
    """
    cached = load_known_standings(load_recent_progress(running.slug), staff=names is not None)
    if cached is None:
        return running
    standings, drama = cached.standings, load_drama(cached, FINAL)
    totals, lead = standings.totals, drama.lead
    if names is not None:
        totals = tuple(line._replace(player=_rename(line.player, names)) for line in totals)
        measure = build_measure(standings, FINAL)
        lead = format_lead(totals, measure) if lead and measure is not None else ""
    is_decided = bool(totals) and totals[-1].rank > 1  # before the first hand all are first
    column = list_shown_columns(standings.stand.settings, FINAL)[-1]
    leaders = tuple(
        {
            "rank": line.rank,
            "move": drama.moves.get(line.player.number, 0),  # places won by the last hand; below 0: lost
            "name": line.player.name,
            "number": line.player.number,
            "amount": format_ranked_amount(line, column),
            "is_loss": column.value(line) < 0,
        }
        for line in (totals[:MOST_LEADERS] if is_decided else ())
    )
    hands = load_big_hands(standings, get_current_language())[:MOST_HANDS]
    people, _tables = load_size(running.slug)
    return running._replace(people=people, lead=lead, leaders=leaders, hands=hands)


def _rename(player: StandingPlayer, names: Mapping[int, str]) -> StandingPlayer:
    return player._replace(name=names.get(player.number, player.name))


MOST_FIRST, MOST_OF_FEDERATION, MOST_DAYS, MOST_COLUMNS = 5, 12, 8, 4
BEST = 2  # of each club


class ClubSum(NamedTuple):
    """The points of the best two of a club in its federation's season."""

    club: str
    points: int
    amount: str
    names: tuple[str, ...]


class FrontDay(NamedTuple):
    """A day of a season that has been played."""

    event: SeasonEvent
    name: str
    day: date | None
    winners: tuple[str, ...]
    people: int


class FrontStanding(NamedTuple):
    """The first of a season."""

    season: Season
    rows: tuple[dict[str, Any], ...]
    columns: tuple[SeasonColumn, ...]  # its last days, and what is carried into it; each row has its cells
    has_days: bool  # False: nothing but a final and what is carried into it
    lead: str
    race: Race | None = None  # of a federation's season; what follows, too
    sums: tuple[ClubSum, ...] = ()
    days: tuple[FrontDay, ...] = ()  # the newest first

    @property
    def has_courses(self) -> bool:
        """True if there is a line to be seen; a federation has its race instead."""
        return self.race is None and any(row["course"] for row in self.rows)


def load_front_standing(
    seasons: Sequence[Season], most: int = MOST_FIRST, *, of_federation: bool = False
) -> FrontStanding | None:
    """Return the first of a season that goes on: of the year's evenings, else of the newest; None without a result."""
    for season in sorted(seasons, key=_rank_season):
        stand = load_kept_season(season).stand
        standing = build_front_standing(
            stand, MOST_OF_FEDERATION if of_federation else most, of_federation=of_federation
        )
        if standing.rows:
            return _add_federation(standing, stand) if of_federation else standing
    return None


def _add_federation(standing: FrontStanding, stand: SeasonProgress) -> FrontStanding:
    """Return a standing with its race and days, the sums of clubs, and their names beside people; one query."""
    clubs, best = _find_clubs(stand), dict[str, list[SeasonLine]]()
    for line in stand.standing.lines:
        if line.rank and line.who in clubs:
            best.setdefault(clubs[line.who], []).append(line)
    sums = [_build_sum(stand, club, lines[:BEST]) for club, lines in best.items()]
    rows = tuple({**row, "club": clubs.get(row["who"], "")} for row in standing.rows)
    days = tuple(_build_day(stand, event) for event in reversed(stand.result_days[-MOST_DAYS:]))
    return standing._replace(rows=rows, race=draw_race(stand), sums=tuple(sums), days=days)


def _find_clubs(stand: SeasonProgress) -> dict[int, str]:
    """Return the clubs of people: of each that whose cup has brought the points that they carried into the season."""
    offers = SeasonOffer.objects.filter(
        season=stand.season, state=SeasonOffer.State.ACCEPTED, event__kind=CARRIED_POINTS
    )
    clubs = dict(offers.values_list("event__number", "club__name"))
    carried = {
        line.who: max((got for got in line.got if got.event in clubs), key=lambda got: got.points, default=None)
        for line in stand.standing.lines
    }
    return {who: clubs[got.event] for who, got in carried.items() if got is not None}


def _build_sum(stand: SeasonProgress, club: str, lines: Sequence[SeasonLine]) -> ClubSum:
    points = sum(line.points for line in lines)
    return ClubSum(club, points, format_hundredths(points), tuple(stand.people[line.who].name for line in lines))


def _build_day(stand: SeasonProgress, event: EventStatus) -> FrontDay:
    winners = tuple(stand.people[row.who].name for row in event.rows if row.rank == 1)
    return FrontDay(event.event, event.name, find_event_day(event.event), winners, len(event.rows))


def _rank_season(season: Season) -> tuple[bool, bool]:
    return season.ended is not None, not parse_season_settings(season.settings).has_evenings


def build_front_standing(
    stand: SeasonProgress, most: int = MOST_FIRST, *, of_federation: bool = False
) -> FrontStanding:
    """Return the first of a season, with the line of each over its days, and their points of the last ones."""
    lines = stand.standing.lines
    ranked = [index for index, line in enumerate(lines) if line.rank][:most]
    table = build_current_table(stand, ranked)
    carried = [index for index, column in enumerate(table.columns) if column.kind == CARRIED_POINTS]
    played = [index for index in range(len(table.columns)) if index not in carried]
    shown = [*played[: -MOST_COLUMNS - 1 : -1], *carried] if of_federation else played[-1:]
    return FrontStanding(
        stand.season,
        tuple(
            _build_first_row(stand, lines[index], [row.cells[column] for column in shown])
            for index, row in zip(ranked, table.lines, strict=True)
        ),
        tuple(table.columns[index] for index in shown),
        has_days(stand),
        build_season_head(stand).leads if ranked else "",
    )


def _build_first_row(stand: SeasonProgress, line: SeasonLine, cells: list[Cell]) -> dict[str, Any]:
    is_signed, who = has_losses(stand.standing.lines), stand.people[line.who]
    return {
        "who": line.who,
        "rank": line.rank,
        "move": count_move(stand, line),  # places gained since the last day; below 0: lost
        "name": who.name,
        "number": who.number,  # of the person in the club
        "points": format_hundredths(line.points, plus=is_signed),
        "is_loss": line.points < 0,
        "course": render_sparkline(stand.courses.of[line.who].list_points() if len(stand.result_days) > 1 else []),
        "cells": cells,
        "days": line.days,
    }
