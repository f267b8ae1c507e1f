"""The chart of a book: who sat at the table with his totals of the written score, and which deals were double."""

from collections.abc import Sequence

from scoring.engine.evening.course import EndTotals, Transfer
from scoring.ledger.book import Book
from scoring.ledger.seats import Seat
from scoring.written_sheet.chart import Chart, Course, chart
from scoring.written_sheet.radl_marks import radl_marks


def chart_of(book: Book, seats: Sequence[Seat]) -> Chart | None:
    """The chart of an evening; None before its first deal."""
    marks, doubled, deals = radl_marks(book).lines, [], 0
    courses = {one.id: [0] for one in seats if one.until != one.since}
    since = dict.fromkeys(courses, 0)
    for one in book.played:
        for seat in seats:
            if seat.id in courses and seat.since == one.number:
                since[seat.id] = deals
        if one.is_deal or isinstance(one.content, EndTotals):
            deals += 1
            doubled += [deals] if one.number in marks else []
            for seat in seats:
                if seat.id in courses and seat.sits_in(one.number):
                    courses[seat.id].append(one.after.written[seat.place])
        elif isinstance(one.content, Transfer):  # where they stand since the deal before it
            for seat in seats:
                if seat.id in courses and seat.sits_in(one.number):
                    courses[seat.id][-1] = one.after.written[seat.place]
    here = [one for one in seats if one.id in courses]
    lines = [Course(one.name_at(book.number), since[one.id], tuple(courses[one.id])) for one in here]
    return chart(lines, deals, doubled)
