"""Sites that this computer keeps up to date in folders of the data folder, as long as the thing is being played."""

import logging
import time
import uuid
from pathlib import Path

from django.conf import settings

from tarockclub.models import Job
from tarockclub.office.static_site.builder import SiteError, describe
from tarockclub.office.static_site.folder import update_folder
from tarockclub.platform.jobs.runner import Beat, has_server, resume_jobs, start_runner
from tarockclub.platform.jobs.services import BusyError, JobRequest, add_job
from tournaments.models import Season, Tournament

EVERY_SECONDS = 60.0
REST_FACTOR = 4  # after writing, so many times as long nothing is: the laptop has other things to do
TURN_SECONDS = 1800.0  # after which the process ends; the server starts another one every few minutes
SUFFIX = ".kept"  # of the file beside a folder: it is kept up to date
Contest = Tournament | Season
logger = logging.getLogger(__name__)


def find_folder(thing: Contest) -> Path:
    """Return the folder of a site."""
    return Path(settings.DATA_DIR) / "websites" / str(thing.slug)


def is_kept(thing: Contest) -> bool:
    """Tell whether the folder of a site is kept up to date."""
    return find_folder(thing).with_suffix(SUFFIX).exists()


def set_kept(thing: Contest, *, kept: bool) -> None:
    """Keep the folder of a site up to date from now on, or leave it as it is."""
    sign = find_folder(thing).with_suffix(SUFFIX)
    if kept:
        sign.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        sign.touch()
        resume_keeping()
    else:
        sign.unlink(missing_ok=True)


def resume_keeping() -> list[str]:
    """Have folders kept up to date, when the server starts and every few minutes; there is nothing to say."""
    resume_jobs(Job.Kind.FOLDER)
    if list_kept():
        try:
            _job, is_new = add_job(JobRequest(Job.Kind.FOLDER, uuid.uuid4().hex, "folders", {}, 1), most=1)
        except BusyError:
            return []
        if is_new:
            start_runner(Job.Kind.FOLDER)
    return []


def list_kept() -> list[Contest]:
    """Return what is kept up to date on this computer."""
    signs = (Path(settings.DATA_DIR) / "websites").glob(f"*{SUFFIX}")
    slugs = [uuid.UUID(sign.stem) for sign in signs]
    tournaments = Tournament.objects.select_related("club", "sheet_version").filter(slug__in=slugs, archived=None)
    return [*tournaments, *Season.objects.select_related("club").filter(slug__in=slugs)] if slugs else []


def keep_folders(_job: Job, target: Path, beat: Beat) -> None:
    """Keep the folders up to date until nothing is played any more; the work of a job, whose file is empty."""
    ends = time.monotonic() + TURN_SECONDS
    while has_server() and (things := list_kept()):
        began = time.monotonic()
        for thing in things:
            _update(thing)
            beat.tell(0)
        if began > ends:
            break
        pause(max(EVERY_SECONDS, REST_FACTOR * (time.monotonic() - began)))
    target.touch()


def _update(thing: Contest) -> None:
    """Write what has changed; for the last time once it has ended. Whatever goes wrong concerns this folder alone."""
    try:
        update_folder(describe(thing), find_folder(thing))
    except SiteError:  # nothing yet that everybody may see
        pass
    except Exception:
        logger.exception("The folder of a website could not be written: %s", thing.slug)
        return
    if thing.ended is not None:
        set_kept(thing, kept=False)


def pause(seconds: float) -> None:
    """Wait; tests do not."""
    time.sleep(seconds)
