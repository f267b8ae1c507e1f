"""Exports in processes of their own: begun once for their key, told where they have stopped, cleared away."""

import json
import os
import subprocess
import sys
import time
import uuid

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.scoring.support.exports import opened
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.exports.exported import fresh
from tests.tournaments.support import factories
from tournaments.exports import jobs
from tournaments.exports.jobs import FAILED, JOB_DONE, RUNNING, Busy, Job
from tournaments.exports.services import CSV, JSON, XLSX, find_export_folder

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    """A data folder of its own."""
    settings.DATA_DIR = tmp_path


@pytest.fixture
def begun(monkeypatch):
    """The processes that would have been begun."""
    found = []
    monkeypatch.setattr(jobs, "_run", lambda job, language: found.append(job))
    return found


@share_rows
def of():
    """A tournament whose first round is drawn."""
    return fresh(factories.whole(4)[0])


def new_key():
    return str(uuid.uuid4())


def told_of(job: Job) -> Job:
    """An export as it is now."""
    now = jobs.find_job(job.key)
    assert now is not None
    return now


def test_the_same_key_begins_one_process(of, begun):
    key = new_key()
    assert jobs.start(of, key, XLSX, "de") == jobs.start(of, key.upper(), XLSX, "de")
    assert len(begun) == 1


def test_what_is_being_made_already_is_not_begun_once_more(of, begun):
    first = jobs.start(of, new_key(), XLSX, "de")
    assert jobs.start(of, new_key(), XLSX, "de") == first
    assert jobs.start(of, new_key(), CSV, "de") != first
    assert [one.form for one in begun] == [XLSX, CSV]


def test_a_third_one_has_to_wait(of, begun):
    jobs.start(of, new_key(), XLSX, "de")
    jobs.start(of, new_key(), CSV, "de")
    with pytest.raises(Busy):
        jobs.start(of, new_key(), JSON, "de")
    assert len(begun) == 2


@pytest.mark.parametrize(
    ("key", "form"), [("", XLSX), ("../../etc", XLSX), ("0" * 8 + "-0000-4000-8000-" + "0" * 12, "exe")]
)
def test_what_no_page_has_sent_begins_nothing(of, begun, key, form):
    with pytest.raises(ValueError, match=r"UUID|exe"):
        jobs.start(of, key, form, "de")
    assert begun == []


def test_the_command_makes_the_file_and_says_so(of, begun):
    job = jobs.start(of, new_key(), XLSX, "en")
    call_command("export_tournament", job.key, language="en")
    done = told_of(job)
    assert done.file is not None
    assert (done.state, done.done, done.of) == (JOB_DONE, 1, 1)
    assert "Standings of round 1" in opened(done.file.read_bytes()).sheetnames
    assert jobs.start(of, job.key, XLSX, "en") == done
    assert sorted(path.suffix for path in find_export_folder().iterdir()) == [".file", ".job"]
    with pytest.raises(CommandError):
        call_command("export_tournament", job.key)


def test_one_that_stumbles_is_told_and_leaves_no_half_file(of, begun, monkeypatch):
    job = jobs.start(of, new_key(), XLSX, "en")

    def stumble(_tournament, _form, _language, target, _tell):
        target.write_bytes(b"half")
        raise OSError("disk full")

    monkeypatch.setattr("tournaments.management.commands.export_tournament.write_export", stumble)
    with pytest.raises(OSError, match="disk full"):
        call_command("export_tournament", job.key)
    assert told_of(job).state == FAILED
    assert [path.suffix for path in find_export_folder().iterdir()] == [".job"]


def test_a_process_that_has_ended_without_a_word_has_failed(of, begun):
    job = jobs.start(of, new_key(), XLSX, "de")
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    jobs._processes[job.key] = process
    assert [told_of(job).state for _look in range(2)] == [FAILED] * 2
    page = log_in(make_account("secretary")).get(f"/tournaments/{of.slug}/exports/{job.key}/")
    assert b'role="alert"' in page.content
    assert jobs.start(of, new_key(), XLSX, "de").key != job.key


def test_one_of_which_nothing_is_heard_any_more_has_failed(of, begun):
    job = jobs.start(of, new_key(), XLSX, "de")
    assert told_of(job).state == RUNNING
    long_ago = time.time() - 2 * jobs.SILENT_SECONDS
    os.utime(find_export_folder() / f"{job.key}.job", (long_ago, long_ago))
    assert told_of(job).state == FAILED


def test_after_a_day_it_is_gone(of, begun):
    job = jobs.start(of, new_key(), XLSX, "de")
    call_command("export_tournament", job.key)
    yesterday = time.time() - jobs.KEPT_SECONDS - 60
    for path in find_export_folder().iterdir():
        os.utime(path, (yesterday, yesterday))
    jobs.start(of, new_key(), CSV, "de")
    assert jobs.find_job(job.key) is None
    assert not job.file.exists()


def test_the_pages_lead_from_the_button_to_the_file(of, begun):
    client = log_in(make_account("secretary"))
    address = f"/tournaments/{of.slug}/exports/"
    key = new_key()
    answer = client.post(address, {"key": key, "form": JSON})
    assert answer["Location"] == f"{address}{key}/"
    assert b"<progress" in client.get(answer["Location"]).content
    assert client.get(f"{address}{key}/state/").json() == {"state": RUNNING, "done": 0, "of": 1}
    assert client.get(f"{address}{key}/file/").status_code == 404
    call_command("export_tournament", key)
    assert f"{address}{key}/file/" in client.get(answer["Location"]).content.decode()
    file = client.get(f"{address}{key}/file/")
    assert "attachment" in file["Content-Disposition"]
    assert json.loads(file.content)["about"]["tournament"] == of.name
    assert key in client.get(address).content.decode()


def test_an_export_of_another_tournament_is_not_found(of, begun):
    client = log_in(make_account("director"))
    job = jobs.start(of, new_key(), XLSX, "de")
    other = factories.tournament(name="Anderes")
    assert client.get(f"/tournaments/{other.slug}/exports/{job.key}/").status_code == 404


def test_somebody_who_must_wait_is_told(of, begun):
    client = log_in(make_account("director"))
    for form in (XLSX, CSV):
        jobs.start(of, new_key(), form, "de")
    answer = client.post(f"/tournaments/{of.slug}/exports/", {"key": new_key(), "form": JSON})
    assert answer.status_code == 409
    assert b'role="alert"' in answer.content
