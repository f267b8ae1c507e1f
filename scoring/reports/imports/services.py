"""An imported evening: replayed as by `manage.py score --session`, then written in one transaction, once for a key."""

import json
import uuid
from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from scoring.book.ledger.book import load_book
from scoring.book.ledger.codec import choose_entry_kind
from scoring.book.ledger.entries import Outcome, SubmittedHand
from scoring.book.ledger.seats import find_game_table
from scoring.book.ledger.services import append_line, compute_body_digest, record_next
from scoring.book.ledger.sql import lock_table
from scoring.book.ledger.table_state import load_table_state
from scoring.engine.evening.course import Content, CourseLine, ForehandSet, Hand, Redeal, Void
from scoring.engine.evening.state import MARKS, Evening, Session
from scoring.engine.hand.record import HandRecord, print_record
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.problems import Problem
from scoring.models import DEAL_STEP, Entry, GameTable
from scoring.reports.imports.record_lines import House, Sheets, TextLine, check_rules
from scoring.table.corrections.services import write_change
from scoring.table.evenings.services import EveningStart, start_evening
from scoring.table.settlement.services import request_end
from tarockclub.kit import time_source
from tarockclub.kit.hash_chain import compute_request_digest, is_key
from tarockclub.models import Club
from tarockclub.platform.accounts.actors import Actor

HAND, REDEAL, VOID, BAD = "hand", "redeal", "void", "bad"


class ReplayedLine(NamedTuple):
    """A line of the text, and its effect at the table."""

    line: int
    what: str  # HAND, REDEAL, VOID, BAD
    before: Evening  # before its deal
    after: Evening
    key: str = ""  # its own id, if it can be the key of an entry
    record: HandRecord | None = None  # of a hand, with its forehand's seat and its factor
    score: Score | None = None
    radl_set: int | None = None  # the hand's factor, if its record differs from the deals before it
    forehand_set: bool = False  # the record names another forehand than the player whose turn it was
    problems: tuple[Problem, ...] = ()


class ReplayedEvening(NamedTuple):
    """A whole evening as it would be in the book."""

    house: House
    players: int
    lines: tuple[ReplayedLine, ...]

    @property
    def good(self) -> tuple[ReplayedLine, ...]:
        """The lines that can be imported."""
        return tuple(line for line in self.lines if line.what != BAD)

    @property
    def bad(self) -> tuple[ReplayedLine, ...]:
        """The lines that cannot be imported."""
        return tuple(line for line in self.lines if line.what == BAD)

    @property
    def hands(self) -> int:
        """The number of played hands."""
        return sum(line.what == HAND for line in self.lines)

    @property
    def first_forehand(self) -> int:
        """The place of the first deal's forehand."""
        return self.good[0].before.forehand if self.good else 0

    @property
    def totals(self) -> tuple[int, ...]:
        """The final totals: sixths, by place."""
        return self.lines[-1].after.totals if self.lines else (0,) * self.players


def replay_lines(
    lines: Sequence[TextLine], house: House, players: int, language: str, sheets: Sheets
) -> ReplayedEvening:
    """Return every line as it counts in an evening of this many players; `sheets`: those that its records may name."""
    session = Session(RecordScorer(sheets.get, house.sheet, language), players)
    keys = dict[str, int]()
    results: list[ReplayedLine] = []
    for line in lines:
        one = _replay_line(line, session, house, keys, sheets)
        results.append(one._replace(forehand_set=one.forehand_set and any(other.what != BAD for other in results)))
    return ReplayedEvening(house, players, tuple(results))


def _replay_line(line: TextLine, session: Session, house: House, keys: dict[str, int], sheets: Sheets) -> ReplayedLine:
    before, value = session.evening, line.value
    problem = line.problem or check_rules(line, house, sheets)
    key = _get_id(value)
    if problem is None and key in keys:
        problem = Problem("id", "id_twice", (("line", keys[key]),))
    if problem is not None:
        return ReplayedLine(line.number, BAD, before, before, problems=(problem,))
    answer, result = session.answer_line(_complete_record(value, house))
    if result is not None and result.score is None:
        return ReplayedLine(line.number, BAD, before, before, problems=tuple(result.problems))
    if key:
        keys[key] = line.number
    forehand = int(json.loads(answer)["forehand"])
    outcome = ReplayedLine(
        line.number,
        next((mark for mark in MARKS if mark in value), HAND),
        before._replace(forehand=forehand),
        session.evening,
        key,
        forehand_set=forehand != before.forehand,
    )
    if result is None or result.record is None:
        return outcome
    own = before.radl if result.score is None or result.score.sheet.radl_stacks else min(before.radl, 2)
    by_hand = result.record.radl if value.get("radl") is not None and result.record.radl != own else None
    return outcome._replace(record=result.record, score=result.score, radl_set=by_hand)


def _complete_record(value: Any, house: House) -> bytes:
    """Complete a record with the evening's house rules."""
    if isinstance(value, dict) and not any(mark in value for mark in MARKS):
        left_out = {"sheet": house.sheet, "options": dict(house.options)}
        value = {**value, **{name: own for name, own in left_out.items() if value.get(name) in (None, {})}}
    return json.dumps(value).encode()


def _get_id(value: Any) -> str:
    key = value.get("id") if isinstance(value, dict) else None
    return key if isinstance(key, str) and is_key(key) else ""


START_TIME = time(19)  # assumed start of an evening on another day
HALF = 32  # hexadecimal digits: the first half of a table's start_digest is for its hands, the second for all settings
MOST_IDS = 50  # ids searched for in the club's books
LONG_ENOUGH = 16  # characters of an id that is certainly unique


