"""The lines of the written sheet: the payments, the running totals, disputes, and other events in words."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.ledger.book import Book, LedgerLine, number_lines
from scoring.book.ledger.seats import Seat, build_seat_names, find_seat
from scoring.book.marks import NO_VERDICT, Opinion, Verdict, compute_verdicts
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
    StruckLine,
    Transfer,
    Void,
    get_written_amounts,
)
from scoring.engine.evening.state import Evening
from scoring.engine.hand.explain import format_hand_remark, format_score_formula
from scoring.engine.hand.record import HandRecord
from scoring.engine.hand.score_lines import Amounts, Cause, Score, decode_record
from scoring.engine.hand.story import tell_hand
from scoring.engine.house_rules.sheet import Sheet
from scoring.table.written_sheet.radl_marks import RadlMark, compute_radl_marks
from tarockclub.kit.amounts import format_cents, format_points, format_signed_points

NamedAmounts = tuple[tuple[str, int], ...]


MOVING_KINDS = ("transfer", "end_totals")
ROUNDS_SHOWN, FEWEST_FOLDED = 2, 5  # rounds of deals at the end of a long sheet; lines that are worth a tap


class Cell(NamedTuple):
    """A player's amount of a hand and their running total in the written score, in sixths."""

    amount: int
    total: int


class WrittenRow(NamedTuple):
    """One line of the written sheet."""

    number: int  # of the deal, counted as on paper; 0 for a line between two deals
    line: int  # its number in the order of play
    kind: str  # hand, void, strike, redeal, radl, last_round, forehand, seating, cash, transfer, end_totals
    cells: tuple[Cell | None, ...]  # by column; None for a player who does not sit there
    formula: str
    remark: str  # of a hand, or the content in words
    reason: str
    money: tuple[tuple[str, int], ...]  # name, sixths; empty if it is the same as the written score
    struck: tuple[tuple[str, int], ...]  # the payments of a struck hand
    by: str  # who wrote it last, if logged in
    changed: bool  # it has earlier versions
    subtotal: tuple[int | None, ...]  # of the round of deals that ends with it, by column; else empty
    radl: RadlMark | None  # of a deal that counts double
    fits: tuple[str, ...] = ()  # names of the players who say so on another phone
    disputed: tuple[str, ...] = ()
    anchor: str = ""  # of the rule that a hand is about, on the Speiszettel
    story: str = ""  # of a hand, in words, with short names, if nothing else is wanted
    paid: tuple[tuple[int, int], ...] = ()  # of a counting hand: place, sixths in the written score

    @property
    def counts(self) -> bool:
        """Return True for a deal that has not been struck."""
        return self.number > 0 and self.kind in ("hand", "void")

    @property
    def words(self) -> str:
        """The story of a hand, or another event in words."""
        return self.story or self.remark

    @property
    def moves(self) -> bool:
        """Return True if it is not a deal but moves points."""
        return self.kind in MOVING_KINDS


def build_rows(
    book: Book, seats: tuple[Seat, ...], columns: tuple[Seat, ...], language: str, *, has_full_names: bool = False
) -> tuple[WrittenRow, ...]:
    """Return the rows of the written sheet of a book; `has_full_names`: of hands that are told away from the table."""
    short = {} if has_full_names else build_seat_names(seats)
    rows, deals, marks, round_ = [], 0, compute_radl_marks(book).lines, dict[int, int]()
    for line in book.played:
        number = book.waits.number_deal(line.number, deals) if line.is_deal or line.struck else 0
        row = _build_row(number, line, seats, columns, language)
        names = tuple(short.get(name, name) for name in list_seat_names(line, seats))
        score = line.score or line.struck
        formula = format_score_formula(score, names) if score is not None else ""
        row = row._replace(radl=marks.get(line.number), formula=formula, story=format_story(line, names, language))
        if isinstance(line.content, Seating) and len(line.before.order) != len(line.after.order):
            round_ = {}  # interrupted: the deals so far have no subtotal
        if line.is_deal:
            for column, cell in enumerate(row.cells):
                if cell is not None:
                    round_[column] = round_.get(column, 0) + cell.amount
            if line.after.in_round == 0:
                row = row._replace(subtotal=tuple(round_.get(column) for column in range(len(columns))))
                round_ = {}
        deals += line.is_deal
        rows.append(row)
    return tuple(rows)


def compute_totals_at(book: Book, columns: Iterable[Seat], number: int) -> tuple[int | None, ...]:
    """Return everybody's written score after a line (sixths), also of those who had left; None: not there yet."""
    return tuple(compute_seat_totals(book, seat, number)[1] if seat.since <= number else None for seat in columns)


