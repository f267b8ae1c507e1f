"""Static files under names that change with their content: a browser keeps them for good and never shows old ones."""

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]

DIGITS = 12


class HashedNames(StaticFilesStorage):
    """What `{% static %}` writes: `style.css` is `style.0123456789ab.css`. Nothing is collected or written for that."""

    def url(self, name: str | None) -> str:
        """The address of a file."""
        given = name or ""
        return str(super().url(_hashed(given, _time_of(given))))


class HashedFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Serves each file under both names; by the one with the hash WhiteNoise knows that it never changes."""

    def add_file_to_dictionary(self, url: str, path: str, stat_cache: Any = None) -> None:
        """Know a file under both names."""
        super().add_file_to_dictionary(url, path, stat_cache)
        super().add_file_to_dictionary(staticfiles_storage.url(url.removeprefix(self.static_prefix)), path, stat_cache)

    def candidate_paths_for_url(self, url: str) -> Iterator[str]:
        """Find a file under both names while somebody works on it."""
        yield from super().candidate_paths_for_url(url)
        yield from super().candidate_paths_for_url(self.get_name_without_hash(url))


def _time_of(name: str) -> int:
    """When a file was changed, while somebody works on it; otherwise it is as it was at the start."""
    found = finders.find(name) if settings.DEBUG else None
    return Path(found).stat().st_mtime_ns if found else 0


@lru_cache(maxsize=1000)
def _hashed(name: str, _time: int) -> str:
    """The name with the hash of the content; as it is where there is no such file."""
    found = finders.find(name)
    if not found or not Path(found).is_file():
        return name
    digest = hashlib.sha256(Path(found).read_bytes()).hexdigest()[:DIGITS]
    before, dot, ending = name.rpartition(".")
    return f"{before}.{digest}{dot}{ending}" if dot else name
