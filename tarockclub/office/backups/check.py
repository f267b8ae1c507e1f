"""The repeated check of backups: their files against their checksums."""

from collections.abc import Iterator
from pathlib import Path

from tarockclub.office.backups import container, folder
from tarockclub.office.backups.errors import Trouble


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
        told = folder.load_checksums(file.parent).get(file.name)
        if told is not None and container.hash_file(file) != told:
            raise Trouble("damaged", reason=folder.SUMS)
    except Trouble as trouble:
        return trouble
    return None
