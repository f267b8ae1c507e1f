"""Backups checked again: whether the files still hold what was written into them."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tarockclub.backups import container, folder
from tarockclub.backups.errors import Trouble


class Checked(NamedTuple):
    """What came of one file."""

    file: Path
    trouble: Trouble | None


def check_all() -> Iterator[Checked]:
    """Every backup in both folders, newest first; a folder that is not there is a trouble of its own."""
    for where in (folder.home(), folder.second()):
        if where is None:
            continue
        try:
            names = folder.listed(where)
        except Trouble as trouble:
            yield Checked(where, trouble)
            continue
        yield from (check_file(where / str(name)) for name in names)


def check_file(file: Path) -> Checked:
    """Read all of a backup: the file as a whole by the checksum beside it, each member by the one within."""
    try:
        container.check(file)
        told = folder.sums(file.parent).get(file.name)
        if told is not None and container.digest_of(file) != told:
            raise Trouble("damaged", reason=folder.SUMS)
    except Trouble as trouble:
        return Checked(file, trouble)
    return Checked(file, None)
