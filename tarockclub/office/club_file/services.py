"""Reading a club file in as a new club: as a job, all of it or nothing, and proved before anybody sees it."""

import json
import re
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, connection
from django.db.models import Max, Model

from scoring.book.audit import prove_books
from scoring.book.audit.chains import prove_acts
from scoring.book.audit.records import Finding
from scoring.book.table_clock import PlayTime, decode_clock, encode_clock
from scoring.models import GameTable, SheetVersion
from tarockclub.kit.time_source import now
from tarockclub.models import LOGO_DIGITS, Account, Club, ClubAct, ClubOrigin, Job, OriginChain, Person, normalize_login
from tarockclub.office.club_file.contents import SHEET_VERSION, FileRefused, format_refusal, list_models
from tarockclub.office.club_file.insertion import (
    IdMap,
    Values,
    build_conversion,
    insert_file,
    insert_rows,
    iter_new_versions,
)
from tarockclub.office.club_file.reader import ClubFile, count_rows
from tarockclub.platform.accounts import services as accounts
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_access, seal_access
from tarockclub.platform.act_chain import CHAINS, Chain, name_chain, watch_owner
from tarockclub.platform.club_look.services import COLOUR
from tarockclub.platform.clubs.ownership import build_lookup, list_owned_models
from tarockclub.platform.jobs.runner import Beat, resume_jobs, start_runner
from tarockclub.platform.jobs.services import (
    SILENT,
    BusyError,
    JobRequest,
    add_job,
    build_new_path,
    delete_upload,
    note_outcome,
    read_sign,
    store_upload,
    write_upload,
)
from tarockclub.platform.sealed_rows import CLUB as SEALED_ROWS_CLUB
from tarockclub.platform.server.apart.pool import run_apart

BOOK = Chain("book", "scoring.GameTable", "slug", "scoring.Entry", "table", ())  # the book of a table, as a chain
_LONGEST = 1 << 40  # milliseconds that a clock may have left
_UNPROVED = ("left_access", "left_tokens", "left_links")  # sealed with secrets that stay behind


def check_keys() -> None:
    """Refuse references to rows that are not there; the database itself would do so at the end only."""
    try:
        connection.check_constraints()
    except IntegrityError as error:
        raise FileRefused("foreign", what="") from error


def note_origin(origin: ClubOrigin) -> None:
    """Note which parts of the club's chains were made with the ids of an origin: all that is not from an older one."""
    for chain in (BOOK, *CHAINS.values()):
        acts = apps.get_model(chain.acts)
        rows: Any = acts._default_manager.filter(**{build_lookup(acts): origin.club_id}).order_by()
        lasts = dict(rows.values_list(chain.owner).annotate(last=Max("sequence")))
        for owner, name in _load_names(chain, origin.club).items():
            if chain is BOOK or owner in lasts:  # the head of a book is there before its first line
                _note_piece(origin, name, lasts.get(owner, 0))


def check_chain_names(club: Club) -> None:
    """Refuse an origin for a chain that is not one of this club: it would change the proof of others."""
    names = {name for chain in (BOOK, *CHAINS.values()) for name in _load_names(chain, club).values()}
    for name in OriginChain.objects.filter(origin__club=club).values_list("name", flat=True):
        if name not in names:
            raise FileRefused("foreign", what=name)


def _note_piece(origin: ClubOrigin, name: str, until: int) -> None:
    if not OriginChain.objects.filter(name=name, until__gte=until).exists():
        OriginChain.objects.create(origin=origin, name=name, until=until)


def prove_club(club: Club) -> None:
    """Prove all books and acts of a club; FileRefused with the first thing that is wrong."""
    tables = []
    for table, slug, clock in GameTable.objects.filter(club=club).values_list("pk", "slug", "clock"):
        _check_clock(slug.hex, clock)
        tables.append(table)
    _refuse(prove_books(tables).findings if tables else [])
    for chain in CHAINS.values():
        for owner in _load_names(chain, club):
            _refuse(finding for finding in prove_acts(chain, owner).findings if finding.code not in _UNPROVED)


def _check_clock(slug: str, clock: str) -> None:
    """Refuse a clock that pages could not read."""
    try:
        if (play_time := decode_clock(clock)) is not None:
            encode_clock(play_time)
            usual = PlayTime()
            kinds = [type(value) for value in usual[1:]]  # the first one is the end of play
            is_whole = [type(value) for value in play_time[1:]] == kinds and 0 <= play_time.left <= _LONGEST
            numbers = (*play_time.settled, *play_time.hands)
            if not is_whole or len(play_time.hands) not in (0, 3) or any(type(number) is not int for number in numbers):
                raise ValueError(clock)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, OSError, RecursionError) as error:
        raise FileRefused("text", what=f"scoring.GameTable.clock {slug[:8]}") from error


