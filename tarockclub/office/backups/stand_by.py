"""A stand-by laptop: it fetches each second what a stick would get, and can take over.

The first one answers at one address; both prove by a code that they know it. What travels is encrypted for the key that
the stand-by laptop draws when it starts, and the club's own key stays around what it encrypts on sticks, too.
"""

import contextlib
import hashlib
import http.client
import json
import logging
import secrets
import threading
import time
from datetime import datetime, timedelta
from hmac import compare_digest
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection
from django.utils import timezone

from scoring.table.waiting_hands.services import WaitingHand, list_hands_since, take_hands, write_line
from tarockclub.kit.days import parse_moment
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club
from tarockclub.office.backups import container, encryption, folder
from tarockclub.office.backups.errors import Trouble, encode_trouble, format_backup_trouble
from tarockclub.office.backups.restore import RestoreResult, restore_backup
from tarockclub.office.backups.second_folder import ChangesWriter, get_changes_path
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.clubs.scope import enter_all_clubs, enter_club
from tarockclub.platform.server.stand_by import (
    LaptopPart,
    StandBy,
    adopt_stored_key,
    load_stand_by,
    prove_code,
    save_stand_by,
)
from tarockclub.platform.server.wsgi.turns import give_turn_back

PATH, PROOF = "/backups/stand-by/changes/", "X-Tarockclub-Proof"
PROGRESS = "progress.json"
PAUSE_SECONDS = 0.5
TELL_SECONDS = 2.0  # the one that took over says so to the other, which may be off
WAIT_SECONDS = 5.0  # for an answer
MOST_SECONDS = 3.0  # behind; more is said
RENEWED = 4 << 20  # bytes of changes, after which the newest backup comes
BEGIN = 160  # bytes of a file of changes, by which it is the same one
LARGEST_QUESTION, LARGEST_ANSWER = 1 << 20, 300 << 20
MARGIN = timedelta(seconds=30)  # a hand may have waited that long to be saved
AT_ONCE = 100  # hands that are sent in one question
logger = logging.getLogger(__name__)


def is_possible() -> bool:
    """Return whether another laptop can follow this installation: one in the inn, on SQLite."""
    return bool(settings.INN_MODE) and connection.vendor == "sqlite"


def open_stand_by_folder(name: str) -> Path:
    """Return the folder of what is given out, or of what was fetched; created for its owner alone."""
    where = Path(settings.DATA_DIR) / "stand-by" / name
    where.mkdir(mode=0o700, parents=True, exist_ok=True)
    return where


def clear_stand_by_folder(name: str) -> None:
    """Delete what is not needed any more: it has all names."""
    where = open_stand_by_folder(name)
    with folder.lock_folder(where):
        for file in (*where.glob("tarockclub-*"), where / PROGRESS):
            file.unlink(missing_ok=True)


class CopyState(NamedTuple):
    """A backup with its changes, as far as they are there."""

    backup: str = ""
    begin: str = ""  # digest of the beginning of the changes
    length: int = 0  # of the changes


def find_copy(where: Path) -> Path | None:
    """Return the newest backup there that has changes."""
    files = [file for file in where.glob("tarockclub-*.zip") if get_changes_path(file).is_file()]
    return max(files, default=None)


def describe_copy(file: Path | None) -> CopyState:
    """Return what is there."""
    if file is None:
        return CopyState()
    with get_changes_path(file).open("rb") as stream:
        digest = hashlib.sha256(stream.read(BEGIN)).hexdigest()
        return CopyState(file.name, digest, stream.seek(0, 2))


# The first laptop: what it gives out.

_lock = threading.Lock()
_writer = ChangesWriter()
_last_question = 0.0  # when the other one was last heard of


def count_silent_seconds() -> int | None:
    """Return for how long the other laptop has been silent; None: it was not heard since the start."""
    return round(time.monotonic() - _last_question) if _last_question else None


