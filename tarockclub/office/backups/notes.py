"""Backups in the log of the club that owns the installation: no entry keeps anybody from making or restoring one."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from django.db import DatabaseError, connection

from tarockclub.kit.time_source import now
from tarockclub.models import Account, Club
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.manifest import BackupFacts
from tarockclub.office.backups.services import BackupResult, make_backup
from tarockclub.office.backups.snapshot import ALL
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import load_hosting_club

logger = logging.getLogger(__name__)


def make_noted_backup(who: Actor, *, prove: int = ALL) -> BackupResult:
    """Make a backup that somebody has asked for, and note it, or that it has failed."""
    try:
        backup = make_backup(prove=prove)
    except Trouble as trouble:
        note_trouble(Kind.BACKUP_FAILED, trouble, who)
        raise
    note_backup(Kind.BACKUP_MADE, backup.file.name, who, backup.troubles)
    return backup


def note_backup(kind: Kind, file: str, who: Actor = ANONYMOUS, troubles: Sequence[Trouble] = ()) -> None:
    """Note a backup, by the name of its file."""
    codes = {"troubles": [trouble.code for trouble in troubles]} if troubles else {}
    _record_if_possible(kind, who, file=file, **codes)


def note_trouble(kind: Kind, trouble: Trouble, who: Actor = ANONYMOUS) -> None:
    """Note that a backup or restore has failed."""
    _record_if_possible(kind, who, code=trouble.code)


def note_second(who: Actor, *, is_chosen: bool) -> None:
    """Note that a second folder was chosen, or given up; not which one: its name is free text."""
    _record_if_possible(Kind.BACKUP_FOLDER if is_chosen else Kind.BACKUP_FOLDER_ENDED, who)


def note_restore(file: str, about: BackupFacts, findings: int, who: Actor, login: str) -> None:
    """Note a restore in the restored book, where the person may have another id, or none."""
    try:
        account = Account.objects.filter(login=login).first() if login else None
    except DatabaseError:
        account = None
    author = who._replace(person=None if account is None else account.person_id, token=None)
    facts = {"findings": findings} if findings else {}
    _record_if_possible(Kind.RESTORED, author, file=file, made=about.made, hands=about.hands, **facts)


def _record_if_possible(kind: Kind, who: Actor, **facts: Any) -> None:
    try:
        record_event(load_hosting_club().pk, kind, who, **facts)
    except (DatabaseError, Club.DoesNotExist):  # damaged, full, or there is no database yet
        if _has_log():
            logger.warning("The log of the club cannot be written: %s", kind)


def _has_log() -> bool:
    """Return whether there is a log to be written: not in an empty folder."""
    try:
        return Club._meta.db_table in connection.introspection.table_names()
    except DatabaseError:
        return True


class AutomaticNotes:
    """The notes about automatic backups: one each day, and one whenever something goes wrong or is right again."""

    def __init__(self) -> None:
        self._noted: tuple[object, ...] = ()

    def watch(self, make: Callable[[], BackupResult | None]) -> BackupResult | None:
        """Make a backup and note it, if that is news."""
        today = now().date()
        try:
            backup = make()
        except Trouble as trouble:
            if trouble.code != "busy" and self._is_news(today, trouble.code):
                note_trouble(Kind.BACKUP_FAILED, trouble)
            raise
        if backup is not None and self._is_news(today, *sorted(trouble.code for trouble in backup.troubles)):
            note_backup(Kind.BACKUP_MADE, backup.file.name, troubles=backup.troubles)
        return backup

    def _is_news(self, *state: object) -> bool:
        is_news, self._noted = state != self._noted, state
        return is_news
