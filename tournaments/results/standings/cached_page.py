"""The public pages of a tournament's results, rendered once for all users and cached until something changes."""

import gzip
import uuid
from itertools import groupby
from typing import NamedTuple

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse

from tarockclub.kit.tables.table import ListPart, cut_list
from tarockclub.kit.text import compute_surname_key
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.permissions import find_account
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.installation import compute_program_sign
from tarockclub.platform.server.page_cache import CachedPage, PageCache
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.view_helpers import MOST_ROWS, is_staff, read_page_number
from tournaments.hall.standing.players import (
    StandingPlayer,
    TournamentProgress,
    find_progress,
    load_people,
    load_recent_progress,
)
from tournaments.hall.standing.standing import RankedLine, Standings
from tournaments.results.standings.cache import CachedStandings, load_cached_standings
from tournaments.results.standings.columns import list_shown_columns
from tournaments.results.standings.drama import NO_DRAMA, find_running, load_big_hands, load_drama
from tournaments.results.standings.editions import TournamentEdition, load_standing_editions
from tournaments.results.standings.page import (
    StandingBlock,
    StandingPage,
    StandingRow,
    build_edition_page,
    build_overall_page,
    build_round_page,
    draw_places,
    format_ranked_amount,
    render_blocks,
)
from tournaments.results.standings.seat_cards import SeatCard, load_seat_cards

MOST_TABLES = 12  # with who leads there
PACE = 10  # rendering standings of 2,000 players again takes at most a tenth of the time
PAGE_CACHE = PageCache(256, pace=PACE)


class PageKey(NamedTuple):
    """The identity of a requested page."""

    slug: uuid.UUID
    of: int  # a round's number, or FINAL
    language: str
    staff: bool  # also sees what is not public yet
    page: int = 1  # of a long standing; 0: all of it


def load_page_key(request: HttpRequest, slug: uuid.UUID, scope: int) -> tuple[PageKey, TournamentProgress]:
    """Return the requested page's key and the tournament's progress, slightly older for users who are not logged in."""
    stand = find_progress(slug) if find_account(request) is not None else load_recent_progress(slug)
    return PageKey(slug, scope, get_current_language(), is_staff(request, stand.tournament)), stand


def load_list_key(request: HttpRequest, slug: uuid.UUID, scope: int) -> tuple[PageKey, TournamentProgress]:
    """Return the same of a page of the list."""
    key, stand = load_page_key(request, slug, scope)
    return key._replace(page=read_page_number(request)), stand


def build_live_address(route: str, page: PageKey) -> str:
    """Return the address of what is new on a page; `route`: "standings" or "team_standings"."""
    name, where = (f"round_{route}_live", [page.slug, page.of]) if page.of else (f"{route}_live", [page.slug])
    address = reverse(name, args=where)
    return f"{address}?page={page.page}" if page.page > 1 else address


def load_standing_page(page: PageKey, stand: TournamentProgress) -> CachedPage:
    """Return the page of standings as it is sent; the staff gets the current one."""
    cached = load_known_standings(stand, staff=page.staff)
    progress = stand if cached is None else cached.standings.stand
    if page.of != FINAL:
        progress.get_round(page.of)  # or 404
    tag = (
        f'"{progress.sign}.{page.of}.{page.language}.{"s" if page.staff else "p"}.{page.page}.{compute_program_sign()}"'
    )
    return PAGE_CACHE.load_newest(page, tag, lambda: _render_standing(page, progress, cached), at_once=page.staff)


def load_known_standings(stand: TournamentProgress, *, staff: bool) -> CachedStandings | None:
    """Return the current standings for those who may see them; None if only published results are public."""
    return load_cached_standings(stand, at_once=staff) if stand.settings.show_live or staff else None


def unpack_html(page: CachedPage) -> str:
    """Return the HTML, for the first page."""
    return gzip.decompress(page.body).decode()


def _render_standing(page: PageKey, stand: TournamentProgress, cached: CachedStandings | None) -> str:
    shown, part = cut_standing(_load_shown(stand, page.of, cached), page.page)
    seats = cut_list(_list_seats(stand, page.of, cached), MOST_ROWS, page.page)
    drama = load_drama(cached, page.of) if cached is not None and not seats.rows else NO_DRAMA
    context = {
        "stand": stand,
        "tournament": stand.tournament,
        "of": page.of,
        "shown": shown,
        "round": stand.get_round(page.of) if page.of else None,
        "tables": [(table.number, f"/tables/{table.slug}/") for table in stand.get_round(page.of).tables]
        if page.of
        else [],
        "at_tables": _list_tables(cached.standings, page.of)
        if cached is not None and page.page < 2 and not seats.rows
        else [],
        "tabs": [round_.number for round_ in stand.rounds if round_.drawn],
        "is_live": cached is not None,
        "blocks": () if seats.rows else render_blocks(shown, page.slug, drama),
        "seats": seats.rows,
        "part": seats if seats.rows else part,
        "drama": drama,
        "stage": _format_stage(stand),
        "chart": draw_places(cached.standings) if cached is not None and page.of == FINAL and page.page < 2 else None,
        "big_hands": load_big_hands(cached.standings, page.language) if cached is not None else (),
    }
    return render_to_string("tournaments/results/standings/_standing.html", context)