def answer_other(body: bytes, proof: str, host: str) -> tuple[bytes, str] | None:
    """Return the answer to the other laptop and its proof; None to whoever does not know the code."""
    global _last_question  # one server, one other laptop
    row = load_stand_by()
    if not row.code or len(body) > LARGEST_QUESTION or not compare_digest(prove_code(row.code, b"ask", body), proof):
        return None
    asked = json.loads(body)  # of whoever knows the code
    other = f"http://[{host}]:{asked['port']}" if ":" in host else f"http://{host}:{asked['port']}"
    part, content = LaptopPart(asked["part"]), b""
    facts: dict[str, Any] = {}
    _last_question = time.monotonic()
    if part is LaptopPart.FIRST and asked["term"] > row.term:
        since = row.since if row.part is LaptopPart.REPLACED else asked["until"]
        row = save_stand_by(row._replace(part=LaptopPart.REPLACED, term=asked["term"], other=other, since=since))
    elif part is LaptopPart.FOLLOWING and row.part is LaptopPart.FIRST:
        if row.other != other or row.until:  # it knows by now who is first
            row = save_stand_by(row._replace(other=other, until=""))
        try:
            with give_turn_back():
                facts, content = collect_news(CopyState(*asked["has"]))
        except Trouble as trouble:
            facts = {"trouble": encode_trouble(trouble)}
    elif part is LaptopPart.REPLACED and row.part is LaptopPart.FIRST and "hands" in asked:
        facts = {"fates": _take_hands(asked["hands"])}
    import pyrage

    text = json.dumps({"part": row.part, "term": row.term, **facts}).encode() + b"\n" + content
    sealed: bytes = pyrage.encrypt(text, [pyrage.x25519.Recipient.from_str(asked["recipient"])])
    return sealed, prove_code(row.code, b"answer", body, sealed)


def collect_news(has: CopyState) -> tuple[dict[str, Any], bytes]:
    """Return what the other one lacks, with its facts, and up to which moment that is everything."""
    if connection.vendor != "sqlite":
        raise Trouble("no_stand_by")
    with _lock:
        file = _choose_backup(open_stand_by_folder("out"))
        moment = _writer.bring(file)
        if moment is None:
            raise Trouble("no_stand_by")
        now = describe_copy(file)
        start = has.length if has[:2] == now[:2] and has.length <= now.length else 0
        with get_changes_path(file).open("rb") as stream:
            stream.seek(start)
            changes = stream.read()
        whole = b"" if has.backup == now.backup else file.read_bytes()
    facts = {"backup": now.backup, "whole": len(whole), "start": start, "moment": moment.isoformat()}
    return facts, whole + changes


def _choose_backup(out: Path) -> Path:
    """Return the backup since which changes are given out: a copy of the newest one, sealed as on a stick."""
    file = find_copy(out)
    if file is not None and get_changes_path(file).stat().st_size < RENEWED:
        with file.open("rb") as stream:
            if stream.read(len(encryption.MAGIC)).startswith(encryption.MAGIC) == encryption.load_keys().is_on:
                return file
    home = folder.get_home_folder()
    newest = next((name for name in folder.list_own(home) if not name.safety), None)
    if newest is None:
        raise Trouble("nothing")
    target, part = out / str(newest), folder.get_unfinished_path(out, "copy")
    part.unlink(missing_ok=True)
    with (home / str(newest)).open("rb") as source, container.open_private(part) as stream:
        encryption.seal_stream(source, stream)
        container.sync_to_disk(stream)
    for old in out.glob("tarockclub-*"):
        old.unlink()
    container.put_in_place(part, target)
    return target


# What only a replaced laptop has: it names it, and sends it as phones send hands that have waited.


def list_only_here(row: StandBy) -> tuple[list[WaitingHand], int]:
    """Return the hands that came since the other one took over, or just before; and the number of other lines."""
    since = parse_moment(row.since)
    return ([], 0) if since is None else list_hands_since(since - MARGIN)


def send_only_here(row: StandBy) -> dict[str, str]:
    """Send these hands to the other one; return what became of each, by its key."""
    hands, line = list_only_here(row)[0], Follower()
    fates: dict[str, str] = {}
    for start in range(0, len(hands), AT_ONCE):
        text = "\n".join(map(write_line, hands[start : start + AT_ONCE]))
        facts, _content = line.ask(row, {"hands": text})
        if "fates" not in facts:
            raise Trouble("not_first", where=row.other)
        fates |= facts["fates"]
    return {hand.key: fates.get(hand.key, "") or "unknown" for hand in hands}


