"""The process that sends: it looks every few seconds whether something has changed, and ends with the server.

It reads what phones have saved; nobody who saves a hand waits for it or starts it.
"""

import os
import time
import uuid
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from django.db import transaction
from django.http import Http404

from tarockclub.jobs.runner import Beat, resume_jobs, start_process
from tarockclub.jobs.services import BusyError, JobRequest, add_job
from tarockclub.models import HostedAddress, Job, SentSite
from tournaments.live_publishing.peer import HttpPeer, Peer
from tournaments.live_publishing.sending import Moment, find_moment, pause, send_beat, send_site

LOOK_SECONDS = 3.0
REST_FACTOR = 4  # after making pages, so many times as long nothing is made: the laptop has other things to do
BEAT_SECONDS = 60.0
QUIET_SECONDS = 300.0  # without a change, after which the process ends; what begins later starts another one
TROUBLE_SECONDS = (5.0, 10.0, 20.0, 30.0, 60.0)
_ABOUT = "publishing"
_PARENT = os.getppid()


@dataclass
class Attention:
    """The knowledge of this process about a site; times by its own clock."""

    next_look: float = 0.0
    next_beat: float = 0.0
    changed: float = 0.0
    failures: int = 0


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
    except Http404:
        return False
    return moment.is_live or site.sign != moment.sign


def build_peer(site: SentSite) -> Peer:
    """Return the installation to which a site is sent."""
    address = HostedAddress.objects.get(club=site.club_id)
    return HttpPeer(address.url, address.secret)


def work_off(_job: Job, target: Path, beat: Beat) -> None:
    """Send until nothing changes any more; the work of a job, whose file is empty."""
    known: dict[int, Attention] = {}
    while os.getppid() == _PARENT:  # the server has not ended
        is_busy = False
        for site in list_sites():
            attention = known.setdefault(site.pk, Attention(changed=time.monotonic()))
            is_busy = watch_site(site, build_peer(site), attention) or is_busy
            beat.tell(0)
        if not is_busy:
            break
        pause(LOOK_SECONDS)
    target.touch()


def watch_site(site: SentSite, peer: Peer, attention: Attention) -> bool:
    """Do what is due for a site; return whether something more may be due soon."""
    moment = _find_or_none(site)
    began = time.monotonic()
    if site.trouble == "ended_there" or (moment is None and site.is_on):
        return False
    is_live = moment is not None and moment.is_live
    has_changed = moment is None or not site.is_on or site.sign != moment.sign
    if has_changed and began >= attention.next_look:
        attention.changed = began
        is_done = send_site(site, peer)
        rest = REST_FACTOR * (time.monotonic() - began)
        _note_attempt(attention, rest, is_done=is_done)
    elif not has_changed and is_live and began >= attention.next_beat:
        _note_attempt(attention, 0, is_done=send_beat(site, peer, is_live=is_live))
    if not site.is_on:
        return site.is_there
    return is_live or bool(site.trouble) or began - attention.changed < QUIET_SECONDS


def _find_or_none(site: SentSite) -> Moment | None:
    if not site.is_on:
        return None
    try:
        return find_moment(site)
    except Http404:
        return None


def _note_attempt(attention: Attention, rest: float, *, is_done: bool) -> None:
    moment = time.monotonic()
    if is_done:
        attention.failures, attention.next_look = 0, moment + rest
        attention.next_beat = moment + BEAT_SECONDS
        return
    wait = TROUBLE_SECONDS[min(attention.failures, len(TROUBLE_SECONDS) - 1)]
    attention.failures += 1
    attention.next_look = attention.next_beat = moment + max(wait, rest)
