"""An evening as its workbook has it: its book, read once; a column for every account, a row for every line."""

from collections import Counter
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.book.ledger.book import Book, LedgerLine
from scoring.book.ledger.codec import get_active_places
from scoring.book.ledger.seats import Seat, build_seat_names, find_seat, list_real_seats
from scoring.book.marks import compute_verdicts, load_marks
from scoring.book.sheet_library import DoublingWords, capitalize_first, get_doubling_words
from scoring.engine.evening.course import Hand, compute_amounts
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.story import HandColumns, is_game_won, list_own_games, tell_hand_apart
from scoring.engine.points import SIXTHS
from scoring.models import Entry, GameTable
from scoring.table.settlement.services import (
    Account,
    EveningSettlement,
    compute_settlement,
    group_accounts,
    load_agreed,
)
from scoring.table.written_sheet.rows import (
    WrittenRow,
    add_marks,
    build_rows,
    find_record,
    find_seat_name,
    list_seat_names,
)
from scoring.table.written_sheet.selectors import TableBook, load_book_and_seats
from tarockclub.kit.days import convert_to_local
from tarockclub.kit.xlsx.cells import EXACT, GAINS, STANDING, TOTALS
from tarockclub.platform.privacy.readers import INSIDE


class EveningData(NamedTuple):
    """An evening as the workbook presents it."""

    book: Book
    seats: tuple[Seat, ...]
    columns: tuple[Seat, ...]  # the first players in playing order, then later arrivals
    rows: tuple[WrittenRow, ...]  # the lines of the written sheet in words, one for each of book.played
    entries: tuple[Entry, ...]  # all entries, in order of entry
    language: str
    with_money: bool  # money and written score differ somewhere

    @property
    def table(self) -> GameTable:
        """The table of the evening."""
        return self.book.table

    @property
    def started(self) -> datetime:
        """The start, in the club's local time."""
        return convert_to_local(self.table.started)

    @property
    def doubling(self) -> DoublingWords:
        """The sheet's words for deals that count double."""
        return get_doubling_words(self.book.sheet, self.language)

    @property
    def sheet_name(self) -> str:
        """The name of the house rules."""
        sheet = self.book.sheet
        return sheet.name_en if self.language.startswith("en") else sheet.name

    def list_hands(self) -> list[tuple[LedgerLine, Hand, Score]]:
        """Return the hands that count."""
        lines = ((line, line.content, line.score) for line in self.book.played)
        return [(line, hand, score) for line, hand, score in lines if isinstance(hand, Hand) and score is not None]


def load_evening_data(table: GameTable, language: str) -> EveningData:
    """Load an evening; the number of queries does not depend on its length."""
    book, seats = load_book_and_seats(table, INSIDE)
    entries = Entry.objects.filter(table=table).order_by("sequence").select_related("replaces", "note", "by")
    return build_evening_data(TableBook(book, seats, load_marks(table)), language)._replace(entries=tuple(entries))


def build_evening_data(opened: TableBook, language: str) -> EveningData:
    """Build the data from an opened book, without the list of all entries."""
    book, seats, opinions = opened
    return EveningData(
        book=book,
        seats=seats,
        columns=_list_columns(seats),
        rows=add_marks(build_rows(book, seats, (), language), compute_verdicts(book, opinions), seats),
        entries=(),
        language=language,
        with_money=any(line.score is not None and line.score.payouts != line.score.written for line in book.played),
    )


def find_deal_entry(line: LedgerLine) -> Entry:
    """Return the entry with the seats of a deal; for a struck-out hand, the hand's own entry."""
    replaced = line.entry.replaces
    return replaced if line.struck is not None and replaced is not None else line.entry


