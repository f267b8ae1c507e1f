"""The output of `manage.py score --explain`."""

import json
from typing import Any

from scoring.engine.evening.state import Session
from scoring.engine.hand.scorer import format_explained_answer
from tests.scoring.engine.support.invented_sheets import desk


def print_record(record: dict[str, Any], own: str | None = None, language: str = "en") -> list[str]:
    """The lines printed for a record."""
    return format_explained_answer(*desk(own, language).answer_line(json.dumps(record).encode()), language).splitlines()


def test_a_written_score_that_differs_is_printed_beneath_the_money():
    play = {"contract": "dreier", "declarer": 1, "result": "won", "kontra": 2}
    assert print_record({"sheet": "skoty", "plays": [{**play, "kontra": 4}]})[-2:] == [
        "  seat 0: −20, seat 1: +60, seat 2: −20, seat 3: −20",
        "  written score: seat 0: −10, seat 1: +30, seat 2: −10, seat 3: −10",
    ]
    assert not any("written score:" in line for line in print_record({"sheet": "skoty", "plays": [play]}))


def test_a_radl_says_how_long_it_lasts():
    play = {"contract": "trischaken", "declarer": 0, "points": [30, 20, 12, 8]}
    assert print_record({"sheet": "treffpunkt", "plays": [play]}, language="de")[-1] == "  Jetzt ein Radl: eine Runde."
    nothing = {
        "plays": [{"contract": "rufer", "declarer": 0, "partner": 1, "result": "won"}],
        "premiums": [{"premium": "pagat", "side": "defence"}],
    }
    assert print_record(nothing, "radl-one-deal", "de")[-1] == "  Jetzt ein Radl: 1."


def test_a_warning_and_the_problems_are_printed_with_their_place():
    record = {
        "id": "b7",
        "sheet": "zwanzigerrufen",
        "plays": [{"contract": "normalspiel", "declarer": 1, "partner": 2, "points": 60}],
    }
    lines = print_record(record, language="de")
    assert lines[0] == "b7"
    assert lines[-1].startswith("  ! Die Punkte reichen für Absolut still")
    assert print_record(record | {"radl": 3})[1] == "  radl: Radl is true, false, 4 or 8."
    assert format_explained_answer(*desk(language="en").answer_line(b"{"), "en").startswith(
        "  -: This line is not JSON"
    )


def test_the_marks_and_totals_of_an_evening_are_printed():
    session = Session(desk())
    hand = b'{"sheet": "treffpunkt", "plays": [{"contract": "dreier", "declarer": 1, "result": "won"}]}'
    session.answer_line(hand)
    told = [
        format_explained_answer(*session.answer_line(line), "de").splitlines()
        for line in (b'{"redeal": true}', b'{"void": true}')
    ]
    assert [lines[0] for lines in told] == ["Neu gegeben: derselbe Geber.", "Ungültig: alle bekommen 0."]
    assert told[0][1] == "  Stand: −5  15  −5  −5"
