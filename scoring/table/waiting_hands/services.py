"""Hands that waited on a phone without a server, as lines of text (docs/dev/waiting-text.md), read in by tables."""

import re
import uuid
import zlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple
from urllib.parse import quote, unquote
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from scoring.book.hand_form import fill_form
from scoring.book.ledger.book import Book, number_lines
from scoring.book.ledger.entries import Outcome, WriteResult, format_problems
from scoring.book.ledger.held_hands import HeldHands, decode_fields, decode_seats, load_held_hands, sort_hands
from scoring.book.ledger.seats import Seat, find_seat
from scoring.book.table_clock import decode_clock, format_clock_refusal
from scoring.engine.evening.course import Hand
from scoring.engine.hand.record import SEATS
from scoring.models import Entry, GameTable, HeldHand
from scoring.table.held_hands.page import format_entered_hand
from scoring.table.phones import check_body, receive_fields
from scoring.table.written_sheet.selectors import ScoredHand, build_scored_line, load_book_and_seats
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.privacy.readers import INSIDE

# A line has no other characters: all others were added on the way (line breaks, quotation marks, soft hyphens).
_NOT_OF_A_LINE = re.compile(r"[^A-Za-z0-9%,=/-]+")
MARK = re.compile(r"TAROCK(\d+)/")
_LINE = re.compile(
    r"(?P<said>TAROCK1/(?P<slug>[0-9a-f]{32})/(?P<key>[^/,=]+)/(?P<previous>[^/,=]*)/(?P<seats>[0-9,]+)"
    r"/(?P<number>[0-9]{1,9})/(?P<at>[0-9]{8}T[0-9]{6}Z)/(?P<fields>[^/]*))/(?P<check>[0-9a-f]{8})"
)
_TIME = "%Y%m%dT%H%M%SZ"
_SEATS = re.compile(rf"[0-9]{{1,18}}(?:,[0-9]{{1,18}}){{{2 * len(SEATS)}}}")
EXCERPT = 60
DAMAGED_LINE, NEWER_PROGRAM = "damaged", "newer"


class WaitingHand(NamedTuple):
    """A hand as it waits on a phone."""

    slug: UUID  # of its table
    key: str
    previous: str  # key of the deal it follows
    seats: tuple[int, ...]  # four places, the forehand's, and their sittings
    number: int  # by the phone's count
    entry_time: datetime  # time of entry, by the phone's clock
    fields: dict[str, str]  # the filled fields of the entry form


class UnreadableHands(NamedTuple):
    """The beginning of a line that cannot be read, and the reason."""

    text: str
    why: str  # DAMAGED, NEWER


def read_hands(text: str) -> Iterator[WaitingHand | UnreadableHands]:
    """Yield the hands in a text, in its order, including repetitions."""
    whole, position = _NOT_OF_A_LINE.sub("", text), 0
    while (mark := MARK.search(whole, position)) is not None:
        line = _LINE.match(whole, mark.start())
        hand = _parse_hand(line) if line is not None else None
        if line is None or hand is None:  # the next hand may begin within the rest of this one
            position = mark.end()
            beginning = MARK.split(whole[position : position + EXCERPT], maxsplit=1)[0]
            yield UnreadableHands(mark[0] + beginning, DAMAGED_LINE if mark[1] == "1" else NEWER_PROGRAM)
        else:
            position = line.end()
            yield hand


def _parse_hand(line: re.Match[str]) -> WaitingHand | None:
    """Return the hand of a line; None if the text was altered."""
    if zlib.crc32(line["said"].encode()) != int(line["check"], 16) or not _SEATS.fullmatch(line["seats"]):
        return None
    try:
        return WaitingHand(
            slug=UUID(line["slug"]),
            key=_decode_text(line["key"]),
            previous=_decode_text(line["previous"]),
            seats=tuple(int(word) for word in line["seats"].split(",")),
            number=int(line["number"]),
            entry_time=datetime.strptime(line["at"], _TIME).replace(tzinfo=UTC),
            fields=_parse_fields(line["fields"]),
        )
    except ValueError:
        return None


def _parse_fields(text: str) -> dict[str, str]:
    pairs = [word.split("=") for word in text.split(",")] if text else []
    return {_decode_text(name): _decode_text(value) for name, value in pairs}


def _decode_text(text: str) -> str:
    return unquote(text, errors="strict")


def write_line(hand: WaitingHand) -> str:
    """Return the line of a hand, as its phone would write it."""
    fields = ",".join(f"{_encode_text(name)}={_encode_text(value)}" for name, value in hand.fields.items())
    parts = (hand.slug.hex, _encode_text(hand.key), _encode_text(hand.previous), ",".join(map(str, hand.seats)))
    text = "/".join(("TAROCK1", *parts, str(hand.number), f"{hand.entry_time.astimezone(UTC):{_TIME}}", fields))
    return f"{text}/{zlib.crc32(text.encode()):08x}"


