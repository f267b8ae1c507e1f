"""A player's public page: their seat, their results, and every hand of their rounds with the capital after it."""

import hashlib
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from scoring.book.ledger.book import Book
from scoring.book.ledger.book import LedgerLine as BookLine
from scoring.book.ledger.codec import get_active_places
from scoring.book.ledger.entries import get_money, get_written
from scoring.book.table_clock import BEFORE_START, CLOCK_DONE
from scoring.engine.points import SIXTHS
from scoring.models import GameTable
from scoring.table.written_sheet.rows import WrittenRow, build_rows
from scoring.table.written_sheet.selectors import TableBook, load_table_books
from tarockclub.kit.amounts import format_signed_points, get_sign_class
from tarockclub.kit.charts.lines import Chart, ChartCourse, draw_chart
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.privacy.public_names import find_first_name
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.installation import compute_program_sign
from tarockclub.platform.server.page_cache import CachedPage, LruCache, build_etag_response, is_going_elsewhere
from tournaments.core.editions import FINAL
from tournaments.core.rules.line_facts import CapitalCourse as Capital
from tournaments.core.settings import Settings
from tournaments.hall.clock.display import build_face
from tournaments.hall.rounds.table_capital import CapitalKey, load_book_courses
from tournaments.hall.standing.players import People, RoundProgress, StandingPlayer, TournamentProgress
from tournaments.hall.standing.standing import RankedLine, Standings
from tournaments.models import Entrant
from tournaments.people.register.selectors import find_person_page
from tournaments.results.standings.cache import CachedStandings, load_cached_standings
from tournaments.results.standings.cached_page import PAGE_CACHE, load_page_key, unpack_html
from tournaments.results.standings.column import WHOLE, AmountCell, StandingColumn, format_play_money
from tournaments.results.standings.columns import is_money, list_shown_columns
from tournaments.results.standings.drama import build_measure, format_distance
from tournaments.results.standings.page import build_standing_rows
from tournaments.results.standings.seat_cards import SeatCard, SeatTasks, find_tasks, load_seat_cards

MOST_KEPT, LEAST_DRAWN = 2000, 3  # hands of a player at a table; of a round that is drawn


class PlayerHand(NamedTuple):
    """A line of the book of a table at which the player sat."""

    number: int  # as on paper; 0: not a deal
    words: str
    amount: str  # points
    direction: str
    after: str  # play money after it, or the written score
    replaced: int  # replacements after it
    paid: str = ""  # points in money, if different from the written ones


class PlayerState(NamedTuple):
    """The content of a player's page; the page changes only if this changes."""

    player: StandingPlayer
    lines: tuple[
        tuple[int, bool, RankedLine, CapitalKey], ...
    ]  # round, whether it is closed, the player's line, the state of the table
    total: RankedLine | None
    left: tuple[tuple[int, StandingPlayer], ...] = ()  # round, the player who took over the seat and its score

    @property
    def sign(self) -> str:
        """The sign of the page; it differs whenever the page may differ."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:24]


class PlayerTable(NamedTuple):
    """A player's hands at a table, the other players there, and the capital at the start and after each hand."""

    hands: tuple[PlayerHand, ...]
    others: tuple[str, ...]
    course: tuple[int, ...]  # sixths of a cent, or of a point if there is no play money


_TABLES: LruCache[tuple[CapitalKey, int, str], PlayerTable] = LruCache(MOST_KEPT)


def find_player(stand: TournamentProgress, number: int) -> Entrant:
    """Return the player with a start number; raise Http404 if there is none."""
    entrant = Entrant.objects.filter(tournament=stand.tournament, number=number).select_related("person").first()
    if entrant is None:
        raise Http404
    return entrant


