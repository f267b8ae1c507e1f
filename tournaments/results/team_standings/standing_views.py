"""Public pages: the team standings over all rounds and round by round; they update automatically."""

import uuid
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from tarockclub.kit.tables.table import cut_list
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.installation import compute_program_sign
from tarockclub.platform.server.page_cache import CachedPage, PageCache, build_etag_response
from tournaments.core.editions import FINAL
from tournaments.core.selectors import load_settings
from tournaments.hall.standing.players import TournamentProgress, load_people, load_progress
from tournaments.hall.standing.standing import RankedLine, Standings, load_standings
from tournaments.models import Team, Tournament
from tournaments.people.teams.services import TeamRef, format_team_name
from tournaments.results.standings.cache import CachedStandings, load_cached_standings
from tournaments.results.standings.cached_page import PACE, PageKey, build_live_address, load_list_key, unpack_html
from tournaments.results.standings.column import WHOLE, AmountCell, StandingColumn, build_amounts, list_heads
from tournaments.results.standings.columns import has_place_points_shown, is_money, list_shown_columns
from tournaments.results.standings.editions import TournamentEdition
from tournaments.results.standings.views import FollowedPlayer, parse_numbers, render_followed
from tournaments.results.team_standings.standing import (
    TeamStandings,
    load_team_standings,
    parse_team_rows,
)

MOST_PROJECTED = 200


class MemberRow(NamedTuple):
    """A player who has played for a team."""

    name: str
    before: str = ""  # previous holder of the seat
    amount: str = ""  # the player's result in a round; "": not shown over all rounds


class TeamRow(NamedTuple):
    """A team in the standings."""

    rank: str
    number: int
    name: str
    members: tuple[MemberRow, ...]
    amounts: tuple[AmountCell, ...]  # the last one decides the rank
    wins: bool


class TeamStandingPage(NamedTuple):
    """The team standings."""

    of: int  # a round's number, or FINAL
    rounds: tuple[int, ...]  # columns of the overall standing
    heads: tuple[str, ...]
    rows: tuple[TeamRow, ...]
    in_money: bool
    in_points: bool


def build_standing_page(standings: Standings, scope: int) -> TeamStandingPage:
    """Return the team standings of a round (its number), or over all rounds (FINAL)."""
    teams = load_team_standings(standings)
    settings = standings.stand.settings
    columns = list_shown_columns(settings, scope, of_teams=True)
    numbers = () if scope else tuple(team_round.round for team_round in teams.rounds)
    rows = tuple(_build_total_rows(teams, columns) if scope == FINAL else _build_round_rows(teams, scope, columns))
    return TeamStandingPage(
        scope, numbers, list_heads(columns), rows, any(map(is_money, columns)), has_place_points_shown(columns)
    )


def _build_total_rows(teams: TeamStandings, columns: Sequence[StandingColumn]) -> Iterator[TeamRow]:
    exact = any(total.result.gain % WHOLE for total in teams.teams)
    for total in teams.teams:
        names = dict.fromkeys(line.player.name for part in total.rounds if part is not None for line in part.members)
        yield _build_row(total.line, total.team, tuple(map(MemberRow, names)), columns, exact=exact)


def _build_round_rows(teams: TeamStandings, number: int, columns: Sequence[StandingColumn]) -> Iterator[TeamRow]:
    outcomes = next((team_round.teams for team_round in teams.rounds if team_round.round == number), ())
    exact = any(line.gain % WHOLE for team in outcomes for line in team.members)
    for outcome in outcomes:
        members = tuple(
            MemberRow(line.player.name, ", ".join(line.before), columns[-1].text(columns[-1].value(line), exact))
            for line in outcome.members
        )
        yield _build_row(outcome.line, outcome.team, members, columns, exact=exact)


def _build_row(
    line: RankedLine, team: TeamRef, members: tuple[MemberRow, ...], columns: Sequence[StandingColumn], *, exact: bool
) -> TeamRow:
    rounds = (
        AmountCell("·", "even of-round")
        if played is None
        else columns[-1].build_amount(played, exact=exact, mark=" of-round")._replace(place=played.rank)
        for played in line.rounds
    )
    amounts = (*rounds, *build_amounts(line, columns, exact=exact))
    return TeamRow(f"{line.rank}.", team.number, format_team_name(team), members, amounts, line.rank == 1)


