"""The parts of a table's page that change while people play: moments of the evening, the newest hand said aloud."""

import uuid
from collections.abc import Collection
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from django.db import connection
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.book.ledger.book import Book, LedgerLine
from scoring.book.ledger.codec import decode_content
from scoring.book.ledger.seats import build_seat_names
from scoring.book.sheet_library import capitalize_first
from scoring.engine.evening.course import Hand
from scoring.engine.evening.state import Evening
from scoring.engine.hand.record import SEATS, HandRecord
from scoring.engine.hand.score_lines import Amounts, Score
from scoring.engine.house_rules.reminders import Reminder
from scoring.engine.points import SIXTHS
from scoring.table.written_sheet.payment_words import is_alike, tell_sum
from scoring.table.written_sheet.rows import WrittenRow, find_seat_name, list_seat_names
from scoring.table.written_sheet.selectors import TableView
from tarockclub.kit.amounts import format_points
from tarockclub.kit.computer_clock import get_sign
from tarockclub.kit.words import say_german, say_number
from tarockclub.platform.privacy.readers import Reader
from tarockclub.platform.server.installation import compute_program_sign
from tarockclub.platform.server.page_cache import PageCache

# The parts of a table's page that change while people play, for the phones that poll every second: rendered once.
#
# One small query shows if anything is new. The rendered parts are cached, compressed, while they are the newest, in a
# cache of few entries; nothing in them is specific to one phone.

_QUERY = (
    "SELECT t.last_sequence, (SELECT MAX(m.id) FROM scoring_mark m WHERE m.table_id = t.id), t.held, t.head, t.news"
    " FROM scoring_gametable t WHERE t.slug = %s"
)
_BYTES_OF_HEAD = 6


class PageVersion(NamedTuple):
    """The version of a table's page."""

    sequence: int  # of its last entry
    mark: int  # the id of the newest one
    held: int  # a counter of the hands that were held or decided
    head: bytes  # of its chain: after a restored backup another entry may have the same number
    news: int = 0  # a counter of other changes: clock, rulings, names

    def build_tag(self, language: str, reader: Reader) -> str:
        """Return the ETag of what a phone displays: it differs if anything is different."""
        entry = f"{self.sequence}-{self.head[:_BYTES_OF_HEAD].hex()}"
        versions = f"{self.mark}.{self.held}.{self.news}"
        return f'"{entry}.{versions}.{language}.{reader.sign}.{compute_program_sign()}{get_sign()}"'


def load_page_version(slug: uuid.UUID) -> PageVersion | None:
    """Return the page version of the table of an address; None if there is no such table."""
    with connection.cursor() as cursor:
        cursor.execute(_QUERY, [slug if connection.features.has_native_uuid_field else slug.hex])
        row = cursor.fetchone()
    return None if row is None else PageVersion(row[0], row[1] or 0, row[2], bytes(row[3]), row[4])


PAGE_CACHE = PageCache()


VALAT = "valat"
KONTRA = "kontra"
SLIPS = ("vertippt", "mistyped")  # the reason of a correction that is about no rule, as its key begins it
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
        sentences.append(_("A Radl begins."))
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


Subject = str | tuple[str, bool]  # a game or "kontra"; a premium, and whether it is announced


def list_missed_reminders(book: Book) -> list[int]:
    """Return the positions of the sheet's reminders of what a table has got wrong: put right later, or a Renonce."""
    missed: set[Subject] = set()
    for line in book.played:
        if not isinstance(line.content, Hand):
            continue
        record, replaced, note = line.content.record, line.entry.replaces, line.entry.note
        if record.renonce is not None:
            missed.update(play.contract for play in record.plays)
        if replaced is None or (note is not None and note.text.startswith(SLIPS)):
            continue
        if isinstance(before := decode_content(replaced), Hand):
            missed.update(subject for subject, _ in _list_parts(before.record) ^ _list_parts(record))
    return [
        place for place, reminder in enumerate(book.sheet.reminders) if not missed.isdisjoint(_list_subjects(reminder))
    ]


def _list_parts(record: HandRecord) -> set[tuple[Subject, object]]:
    """Return what is entered of a hand, but not by whom: that is no rule."""
    games = {(play.contract, (play.result, play.points, play.king_in_talon)) for play in record.plays}
    kontras = {(KONTRA, (play.contract, play.kontra)) for play in record.plays}
    premiums = {((item.premium, item.announced), (item.side, item.won, item.kontra)) for item in record.premiums}
    return {*games, *kontras, *premiums}


