"""Exports as jobs: begun once for their key, made by a command, taken over by whoever looks, cleared away."""

import json
import uuid

import pytest
from django.core.management import call_command
from django.test import TestCase

from tarockclub.models import Job
from tarockclub.platform.jobs import runner
from tarockclub.platform.jobs.services import MOST_ATTEMPTS, claim_job
from tests.scoring.support.exports import open_workbook
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tarockclub.platform.jobs.test_jobs import data_folder, make_silent
from tests.tournaments.results.exports.exported import fresh
from tests.tournaments.support import factories
from tournaments.results.exports import services
from tournaments.results.exports.formats import CSV, JSON, XLSX

pytestmark = pytest.mark.django_db
RUNNING, FINISHED, FAILED = "running", "done", "failed"
__all__ = ["data_folder"]


@pytest.fixture
def begun_jobs(monkeypatch):
    """The processes that would have been begun."""
    found = []
    monkeypatch.setattr(runner, "start_process", lambda kind: found.append(kind))
    return found


@share_rows
def of():
    """A tournament whose first round is drawn."""
    return fresh(factories.whole(4)[0])


def new_key():
    return str(uuid.uuid4())


def start(of, form=XLSX, key="", language="de"):
    """Begin an export; its process is begun when the transaction is over."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        return services.start_export(of, key or new_key(), form, language)


def look(of, export):
    """An export as a page finds it now."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        now = services.find_export(of, export.key)
    assert now is not None
    return now


def test_the_same_key_begins_one_process(of, begun_jobs):
    key = new_key()
    assert start(of, key=key) == start(of, key=key.upper())
    assert len(begun_jobs) == 1


def test_what_is_being_made_already_is_not_begun_once_more(of, begun_jobs):
    first = start(of)
    assert start(of) == first
    assert start(of, CSV) != first
    assert len(begun_jobs) == 2


@pytest.mark.parametrize(
    ("key", "form"), [("x", XLSX), ("../../etc", XLSX), ("0" * 8 + "-0000-4000-8000-" + "0" * 12, "exe")]
)
def test_what_no_page_has_sent_begins_nothing(of, begun_jobs, key, form):
    with pytest.raises(ValueError, match=r"UUID|exe"):
        start(of, form, key)
    assert begun_jobs == []


def test_the_command_makes_all_that_wait_and_says_so(of, begun_jobs):
    export, other = start(of, language="en"), start(of, JSON)
    call_command("run_jobs", "export")
    done = look(of, export)
    assert (done.state, done.done, done.of) == (FINISHED, 1, 1)
    assert "Rounds" in open_workbook(done.load_file()).sheetnames
    assert start(of, key=export.key) == done
    assert json.loads(look(of, other).load_file())["about"]["tournament"] == of.name
    call_command("run_jobs", "export")


def test_whoever_looks_next_has_the_export_of_a_dead_process_made(of, begun_jobs):
    export = start(of)
    for attempt in range(1, MOST_ATTEMPTS + 1):
        assert claim_job(Job.Kind.EXPORT, "dead")
        assert look(of, export).state == RUNNING
        assert len(begun_jobs) == attempt
        make_silent()
        look(of, export)
    assert look(of, export).state == FAILED
    page = log_in(make_account("secretary")).get(f"/tournaments/{of.slug}/exports/{export.key}/")
    assert b'role="alert"' in page.content
    assert start(of).key != export.key


def test_the_pages_lead_from_the_button_to_the_file(of, begun_jobs):
    client = log_in(make_account("secretary"))
    address = f"/tournaments/{of.slug}/exports/"
    key = new_key()
    answer = client.post(address, {"key": key, "form": JSON})
    assert answer["Location"] == f"{address}{key}/"
    assert b"<progress" in client.get(answer["Location"]).content
    assert client.get(f"{address}{key}/state/").json() == {"state": RUNNING, "done": 0, "of": 1}
    assert client.get(f"{address}{key}/file/").status_code == 404
    call_command("run_jobs", "export")
    assert f"{address}{key}/file/" in client.get(answer["Location"]).content.decode()
    file = client.get(f"{address}{key}/file/")
    assert "attachment" in file["Content-Disposition"]
    assert json.loads(file.content)["about"]["tournament"] == of.name
    assert key in client.get(address).content.decode()


def test_an_export_of_another_tournament_is_not_found(of, begun_jobs):
    client = log_in(make_account("director"))
    export = start(of)
    other = factories.tournament(name="Anderes")
    assert client.get(f"/tournaments/{other.slug}/exports/{export.key}/").status_code == 404


def test_somebody_who_must_wait_is_told(of, begun_jobs):
    client = log_in(make_account("director"))
    for form in (XLSX, CSV):
        start(of, form)
    answer = client.post(f"/tournaments/{of.slug}/exports/", {"key": new_key(), "form": JSON})
    assert answer.status_code == 409
    assert b'role="alert"' in answer.content
