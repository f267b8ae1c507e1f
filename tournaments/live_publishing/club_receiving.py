"""The file of a whole club that a laptop sends: stored in pieces, then read as any other file of the club."""

import hashlib
import uuid
from typing import NamedTuple

from tarockclub.accounts.actors import API, Actor
from tarockclub.club_file import imports
from tarockclub.jobs.services import BusyError
from tarockclub.jobs.uploads import begin_upload, delete_upload, end_upload, find_upload, iter_content, list_pieces
from tarockclub.jobs.uploads import store_piece as store
from tarockclub.models import Job, PublishingKey

PIECE_BYTES = 150_000
MOST_BYTES = 100_000_000
MOST_NAMED = 200  # pieces in an answer
STATE_WAITING, STATE_READING = "waiting", "reading"


class NoRoom(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The file is too large, or another one of the club is being read."""


class ClubOutcome(NamedTuple):
    """The state of a file."""

    state: str
    key: str = ""  # of its page; "" while pieces are missing
    pieces: list[int] = []  # noqa: RUF012 -- never written
    numbers: list[int] = []  # noqa: RUF012
    code: str = ""
    facts: dict[str, str] = {}  # noqa: RUF012


def take_offer(key: PublishingKey, digest: str, size: int, rows: int) -> ClubOutcome:
    """Say which pieces are missing, or begin to read, or say what came of it; raise NoRoom."""
    name = _build_name(key, digest)
    known = imports.find_latest(key.club, name)
    if known is not None and known.state != imports.FAILED:
        return _describe(known)
    if known is not None:  # sent again
        Job.objects.filter(pk=known.job).delete()
    about = imports.format_about(key.club)
    upload = begin_upload(name, about, {imports.CLUB: key.club_id}, size)
    if upload.of != size:
        raise NoRoom
    missing = sorted(set(range(_count_pieces(size))) - list_pieces(upload))
    if missing:
        return ClubOutcome(STATE_WAITING, pieces=missing[:MOST_NAMED])
    if _compute_digest(upload) != digest:  # not what was offered: from the beginning
        delete_upload(upload.pk)
        return take_offer(key, digest, size, rows)
    end_upload(upload)
    asked = imports.ImportRequest(key.club, Actor(way=API), laptop=key.name)
    try:
        return _describe(imports.start_import(name, upload.pk, rows, asked))
    except BusyError:
        return ClubOutcome(STATE_READING)  # another one of the club first


def take_piece(key: PublishingKey, digest: str, number: int, content: bytes) -> bool:
    """Store a piece; return whether such a file was offered. Raise ValueError for a piece of another size."""
    upload = find_upload(_build_name(key, digest), imports.format_about(key.club))
    if upload is None:
        return False
    wanted = min(PIECE_BYTES, upload.of - number * PIECE_BYTES)
    if len(content) != wanted:
        raise ValueError(number)
    store(upload, number, content)
    return True


def _build_name(key: PublishingKey, digest: str) -> str:
    """Return the key of a file: the same file of the same club is the same."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{key.club_id} {digest}"))


def _count_pieces(size: int) -> int:
    return -(-size // PIECE_BYTES)


def _compute_digest(upload: Job) -> str:
    digest = hashlib.sha256()
    for content in iter_content(upload.pk):
        digest.update(content)
    return digest.hexdigest()


def _describe(found: imports.Import) -> ClubOutcome:
    if found.state == imports.AS_JOINED:
        return ClubOutcome(found.state, found.key, numbers=list(found.numbers))
    if found.state == imports.CHOOSE:
        return ClubOutcome(found.state, found.key, numbers=[len(found.outcome[imports.CHOOSE])])
    if found.state == imports.REFUSED:
        said = found.outcome[imports.REFUSED]
        facts = {name: str(fact) for name, fact in said["facts"].items()}
        return ClubOutcome(found.state, found.key, code=said["code"], facts=facts)
    return ClubOutcome(STATE_READING if found.is_running else found.state, found.key)
