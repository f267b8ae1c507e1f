"""Lines out of a stream of bytes: nothing lost, nothing kept, no line without end, each answered as by itself."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand.reader import BOM, CHUNK, LONGEST, read_batches
from scoring.engine.hand.scorer import BATCH
from tests.scoring.engine.support.invented_sheets import desk


class Dripping(io.BytesIO):
    """A stream that gives a few bytes at a time, as a pipe may."""

    def __init__(self, content: bytes, sizes: list[int]) -> None:
        super().__init__(content)
        self.sizes = sizes

    def read1(self, size: int | None = -1, /) -> bytes:
        return super().read(min(size or 0, self.sizes.pop(0)) if self.sizes else size)


def lines_of(content: bytes, sizes: list[int] | None = None) -> list[bytes]:
    return [line for batch in read_batches(Dripping(content, sizes or [])) for line in batch]


@given(st.lists(st.binary(max_size=20).filter(lambda line: b"\n" not in line)), st.lists(st.integers(1, 9)))
def test_every_line_comes_out_however_the_bytes_come_in(lines, sizes):
    content = b"\n".join(lines)
    expected = [line for line in content.removeprefix(BOM).split(b"\n") if line.strip()]
    assert lines_of(content, sizes) == expected


@pytest.mark.parametrize("sizes", [[], [1, 1, 1, 1], [2, 5], [3]])
def test_a_byte_order_mark_in_front_is_no_part_of_the_first_line(sizes):
    assert lines_of(BOM + b"{}\n{}\n", sizes) == [b"{}", b"{}"]


def test_a_byte_order_mark_elsewhere_is_kept():
    assert lines_of(b"{}\n" + BOM + b"{}") == [b"{}", BOM + b"{}"]


def test_an_answer_is_not_kept_waiting_for_the_next_line():
    stream = read_batches(Dripping(b"{}\n[]\n", [3, 3]))
    assert next(stream) == [b"{}"]


@pytest.mark.parametrize("end", [b"", b"\n{}"])
def test_a_line_without_end_is_cut_and_the_next_one_is_whole(end):
    lines = lines_of(b"x" * (LONGEST + 3 * CHUNK) + end)
    assert lines == [b"x" * (LONGEST + 1), *([b"{}"] if end else [])]


def test_windows_line_ends_and_blank_lines_are_no_records():
    assert lines_of(b"\r\n  \n{}\r\n\n") == [b"{}\r"]


def line(number: int) -> bytes:
    """A Dreier of one seat after the other; every fifth line is no JSON."""
    play = {"contract": "dreier", "declarer": number % 4, "result": "won"}
    record = {"id": str(number), "sheet": "treffpunkt", "plays": [play]}
    return json.dumps(record).encode() if number % 5 else b"{"


@pytest.mark.parametrize("count", [0, 1, BATCH - 1, BATCH, BATCH + 1, 2 * BATCH + 3])
def test_every_line_has_its_answer_in_its_turn(count):
    lines = [line(number) for number in range(count)]
    scorer = desk()
    assert list(scorer.answer_lines(lines)) == [scorer.answer_line(single) for single in lines]
