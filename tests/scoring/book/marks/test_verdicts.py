"""The marks of a hand that count: a small machine of marks and corrections against the rules in words."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from scoring.book.marks import MARK_DISPUTED, MARK_FITS, MARK_SETTLED, Opinion, Verdict, compute_verdict

AT = datetime(2026, 1, 1, tzinfo=UTC)
FIVE, SIX = (5, -5) * 6, (6, -6) * 6
DEVICES = ("a", "b", "c")
# What happens to a hand: a mark of a device, or other amounts.
HAPPENED = st.lists(
    st.tuples(st.sampled_from((MARK_FITS, MARK_DISPUTED, MARK_SETTLED)), st.sampled_from(DEVICES))
    | st.sampled_from((FIVE, SIX, None)),
    max_size=12,
)


def opinion(number, kind, device, paid=FIVE):
    return Opinion(number, 1, kind, 0, device, paid, AT)


def test_other_amounts_want_a_new_look_and_the_old_ones_bring_back_what_was_said_of_them():
    marks = [opinion(1, MARK_DISPUTED, "a", FIVE), opinion(2, MARK_FITS, "a", SIX)]
    assert compute_verdict(SIX, marks) == Verdict(fits=(marks[1],))
    assert compute_verdict(FIVE, marks) == Verdict(disputed=(marks[0],))


def test_a_verdict_knows_what_a_device_says_and_nothing_of_one_without_a_sign():
    found = compute_verdict(FIVE, [opinion(1, MARK_FITS, "a"), opinion(2, MARK_DISPUTED, "")])
    assert found.find_mark("a") == found.fits[0]
    assert found.find_mark("b") is None
    assert found.find_mark("") is None


@given(HAPPENED)
def test_what_counts_is_what_the_rules_say_in_words(happened):
    paid, marks = FIVE, []
    for number, event in enumerate(happened):
        if isinstance(event, tuple) and event and isinstance(event[0], str):
            marks.append(opinion(number, event[0], event[1], paid))
        else:
            paid = event
    found = compute_verdict(paid, marks)
    for device in DEVICES:
        of_these = [mark for mark in marks if mark.paid == paid is not None]
        settled = max((mark.id for mark in of_these if mark.kind == MARK_SETTLED), default=-1)
        words = [mark for mark in of_these if mark.device == device and mark.kind != MARK_SETTLED]
        last = words[-1] if words else None
        expected = last if last is not None and (last.kind == MARK_FITS or last.id > settled) else None
        assert found.find_mark(device) == expected
