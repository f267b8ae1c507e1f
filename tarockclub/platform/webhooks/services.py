"""The messages of a club: added with what they are about, sent by a process of their own, again until they arrive.

Each attempt is written down before it begins: one that a power cut ends counts, and the next one says that it is not
the first.
"""

import json
import time
import uuid
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils.functional import Promise
from django.utils.module_loading import import_string

from tarockclub.kit.time_source import now
from tarockclub.models import Club, Delivery, Job, Publication
from tarockclub.platform.jobs.runner import Beat, resume_jobs, run_jobs, start_process
from tarockclub.platform.jobs.services import BusyError, JobRequest, add_job
from tarockclub.platform.webhooks.sending import Answer, send

PROBE = "probe"
_STEPS = (10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600)
WAITS = tuple(timedelta(seconds=step) for step in _STEPS)  # after each attempt that has failed
MOST_ATTEMPTS = len(WAITS) + 1
PATIENCE = timedelta(seconds=90)  # for which the process waits for the next attempt; later ones start another process
MOST_LISTED = 20
MOST_KEPT = 200  # of each club, besides those that wait
_ABOUT = "deliveries"


class Event(NamedTuple):
    """A kind of message."""

    title: str | Promise  # on the page
    when: str  # in the documents
    example: Any  # its data, a dataclass: the fields are the schema


@dataclass(frozen=True)
class ProbeData:
    """The name of the club that sends a trial."""

    club: str


def load_events() -> Mapping[str, Event]:
    """Return all events by their names."""
    events: Mapping[str, Event] = import_string(settings.WEBHOOK_EVENTS)
    return events


def add_message(club: int, event: str, data: Mapping[str, Any]) -> Delivery | None:
    """Add a message for the program of a club, in the transaction of what it is about; None if the club has none."""
    hook = Publication.objects.filter(club=club).exclude(hook_url="").first()
    if hook is None:
        return None
    moment = now()
    body = json.dumps({"type": event, "timestamp": moment.isoformat(), "data": data}, ensure_ascii=False)
    made = Delivery.objects.create(club_id=club, event=event, body=body, made=moment, due=moment)
    transaction.on_commit(lambda: start_delivering(str(made.identity)))
    return made


def start_delivering(key: str) -> None:
    """Start the process that sends, unless one is at work; it looks for further messages before it ends."""
    try:
        _job, is_new = add_job(JobRequest(Job.Kind.WEBHOOK, key, _ABOUT, {}, 1), most=1)
    except BusyError:
        return
    if is_new:
        start_process(Job.Kind.WEBHOOK)


def resume_sending() -> list[str]:
    """Have messages sent whose time has come, when the server starts and every few minutes; there is nothing to say."""
    resume_jobs(Job.Kind.WEBHOOK)
    due = Delivery.objects.filter(state=Delivery.State.WAITING, due__lte=now()).order_by("due", "pk").first()
    if due is not None:
        start_delivering(f"{due.identity} {due.attempts}")
    return []


def send_due_messages(_job: Job, target: Path, beat: Beat) -> None:
    """Send all messages that are due, and those that will be soon; the work of a job, whose file is empty."""
    while True:
        delivery = _claim_delivery()
        if delivery is not None:
            _note_answer(delivery, _send(delivery))
            beat.tell(1)
            continue
        if not _wait_for_next():
            break
        beat.tell(0)
    target.touch()


def send_late_messages() -> None:
    """Send what was added after the last look and before the end of the job; then delete what is old."""
    while _find_next() is not None:
        try:
            _job, is_new = add_job(JobRequest(Job.Kind.WEBHOOK, str(uuid.uuid4()), _ABOUT, {}, 1), most=1)
        except BusyError:
            break
        if not is_new:
            break  # another process is at work
        run_jobs(Job.Kind.WEBHOOK, send_due_messages)
    delete_old_deliveries()


def _find_next() -> datetime | None:
    soon = now() + PATIENCE
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING, due__lte=soon)
    return waiting.order_by("due").values_list("due", flat=True).first()


def _wait_for_next() -> bool:
    """Wait for the next attempt, a second at most; return whether there is one."""
    due = _find_next()
    if due is None:
        return False
    time.sleep(min(1.0, max(0.05, (due - now()).total_seconds())))
    return True


def _claim_delivery() -> Delivery | None:
    """Return a message whose time has come, with the attempt that begins now; None if there is none."""
    with transaction.atomic():
        due = Delivery.objects.filter(state=Delivery.State.WAITING, due__lte=now())
        found = due.select_for_update(skip_locked=True, no_key=True).order_by("due", "pk").first()
        if found is None:
            return None
        wait = WAITS[min(found.attempts, len(WAITS) - 1)]
        found.attempts += 1
        found.due = now() + wait
        found.save(update_fields=["attempts", "due"])
        return found


def _send(delivery: Delivery) -> Answer:
    hook = Publication.objects.filter(club=delivery.club_id).exclude(hook_url="").first()
    if hook is None:
        return Answer("removed", arrived=False, is_final=True)
    return send(hook.hook_url, hook.hook_secret, delivery, int(time.time()))


def _note_answer(delivery: Delivery, answer: Answer) -> None:
    state = Delivery.State.WAITING
    if answer.arrived:
        state = Delivery.State.DONE
    elif answer.is_final or delivery.attempts >= MOST_ATTEMPTS or delivery.event == PROBE:
        state = Delivery.State.FAILED
    Delivery.objects.filter(pk=delivery.pk).update(state=state, answer=answer.word)


def send_probe(club: Club) -> Delivery | None:
    """Add a message that only shows that messages arrive; it is not sent again."""
    with transaction.atomic():
        return add_message(club.pk, PROBE, asdict(ProbeData(club.name)))


def list_deliveries(club: Club) -> list[Delivery]:
    """Return the last messages, the newest first."""
    return list(Delivery.objects.filter(club=club).order_by("-made", "-pk")[:MOST_LISTED])


def delete_old_deliveries() -> None:
    """Delete what arrived, or was given up, long ago."""
    for club in Delivery.objects.order_by().values_list("club", flat=True).distinct():
        ended = Delivery.objects.filter(club=club).exclude(state=Delivery.State.WAITING)
        kept = list(ended.order_by("-pk").values_list("pk", flat=True)[:MOST_KEPT])
        ended.exclude(pk__in=kept).delete()


def give_up_waiting(club: int) -> None:
    """Give up the messages that wait: the program that was to get them is no longer named."""
    waiting = Delivery.objects.filter(club=club, state=Delivery.State.WAITING)
    waiting.update(state=Delivery.State.FAILED, answer="removed")