def compute_seat_totals(book: Book, seat: Seat, number: int | None = None) -> tuple[int, int]:
    """Return somebody's total after a line, or after the last one: in money and in the written score, sixths."""
    lines = (line for line in reversed(book.played) if seat.is_seated(line.number))
    last = next((line for line in lines if number is None or line.number <= number), None)
    evening = last.after if last is not None else book.start
    return evening.totals[seat.place], evening.written[seat.place]


def count_folded(rows: tuple[WrittenRow, ...], players: int) -> int:
    """Return the number of first lines of a long sheet that stay folded: all but the last rounds of deals."""
    latest = len(rows) - ROUNDS_SHOWN * players
    if latest < FEWEST_FOLDED:
        return 0
    return next((count for count in range(latest, max(latest - players, 0), -1) if rows[count - 1].subtotal), latest)


def _build_row(
    number: int, line: LedgerLine, seats: tuple[Seat, ...], columns: tuple[Seat, ...], language: str
) -> WrittenRow:
    score = line.score or line.struck
    written = zip(line.before.written, line.after.written, strict=True)
    cells = [Cell(after - before, after) for before, after in written]
    paid = list_seat_names(line, seats)
    return WrittenRow(
        number=number,
        line=line.number,
        kind="hand" if line.score is not None else str(line.entry.kind),
        cells=tuple(cells[seat.place] if seat.is_seated(line.number) else None for seat in columns),
        formula="",
        remark=format_hand_remark(score, language) if score is not None else _format_line(line, seats),
        reason=line.entry.note.text if line.entry.note is not None else "",
        anchor=find_first_anchor(line.score) if line.score is not None else "",
        money=_pair_names(line.score.payouts, paid) if line.score and line.score.payouts != line.score.written else (),
        struck=_pair_names(line.struck.written, paid) if line.struck else (),
        by=line.entry.by.name if line.entry.by is not None else "",
        changed=line.entry.replaces_id is not None,
        subtotal=(),
        radl=None,
        paid=tuple(zip(line.before.active, line.score.written, strict=True)) if line.score is not None else (),
    )


def format_story(line: LedgerLine, names: tuple[str, ...], language: str) -> str:
    """Return the story of a hand, also of a struck one; empty for a line that is not a hand."""
    score, record = line.score or line.struck, find_record(line)
    return tell_hand(record, score.sheet, names, language, score) if score is not None and record is not None else ""


def find_record(line: LedgerLine) -> HandRecord | None:
    """Return the record of a hand, also of a struck one; None for a line that is not a hand."""
    replaced = line.entry.replaces
    if isinstance(line.content, Hand):
        return line.content.record
    return decode_record(replaced.record) if line.struck is not None and replaced is not None else None


def _format_line(line: LedgerLine, seats: tuple[Seat, ...]) -> str:
    """Return a line that is not a hand, in words; a round that begins with the gong is not called Schlussradl."""
    if isinstance(line.content, LastRoundSaid) and line.entry.phase and line.content.dealer is not None:
        return _("Round with double stake: %(name)s deals first") % {
            "name": find_seat_name(seats, line.content.dealer, line.number)
        }
    return format_content(line.content, line.number, line.before, seats)


