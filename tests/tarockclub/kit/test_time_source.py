"""The one source of time: what a file says of it, and what it says where there is none."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from tarockclub.kit import time_source
from tarockclub.kit.time_source import REAL_TIME, Course, compute_time, is_simulated, load_course, now, pretend_time
from tests.support.paths import ROOT

REAL = datetime(2026, 1, 6, 19, tzinfo=UTC)


def test_without_a_file_it_is_the_real_time():
    assert abs(now() - datetime.now(UTC)) < timedelta(seconds=5)
    assert not is_simulated()


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (Course(), REAL),
        (Course(ahead=1800), REAL + timedelta(minutes=30)),
        (Course(speed=60, since=REAL.timestamp() - 10), REAL + timedelta(seconds=590)),
        (Course(speed=0, since=REAL.timestamp() - 10), REAL - timedelta(seconds=10)),
    ],
)
def test_it_runs_as_it_is_said(said, expected):
    assert compute_time(said, REAL) == expected


def test_a_file_is_read_anew_when_it_changes(tmp_path, settings):
    settings.TIME_FILE = tmp_path / "time.json"
    assert is_simulated()
    assert abs(now() - datetime.now(UTC)) < timedelta(seconds=5)
    for hours in (1, 5):
        written = tmp_path / "new.json"
        written.write_text(json.dumps({"ahead": hours * 3600}))
        written.replace(settings.TIME_FILE)
        assert abs(now() - datetime.now(UTC) - timedelta(hours=hours)) < timedelta(seconds=5)


@pytest.mark.parametrize("text", ["", "x", "[]", "null", '{"ahead": "x"}', '{"ahead": null}', '{"other": 1}'])
def test_what_cannot_be_read_changes_nothing(tmp_path, text):
    file = tmp_path / "time.json"
    file.write_text(text)
    assert load_course(file) == REAL_TIME
    assert time_source.compute_time(load_course(file), REAL) == REAL


def test_what_is_pretend_time_happened_then_and_is_no_time_that_runs_by_itself():
    then = datetime(2026, 1, 6, 20, tzinfo=UTC)
    with pretend_time(then):
        assert now() == then
        assert not is_simulated()
        with pytest.raises(KeyError), pretend_time(then + timedelta(hours=1)):
            raise KeyError
        assert now() == then
    assert now() > then


def test_only_the_demo_tells_of_another_time_than_it_is():
    root = ROOT
    sources = (file for app in ("scoring", "tarockclub", "tournaments") for file in (root / app).rglob("*.py"))
    telling = {str(file.parent.relative_to(root)) for file in sources if "pretend_time" in file.read_text("utf-8")}
    assert telling == {"tarockclub/kit", "tarockclub/office/demo"}
