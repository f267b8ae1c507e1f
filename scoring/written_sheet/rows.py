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
from scoring.house_rules.speiszettel.anchors import first_anchor
from scoring.ledger.book import Book, Played
from scoring.ledger.codec import record_of
from scoring.ledger.seats import Seat, seat_at, short_names_of
from scoring.templatetags.amounts import amount, cents, signed_amount
from scoring.written_sheet.radl_marks import RadlMark, radl_marks

NamedAmounts = tuple[tuple[str, int], ...]


LONGEST_UNFOLDED = 12  # lines
MOVING = ("transfer", "end_totals")
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
        return self.kind in MOVING


def rows_of(book: Book, seats: tuple[Seat, ...], columns: tuple[Seat, ...], language: str) -> tuple[Row, ...]:
    """The written sheet of a book."""
    short = short_names_of(seats)
    rows, deals, marks, round_ = [], 0, radl_marks(book).lines, dict[int, int]()
    for one in book.played:
        number = book.waits.number(one.number, deals) if one.is_deal or one.struck else 0
        row = _row(number, one, seats, columns, language)
        names = tuple(short.get(name, name) for name in score_names(one, seats))
        row = row._replace(radl=marks.get(one.number), story=story_of(one, names, language))
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


def totals_at(book: Book, columns: Iterable[Seat], number: int) -> tuple[int | None, ...]:
    """Where everybody stood in the written score after a line (sixths), also who had left; None: he had not come."""
    return tuple(seat_totals(book, seat, number)[1] if seat.since <= number else None for seat in columns)


def seat_totals(book: Book, seat: Seat, number: int | None = None) -> tuple[int, int]:
    """Where somebody stood after a line, or at last: in money and in the written score, sixths."""
    lines = (one for one in reversed(book.played) if seat.sits_in(one.number))
    last = next((one for one in lines if number is None or one.number <= number), None)
    evening = last.after if last is not None else book.start
    return evening.totals[seat.place], evening.written[seat.place]


def folded(rows: tuple[Row, ...]) -> int:
    """How many of the first lines of a long sheet stay folded: all but the last rounds of deals."""
    if len(rows) <= LONGEST_UNFOLDED:
        return 0
    latest = len(rows) - FEWEST_SHOWN
    return next((at for at in range(latest, latest - MOST_MORE, -1) if rows[at - 1].subtotal), latest)


def _row(number: int, one: Played, seats: tuple[Seat, ...], columns: tuple[Seat, ...], language: str) -> Row:
    score = one.score or one.struck
    written = zip(one.before.written, one.after.written, strict=True)
    cells = [Cell(after - before, after) for before, after in written]
    paid = score_names(one, seats)
    return Row(
        number=number,
        line=one.number,
        kind="hand" if one.score is not None else str(one.entry.kind),
        cells=tuple(cells[seat.place] if seat.sits_in(one.number) else None for seat in columns),
        formula=formula(score) if score is not None else "",
        remark=remark(score, language) if score is not None else _said(one, seats),
        reason=one.entry.note.text if one.entry.note is not None else "",
        anchor=first_anchor(one.score) if one.score is not None else "",
        money=_named(one.score.payouts, paid) if one.score and one.score.payouts != one.score.written else (),
        struck=_named(one.struck.written, paid) if one.struck else (),
        changed=one.entry.replaces_id is not None,
        subtotal=(),
        radl=None,
    )


def story_of(one: Played, names: tuple[str, ...], language: str) -> str:
    """Who played a hand and how it went, also of one that was struck out; nothing for what is no hand."""
    replaced, score = one.entry.replaces, one.score or one.struck
    if score is None:
        return ""
    struck = record_of(replaced.record) if one.struck is not None and replaced is not None else None
    record = one.content.record if isinstance(one.content, Hand) else struck
    return hand_story(record, score.sheet, names, language, score) if record is not None else ""


def _said(one: Played, seats: tuple[Seat, ...]) -> str:
    """A line that is no hand, in words; what begins with the gong is no Schlussradl."""
    if isinstance(one.content, LastRoundSaid) and one.entry.phase and one.content.dealer is not None:
        return _("Round with double stake: %(name)s deals first") % {
            "name": name_of(seats, one.content.dealer, one.number)
        }
    return in_words(one.content, one.number, one.before, seats)