def list_seat_names(line: LedgerLine, seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """Return the names of the four seats of a deal."""
    replaced = line.entry.replaces
    entry = replaced if line.struck is not None and replaced is not None else line.entry  # as it was played
    active = (entry.active0, entry.active1, entry.active2, entry.active3)
    return tuple(find_seat_name(seats, place, line.number) for place in active)


def find_seat_name(seats: tuple[Seat, ...], place: int, number: int) -> str:
    """Return the name of the player at a place in a line of the book; "?" if there is none."""
    seat = find_seat(seats, place, number)
    return "?" if seat is None else seat.get_name(number)


def _find_later_name(seats: tuple[Seat, ...], place: int, number: int) -> str:
    """Return the name of the player at a place from a line on, also if that line was struck."""
    come = (seat.get_name(number) for seat in seats if (seat.place, seat.since) == (place, number))
    return next(come, "") or find_seat_name(seats, place, number)


def _pair_names(amounts: Amounts, names: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple(zip(names, amounts, strict=True))


def format_content(content: Content, number: int, before: Evening | None, seats: tuple[Seat, ...]) -> str:
    """Return a line that is not a hand, in words; `before`: the evening before it, if known."""
    match content:
        case Void():
            return _("void: everybody gets 0, it is not dealt again")
        case Redeal():
            return _("redeal: the same dealer deals again")
        case StruckLine():
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
    """Return the amounts by place as text with names."""
    named = ((find_seat_name(seats, place, number), sixths) for place, sixths in enumerate(amounts) if sixths)
    return ", ".join(f"{name} {format_signed_points(sixths)}" for name, sixths in named)


def _format_end_totals(content: EndTotals, number: int, seats: tuple[Seat, ...]) -> str:
    """Return the result of a paper sheet in words, with the replacements of capital."""
    written = _format_amounts(get_written_amounts(content), number, seats) or "0"
    said_so = [_("final totals from paper: %(amounts)s") % {"amounts": written}]
    if content.written:
        said_so.append(_("in money: %(amounts)s") % {"amounts": _format_amounts(content.amounts, number, seats) or "0"})
    if content.hands is not None:
        said_so.append(_("hands on paper: %(number)s") % {"number": content.hands})
    if content.box is not None:
        said_so.append(_("in the donation box: %(amount)s") % {"amount": format_cents(content.box)})
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
    return (taken if amount < 0 else put) % {"name": name, "amount": format_cents(abs(amount))}


def _format_last_round(content: LastRoundSaid, number: int, seats: tuple[Seat, ...]) -> str:
    if content.form == GSTIESS:
        return _("Schlussradl “zum Gstieß” announced: the holder of the Gstieß in the next deal deals first")
    if content.form == DEALER and content.dealer is not None:
        return _("Schlussradl: %(name)s had the Gstieß and deals") % {
            "name": find_seat_name(seats, content.dealer, number)
        }
    return _("last round, all double, until the first forehand would be forehand again")


def _format_seating(content: Seating, number: int, before: Evening | None, seats: tuple[Seat, ...]) -> str:
    """Return the changes of the seats in words."""
    came = {place for place, _person in content.came}
    said_so = []
    if before is None:
        return _("other seats")
    for place in before.order:
        if place in came or place not in content.order:
            left = {"name": find_seat_name(seats, place, number - 1), "total": format_points(before.written[place])}
            said_so.append(_("%(name)s leaves with %(total)s") % left)
    said_so += [_("%(name)s joins") % {"name": _find_later_name(seats, place, number)} for place in sorted(came)]
    for place, _person in content.substitutes:
        names = {"name": find_seat_name(seats, place, number), "before": find_seat_name(seats, place, number - 1)}
        said_so.append(_("%(name)s plays on for %(before)s") % names)
    order = ", ".join(_find_later_name(seats, place, number) for place in content.order)
    return "; ".join([*said_so, _("playing order: %(names)s") % {"names": order}])


def find_anchor(cause: Cause, sheet: Sheet) -> str:
    """Return the anchor of the rule behind a payment: `contract-dreier`, `premium-pagat`, `trischaken`, `renonce`."""
    if cause.kind == "premium":
        return f"premium-{cause.item}"
    contract = sheet.contracts.get(cause.item)
    if contract is not None and contract.is_trischaken:
        return "trischaken"
    return f"contract-{cause.item}" if cause.kind == "contract" else "renonce"


def find_first_anchor(score: Score) -> str:
    """Return the anchor of the rule of a whole hand: that of its first line."""
    return find_anchor(score.lines[0].cause, score.sheet)


class Dispute(NamedTuple):
    """A hand and the players who say that it is wrong."""

    number: int  # as on paper
    line: int
    disputed: tuple[str, ...]


def list_disputes(book: Book, seats: tuple[Seat, ...], opinions: tuple[Opinion, ...]) -> tuple[Dispute, ...]:
    """Return the hands with open disputes, in the order of play."""
    verdicts = compute_verdicts(book, opinions)
    disputes = []
    for number, line in number_lines(book):
        names = _list_names(verdicts.get(line.number, NO_VERDICT).disputed, seats)
        if names:
            disputes.append(Dispute(number, line.number, names))
    return tuple(disputes)


def add_marks(
    rows: tuple[WrittenRow, ...], verdicts: dict[int, Verdict], seats: tuple[Seat, ...]
) -> tuple[WrittenRow, ...]:
    """Return the rows of the written sheet with the names of the players who say that a hand is right or wrong."""
    return tuple(_add_mark(row, verdicts[row.line], seats) if row.line in verdicts else row for row in rows)


def _add_mark(row: WrittenRow, verdict: Verdict, seats: tuple[Seat, ...]) -> WrittenRow:
    return row._replace(fits=_list_names(verdict.fits, seats), disputed=_list_names(verdict.disputed, seats))


def _list_names(opinions: tuple[Opinion, ...], seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """Return the names of the players with these opinions, each once."""
    return tuple(dict.fromkeys(find_seat_name(seats, opinion.place, opinion.line) for opinion in opinions))
