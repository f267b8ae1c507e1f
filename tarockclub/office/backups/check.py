"""The repeated check of backups: their files against their checksums."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tarockclub.office.backups import container, folder
from tarockclub.office.backups.errors import Trouble


class BackupCheck(NamedTuple):
    """The result for one file."""

    file: Path
    trouble: Trouble | None


def check_all() -> Iterator[BackupCheck]:
    """Yield the result of every backup in both folders, newest first; a missing folder is a result, too."""
    for where in (folder.get_home_folder(), folder.get_second_folder()):
        if where is None:
            continue
        try:
            names = folder.list_backups(where)
        except Trouble as trouble:
            yield BackupCheck(where, trouble)
            continue
        yield from (check_file(where / str(name)) for name in names)


def check_file(file: Path) -> BackupCheck:
    """Read all of a backup: the file as a whole by the checksum beside it, each member by the one inside."""
    try:
        container.check_backup(file)
        told = folder.load_checksums(file.parent).get(file.name)
        if told is not None and container.hash_file(file) != told:
            raise Trouble("damaged", reason=folder.SUMS)
    except Trouble as trouble:
        return BackupCheck(file, trouble)
    return BackupCheck(file, None)
