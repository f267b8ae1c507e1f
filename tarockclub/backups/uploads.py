"""How much an uploaded backup may unpack into: it goes to the book's own disk."""

import contextlib
import zipfile
from pathlib import Path

from tarockclub.backups.errors import Trouble

ALWAYS = 64 << 20  # bytes; a book with little in it packs thirty times
MOST_TIMES = 20  # as large as the file that was uploaded
MOST_BYTES = 1 << 30


def refuse_swollen(file: Path) -> None:
    """Refuse a file that would unpack into too much, before a byte of it is unpacked; what is no ZIP is no matter here.

    (zipfile itself never reads beyond the size that a member is said to have.)
    """
    with contextlib.suppress(zipfile.BadZipFile), zipfile.ZipFile(file) as container:
        unpacked = sum(member.file_size for member in container.infolist())
        if unpacked > min(MOST_BYTES, max(ALWAYS, MOST_TIMES * file.stat().st_size)):
            raise Trouble("swollen")
