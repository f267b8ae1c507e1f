"""Ids on their way from one place to another: in their order, there and back, without growing."""

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from scoring.book.audit import verify
from scoring.models import Entry
from tarockclub.platform.origins.ids import ROOM, STAY, WIDEST, close_gaps, decode_shifts, encode_shift, join_shifts
from tests.tarockclub.office.club_file.worlds import installation, play_evening, read, settle_strangers, write

SIZES = (3, ROOM // 2, WIDEST, WIDEST + 1, 1 << 40)
IDS = st.lists(st.integers(1, max(SIZES)) | st.sampled_from(SIZES), min_size=1, max_size=12).map(
    lambda gaps: [sum(gaps[: at + 1]) for at in range(len(gaps))]
)


def move_all(shift, ids):
    """The ids here; none of them lies in a gap that was closed."""
    moved = [here for here in map(shift.move, ids) if here is not None]
    assert len(moved) == len(ids)
    return moved


@given(ids=IDS, base=st.integers(0, 1 << 50))
def test_ids_keep_their_order_come_back_and_take_little_room(ids, base):
    shift = close_gaps(reversed(ids)).add(base)
    moved = move_all(shift, ids)
    assert moved == sorted(set(moved))
    assert base < moved[0]
    assert moved[-1] - base <= len(ids) * WIDEST + ROOM
    assert [shift.move_back(here) for here in moved] == ids


@given(ids=IDS, first=st.integers(0, 1 << 50), second=st.integers(0, 1 << 50))
def test_two_moves_are_one_and_are_written_as_they_are(ids, first, second):
    before = close_gaps(ids).add(first)
    there = move_all(before, ids)
    after = close_gaps(there).add(second)
    whole = join_shifts(before, after)
    here = move_all(after, there)
    assert move_all(whole, ids) == here
    assert [whole.move_back(key) for key in here] == ids
    assert decode_shifts(f'{{"x": {encode_shift(whole)}}}'.replace("(", "[").replace(")", "]")) == {"x": whole}


@given(ids=IDS, gone=st.integers(1, 1 << 42))
def test_an_id_whose_row_is_gone_never_becomes_that_of_another_row(ids, gone):
    shift = close_gaps(ids)
    here = shift.move(gone)
    assert here is None or gone in ids or here not in {shift.move(there) for there in ids}


@pytest.mark.parametrize("text", ['{"x": []}', '{"x": [[1, 5]]}', '{"x": [[0, 5], [9, 6]]}', '{"x": [[0, 9], [3, 0]]}'])
def test_a_shift_that_nobody_writes_is_refused(text):
    with pytest.raises(ValueError, match=r"values to unpack|\[\["):
        decode_shifts(text)


def test_a_club_that_moves_there_and_back_every_week_keeps_small_ids():
    ids, here, origin = list(range(1, 501)), 500, STAY
    for _week in range(150):
        away = close_gaps(ids)  # an empty inn
        there = move_all(away, ids)
        evening = range(max(there) + 1, max(there) + 31)
        back = close_gaps([*there, *evening]).add(here)
        new = move_all(back, evening)
        origin = join_shifts(away, back)
        ids, here = [*ids, *new], new[-1]
    assert len(set(ids)) == 500 + 150 * 30
    assert here < 150 * 4 * WIDEST
    assert origin.move_back(move_all(origin, [500])[0]) == 500


def start_ids_at(number):
    """Let the next entries get ids from a number on."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("ALTER SEQUENCE scoring_entry_id_seq RESTART WITH %s", [number])  # rolled back with the test
        else:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = 'scoring_entry'")
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('scoring_entry', %s)", [number])


@pytest.mark.django_db
def test_a_club_with_huge_ids_gets_small_ones_and_stays_proved(tmp_path):
    with installation():
        start_ids_at(1 << 40)
        play_evening()
        file = write(tmp_path / "club.zip")
        heads = list(Entry.objects.order_by("pk").values_list("hash", flat=True))
    settle_strangers(3)
    read(file)
    entries = Entry.objects.order_by("-pk")[: len(heads)]
    assert [bytes(entry.hash) for entry in entries][::-1] == [bytes(head) for head in heads]
    assert entries[0].pk - entries[len(heads) - 1].pk == len(heads) - 1
    assert verify() == []
