"""The chart of the totals of an evening, from its book."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from scoring.book.ledger.book import Book, LedgerLine, number_lines
from scoring.book.ledger.seats import Seat, build_seat_names
from scoring.engine.evening.course import EndTotals, Hand, Transfer
from scoring.engine.hand.explain import get_name
from scoring.engine.hand.record import SEATS
from scoring.table.written_sheet.radl_marks import compute_radl_marks
from scoring.table.written_sheet.rows import list_seat_names
from tarockclub.kit.amounts import format_signed_points
from tarockclub.kit.charts.lines import Chart, ChartCourse, ChartHand, draw_chart


def build_chart(book: Book, seats: Sequence[Seat], language: str = "") -> Chart | None:
    """Return the chart of an evening; None before its first deal. `language`: of its hands, if a tap leads to them."""
    marks, short = compute_radl_marks(book).lines, build_seat_names(seats)
    played = [(number, line) for number, line in number_lines(book) if _is_deal(line)]
    courses = [_follow_seat(seat, book, short) for seat in list_drawn_seats(seats)]
    chart = draw_chart(courses, len(played), [deal for deal, (_, line) in enumerate(played, 1) if line.number in marks])
    if chart is None or not language:
        return chart
    marked = [(point.position, *played[point.number - 1]) for point in chart.points if point.number]
    hands = (ChartHand(x, line.number, _format_hand(number, line, seats, language)) for x, number, line in marked)
    return chart._replace(hands=tuple(hands))


def list_drawn_seats(seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats that have a line, in the order of the lines: those that somebody really had."""
    return [seat for seat in seats if seat.until != seat.since]


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
    return ChartCourse(short.get(name, name), since, tuple(totals))


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
