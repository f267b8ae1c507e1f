"""Changing a book: every change is worked out first, shown, and written with all that follows in one transaction."""

import contextlib
import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django.db import transaction

from scoring.corrections.changes import Ask, strike
from scoring.corrections.director_only import against, phase_of_line, standing
from scoring.corrections.forms import PersonOf
from scoring.corrections.plan import Plan, planned
from scoring.engine.evening.course import EndTotals, Hand, Step, Transfer, Void, written_in
from scoring.ledger.book import Book, read_book
from scoring.ledger.codec import OF_THE_EVENING, kind_of, text_of
from scoring.ledger.entries import Outcome, Pen, Written, new_note, refused
from scoring.ledger.held_hands import held_hand
from scoring.ledger.seats import Held, Stretch, holders
from scoring.ledger.sql import Locked, Stand, locked, put_table
from scoring.ledger.table_state import state_of, to_text
from scoring.ledger.totals import Sum, sums
from scoring.models import Deal, Entry, GameTable, Seated, Sitting, Total
from scoring.table_clock.clock import read as read_clock
from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tarockclub.accounts.persons import lock_club, person_named
from tarockclub.idempotency import digest_of, is_key
from tarockclub.models import Person

MAY_LACK_A_REASON = (  # where it says something new, and takes nothing back
    Entry.Kind.LAST_ROUND,
    Entry.Kind.SEATING,
    Entry.Kind.CASH,
    Entry.Kind.AGREED,
    Entry.Kind.ENDED,
    Entry.Kind.TRANSFER,
    Entry.Kind.END_TOTALS,
)


