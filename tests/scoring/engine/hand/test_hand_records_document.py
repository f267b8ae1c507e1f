"""docs/dev/hand-records.md names every field that there is, and its examples are answered as printed."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from scoring.engine.evening.state import Session
from scoring.engine.hand.reader import _PLAY, _PREMIUM, _RECORD, _RENONCE
from scoring.engine.hand.scorer import format_explained_answer
from tests.scoring.engine.support.documents import Fence, code, fences, page, rows
from tests.scoring.engine.support.invented_sheets import desk

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
