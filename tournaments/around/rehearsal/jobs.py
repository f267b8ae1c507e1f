"""The work of the robots: one job for each rehearsal, in a process of its own that ends with it."""

import time
import uuid
from pathlib import Path

from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError
from django.db.models import Exists, OuterRef

from tarockclub.models import Job
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.jobs.runner import Beat, has_server, resume_jobs, start_runner
from tarockclub.platform.jobs.services import BusyError, JobRequest, add_job
from tournaments.around.rehearsal.ending import LASTS, end_old_rehearsals
from tournaments.around.rehearsal.robots import play_robot_turn
from tournaments.models import Round, Tournament

TURN_SECONDS = 1.0
IDLE_SECONDS = 20 * 60.0  # without a round that is played: the robots go, and come back when one has begun
MOST_ROBOTS = 4  # processes, for all clubs
_ARGUMENT = "rehearsal"


def send_robots(rehearsal: Tournament) -> bool:
    """Have a process play at the tables of a rehearsal, unless one does already; False if too many do elsewhere."""
    resume_jobs(Job.Kind.REHEARSE)
    about = f"rehearsal {rehearsal.pk}"
    open_ones = Job.objects.filter(kind=Job.Kind.REHEARSE, state__in=Job.OPEN)
    if open_ones.exclude(about=about).count() >= MOST_ROBOTS:
        return False
    asked = JobRequest(Job.Kind.REHEARSE, str(uuid.uuid4()), about, {_ARGUMENT: rehearsal.pk}, 0)
    try:
        _job, is_new = add_job(asked, 1, rehearsal.club_id)
    except BusyError:
        return False
    if is_new:
        start_runner(Job.Kind.REHEARSE)
    return True


def resume_rehearsals() -> None:
    """End what has lasted a day, and send the robots back to rounds that are played without them."""
    with enter_all_clubs():
        end_old_rehearsals()
        playing = Round.objects.filter(tournament=OuterRef("pk"), started__isnull=False, closed=None)
        for rehearsal in Tournament.everything.filter(Exists(playing)).exclude(rehearsal_of=None):
            send_robots(rehearsal)


def play_rehearsal(job: Job, target: Path, beat: Beat) -> None:
    """Take one turn after the other while the rehearsal and the server live, and something is played now and then.

    The limits are of real time: simulated time may stand still.
    """
    target.write_bytes(b"")  # a job has a file, and this one nothing to say
    busy = begun = time.monotonic()
    while has_server() and time.monotonic() - busy < IDLE_SECONDS and time.monotonic() - begun < LASTS.total_seconds():
        rehearsal = Tournament.everything.filter(pk=job.arguments[_ARGUMENT]).select_related("club").first()
        if rehearsal is None:
            return
        if Round.objects.filter(tournament=rehearsal, started__isnull=False, closed=None).exists():
            busy = time.monotonic()
        beat.tell(_take_turn(rehearsal))
        time.sleep(TURN_SECONDS)


def _take_turn(rehearsal: Tournament) -> int:
    try:
        return play_robot_turn(rehearsal)
    except (DatabaseError, ObjectDoesNotExist):
        # It was ended in this very moment, or the disk is full: the next turn tells.
        if Tournament.everything.filter(pk=rehearsal.pk).exists():
            raise
        return 0
