"""The limit on the unpacked size of an uploaded backup, which goes to the book's own disk."""

import contextlib
import zipfile
from pathlib import Path

from tarockclub.backups.errors import Trouble

ALWAYS_ALLOWED = 64 << 20  # bytes; a nearly empty book is compressed thirtyfold
MOST_TIMES = 20  # times the size of the upload
MOST_BYTES = 1 << 30


def refuse_swollen(file: Path) -> None:
    """Refuse a ZIP file that would unpack into too much, before unpacking anything; other files pass.

    (zipfile itself never reads beyond the stated size of a member.)
    """
    with contextlib.suppress(zipfile.BadZipFile), zipfile.ZipFile(file) as container:
        unpacked = sum(member.file_size for member in container.infolist())
        if unpacked > min(MOST_BYTES, max(ALWAYS_ALLOWED, MOST_TIMES * file.stat().st_size)):
            raise Trouble("swollen")
