"""A player's page: where he sits, how he stands, every hand of his rounds with his capital after it."""

import hashlib
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _

from scoring.engine.points import SIXTHS
from scoring.ledger.book import Book
from scoring.ledger.book import Played as BookLine
from scoring.ledger.codec import active_of
from scoring.ledger.entries import money_of, written_of
from scoring.models import GameTable
from scoring.templatetags.amounts import direction, signed_amount
from scoring.written_sheet.chart import Chart, Course, chart
from scoring.written_sheet.rows import Row, rows_of
from scoring.written_sheet.selectors import Opened, read_several
from tarockclub.server.page_cache import Recent
from tournaments.models import Entrant
from tournaments.rounds.table_capital import Key, of_book, rule_of
from tournaments.rules.capital import Course as Capital
from tournaments.settings import Settings
from tournaments.standings.cache import Known
from tournaments.standings.cells import WHOLE, amounts, heads_of, play_money
from tournaments.standings.columns import MONEY, columns_of, criteria_of, tells_points
from tournaments.standings.editions import FINAL
from tournaments.standings.players import People, Player
from tournaments.standings.progress import RoundAt, Stand
from tournaments.standings.standing import Line, Standings, Total

MOST_KEPT = 2000  # hands of a player at a table


class HandOf(NamedTuple):
    """A line of the book of a table at which somebody sat."""

    number: int  # as on paper; 0: no deal
    words: str
    amount: str  # points
    direction: str
    after: str  # play money before him, or his written score
    replaced: int  # replacements that he got after it
    paid: str = ""  # points in money, where they are others than the written ones


class Played(NamedTuple):
    """Somebody's round."""

    line: Line
    round: int
    others: tuple[str, ...]
    counted: str
    capital: str
    hands: tuple[HandOf, ...]
    numbers: tuple[str, ...] = ()  # each with its word, where results are told in points


class Seat(NamedTuple):
    """Where somebody sits in the round that is played or comes next."""

    round: int
    table: int
    slug: uuid.UUID


class Seen(NamedTuple):
    """What the page of a player is about: it is another page only where something of this is different."""

    player: Player
    lines: tuple[tuple[int, bool, Line, Key], ...]  # round, whether it is closed, his line, how far the table is
    total: Total | None
    seat: Seat | None
    left: tuple[tuple[int, Player], ...] = ()  # round, who took over his seat and his score there

    @property
    def sign(self) -> str:
        """Another one whenever the page may be another one."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:24]


class PlayerPage(NamedTuple):
    """All about a player."""

    seen: Seen
    won: str
    rounds: tuple[Played, ...]
    chart: Chart | None
    numbers: tuple[str, ...] = ()  # over all rounds, where results are told in points
    in_money: bool = True  # there is play money


class AtTable(NamedTuple):
    """Somebody's hands at a table, who else sat there, and what lay before him at the beginning and after each."""

    hands: tuple[HandOf, ...]
    others: tuple[str, ...]
    course: tuple[int, ...]  # sixths of a cent, or of a point where there is no play money


_AT: Recent[tuple[Key, int, str], AtTable] = Recent(MOST_KEPT)


def player_at(stand: Stand, number: int) -> Entrant:
    """The player with a start number, or 404."""
    found = Entrant.objects.filter(tournament=stand.tournament, number=number).select_related("person").first()
    if found is None:
        raise Http404
    return found


def seen_of(known: Known, entrant: Entrant, *, live: bool) -> Seen:
    """What there is of a player; `live`: also of rounds whose result is not published. Asks no database."""
    stand, person = known.standings.stand, entrant.person_id
    mine = known.lines.get(person, ())
    now = stand.now
    sits = next((line for round_, line in mine if now is not None and round_.number == now.number and line.there), None)
    seat = Seat(now.number, sits.table, sits.slug) if now is not None and sits is not None else None
    lines = tuple(
        (round_.number, round_.closed, line, _key_at(round_, line))
        for round_, line in mine
        if round_.started and (live or round_.closed)
    )
    left = tuple(
        (round_.number, line.player)
        for round_, line in known.left.get(person, ())
        if round_.started and (live or round_.closed)
    )
    total = known.totals.get(person) if live or stand.tournament.ended else None
    return Seen(Player(person, entrant.pk, entrant.number, entrant.person.name), lines, total, seat, left)


def _key_at(round_: RoundAt, line: Line) -> Key:
    return next(one.key for one in round_.tables if one.slug == line.slug)


