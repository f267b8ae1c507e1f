"""Hands that came to a table when its time was up: only the director decides about them; safe to repeat."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from scoring.book import Book, read_book
from scoring.changes import change
from scoring.dealt import Dealt, dealt_in
from scoring.drafts import insert_hand
from scoring.entry_fields import record_from, unsaid
from scoring.entry_moved import moved_to
from scoring.held.answers import Answer, Decided, Decision
from scoring.held.kept import dealt_of, fields_of
from scoring.models import Deal, Entry, GameTable, HeldHand
from scoring.playtime import DOUBLE, IN_PLAY, IN_TIME
from scoring.state import State
from scoring.store import Locked
from scoring.timed import is_up
from scoring.writing import Outcome, Who


def is_late(hand: HeldHand, clock: str) -> bool:
    """Whether only the director decides about a hand that is held at a table with this clock."""
    return bool(clock) and (hand.why == HeldHand.Why.TIME or is_up(clock))


def phase_of(hand: HeldHand) -> str:
    """When a held hand was played, as it was entered."""
    return fields_of(hand).get("phase", "") or IN_TIME


def waiting(tables: Iterable[int]) -> list[HeldHand]:
    """The hands that wait for the director at these tables, in the order in which they came; one query."""
    saved = Entry.objects.filter(table=OuterRef("table"), key=OuterRef("key"))
    open_ones = HeldHand.objects.filter(table__in=list(tables), decided_as="").exclude(Exists(saved))
    rows = open_ones.select_related("table").order_by("table", "pk")
    return [hand for hand in rows if is_late(hand, hand.table.clock)]


def line_after_time(table: int) -> int:
    """The first line of a book that was played after the gong; 0: there is none."""
    after = Deal.objects.filter(table=table, entry__phase__in=(IN_PLAY, DOUBLE))
    return after.order_by("number").values_list("number", flat=True).first() or 0


def put_in_time(row: Locked, state: State, hand: HeldHand, decision: Decision, who: Who) -> Decided | None:
    """Put a hand that was played in time before what was played after the gong; None: nothing was played after it."""
    before = line_after_time(row.id)
    if not before or phase_of(hand) != IN_TIME:
        return None
    table = GameTable.objects.select_related("sheet_version").get(pk=row.id)
    book = read_book(table)
    was, then = dealt_of(hand), _dealt_at(book, before, dict(state.sittings))
    if then is None or was.people != then.people:
        return Decided(Answer.OTHERS, hand)
    fields = moved_to(fields_of(hand), was, then, book.sheet)
    if problems := unsaid(fields, book.sheet):
        return Decided(Answer.INVALID, hand, None, problems)
    ask = insert_hand(before, record_from(fields, book.sheet, then.seat_of_forehand))
    author = Who(hand.by_id, hand.device, directs=who.directs)
    reason = _("entered in time, came late: taken by the director")
    sent = {"late": hand.key, "before": before}
    written = change(table, hand.key, decision.seen, ask, reason, sent=sent, who=author, phase=IN_TIME)
    if written.outcome is not Outcome.SAVED:
        return Decided(Answer.INVALID, hand, None, written.problems)
    return Decided(Answer.DONE, hand, written.entry)


def _dealt_at(book: Book, number: int, sittings: dict[int, int]) -> Dealt | None:
    one = book.at(number)
    if one is None or any(place not in sittings for place in one.before.active):
        return None
    return dealt_in(one.before, sittings)
