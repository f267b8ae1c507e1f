"""What can go wrong with a backup, as a code with its facts and a sentence that says what to do."""

import errno
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

SENTENCES = {
    "busy": gettext_noop("Another backup or restore is under way; try again in a minute."),
    "in_use": gettext_noop("Another program is holding the database (%(reason)s); please try again in a minute."),
    "disk_full": gettext_noop("The disk is full: %(where)s."),
    "not_writable": gettext_noop("%(where)s cannot be written: %(reason)s."),
    "not_readable": gettext_noop("%(where)s cannot be read: %(reason)s."),
    "second_missing": gettext_noop("The second folder %(where)s is not there. Is the USB stick plugged in?"),
    "nothing": gettext_noop("There is nothing to back up yet."),
    "exists": gettext_noop("%(where)s already exists; nothing was overwritten."),
    "damaged": gettext_noop("The file is damaged: %(reason)s."),
    "foreign": gettext_noop("The file is not a Tarockclub backup: %(reason)s."),
    "newer": gettext_noop("The backup comes from a newer version of Tarockclub; please update this program first."),
    "other_engine": gettext_noop("This is a backup of %(other)s; here the data are in %(own)s."),
    "findings": gettext_noop("The book in the backup is damaged: %(reason)s"),
    "too_large": gettext_noop("The file is too large: %(limit)s MB at most."),
    "swollen": gettext_noop("The file unpacks to something too large: restore it with the command manage.py restore."),
    "no_program": gettext_noop("The program %(program)s is missing; install the client programs of PostgreSQL."),
    "failed": gettext_noop("This did not work: %(reason)s"),
}


class Trouble(Exception):  # noqa: N818 -- an answer for people, no error of the program
    """Something that people must know of, and can do something about."""

    def __init__(self, code: str, **facts: str) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return format_trouble(self.code, self.facts)


def format_trouble(code: str, facts: dict[str, str]) -> str:
    """The sentence in the language of whoever reads it."""
    text = _(SENTENCES.get(code, SENTENCES["failed"]))
    return text % {"reason": code, "where": "?", **facts}


def convert_os_error(error: OSError, where: object, reading: bool = False) -> Trouble:
    """What the system's refusal means; `where` is the file or folder it is about."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Trouble("disk_full", where=str(where))
    return Trouble("not_readable" if reading else "not_writable", where=str(where), reason=error.strerror or str(error))


def convert_sqlite_error(error: Exception, where: object) -> Trouble:
    """What SQLite's refusal means."""
    name = getattr(error, "sqlite_errorname", "") or ""
    known: dict[str, Callable[[], Trouble]] = {
        "SQLITE_FULL": lambda: Trouble("disk_full", where=str(where)),
        "SQLITE_BUSY": lambda: Trouble("in_use", reason=str(error)),
        "SQLITE_LOCKED": lambda: Trouble("in_use", reason=str(error)),
        "SQLITE_IOERR": lambda: Trouble("not_writable", where=str(where), reason=str(error)),
        "SQLITE_READONLY": lambda: Trouble("not_writable", where=str(where), reason=str(error)),
        "SQLITE_CANTOPEN": lambda: Trouble("not_readable", where=str(where), reason=str(error)),
    }
    for prefix, trouble in known.items():
        if name.startswith(prefix):
            return trouble()
    return Trouble("damaged", reason=str(error))


def encode_trouble(trouble: Trouble) -> dict[str, Any]:
    """The trouble as the state file keeps it."""
    return {"code": trouble.code, "facts": trouble.facts}