def _encode_text(text: str) -> str:
    return re.sub("[_.~]", lambda sign: f"%{ord(sign[0]):02X}", quote(text, safe=""))


def list_hands_since(moment: datetime) -> tuple[list[WaitingHand], int]:
    """Return the hands that came since, saved or held, in the order of each table; and the number of other lines."""
    entries = Entry.objects.filter(at__gte=moment)
    tables = Q(pk__in=entries.values("table")) | Q(pk__in=HeldHand.objects.filter(at__gte=moment).values("table"))
    hands: list[WaitingHand] = []
    for table in GameTable.objects.filter(tables).select_related("sheet_version").order_by("pk"):
        hands += _list_table_hands(table, moment)
    return hands, entries.exclude(kind=Entry.Kind.HAND).count()


def _list_table_hands(table: GameTable, moment: datetime) -> Iterator[WaitingHand]:
    book, seats = load_book_and_seats(table, INSIDE)
    previous = ""
    for number, line in number_lines(book):
        if isinstance(line.content, Hand) and line.entry.at >= moment:
            active, sittings = (
                line.before.active,
                [find_seat(seats, place, line.number) for place in line.before.active],
            )
            numbers = (*active, line.before.forehand, *(seat.id if seat else 0 for seat in sittings))
            fields = fill_form(line.content.record, book.sheet)
            fields |= {"phase": line.entry.phase} if line.entry.phase else {}
            yield WaitingHand(table.slug, line.key, previous, numbers, number, line.entry.at, fields)
        previous = line.key if line.is_deal else previous
    for hand in load_held_hands(table.pk).open if table.held else ():
        if hand.at >= moment:
            dealt = decode_seats(hand)
            numbers = (*dealt.active, dealt.forehand, *(dealt.sittings or ()))
            yield WaitingHand(table.slug, hand.key, hand.previous, numbers, 0, hand.entered, decode_fields(hand))


STATUS_SAVED = "saved"  # on the sheet now
STATUS_THERE = "there"  # already on the sheet
STATUS_OTHER = "other"  # its key belongs to something else
WAITING_STATUSES = STATUS_HELD, STATUS_ENDED, STATUS_LATE = "held", "ended", "late"  # until somebody decides
_STATUS_BY_REASON = {HeldHand.Why.STALE: STATUS_HELD, HeldHand.Why.ENDED: STATUS_ENDED, HeldHand.Why.TIME: STATUS_LATE}
STATUS_SAME, STATUS_DROPPED = "same", "dropped"  # decided: the same as another hand; does not count
STATUS_INVALID = "invalid"  # impossible
STATUS_BEHIND = "behind"  # the hand before it is impossible
STATUS_FULL = "full"  # too many hands wait at the table
BEHIND_ANOTHER = WriteResult(Outcome.INVALID)
PLAYING = len(SEATS) + 1  # the four places and the forehand's; their sittings follow


class HandResult(NamedTuple):
    """The result of a hand, or the result it would have."""

    hand: WaitingHand
    how: str
    is_new: bool  # the table did not have it before
    game: str  # players, game and outcome, even if the rest is impossible
    number: int = 0  # of the hand on the sheet
    scored: ScoredHand | None = None
    problems: tuple[str, ...] = ()
    note: str = ""  # why it does not count
    follows_unknown: bool = False  # the hand before it is unknown


class TableReport:
    """A table after hands were read in, with the result of each."""

    def __init__(
        self, book: Book, seats: tuple[Seat, ...], held: HeldHands, before: HeldHands | None, last: int, language: str
    ) -> None:
        """Read the book; `before`, `last`: the held hands and the last entry before anything was read in."""
        self.book, self.seats, self.held, self.last, self.language = book, seats, held, last, language
        self.held_before = before.hands if before is not None else {}
        self.lines = {line.key: (number, line) for number, line in number_lines(book)}

    def build_result(self, hand: WaitingHand, written: WriteResult) -> HandResult:
        """Return the result of a hand."""
        how = self._describe_outcome(hand, written)
        number, one = self.lines.get(hand.key, (0, None))
        held, code = written.held, written.code
        return HandResult(
            hand,
            how,
            how == STATUS_SAVED or (how in WAITING_STATUSES and hand.key not in self.held_before),
            self._describe_game(hand),
            number=self._find_number(held.deal) if held is not None and how == STATUS_SAME else number,
            scored=build_scored_line(one, self.seats, self.language)
            if one is not None and how in (STATUS_SAVED, STATUS_THERE)
            else None,
            problems=(
                *format_problems(written.problems),
                *((format_clock_refusal(code, clock=decode_clock(self.book.table.clock)),) if code else ()),
            ),
            note=held.note if held is not None and how == STATUS_DROPPED else "",
            follows_unknown=how == STATUS_HELD and hand.previous not in ("", *self.lines, *self.held.hands),
        )

    def _describe_outcome(self, hand: WaitingHand, written: WriteResult) -> str:
        if written.outcome is Outcome.INVALID or (written.code and written.held is None):
            return STATUS_BEHIND if written is BEHIND_ANOTHER else STATUS_INVALID
        if written.outcome is Outcome.OTHER_BODY:
            return STATUS_OTHER
        if written.outcome is Outcome.SAVED and written.entry is not None:
            return STATUS_SAVED if written.entry.sequence > self.last else STATUS_THERE
        if hand.key in self.lines:  # somebody has just decided about it
            return STATUS_SAVED
        if written.held is None:
            return STATUS_FULL
        if written.outcome is Outcome.DECIDED:
            return STATUS_SAME if written.held.decided_as == HeldHand.As.SAME else STATUS_DROPPED
        return _STATUS_BY_REASON.get(HeldHand.Why(written.held.why), STATUS_HELD)

    def _find_number(self, line: int) -> int:
        return next((number for number, entry in self.lines.values() if entry.number == line), 0)

    def _describe_game(self, hand: WaitingHand) -> str:
        """Return the players and the game, even if the rest of the hand is impossible."""
        names = {seat.id: seat.get_name(self.book.number) for seat in self.seats}
        # The form leaves this field out if only the forehand may declare.
        forehand = hand.seats.index(hand.seats[len(SEATS)])
        at_table = tuple(names.get(sitting, "?") for sitting in hand.seats[-len(SEATS) :])
        return format_entered_hand(hand.fields, forehand, at_table, self.book.sheet, self.language)


