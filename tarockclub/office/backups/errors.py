"""Possible troubles with a backup, as a code with its facts and a sentence with advice."""

import errno
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tarockclub.platform.server.installation import PROGRAM

SENTENCES = {
    "busy": gettext_noop("Another backup or restore is under way; try again in a minute."),
    "in_use": gettext_noop("Another program is holding the database (%(reason)s); please try again in a minute."),
    "disk_full": gettext_noop("The disk is full: %(where)s."),
    "not_writable": gettext_noop("%(where)s cannot be written: %(reason)s."),
    "not_readable": gettext_noop("%(where)s cannot be read: %(reason)s."),
    "no_file": gettext_noop("There is no file %(where)s."),
    "second_missing": gettext_noop("The second folder %(where)s is not there. Is the USB stick plugged in?"),
    "second_other": gettext_noop("%(where)s is not the chosen folder: there is another stick, or it has been emptied."),
    "second_slow": gettext_noop("%(where)s is slow or does not answer: what is entered gets there late."),
    "second_failed": gettext_noop(
        "The watch on the second folder has failed (%(reason)s): it gets whole backups only. Restart the server."
    ),
    "relative": gettext_noop("Type the folder with its whole path, such as /media/LINDE or E:\\Tarockclub."),
    "own_folder": gettext_noop("%(where)s belongs to the program itself: choose a folder on another drive."),
    "system_folder": gettext_noop("%(where)s belongs to the system: choose a folder of your own."),
    "not_here": gettext_noop("Whoever starts the program names the second folder here: TAROCKCLUB_BACKUP_FOLDER."),
    "no_folder": gettext_noop("There is no folder %(where)s."),
    "nothing": gettext_noop("There is nothing to back up yet."),
    "exists": gettext_noop("%(where)s already exists; nothing was overwritten."),
    "damaged": gettext_noop("The file is damaged: %(reason)s."),
    "sealed": gettext_noop("The copy is encrypted: type the key of its recovery sheet first, on the page Backups."),
    "sealed_otherwise": gettext_noop(
        "The copy is encrypted with another key than those that are known here: type that of its recovery sheet."
    ),
    "no_key": gettext_noop("This is no key of a recovery sheet: a character is wrong or missing. Compare the groups."),
    "other_end": gettext_noop("These are not the last two groups of the new sheet. Nothing is encrypted with it yet."),
    "foreign": gettext_noop("The file is not a Tarockclub backup: %(reason)s."),
    "newer": gettext_noop("The backup comes from a newer version of Tarockclub; please update this program first."),
    "between": gettext_noop(
        "The backup comes from a version before Tarockclub %(version)s. Restore it with version %(version)s, make "
        "a backup there, and restore that one here."
    ),
    "other_engine": gettext_noop("This is a backup of %(other)s; here the data are in %(own)s."),
    "findings": gettext_noop("The book in the backup is damaged: %(reason)s"),
    "too_large": gettext_noop("The file is too large: %(limit)s MB at most."),
    "changes": gettext_noop(
        "The changes beside the backup cannot be used: %(reason)s To restore the backup alone, move %(where)s away."
    ),
    "swollen": gettext_noop(
        "The file unpacks to something too large: restore it with the command %(command)s restore."
    ),
    "no_program": gettext_noop("The program %(program)s is missing; install the client programs of PostgreSQL."),
    "endless": gettext_noop("It takes too long or too much memory to read this file."),
    "no_stand_by": gettext_noop("A stand-by laptop follows only a book in SQLite that has at most 128 MB."),
    "no_answer": gettext_noop("%(where)s does not answer."),
    "other_code": gettext_noop("%(where)s does not know this code, or it was ended there."),
    "not_first": gettext_noop("%(where)s is not the first laptop itself."),
    "no_address": gettext_noop("Type the address as the first laptop shows it, such as 192.168.1.20:8000."),
    "no_code": gettext_noop("This is no code of a first laptop: it has 16 letters and digits."),
    "failed": gettext_noop("This did not work: %(reason)s"),
}


class Trouble(Exception):  # noqa: N818 -- an answer for people, no error of the program
    """A problem that people must know, and can solve."""

    def __init__(self, code: str, **facts: str) -> None:
        super().__init__(code)  # so that it comes back from another process
        self.code = code
        self.facts = facts

    @property
    def is_sealed(self) -> bool:
        """Return whether a key of a recovery sheet would help."""
        return self.code in ("sealed", "sealed_otherwise")

    def __str__(self) -> str:
        return format_backup_trouble(self.code, self.facts)


def format_backup_trouble(code: str, facts: dict[str, str]) -> str:
    """Return the sentence in the reader's language."""
    text = _(SENTENCES.get(code, SENTENCES["failed"]))
    return text % {"reason": code, "where": "?", "command": PROGRAM, **facts}


def convert_os_error(error: OSError, where: object, reading: bool = False) -> Trouble:
    """Convert a refusal of the system; `where` is the file or folder."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Trouble("disk_full", where=str(where))
    if reading and error.errno == errno.ENOENT:
        return Trouble("no_file", where=str(where))
    return Trouble("not_readable" if reading else "not_writable", where=str(where), reason=error.strerror or str(error))


def convert_sqlite_error(error: Exception, where: object) -> Trouble:
    """Convert a refusal of SQLite."""
    name = getattr(error, "sqlite_errorname", "") or ""
    troubles: dict[str, Callable[[], Trouble]] = {
        "SQLITE_FULL": lambda: Trouble("disk_full", where=str(where)),
        "SQLITE_BUSY": lambda: Trouble("in_use", reason=str(error)),
        "SQLITE_LOCKED": lambda: Trouble("in_use", reason=str(error)),
        "SQLITE_IOERR": lambda: Trouble("not_writable", where=str(where), reason=str(error)),
        "SQLITE_READONLY": lambda: Trouble("not_writable", where=str(where), reason=str(error)),
        "SQLITE_CANTOPEN": lambda: Trouble("not_readable", where=str(where), reason=str(error)),
    }
    for prefix, trouble in troubles.items():
        if name.startswith(prefix):
            return trouble()
    return Trouble("damaged", reason=str(error))


def encode_trouble(trouble: Trouble) -> dict[str, Any]:
    """Return the trouble for the state file."""
    return {"code": trouble.code, "facts": trouble.facts}