def _take_hands(text: str) -> dict[str, str]:
    """Take hands of the other laptop as if phones had sent them; it has proved that it knows the code."""
    with enter_all_clubs():
        clubs = list(Club.objects.values_list("pk", flat=True))
    fates: dict[str, str] = {}
    for club in clubs:
        with enter_club(club):
            taken = take_hands(text, club, ANONYMOUS, get_current_language())
        fates |= {result.hand.key: result.how for table in taken.tables for result in table.hands}
    return fates


# The stand-by laptop: what it fetches.


class CopyProgress(NamedTuple):
    """The progress of the stand-by laptop."""

    asked: str = ""  # when the last complete answer was asked for, by the clock here: all until then is here
    moment: str = ""  # the same by the clock of the first one
    term: int = 0
    trouble: dict[str, Any] | None = None

    @property
    def until(self) -> datetime | None:
        """The moment until which everything is here."""
        return parse_moment(self.moment)

    @property
    def behind(self) -> float | None:
        """Return the seconds for which it knows nothing of the first one; None: it has never heard of it."""
        asked = parse_moment(self.asked)
        return None if asked is None else max(0.0, (timezone.now() - asked).total_seconds())

    @property
    def sentence(self) -> str:
        """The trouble, in a sentence."""
        return format_backup_trouble(self.trouble["code"], self.trouble["facts"]) if self.trouble else ""