class TableRead(NamedTuple):
    """A table, and the results of its hands."""

    table: GameTable
    names: tuple[str, ...]
    hands: tuple[HandResult, ...]


class ReadInResult(NamedTuple):
    """The content of a text."""

    tables: tuple[TableRead, ...]
    unknown: tuple[WaitingHand, ...]  # of tables that this club does not have
    unreadable: tuple[UnreadableHands, ...]

    @property
    def hands(self) -> int:
        """The number of hands for tables of the club."""
        return sum(len(table.hands) for table in self.tables)

    @property
    def changes(self) -> int:
        """The number of hands that are new to their tables."""
        return sum(hand.is_new for table in self.tables for hand in table.hands)


def preview_hands(text: str, club: int, who: Actor, language: str) -> ReadInResult:
    """Return the results that the hands in a text would have: they are read in, and everything is rolled back."""
    with transaction.atomic():
        result = take_hands(text, club, who, language)
        transaction.set_rollback(True)
    return result


def take_hands(text: str, club: int, who: Actor, language: str) -> ReadInResult:
    """Take the hands in a text as if their phones had sent them; repeating it does no harm."""
    parts = list(read_hands(text))
    by_table: dict[uuid.UUID, dict[str, WaitingHand]] = {}
    for hand in parts:
        if isinstance(hand, WaitingHand):
            earlier = by_table.setdefault(hand.slug, {}).setdefault(hand.key, hand)
            # The later version, if it was changed.
            by_table[hand.slug][hand.key] = max(earlier, hand, key=lambda version: version.entry_time)
    tables = GameTable.objects.filter(club=club, slug__in=by_table).select_related("sheet_version").order_by("pk")
    read = tuple(_take_table_hands(table, by_table.pop(table.slug).values(), who, language) for table in tables)
    unknown = tuple(hand for hands in by_table.values() for hand in hands.values())
    return ReadInResult(
        read, unknown, tuple(dict.fromkeys(part for part in parts if isinstance(part, UnreadableHands)))
    )


def _take_table_hands(table: GameTable, hands: Iterable[WaitingHand], who: Actor, language: str) -> TableRead:
    """Take the hands for a table, in the order of each phone's queue."""
    last, before = table.last_sequence, load_held_hands(table.pk) if table.held else None
    written: list[tuple[WaitingHand, WriteResult]] = []
    refused: set[str] = set()
    for hand in sort_hands(sorted(hands, key=lambda hand: (hand.entry_time, hand.number))):
        # Like the phone, which sends nothing after a hand that has to be corrected.
        outcome = _take_hand(hand, who) if hand.previous not in refused else BEHIND_ANOTHER
        if outcome.outcome is Outcome.INVALID:
            refused.add(hand.key)
        written.append((hand, outcome))
    table.refresh_from_db()
    book, seats = load_book_and_seats(table, INSIDE)
    report = TableReport(book, seats, load_held_hands(table.pk), before, last, language)
    names = tuple(seat.name for seat in seats if seat.until is None)
    return TableRead(table, names, tuple(report.build_result(hand, outcome) for hand, outcome in written))


def _take_hand(hand: WaitingHand, who: Actor) -> WriteResult:
    """Take a hand; one that no phone could have sent is invalid without further words."""
    checked = check_body(
        {
            **{name: getattr(hand, name) for name in ("key", "previous", "fields")},
            "seats": list(hand.seats[:PLAYING]),
            "sittings": list(hand.seats[PLAYING:]),
            "at": hand.entry_time.isoformat(),
        }
    )
    return WriteResult(Outcome.INVALID) if checked is None else receive_fields(hand.slug, checked, who)