def score_names(one: Played, seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """The names of the four seats of a deal."""
    replaced = one.entry.replaces
    entry = replaced if one.struck is not None and replaced is not None else one.entry  # as it was played
    active = (entry.active0, entry.active1, entry.active2, entry.active3)
    return tuple(name_of(seats, place, one.number) for place in active)


def name_of(seats: tuple[Seat, ...], place: int, number: int) -> str:
    """Who sat at a place in a line of the book."""
    seat = seat_at(seats, place, number)
    return "?" if seat is None else seat.name_at(number)


def _from_here_on(seats: tuple[Seat, ...], place: int, number: int) -> str:
    """Who sits at a place from a line on; also where that line was struck out."""
    come = (seat.name_at(number) for seat in seats if (seat.place, seat.since) == (place, number))
    return next(come, "") or name_of(seats, place, number)


def _named(amounts: Amounts, names: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple(zip(names, amounts, strict=True))


def in_words(content: Content, number: int, before: Evening | None, seats: tuple[Seat, ...]) -> str:
    """A line that is no hand, in words; `before` is the evening before it where it is known."""
    match content:
        case Void():
            return _("void: everybody gets 0, it is not dealt again")
        case Redeal():
            return _("redeal: the same dealer deals again")
        case Struck():
            return _("struck out")
        case RadlSet(deals):
            return _radl(deals)
        case ForehandSet(place):
            return _("forehand set by hand: %(name)s") % {"name": name_of(seats, place, number)}
        case Cash(place, amount):
            return _cash(name_of(seats, place, number), amount)
        case Transfer() | EndTotals():
            return _moved(content, number, seats)
        case LastRoundSaid():
            return _last_round(content, number, seats)
        case Seating():
            return _seating(content, number, before, seats)
    return ""


def _moved(content: Transfer | EndTotals, number: int, seats: tuple[Seat, ...]) -> str:
    if isinstance(content, EndTotals):
        return _end_totals(content, number, seats)
    return _("moved by a ruling: %(amounts)s") % {"amounts": _amounts(content.amounts, number, seats)}


def _amounts(amounts: tuple[int, ...], number: int, seats: tuple[Seat, ...]) -> str:
    """Amounts by place with their names."""
    told = ((name_of(seats, place, number), sixths) for place, sixths in enumerate(amounts) if sixths)
    return ", ".join(f"{name} {signed_amount(sixths)}" for name, sixths in told)


def _end_totals(content: EndTotals, number: int, seats: tuple[Seat, ...]) -> str:
    """What a sheet of paper came to, and who needed another capital."""
    written = _amounts(written_in(content), number, seats) or "0"
    said_so = [_("final totals from paper: %(amounts)s") % {"amounts": written}]
    if content.written:
        said_so.append(_("in money: %(amounts)s") % {"amounts": _amounts(content.amounts, number, seats) or "0"})
    if content.hands is not None:
        said_so.append(_("hands on paper: %(number)s") % {"number": content.hands})
    if content.box is not None:
        said_so.append(_("in the donation box: %(amount)s") % {"amount": cents(content.box)})
    for place, times in enumerate(content.replacements):
        if times:
            replaced = {"name": name_of(seats, place, number), "times": times}
            said_so.append(_("replacement capital: %(name)s × %(times)s") % replaced)
    return "; ".join(said_so)


def _radl(deals: int) -> str:
    text = ngettext("double, set by hand: %(deals)s deal", "double, set by hand: %(deals)s deals", deals)
    return text % {"deals": deals} if deals else _("single again, set by hand")


def _cash(name: str, amount: int) -> str:
    put, taken = _("%(name)s puts %(amount)s into the Pagatkassa"), _("%(name)s takes %(amount)s from the Pagatkassa")
    return (taken if amount < 0 else put) % {"name": name, "amount": cents(abs(amount))}


def _last_round(content: LastRoundSaid, number: int, seats: tuple[Seat, ...]) -> str:
    if content.form == GSTIESS:
        return _("Schlussradl “zum Gstieß” announced: the holder of the Gstieß in the next deal deals first")
    if content.form == DEALER and content.dealer is not None:
        return _("Schlussradl: %(name)s had the Gstieß and deals") % {"name": name_of(seats, content.dealer, number)}
    return _("last round, all double, until the first forehand would be forehand again")


def _seating(content: Seating, number: int, before: Evening | None, seats: tuple[Seat, ...]) -> str:
    """Who came and who went, in words."""
    came = {place for place, _person in content.came}
    said_so = []
    if before is None:
        return _("other seats")
    for place in before.order:
        if place in came or place not in content.order:
            left = {"name": name_of(seats, place, number - 1), "total": amount(before.written[place])}
            said_so.append(_("%(name)s leaves with %(total)s") % left)
    said_so += [_("%(name)s joins") % {"name": _from_here_on(seats, place, number)} for place in sorted(came)]
    for place, _person in content.substitutes:
        names = {"name": name_of(seats, place, number), "before": name_of(seats, place, number - 1)}
        said_so.append(_("%(name)s plays on for %(before)s") % names)
    order = ", ".join(_from_here_on(seats, place, number) for place in content.order)
    return "; ".join([*said_so, _("playing order: %(names)s") % {"names": order}])
