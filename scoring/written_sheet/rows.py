"""The lines of the written sheet: what each paid, the running totals, and what else was said, in words."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.evening.course import (
    DEALER,
    GSTIESS,
    Cash,
    Content,
    EndTotals,
    ForehandSet,
    Hand,
    LastRoundSaid,
    RadlSet,
    Redeal,
    Seating,
    Struck,
    Transfer,
    Void,
    written_in,
)
from scoring.engine.evening.state import Evening
from scoring.engine.hand.explain import formula, remark
from scoring.engine.hand.score_lines import Amounts
from scoring.engine.hand.story import hand_story
from scoring.house_rules.speiszettel.anchors import find_first_anchor
from scoring.ledger.book import Book, LedgerLine
from scoring.ledger.codec import decode_record
from scoring.ledger.seats import Seat, build_short_names, find_seat
from scoring.templatetags.amounts import amount, cents, signed_amount
from scoring.written_sheet.radl_marks import RadlMark, compute_radl_marks

NamedAmounts = tuple[tuple[str, int], ...]


LONGEST_UNFOLDED = 12  # lines
MOVING_KINDS = ("transfer", "end_totals")
FEWEST_SHOWN, MOST_MORE = 6, 5  # where a longer one is folded, and how many more for the sake of a whole round


class Cell(NamedTuple):
    """One player's amount of a hand and his running total in the written score, in sixths."""

    amount: int
    total: int


class Row(NamedTuple):
    """One line of the written sheet."""

    number: int  # of the deal, counted as on paper; 0 for what is said between two
    line: int  # its number in the order of play
    kind: str  # hand, void, strike, redeal, radl, last_round, forehand, seating, cash, transfer, end_totals
    cells: tuple[Cell | None, ...]  # by column; none for who does not sit there
    formula: str
    remark: str  # of a hand, or what was said
    reason: str
    money: tuple[tuple[str, int], ...]  # name, sixths; empty where the written score is the same
    struck: tuple[tuple[str, int], ...]  # what a struck hand had paid
    changed: bool  # it did not always read so
    subtotal: tuple[int | None, ...]  # of a round of deals that ends with it, by column; else empty
    radl: RadlMark | None  # of a deal that counts double
    fits: tuple[str, ...] = ()  # who says so from another phone
    disputed: tuple[str, ...] = ()
    anchor: str = ""  # of the rule that a hand is about, on the Speiszettel
    story: str = ""  # of a hand: who played it and how it went, with short names

    @property
    def counts(self) -> bool:
        """Whether it is a deal that stands."""
        return self.number > 0 and self.kind in ("hand", "void")

    @property
    def words(self) -> str:
        """Who played a hand and how it went, or what else was said."""
        return self.story or self.remark

    @property
    def moves(self) -> bool:
        """Whether it is no deal and moves points all the same."""
        return self.kind in MOVING_KINDS


def build_rows(book: Book, seats: tuple[Seat, ...], columns: tuple[Seat, ...], language: str) -> tuple[Row, ...]:
    """The written sheet of a book."""
    short = build_short_names(seats)
    rows, deals, marks, round_ = [], 0, compute_radl_marks(book).lines, dict[int, int]()
    for one in book.played:
        number = book.waits.number(one.number, deals) if one.is_deal or one.struck else 0
        row = _build_row(number, one, seats, columns, language)
        names = tuple(short.get(name, name) for name in list_seat_names(one, seats))
        row = row._replace(radl=marks.get(one.number), story=format_story(one, names, language))
        if isinstance(one.content, Seating) and len(one.before.order) != len(one.after.order):
            round_ = {}  # broken off: the deals that were played belong to none
        if one.is_deal:
            for at, cell in enumerate(row.cells):
                if cell is not None:
                    round_[at] = round_.get(at, 0) + cell.amount
            if one.after.in_round == 0:
                row = row._replace(subtotal=tuple(round_.get(at) for at in range(len(columns))))
                round_ = {}
        deals += one.is_deal
        rows.append(row)
    return tuple(rows)


def compute_totals_at(book: Book, columns: Iterable[Seat], number: int) -> tuple[int | None, ...]:
    """Where everybody stood in the written score after a line (sixths), also who had left; None: he had not come."""
    return tuple(compute_seat_totals(book, seat, number)[1] if seat.since <= number else None for seat in columns)