class _TwiceAtTheTable(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Somebody would sit at two places."""


def preview(table: GameTable, ask: Ask) -> Plan:
    """What a change would bring about; writes nothing."""
    book = read_book(table)
    return planned(book, ask(book))


def change(
    table: GameTable,
    key: str,
    seen: int | None,
    ask: Ask,
    reason: str = "",
    *,
    sent: object,
    who: Who = NOBODY_KNOWN,
    phase: str = "",
) -> Written:
    """Change a book, if it still is what was seen (`seen`: the sequence number of its last entry then).

    `sent` is what the client asked for, as JSON values: what tells two requests with one key apart. `phase`: when a
    hand was played that is put into the book of a table with a clock, where that is not what stands around it.
    """
    body = digest_of({"seen": seen, "change": sent, "reason": reason})
    unseen = Outcome.NO_PREVIOUS if seen is None else None
    wish = _Wish(ask, reason, who, phase)
    return _once(table, key, body, wish, lambda row: unseen or _stale(row.last_sequence != seen))


def strike_last(table: GameTable, key: str, previous: str | None, reason: str, *, who: Who = NOBODY_KNOWN) -> Written:
    """Strike out the last deal that stands, with a reason; the next hand takes its turn."""
    body = digest_of({"previous": previous, "strike": reason})
    unseen = Outcome.NO_PREVIOUS if previous is None else None

    def ask_last(book: Book) -> Any:
        return strike(book.last.number if book.last is not None else 0)(book)

    wish = _Wish(ask_last, reason, who)
    return _once(table, key, body, wish, lambda row: unseen or _stale(row.last_key != previous or not previous))


def _stale(stale: bool) -> Outcome | None:
    return Outcome.STALE if stale else None


class _Wish(NamedTuple):
    """What somebody wants to have changed."""

    ask: Ask
    reason: str
    who: Who
    phase: str = ""


def _once(table: GameTable, key: str, body: str, wish: _Wish, refusal: Callable[[Locked], Outcome | None]) -> Written:
    """Write a change once for its key."""
    if not is_key(key):
        return refused("key", "missing_field", field="key")
    with contextlib.suppress(_TwiceAtTheTable), transaction.atomic():
        row = locked(table.pk)
        known = Entry.objects.filter(table=table, key=key).first()
        held = held_hand(row.id, key) if row.held else None
        if known is not None:
            return Written(Outcome.SAVED if held or known.body_digest == body else Outcome.OTHER_BODY, known)
        if held is not None and held.decided_as:
            return Written(Outcome.DECIDED, held=held)
        if (why := refusal(row)) is not None:
            return Written(why)
        book = read_book(table)
        plan = planned(book, wish.ask(book))
        if (stands_against := _against(row, plan, wish)) is not None:
            return stands_against
        entry = Entry(key=key, body_digest=body, phase=phase_of_line(read_clock(row.clock), plan, wish.phase))
        return Written(Outcome.SAVED, _write(row, plan, entry, wish))
    return refused("", "same_person")


def _against(row: Locked, plan: Plan, wish: _Wish) -> Written | None:
    """Why a change that was worked out cannot be written."""
    clock, kind = read_clock(row.clock), plan.draft.kind
    if clock is not None and (told := standing(clock, wish.who)) is not None:
        return told
    if row.ended is not None and kind != Entry.Kind.REOPENED:
        return Written(Outcome.ENDED)
    if plan.problems:
        return Written(Outcome.INVALID, problems=tuple(problem for _, problem in plan.problems))
    if clock is not None and (told := against(clock, plan, wish.who)) is not None:
        return told
    says_something_new = kind in MAY_LACK_A_REASON and plan.book.at(plan.draft.number) is None
    return None if wish.reason or says_something_new else refused("reason", "reason_missing")


def _write(row: Locked, plan: Plan, entry: Entry, wish: _Wish) -> Entry:
    """Write the entry of a change, one for every line that follows it, and all that is derived."""
    pen, book = Pen(row, wish.who), plan.book
    entry.kind, entry.deal_number, entry.note = plan.draft.kind, plan.draft.number, new_note(wish.reason)
    own = plan.own if plan.draft.number != OF_THE_EVENING else None
    if own is None:
        entry.record = json.dumps(plan.draft.said, separators=(",", ":"))
        pen.write(entry, book.stands)
    else:
        _write_line(pen, book, own, entry)
    for step in plan.follow:
        number = step.line.number
        kind = Entry.Kind.FOLLOW_UP if isinstance(step.line.content, Hand) else kind_of(step.line.content)
        # A blank keeps it apart from every key that a client may send.
        follow_up = Entry(kind=kind, key=f"follows {pen.sequence + 1}", body_digest="", deal_number=number)
        _write_line(pen, book, step, follow_up)
    _derive(row, plan, pen, entry)
    return entry


def _write_line(pen: Pen, book: Book, step: Step, entry: Entry) -> None:
    """Write a line of the book anew, or a new one."""
    content = step.line.content
    was = book.at(step.line.number)
    if was is not None:
        entry.replaces, entry.phase = was.entry, was.entry.phase
    entry.record = text_of(content)
    if isinstance(content, Hand):
        entry.radl, entry.radl_set = step.line.radl, content.radl_set
    if isinstance(content, Transfer | EndTotals):
        _put_amounts(entry, content.amounts, written_in(content))
    pen.write(entry, step.before, step.line.score)
    if was is None:
        Deal.objects.create(table_id=pen.table.id, number=entry.deal_number, key=entry.key, entry=entry)
    else:
        Deal.objects.filter(table_id=pen.table.id, number=entry.deal_number).update(entry=entry)


def _put_amounts(entry: Entry, amounts: Iterable[int], written: Iterable[int]) -> None:
    """Amounts that the line itself says, in money and in the written score."""
    for place, (sixths, on_paper) in enumerate(zip(amounts, written, strict=True)):
        setattr(entry, f"money{place}", sixths)
        setattr(entry, f"written{place}", on_paper)


def _derive(row: Locked, plan: Plan, pen: Pen, entry: Entry) -> None:
    """Write anew what is derived from a book: sittings, who holds them, totals, where the table stands."""
    table = GameTable.objects.get(pk=row.id)
    totals = sums(plan.book.start, plan.steps)
    _put_sittings(table, totals)
    if touches_seats(entry):
        _put_holders(table, pen.sequence)
    rows = {(one.place, one.from_deal): one for one in Sitting.objects.filter(table=table)}
    amounts = {(one.place, one.since): sum_ for one, sum_ in totals.items()}
    nothing = Sum(0, 0)  # for a sitting that was struck
    Total.objects.bulk_update(
        [Total(sitting=sitting, **amounts.get(at, nothing)._asdict()) for at, sitting in rows.items()],
        ["money", "written"],
    )
    if plan.draft.kind in (Entry.Kind.ENDED, Entry.Kind.REOPENED):
        ended = entry.at if plan.draft.kind == Entry.Kind.ENDED else None
        GameTable.objects.filter(pk=row.id).update(ended=ended)
    here = {one.place: rows[one.place, one.since].pk for one in totals if one.until is None}
    number = plan.steps[-1].line.number if plan.steps else 0
    state = state_of(plan.after, here, number)
    put_table(row.id, Stand(last_key_of(plan, entry), pen.sequence, pen.head, to_text(state)))


def touches_seats(entry: Entry) -> bool:
    """Whether an entry may change who holds a sitting."""
    replaced = entry.replaces
    return entry.kind in (Entry.Kind.SEATING, Entry.Kind.SWAP) or (
        replaced is not None and replaced.kind == Entry.Kind.SEATING
    )


def last_key_of(plan: Plan, entry: Entry) -> str:
    """The key of the last deal that stands: what the next hand follows."""
    keys = {one.number: one.key for one in plan.book.played}
    deals = [step.line.number for step in plan.steps if isinstance(step.line.content, Hand | Void)]
    return keys.get(deals[-1], entry.key) if deals else ""


def _put_sittings(table: GameTable, stretches: Iterable[Stretch]) -> None:
    """Open and close sittings as the book says; one that never was is closed where it began."""
    expected = {(one.place, one.since): one.until for one in stretches}
    rows = {(one.place, one.from_deal): one for one in Sitting.objects.filter(table=table)}
    for (place, since), row in rows.items():
        until = expected.get((place, since), since)
        if row.to_deal != until:
            Sitting.objects.filter(pk=row.pk).update(to_deal=until)
    for place, since in expected.keys() - rows.keys():
        sitting = Sitting.objects.create(table=table, place=place, from_deal=since, to_deal=expected[place, since])
        Total.objects.create(sitting=sitting)


def _put_holders(table: GameTable, version: int) -> None:
    """Write down who holds the sittings where that has changed; nobody sits at two places at once."""
    expected = holders(started_with(table), seat_entries(table))
    rows = {(one.place, one.from_deal): one for one in Sitting.objects.filter(table=table)}
    for sitting, held in expected.items():
        if sitting in rows and _held(rows[sitting]) != held:
            Seated.objects.bulk_create(
                Seated(sitting=rows[sitting], person_id=person, from_deal=since, version=version)
                for since, person in held
            )
    here = [held[-1][1] for sitting, held in expected.items() if sitting in rows and rows[sitting].to_deal is None]
    if len(set(here)) < len(here):
        raise _TwiceAtTheTable


def started_with(table: GameTable) -> dict[int, int]:
    """The persons by place with whom the evening began."""
    first = Seated.objects.filter(sitting__table=table, sitting__from_deal=0, version=0)
    return dict(first.values_list("sitting__place", "person"))


def seat_entries(table: GameTable) -> list[Entry]:
    """The entries that say who sits where, in the order they were written."""
    saying = Entry.objects.filter(table=table, kind__in=(Entry.Kind.SEATING, Entry.Kind.SWAP, Entry.Kind.STRIKE))
    return list(saying.select_related("replaces").order_by("sequence"))


def _held(sitting: Sitting) -> Held:
    rows = Seated.objects.filter(sitting=sitting).order_by("version", "from_deal")
    kept = list(rows.values_list("version", "from_deal", "person"))
    return tuple((since, person) for version, since, person in kept if version == kept[-1][0])


class Asked(NamedTuple):
    """What was sent with a change."""

    key: str
    seen: int | None  # sequence number of the last entry that was shown
    reason: str
    sent: object  # JSON values: what tells two requests with one key apart


def known_at(table: GameTable) -> PersonOf:
    """What tells the id of a person of the table's club by his name, 0 for somebody new; it writes nothing."""

    def known(name: str) -> int:
        found = Person.objects.filter(club=table.club_id, name=name).order_by("number").first()
        return found.pk if found is not None else 0

    return known


def written_as_asked(table: GameTable, asked: Asked, ask_of: Callable[[PersonOf], Ask], who: Who) -> Written:
    """Write a change; `ask_of` makes it when it knows who is called how."""
    with transaction.atomic():
        ask = ask_of(lambda name: person_named(lock_club(table.club), name).pk)
        written = change(table, asked.key, asked.seen, ask, asked.reason, sent=asked.sent, who=who)
        if written.outcome is not Outcome.SAVED:  # who would have come is not known to the club either
            transaction.set_rollback(True)
        return written
