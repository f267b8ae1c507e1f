"""The moments of an evening: a Valat, a dear hand of a lone player, a new leader, a Radl."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.book.ledger.book import LedgerLine
from scoring.book.ledger.seats import build_seat_names
from scoring.engine.evening.course import Hand
from scoring.engine.evening.state import Evening
from scoring.engine.hand.record import SEATS
from scoring.engine.hand.score_lines import Score
from scoring.engine.points import SIXTHS
from scoring.table.written_sheet.payment_words import is_alike
from scoring.table.written_sheet.rows import find_seat_name
from scoring.table.written_sheet.selectors import TableView
from tarockclub.kit.amounts import format_points

VALAT = "valat"
DEAR = 100 * SIXTHS  # what a lone player gets for a hand that everybody remembers


class Moment(NamedTuple):
    """The newest hand, where something about it is worth a look."""

    line: int
    title: str  # of a great moment; empty for one that is only said
    name: str
    amount: int  # sixths
    words: str  # of the hand
    sentences: tuple[str, ...]  # what else has changed with it
    leader: int | None  # the place of a new one


def find_moment(view: TableView) -> Moment | None:
    """Return the moment of the newest hand of a table; None where nothing is special about it."""
    if not view.book.played:
        return None
    line, row = view.book.played[-1], view.rows[-1]
    if line.score is None or not isinstance(line.content, Hand):
        return None
    leader = _find_new_leader(line)
    sentences = [_tell_leader(line, leader, view)] if leader is not None else []
    if line.score.radl_deals is not None and not line.before.running:
        sentences.append(_("A Radl begins with the next deal."))
    seats, title = _find_great(line.content, line.score, view.language)
    if not title and not sentences:
        return None
    *names, last = (_name_place(line.before.active[seat], line, view) for seat in seats)
    name = _("%(names)s and %(last)s, each") % {"names": ", ".join(names), "last": last} if names else last
    return Moment(line.number, title, name, line.score.written[seats[0]], row.words, tuple(sentences), leader)


def _find_great(hand: Hand, score: Score, language: str) -> tuple[list[int], str]:
    """Return whose great moment a hand is, the declarer's seat first, and what it is called; "" for any other hand."""
    declarer, contract = hand.record.plays[0].declarer, hand.record.plays[0].contract
    seats = sorted(SEATS, key=lambda seat: (-score.written[seat], seat != declarer))
    seats = [seat for seat in seats if score.written[seat] == score.written[seats[0]]]
    if any(premium.premium == VALAT and premium.won for premium in hand.record.premiums):
        return seats, f"{score.sheet.get_wording(language).names[VALAT]}!"
    is_dear = is_alike(score.written, seats[0]) and score.written[seats[0]] > DEAR
    return seats, score.sheet.get_wording(language).names[contract] if is_dear else ""


def _find_new_leader(line: LedgerLine) -> int | None:
    """Return the place of the player who leads since this hand, where another one led before it."""
    places = line.after.order
    before, after = _list_leaders(line.before, places), _list_leaders(line.after, places)
    is_changed = len(before) == len(after) == 1 and before != after
    return after[0] if is_changed else None


def _list_leaders(evening: Evening, places: tuple[int, ...]) -> list[int]:
    most = max(evening.written[place] for place in places)
    return [place for place in places if evening.written[place] == most]


def _tell_leader(line: LedgerLine, leader: int, view: TableView) -> str:
    second = max(line.after.written[place] for place in line.after.order if place != leader)
    lead = format_points(line.after.written[leader] - second)
    return _("%(name)s leads now, by %(points)s.") % {"name": _name_place(leader, line, view), "points": lead}


def _name_place(place: int, line: LedgerLine, view: TableView) -> str:
    name = find_seat_name(view.seats, place, line.number)
    return build_seat_names(view.seats).get(name, name)