def _list_subjects(reminder: Reminder) -> Collection[Subject]:
    if reminder.items is not None:
        return reminder.items
    return (KONTRA,) if KONTRA in reminder.when else reminder.contracts or ()


_GERMAN_PARTS = {2: "halb", 3: "Drittel", 6: "Sechstel"}
_ENGLISH_PARTS = {2: "half", 3: "third", 6: "sixth"}


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


def _say_amounts(names: list[str], amounts: Amounts, declarer: int | None, language: str) -> str:
    """Return who gets what, the winners first; where there are two sides, the declarer's says all.

    Of a lone declarer it is said what each of the others gets or pays.
    """
    sides = sorted(set(amounts) - {0}, reverse=True)
    if not sides:
        return _("Nobody gets anything.")
    if declarer is not None and is_alike(amounts, declarer):
        write = partial(say_size, language=language)
        return f"{tell_sum(amounts, tuple(names), declarer, language, write=write)}."
    if declarer is not None and len(set(amounts)) == len(sides) == 2:
        sides = [amounts[declarer]]
    phrases = []
    for side in sides:
        people = [name for name, amount in zip(names, amounts, strict=True) if amount == side]
        together = get_text_list(people, pgettext("between the last two names", "and"))
        phrases.append(f"{together} {say_amount(Fraction(side, SIXTHS), language)}")
    return f"{', '.join(phrases)}."


def _say_next(view: TableView, *, timed: bool) -> str:
    """Return how many deals count double yet, and who deals."""
    dealer = find_seat_name(view.seats, view.now.dealer, view.book.number)
    dealer = build_seat_names(view.seats).get(dealer, dealer)
    deals = _("%(name)s deals") % {"name": dealer}
    if (radl := view.radl) is None or not radl.length:
        return f"{deals}."
    words = {"left": say_number(radl.left, view.language), "deals": deals}
    if radl.last_round:
        name = _("Double round") if timed else view.doubling.last
        return capitalize_first(_("%(name)s: %(left)s left, %(deals)s.") % {**words, "name": name})
    return capitalize_first(_("%(left)s left %(within)s, %(deals)s.") % {**words, "within": view.doubling.within})


def say_amount(amount: Fraction, language: str) -> str:
    """Return an amount in words, with its sign.

    >>> say_amount(Fraction(1), "de"), say_amount(Fraction(-7, 2), "de"), say_amount(Fraction(2, 3), "de")
    ('plus eins', 'minus dreieinhalb', 'plus zwei Drittel')
    >>> say_amount(Fraction(-14, 3), "de"), say_amount(Fraction(1, 2), "de"), say_amount(Fraction(0), "de")
    ('minus vier und zwei Drittel', 'plus ein halb', 'null')
    >>> say_amount(Fraction(-7, 2), "en"), say_amount(Fraction(2, 3), "en"), say_amount(Fraction(1, 6), "en")
    ('minus three and a half', 'plus two thirds', 'plus one sixth')
    """
    if not amount:
        return say_number(0, language)
    return f"{'plus' if amount > 0 else 'minus'} {say_size(round(amount * SIXTHS), language)}"


def say_size(sixths: int, language: str) -> str:
    """Return an amount (sixths) in words, without its sign.

    >>> say_size(-21, "de"), say_size(4, "en"), say_size(12, "de")
    ('dreieinhalb', 'two thirds', 'zwei')
    """
    whole, rest = divmod(abs(sixths), SIXTHS)
    return _say_parts(whole, Fraction(rest, SIXTHS), language) if rest else say_number(whole, language)


def _say_parts(whole: int, rest: Fraction, language: str) -> str:
    """Return a whole number and a fraction of one."""
    is_half = rest == Fraction(1, 2)
    if language == "en":
        if is_half and whole:
            return f"{say_number(whole, language)} and a half"
        unit = _ENGLISH_PARTS[rest.denominator]
        part = f"{say_number(rest.numerator, language)} {unit}{'s' if rest.numerator > 1 else ''}"
        return f"{say_number(whole, language)} and {part}" if whole else part
    if is_half and whole:
        return f"{say_german(whole)}einhalb"
    part = f"{say_german(rest.numerator)} {_GERMAN_PARTS[rest.denominator]}"
    return f"{say_number(whole, language)} und {part}" if whole else part