def _list_columns(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return a column for everybody who sat at the table, except arrivals that were struck out."""
    columns = (seat for seat in seats if seat.until is None or seat.until > seat.since)
    return tuple(sorted(columns, key=lambda seat: (seat.since, seat.place)))


_KINDS: dict[str, Promise] = {
    Entry.Kind.HAND: pgettext_lazy("kind of a row", "hand"),
    Entry.Kind.VOID: pgettext_lazy("kind of a row", "void"),
    Entry.Kind.REDEAL: pgettext_lazy("kind of a row", "redeal"),
    Entry.Kind.CORRECTION: pgettext_lazy("kind of a row", "corrected"),
    Entry.Kind.STRIKE: pgettext_lazy("kind of a row", "struck out"),
    Entry.Kind.FOLLOW_UP: pgettext_lazy("kind of a row", "follows"),
    Entry.Kind.RADL: _("Radl"),
    Entry.Kind.LAST_ROUND: _("Schlussradl"),
    Entry.Kind.FOREHAND: _("Forehand"),
    Entry.Kind.SEATING: pgettext_lazy("kind of a row", "seats"),
    Entry.Kind.CASH: _("Pagatkassa"),
    Entry.Kind.TRANSFER: pgettext_lazy("kind of a row", "ruling"),
    Entry.Kind.END_TOTALS: pgettext_lazy("kind of a row", "final totals"),
    Entry.Kind.SWAP: pgettext_lazy("kind of a row", "seats swapped"),
    Entry.Kind.AGREED: pgettext_lazy("kind of a row", "agreed"),
    Entry.Kind.ENDED: pgettext_lazy("kind of a row", "ended"),
    Entry.Kind.REOPENED: pgettext_lazy("kind of a row", "opened again"),
}


def format_entry_kind(kind: str, doubling: DoublingWords | None = None, *, by_gong: bool = False) -> str:
    """Return the kind of a line in one or two words; lines about double deals use the sheet's words.

    A double round that begins with the gong is no Schlussradl, whatever the sheet.
    """
    if by_gong and kind == Entry.Kind.LAST_ROUND:
        return str(_("Double round"))
    if doubling is not None and kind in (Entry.Kind.RADL, Entry.Kind.LAST_ROUND):
        return doubling.title if kind == Entry.Kind.RADL else capitalize_first(doubling.last)
    return str(_KINDS.get(kind, kind))


NOT_TOLD = HandColumns("", "", "", "")


class EveningPlayer(NamedTuple):
    """Somebody with an account of the evening: the players of a seat and their substitutes, whenever they sat there."""

    number: int  # from 1, in the order of the columns
    account_number: int  # among the accounts of the settlement
    account: Account
    name: str  # short


class OwnGame(NamedTuple):
    """A game that somebody has played by choice."""

    player: int
    won: bool | None  # None: a Renonce ended it


class BookRow(NamedTuple):
    """A line of the book; amounts in sixths, by the number of the player."""

    row: WrittenRow
    line: LedgerLine
    round: int  # of deals; 0: it is no deal
    dealer: str
    forehand: str
    told: HandColumns
    paid: dict[int, int]  # in the written score, also of a hand that was struck
    money: dict[int, int]
    totals: dict[int, int]  # after it, of everybody at the table
    own: tuple[OwnGame, ...]

    @property
    def is_struck(self) -> bool:
        """True if it does not count."""
        return self.row.kind == Entry.Kind.STRIKE

    @property
    def is_hand(self) -> bool:
        """True if it is a deal that counts."""
        return self.row.counts

    @property
    def radl(self) -> int:
        """The factor of a deal that counts double; 0: it does not."""
        radl = find_deal_entry(self.line).radl
        return radl if self.row.number and radl > 1 else 0


class EveningBook:
    """An evening with its accounts."""

    def __init__(self, data: EveningData) -> None:
        self.data = data
        agreed = load_agreed(data.table)
        self.settled = compute_settlement(data.book, data.seats, agreed, bytes(data.table.head))
        self._short = build_seat_names(data.seats)
        self._player_of = dict[int, int]()  # by sitting
        self.players = tuple(self._list_players(self.settled))

    def _list_players(self, settled: EveningSettlement) -> list[EveningPlayer]:
        places = {seat.id: column for column, seat in enumerate(self.data.columns)}
        groups = list(enumerate(group_accounts(list_real_seats(self.data.seats))))
        groups.sort(key=lambda group: min(places[seat.id] for seat in group[1]))
        players = []
        for number, (index, seats) in enumerate(groups, 1):
            self._player_of.update({seat.id: number for seat in seats})
            players.append(EveningPlayer(number, index, settled.accounts[index], seats[0].shorten_names(self._short)))
        return players

    @property
    def has_money(self) -> bool:
        """True if points in money and in the written score differ somewhere."""
        return self.data.with_money or self.settled.tells_apart

    @cached_property
    def in_parts(self) -> bool:
        """True if there are halves or thirds of points."""
        amounts = (sixths for row in self.rows for by in (row.paid, row.money) for sixths in by.values())
        return any(sixths % SIXTHS for sixths in amounts)

    @property
    def gain_kind(self) -> str:
        """The kind of cells with gains and losses."""
        return EXACT if self.in_parts else GAINS[0]

    @property
    def total_kind(self) -> str:
        """The kind of cells with totals."""
        return STANDING if self.in_parts else TOTALS[0]

    @cached_property
    def rows(self) -> tuple[BookRow, ...]:
        """The lines of the book, each one in a round of deals; a round that a change of seats breaks off is one too."""
        rows, totals, number, is_dealt = [], Counter[int](), 1, False
        for row, line in zip(self.data.rows, self.data.book.played, strict=True):
            built = self._build_row(row, line, number)
            totals.update({} if built.is_struck else built.paid)
            present = ({self._find_player(place, line.number) for place in line.before.order} | built.paid.keys()) - {0}
            rows.append(built._replace(totals={player: totals[player] for player in present}))
            is_dealt = is_dealt or built.is_hand
            if is_dealt and line.after.in_round == 0 and not row.moves:
                number, is_dealt = number + 1, False
        return tuple(rows)

    def _find_player(self, place: int, number: int) -> int:
        """Return who sits at a place in a line, or sat there last; 0: nobody, for their coming was struck out."""
        seat = find_seat(self.data.seats, place, number)
        return self._player_of[seat.id] if seat is not None else 0

    def _find_short_name(self, place: int, number: int) -> str:
        name = find_seat_name(self.data.seats, place, number)
        return self._short.get(name, name)

    def _build_row(self, row: WrittenRow, line: LedgerLine, number: int) -> BookRow:
        entry, columns = find_deal_entry(line), NOT_TOLD._replace(game=row.words)
        record, score = find_record(line), line.score or line.struck
        if record is not None and score is not None:
            names = tuple(self._short.get(name, name) for name in list_seat_names(line, self.data.seats))
            columns = tell_hand_apart(record, score.sheet, names, self.data.language, score)
        is_deal = row.number > 0 or row.kind == Entry.Kind.REDEAL
        dealer, forehand = (
            self._find_short_name(place, line.number) if is_deal else "" for place in (entry.dealer, entry.forehand)
        )
        by_place = compute_amounts(line.content, score, get_active_places(entry))
        paid = {self._find_player(place, line.number): amounts for place, amounts in by_place.items()}
        paid.pop(0, None)
        return BookRow(
            row,
            line,
            number if row.number else 0,
            dealer,
            forehand,
            columns,
            {player: written for player, (_money, written) in paid.items()},
            {player: money for player, (money, _written) in paid.items()},
            {},
            tuple(self._list_own_games(line)),
        )

    def _list_own_games(self, line: LedgerLine) -> list[OwnGame]:
        if line.score is None or not isinstance(line.content, Hand):
            return []
        hand, score = line.content, line.score
        return [
            OwnGame(self._find_player(hand.active[play.declarer], line.number), is_game_won(play, score))
            for play in list_own_games(hand.record, self.data.book.sheet)
        ]
