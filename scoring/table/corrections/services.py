"""Changes of a book: each is computed first, shown, and written with all its consequences in one transaction."""

import contextlib
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

from django.db import transaction

from scoring.book.hooks import note_end
from scoring.book.ledger.book import Book, load_book
from scoring.book.ledger.codec import EVENING_NUMBER, choose_entry_kind
from scoring.book.ledger.entries import EntryWriter, Outcome, WriteResult, create_note, refuse_write
from scoring.book.ledger.held_hands import find_held_hand
from scoring.book.ledger.seats import Holders, Stretch, Sum, compute_holders, compute_totals
from scoring.book.ledger.sql import LedgerHead, LockedTable, lock_table, update_table
from scoring.book.ledger.table_state import build_table_state, encode_state
from scoring.book.table_clock import decode_clock
from scoring.engine.evening.course import CourseStep, Hand, Void
from scoring.models import Entry, GameTable, Seated, Sitting, Total
from scoring.table.corrections.changes import ChangeRequest, strike_line
from scoring.table.corrections.forms import PersonLookup
from scoring.table.corrections.plan import ChangePlan, check_change, check_standstill, choose_phase, plan_change
from tarockclub.kit.hash_chain import compute_request_digest, encode_ascii, is_key
from tarockclub.models import Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.persons import find_or_create_person, lock_club

OPTIONAL_REASON_KINDS = (  # these add something and take nothing back
    Entry.Kind.LAST_ROUND,
    Entry.Kind.SEATING,
    Entry.Kind.CASH,
    Entry.Kind.AGREED,
    Entry.Kind.ENDED,
    Entry.Kind.TRANSFER,
    Entry.Kind.END_TOTALS,
)


Write = Callable[[str, Actor, str], WriteResult]  # a change of a book, by its key, author and reason


class BookCorrection(Protocol):
    """The correction of the book of a table that is done, by its director."""

    @property
    def is_published(self) -> bool:
        """True if a result was published that counts the table."""

    @property
    def choices(self) -> int:
        """The number of prizes chosen by published results."""

    @property
    def page(self) -> str:
        """The address of the page that corrects whatever stands at the table."""

    @property
    def outcome_page(self) -> str:
        """The address of the page that shows what has come of it."""

    def change_book(self, key: str, who: Actor, reason: str, write: Write) -> WriteResult:
        """Carry out a change of the book, and publish again what has changed by it."""

    def preview_change(self, who: Actor, write: Write) -> dict[str, Any]:
        """Return the template context of what it would change: `template`, `foot` and what these show."""


