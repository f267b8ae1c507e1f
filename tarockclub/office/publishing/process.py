"""The process that sends: it looks every few seconds whether something has changed, and ends with the server.

It reads what phones have saved; nobody who saves a hand waits for it or starts it.
"""

import logging
import time
import uuid
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from django.db import transaction

from tarockclub.models import Job, SentSite
from tarockclub.office.publishing.sending import (
    Moment,
    RemoteState,
    find_moment,
    pause,
    save_state,
    send_beat,
    send_site,
)
from tarockclub.platform.jobs.runner import Beat, has_server, resume_jobs, start_process
from tarockclub.platform.jobs.services import BusyError, JobRequest, add_job
from tarockclub.platform.parcels.peer import HttpPeer, Peer

LOOK_SECONDS = 2.0
REST_FACTOR = 4  # after reading and sending, so many times as long nothing is: the laptop has other things to do
BEAT_SECONDS = 60.0
QUIET_SECONDS = 300.0  # without a change, after which the process ends; what begins later starts another one
TROUBLE_SECONDS = (5.0, 10.0, 20.0, 30.0, 60.0)
SLOW_SECONDS = 10.0  # for a trouble, after which the other sites of the same club wait for another turn
GIVE_UP_SECONDS = 6 * 3600.0  # of troubles without a change; only what is to be taken off is tried for longer
RARE_SECONDS = 600.0  # between attempts after that
BROKEN, ENDED_THERE, GIVEN_UP = "broken", "ended_there", "given_up"
_ABOUT = "publishing"
logger = logging.getLogger(__name__)


@dataclass
class Attention:
    """The knowledge of this process about a site; times by its own clock."""

    next_look: float = 0.0
    next_beat: float = 0.0
    changed: float = 0.0
    failures: int = 0
    failing_since: float | None = None
    sign: str = ""  # of the moment that was seen last
    remote: RemoteState = field(default_factory=RemoteState)


def start_publishing() -> None:
    """Start the process that sends once this transaction is done, unless one is at work."""
    transaction.on_commit(partial(_start, uuid.uuid4().hex))


def _start(key: str) -> None:
    try:
        _job, is_new = add_job(JobRequest(Job.Kind.PUBLISH, key, _ABOUT, {}, 1), most=1)
    except BusyError:
        return
    if is_new:
        start_process(Job.Kind.PUBLISH)


def resume_publishing() -> list[str]:
    """Have sent what has changed meanwhile, when the server starts and every few minutes; there is nothing to say."""
    resume_jobs(Job.Kind.PUBLISH)
    if any(must_watch(site) for site in list_sites()):
        _start(uuid.uuid4().hex)
    return []


def list_sites() -> list[SentSite]:
    """Return the sites that are sent, or that are still to be taken off there; only with an address."""
    addressed = SentSite.objects.filter(club__hosted_address__isnull=False).select_related("club__hosted_address")
    return [site for site in addressed.order_by("pk") if site.is_on or site.is_there]


def must_watch(site: SentSite) -> bool:
    """Tell whether something is to be sent, or may be soon."""
    if not site.is_on:
        return site.is_there
    try:
        moment = find_moment(site)
    except Exception:
        logger.exception("A site cannot be read: %s", site)
        return True  # the process notes it
    if moment is None:
        return True  # it is to be taken off
    return not is_resting(site, moment) and (moment.is_live or site.sign != moment.sign)


def is_resting(site: SentSite, moment: Moment | None) -> bool:
    """Tell whether a site is not sent any more: it was ended there, or given up and has not changed since."""
    return site.trouble == ENDED_THERE or (site.trouble == GIVEN_UP and moment is not None and site.sign == moment.sign)


def work_off(_job: Job, target: Path, beat: Beat) -> None:
    """Send until nothing changes any more; the work of a job, whose file is empty."""
    known: dict[int, Attention] = {}
    while has_server():
        is_busy = False
        slow: set[int] = set()  # clubs whose peer lets all wait
        for site in list_sites():
            began = time.monotonic()
            attention = known.setdefault(site.pk, Attention(changed=began))
            address = site.club.hosted_address
            peer = HttpPeer(address.url, address.secret)
            is_busy = site.club_id in slow or watch_site(site, peer, attention) or is_busy
            if site.trouble and time.monotonic() - began > SLOW_SECONDS:
                slow.add(site.club_id)
            beat.tell(0)
        if not is_busy:
            break
        pause(LOOK_SECONDS)
    target.touch()


def watch_site(site: SentSite, peer: Peer, attention: Attention) -> bool:
    """Do what is due for a site; return whether something more may be due soon.

    Whatever goes wrong is the trouble of this site alone: the process sends others, too.
    """
    if site.trouble == BROKEN and time.monotonic() < attention.next_look:
        return True
    try:
        return _watch(site, peer, attention)
    except Exception:
        logger.exception("A site could not be sent: %s", site)
        attention.remote.forget()
        save_state(site, trouble=BROKEN)
        _note_attempt(attention, 0, is_done=False)
        return True


def _watch(site: SentSite, peer: Peer, attention: Attention) -> bool:
    moment = find_moment(site) if site.is_on else None
    began = time.monotonic()
    if moment is None and site.is_on:  # it was deleted, and with it the page on which it could be switched off
        site.is_on = False
        SentSite.objects.filter(pk=site.pk).update(is_on=False, trouble="")
    if is_resting(site, moment):
        return False
    sign = "" if moment is None else moment.sign
    if sign != attention.sign:
        attention.sign, attention.failing_since = sign, None
    is_live = moment is not None and moment.is_live
    has_changed = moment is None or not site.is_on or site.sign != moment.sign
    if has_changed and began >= attention.next_look:
        attention.changed = began
        is_done = send_site(site, peer, attention.remote)
        rest = REST_FACTOR * (time.monotonic() - began)
        _note_attempt(attention, rest, is_done=is_done)
        if not is_done and not site.trouble:
            attention.next_look = began  # the time of a turn was over: it goes on after the others
    elif not has_changed and is_live and began >= attention.next_beat:
        _note_attempt(attention, 0, is_done=send_beat(site, peer, is_live=is_live))
    if not site.is_on:
        return site.is_there
    if _is_failing_long(attention):
        attention.failing_since = None
        save_state(site, trouble=GIVEN_UP, sign=sign)
        return False
    return is_live or bool(site.trouble) or began - attention.changed < QUIET_SECONDS


def _is_failing_long(attention: Attention) -> bool:
    since = attention.failing_since
    return since is not None and time.monotonic() - since > GIVE_UP_SECONDS


def _note_attempt(attention: Attention, rest: float, *, is_done: bool) -> None:
    moment = time.monotonic()
    if is_done:
        attention.failures, attention.failing_since, attention.next_look = 0, None, moment + rest
        attention.next_beat = moment + BEAT_SECONDS
        return
    if attention.failing_since is None:
        attention.failing_since = moment
    wait = TROUBLE_SECONDS[min(attention.failures, len(TROUBLE_SECONDS) - 1)]
    if _is_failing_long(attention):
        wait = RARE_SECONDS
    attention.failures += 1
    attention.next_look = attention.next_beat = moment + max(wait, rest)
