"""The writing of an imported evening: a table and all its lines in one transaction, once for its key."""

import uuid
from datetime import date, datetime, time
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from scoring.book.ledger.book import load_book
from scoring.book.ledger.codec import choose_entry_kind
from scoring.book.ledger.entries import Outcome, SubmittedHand
from scoring.book.ledger.selectors import find_game_table
from scoring.book.ledger.services import append_line, compute_body_digest, record_next
from scoring.book.ledger.sql import lock_table
from scoring.book.ledger.table_state import load_table_state
from scoring.engine.evening.course import Content, CourseLine, ForehandSet, Hand, Redeal, Void
from scoring.engine.hand.record import HandRecord, print_record
from scoring.engine.hand.score_lines import Score
from scoring.models import DEAL_STEP, Entry, GameTable
from scoring.reports.imports.replay import HAND, VOID, ReplayedEvening, ReplayedLine
from scoring.table.corrections.services import write_change
from scoring.table.evenings.services import EveningStart, start_evening
from scoring.table.settlement.services import request_end
from tarockclub.kit import time_source
from tarockclub.kit.idempotency import compute_request_digest
from tarockclub.models import Club
from tarockclub.platform.accounts.actors import Actor

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
