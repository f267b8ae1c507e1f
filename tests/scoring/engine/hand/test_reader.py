"""Lines out of a stream of bytes are read each by itself, with every field that docs/dev/hand-records.md names."""

import io
import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.evening.state import Session
from scoring.engine.hand.reader import _PLAY, _PREMIUM, _RECORD, _RENONCE, BOM, CHUNK, LONGEST, read_batches
from scoring.engine.hand.scorer import BATCH, format_explained_answer
from tests.scoring.engine.support.documents import Fence, code, fences, page, rows
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


PAGE = page("hand-records.md")
FENCES = fences(PAGE)
DESK = desk(language="en")


def fields(heading: str) -> set[str]:
    """The fields that a table of the page explains."""
    return {name for row in rows(PAGE, heading) for name in code(row[0])}


def answer_example(fence: Fence) -> dict[str, Any]:
    """The answer to the record in an example."""
    answer: dict[str, Any] = json.loads(DESK.answer_line(fence.text.replace("\n", " ").encode())[0])
    return answer


def test_every_field_of_a_record_is_explained_and_no_other():
    assert fields("field") == _RECORD
    assert fields("field of a play") == _PLAY
    assert fields("field of a premium") == _PREMIUM
    assert fields("field of a renonce") == _RENONCE


def test_every_field_of_an_answer_is_explained_and_no_other():
    answers = [answer_example(fence) for fence in FENCES if fence.kind == "json" and "ok" not in json.loads(fence.text)]
    answers += [json.loads(DESK.answer_line(line.encode())[0]) for line in evening().text.splitlines()]
    starting = json.loads(Session(DESK).answer_line(b'{"sheet": "treffpunkt", "plays": [' + TRISCHAKEN + b"]}")[0])
    assert starting["starts_radl"] is True
    of_evening = fields("field of an evening's answer")
    assert {name for answer in answers for name in answer} | starting.keys() - of_evening == fields(
        "field of an answer"
    )
    assert {name for answer in answers for line in answer.get("lines", []) for name in line} == fields(
        "field of a line"
    )
    five = json.loads(Session(DESK, 5).answer_line(b'{"sheet": "treffpunkt", "plays": [' + TRISCHAKEN + b"]}")[0])
    assert five.keys() - starting.keys() == {"active"}
    assert five.keys() - fields("field of an answer") == of_evening


TRISCHAKEN = b'{"contract": "trischaken", "declarer": 0, "points": [30, 20, 12, 8]}'


def evening() -> Fence:
    """The evening on the page."""
    return next(fence for fence in FENCES if fence.kind == "jsonl")


def examples() -> Iterator[tuple[Fence, Fence]]:
    """Each record of the page with what stands behind it."""
    pairs = pairwise(FENCES)
    return ((fence, after) for fence, after in pairs if fence.kind == "json" and "ok" not in json.loads(fence.text))


def test_every_record_on_the_page_is_answered_as_printed():
    printed = 0
    for record, after in examples():
        if after.kind == "text":
            assert format_explained_answer(*DESK.answer_line(record.text.encode()), "en") + "\n" == after.text
            printed += 1
        elif "ok" in json.loads(after.text):
            assert answer_example(record) == json.loads(after.text)
            printed += 1
        else:
            assert answer_example(record)["ok"] is True
    assert printed == 5


def test_the_evening_on_the_page_is_answered_as_printed():
    session = Session(desk("treffpunkt", "en"))
    told = [format_explained_answer(*session.answer_line(line.encode()), "en") for line in evening().text.splitlines()]
    assert "\n".join(told) + "\n" == FENCES[FENCES.index(evening()) + 1].text
