"""Several servers at the same moment: one job for one thing, one process for one job."""

import pytest

from tarockclub.models import Job
from tarockclub.platform.jobs.services import BusyError, JobRequest, add_job, claim_job, take_over_silent_jobs
from tests.scoring.book.ledger.test_races import PHONES, at_once
from tests.tarockclub.platform.jobs.test_jobs import make_silent

pytestmark = pytest.mark.usefixtures("fresh_database")
KIND = Job.Kind.EXPORT


def add(key, about):
    """Add a job; None if too many are open."""
    try:
        return add_job(JobRequest(KIND, key, about, {}, 1), 2)[0].pk
    except BusyError:
        return None


def test_one_key_is_one_job_and_so_is_one_thing():
    assert len(set(at_once(lambda _server: add("k", "1 xlsx")))) == 1
    assert len(set(at_once(lambda server: add(str(server), "2 xlsx")))) == 1
    assert Job.objects.count() == 2


def test_never_more_are_open_than_may_be_and_each_is_claimed_once():
    found = at_once(lambda server: add(str(server), f"{server} xlsx"))
    assert len(set(found) - {None}) == Job.objects.count() == 2
    claimed = at_once(lambda server: claim_job(KIND, str(server)))
    assert len({job.pk for job in claimed if job}) == len([job for job in claimed if job]) == 2
    make_silent()
    assert any(at_once(lambda _server: take_over_silent_jobs(KIND)))
    assert len([job for job in at_once(lambda server: claim_job(KIND, f"{PHONES}{server}")) if job]) == 2