def load_copy_progress() -> CopyProgress:
    """Return how far it has come."""
    try:
        return CopyProgress(**json.loads((open_stand_by_folder("in") / PROGRESS).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return CopyProgress()


def save_copy_progress(progress: CopyProgress) -> None:
    """Save it for the page."""
    folder.replace_file(open_stand_by_folder("in") / PROGRESS, json.dumps(progress._asdict()))


class Follower:
    """The thread beside the backups that fetches what is new, or says to the other laptop which one is first."""

    def __init__(self) -> None:
        self._identity: Any = None
        self._told = ""
        self._next_word = 0.0

    def run(self, stopped: threading.Event) -> None:
        """Look again and again, until `stopped` is set."""
        while not stopped.wait(PAUSE_SECONDS):
            row = load_stand_by()
            try:
                self.act_in_part(row)
            except Trouble as trouble:
                self._save_trouble(row, trouble)
            except Exception as error:  # noqa: BLE001 -- a fault in here must not end the watch of this evening
                self._save_trouble(row, Trouble("failed", reason=repr(error)))

    def act_in_part(self, row: StandBy) -> None:
        """Do what is due in this part."""
        if row.part is LaptopPart.FOLLOWING:
            asked = timezone.now().isoformat()
            facts, content = self.ask(row, {"has": describe_copy(find_copy(open_stand_by_folder("in")))})
            if "trouble" in facts:
                raise Trouble(facts["trouble"]["code"], **facts["trouble"]["facts"])
            if facts["part"] != LaptopPart.FIRST:
                raise Trouble("not_first", where=row.other)
            where = open_stand_by_folder("in")
            with folder.lock_folder(where):  # not while it is taken over
                if load_stand_by() == row:
                    store_news(where, facts, content)
                    trouble = encode_trouble(Trouble("sealed")) if _is_sealed_without_key(find_copy(where)) else None
                    save_copy_progress(CopyProgress(asked, facts["moment"], facts["term"], trouble))
        elif row.part is LaptopPart.FIRST and row.until and row.code and time.monotonic() >= self._next_word:
            self._next_word = time.monotonic() + TELL_SECONDS
            facts, _content = self.ask(row, {"until": row.until})
            if facts["part"] == LaptopPart.FIRST and facts["term"] > row.term and load_stand_by() == row:
                save_stand_by(row._replace(part=LaptopPart.REPLACED, term=facts["term"]))

    def _save_trouble(self, row: StandBy, trouble: Trouble) -> None:
        if str(trouble) != self._told and row.part is LaptopPart.FOLLOWING:
            logger.warning(str(trouble))
        self._told = str(trouble)
        if row.part is LaptopPart.FOLLOWING:
            with contextlib.suppress(OSError):
                save_copy_progress(load_copy_progress()._replace(trouble=encode_trouble(trouble)))

    def ask(self, row: StandBy, question: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        """Ask the other laptop; return the facts and the content of its answer."""
        import pyrage  # only where there is another laptop

        self._identity = self._identity or pyrage.x25519.Identity.generate()
        port = urlsplit(row.own).port or 80
        facts = {"part": row.part, "term": row.term, "port": port, "recipient": str(self._identity.to_public())}
        body = json.dumps({**facts, **question}).encode()
        content, proof = _post(row.other, body, prove_code(row.code, b"ask", body))
        if not compare_digest(prove_code(row.code, b"answer", body, content), proof):
            raise Trouble("other_code", where=row.other)
        head, _line, rest = pyrage.decrypt(content, [self._identity]).partition(b"\n")
        return json.loads(head), rest


def _post(address: str, body: bytes, proof: str) -> tuple[bytes, str]:
    """Send a question; return the answer and its proof."""
    url = urlsplit(address)
    connect = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    line = connect(url.hostname or "", url.port, timeout=WAIT_SECONDS)
    try:
        line.request("POST", PATH, body, {"Content-Type": "application/octet-stream", PROOF: proof})
        answer = line.getresponse()
        content = answer.read(LARGEST_ANSWER)
        if answer.status == http.client.FORBIDDEN:
            raise Trouble("other_code", where=address)
        if answer.status != http.client.OK:
            raise Trouble("no_answer", where=address)
        return content, answer.getheader(PROOF) or ""
    except (OSError, http.client.HTTPException) as error:
        raise Trouble("no_answer", where=address) from error
    finally:
        line.close()


def store_news(where: Path, facts: dict[str, Any], content: bytes) -> None:
    """Store what came, so that at each moment a backup and its changes lie there that fit each other."""
    if folder.parse_name(facts["backup"]) is None:
        raise Trouble("foreign", reason=facts["backup"])
    target, whole, changes = where / facts["backup"], content[: facts["whole"]], content[facts["whole"] :]
    file, start = get_changes_path(target), facts["start"]
    if start and changes:
        with file.open("r+b") as stream:
            stream.seek(start)
            stream.write(changes)
            stream.truncate()
            container.sync_to_disk(stream)
    elif not start:
        _put(file, changes)
    if whole:
        _put(target, whole)
        for old in where.glob("tarockclub-*"):
            if old not in (target, file):
                old.unlink()


def _is_sealed_without_key(file: Path | None) -> bool:
    """Return whether the copy is encrypted and no key is known here: said while the first one still has it."""
    if file is None or encryption.load_keys().known:
        return False
    with file.open("rb") as stream:
        return stream.read(len(encryption.MAGIC)) == encryption.MAGIC


def _put(target: Path, content: bytes) -> None:
    part = target.with_name(f"{folder.UNFINISHED_PREFIX}{secrets.token_hex(4)}")
    with container.open_private(part) as stream:
        stream.write(content)
        container.sync_to_disk(stream)
    container.put_in_place(part, target)


def take_over(who: Actor, login: str) -> RestoreResult:
    """Go on with what was fetched, and be first from now on."""
    where = open_stand_by_folder("in")
    with folder.lock_folder(where):
        row, progress, file = load_stand_by(), load_copy_progress(), find_copy(where)
        if row.part is not LaptopPart.FOLLOWING or file is None:
            raise Trouble("nothing")
        done = restore_backup(file, who=who, login=login)
        term, since = max(row.term, progress.term) + 1, timezone.now().isoformat()
        save_stand_by(row._replace(part=LaptopPart.FIRST, term=term, until=progress.moment, since=since))
    adopt_stored_key()
    clear_stand_by_folder("in")
    return done._replace(other_key="" if done.other_key == "restart" else done.other_key)
