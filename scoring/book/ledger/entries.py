"""The common parts of every write to a book: key, outcome, writer, and the entry as a link of the chain."""

from collections.abc import Sequence
from enum import Enum
from operator import attrgetter
from typing import NamedTuple

from scoring.book.ledger.codec import encode_content
from scoring.book.ledger.deal_seats import DealSeats
from scoring.book.ledger.sql import LockedTable, insert_entry
from scoring.book.ledger.stored_entries import AnyEntry
from scoring.engine.evening.course import CourseLine, EndTotals, Hand, Transfer, get_written_amounts
from scoring.engine.evening.state import Evening
from scoring.engine.hand.record import SEATS
from scoring.engine.hand.score_json import encode_score
from scoring.engine.hand.score_lines import Score
from scoring.engine.problems import Problem
from scoring.models import PLACES, Deal, Entry, GameTable, HeldHand
from tarockclub.kit import hash_chain, time_source
from tarockclub.kit.hash_chain import compute_genesis, draw_salt
from tarockclub.models import Note
from tarockclub.platform.accounts.actors import Actor

EMPTY_ANSWER = "{}"
FROM_START = 2  # a table whose chain also says when the evening started
_get_active = attrgetter(*(f"active{seat}" for seat in SEATS))
get_money = attrgetter(*(f"money{place}" for place in range(PLACES)))
get_written = attrgetter(*(f"written{place}" for place in range(PLACES)))


class Outcome(Enum):
    """The outcome of a write."""

    SAVED = 200
    INVALID = 400  # the record has problems; nothing was written
    ENDED = 409  # the evening has ended; nothing was written
    DECIDED = 410  # the hand was held and people have already decided about it; nothing was written
    STALE = 412  # somebody else was quicker; nothing was written
    DIRECTOR = 403  # at this table only the director may do this; nothing was written
    TIME_OVER = 423  # the table's clock no longer accepts such a hand; nothing was written
    NOT_NOW = 425  # the table's clock does not accept the hand yet; nothing was written
    OTHER_BODY = 422  # the key was used for something else; nothing was written
    NO_PREVIOUS = 428  # the write does not say which deal it follows


class WriteResult(NamedTuple):
    """The outcome of a write, with the entry it has written or found."""

    outcome: Outcome
    entry: Entry | None = None
    problems: tuple[Problem, ...] = ()
    held: HeldHand | None = None  # kept outside the book until people decide about it
    code: str = ""  # the reason why the table's clock, or its director, does not allow the write


class SubmittedHand(NamedTuple):
    """A hand as it was submitted."""

    key: str
    previous: str | None  # key of the deal it follows, "" for the first
    raw: object  # its record: JSON values, not checked
    body: str  # hash of everything that was submitted
    seen: DealSeats | None = None  # the seats that the phone had on its screen
    phase: str = ""  # the phase in which it was played, at a table with a clock (scoring.book.table_clock.clock)
    problems: tuple[Problem, ...] = ()  # found before it became a record


def refuse_write(path: str, code: str, **params: str) -> WriteResult:
    """Return the result of an invalid write, with one problem."""
    return WriteResult(Outcome.INVALID, problems=(Problem(path, code, tuple(params.items())),))


class EntryWriter:
    """A writer of entries of one table, each a link of its chain."""

    def __init__(self, table: LockedTable, who: Actor) -> None:
        self.table, self.who = table, who
        self.sequence, self.head = table.last_sequence, table.head

    def write(self, entry: Entry, evening: Evening, score: Score | None = None) -> Entry:
        """Complete an entry about a deal and insert it."""
        insert_entry(self.complete(entry, evening, score))
        return entry

    def write_line(self, entry: Entry, line: CourseLine, evening: Evening) -> None:
        """Complete and insert the entry of a line: of a new one, or another version of the line that it replaces."""
        content = line.content
        entry.deal_number, entry.record = line.number, encode_content(content)
        if isinstance(content, Hand):
            entry.radl, entry.radl_set = line.radl, content.radl_set
        if isinstance(content, Transfer | EndTotals):
            for place, (money, written) in enumerate(zip(content.amounts, get_written_amounts(content), strict=True)):
                setattr(entry, f"money{place}", money)
                setattr(entry, f"written{place}", written)
        self.write(entry, evening, line.score)
        if entry.replaces is None:
            Deal.objects.create(table_id=self.table.id, number=line.number, key=entry.key, entry=entry)
        else:
            Deal.objects.filter(table_id=self.table.id, number=line.number).update(entry=entry)

    def complete(self, entry: Entry, evening: Evening, score: Score | None = None) -> Entry:
        """Fill in the fields of an entry that follow from the deal, and make it the next link of the chain."""
        self.sequence += 1
        entry.table_id, entry.sequence, entry.at = self.table.id, self.sequence, time_source.now()
        entry.by_id, entry.device = self.who.person, self.who.device
        entry.forehand, entry.dealer = evening.forehand, evening.dealer
        entry.active0, entry.active1, entry.active2, entry.active3 = evening.active
        entry.answer = EMPTY_ANSWER if score is None else encode_score(score)
        if score is not None:
            for seat, place in enumerate(evening.active):
                setattr(entry, f"money{place}", score.payouts[seat])
                setattr(entry, f"written{place}", score.written[seat])
        entry.previous_hash = self.head
        entry.hash = self.head = hash_chain.compute_link(self.head, build_entry_facts(entry, self.table.slug))
        return entry


def build_entry_facts(entry: AnyEntry, slug: str) -> hash_chain.Facts:
    """Return the facts of an entry that the chain proves; `slug` is the table's (32 hex digits)."""
    # The ids first: to ask a row for what it does not refer to takes long.
    replaced = entry.replaces if entry.replaces_id is not None else None
    note = entry.note if entry.note_id is not None else None
    return hash_chain.Facts(
        slug,
        entry.sequence,
        entry.deal_number,
        str(entry.kind),
        entry.key,
        entry.body_digest,
        entry.answer,
        replaced.sequence if replaced is not None else None,
        note.digest if note is not None else "",
        entry.forehand,
        entry.dealer,
        _get_active(entry),
        entry.record,
        entry.radl_set,
        entry.radl,
        get_money(entry),
        get_written(entry),
        entry.by_id,
        entry.device,
        hash_chain.encode_moment(entry.at),
        entry.phase,
    )


def create_note(text: str, club: int) -> Note | None:
    """Save a reason as a note of a club (id); None for an empty text."""
    if not text:
        return None
    salt = draw_salt()
    return Note.objects.create(club_id=club, text=text, salt=salt, digest=hash_chain.compute_note_digest(salt, text))


def compute_table_genesis(table: GameTable, persons: Sequence[int]) -> bytes:
    """Return the first hash of a table's chain; `persons` are ids by place."""
    digest = table.sheet_version.digest
    started = hash_chain.encode_moment(table.started) if table.genesis == FROM_START else ""
    return compute_genesis(table.slug.hex, digest, table.players, table.first_forehand, table.agreed, persons, started)
