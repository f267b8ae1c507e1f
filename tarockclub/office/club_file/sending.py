"""The laptop's side of sending the whole club: a job writes its file, sends what is missing, waits for the answer."""

import uuid
from collections.abc import Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.models import Club, Job
from tarockclub.office.club_file import imports
from tarockclub.office.club_file.api import MOST_PIECES, STATE_READING
from tarockclub.office.club_file.errors import format_refusal, is_refusal
from tarockclub.office.club_file.reader import ClubFile
from tarockclub.office.club_file.writer import count_rows, write_club
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.jobs.files import build_new_path
from tarockclub.platform.jobs.runner import Beat, resume_jobs, start_runner
from tarockclub.platform.jobs.services import JobRequest, add_job, note_outcome
from tarockclub.platform.parcels.messages import format_trouble
from tarockclub.platform.parcels.peer import HttpPeer, Peer, PeerTrouble, find_address
from tarockclub.platform.parcels.pieces import PIECE_BYTES, compute_digest, iter_pieces
from tarockclub.platform.parcels.sending import PatientPeer, pause, send_parcel

SEND = Job.Kind.SEND
AFTER_WRITING, AFTER_SENDING, WHOLE = 30, 90, 100  # percent
LOOK_SECONDS = 2.0
TROUBLE, ANSWER = "trouble", "answer"


class NoAddress(Exception):  # noqa: N818 -- no error of the program, but an answer
    """It is not said to which installation the club is sent."""


class Sending(NamedTuple):
    """The last sending of the whole club, as its page shows it."""

    begun: datetime
    is_running: bool
    percent: int
    answer: Mapping[str, Any]
    trouble: str

    @property
    def address(self) -> str:
        """The page there on which a director sees it, "" without one."""
        return str(self.answer.get("address", ""))

    @property
    def is_joined(self) -> bool:
        """Tell whether all is there."""
        return self.answer.get("state") == imports.AS_JOINED

    @property
    def sentence(self) -> str:
        """The answer of the other installation, in words."""
        return format_answer(self.answer) if self.answer else ""


def start_sending(club: Club, key: str, who: Actor) -> None:
    """Begin to send the whole club; the same key is the same sending. Raise NoAddress, BusyError, ValueError."""
    if find_address(club) is None:
        raise NoAddress
    resume_jobs(SEND)
    asked = JobRequest(SEND, str(uuid.UUID(key)), _format_about(club), {imports.CLUB: club.pk}, WHOLE)
    _job, is_new = add_job(asked, 1, club.pk)
    if is_new:
        record_event(club.pk, Kind.CLUB_SENT, who)
        start_runner(SEND)


def find_sending(club: Club) -> Sending | None:
    """Return the last sending of a club; None without one in the last days."""
    resume_jobs(SEND)
    job = Job.objects.filter(kind=SEND, about=_format_about(club)).order_by("-pk").first()
    if job is None:
        return None
    outcome = job.arguments.get(imports.OUTCOME, {})
    is_running = job.state in Job.OPEN
    code = outcome.get(TROUBLE, "") or ("" if is_running or ANSWER in outcome else "stopped")
    trouble = format_trouble(code) if code else ""
    return Sending(job.begun, is_running, min(job.done, WHOLE), outcome.get(ANSWER, {}), trouble)


def _format_about(club: Club) -> str:
    return f"club {club.pk} out"


def run_sending(job: Job, target: Path, beat: Beat) -> None:
    """Send the club of a job, in its own process; what came of it stands in the job."""
    club = Club.objects.get(pk=job.arguments[imports.CLUB])
    address = find_address(club)
    path = build_new_path()
    outcome: dict[str, Any]
    try:
        if address is None:
            raise PeerTrouble("no_answer")
        with closing(HttpPeer(address.url, address.secret)) as peer:
            outcome = {ANSWER: send_club(club, path, peer, beat)}
    except PeerTrouble as trouble:
        outcome = {TROUBLE: trouble.code}
    finally:
        path.unlink(missing_ok=True)
    note_outcome(job, {**job.arguments, imports.OUTCOME: outcome})
    target.touch()


def send_club(club: Club, path: Path, peer: Peer, beat: Beat) -> dict[str, Any]:
    """Write the file of a club and send it; return the last answer. Raise PeerTrouble if it cannot be sent."""
    _write(club, path, beat)
    file = ClubFile(path)
    file.close()
    with path.open("rb") as stream:
        digests = [compute_digest(content) for content in iter_pieces(stream)]
        if len(digests) > MOST_PIECES:
            raise PeerTrouble("too_much")

        def load(digest: str) -> bytes:
            stream.seek(digests.index(digest) * PIECE_BYTES)
            return stream.read(PIECE_BYTES)

        def tell(left: int) -> None:
            sent = (AFTER_SENDING - AFTER_WRITING) * (len(digests) - left) // len(digests)
            _reach(beat, AFTER_WRITING + sent)

        offer = {"pieces": digests, "rows": file.rows}
        patient = PatientPeer(peer, lambda: beat.tell(0))
        while True:
            answer = send_parcel(patient, "/club", offer, load, ending="piece", tell=tell)
            if answer.get("state") in (imports.AS_JOINED, imports.CHOOSE, imports.REFUSED, imports.FAILED):
                return {name: answer.get(name) for name in ("state", "numbers", "code", "facts", "address")}
            if answer.get("state") != STATE_READING:
                raise PeerTrouble("no_program")
            _reach(beat, AFTER_SENDING)
            pause(LOOK_SECONDS)


def _write(club: Club, path: Path, beat: Beat) -> None:
    """Write the file; the first part of the way."""
    rows, counted = max(1, count_rows(club)), [0]

    def tell(more: int) -> None:
        counted[0] += more
        _reach(beat, AFTER_WRITING * counted[0] // rows)

    write_club(club, path, tell)
    path.chmod(0o600)


def _reach(beat: Beat, percent: int) -> None:
    beat.tell(max(0, percent - beat.done))


def format_answer(answer: Mapping[str, Any]) -> str:
    """Return in words what the other installation has answered."""
    state, numbers = answer.get("state"), [*(answer.get("numbers") or ()), 0, 0, 0, 0]
    if state == imports.AS_JOINED and not any(numbers):
        return _("All of it was there already.")
    if state == imports.AS_JOINED:
        facts = dict(zip(("new", "longer", "aside"), numbers, strict=False))
        return _("Joined there. New: %(new)s, continued: %(longer)s, books set aside: %(aside)s.") % facts
    if state == imports.CHOOSE:
        some = ngettext(
            "A director has to decide something there: %(number)s table, tournament or season was continued on both "
            "sides. Nothing was taken over yet.",
            "A director has to decide something there: %(number)s tables, tournaments or seasons were continued on "
            "both sides. Nothing was taken over yet.",
            numbers[0],
        )
        return some % {"number": numbers[0]}
    if state == imports.REFUSED:
        return " ".join((_format_refusal(answer), _("Nothing was changed there.")))
    return _("The program there has stopped before it was ready. Nothing was changed there: please send it again.")


def _format_refusal(answer: Mapping[str, Any]) -> str:
    code, facts = str(answer.get("code", "")), answer.get("facts") or {}
    if code == "other_club":
        return _("The club there is another one. At the beginning its host takes this one over from its file.")
    try:
        return format_refusal(code, facts) if is_refusal(code) else _("It was refused there.")
    except (KeyError, TypeError, ValueError):
        return _("It was refused there.")
