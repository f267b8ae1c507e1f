"""The common parts of every write to a book: key, writer, checks by the clock, link of the chain, outcome in words."""

from collections.abc import Sequence
from datetime import datetime
from enum import Enum
from operator import attrgetter
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.book.ledger.codec import DEALS, AnyEntry, encode_content
from scoring.book.ledger.held_hands import DealSeats
from scoring.book.ledger.sql import LockedTable, insert_entry
from scoring.book.table_clock import (
    ALL_PLAYED,
    CLOCK_DONE,
    DOUBLE,
    IN_PLAY,
    IN_TIME,
    NO_PHASE,
    ON_PAPER,
    PHASES,
    RETRY_CODES,
    TABLE_DONE,
    TIME_UP,
    OvertimePlay,
    PlayTime,
    check_clock,
    decode_clock,
    list_phases,
)
from scoring.engine.evening.course import CourseLine, EndTotals, Hand, Transfer, get_written_amounts
from scoring.engine.evening.state import OVER, RUNNING, Evening
from scoring.engine.hand.record import SEATS
from scoring.engine.hand.score_lines import Score, encode_score
from scoring.engine.problems import Problem
from scoring.engine.texts import describe_problem
from scoring.models import PLACES, Deal, Entry, GameTable, HeldHand
from tarockclub.kit import hash_chain, time_source
from tarockclub.kit.hash_chain import compute_genesis, draw_salt
from tarockclub.kit.words import get_current_language
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
    phase: str = ""  # the phase in which it was played, at a table with a clock (scoring.book.table_clock)
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


_DOUBLE_ROUND = {RUNNING: "running", OVER: "over"}


def check_phase(
    row: LockedTable, clock: PlayTime, evening: Evening, phase: str, who: Actor, *, waiting: int = 0
) -> str:
    """Return the reason why a hand of this phase is not accepted now; "": it is accepted.

    A director may enter paper sheets at any time. `waiting` is the number of late hands that wait for the director;
    they may have been played.
    """
    if who.directs:
        over = phase == DOUBLE and evening.last_round.phase == OVER  # there is no second one after it
        return NO_PHASE if phase not in PHASES else ALL_PLAYED if over else ""
    # Each deal has at least one entry: while there are fewer entries nothing is read, so most hands cost no query.
    matters = phase == IN_PLAY or 0 < clock.get_most_hands(evening.players) <= row.last_sequence + waiting
    after = summarize_play(load_phases(row.id) if matters else (), clock, evening, waiting)
    return check_clock(clock, phase, after, time_source.now())


def choose_outcome(code: str) -> Outcome:
    """Return the outcome of a refusal by the clock: NOT_NOW if the phone should send the hand again by itself."""
    return Outcome.NOT_NOW if code in RETRY_CODES else Outcome.TIME_OVER


def load_phases(table: int) -> tuple[str, ...]:
    """Return the same as Book.phases, in one query."""
    deals = Deal.objects.filter(table=table, entry__kind__in=DEALS).order_by("number")
    return tuple(deals.values_list("entry__phase", flat=True))


def summarize_play(phases: Sequence[str], clock: PlayTime, evening: Evening, waiting: int) -> OvertimePlay:
    """Return how far a table has played, from the phases of its deals (Book.phases); `waiting` as in check_phase.

    If the director has given more time since the gong, and a hand was played in it, the next gong has a hand in play
    of its own.
    """
    before_double = [phase for phase in phases if phase in (IN_TIME, IN_PLAY)]
    full = 0 < clock.get_most_hands(evening.players) <= count_counted_hands(phases) + waiting
    return OvertimePlay(before_double[-1:] == [IN_PLAY], _DOUBLE_ROUND.get(evening.last_round.phase, ""), full)


def count_counted_hands(phases: Sequence[str]) -> int:
    """Count the deals that use up one of the hands of a table: all but those of the double round, void ones too."""
    return sum(phase != DOUBLE for phase in phases)


def is_on_paper(row: LockedTable) -> bool:
    """Return True if the end totals of a paper sheet are in the book: another hand would count twice.

    End totals are entered only at a table without deals, so there is a query only then.
    """
    if row.last_key or not row.last_sequence:
        return False
    return Deal.objects.filter(table=row.id, entry__kind=Entry.Kind.END_TOTALS).exists()


def list_open_phases(table: int, clock: PlayTime, evening: Evening, waiting: int = 0) -> tuple[str, ...]:
    """Return the phases that a hand may have now, the likeliest first.

    Empty if no hand may be entered; `waiting` as in check_phase.
    """
    return list_phases(clock, summarize_play(load_phases(table), clock, evening, waiting), time_source.now())


def has_come_late(clock: PlayTime, phase: str, code: str, entered: datetime | None) -> bool:
    """Return True if a hand was entered in time but received after the time was up; the director decides about it."""
    if code == ON_PAPER:
        return True  # the table's result was entered from paper in the meantime
    if phase != IN_TIME or code not in (TIME_UP, TABLE_DONE) or entered is None:
        return False
    return clock.ends is None or entered < clock.ends


def is_double_round_begun(phase: str, evening: Evening) -> bool:
    """Return True if the round with double stake begins with this hand."""
    return phase == DOUBLE and evening.last_round.phase != RUNNING


def is_time_up(text: str) -> bool:
    """Return True if the time of a table with this clock is up, or the table has finished."""
    clock = decode_clock(text)
    return clock is not None and (clock.is_over(time_source.now()) or clock.stands == CLOCK_DONE)


def format_problems(problems: tuple[Problem, ...]) -> list[str]:
    """Return the problems as sentences in the reader's language, each once."""
    return list(dict.fromkeys(describe_problem(problem, get_current_language()) for problem in problems))


def list_outcome_sentences() -> dict[Outcome, str]:
    """Return the sentences for the outcomes of a write that mean the same on most pages."""
    return {
        Outcome.OTHER_BODY: _(
            "This form has been sent before with different content. Check the score sheet before you continue."
        ),
        Outcome.NO_PREVIOUS: _(
            "Something was lost on the way, and nothing was saved. Please check what is below and try again."
        ),
        Outcome.ENDED: _("This evening has ended; nothing was saved. It can be reopened on the settlement page."),
        Outcome.DECIDED: _("Another phone has already decided about this hand; nothing was saved."),
        Outcome.INVALID: _("This cannot be saved yet:"),
    }
