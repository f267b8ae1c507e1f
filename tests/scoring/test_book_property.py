"""Whatever a table does, the totals, the deals and the book say the same as a sheet of paper would."""

from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.changes import strike_last
from scoring.lines import amounts_at
from scoring.models import Deal, Entry, GameTable
from scoring.selectors import table_view
from scoring.services import record_hand
from scoring.writing import Outcome
from tests.scoring.tables import POINT, book_of, dreier, everything, last_key, new_key, new_table, nuller, totals
from tests.scoring.tables import trischaken as tied_trischaken

pytestmark = pytest.mark.django_db
PLAYERS = 4
ROUND = 4


class Hand(NamedTuple):
    """A hand as one may remember it: what each gets in points, and whether a Radl begins."""

    record: dict[str, Any]
    points: tuple[int, ...]
    begins_radl: bool


class Sent(NamedTuple):
    """A write that was saved."""

    key: str
    previous: str
    record: dict[str, Any] | None  # None: a strike
    entry: Entry | None


def hand_of(kind: str, seat: int, forehand: int) -> Hand:
    """One of four hands, with what it pays by the printed sheet of the Treffpunkt."""
    if kind == "nuller":
        return Hand(nuller(forehand), (0, 0, 0, 0), True)
    if kind == "trischaken":
        return Hand(tied_trischaken(forehand), (-2, -2, 2, 2), True)
    value = 5 if kind == "won" else -10
    more: dict[str, Any] = {} if kind == "won" else {"result": "lost", "kontra": 2}
    points = tuple(3 * value if place == seat else -value for place in range(PLAYERS))
    return Hand(dreier(seat, **more), points, False)


class Paper:
    """A sheet of paper beside a table: the hands that stand, and nothing derived."""

    def __init__(self, forehand: int) -> None:
        self.table = new_table("treffpunkt", forehand)
        self.first_forehand = forehand
        self.hands: list[tuple[str, Hand]] = []
        self.sent: list[Sent] = []

    def forehand(self) -> int:
        """Whose forehand the next deal is."""
        return (self.first_forehand + len(self.hands)) % PLAYERS

    def standing(self) -> tuple[list[int], int]:
        """The totals, and how many deals of a Radl are left."""
        sums, left = [0] * PLAYERS, 0
        for _, hand in self.hands:
            factor = 2 if left else 1
            sums = [one + factor * points for one, points in zip(sums, hand.points, strict=True)]
            left = ROUND if hand.begins_radl else max(left - 1, 0)
        return sums, left

    def previous(self) -> str:
        """The key of the hand before the next one."""
        return self.hands[-1][0] if self.hands else ""

    def act(self, step: str, seat: int) -> None:
        """Do one thing that people do at a table."""
        if step in ("won", "lost", "nuller", "trischaken"):
            self.play(hand_of(step, seat, self.forehand()))
        elif step == "strike":
            self.strike()
        else:
            before = everything(self.table)
            getattr(self, step)(seat)
            assert everything(self.table) == before

    def play(self, hand: Hand) -> None:
        """Enter the next hand."""
        key, previous = new_key(), self.previous()
        written = record_hand(self.table, key, previous, hand.record)
        assert written.outcome is Outcome.SAVED
        self.hands.append((key, hand))
        self.sent.append(Sent(key, previous, hand.record, written.entry))

    def strike(self) -> None:
        """Strike the last hand out; on an empty sheet there is nothing to strike."""
        key, previous = new_key(), self.previous()
        written = strike_last(self.table, key, previous, "verzählt")
        assert written.outcome is (Outcome.SAVED if self.hands else Outcome.STALE)
        if self.hands:
            self.hands.pop()
            self.sent.append(Sent(key, previous, None, written.entry))

    def retry(self, at: int) -> None:
        """Send again what was answered long ago."""
        if self.sent:
            sent = self.sent[at % len(self.sent)]
            if sent.record is None:
                written = strike_last(self.table, sent.key, sent.previous, "verzählt")
            else:
                written = record_hand(self.table, sent.key, sent.previous, sent.record)
            assert written == (Outcome.SAVED, sent.entry, ())

    def other_body(self, at: int) -> None:
        """Send another hand under a key that was used."""
        if self.sent:
            sent = self.sent[at % len(self.sent)]
            other = record_hand(self.table, sent.key, sent.previous, {"plays": []})
            assert other.outcome is Outcome.OTHER_BODY

    def late(self, at: int) -> None:
        """Send a hand from a phone that shows an older sheet."""
        previous = ["", *(sent.key for sent in self.sent)][at % (len(self.sent) + 1)]
        if previous != self.previous():
            assert record_hand(self.table, new_key(), previous, dreier(at)).outcome is Outcome.STALE
            assert strike_last(self.table, new_key(), previous, "verzählt").outcome is Outcome.STALE

    def invalid(self, seat: int) -> None:
        """Send half a hand."""
        raw = {"plays": [{"contract": "dreier", "declarer": seat}]}
        assert record_hand(self.table, new_key(), self.previous(), raw).outcome is Outcome.INVALID

    def compare(self) -> None:
        """Everything that the program derives is what the paper says."""
        sums, left = self.standing()
        now = book_of(self.table).now
        counted = [deal.entry for deal in Deal.objects.filter(table=self.table).select_related("entry")]
        standing = [entry for entry in counted if entry.kind == Entry.Kind.HAND]
        of_deals = [sum(amounts_at(entry, place)[0] for entry in standing) for place in range(PLAYERS)]
        view = table_view(GameTable.objects.get(pk=self.table.pk), "de")
        assert totals(self.table) == sums
        assert [amount // POINT for amount in now.totals[:PLAYERS]] == sums
        assert [amount // POINT for amount in of_deals] == sums
        assert [amount // POINT for _, amount, _ in view.totals] == sums
        assert (now.radl, max(now.running, default=0), now.forehand) == (2 if left else 1, left, self.forehand())
        assert (view.radl_left, view.next_number) == (left, len(self.hands) + 1)
        assert last_key(self.table) == self.previous()
        assert GameTable.objects.get(pk=self.table.pk).last_key == self.previous()
        assert Entry.objects.filter(table=self.table).count() == len(self.sent)


STEPS = ("won", "lost", "nuller", "trischaken", "strike", "strike", "retry", "other_body", "late", "invalid")
evenings = st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, PLAYERS - 1)), max_size=16)


def follow(forehand: int, steps: list[tuple[str, int]]) -> None:
    """Play an evening beside its paper."""
    paper = Paper(forehand)
    for step, seat in steps:
        paper.act(step, seat)
    paper.compare()


@settings(max_examples=25)
@given(forehand=st.integers(0, 3), steps=evenings)
def test_totals_deals_and_book_agree_with_the_paper_whatever_happens(forehand, steps):
    follow(forehand, steps)


@pytest.mark.heavy
@settings(max_examples=400)
@given(forehand=st.integers(0, 3), steps=evenings)
def test_totals_deals_and_book_agree_with_the_paper_in_many_evenings(forehand, steps):
    follow(forehand, steps)
