"""Making backups: by hand, by themselves, in both folders."""

import contextlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from django.utils import timezone

from tarockclub.backups import container, contents, folder
from tarockclub.backups.errors import Trouble
from tarockclub.backups.manifest import About
from tarockclub.backups.snapshot import ALL, NONE, copy_now, written

# What the mark does not see (a changed name, a new password) is kept once a day all the same.
AT_LEAST_EVERY = timedelta(days=1)


class Made(NamedTuple):
    """A backup that stands, and what else went wrong."""

    file: Path
    about: About
    troubles: tuple[Trouble, ...] = ()


def make(*, prove: int = ALL) -> Made:
    """Make a backup in the first folder and copy it to the second one."""
    home = folder.home()
    with _noted(), folder.alone(home):
        return _made(home, prove=prove)


def make_before_update() -> Made:
    """Make a backup that is kept for a month: a migration is about to change the database."""
    home = folder.home()
    with _noted(), folder.alone(home):
        return _made(home, prove=NONE, safety=folder.BEFORE_UPDATE)


def make_if_changed() -> Made | None:
    """Make one where the book has changed since the last; bring to the second folder what is not there yet."""
    home = folder.home()
    with _noted(), folder.alone(home):
        newest = _newest(home)
        if newest is None or newest.about.mark != contents.mark() or _is_old(newest.about):
            return _made(home, prove=NONE)
        told = folder.state()
        troubles = folder.bring(newest.file)
        if troubles or told.get("troubles"):
            folder.note(made=folder.parse(newest.file.name), troubles=troubles)
        return None


def make_at(target: Path) -> Made:
    """Make a backup as a file or in a folder that somebody names; nothing there is deleted or overwritten."""
    is_folder = target.is_dir()
    where = target if is_folder else target.parent
    home = folder.home()
    with folder.alone(home):
        file = where / str(folder.free_name(where)) if is_folder else target
        if file.exists():
            raise Trouble("exists", where=str(file))
        return Made(file, written(file, copy_now, prove=ALL))


def _made(home: Path, *, prove: int, safety: str = "") -> Made:
    """Write a backup into the first folder, or the second one where the first cannot hold it; then tidy up."""
    folder.tidy(home)
    name = folder.free_name(home, safety=safety)
    try:
        made = Made(home / str(name), written(home / str(name), copy_now, prove=prove))
        troubles = folder.bring(made.file)
    except Trouble as trouble:
        made = _made_in_second(name, trouble)
        troubles = [trouble]
    troubles += folder.thinned(home)
    folder.note(made=name, troubles=troubles)
    return made._replace(troubles=tuple(troubles))


def _made_in_second(name: folder.Name, trouble: Trouble) -> Made:
    """Where the first folder is full or cannot be written, the second may still take it."""
    other = folder.second()
    if other is None or not other.is_dir() or trouble.code not in ("disk_full", "not_writable"):
        raise trouble
    try:
        return Made(other / str(name), written(other / str(name), copy_now, prove=NONE))
    except Trouble:
        raise trouble from None


def _newest(home: Path) -> Made | None:
    """The last backup of the usual kind, if it can be read; one that a wrong clock has put into the future is none."""
    usual = [name for name in folder.list_own(home) if not name.safety]
    for name in usual:
        if folder.is_clock_wrong([name]):
            continue
        with contextlib.suppress(Trouble):
            return Made(home / str(name), container.about_of(home / str(name)))
        return None
    return None


def _is_old(about: About) -> bool:
    made = folder.moment_of(about.made)
    return made is None or abs(timezone.now() - made) > AT_LEAST_EVERY


@contextlib.contextmanager
def _noted() -> Iterator[None]:
    """Keep what went wrong, for the page, before it is told."""
    try:
        yield
    except Trouble as trouble:
        if trouble.code != "busy":
            folder.note(made=None, troubles=[trouble])
        raise