class _TwiceAtTheTable(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Raised if somebody would sit at two places."""


def compute_plan(table: GameTable, ask: ChangeRequest) -> ChangePlan:
    """Return the effects of a change; write nothing."""
    book = load_book(table)
    return plan_change(book, ask(book))


def write_change(
    table: GameTable,
    key: str,
    seen: int | None,
    ask: ChangeRequest,
    reason: str = "",
    *,
    sent: object,
    who: Actor = ANONYMOUS,
    phase: str = "",
) -> WriteResult:
    """Change a book unless it has changed since it was shown; `seen`: the sequence number of its last entry then.

    `sent` is what the client asked for, as JSON values: it distinguishes two requests with one key. `phase`: when an
    inserted hand was played, at a table with a clock; "": as the lines around it.
    """
    body = compute_request_digest({"seen": seen, "change": sent, "reason": reason})
    wish = _Wish(ask, reason, who, phase)
    return _write_once(table, key, body, wish, lambda row: _check_stale(seen, row.last_sequence != seen))


def strike_last_deal(
    table: GameTable, key: str, previous: str | None, reason: str, *, who: Actor = ANONYMOUS
) -> WriteResult:
    """Strike the last deal that has not been struck, with a reason; the next hand takes its turn."""
    body = compute_request_digest({"previous": previous, "strike": reason})

    def ask_last(book: Book) -> Any:
        return strike_line(book.last.number if book.last is not None else 0)(book)

    wish = _Wish(ask_last, reason, who)
    return _write_once(
        table, key, body, wish, lambda row: _check_stale(previous, row.last_key != previous or not previous)
    )


def _check_stale(seen: object, stale: bool) -> Outcome | None:
    return Outcome.NO_PREVIOUS if seen is None else Outcome.STALE if stale else None


class _Wish(NamedTuple):
    """A requested change, with its author and reason."""

    ask: ChangeRequest
    reason: str
    who: Actor
    phase: str = ""


def _write_once(
    table: GameTable, key: str, body: str, wish: _Wish, refusal: Callable[[LockedTable], Outcome | None]
) -> WriteResult:
    """Write a change once for its key."""
    if not is_key(key):
        return refuse_write("key", "missing_field", field="key")
    with contextlib.suppress(_TwiceAtTheTable), transaction.atomic():
        row = lock_table(table.pk)
        earlier = Entry.objects.filter(table=table, key=key).first()
        held = find_held_hand(row.id, key) if row.held else None
        if earlier is not None:
            return WriteResult(Outcome.SAVED if held or earlier.body_digest == body else Outcome.OTHER_BODY, earlier)
        if held is not None and held.decided_as:
            return WriteResult(Outcome.DECIDED, held=held)
        if (why := refusal(row)) is not None:
            return WriteResult(why)
        book = load_book(table)
        plan = plan_change(book, wish.ask(book))
        if (stands_against := _check_plan(row, plan, wish)) is not None:
            return stands_against
        entry = Entry(key=key, body_digest=body, phase=choose_phase(decode_clock(row.clock), plan, wish.phase))
        return WriteResult(Outcome.SAVED, _write_plan(row, plan, entry, wish))
    return refuse_write("", "same_person")


def _check_plan(row: LockedTable, plan: ChangePlan, wish: _Wish) -> WriteResult | None:
    """Return the reason why a planned change cannot be written; None: it can."""
    clock, kind = decode_clock(row.clock), plan.draft.kind
    if clock is not None and (refusal := check_standstill(clock, wish.who)) is not None:
        return refusal
    if row.ended is not None and kind != Entry.Kind.REOPENED:
        return WriteResult(Outcome.ENDED)
    if plan.problems:
        return WriteResult(Outcome.INVALID, problems=tuple(problem for _, problem in plan.problems))
    if clock is not None and (refusal := check_change(clock, plan, wish.who)) is not None:
        return refusal
    says_something_new = kind in OPTIONAL_REASON_KINDS and plan.book.find_line(plan.draft.number) is None
    return None if wish.reason or says_something_new else refuse_write("reason", "reason_missing")


def _write_plan(row: LockedTable, plan: ChangePlan, entry: Entry, wish: _Wish) -> Entry:
    """Write the entry of a change, one for every line that follows from it, and all derived data."""
    pen, book = EntryWriter(row, wish.who), plan.book
    entry.kind, entry.deal_number, entry.note = plan.draft.kind, plan.draft.number, create_note(wish.reason, row.club)
    own = plan.own if plan.draft.number != EVENING_NUMBER else None
    if own is None:
        entry.record = encode_ascii(plan.draft.content)
        pen.write(entry, book.stands)
    else:
        _write_line(pen, book, own, entry)
    for step in plan.follow:
        kind = Entry.Kind.FOLLOW_UP if isinstance(step.line.content, Hand) else choose_entry_kind(step.line.content)
        # A blank keeps its key distinct from every key that a client may send.
        _write_line(pen, book, step, Entry(kind=kind, key=f"follows {pen.sequence + 1}", body_digest=""))
    _update_derived(row, plan, pen, entry)
    if entry.kind == Entry.Kind.ENDED:
        note_end(row.club, row.clock, wish.who)
    return entry


def _write_line(pen: EntryWriter, book: Book, step: CourseStep, entry: Entry) -> None:
    """Write a new version of a line of the book, or a new line."""
    was = book.find_line(step.line.number)
    if was is not None:
        entry.replaces, entry.phase = was.entry, was.entry.phase
    pen.write_line(entry, step.line, step.before)


def _update_derived(row: LockedTable, plan: ChangePlan, pen: EntryWriter, entry: Entry) -> None:
    """Write again what is derived from a book: sittings, their holders, totals, the table's state."""
    table = GameTable.objects.get(pk=row.id)
    totals = compute_totals(plan.book.start, plan.steps)
    _update_sittings(table, totals)
    if may_change_seats(entry):
        _update_holders(table, pen.sequence)
    rows = {(sitting.place, sitting.from_deal): sitting for sitting in Sitting.objects.filter(table=table)}
    amounts = {(stretch.place, stretch.since): sum_ for stretch, sum_ in totals.items()}
    nothing = Sum(0, 0)  # for a sitting that was struck
    Total.objects.bulk_update(
        [Total(sitting=sitting, **amounts.get(key, nothing)._asdict()) for key, sitting in rows.items()],
        ["money", "written"],
    )
    if plan.draft.kind in (Entry.Kind.ENDED, Entry.Kind.REOPENED):
        ended = entry.at if plan.draft.kind == Entry.Kind.ENDED else None
        GameTable.objects.filter(pk=row.id).update(ended=ended)
    sittings = {total.place: rows[total.place, total.since].pk for total in totals if total.until is None}
    number = plan.steps[-1].line.number if plan.steps else 0
    state = build_table_state(plan.after, sittings, number)
    update_table(row.id, LedgerHead(compute_last_key(plan, entry), pen.sequence, pen.head, encode_state(state)))


def may_change_seats(entry: Entry) -> bool:
    """Return True if an entry may change the holder of a sitting."""
    replaced = entry.replaces
    return entry.kind in (Entry.Kind.SEATING, Entry.Kind.SWAP) or (
        replaced is not None and replaced.kind == Entry.Kind.SEATING
    )


def compute_last_key(plan: ChangePlan, entry: Entry) -> str:
    """Return the key of the last deal that has not been struck: the one that the next hand follows."""
    keys = {line.number: line.key for line in plan.book.played}
    deals = [step.line.number for step in plan.steps if isinstance(step.line.content, Hand | Void)]
    return keys.get(deals[-1], entry.key) if deals else ""


def _update_sittings(table: GameTable, stretches: Iterable[Stretch]) -> None:
    """Open and close sittings as the book requires; a struck one is closed where it began."""
    expected = {(stretch.place, stretch.since): stretch.until for stretch in stretches}
    rows = {(sitting.place, sitting.from_deal): sitting for sitting in Sitting.objects.filter(table=table)}
    for (place, since), row in rows.items():
        until = expected.get((place, since), since)
        if row.to_deal != until:
            Sitting.objects.filter(pk=row.pk).update(to_deal=until)
    for place, since in expected.keys() - rows.keys():
        sitting = Sitting.objects.create(table=table, place=place, from_deal=since, to_deal=expected[place, since])
        Total.objects.create(sitting=sitting)


def _update_holders(table: GameTable, version: int) -> None:
    """Write the holders of the sittings that have changed; _TwiceAtTheTable if a person would have two places."""
    expected = compute_holders(load_first_persons(table), list_seat_entries(table))
    rows = {(sitting.place, sitting.from_deal): sitting for sitting in Sitting.objects.filter(table=table)}
    for sitting, held in expected.items():
        if sitting in rows and _load_holders(rows[sitting]) != held:
            Seated.objects.bulk_create(
                Seated(sitting=rows[sitting], person_id=person, from_deal=since, version=version)
                for since, person in held
            )
    persons = [held[-1][1] for sitting, held in expected.items() if sitting in rows and rows[sitting].to_deal is None]
    if len(set(persons)) < len(persons):
        raise _TwiceAtTheTable


def load_first_persons(table: GameTable) -> dict[int, int]:
    """Return the persons at the beginning of the evening, by place."""
    first = Seated.objects.filter(sitting__table=table, sitting__from_deal=0, version=0)
    return dict(first.values_list("sitting__place", "person"))


def list_seat_entries(table: GameTable) -> list[Entry]:
    """Return the entries about seats, in the order they were written."""
    saying = Entry.objects.filter(table=table, kind__in=(Entry.Kind.SEATING, Entry.Kind.SWAP, Entry.Kind.STRIKE))
    return list(saying.select_related("replaces").order_by("sequence"))


def _load_holders(sitting: Sitting) -> Holders:
    rows = Seated.objects.filter(sitting=sitting).order_by("version", "from_deal")
    holders = list(rows.values_list("version", "from_deal", "person"))
    return tuple((since, person) for version, since, person in holders if version == holders[-1][0])


def build_person_lookup(table: GameTable) -> PersonLookup:
    """Return a function from a name to the id of a person of the table's club; 0: somebody new. It writes nothing."""

    def find_person(name: str) -> int:
        person = Person.objects.filter(club=table.club_id, name=name).order_by("number").first()
        return person.pk if person is not None else 0

    return find_person


def execute_change(
    table: GameTable,
    key: str,
    seen: int | None,
    ask_of: Callable[[PersonLookup], ChangeRequest],
    reason: str,
    *,
    sent: object,
    who: Actor,
) -> WriteResult:
    """Write a change as write_change; `ask_of` returns its request, given a function from names to ids of persons."""
    with transaction.atomic():
        ask = ask_of(lambda name: find_or_create_person(lock_club(table.club), name).pk)
        written = write_change(table, key, seen, ask, reason, sent=sent, who=who)
        if written.outcome is not Outcome.SAVED:  # then a new person is not added to the club either
            transaction.set_rollback(True)
        return written
