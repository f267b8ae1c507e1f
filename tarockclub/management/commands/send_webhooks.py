"""manage.py send_webhooks: sends the messages to the programs that clubs notify."""

import uuid
from typing import Any

from tarockclub.jobs.runner import let_site_go_first, run_jobs
from tarockclub.jobs.services import BusyError, JobRequest, add_job
from tarockclub.models import Job
from tarockclub.server.database_state import DatabaseCommand
from tarockclub.webhooks.services import delete_old_deliveries, has_due_messages, work_off

NICE = 5  # the site comes first


class Command(DatabaseCommand):
    """The process that sends; it ends when nothing is due soon."""

    help = "Sends messages about what was published to the programs that clubs notify; not meant to be called by hand."

    def handle(self, *args: Any, **options: Any) -> None:
        let_site_go_first(NICE)
        run_jobs(Job.Kind.WEBHOOK, work_off)
        # One may have been added after the last look and before the end of the job.
        while has_due_messages():
            try:
                _job, is_new = add_job(JobRequest(Job.Kind.WEBHOOK, str(uuid.uuid4()), "deliveries", {}, 1), most=1)
            except BusyError:
                break
            if not is_new:
                break  # another process is at work
            run_jobs(Job.Kind.WEBHOOK, work_off)
        delete_old_deliveries()
