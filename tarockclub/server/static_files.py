"""Scripts that a page always loads together come in one file: a poor Wi-Fi counts requests more than bytes."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage

# In the order in which they run; each is a script by itself too, with "use strict" and names of its own.
BUNDLES: dict[str, tuple[str, ...]] = {
    "scoring/table_page.js": (
        "scoring/live_form.js",
        "scoring/live.js",
        "scoring/qr.js",
        "scoring/waiting_codes.js",
        "scoring/waiting.js",
    ),
    "scoring/entry_form.js": (
        "scoring/entry.js",
        "scoring/entry_premiums.js",
        "scoring/entry_points.js",
        "scoring/entry_live.js",
        "scoring/reminders.js",
        "scoring/counting.js",
        "scoring/counting_entry.js",
    ),
    "scoring/entry_saved.js": (
        "scoring/entry_words.js",
        "scoring/entry_draft.js",
        "scoring/entry_phase.js",
        "scoring/undo.js",
        "scoring/entry_kept.js",
    ),
}
PARTS = frozenset(part for parts in BUNDLES.values() for part in parts)


class Bundles(finders.BaseFinder):
    """Finds the bundles among the static files; they lie in a folder that is gone when the program ends."""

    def __init__(self, *_arguments: Any, **_options: Any) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="tarockclub-")
        self.storage = FileSystemStorage(location=self._folder.name)

    def check(self, **_options: Any) -> list[CheckMessage]:
        """Nothing can be set here."""
        return []

    def find(self, path: str, find_all: bool = False, **options: Any) -> Any:
        """The file of a bundle, with its parts as they are now."""
        find_all = bool(options.get("all", find_all))  # its name before Django 6.1
        if path not in BUNDLES:
            return []
        made = str(self._made(path))
        return [made] if find_all else made

    def list(self, _ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        """All bundles."""
        for name in BUNDLES:
            self._made(name)
            yield name, self.storage

    def _made(self, name: str) -> Path:
        text = "\n".join(_part(part) for part in BUNDLES[name])
        file = Path(self.storage.path(name))
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        return file


def _part(name: str) -> str:
    found = finders.find(name)
    if not isinstance(found, str):
        raise FileNotFoundError(name)
    return Path(found).read_text(encoding="utf-8")
