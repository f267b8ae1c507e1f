"""The repeated proof of the book while the server runs, a slice after each backup; and advice if it is damaged.

A file beside the backups holds the last proof, the problems, and the last intact backup. The backups themselves are
checked against their checksums.
"""

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.db import Error, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.book.audit import list_slices, prove_slice
from scoring.book.audit.records import Finding
from tarockclub.kit.days import parse_moment
from tarockclub.office.backups import container, contents, folder, prepare, sqlite
from tarockclub.office.backups.errors import Trouble

SLICE_SECONDS = 1.0  # of every few minutes; the unit is one table's book, or the acts of one tournament
LATE_SLICE_SECONDS = 20.0  # if a whole round would take longer than a day
LATE_AFTER = timedelta(hours=20)
SEARCH_SECONDS = 20.0  # for the search for an intact backup
MOST_FINDINGS = 20
DATABASE = "database"
State = dict[str, Any]


def load_proof_state() -> State:
    """Return the result so far: `began`, `at` (last proof), `whole` (last without problems), `off`, `good`, `bad`."""
    return folder.load_json(folder.PROOF)


def prove_some(clock: Callable[[], float] = time.monotonic) -> State:
    """Prove the next slice, from the last position; if something is wrong, search for a backup without the problem."""
    state = load_proof_state()
    off: dict[str, list[Any]] = dict(state.get("off", {}))
    began = parse_moment(str(state.get("began", "")))
    now = timezone.now()
    until = clock() + (LATE_SLICE_SECONDS if began is not None and abs(now - began) > LATE_AFTER else SLICE_SECONDS)
    try:
        names = list_slices()
    except Error as error:
        names, off = [], {DATABASE: [Finding(DATABASE, what=str(error))]}
    position = state.get("at", "") if state.get("at", "") in names else ""
    if not position:
        state["began"] = now.isoformat()
    off = {name: findings for name, findings in off.items() if name in (names or off)}
    for name in names[names.index(position) + 1 if position else 0 :]:
        findings = prove_slice(name)
        off.pop(name, None)
        if findings:
            off[name] = findings[:MOST_FINDINGS]
        state["at"] = name
        if clock() > until:
            break
    if names and state["at"] == names[-1]:
        state["at"], state["whole"] = "", state.get("whole", "") if off else now.isoformat()
    state["off"] = off
    if off:
        _find_good_backup(state, clock() + SEARCH_SECONDS, clock)
    else:
        state.pop("good", None)
        state.pop("bad", None)
    with contextlib.suppress(OSError, Trouble):
        folder.replace_file(folder.get_home_folder() / folder.PROOF, json.dumps(state))
    return state


def format_damage(state: State | None = None) -> str:
    """Return the message and advice for users; "" if nothing is wrong."""
    state = load_proof_state() if state is None else state
    off = [Finding(*facts).sentence for findings in state.get("off", {}).values() for facts in findings]
    if not off:
        return ""
    rest = _(" (and %(number)s more)") % {"number": len(off) - 1} if len(off) > 1 else ""
    sentence = _("The book is damaged: %(finding)s%(more)s") % {"finding": off[0], "more": rest}
    return f"{sentence} {_format_advice(state)}"


def _format_advice(state: State) -> str:
    name = folder.parse_name(str(state.get("good", "")))
    if name is not None:
        moment = timezone.localtime(name.moment)
        return _(
            "The newest intact backup is from %(at)s: first write down the totals of the tables, then restore it on "
            "the page Backups and enter again what has been entered since."
        ) % {"at": f"{moment:%d.%m.%Y, %H:%M:%S}"}
    if state.get("searched"):
        return _(
            "No backup here is known to be intact: write down what the tables show, keep all backups, and look for "
            "an older one on USB sticks."
        )
    return _("The backups are being searched for an intact one; do not delete any.")


def _find_good_backup(state: State, until: float, clock: Callable[[], float]) -> None:
    """Find the newest intact backup, as far as time allows."""
    names = [str(name) for name in folder.list_own(folder.get_home_folder())]
    bad: list[str] = [name for name in state.get("bad", []) if name in names]
    if state.get("good") in names:
        return
    state.pop("good", None)
    for name in names:
        if name in bad:
            continue
        if _is_whole(name):
            state["good"] = name
            break
        bad.append(name)
        if clock() > until:
            break
    state["bad"], state["searched"] = bad, len(bad) == len(names)


def _is_whole(name: str) -> bool:
    """Return whether the book in a backup is known to be intact; checked in a separate process."""
    data = folder.get_unfinished_path(folder.get_home_folder(), "proof")
    try:
        about = container.read_about(folder.get_home_folder() / name)
        if about.proof is not None:
            return not about.proof
        if connection.vendor != "sqlite" or about.engine != "sqlite":
            return False  # unknown: a dump is not proved beside the database
        container.unpack_backup(folder.get_home_folder() / name, data)
        return not (prepare.prove_apart(data) if contents.is_current(about) else prepare.prepare_apart(data)[1])
    except (Trouble, OSError):
        return False
    finally:
        sqlite.delete_file(data)


def get_last_whole(state: State) -> datetime | None:
    """Return the last time when all of the book was proved without problems."""
    return parse_moment(str(state.get("whole", "")))


def check_all() -> Iterator[tuple[Path, Trouble | None]]:
    """Yield every backup in both folders, newest first, with its trouble; a missing folder is a result, too."""
    for where in (folder.get_home_folder(), folder.get_second_folder()):
        if where is None:
            continue
        try:
            names = folder.list_backups(where)
        except Trouble as trouble:
            yield where, trouble
            continue
        yield from ((where / str(name), check_file(where / str(name))) for name in names)


def check_file(file: Path) -> Trouble | None:
    """Read all of a backup: the file as a whole by the checksum beside it, each member by the one inside."""
    try:
        container.check_backup(file)
        checksum = folder.load_checksums(file.parent).get(file.name)
        if checksum is not None and container.hash_file(file) != checksum:
            raise Trouble("damaged", reason=folder.SUMS)
    except Trouble as trouble:
        return trouble
    return None