def _list_tables(standings: Standings, scope: int) -> list[tuple[int, str, list[tuple[str, str]]]]:
    """Return the tables of the round that is played, each with its address and names with amounts, the best first.

    Nothing in a large hall, and on the page of another round.
    """
    running = find_running(standings)
    standing = standings.find_round(running.number) if running is not None else None
    if running is None or standing is None or len(running.tables) > MOST_TABLES or scope not in (FINAL, running.number):
        return []
    column = list_shown_columns(standings.stand.settings, scope)[-1]  # that of the list, so that both say the same
    lines = sorted((line for line in standing.lines if line.there), key=lambda line: (line.table, line.rank))
    return [
        (
            table,
            f"/tables/{at_table[0].slug}/",
            [(line.player.name, format_ranked_amount(line, column)) for line in at_table],
        )
        for table, of_table in groupby(lines, key=lambda line: line.table)
        for at_table in [list(of_table)]
    ]


def cut_standing(shown: StandingPage | None, number: int) -> tuple[StandingPage | None, ListPart]:
    """Return a page of standings (0: all of them), and which of their rows it has."""
    rows = [(block.table, row) for block in shown.blocks for row in block.rows] if shown is not None else []
    part = cut_list(rows, MOST_ROWS, number)
    if shown is None or not part.pages:
        return shown, part
    by_table: dict[int, list[StandingRow]] = {}
    for table, row in part.rows:
        by_table.setdefault(table, []).append(row)
    blocks = tuple(StandingBlock(table, tuple(rows_of)) for table, rows_of in by_table.items())
    return shown._replace(blocks=blocks), part


def _list_seats(
    stand: TournamentProgress, scope: int, cached: CachedStandings | None
) -> list[tuple[StandingPlayer, SeatCard]]:
    """Return who sits where in the round that is played, by surname, until hands come: there is no standing yet.

    Where standings are hidden, until it starts: hands would show.
    """
    running = stand.now
    if running is None or scope not in (FINAL, running.number) or (cached is None and stand.started_rounds):
        return []
    if cached is not None and any(map(has_result, cached.standings.list_lines(scope))):
        return []
    cards, people = load_seat_cards(running.id, stand.acts).cards, load_people(stand.tournament, (), EVERYBODY)
    seats = {people.get_player(person): card for person, card in cards.items() if person in people.by_person}
    return sorted(seats.items(), key=lambda seat: (compute_surname_key(seat[0].name), seat[0].number))


def has_result(line: RankedLine) -> bool:
    """Return whether anything was entered at a player's table, or moved by a ruling."""
    return line.facts.scored or bool(line.gain or line.replaced)


def _format_stage(stand: TournamentProgress) -> str:
    """Return a sign of the round that is played or comes next: phones ask for their seat when it changes."""
    now = stand.now
    return f"{now.number}.{now.started:d}" if now is not None else ""


def load_public_page(slug: uuid.UUID, scope: int) -> tuple[TournamentProgress, StandingPage | None]:
    """Return what everybody may see of standings; None if nothing is public yet. 404 without such a round."""
    stand = load_recent_progress(slug)
    cached = load_known_standings(stand, staff=False)
    progress = stand if cached is None else cached.standings.stand
    if scope != FINAL:
        progress.get_round(scope)  # or 404
    return progress, _load_shown(progress, scope, cached)


def _load_shown(stand: TournamentProgress, scope: int, cached: CachedStandings | None) -> StandingPage | None:
    editions = load_standing_editions(stand.tournament)
    if cached is None:
        return _load_published(stand, find_latest_edition(editions, scope))
    return (
        build_round_page(cached.standings, scope, editions) if scope else build_overall_page(cached.standings, editions)
    )


def _load_published(stand: TournamentProgress, edition: TournamentEdition | None) -> StandingPage | None:
    """Return the published result, for pages on which nothing else is public."""
    if edition is None:
        return None
    people = load_people(stand.tournament, [row.person for row in edition.rows], EVERYBODY)
    return build_edition_page(edition, people, stand.settings)
