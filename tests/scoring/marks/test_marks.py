"""Marks of other phones: who may say what of which hand, and how long it counts."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.audit import verify
from scoring.corrections import changes
from scoring.evenings.services import NewEvening, start_evening
from scoring.ledger.services import record_hand
from scoring.marks import services
from scoring.marks.services import MarkOutcome, MarkRequest, compute_verdicts, load_marks
from scoring.marks.verdicts import MARK_DISPUTED, MARK_FITS, MARK_SETTLED, NO_VERDICT
from scoring.models import Deal, Mark
from tarockclub.accounts.actors import ANONYMOUS, Actor
from tests.scoring.support.evenings import changed, ended, fresh
from tests.scoring.support.tables import (
    NAMES,
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


def entered(table, hand=None, who=FIRST):
    """A hand that a phone enters; the number of its line."""
    record_hand(table.slug, new_key(), last_key(table), hand or dreier(0), who=who)
    return book_of(table).played[-1].number


def said(table, line, kind, who=OTHER, place=1, key=None, **seen):
    """What becomes of a mark from a phone that shows everything as it is."""
    newest = Mark.objects.order_by("pk").values_list("pk", flat=True).last() or 0
    entry = Deal.objects.filter(table=table, number=line).values_list("entry__sequence", flat=True).first() or 0
    ask = MarkRequest(**{"line": line, "seen": entry, "newest": newest, "kind": kind, "place": place, **seen})
    return services.write_mark(fresh(table), ask, key or new_key(), who)


def verdict_of(table, line):
    """The places of those who say that it fits, and of those who dispute it."""
    found = compute_verdicts(book_of(table), load_marks(table)).get(line, NO_VERDICT)
    return [one.place for one in found.fits], [one.place for one in found.disputed]


def corrected(table, line, hand):
    """Another record for a hand, with the reason that a correction needs."""
    changed(table, changes.correct_hand(line, hand))


def test_another_phone_says_that_a_hand_fits():
    table = new_table()
    line = entered(table)
    assert said(table, line, MARK_FITS) is MarkOutcome.MARKED
    assert verdict_of(table, line) == ([1], [])


@pytest.mark.parametrize("kind", [MARK_FITS, MARK_DISPUTED])
def test_the_phone_that_entered_a_hand_has_nothing_to_say_of_it(kind):
    table = new_table()
    line = entered(table)
    assert said(table, line, kind, FIRST) is MarkOutcome.OWN_HAND
    assert said(table, line, kind, ANONYMOUS) is MarkOutcome.OWN_HAND
    assert not Mark.objects.exists()


def test_any_phone_says_that_a_dispute_is_settled():
    for who in (FIRST, OTHER, THIRD, ANONYMOUS):
        table = new_table()
        line = entered(table)
        said(table, line, MARK_DISPUTED)
        assert verdict_of(table, line) == ([], [1])
        assert said(table, line, MARK_SETTLED, who) is MarkOutcome.MARKED
        assert verdict_of(table, line) == ([], [])


def test_the_phone_that_disputes_settles_it_by_saying_that_it_fits():
    table = new_table()
    line = entered(table)
    said(table, line, MARK_DISPUTED)
    said(table, line, MARK_FITS)
    assert verdict_of(table, line) == ([1], [])


def test_who_corrected_a_hand_has_entered_it_and_who_entered_it_first_may_look_at_it():
    table = new_table()
    line = entered(table)
    said(table, line, MARK_DISPUTED)
    corrected(table, line, dreier(1))  # by a phone without a sign
    assert verdict_of(table, line) == ([], [])
    assert said(table, line, MARK_FITS, FIRST) is MarkOutcome.MARKED


def test_a_correction_with_the_same_amounts_does_not_end_a_dispute():
    table = new_table()
    line = entered(table, dreier(0))
    said(table, line, MARK_DISPUTED)
    corrected(table, line, {"plays": [{"contract": "dreier", "declarer": 0, "points": "60"}]})
    assert verdict_of(table, line) == ([], [1])


def test_striking_a_hand_ends_a_dispute_even_where_it_paid_nothing():
    table = new_table()
    line = entered(table, nuller(0))
    said(table, line, MARK_DISPUTED)
    strike(table)
    assert verdict_of(table, line) == ([], [])
    assert said(table, line, MARK_FITS) is MarkOutcome.STALE


def test_a_mark_sent_twice_is_one_mark_and_the_same_key_for_something_else_is_refused():
    table = new_table()
    line, key = entered(table), new_key()
    assert said(table, line, MARK_FITS, key=key) is MarkOutcome.MARKED
    assert said(table, line, MARK_FITS, key=key) is MarkOutcome.MARKED
    assert said(table, line, MARK_FITS) is MarkOutcome.MARKED  # a second tap, with a key of its own
    assert Mark.objects.count() == 1
    assert said(table, line, MARK_DISPUTED, key=key) is MarkOutcome.OTHER_BODY
    assert said(table, line, MARK_FITS, key="no key") is MarkOutcome.INVALID


def test_a_hand_that_pays_something_else_by_now_is_to_be_looked_at_first():
    table = new_table()
    line = entered(table)
    seen = Deal.objects.get(table=table, number=line).entry.sequence
    corrected(table, line, {"plays": [{"contract": "dreier", "declarer": 0, "points": "60"}]})
    assert said(table, line, MARK_FITS, seen=seen) is MarkOutcome.MARKED  # the same amounts
    corrected(table, line, dreier(1))
    assert said(table, line, MARK_FITS, THIRD, seen=seen) is MarkOutcome.STALE
    assert said(table, line, MARK_FITS, THIRD, seen=999) is MarkOutcome.STALE


def test_a_dispute_that_the_phone_did_not_show_is_not_settled_by_it():
    table = new_table()
    line = entered(table)
    said(table, line, MARK_DISPUTED)
    assert said(table, line, MARK_SETTLED, newest=0) is MarkOutcome.STALE
    assert verdict_of(table, line) == ([], [1])


def test_what_is_settled_already_needs_no_second_mark():
    table = new_table()
    line = entered(table)
    assert said(table, line, MARK_SETTLED) is MarkOutcome.MARKED
    assert not Mark.objects.exists()


def test_only_deals_and_only_players_of_the_table_and_only_known_words():
    table = new_table()
    line = entered(table)
    assert said(table, line + 1, MARK_FITS) is MarkOutcome.INVALID
    assert said(table, line, "wonderful") is MarkOutcome.INVALID
    assert said(table, line, MARK_FITS, place=4) is MarkOutcome.INVALID
    changed(table, changes.set_radl(4))
    assert said(table, book_of(table).played[-1].number, MARK_FITS) is MarkOutcome.STALE


def test_the_hands_of_another_table_cannot_be_marked_with_the_right_of_this_one():
    table, other = new_table(), start_evening(new_key(), NewEvening(NAMES, "treffpunkt", {}, 1))
    entered(other)
    assert said(table, entered(other), MARK_FITS) is MarkOutcome.INVALID


def test_after_the_end_nothing_more_is_said():
    table = new_table()
    line = entered(table)
    assert said(ended(table), line, MARK_DISPUTED) is MarkOutcome.ENDED


def test_a_hand_that_follows_from_a_change_is_still_that_of_the_phone_that_entered_it():
    table = new_table()
    first = entered(table, dreier(0))
    line = entered(table, dreier(1), OTHER)
    said(table, line, MARK_FITS, FIRST)
    changed(table, changes.set_radl(4, first))
    assert verdict_of(table, line) == ([], [])  # it counts double now
    assert said(table, line, MARK_FITS, OTHER) is MarkOutcome.OWN_HAND
    assert said(table, line, MARK_FITS, FIRST) is MarkOutcome.MARKED


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from((MARK_FITS, MARK_DISPUTED, MARK_SETTLED, 0, 1, "same")), min_size=1, max_size=6))
def test_marks_and_corrections_in_any_order_leave_what_was_said_last_of_these_amounts(happened):
    table = new_table()
    line, declarer, last = entered(table), 0, {}
    for at, one in enumerate(happened):
        if one == "same":
            corrected(table, line, {"plays": [{"contract": "dreier", "declarer": declarer, "points": str(50 + at)}]})
        elif isinstance(one, int):
            corrected(table, line, {"plays": [{"contract": "dreier", "declarer": one, "points": str(40 + at)}]})
            declarer = one
        else:
            assert said(table, line, one) is MarkOutcome.MARKED
            if one != MARK_SETTLED:
                last[declarer] = one
            elif last.get(declarer) == MARK_DISPUTED:
                del last[declarer]
        expected = {MARK_FITS: ([1], []), MARK_DISPUTED: ([], [1]), None: ([], [])}[last.get(declarer)]
        assert verdict_of(table, line) == expected


def test_the_proof_finds_a_mark_about_a_hand_of_another_table():
    table, other = new_table(), start_evening(new_key(), NewEvening(NAMES, "treffpunkt", {}, 1))
    assert said(table, entered(table), MARK_FITS) is MarkOutcome.MARKED
    entered(other)
    assert verify() == []
    entry = other.entries.get()
    Mark.objects.create(table=table, entry=entry, kind=MARK_FITS, place=0, key=new_key(), at=entry.at)
    name = table.slug.hex[:8]
    found = [(one.code, one.table, one.sequence) for one in verify()]
    assert found == [("mark", name, 1), ("left_marks", f"table {name}", None)]
