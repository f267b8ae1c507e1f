"""The page of a published result besides its places: the podium, how it came about, who led when."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise, zip_longest
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.ledger.book import Book
from scoring.engine.evening.course import Hand
from scoring.models import GameTable
from scoring.table.written_sheet.rows import build_rows
from scoring.table.written_sheet.selectors import load_table_books
from tarockclub.kit.amounts import format_points, get_sign_class
from tarockclub.kit.charts.lines import Chart
from tarockclub.kit.text import Face, build_face_sign
from tarockclub.kit.words import get_current_language
from tarockclub.platform.privacy.readers import EVERYBODY, Reader
from tarockclub.platform.server.page_cache import LruCache
from tournaments.core import settings as criteria
from tournaments.core.editions import FINAL
from tournaments.core.selectors import load_size
from tournaments.core.table_names import name_table
from tournaments.hall.rounds.table_capital import HandSize, load_table_results
from tournaments.hall.standing.players import People, StandingPlayer, TableProgress, TournamentProgress, load_people
from tournaments.hall.standing.standing import RankedLine, Standings, load_standings
from tournaments.models import Tournament
from tournaments.results.final_results.prizes import load_scope_sections
from tournaments.results.standings.column import NOTHING, WHOLE, AmountCell, StandingColumn
from tournaments.results.standings.columns import list_shown_columns
from tournaments.results.standings.editions import EditionRow, TournamentEdition, read_lines
from tournaments.results.standings.page import (
    RowCourse,
    StandingPage,
    StandingRow,
    compute_round_standings,
    draw_first,
    format_ranked_amount,
    format_value,
    list_round_totals,
)

MOST_READ = 40  # of the largest hands, in search of one that was played alone
LEAST_RISE = 2  # places
MOST_ON_PODIUM, LAST_ON_PODIUM = 4, 3  # people, places: whoever shares the third place is there too


class Honoured(NamedTuple):
    """A player who is honoured."""

    rank: int
    name: str
    amount: str
    prize: str = ""
    number: int = 0  # start number; 0: only took over a seat, or is no player
    face: Face = Face("", 0)
    margin: str = ""  # by which they are ahead of whoever has the next place; "": where less is more

    @property
    def words(self) -> tuple[str, str]:
        """The name without its last word, and that word: where there is little room, in two lines."""
        front, _space, last = self.name.rpartition(" ")
        return front, last


def list_honoured(
    tournament: Tournament,
    settings: criteria.Settings,
    scope: int,
    rows: Sequence[EditionRow],
    reader: Reader = EVERYBODY,
) -> list[tuple[Honoured, ...]]:
    """Return the players by place, the best first; who shares a place is honoured together."""
    people = load_people(tournament, {row.person for row in rows}, reader)
    column = list_shown_columns(settings, scope)[-1]
    prizes = load_chosen_prizes(tournament, scope)

    lines = sorted(read_lines(rows, people, scope), key=lambda line: line.rank)
    exact = any(column.value(line) % WHOLE for line in lines)

    def build(line: RankedLine) -> Honoured:
        amount = column.text(column.value(line), exact)
        behind = next((later for later in lines if later.rank > line.rank), None)
        ahead = 0 if behind is None else column.value(line) - column.value(behind)
        margin = column.text(ahead, exact).removeprefix("+") if ahead > 0 else ""
        player = line.player
        face = build_face_sign(player.name, player.person)
        return Honoured(line.rank, player.name, amount, prizes.get(player.person, ""), player.number, face, margin)

    return [tuple(map(build, group)) for _rank, group in groupby(lines, key=lambda line: line.rank)]


def choose_podium(groups: Sequence[tuple[Honoured, ...]]) -> tuple[Honoured, ...]:
    """Return who stands on the podium; nobody if it is one alone, or too many share a place."""
    best = tuple(person for group in groups for person in group if person.rank <= LAST_ON_PODIUM)
    return best if 1 < len(best) <= MOST_ON_PODIUM else ()


def load_chosen_prizes(tournament: Tournament, scope: int) -> dict[int, str]:
    """Return the names of the prizes that players have chosen, by person."""
    return {
        choice.person: choice.prize.name
        for section in load_scope_sections(tournament)
        if section.scope.of == scope
        for choice in section.chosen
        if choice.prize is not None
    }


class StoryHand(NamedTuple):
    """A hand of the day."""

    heading: str
    words: str
    where: str
    amount: str


class Rise(NamedTuple):
    """Somebody who has won places since the standings after a round."""

    player: StandingPlayer
    round: int  # how many rounds had been played
    before: int
    now: int

    @property
    def places(self) -> int:
        """The places won."""
        return self.before - self.now


def list_story_hands(standings: Standings) -> Iterator[StoryHand]:
    """Yield the hand that has paid most, and the one of these that somebody played alone against all others."""
    counting = [table for round_ in standings.stand.rounds for table in round_.tables if table.counts]
    results = load_table_results([table.key for table in counting], standings.stand.settings)
    played = [(table, hand) for table in counting for hand in results[table.key.table].hands if hand.size > 0]
    played.sort(key=lambda pair: (-pair[1].size, pair[1].at, pair[1].line))
    if not played:
        return
    books: Books = {}
    largest = played[0]
    alone = next(
        (pair for pair in played[:MOST_READ] if _is_alone(_load_book(pair[0], books, standings.people), pair[1])), None
    )
    heading = _("Hand of the day")
    if alone == largest:
        heading = " · ".join((heading, _("Biggest solo")))
    yield _build_hand(heading, *largest, books, standings.people)
    if alone is not None and alone != largest:
        yield _build_hand(_("Biggest solo"), *alone, books, standings.people)


Books = dict[int, tuple[Book, dict[int, str]]]


def _load_book(table: TableProgress, books: Books, people: People) -> Book:
    """Return the book of a table, read once, with its hands in words."""
    pk = table.key.table
    if pk not in books:
        tables = GameTable.objects.filter(pk=pk).select_related("sheet_version")
        book, seats, _opinions = load_table_books(list(tables), EVERYBODY)[0]
        rows = build_rows(book, people.name_seats(seats), (), get_current_language(), has_full_names=True)
        books[pk] = book, {row.line: row.words for row in rows}
    return books[pk][0]


def _is_alone(book: Book, hand: HandSize) -> bool:
    """Tell whether a hand was one game, and its declarer had no partner (and it was not each against all)."""
    content = next((line.content for line in book.played if line.number == hand.line), None)
    if not isinstance(content, Hand) or len(content.record.plays) != 1:
        return False
    play = content.record.plays[0]
    return play.partner in (None, play.declarer) and not book.sheet.contracts[play.contract].is_trischaken


def _build_hand(heading: str, table: TableProgress, hand: HandSize, books: Books, people: People) -> StoryHand:
    _load_book(table, books, people)
    amount = _("%(points)s points for one player") % {"points": f"+{format_points(hand.size)}"}
    where = name_table(table.number, table.round, begins=True)
    return StoryHand(heading, books[table.key.table][1].get(hand.line, ""), where, amount)


def list_rises(courses: list[tuple[RankedLine, ...]]) -> list[Rise]:
    """Return for each player the greatest rise since the standings after a round, the greatest of all first."""
    best: dict[int, Rise] = {}
    last = {total.player.person: total for total in courses[-1]} if courses else {}
    for count, before in enumerate(courses[:-1], 1):
        for total in before:
            now = last.get(total.player.person)
            if now is None:
                continue
            rise = Rise(now.player, count, total.rank, now.rank)
            greatest = best.get(now.player.person)
            if greatest is None or rise.places > greatest.places:
                best[now.player.person] = rise
    return sorted((rise for rise in best.values() if rise.places > 0), key=lambda rise: (-rise.places, rise.now))


def add_rounds(shown: StandingPage, courses: Mapping[int, RowCourse], settings: criteria.Settings) -> StandingPage:
    """Return a final result with what everybody won round by round, where it was not published with it."""
    count = max((len(course.totals) for course in courses.values()), default=0)
    if shown.rounds or count < 2:
        return shown
    column = list_shown_columns(settings, FINAL)[-1]

    def add_amounts(row: StandingRow) -> StandingRow:
        course = courses.get(row.number, RowCourse((0,) * count, played=()))
        gains = [now - before for before, now in pairwise((0, *course.totals))]
        cells = [
            AmountCell(format_value(column, gain), f"{get_sign_class(gain)} of-round")
            if played
            else AmountCell(NOTHING, "even of-round")
            for gain, played in zip_longest(gains, course.played, fillvalue=False)  # a round that was given up
        ]
        since = course.played.index(True) + 1 if any(course.played) else 1
        return row._replace(amounts=(*cells, *row.amounts), since=since if since > 1 else 0)

    blocks = tuple(block._replace(rows=tuple(map(add_amounts, block.rows))) for block in shown.blocks)
    return shown._replace(rounds=tuple(range(1, count + 1)), blocks=blocks)


MOST_RISES = 3
MOST_KEPT = 32


class ResultStory(NamedTuple):
    """The podium and the story of a result that counts."""

    podium: tuple[Honoured, ...]
    lead: str
    facts: str
    hands: tuple[StoryHand, ...] = ()
    rises: tuple[Rise, ...] = ()
    leaders: tuple[dict[str, Any], ...] = ()
    chart: Chart | None = None
    courses: dict[int, RowCourse] = {}  # noqa: RUF012 -- never written; by start number
    ties: str = ""  # what has decided between equal amounts

    @property
    def has_prizes(self) -> bool:
        """True if prizes stand beside the amounts."""
        return any(course.prize for course in self.courses.values())


_STORIES: LruCache[tuple[uuid.UUID, str, int, str], ResultStory] = LruCache(MOST_KEPT)


def load_result_story(stand: TournamentProgress, edition: TournamentEdition) -> ResultStory:
    """Return what is told of an edition; read anew where standings, or names, may differ.

    Of a single round only who won it: how it came about is the standings' page of it.
    """
    key = (stand.tournament.slug, stand.sign, edition.of, get_current_language())
    story = _STORIES.get(key)
    if story is None:
        story = _build_story(stand, edition)
        _STORIES.put(key, story)
    return story


def _build_story(stand: TournamentProgress, edition: TournamentEdition) -> ResultStory:
    groups = list_honoured(stand.tournament, stand.settings, edition.of, edition.rows)
    story = ResultStory(choose_podium(groups), format_win(groups), _format_facts(stand, edition))
    people = [] if criteria.PRIZE in stand.settings.columns else [person for group in groups for person in group]
    prizes = {person.number: person.prize for person in people if person.number and person.prize}
    if edition.of != FINAL:
        return story._replace(courses={number: RowCourse((), prize) for number, prize in prizes.items()})
    standings = load_standings(stand, EVERYBODY)
    courses = compute_round_standings(standings)
    by_person = [{line.player.person: line for line in course} for course in courses]
    column = list_shown_columns(stand.settings, FINAL)[-1]
    return story._replace(
        hands=tuple(list_story_hands(standings)),
        rises=tuple(list_rises(courses)[:MOST_RISES]),
        leaders=tuple(_list_leaders(courses, column)),
        chart=draw_first(standings.totals, by_person, column),
        courses={
            line.player.number: RowCourse(
                tuple(list_round_totals(by_person, line.player.person, column)),
                prizes.get(line.player.number, ""),
                tuple(played is not None for played in line.rounds),
            )
            for line in standings.totals
            if line.player.number
        },
        ties=_format_ties(stand.settings, standings.totals, column),
    )


def _format_ties(settings: criteria.Settings, totals: Sequence[RankedLine], column: StandingColumn) -> str:
    """Return what decides between equal amounts; "" where nobody with the same amount has another rank."""
    words = ", ".join(str(criteria.CRITERIA_WORDS[name]) for name in settings.overall_criteria[1:])
    is_decided = any(
        before.rank < after.rank and column.value(before) == column.value(after) for before, after in pairwise(totals)
    )
    return (
        _("What decides between equals, in this order: %(criteria)s.") % {"criteria": words}
        if is_decided and words
        else ""
    )


def format_win(groups: Sequence[tuple[Honoured, ...]]) -> str:
    """Return who has won, and by how much, in one sentence."""
    if not groups:
        return ""
    winners = groups[0]
    if len(winners) == 1 and winners[0].margin:
        words = {"name": winners[0].name, "points": winners[0].amount, "lead": winners[0].margin}
        second = ", ".join(behind.name for behind in groups[1])
        return _("%(name)s wins with %(points)s, %(lead)s ahead of %(second)s.") % {**words, "second": second}
    names = ", ".join(winner.name for winner in winners)
    sentence = ngettext("%(names)s wins with %(amount)s.", "%(names)s win with %(amount)s each.", len(winners))
    return sentence % {"names": names, "amount": winners[0].amount}


def _format_facts(stand: TournamentProgress, edition: TournamentEdition) -> str:
    """Return how many people have played, at how many tables, and how often."""
    rounds = [round_ for round_ in stand.started_rounds if edition.of in (FINAL, round_.number)]
    people, tables = len(edition.rows), sum(len(round_.tables) for round_ in rounds)
    if edition.of == FINAL:
        people, tables = load_size(stand.tournament.slug)
    parts = [ngettext("%(people)s person", "%(people)s people", people) % {"people": people}]
    if tables:
        parts.append(ngettext("%(tables)s table", "%(tables)s tables", tables) % {"tables": tables})
    if len(rounds) > 1:
        parts.append(_("%(rounds)s rounds") % {"rounds": len(rounds)})
    return " · ".join(parts)


def _list_leaders(courses: Sequence[Sequence[RankedLine]], column: StandingColumn) -> Iterator[dict[str, Any]]:
    """Yield who led after each round, if there are several."""
    for number, course in enumerate(courses, 1) if len(courses) > 1 else ():
        first = [line for line in course if line.rank == 1]
        if first:
            names = ", ".join(line.player.name for line in first)
            yield {"round": number, "names": names, "amount": format_ranked_amount(first[0], column)}
