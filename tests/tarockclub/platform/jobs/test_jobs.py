"""Jobs in the table: taken once, taken over from dead processes, their results kept for a day."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now
from django.utils.module_loading import import_string

from tarockclub.models import Job, JobPart
from tarockclub.platform.clubs.features import collect_job_work
from tarockclub.platform.jobs import runner
from tarockclub.platform.jobs.runner import run_jobs
from tarockclub.platform.jobs.services import (
    LATE,
    MOST_ATTEMPTS,
    SILENT,
    BusyError,
    JobRequest,
    LostJobError,
    add_job,
    build_new_path,
    claim_job,
    delete_old_jobs,
    end_job,
    give_turn_up,
    load_result,
    renew_job,
    store_part,
    take_over_silent_jobs,
    take_turn,
)

pytestmark = pytest.mark.django_db
EXPORT, BACKUP = Job.Kind.EXPORT, Job.Kind.BACKUP
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    """A data folder of its own."""
    settings.DATA_DIR = tmp_path


def request(key="k", about="1 xlsx"):
    """A request for an export."""
    return JobRequest(EXPORT, key, about, {}, 3)


def make_silent(seconds=SILENT):
    """Let the last sign of life of all jobs be longer ago."""
    Job.objects.update(sign=Now() - seconds - timedelta(seconds=1))


def claim(process):
    """Claim a job that is waiting."""
    job = claim_job(EXPORT, process)
    assert job is not None
    return job


def take(process):
    """Take a turn that is free."""
    job = take_turn(BACKUP, process, DAY)
    assert job is not None
    return job


def state_of(job):
    """The state of a job now."""
    return Job.objects.values_list("state", flat=True).get(pk=job.pk)


def test_the_same_key_or_thing_is_the_same_job_until_it_has_ended():
    job, is_new = add_job(request(), 2)
    assert is_new
    assert add_job(request(about="2 csv"), 2) == (job, False)
    assert add_job(request(key="other"), 2) == (job, False)
    taken = claim("a")
    assert add_job(request(key="other"), 2) == (job, False)
    end_job(taken, Job.State.DONE)
    assert add_job(request(), 2) == (job, False)
    assert add_job(request(key="other"), 2)[1]


def test_a_place_is_free_again_when_a_job_has_ended():
    for key in "ab":
        add_job(request(key, key), 2)
    with pytest.raises(BusyError):
        add_job(request("c", "c"), 2)
    end_job(claim("a"), Job.State.FAILED)
    assert add_job(request("c", "c"), 2)[1]


def test_a_job_is_claimed_once():
    job, _new = add_job(request(), 2)
    assert claim("a") == job
    assert claim_job(EXPORT, "b") is None
    assert not take_over_silent_jobs(EXPORT)


def test_a_dead_process_loses_its_job_and_can_add_nothing_to_it_any_more():
    add_job(request(), 2)
    dead = claim("dead")
    store_part(dead, 0, b"half")
    make_silent()
    assert take_over_silent_jobs(EXPORT)
    assert not renew_job(dead, 1)
    living = claim("living")
    with pytest.raises(LostJobError):
        store_part(dead, 1, b" and more")
    end_job(dead, Job.State.FAILED)
    store_part(living, 0, b"whole")
    end_job(living, Job.State.DONE)
    assert state_of(living) == Job.State.DONE
    assert load_result(living.pk) == b"whole"


def test_after_some_attempts_a_job_has_failed():
    job, _new = add_job(request(), 2)
    for _attempt in range(MOST_ATTEMPTS - 1):
        claim("dead")
        make_silent()
        assert take_over_silent_jobs(EXPORT)
    claim("dead")
    make_silent()
    assert not take_over_silent_jobs(EXPORT)
    assert state_of(job) == Job.State.FAILED


def test_a_process_that_never_came_is_silent_too_and_so_is_a_sign_from_the_future():
    add_job(request(), 2)
    make_silent()
    assert not take_over_silent_jobs(EXPORT)
    make_silent(LATE)
    assert take_over_silent_jobs(EXPORT)
    claim("a")
    make_silent(-2 * SILENT)
    assert take_over_silent_jobs(EXPORT)


def test_a_process_works_on_all_that_waits_and_stores_it_in_pieces(monkeypatch):
    monkeypatch.setattr(runner, "PART_BYTES", 4)
    jobs = [add_job(request(key, key), 2)[0] for key in "ab"]

    def work(job, target, beat):
        beat.tell(2)
        target.write_bytes(f"file of {job.about}".encode())

    run_jobs(EXPORT, work)
    assert [load_result(job.pk) for job in jobs] == [b"file of a", b"file of b"]
    assert list(JobPart.objects.filter(job=jobs[0]).values_list("number", flat=True)) == [0, 1, 2]
    assert set(Job.objects.values_list("state", "done")) == {(Job.State.DONE, 2)}
    assert not list(build_new_path().parent.iterdir())


def test_one_that_stumbles_has_failed_and_leaves_no_file(caplog):
    job, _new = add_job(request(), 2)

    def stumble(_job, target, _beat):
        target.write_bytes(b"half")
        raise OSError("disk full")

    run_jobs(EXPORT, stumble)
    assert state_of(job) == Job.State.FAILED
    assert "disk full" in caplog.text
    assert not JobPart.objects.exists()
    assert not list(build_new_path().parent.iterdir())


def test_after_a_day_job_and_result_are_gone():
    add_job(request(), 2)
    job = claim("a")
    store_part(job, 0, b"file")
    end_job(job, Job.State.DONE)
    make_silent(DAY - timedelta(minutes=1))
    delete_old_jobs()
    assert load_result(job.pk) == b"file"
    make_silent(DAY)
    delete_old_jobs()
    assert not Job.objects.exists()
    assert not JobPart.objects.exists()


def test_a_turn_stays_with_its_process_until_it_is_given_up():
    end_job(take("a"), Job.State.DONE)
    assert take_turn(BACKUP, "b", DAY) is None
    job = take("a")
    assert take_turn(BACKUP, "a", DAY) is None  # it is running
    end_job(job, Job.State.DONE)
    give_turn_up(BACKUP, "b")
    assert take_turn(BACKUP, "b", DAY) is None
    give_turn_up(BACKUP, "a")
    assert take("b") == job


def test_a_turn_that_is_not_used_goes_to_another_process():
    end_job(take("a"), Job.State.DONE)
    make_silent(SILENT)
    assert take_turn(BACKUP, "b", DAY) is None
    make_silent(DAY)
    assert take("b")
    make_silent(SILENT)
    assert take("c")  # it has died during its work


@pytest.mark.parametrize("work", collect_job_work().values())
def test_the_work_of_every_kind_is_there(work):
    assert callable(import_string(work))