def compute_seat_totals(book: Book, seat: Seat, number: int | None = None) -> tuple[int, int]:
    """Where somebody stood after a line, or at last: in money and in the written score, sixths."""
    lines = (one for one in reversed(book.played) if seat.sits_in(one.number))
    last = next((line for line in lines if number is None or line.number <= number), None)
    evening = last.after if last is not None else book.start
    return evening.totals[seat.place], evening.written[seat.place]


def count_folded(rows: tuple[Row, ...]) -> int:
    """How many of the first lines of a long sheet stay folded: all but the last rounds of deals."""
    if len(rows) <= LONGEST_UNFOLDED:
        return 0
    latest = len(rows) - FEWEST_SHOWN
    return next((at for at in range(latest, latest - MOST_MORE, -1) if rows[at - 1].subtotal), latest)


def _build_row(number: int, one: LedgerLine, seats: tuple[Seat, ...], columns: tuple[Seat, ...], language: str) -> Row:
    score = one.score or one.struck
    written = zip(one.before.written, one.after.written, strict=True)
    cells = [Cell(after - before, after) for before, after in written]
    paid = list_seat_names(one, seats)
    return Row(
        number=number,
        line=one.number,
        kind="hand" if one.score is not None else str(one.entry.kind),
        cells=tuple(cells[seat.place] if seat.sits_in(one.number) else None for seat in columns),
        formula=formula(score) if score is not None else "",
        remark=remark(score, language) if score is not None else _format_line(one, seats),
        reason=one.entry.note.text if one.entry.note is not None else "",
        anchor=find_first_anchor(one.score) if one.score is not None else "",
        money=_pair_names(one.score.payouts, paid) if one.score and one.score.payouts != one.score.written else (),
        struck=_pair_names(one.struck.written, paid) if one.struck else (),
        changed=one.entry.replaces_id is not None,
        subtotal=(),
        radl=None,
    )


def format_story(one: LedgerLine, names: tuple[str, ...], language: str) -> str:
    """Who played a hand and how it went, also of one that was struck out; nothing for what is no hand."""
    replaced, score = one.entry.replaces, one.score or one.struck
    if score is None:
        return ""
    struck = decode_record(replaced.record) if one.struck is not None and replaced is not None else None
    record = one.content.record if isinstance(one.content, Hand) else struck
    return hand_story(record, score.sheet, names, language, score) if record is not None else ""


def _format_line(one: LedgerLine, seats: tuple[Seat, ...]) -> str:
    """A line that is no hand, in words; what begins with the gong is no Schlussradl."""
    if isinstance(one.content, LastRoundSaid) and one.entry.phase and one.content.dealer is not None:
        return _("Round with double stake: %(name)s deals first") % {
            "name": find_seat_name(seats, one.content.dealer, one.number)
        }
    return format_content(one.content, one.number, one.before, seats)


