"""Marks of other phones: who may say what of which hand, and how long it counts."""

import pytest

from scoring.book import marks
from scoring.book.audit import verify
from scoring.book.ledger.services import record_hand
from scoring.book.marks import (
    MARK_DISPUTED,
    MARK_FITS,
    MARK_SETTLED,
    NO_VERDICT,
    MarkOutcome,
    MarkRequest,
    compute_verdicts,
    load_marks,
)
from scoring.models import Deal, Mark
from scoring.table.corrections import changes
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tests.scoring.support.evenings import change_book, end_evening, fresh
from tests.scoring.support.tables import (
    book_of,
    dreier,
    last_key,
    new_key,
    new_table,
    nuller,
    strike,
)

pytestmark = pytest.mark.django_db
FIRST, OTHER, THIRD = Actor(None, "1" * 16), Actor(None, "2" * 16), Actor(None, "3" * 16)


def enter_hand(table, hand=None, who=FIRST):
    """A hand that a phone enters; the number of its line."""
    record_hand(table.slug, new_key(), last_key(table), hand or dreier(0), who=who)
    return book_of(table).played[-1].number


def send_mark(table, line, kind, who=OTHER, place=1, key=None, **seen):
    """Send a mark from a phone that shows everything as it is; the outcome."""
    newest = Mark.objects.order_by("pk").values_list("pk", flat=True).last() or 0
    entry = Deal.objects.filter(table=table, number=line).values_list("entry__sequence", flat=True).first() or 0
    ask = MarkRequest(**{"line": line, "seen": entry, "newest": newest, "kind": kind, "place": place, **seen})
    return marks.write_mark(fresh(table), ask, key or new_key(), who)


def verdict_of(table, line):
    """The places of those who say that it fits, and of those who dispute it."""
    found = compute_verdicts(book_of(table), load_marks(table)).get(line, NO_VERDICT)
    return [opinion.place for opinion in found.fits], [opinion.place for opinion in found.disputed]


def corrected(table, line, hand):
    """Another record for a hand, with the reason that a correction needs."""
    change_book(table, changes.correct_hand(line, hand))


@pytest.mark.parametrize("kind", [MARK_FITS, MARK_DISPUTED])
def test_the_phone_that_entered_a_hand_has_nothing_to_say_of_it(kind, table, line):
    assert send_mark(table, line, kind, FIRST) is MarkOutcome.OWN_HAND
    assert send_mark(table, line, kind, ANONYMOUS) is MarkOutcome.OWN_HAND
    assert not Mark.objects.exists()


def test_any_phone_says_that_a_dispute_is_settled():
    for who in (FIRST, OTHER, THIRD, ANONYMOUS):
        table = new_table()
        line = enter_hand(table)
        send_mark(table, line, MARK_DISPUTED)
        assert verdict_of(table, line) == ([], [1])
        assert send_mark(table, line, MARK_SETTLED, who) is MarkOutcome.MARKED
        assert verdict_of(table, line) == ([], [])


def test_who_corrected_a_hand_has_entered_it_and_who_entered_it_first_may_look_at_it(table, line):
    send_mark(table, line, MARK_DISPUTED)
    corrected(table, line, dreier(1))  # by a phone without a sign
    assert verdict_of(table, line) == ([], [])
    assert send_mark(table, line, MARK_FITS, FIRST) is MarkOutcome.MARKED


def test_striking_a_hand_ends_a_dispute_even_where_it_paid_nothing():
    table = new_table()
    line = enter_hand(table, nuller(0))
    send_mark(table, line, MARK_DISPUTED)
    strike(table)
    assert verdict_of(table, line) == ([], [])
    assert send_mark(table, line, MARK_FITS) is MarkOutcome.STALE


def test_a_mark_sent_twice_is_one_mark_and_the_same_key_for_something_else_is_refused(table, line):
    key = new_key()
    assert send_mark(table, line, MARK_FITS, key=key) is MarkOutcome.MARKED
    assert send_mark(table, line, MARK_FITS, key=key) is MarkOutcome.MARKED
    assert send_mark(table, line, MARK_FITS) is MarkOutcome.MARKED  # a second tap, with a key of its own
    assert Mark.objects.count() == 1
    assert send_mark(table, line, MARK_DISPUTED, key=key) is MarkOutcome.OTHER_BODY
    assert send_mark(table, line, MARK_FITS, key="no key") is MarkOutcome.INVALID


def test_a_hand_that_pays_something_else_by_now_is_to_be_looked_at_first(table, line):
    seen = Deal.objects.get(table=table, number=line).entry.sequence
    corrected(table, line, {"plays": [{"contract": "dreier", "declarer": 0, "points": "60"}]})
    assert send_mark(table, line, MARK_FITS, seen=seen) is MarkOutcome.MARKED  # the same amounts
    corrected(table, line, dreier(1))
    assert send_mark(table, line, MARK_FITS, THIRD, seen=seen) is MarkOutcome.STALE
    assert send_mark(table, line, MARK_FITS, THIRD, seen=999) is MarkOutcome.STALE


def test_a_dispute_that_the_phone_did_not_show_is_not_settled_by_it(table, line):
    send_mark(table, line, MARK_DISPUTED)
    assert send_mark(table, line, MARK_SETTLED, newest=0) is MarkOutcome.STALE
    assert verdict_of(table, line) == ([], [1])


def test_what_is_settled_already_needs_no_second_mark(table, line):
    assert send_mark(table, line, MARK_SETTLED) is MarkOutcome.MARKED
    assert not Mark.objects.exists()


def test_only_deals_and_only_players_of_the_table_and_only_known_words(table, line):
    assert send_mark(table, line + 1, MARK_FITS) is MarkOutcome.INVALID
    assert send_mark(table, line, "wonderful") is MarkOutcome.INVALID
    assert send_mark(table, line, MARK_FITS, place=4) is MarkOutcome.INVALID
    change_book(table, changes.set_radl(4))
    assert send_mark(table, book_of(table).played[-1].number, MARK_FITS) is MarkOutcome.STALE


def test_the_hands_of_another_table_cannot_be_marked_with_the_right_of_this_one(table):
    other = new_table(forehand=1)
    enter_hand(other)
    assert send_mark(table, enter_hand(other), MARK_FITS) is MarkOutcome.INVALID


def test_after_the_end_nothing_more_is_said(table, line):
    assert send_mark(end_evening(table), line, MARK_DISPUTED) is MarkOutcome.ENDED


def test_a_hand_that_follows_from_a_change_is_still_that_of_the_phone_that_entered_it():
    table = new_table()
    first = enter_hand(table, dreier(0))
    line = enter_hand(table, dreier(1), OTHER)
    send_mark(table, line, MARK_FITS, FIRST)
    change_book(table, changes.set_radl(4, first))
    assert verdict_of(table, line) == ([], [])  # it counts double now
    assert send_mark(table, line, MARK_FITS, OTHER) is MarkOutcome.OWN_HAND
    assert send_mark(table, line, MARK_FITS, FIRST) is MarkOutcome.MARKED


def test_the_proof_finds_a_mark_about_a_hand_of_another_table(table, line):
    other = new_table(forehand=1)
    assert send_mark(table, line, MARK_FITS) is MarkOutcome.MARKED
    enter_hand(other)
    assert verify() == []
    entry = other.entries.get()
    Mark.objects.create(table=table, entry=entry, kind=MARK_FITS, place=0, key=new_key(), at=entry.at)
    name = table.slug.hex[:8]
    found = [(finding.code, finding.table, finding.sequence) for finding in verify()]
    assert found == [("mark", name, 1), ("left_marks", f"table {name}", None)]
