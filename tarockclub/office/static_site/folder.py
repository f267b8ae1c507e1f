"""A site in a folder that is kept up to date: only what differs is written, and only into a folder of our own."""

import json
import re
from pathlib import Path

from tarockclub.office.static_site.builder import Subject
from tarockclub.office.static_site.files import write_site

MARK = ".tarockclub-site.json"  # the names of the files that were written: nothing else is ever deleted
_STAND = re.compile(rb'<p class="site-stand"[^>]*>[^<]*</p>')


class StrangeFolder(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Raised for a folder with files of somebody else."""


def update_folder(subject: Subject, target: Path) -> int:
    """Write what has changed since the last time and delete what is gone; return the number of files that were written.

    The folder is new, empty, or was made here. Raise StrangeFolder, and SiteError: then nothing was changed.
    """
    mark = target / MARK
    if not mark.exists() and target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise StrangeFolder
    before = json.loads(mark.read_text(encoding="utf-8")) if mark.exists() else []
    names, written = set[str](), 0

    def add(name: str, content: bytes) -> None:
        nonlocal written
        names.add(name)
        written += _write_changed(target / name, content)

    target.mkdir(parents=True, exist_ok=True)
    if not mark.exists():
        _write(mark, b"[]")
    write_site(subject, add)
    for name in set(before) - names:
        (target / name).unlink(missing_ok=True)
    _write(mark, json.dumps(sorted(names), indent=1).encode())
    return written


def _write_changed(file: Path, content: bytes) -> bool:
    """Write a file unless it differs in nothing but the moment that it names; return whether it was written."""
    if file.exists() and _STAND.sub(b"", file.read_bytes()) == _STAND.sub(b"", content):
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    _write(file, content)
    return True


def _write(file: Path, content: bytes) -> None:
    """Write a file at once: whoever copies the folder meanwhile gets no half of it."""
    part = file.with_name(f"{file.name}.part")
    part.write_bytes(content)
    part.replace(file)