def _load_names(chain: Chain, club: Club) -> dict[int, str]:
    """Return the names of the chains of one kind of a club, by owner."""
    model = apps.get_model(chain.owners)
    rows = model._default_manager.filter(**{"pk" if model is Club else build_lookup(model): club.pk})
    owners = rows.order_by("pk").values_list("pk", chain.identity)
    return {owner: name_chain(chain, identity) for owner, identity in owners}


def _refuse(findings: Iterable[Finding]) -> None:
    for finding in findings:
        place = "/".join(str(part) for part in (finding.table, finding.sequence) if part)
        raise FileRefused("broken", what=f"{finding.code} {place}".strip())


Tell = Callable[[int], None]
CLUB_LABEL = "tarockclub.club"
_LOGO = re.compile(rf"[0-9a-f]{{{LOGO_DIGITS}}}")
_OF_EVERY_CLUB = ("tarockclub.clublog", "tarockclub.publication", "tarockclub.privacysettings")  # even of an empty one


class Director(NamedTuple):
    """A director of a club in a file, who gets a password: its hash, as accounts have it."""

    login: str = ""
    password: str = ""


NOBODY = Director()


def read_club(
    path: Path,
    tell: Tell,
    who: Actor = ANONYMOUS,
    director: Director = NOBODY,
    seal: Callable[[Club], None] | None = None,
) -> Club:
    """Read a file in as a new club and prove it; FileRefused, and then nothing has changed.

    All accounts come without a password. `seal` is called within the transaction, last of all.
    """
    with insert_file(path) as (file, ids):
        is_first = not Account.objects.exists()
        if is_first and find_empty_club() is None:
            Club.objects.filter(archived=None).update(archived=now())  # a demo, or what somebody has tried out
        club = _insert_club(file, ids, tell)
        seal_access(club.pk, Kind.CLUB_READ, who, file=file.digest, rows=file.rows)
        if director.login:
            _let_director_in(club, director, is_host=is_first)
        if seal is not None:
            seal(club)
    return club


def _insert_club(file: ClubFile, ids: IdMap, tell: Tell) -> Club:
    club = _write_club_row(file, ids)
    for model in list_models():
        if model is not Club:
            insert_rows(model, _iter_converted(file, model, ids), tell)
    shifts, keys = ids.encode_keys()
    facts: dict[str, Any] = {"digest": file.digest, "made": file.made, "at": now()}
    origin = ClubOrigin.objects.create(club=club, shifts=shifts, keys=keys, **facts)
    check_keys()
    check_chain_names(club)
    if not ids.is_same:
        note_origin(origin)
    prove_club(club)
    with watch_owner(SEALED_ROWS_CLUB, club.pk) as watch:
        watch.forget_before()
        watch.write(kind=ClubAct.Kind.SEALED, said=f'{{"file":"{file.digest}"}}', at=now())
    return club


def _write_club_row(file: ClubFile, ids: IdMap) -> Club:
    """Write the club itself: into the row of an installation where nothing is yet, or a new one."""
    rows = list(file.iter_objects(Club))
    if len(rows) != 1:
        raise FileRefused("damaged", what=CLUB_LABEL)
    row = rows[0]
    if row["colour"] and not COLOUR.fullmatch(row["colour"]):
        raise FileRefused("value", what="tarockclub.Club.colour")
    for name in ("logo", "picture"):
        if row[name] and not _LOGO.fullmatch(row[name]):
            raise FileRefused("value", what=f"tarockclub.Club.{name}")
    their_id = row.pop("id")
    empty = find_empty_club()
    own_id = empty.pk if empty else ids.move(CLUB_LABEL, their_id)
    ids.add_known(CLUB_LABEL, their_id, own_id)
    if empty is None:
        insert_rows(Club, [[own_id, *list(row.values())]], lambda _more: None)
    else:
        for label in _OF_EVERY_CLUB:
            apps.get_model(label)._default_manager.filter(club=empty).delete()
        Club.objects.filter(pk=own_id).update(**row)
    return Club.objects.get(pk=own_id)


def find_empty_club() -> Club | None:
    """Return the club that an installation begins with, as long as nothing belongs to it."""
    clubs = list(Club.objects.order_by("pk")[:2])
    if len(clubs) != 1 or any(model._default_manager.exists() for model in list_owned_models() if _is_strict(model)):
        return None
    return clubs[0]


def _is_strict(model: type[Model]) -> bool:
    return model._meta.label_lower not in (SHEET_VERSION, *_OF_EVERY_CLUB)


def _iter_converted(file: ClubFile, model: type[Model], ids: IdMap) -> Iterator[Values]:
    """Return the rows of a model with their ids here; the sheets of the program that are here already are these."""
    if model is SheetVersion:
        return iter_new_versions(file, ids)
    return map(build_conversion(model, ids), file.iter_rows(model))


