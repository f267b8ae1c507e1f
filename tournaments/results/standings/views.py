"""Public pages: the standings of a round and of the whole tournament; following and finding players."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from tarockclub.kit.days import format_day
from tarockclub.kit.tables.search import LONGEST, fold_words, has_words
from tarockclub.kit.text import clean_text, compute_surname_key, parse_whole
from tarockclub.kit.words import fold
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.page_cache import build_etag_response
from tarockclub.platform.sharing.responses import SharePreview, build_preview
from tournaments.core.editions import FINAL, find_final_address
from tournaments.core.selectors import load_size
from tournaments.core.view_helpers import MOST_ROWS
from tournaments.hall.standing.players import TournamentProgress
from tournaments.hall.standing.standing import Standings
from tournaments.models import Entrant, Tournament
from tournaments.results.standings.cached_page import (
    build_live_address,
    has_result,
    load_known_standings,
    load_list_key,
    load_public_page,
    load_standing_page,
    unpack_html,
)
from tournaments.results.standings.drama import build_measure, count_prizes, format_gap
from tournaments.results.standings.page import StandingRow, build_standing_rows
from tournaments.results.standings.seat_cards import SeatCard, load_seat_cards

# The start numbers of those whom a reader follows stand in the address, and nowhere here.

MOST_FOLLOWED = 8
_DIGITS = 5


class FollowedPlayer(NamedTuple):
    """A player, or a team, as the reader sees them above the standings."""

    number: int
    name: str
    rank: str
    amount: str
    gap: str = ""
    seat: SeatCard | None = None  # where nothing was entered yet


def parse_numbers(typed: str) -> tuple[int, ...]:
    """Return the start numbers of an address: "7,12".

    >>> parse_numbers("7,12,x,7"), parse_numbers("")
    ((7, 12), ())
    """
    numbers = (parse_whole(word, _DIGITS) for word in typed.split(",")[: 4 * MOST_FOLLOWED])
    return tuple(dict.fromkeys(number for number in numbers if number))[:MOST_FOLLOWED]


def load_followed(
    stand: TournamentProgress, scope: int, numbers: tuple[int, ...], *, staff: bool
) -> list[FollowedPlayer]:
    """Return the players with these numbers who are in the standings, the best first: only what the page shows too."""
    if not numbers:
        return []
    cached = load_known_standings(stand, staff=staff)
    if cached is None:
        _stand, shown = load_public_page(stand.tournament.slug, scope)
        return [_build_player(row) for row in _list_rows(shown.blocks if shown else (), numbers)]
    standings = cached.standings
    ranked, measure, prizes = (
        standings.list_lines(scope),
        build_measure(standings, scope),
        count_prizes(standings, scope),
    )
    mine = [row for row in ranked if row.player.number in numbers]
    gaps = [format_gap(ranked, row, measure, prizes) if measure is not None else "" for row in mine]
    rows = build_standing_rows(mine, standings.stand.settings, scope)
    ranked_players = {row.player.number: has_result(row) for row in mine}
    seats = [] if all(map(ranked_players.get, numbers)) else _list_seats(standings, numbers, ranked_players)
    followed = [_build_player(row)._replace(gap=gap) for row, gap in zip(rows, gaps, strict=True)]
    seated = {player.number for player in seats}
    return [*(player for player in followed if player.number not in seated), *seats]


def _list_seats(standings: Standings, numbers: Iterable[int], ranked: Mapping[int, bool]) -> list[FollowedPlayer]:
    """Return those of these players who sit at a table without a result; `ranked`: who is listed, and has one."""
    running = standings.stand.now
    cards = load_seat_cards(running.id, standings.stand.acts).cards if running is not None else {}
    seats = {standings.people.get_player(person): card for person, card in cards.items()}
    return [
        FollowedPlayer(player.number, player.name, "", "", seat=card)
        for player, card in seats.items()
        if player.number in numbers and not ranked.get(player.number)
    ]


def _list_rows(blocks: Iterable[tuple[int, tuple[StandingRow, ...]]], numbers: tuple[int, ...]) -> list[StandingRow]:
    return [row for _table, rows in blocks for row in rows if row.number in numbers]


def _build_player(row: StandingRow) -> FollowedPlayer:
    return FollowedPlayer(row.number, row.name, row.rank, row.amounts[-1].text if row.amounts else "")


MOST_MATCHES = 20


def search_players(stand: TournamentProgress, query: str) -> list[tuple[int, str]]:
    """Return the players whose name contains all words, by surname, or the one with this start number; each with it."""
    rows, words = Entrant.objects.filter(tournament=stand.tournament), fold_words(query)
    if (number := parse_whole(query, 9)) is not None:
        rows, words = rows.filter(number=number), ()
    listed = rows.values_list("number", EVERYBODY.build_player_name())
    matching = [(number, name) for number, name in listed if has_words(fold(name), words)]
    return sorted(matching, key=lambda row: (compute_surname_key(row[1]), row[0]))[:MOST_MATCHES]


def show_standings(request: HttpRequest, slug: uuid.UUID, number: int = FINAL) -> HttpResponse:
    """Show standings with their search; of a tournament that is over, its final result, unless somebody searches."""
    page, stand = load_list_key(request, slug, number)
    query = clean_text(request.GET.get("find", ""))[:LONGEST]
    final = find_final_address(stand.tournament) if number == FINAL and not query else ""
    if final:
        return redirect(f"{final}?page={page.page}" if page.page > 1 else final)
    cached = load_standing_page(page, stand)
    context = {
        "tournament": stand.tournament,
        "of": number,
        "live": build_live_address("standings", page),
        "tag": cached.tag,
        "piece": mark_safe(unpack_html(cached)),  # noqa: S308 -- rendered by our own template
        "wanted": query,
        "is_long": load_size(slug)[0] > MOST_ROWS,
        "followed": load_followed(stand, number, parse_numbers(request.GET.get("follow", "")), staff=page.staff),
        "found": _find_listed_players(stand, number, query, staff=page.staff) if query else (),
        "staff": page.staff,
        "preview": build_standing_preview(request, stand.tournament, number, _("Standings")),
    }
    response = render(request, "tournaments/results/standings/standings.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def _find_listed_players(
    stand: TournamentProgress, scope: int, query: str, *, staff: bool
) -> list[tuple[int, str, FollowedPlayer | None]]:
    """Return the players whom a search finds, each with the line in the standings, if there is one."""
    players = search_players(stand, query)
    lines = load_followed(stand, scope, tuple(number for number, _name in players), staff=staff)
    by_number = {line.number: line for line in lines}
    return [(number, name, by_number.get(number)) for number, name in players]


def show_standings_changes(request: HttpRequest, slug: uuid.UUID, number: int = FINAL) -> HttpResponse:
    """Return the changes of standings; nothing if the phone already has them.

    With `follow`, only the lines of these players: a page of a long standing does not have them.
    """
    request.META[BY_ITSELF] = True
    page, stand = load_list_key(request, slug, number)
    if "follow" in request.GET:
        numbers = parse_numbers(request.GET["follow"])
        return render_followed(request, stand.tournament, load_followed(stand, number, numbers, staff=page.staff))
    cached = load_standing_page(page, stand)
    return build_etag_response(request, cached.tag, lambda: cached.body)


def render_followed(
    request: HttpRequest, tournament: Tournament, followed: Sequence[FollowedPlayer], *, of_teams: bool = False
) -> HttpResponse:
    """Render the lines of some players or teams, wherever they stand."""
    context = {"tournament": tournament, "followed": followed, "of_teams": of_teams}
    response = render(request, "tournaments/results/standings/_followed_rows.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def build_standing_preview(request: HttpRequest, tournament: Tournament, scope: int, words: str) -> SharePreview:
    """Return the tags of a page about a round, or (FINAL) about the whole tournament, for messengers."""
    round_ = _("round %(round)s") % {"round": scope}
    about = f"{words}, {round_}" if scope else words
    page = reverse("share_round_standings", args=[tournament.slug, scope]) if scope else ""
    picture = f"{page or reverse('share_standings', args=[tournament.slug])}?picture=wide"
    return build_preview(request, tournament.name, f"{about} · {format_day(tournament.day)}", picture)