def list_seat_names(one: LedgerLine, seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """The names of the four seats of a deal."""
    replaced = one.entry.replaces
    entry = replaced if one.struck is not None and replaced is not None else one.entry  # as it was played
    active = (entry.active0, entry.active1, entry.active2, entry.active3)
    return tuple(find_seat_name(seats, place, one.number) for place in active)


def find_seat_name(seats: tuple[Seat, ...], place: int, number: int) -> str:
    """Who sat at a place in a line of the book."""
    seat = find_seat(seats, place, number)
    return "?" if seat is None else seat.name_at(number)


def _find_later_name(seats: tuple[Seat, ...], place: int, number: int) -> str:
    """Who sits at a place from a line on; also where that line was struck out."""
    come = (seat.name_at(number) for seat in seats if (seat.place, seat.since) == (place, number))
    return next(come, "") or find_seat_name(seats, place, number)


def _pair_names(amounts: Amounts, names: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple(zip(names, amounts, strict=True))


def format_content(content: Content, number: int, before: Evening | None, seats: tuple[Seat, ...]) -> str:
    """A line that is no hand, in words; `before` is the evening before it where it is known."""
    match content:
        case Void():
            return _("void: everybody gets 0, it is not dealt again")
        case Redeal():
            return _("redeal: the same dealer deals again")
        case Struck():
            return _("struck out")
        case RadlSet(deals):
            return _format_radl(deals)
        case ForehandSet(place):
            return _("forehand set by hand: %(name)s") % {"name": find_seat_name(seats, place, number)}
        case Cash(place, amount):
            return _format_cash(find_seat_name(seats, place, number), amount)
        case Transfer() | EndTotals():
            return _format_moves(content, number, seats)
        case LastRoundSaid():
            return _format_last_round(content, number, seats)
        case Seating():
            return _format_seating(content, number, before, seats)
    return ""


def _format_moves(content: Transfer | EndTotals, number: int, seats: tuple[Seat, ...]) -> str:
    if isinstance(content, EndTotals):
        return _format_end_totals(content, number, seats)
    return _("moved by a ruling: %(amounts)s") % {"amounts": _format_amounts(content.amounts, number, seats)}


def _format_amounts(amounts: tuple[int, ...], number: int, seats: tuple[Seat, ...]) -> str:
    """Amounts by place with their names."""
    told = ((find_seat_name(seats, place, number), sixths) for place, sixths in enumerate(amounts) if sixths)
    return ", ".join(f"{name} {signed_amount(sixths)}" for name, sixths in told)


def _format_end_totals(content: EndTotals, number: int, seats: tuple[Seat, ...]) -> str:
    """What a sheet of paper came to, and who needed another capital."""
    written = _format_amounts(written_in(content), number, seats) or "0"
    said_so = [_("final totals from paper: %(amounts)s") % {"amounts": written}]
    if content.written:
        said_so.append(_("in money: %(amounts)s") % {"amounts": _format_amounts(content.amounts, number, seats) or "0"})
    if content.hands is not None:
        said_so.append(_("hands on paper: %(number)s") % {"number": content.hands})
    if content.box is not None:
        said_so.append(_("in the donation box: %(amount)s") % {"amount": cents(content.box)})
    for place, times in enumerate(content.replacements):
        if times:
            replaced = {"name": find_seat_name(seats, place, number), "times": times}
            said_so.append(_("replacement capital: %(name)s × %(times)s") % replaced)
    return "; ".join(said_so)


def _format_radl(deals: int) -> str:
    text = ngettext("double, set by hand: %(deals)s deal", "double, set by hand: %(deals)s deals", deals)
    return text % {"deals": deals} if deals else _("single again, set by hand")


def _format_cash(name: str, amount: int) -> str:
    put, taken = _("%(name)s puts %(amount)s into the Pagatkassa"), _("%(name)s takes %(amount)s from the Pagatkassa")
    return (taken if amount < 0 else put) % {"name": name, "amount": cents(abs(amount))}


def _format_last_round(content: LastRoundSaid, number: int, seats: tuple[Seat, ...]) -> str:
    if content.form == GSTIESS:
        return _("Schlussradl “zum Gstieß” announced: the holder of the Gstieß in the next deal deals first")
    if content.form == DEALER and content.dealer is not None:
        return _("Schlussradl: %(name)s had the Gstieß and deals") % {
            "name": find_seat_name(seats, content.dealer, number)
        }
    return _("last round, all double, until the first forehand would be forehand again")


def _format_seating(content: Seating, number: int, before: Evening | None, seats: tuple[Seat, ...]) -> str:
    """Who came and who went, in words."""
    came = {place for place, _person in content.came}
    said_so = []
    if before is None:
        return _("other seats")
    for place in before.order:
        if place in came or place not in content.order:
            left = {"name": find_seat_name(seats, place, number - 1), "total": amount(before.written[place])}
            said_so.append(_("%(name)s leaves with %(total)s") % left)
    said_so += [_("%(name)s joins") % {"name": _find_later_name(seats, place, number)} for place in sorted(came)]
    for place, _person in content.substitutes:
        names = {"name": find_seat_name(seats, place, number), "before": find_seat_name(seats, place, number - 1)}
        said_so.append(_("%(name)s plays on for %(before)s") % names)
    order = ", ".join(_find_later_name(seats, place, number) for place in content.order)
    return "; ".join([*said_so, _("playing order: %(names)s") % {"names": order}])