def build_player_state(cached: CachedStandings, entrant: Entrant, *, live: bool) -> PlayerState:
    """Return the state of a player's page; `live`: also unpublished rounds. Makes no query."""
    stand, person = cached.standings.stand, entrant.person_id
    mine = cached.lines.get(person, ())
    lines = tuple(
        (round_.number, round_.closed, line, _find_key(round_, line))
        for round_, line in mine
        if round_.started and (live or round_.closed)
    )
    left = tuple(
        (round_.number, line.player)
        for round_, line in cached.left.get(person, ())
        if round_.started and (live or round_.closed)
    )
    total = cached.totals.get(person) if live or stand.tournament.ended else None
    return PlayerState(
        StandingPlayer(person, entrant.pk, entrant.number, EVERYBODY.name_player(entrant.person, entrant.number)),
        lines,
        total,
        left,
    )


def _find_key(round_: RoundProgress, line: RankedLine) -> CapitalKey:
    return next(table.key for table in round_.tables if table.slug == line.slug)


def load_player_page(standings: Standings, state: PlayerState, language: str) -> dict[str, Any]:
    """Return everything that is public about a player, hand by hand."""
    tables = _load_tables(standings, state, language)
    settings, total = standings.stand.settings, state.total
    rounds = [_build_round(number, line, tables[key], settings) for number, _closed, line, key in state.lines]
    each = WHOLE if settings.start else SIXTHS
    courses = [
        (number, [now * SIXTHS // each for now in tables[key].course]) for number, _closed, _line, key in state.lines
    ]
    won = format_play_money(total.gain, exact=bool(total.gain % WHOLE), sign=True) if total is not None else ""
    numbers = format_numbers(total, settings, FINAL) if total is not None else ()
    return {
        "seen": state,
        "won": won,
        "rounds": tuple(rounds),
        "chart": _build_chart(courses),
        "numbers": numbers,  # over all rounds, if results are in points
        "in_money": settings.start > 0,  # there is play money
    }


def format_numbers(result: RankedLine, settings: Settings, scope: int) -> tuple[str, ...]:
    """Return the points of a result with their labels; empty if only play money counts."""
    columns = (column for column in list_shown_columns(settings, scope, [result]) if not is_money(column))
    return tuple(f"{column.head} {column.text(column.value(result), False)}" for column in columns)


def _build_round(number: int, line: RankedLine, table: PlayerTable, settings: Settings) -> dict[str, Any]:
    exact = any(amount % WHOLE for amount in table.course)
    counted, now = (format_play_money(amount, exact=exact) for amount in (line.ranked_amount, line.capital))
    return {
        "line": line,
        "round": number,
        "others": table.others,
        "counted": counted,
        "capital": now,
        "hands": table.hands,
        "numbers": format_numbers(line, settings, number),  # each with its label, if results are in points
    }


def _load_tables(standings: Standings, state: PlayerState, language: str) -> dict[CapitalKey, PlayerTable]:
    """Return the player's tables; only those with changed books are read."""
    cached = {key: _TABLES.get((key, state.player.person, language)) for _number, _closed, _line, key in state.lines}
    missing = [key.table for key, table in cached.items() if table is None]
    tables = list(GameTable.objects.filter(pk__in=missing).select_related("sheet_version")) if missing else []
    opened = {book.book.table.pk: book for book in (load_table_books(tables, EVERYBODY) if tables else ())}
    by_key: dict[CapitalKey, PlayerTable] = {}
    for _number, _closed, line, key in state.lines:
        by_key[key] = cached[key] or _build_table(standings, line, opened[key.table], language)
        _TABLES.put((key, state.player.person, language), by_key[key])
    return by_key


def _build_table(standings: Standings, line: RankedLine, opened: TableBook, language: str) -> PlayerTable:
    (book, seats, _opinions), people = opened, standings.people
    seats = people.name_seats(seats)
    held = {seat.id for seat in seats if line.player in people.list_holders(seat.persons)}
    settings = standings.stand.settings
    courses = [course for course in load_book_courses(book.table, book, seats, settings) if course.stay.id in held]
    rows = {row.line: row for row in build_rows(book, seats, (), language)}
    if not settings.start:
        hands_there, after = _compute_points(book, courses, rows)
        return PlayerTable(hands_there, _list_others(opened, line, people), (0, *after))
    played = {line.number: line for line in book.played}
    hands: list[PlayerHand] = []
    for course in courses:
        replaced = {replacement.line: replacement.times for replacement in course.given}
        exact = any(now % WHOLE for _number, now in course.after)
        hands += [
            _build_hand(
                rows[number],
                played[number],
                course.stay.place,
                format_play_money(now, exact=exact),
                replaced.get(number, 0),
            )
            for number, now in course.after
        ]
    now = (now for course in courses for _number, now in course.after)
    return PlayerTable(
        tuple(hands), _list_others(opened, line, people), (courses[0].start if courses else line.start, *now)
    )


def _compute_points(
    book: Book, courses: Iterable[Capital], rows: Mapping[int, WrittenRow]
) -> tuple[tuple[PlayerHand, ...], tuple[int, ...]]:
    """Return a player's hands without play money, and the written score after each one."""
    played = {line.number: line for line in book.played}
    hands, after = [], [0]
    for course in courses:
        place = course.stay.place
        for number, _now in course.after:
            row, line = rows[number], played[number]
            written, money = get_written(line.entry)[place], get_money(line.entry)[place]
            after.append(after[-1] + written)
            hand = _build_hand(row, line, place, format_signed_points(after[-1]), 0, written)
            hands.append(hand._replace(paid=format_signed_points(money) if money != written else ""))
    return tuple(hands), tuple(after[1:])


def _build_hand(
    row: WrittenRow, line: BookLine, place: int, after: str, replaced: int, amount: int | None = None
) -> PlayerHand:
    """Return a line for the player at a place; a player who sits out has no amount."""
    if line.score is not None and place not in get_active_places(line.entry):
        return PlayerHand(row.number, _("sits out"), "", "even", after, replaced)
    amount = get_money(line.entry)[place] if amount is None else amount
    return PlayerHand(row.number, row.words, format_signed_points(amount), get_sign_class(amount), after, replaced)


def _list_others(opened: TableBook, line: RankedLine, people: People) -> tuple[str, ...]:
    last = opened.book.number
    seats = (seat for seat in opened.seats if seat.until != seat.since)
    opponents = (seat for seat in seats if line.player not in people.list_holders(seat.persons))
    return tuple(people.get_player(seat.get_person(last)).name for seat in opponents)


def _build_chart(courses: Iterable[tuple[int, Sequence[int]]]) -> Chart | None:
    """Draw the course of the capital, or of the written score, in sixths, a line for each round; None at first."""
    lines = [ChartCourse(_("Round %(round)s") % {"round": number}, 0, tuple(course)) for number, course in courses]
    most = max((len(line.totals) - 1 for line in lines), default=0)
    return draw_chart(lines, most) if most >= LEAST_DRAWN else None


def show_player(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show a player's page; when the tournament is over, lead to the person's page whoever may open it."""
    context = build_player_context(request, slug, number)
    if context["own_page"] and context["tournament"].ended is not None and not is_going_elsewhere():
        return redirect(f"{context['own_page']}?tournament={slug}#opened")
    response = render(request, "tournaments/results/standings/player.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def build_player_context(request: HttpRequest, slug: uuid.UUID, number: int) -> dict[str, Any]:
    """Return what a player's page shows, for this page and the ones that only the player has."""
    entrant, cached, is_placed = _load_page(request, slug, number)
    entrant.person.club = entrant.tournament.club
    return {
        "tournament": entrant.tournament,
        "entrant": entrant,
        "name": EVERYBODY.name_player(entrant.person, entrant.number),
        "own_page": find_person_page(find_rights(request), entrant.person),  # "" unless one may open it
        "has_certificate": is_placed and entrant.tournament.ended is not None,
        "tag": cached.tag,
        "piece": mark_safe(unpack_html(cached)),  # noqa: S308 -- rendered by our own template
    }


def show_player_changes(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Return the changes on a player's page; nothing if the phone already has them."""
    request.META[BY_ITSELF] = True
    _entrant, cached, _is_placed = _load_page(request, slug, number)
    return build_etag_response(request, cached.tag, lambda: cached.body)


def _load_page(request: HttpRequest, slug: uuid.UUID, number: int) -> tuple[Entrant, CachedPage, bool]:
    """Return the player, their page, and whether they have a place over all rounds."""
    page, stand = load_page_key(request, slug, FINAL)
    entrant = find_player(stand, number)
    entrant.tournament = stand.tournament
    live = stand.settings.show_live or page.staff
    cached_standings = load_cached_standings(stand, at_once=page.staff)
    state = build_player_state(cached_standings, entrant, live=live)
    seat = _find_seat(stand, entrant, cached_standings, live=live)

    def render_page() -> str:
        shown = load_player_page(cached_standings.standings, state, page.language)
        context = {
            "page": shown,
            "seen": state,
            "tournament": stand.tournament,
            "live": live,
            "seat": seat,
            "face": build_face(seat.card.clock, now()) if seat.card is not None else None,
        }
        return render_to_string("tournaments/results/standings/_player.html", context)

    sign = hashlib.sha256(f"{state.sign}{seat!r}".encode()).hexdigest()[:24]
    tag = f'"{sign}.{page.language}.{"s" if page.staff else "p"}.{compute_program_sign()}"'
    cached = PAGE_CACHE.load_newest((page, "player", number), tag, render_page, at_once=page.staff)
    return entrant, cached, state.total is not None


class OwnSeat(NamedTuple):
    """The seat of a player in the round that is played or comes next, or why there is none."""

    round: int  # 0: none is drawn
    card: SeatCard | None
    waits: bool  # plays in this round, and has no seat yet
    ended: bool  # the tournament is over
    tasks: SeatTasks = SeatTasks()
    table: dict[str, Any] | None = None  # while it plays


def _find_seat(stand: TournamentProgress, entrant: Entrant, cached: CachedStandings, *, live: bool) -> OwnSeat:
    is_over = stand.tournament.ended is not None
    if stand.now is None or is_over:
        return OwnSeat(0, None, waits=False, ended=is_over)
    seats = load_seat_cards(stand.now.id, stand.acts)
    card = seats.cards.get(entrant.person_id)
    tasks = find_tasks(card, stand.settings) if card is not None else SeatTasks()
    plays = card is not None and card.clock.stands not in (BEFORE_START, CLOCK_DONE)
    table = _build_own_table(cached, card, tasks, live=live) if card is not None and plays else None
    return OwnSeat(stand.now.number, card, entrant.person_id in seats.waiting, ended=False, tasks=tasks, table=table)


def _build_own_table(cached: CachedStandings, card: SeatCard, tasks: SeatTasks, *, live: bool) -> dict[str, Any]:
    """Return a player's table, and the lines around them in the standings if these are public; no query."""
    standings = cached.standings
    column = list_shown_columns(standings.stand.settings, FINAL)[-1]
    own_place, own, name = card.seats[card.place - 1]
    most = card.clock.get_most_hands(len(card.seats))  # 0: as many as the time allows
    lines = [line for line in standings.list_lines(card.round) if live and line.there and line.slug == card.slug]
    amounts = {line.player.person: _build_result_cell(line, column) for line in lines}
    table = {
        "first_name": find_first_name(name),
        "place": own_place,
        "seats": [
            (name, persons == own, place, next((amounts[person] for person in persons if person in amounts), None))
            for place, persons, name in card.seats
        ],
        "hand": min(tasks.played + 1, most or tasks.played + 1),
        "most": most,
    }
    ranked = standings.totals if live else ()
    index = next((index for index, line in enumerate(ranked) if line.player.person in own), None)
    if index is None:
        return table
    around = ranked[max(0, min(index - 1, len(ranked) - 3)) :][:3]
    return table | {
        "total": _build_result_cell(ranked[index], column),
        "players": len(ranked),
        "distance": format_distance(ranked, index, build_measure(standings, FINAL)),
        "around": build_standing_rows(around, standings.stand.settings, FINAL),
    }


def _build_result_cell(line: RankedLine, column: StandingColumn) -> AmountCell:
    return column.build_amount(line, exact=bool(line.gain % WHOLE))
