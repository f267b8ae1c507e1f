"""The summary of an evening: hands, games of each player, the most remarkable hands, and the chart of the totals."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.book.ledger.book import Book, LedgerLine, number_lines
from scoring.book.ledger.seats import Seat, build_seat_names, list_real_seats
from scoring.engine.evening.course import EndTotals, Hand, Transfer, Void
from scoring.engine.hand.explain import format_score_formula, get_name
from scoring.engine.hand.record import SEATS
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.story import is_game_won, list_own_games
from scoring.engine.house_rules.sheet import Sheet
from scoring.table.written_sheet.radl_marks import compute_radl_marks
from scoring.table.written_sheet.rows import find_seat_name, format_story, list_seat_names
from tarockclub.kit.amounts import format_signed_points
from tarockclub.kit.charts.lines import Chart, ChartCourse, ChartHand, draw_chart


class Peak(NamedTuple):
    """The hand with the highest gain or loss of the evening, or with the largest sum of payments."""

    number: int  # as on the written sheet
    line: int
    names: tuple[str, ...]
    amount: int  # sixths, written score
    words: str  # the story of the hand in words
    formula: str


class Tally(NamedTuple):
    """A player's results of an evening, by their name in each hand."""

    name: str
    hands: int
    declared: (
        int  # includes games that ended by a Renonce without a winner; no Trischaken: it is compulsory, not declared
    )
    won: int


class Summary(NamedTuple):
    """The numbers of an evening."""

    hands: int  # that count; void deals are not included
    void: int
    doubled: int  # of these, counted double
    best: Peak | None
    worst: Peak | None
    moved: Peak | None  # None if it is the same hand as one of the two
    tallies: tuple[Tally, ...]  # in the order of their first hand


def compute_summary(book: Book, seats: tuple[Seat, ...], language: str) -> Summary:
    """Return the summary of the hands of a book that have not been struck."""
    hands = [(number, line, line.score) for number, line in number_lines(book) if line.score is not None]
    marks = compute_radl_marks(book).lines
    talked = [hand for hand in hands if any(hand[2].written)]
    return Summary(
        hands=len(hands),
        void=sum(isinstance(line.content, Void) for line in book.played),
        doubled=sum(line.number in marks for _number, line, _score in hands),
        tallies=tuple(_count_tallies([line for _number, line, _score in hands], seats, book.sheet)),
        **_find_peaks(talked, seats, language),
    )


def _find_peaks(
    hands: list[tuple[int, LedgerLine, Score]], seats: tuple[Seat, ...], language: str
) -> dict[str, Peak | None]:
    """Return the first hands with the highest gain, with the highest loss, and with the largest sum of payments."""
    if not hands:
        return {"best": None, "worst": None, "moved": None}
    best = max(hands, key=lambda hand: max(hand[2].written))
    worst = min(hands, key=lambda hand: min(hand[2].written))
    moved = max(hands, key=lambda hand: _sum_moves(hand[2]))
    is_shown = moved in (best, worst)
    return {
        "best": _build_peak(best, max(best[2].written), seats, language),
        "worst": _build_peak(worst, min(worst[2].written), seats, language),
        "moved": None if is_shown else _build_peak(moved, _sum_moves(moved[2]), seats, language),
    }


def _sum_moves(score: Score) -> int:
    return sum(amount for amount in score.written if amount > 0)


def _build_peak(hand: tuple[int, LedgerLine, Score], amount: int, seats: tuple[Seat, ...], language: str) -> Peak:
    number, line, score = hand
    names = list_seat_names(line, seats)
    about = tuple(names[seat] for seat in SEATS if score.written[seat] == amount)
    return Peak(
        number, line.number, about, amount, format_story(line, names, language), format_score_formula(score, names)
    )


def _count_tallies(played: list[LedgerLine], seats: tuple[Seat, ...], sheet: Sheet) -> Iterator[Tally]:
    tallies: dict[str, list[int]] = {}
    for line in played:
        for place in line.before.order:
            tallies.setdefault(find_seat_name(seats, place, line.number), [0, 0, 0])
        for name in list_seat_names(line, seats):
            tallies[name][0] += 1
        for name, won in _list_games(line, seats, sheet):
            tallies[name][1] += 1
            tallies[name][2] += bool(won)
    return (Tally(name, *counts) for name, counts in tallies.items())


def _list_games(line: LedgerLine, seats: tuple[Seat, ...], sheet: Sheet) -> Iterator[tuple[str, bool | None]]:
    """Yield the name of each declarer of a hand and True if they won the game; None if nobody can win it."""
    names = list_seat_names(line, seats)
    if line.score is None or not isinstance(line.content, Hand):
        return
    for play in list_own_games(line.content.record, sheet):
        yield names[play.declarer], is_game_won(play, line.score)


def build_chart(book: Book, seats: Sequence[Seat], language: str = "") -> Chart | None:
    """Return the chart of an evening; None before its first deal. `language`: of its hands, if a tap leads to them."""
    marks, short = compute_radl_marks(book).lines, build_seat_names(seats)
    played = [(number, line) for number, line in number_lines(book) if _is_deal(line)]
    courses = [_follow_seat(seat, book, short) for seat in list_real_seats(seats)]
    chart = draw_chart(courses, len(played), [deal for deal, (_, line) in enumerate(played, 1) if line.number in marks])
    if chart is None or not language:
        return chart
    marked = [(point.position, *played[point.number - 1]) for point in chart.points if point.number]
    hands = (ChartHand(x, line.number, _format_hand(number, line, seats, language)) for x, number, line in marked)
    return chart._replace(hands=tuple(hands))


def _is_deal(line: LedgerLine) -> bool:
    return line.is_deal or isinstance(line.content, EndTotals)


def _follow_seat(seat: Seat, book: Book, short: Mapping[str, str]) -> ChartCourse:
    """Return the totals of a sitting; `short`: the names as they stand above the columns of the sheet."""
    deals, since, totals = 0, 0, [0]
    for line in book.played:
        since = deals if line.number == seat.since else since
        deals += _is_deal(line)
        if seat.is_seated(line.number) and _is_deal(line):
            totals.append(line.after.written[seat.place])
        elif seat.is_seated(line.number) and isinstance(line.content, Transfer):
            totals[-1] = line.after.written[seat.place]  # it changes the totals after the deal before it
    name = seat.get_name(book.number)
    return ChartCourse(name, since, tuple(totals), short=short.get(name, name))


def _format_hand(number: int, line: LedgerLine, seats: Sequence[Seat], language: str) -> str:
    """Return a hand in a few words: its number, the game, and what it paid whom it is about."""
    words = [_("Hand %(number)s") % {"number": number}] if number else []
    if line.score is None or not isinstance(line.content, Hand):
        return words[0] if words else _("Entry")
    play, written, sheet = line.content.record.plays[0], line.score.written, line.score.sheet
    is_trischaken = sheet.contracts[play.contract].is_trischaken
    amount = max(written, key=lambda paid: (abs(paid), -paid)) if is_trischaken else written[play.declarer]
    about = [seat for seat in SEATS if written[seat] == amount] if is_trischaken else [play.declarer]
    names, shorts = list_seat_names(line, tuple(seats)), build_seat_names(seats)
    paid = f"{', '.join(shorts.get(names[seat], names[seat]) for seat in about)} {format_signed_points(amount)}"
    return " · ".join([*words, get_name(play.contract, sheet, language), paid])