def _let_director_in(club: Club, director: Director, *, is_host: bool) -> None:
    account = Account.objects.filter(
        club=club, login=normalize_login(director.login), role=Account.Role.DIRECTOR, is_active=True
    ).first()
    if account is None:
        raise FileRefused("log_in")
    accounts.set_password_hash(account, director.password)
    if is_host:
        with record_access(club.pk, Kind.HOST, about=account.person_id):
            Account.objects.filter(pk=account.pk).update(is_host=True)


IMPORT = Job.Kind.IMPORT
AT_ONCE = 1  # a file is one long transaction
ABOUT = "new club"
UPLOAD, WHO, LOGIN, PASSWORD, OUTCOME, CLUB = "upload", "who", "login", "password", "outcome", "club"
AS_CLUB, REFUSED, FAILED, RUNNING = "taken_over", "refused", "failed", "running"


class Import(NamedTuple):
    """A file on its way in, as pages show it."""

    key: str
    state: str  # RUNNING, AS_CLUB, REFUSED, FAILED
    done: int  # rows
    of: int
    outcome: Mapping[str, Any]

    @property
    def is_running(self) -> bool:
        """Tell whether the file is still being read."""
        return self.state == RUNNING

    @property
    def problem(self) -> str:
        """The sentence of a refusal."""
        refusal = self.outcome[REFUSED]
        return format_refusal(refusal["code"], refusal["facts"])


def hash_password(login: str, password: str) -> Director:
    """Return a director who gets a password, of which the hash alone is kept."""
    return Director(login, make_password(password)) if login else Director()


def begin_import(path: Path, key: str, who: Actor, director: Director) -> Import:
    """Store a file and begin to make a club of it; the same key is the same import.

    Raise FileRefused for what is no club file at all, BusyError, ValueError for a bad key.
    """
    key = str(uuid.UUID(key))
    if (earlier := find_import(key)) is not None:
        return earlier
    rows = run_apart(count_rows, path)
    arguments: dict[str, str | int] = {
        UPLOAD: store_upload(path, key, ABOUT),
        WHO: json.dumps([who.person, who.device, who.browser, who.way]),
        LOGIN: director.login,
        PASSWORD: director.password,
    }
    resume_jobs(IMPORT)
    job, is_new = add_job(JobRequest(IMPORT, key, ABOUT, arguments, rows), AT_ONCE)
    if job.key != key:  # another file is being read
        raise BusyError
    if is_new:
        start_runner(IMPORT)
    return _build_import(job)


def run_import(job: Job, target: Path, beat: Beat) -> None:
    """Read the file of a job, in its own process; whatever comes of it stands in the job."""
    target.touch()
    arguments = job.arguments
    if OUTCOME in arguments:  # the process before this one ended between its work and this note
        return
    path = build_new_path()
    try:
        if not write_upload(arguments[UPLOAD], path):
            raise FileRefused("no_zip")
        director = Director(arguments[LOGIN], arguments[PASSWORD])
        read_club(
            path,
            beat.tell,
            _build_actor(arguments[WHO]),
            director,
            lambda club: note_outcome(job, _end(job, {CLUB: club.pk})),
        )
    except FileRefused as refused:
        note_outcome(job, _end(job, {REFUSED: {"code": refused.code, "facts": refused.facts}}))
    finally:
        path.unlink(missing_ok=True)
    delete_upload(arguments[UPLOAD])


def _build_actor(text: str) -> Actor:
    """Return who has asked for a job; somebody who is gone meanwhile is nobody."""
    person, device, browser, way = json.loads(text)
    author = person if Person.objects.filter(pk=person).exists() else None
    return Actor(author, device, browser=browser, way=way)


def _end(job: Job, outcome: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a job that is over: without what was secret."""
    left = {name: value for name, value in job.arguments.items() if name not in (LOGIN, PASSWORD)}
    return {**left, OUTCOME: dict(outcome)}


def find_import(key: str) -> Import | None:
    """Return an import by its key."""
    resume_jobs(IMPORT)
    job = Job.objects.filter(kind=IMPORT, key=key, about=ABOUT).first()
    return _build_import(job) if job else None


def _build_import(job: Job) -> Import:
    """Return a job as pages show it."""
    outcome = job.arguments.get(OUTCOME, {})
    state = AS_CLUB if CLUB in outcome else REFUSED if REFUSED in outcome else ""
    if not state:
        state = RUNNING if job.state in Job.OPEN else FAILED
    sign = read_sign(job.pk, SILENT.total_seconds()) if state == RUNNING else None
    done = min(job.done if sign is None else sign, job.of)
    return Import(job.key, state, done, job.of, outcome)