class EveningImport(NamedTuple):
    """An evening to import."""

    evening: ReplayedEvening
    names: tuple[str, ...]
    day: date
    agreed: str  # about money, as JSON text (engine.agreed)
    ends: bool  # the evening has ended: nothing more can be written


class NotWritten(Exception):  # noqa: N818 -- no error of the program, but an answer
    """A line could not be written as previewed, and so nothing was."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def import_evening(key: str, brought: EveningImport, club: Club, who: Actor) -> GameTable:
    """Write an evening with all its good lines; the same key imports it only once.

    Raise OtherEvening if the key has imported another one, NotWritten if a line does not fit: then nothing is written.
    """
    evening = brought.evening
    start = EveningStart(
        brought.names, evening.house.sheet, dict(evening.house.options), evening.first_forehand, brought.agreed
    )
    with transaction.atomic():
        table = start_evening(key, start, club, digest=_compute_digest(brought), started=_compute_start(brought.day))
        if not table.last_sequence:
            _write_lines(table, brought, who)
        return find_game_table(table.slug)


def _write_lines(table: GameTable, brought: EveningImport, who: Actor) -> None:
    """Write the lines, and compare the book with the preview."""
    evening = brought.evening
    for line in evening.good:
        if line.forehand_set:
            _append_content(table.pk, ForehandSet(line.before.forehand), _build_key(line, "forehand"), who)
        if line.what != HAND or line.radl_set is not None:
            body = compute_request_digest(_build_body(line))
            _append_content(table.pk, _build_content(line), _choose_key(line), who, line.score, body)
        else:
            _save_hand(table.pk, line, who)
    fresh = find_game_table(table.slug)
    if brought.ends:
        written = write_change(fresh, str(uuid.uuid4()), fresh.last_sequence, request_end(), sent="end", who=who)
        if written.outcome is not Outcome.SAVED:
            raise NotWritten(evening.lines[-1].line)
    if load_book(fresh).now.totals[: evening.players] != evening.totals:
        raise NotWritten(evening.lines[-1].line)


def _append_content(
    table: int, content: Content, key: str, who: Actor, score: Score | None = None, body: str = ""
) -> None:
    """Append a hand whose factor is set by hand, a void deal, a redeal, or another forehand.

    The transaction has opened the table: no other client can write there yet.
    """
    row = lock_table(table)
    state, _waits = load_table_state(row)
    line, kind = CourseLine(state.number + DEAL_STEP, content, score), choose_entry_kind(content)
    if isinstance(content, Hand):
        line, kind = line._replace(radl=content.radl_set or state.evening.radl), Entry.Kind.HAND
    append_line(row, state, line, Entry(kind=kind, key=key, body_digest=body), who)


def _save_hand(table: int, line: ReplayedLine, who: Actor) -> None:
    """Save a hand as a phone would."""
    row = lock_table(table)
    raw = print_record(_get_record(line))  # without the fields that follow from the table
    sent = SubmittedHand(_choose_key(line), row.last_key, raw, compute_body_digest(row.last_key, raw))
    if record_next(row, sent, who).outcome is not Outcome.SAVED:
        raise NotWritten(line.line)


def _get_record(line: ReplayedLine) -> HandRecord:
    if line.record is None:
        raise NotWritten(line.line)
    return line.record._replace(id=None, sheet=None, options=(), radl=None)


def _build_content(line: ReplayedLine) -> Content:
    """Return the content of this line in the book."""
    if line.what == HAND:
        return Hand(_get_record(line), line.before.forehand, line.before.active, line.radl_set)
    return Void(line.before.forehand) if line.what == VOID else Redeal(line.before.forehand)


def _build_body(line: ReplayedLine) -> list[Any]:
    """Return everything that distinguishes a line from another."""
    record = None if line.record is None else print_record(line.record)
    return [line.what, line.before.forehand, line.radl_set, line.forehand_set, record]


def _choose_key(line: ReplayedLine) -> str:
    """Return the key of the line's entry: its own id, or the number of its line."""
    return line.key or _build_key(line, line.what)


def _build_key(line: ReplayedLine, what: str) -> str:
    """Return a key that no client may send: it contains a blank."""
    return f"{what} {line.line}"


def _compute_start(day: date) -> datetime | None:
    """Return the assumed start of an evening on this day; None for today."""
    now = time_source.now()
    began = timezone.make_aware(datetime.combine(day, START_TIME))
    return None if day == timezone.localtime(now).date() else began


def _compute_digest(brought: EveningImport) -> str:
    evening = brought.evening
    content = [
        evening.house,
        brought.names,
        brought.day.isoformat(),
        brought.agreed,
        brought.ends,
        [[_choose_key(line), _build_body(line)] for line in evening.good],
    ]
    return _hash_hands(evening)[:HALF] + compute_request_digest(content)[:HALF]


def _hash_hands(evening: ReplayedEvening) -> str:
    """Return the hash of the played hands, whatever the players and the ids of the lines."""
    return compute_request_digest([evening.house, evening.players, [_build_body(line) for line in evening.good]])


def find_imported(club: Club, evening: ReplayedEvening) -> GameTable | None:
    """Return the club's evening that already has these hands: imported, or by their ids."""
    tables = GameTable.objects.filter(club=club)
    table = tables.filter(start_digest__startswith=_hash_hands(evening)[:HALF]).order_by("-pk").first()
    if table is not None:
        return table
    ids = [line.key for line in evening.good if len(line.key) >= LONG_ENOUGH][:MOST_IDS]
    entries = Entry.objects.filter(table__club=club, key__in=ids)
    table_id = entries.values_list("table", flat=True).first() if ids else None
    return None if table_id is None else tables.get(pk=table_id)
