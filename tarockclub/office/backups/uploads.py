"""An uploaded backup is read in another process, and unpacks to a size that the book's own disk can take."""

import contextlib
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from tarockclub.kit.lists.workbook import DAMAGES
from tarockclub.office.backups.errors import Trouble
from tarockclub.platform.server.apart.messages import TooMuchWork
from tarockclub.platform.server.apart.pool import run_apart

ALWAYS_ALLOWED = 64 << 20  # bytes; a nearly empty book is compressed thirtyfold
MOST_TIMES = 20  # times the size of the upload
MOST_BYTES = 1 << 30
SECONDS = 600.0  # for each step with a file of that size
T = TypeVar("T")


def read_apart(function: Callable[..., T], *arguments: Any) -> T:
    """Call a function about an uploaded file in another process; raise Trouble."""
    try:
        return run_apart(function, *arguments, seconds=SECONDS)
    except TooMuchWork as endless:
        raise Trouble("endless") from endless


def refuse_swollen(file: Path) -> None:
    """Refuse a ZIP file that would unpack into too much, before unpacking anything; other files pass.

    (zipfile itself never reads beyond the stated size of a member.)
    """
    with contextlib.suppress(*DAMAGES), zipfile.ZipFile(file) as container:
        unpacked = sum(member.file_size for member in container.infolist())
        if unpacked > min(MOST_BYTES, max(ALWAYS_ALLOWED, MOST_TIMES * file.stat().st_size)):
            raise Trouble("swollen")