def load_edition_teams(stand: TournamentProgress, edition: TournamentEdition) -> TeamStandingPage | None:
    """Return the teams' result of a published edition, with today's names; None where it has none. Two queries."""
    teams = parse_team_rows(edition.teams)
    if not teams:
        return None
    values = Team.objects.filter(tournament=stand.tournament).values_list("pk", "number", "name")
    refs = {pk: TeamRef(pk, number, name) for pk, number, name in values}
    people = load_people(stand.tournament, {person for team in teams for person in team.members}, EVERYBODY)
    columns = list_shown_columns(stand.settings, FINAL)
    numbers = sorted({team_round.round for team in teams for team_round in team.rounds})
    exact = any(team.gain % WHOLE for team in teams)
    rows = tuple(
        _build_row(
            team.read_line(numbers),
            refs.get(team.team, TeamRef(0, 0, "")),
            tuple(MemberRow(people.get_player(person).name) for person in team.members),
            columns,
            exact=exact,
        )
        for team in teams
    )
    in_money, in_points = any(map(is_money, columns)), has_place_points_shown(columns)
    return TeamStandingPage(FINAL, tuple(numbers), list_heads(columns), rows, in_money, in_points)


def load_wall_teams(tournament: Tournament) -> tuple[TeamRow, ...]:
    """Return the best teams over all rounds, for the projector; empty, without a query, if there are none."""
    if not load_settings(tournament).team_size:
        return ()
    return build_standing_page(load_standings(load_progress(tournament), EVERYBODY), FINAL).rows[:MOST_PROJECTED]


PAGE_CACHE = PageCache(64, pace=PACE)
MOST_TEAMS = 20  # at once, each with its players


def show_standing(request: HttpRequest, slug: uuid.UUID, number: int = FINAL) -> HttpResponse:
    """Show the team standings."""
    page, stand = load_list_key(request, slug, number)
    cached = _load_page(page, stand)
    context = {
        "tournament": stand.tournament,
        "of": number,
        "live": build_live_address("team_standings", page),
        "tag": cached.tag,
        "piece": mark_safe(unpack_html(cached)),  # noqa: S308 -- rendered by our own template
        "followed": _load_followed(page, stand, parse_numbers(request.GET.get("follow", ""))),
        "staff": page.staff,
    }
    response = render(request, "tournaments/results/team_standings/standings.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def show_standing_changes(request: HttpRequest, slug: uuid.UUID, number: int = FINAL) -> HttpResponse:
    """Return the changes of the team standings; nothing if the phone already has them.

    With `follow`, only the lines of these teams, as for players.
    """
    request.META[BY_ITSELF] = True
    page, stand = load_list_key(request, slug, number)
    if "follow" in request.GET:
        followed = _load_followed(page, stand, parse_numbers(request.GET["follow"]))
        return render_followed(request, stand.tournament, followed, of_teams=True)
    cached = _load_page(page, stand)
    return build_etag_response(request, cached.tag, lambda: cached.body)


def _load_page(page: PageKey, stand: TournamentProgress) -> CachedPage:
    """Return the page as it is sent; before it is public only the staff sees it."""
    cached = _load_known(page, stand)
    progress = stand if cached is None else cached.standings.stand
    if page.of != FINAL:
        progress.get_round(page.of)  # or 404
    seen_by = "s" if page.staff else "p"
    tag = f'"t{progress.sign}.{page.of}.{page.language}.{seen_by}.{page.page}.{compute_program_sign()}"'
    standings = None if cached is None else cached.standings
    return PAGE_CACHE.load_newest(page, tag, lambda: _render_piece(page, progress, standings), at_once=page.staff)


def _load_known(page: PageKey, stand: TournamentProgress) -> CachedStandings | None:
    """Return the current standings for those who may see them."""
    public = stand.settings.show_live or page.staff or stand.tournament.ended is not None
    return load_cached_standings(stand, at_once=page.staff) if public else None


def _load_followed(page: PageKey, stand: TournamentProgress, numbers: tuple[int, ...]) -> list[FollowedPlayer]:
    """Return the teams with these numbers that are in the standings, the best first."""
    cached = _load_known(page, stand) if numbers else None
    if cached is None:
        return []
    rows = [row for row in build_standing_page(cached.standings, page.of).rows if row.number in numbers]
    return [FollowedPlayer(row.number, row.name, row.rank, row.amounts[-1].text) for row in rows]


def _render_piece(page: PageKey, stand: TournamentProgress, standings: Standings | None) -> str:
    shown = None if standings is None else build_standing_page(standings, page.of)
    part = cut_list(() if shown is None else shown.rows, MOST_TEAMS, page.page)
    context = {
        "tournament": stand.tournament,
        "of": page.of,
        "tabs": [round_.number for round_ in stand.rounds if round_.started],
        "has_teams": stand.settings.team_size > 0,
        "shown": shown and shown._replace(rows=tuple(part.rows)),
        "part": part,
    }
    return render_to_string("tournaments/results/team_standings/_standing.html", context)
