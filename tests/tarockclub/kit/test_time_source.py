"""The one source of time: what a file says of it, and what it says where there is none."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.apps import apps
from django.db.models import NOT_PROVIDED, DateField, TimeField
from django.db.models.functions import Now

from tarockclub.kit import time_source
from tarockclub.kit.time_source import REAL_TIME, Course, compute_time, is_simulated, load_course, now, pretend_time
from tests.support.paths import ROOT

REAL = datetime(2026, 1, 6, 19, tzinfo=UTC)
APPS = ("scoring", "tarockclub", "tournaments")
OTHER_CLOCKS = re.compile(
    r"\b((timezone|datetime)\.now|datetime\.utcnow|(date|datetime)\.today|time\.time|(?<!def )(?<!\.)Now)\("
    r"|\blocal(date|time)\(\)"
)
# Who reads another clock, and why that must not be the program's time.
READERS = {
    "tarockclub/kit/time_source.py": "it is the source",
    "tarockclub/kit/computer_clock.py": "watches the computer's clock",
    "tarockclub/platform/accounts/authentication.py": "seconds within a session, which Django ends by its clock",
    "tarockclub/platform/accounts/sessions.py": "sessions, which Django ends by its clock",
    "tarockclub/platform/jobs/services.py": "files, and signs of life of several computers, by the database's clock",
    "tarockclub/platform/server/wsgi/inn.py": "seconds of a connection",
    "tarockclub/standalone_models/installation.py": "the same signs of life",
    **{
        f"tarockclub/office/backups/{name}.py": "compares with the time of files, also of other computers"
        for name in ("audit", "contents", "folder", "restore", "second_folder", "selectors", "services", "stand_by")
    },
}


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


def test_stored_moments_have_no_other_source():
    fields = [
        (field, f"{model._meta.label}.{field.name}")
        for model in apps.get_models()
        if model._meta.app_label in APPS
        for field in model._meta.concrete_fields
        if isinstance(field, DateField | TimeField)
    ]
    assert len(fields) > 50
    by_itself = [name for field, name in fields if field.auto_now or field.auto_now_add]
    assert by_itself == []
    assert [name for field, name in fields if field.default not in (NOT_PROVIDED, None, now)] == []
    assert [name for field, name in fields if isinstance(field.db_default, Now)] == ["tarockclub.Job.sign"]


def test_no_module_reads_another_clock_without_a_reason():
    sources = {path.relative_to(ROOT).as_posix(): path for app in APPS for path in (ROOT / app).rglob("*.py")}
    readers = {name for name, path in sources.items() if OTHER_CLOCKS.search(path.read_text("utf-8"))}
    assert {name for name in readers if "/migrations/" not in name} == READERS.keys()
