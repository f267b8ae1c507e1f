"""A player's page: where he sits, how he stands, every hand of his rounds with his capital after it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _

from scoring.chart import Chart, Course, chart
from scoring.engine.points import SIXTHS
from scoring.models import GameTable
from scoring.reading import Opened, read_several
from scoring.rows import Row, rows_of
from scoring.templatetags.amounts import direction, signed_amount
from scoring.writing import money_of
from tournaments.capitals import of_book, rule_of
from tournaments.models import Entrant, RoundTable
from tournaments.standings.found import seat_now
from tournaments.standings.people import People, Player
from tournaments.standings.shown import WHOLE, play_money
from tournaments.standings.stand import Stand
from tournaments.standings.standing import Line, Standings, Total, standings_of


class HandOf(NamedTuple):
    """A line of the book of a table at which somebody sat."""

    number: int  # as on paper; 0: no deal
    words: str
    amount: str  # points
    direction: str
    after: str  # play money before him
    replaced: int  # replacements that he got after it


class Played(NamedTuple):
    """Somebody's round."""

    line: Line
    round: int
    others: tuple[str, ...]
    counted: str
    capital: str
    hands: tuple[HandOf, ...]


class PlayerPage(NamedTuple):
    """All about a player."""

    player: Player
    seat: RoundTable | None
    seat_round: int
    total: Total | None
    won: str
    rounds: tuple[Played, ...]
    chart: Chart | None


def player_at(stand: Stand, number: int) -> Entrant:
    """The player with a start number, or 404."""
    found = Entrant.objects.filter(tournament=stand.tournament, number=number).select_related("person").first()
    if found is None:
        raise Http404
    return found


def player_page(stand: Stand, entrant: Entrant, language: str, *, live: bool) -> PlayerPage:
    """Everything that is public of a player; `live`: also of rounds whose result is not published."""
    standings = standings_of(stand)
    player = standings.people.player(entrant.person_id)
    lines = [(one.round, line) for one in standings.rounds for line in one.lines if line.player.person == player.person]
    shown = [(round_, line) for round_, line in lines if round_.started and (live or round_.closed)]
    rounds, courses = _rounds(standings, [(round_.number, line) for round_, line in shown], language)
    seat = seat_now(stand, player.person)
    total = _total(standings, player) if live or stand.tournament.ended else None
    won = play_money(total.gain, exact=bool(total.gain % WHOLE), sign=True) if total is not None else ""
    now = stand.now.number if stand.now is not None else 0
    return PlayerPage(player, seat, now, total, won, tuple(rounds), _chart(courses))


def _total(standings: Standings, player: Player) -> Total | None:
    return next((one for one in standings.totals if one.player.person == player.person), None)


def _rounds(
    standings: Standings, played: Sequence[tuple[int, Line]], language: str
) -> tuple[list[Played], list[tuple[int, list[int]]]]:
    """The rounds that somebody has played, and the course of his capital in each of them."""
    slugs = [line.slug for _number, line in played]
    tables = {one.slug: one for one in GameTable.objects.filter(slug__in=slugs).select_related("sheet_version")}
    opened = read_several([tables[slug] for slug in slugs])
    rounds, courses = [], []
    for (number, line), one in zip(played, opened, strict=True):
        mine, course = _of_table(standings, line, one, language)
        exact = any(amount % WHOLE for amount in course)
        counted, now = (play_money(amount, exact=exact) for amount in (line.counted, line.capital))
        rounds.append(Played(line, number, _others(one, line, standings.people), counted, now, mine))
        courses.append((number, course))
    return rounds, courses


def _of_table(standings: Standings, line: Line, opened: Opened, language: str) -> tuple[tuple[HandOf, ...], list[int]]:
    """His lines at a table, and what lay before him at the beginning and after each of them."""
    (book, seats, _opinions), people = opened, standings.people
    held = {one.id for one in seats if line.player in people.held(one.persons)}
    courses = [one for one in of_book(book, seats, rule_of(standings.stand.settings)) if one.stay.id in held]
    rows = {row.line: row for row in rows_of(book, seats, (), language)}
    found: list[HandOf] = []
    amounts = {one.number: money_of(one.entry) for one in book.played}
    for course in courses:
        given = {one.line: one.times for one in course.given}
        exact = any(now % WHOLE for _number, now in course.after)
        found += [
            _hand(rows[number], amounts[number][course.stay.place], play_money(now, exact=exact), given.get(number, 0))
            for number, now in course.after
        ]
    return tuple(found), [line.start, *(now for course in courses for _number, now in course.after)]


def _hand(row: Row, amount: int, after: str, replaced: int) -> HandOf:
    return HandOf(row.number, row.remark, signed_amount(amount), direction(amount), after, replaced)


def _others(opened: Opened, line: Line, people: People) -> tuple[str, ...]:
    last = opened.book.number
    here = (one for one in opened.seats if one.until != one.since)
    return tuple(one.name_at(last) for one in here if line.player not in people.held(one.persons))


def _chart(courses: Iterable[tuple[int, Sequence[int]]]) -> Chart | None:
    """The course of his capital, a line for each round."""
    lines = [
        Course(_("Round %(round)s") % {"round": number}, 0, tuple(now * SIXTHS // WHOLE for now in course))
        for number, course in courses
    ]
    return chart(lines, max((len(one.totals) - 1 for one in lines), default=0))
