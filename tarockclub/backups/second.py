"""The second folder: every backup is copied there and read back, whenever the folder is there."""

import contextlib
import shutil
from pathlib import Path

from tarockclub.backups import container, folder
from tarockclub.backups.errors import Trouble, of_os


def bring(file: Path) -> list[Trouble]:
    """Copy a backup to the second folder, read it back there, and tidy up; say what went wrong."""
    second = folder.second()
    if second is None:
        return []
    if not second.is_dir():
        return [Trouble("second_missing", where=str(second))]
    part = folder.unfinished(second, "zip")
    try:
        folder.tidy(second)
        if not (second / file.name).exists():
            with file.open("rb") as source, container.open_private(part) as target:
                shutil.copyfileobj(source, target, 1 << 20)
                container.sync(target)
            container.check(part)
            digest = container.digest_of(part)
            container.put_in_place(part, second / file.name)
            folder.note_sum(second / file.name, digest)
        return thinned(second)
    except OSError as error:
        return [of_os(error, second)]
    except Trouble as trouble:
        return [trouble]
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def thinned(where: Path) -> list[Trouble]:
    """Delete what the rotation does not keep; say what went wrong."""
    try:
        folder.thin_out(where)
    except OSError as error:
        return [of_os(error, where)]
    except Trouble as trouble:
        return [trouble]
    return []