def player_page(standings: Standings, seen: Seen, language: str) -> PlayerPage:
    """Everything that is public of a player, hand by hand."""
    at = _tables(standings, seen, language)
    settings, total = standings.stand.settings, seen.total
    rounds = [_played(number, line, at[key], settings) for number, _closed, line, key in seen.lines]
    each = WHOLE if settings.start else SIXTHS
    courses = [(number, [now * SIXTHS // each for now in at[key].course]) for number, _closed, _line, key in seen.lines]
    won = play_money(total.gain, exact=bool(total.gain % WHOLE), sign=True) if total is not None else ""
    numbers = numbers_of(total, settings, FINAL) if total is not None else ()
    return PlayerPage(seen, won, tuple(rounds), _chart(courses), numbers, settings.start > 0)


def numbers_of(one: Line | Total, settings: Settings, of: int) -> tuple[str, ...]:
    """The points of a result with their words; nothing where play money alone counts."""
    if not tells_points(settings):
        return ()
    columns = columns_of(settings, criteria_of(settings, of))
    told = zip(columns, heads_of(columns, of), amounts(one, columns, ""), strict=True)
    return tuple(f"{head} {amount.text}" for column, head, amount in told if column != MONEY)


def _played(number: int, line: Line, at: AtTable, settings: Settings) -> Played:
    exact = any(amount % WHOLE for amount in at.course)
    counted, now = (play_money(amount, exact=exact) for amount in (line.counted, line.capital))
    return Played(line, number, at.others, counted, now, at.hands, numbers_of(line, settings, number))


def _tables(standings: Standings, seen: Seen, language: str) -> dict[Key, AtTable]:
    """His tables; only those whose books have changed are read."""
    found = {key: _AT.get((key, seen.player.person, language)) for _number, _closed, _line, key in seen.lines}
    missing = [key.table for key, at in found.items() if at is None]
    tables = list(GameTable.objects.filter(pk__in=missing).select_related("sheet_version")) if missing else []
    opened = {one.book.table.pk: one for one in (read_several(tables) if tables else ())}
    known: dict[Key, AtTable] = {}
    for _number, _closed, line, key in seen.lines:
        known[key] = found[key] or _at_table(standings, line, opened[key.table], language)
        _AT.put((key, seen.player.person, language), known[key])
    return known


def _at_table(standings: Standings, line: Line, opened: Opened, language: str) -> AtTable:
    (book, seats, _opinions), people = opened, standings.people
    held = {one.id for one in seats if line.player in people.held(one.persons)}
    settings = standings.stand.settings
    courses = [one for one in of_book(book, seats, rule_of(settings)) if one.stay.id in held]
    rows = {row.line: row for row in rows_of(book, seats, (), language)}
    if not settings.start:
        hands_there, after = _in_points(book, courses, rows)
        return AtTable(hands_there, _others(opened, line, people), (0, *after))
    played = {one.number: one for one in book.played}
    hands: list[HandOf] = []
    for course in courses:
        given = {one.line: one.times for one in course.given}
        exact = any(now % WHOLE for _number, now in course.after)
        hands += [
            _hand(rows[number], played[number], course.stay.place, play_money(now, exact=exact), given.get(number, 0))
            for number, now in course.after
        ]
    now = (now for course in courses for _number, now in course.after)
    return AtTable(tuple(hands), _others(opened, line, people), (line.start, *now))


def _in_points(
    book: Book, courses: Iterable[Capital], rows: Mapping[int, Row]
) -> tuple[tuple[HandOf, ...], tuple[int, ...]]:
    """Somebody's hands where there is no play money, and his written score after each."""
    played = {one.number: one for one in book.played}
    hands, after = [], [0]
    for course in courses:
        place = course.stay.place
        for number, _now in course.after:
            row, one = rows[number], played[number]
            written, money = written_of(one.entry)[place], money_of(one.entry)[place]
            after.append(after[-1] + written)
            hand = _hand(row, one, place, signed_amount(after[-1]), 0, written)
            hands.append(hand._replace(paid=signed_amount(money) if money != written else ""))
    return tuple(hands), tuple(after[1:])


def _hand(row: Row, one: BookLine, place: int, after: str, replaced: int, amount: int | None = None) -> HandOf:
    """A line for who sits at a place; who sits out has no amount, whatever the others played for."""
    if one.score is not None and place not in active_of(one.entry):
        return HandOf(row.number, _("sits out"), "", "even", after, replaced)
    amount = money_of(one.entry)[place] if amount is None else amount
    return HandOf(row.number, row.words, signed_amount(amount), direction(amount), after, replaced)


def _others(opened: Opened, line: Line, people: People) -> tuple[str, ...]:
    last = opened.book.number
    here = (one for one in opened.seats if one.until != one.since)
    return tuple(one.name_at(last) for one in here if line.player not in people.held(one.persons))


def _chart(courses: Iterable[tuple[int, Sequence[int]]]) -> Chart | None:
    """The course of his capital, or of his written score, in sixths; a line for each round."""
    lines = [Course(_("Round %(round)s") % {"round": number}, 0, tuple(course)) for number, course in courses]
    return chart(lines, max((len(one.totals) - 1 for one in lines), default=0))
