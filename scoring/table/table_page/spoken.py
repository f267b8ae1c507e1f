"""The newest hand and what comes next as a person would say it, for phones that read it aloud."""

from fractions import Fraction
from typing import NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.book.item_names import capitalize_first
from scoring.book.ledger.book import LedgerLine
from scoring.book.ledger.seats import build_seat_names
from scoring.engine.evening.course import Hand
from scoring.engine.points import SIXTHS
from scoring.table.table_page.number_words import say_amount, say_number
from scoring.table.written_sheet.rows import WrittenRow, find_seat_name, list_seat_names
from scoring.table.written_sheet.selectors import TableView


class Speech(NamedTuple):
    """The sentences about a table."""

    line: int  # of the book
    key: str  # of its entry
    hand: str  # the newest line
    following: str  # what is left of the Radl, and who deals; empty after the last deal
    disputes: tuple[tuple[int, str], ...]  # the lines that somebody disputes


def build_speech(view: TableView, *, closed: bool, timed: bool) -> Speech | None:
    """Return what to say about a table, `timed`: with a clock; None before its first line."""
    if not view.book.played:
        return None
    line, row = view.book.played[-1], view.rows[-1]
    disputes = tuple((row.line, _say_dispute(row, view.language)) for row in view.disputed_rows)
    following = "" if closed else _say_next(view, timed=timed)
    return Speech(line.number, line.key, _say_line(line, row, view), following, disputes)


def _say_dispute(row: WrittenRow, language: str) -> str:
    return _("Hand %(number)s is disputed.") % {"number": say_number(row.number, language)}


def _say_line(line: LedgerLine, row: WrittenRow, view: TableView) -> str:
    """Return who gets what of a hand; another line of the sheet as it stands there."""
    if row.kind == "strike":
        number = say_number(row.number, view.language)
        return _("Hand %(number)s is struck out.") % {"number": number} if row.number else _("The entry is struck out.")
    if line.score is None or not isinstance(line.content, Hand):
        return f"{row.words}."
    short, play = build_seat_names(view.seats), line.content.record.plays[0]
    names = [short.get(name, name) for name in list_seat_names(line, view.seats)]
    declarer = None if line.score.sheet.contracts[play.contract].is_trischaken else play.declarer
    return _say_amounts(names, line.score.written, declarer, view.language)


def _say_amounts(names: list[str], amounts: tuple[int, ...], declarer: int | None, language: str) -> str:
    """Return who gets what, the winners first; where there are two sides, the declarer's says all."""
    sides = sorted(set(amounts) - {0}, reverse=True)
    if not sides:
        return _("Nobody gets anything.")
    if declarer is not None and len(set(amounts)) == len(sides) == 2:
        sides = [amounts[declarer]]
    said = []
    for side in sides:
        people = [name for name, amount in zip(names, amounts, strict=True) if amount == side]
        together = get_text_list(people, pgettext("between the last two names", "and"))
        said.append(f"{together} {say_amount(Fraction(side, SIXTHS), language)}")
    return f"{', '.join(said)}."


def _say_next(view: TableView, *, timed: bool) -> str:
    """Return how many deals count double yet, and who deals."""
    dealer = find_seat_name(view.seats, view.now.dealer, view.book.number)
    dealer = build_seat_names(view.seats).get(dealer, dealer)
    deals = _("%(name)s deals") % {"name": dealer}
    if (radl := view.radl) is None or not radl.of:
        return f"{deals}."
    words = {"left": say_number(radl.left, view.language), "deals": deals}
    if radl.last_round:
        name = _("Double round") if timed else view.doubling.last
        return capitalize_first(_("%(name)s: %(left)s left, %(deals)s.") % {**words, "name": name})
    return capitalize_first(_("%(left)s left %(within)s, %(deals)s.") % {**words, "within": view.doubling.within})
