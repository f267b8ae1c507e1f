"""Pinned sheets: the version a table plays by, kept as text, and the typed sheet it stands for."""

import hashlib
from functools import lru_cache

from scoring.engine.library import BUILT_IN, built_in, vocabulary
from scoring.engine.loader import from_canonical
from scoring.engine.sheet import Sheet
from scoring.models import SheetVersion


def pinned(sheet_id: str, options: dict[str, bool]) -> SheetVersion:
    """The version of a built-in sheet with these options as it is now; ValueError for an unknown id."""
    rules = built_in(sheet_id)
    if rules is None:
        raise ValueError(sheet_id)
    text = rules.canonical({name: on for name, on in options.items() if name in rules.defaults})
    digest = hashlib.sha256(text.encode()).hexdigest()
    version, _ = SheetVersion.objects.get_or_create(
        club=None, digest=digest, defaults={"sheet": sheet_id, "text": text}
    )
    return version


def sheet_of(version: SheetVersion) -> Sheet:
    """The typed sheet of a version."""
    return _sheet(version.digest, version.text)


@lru_cache(maxsize=64)
def sheet_called(digest: str, version: int) -> Sheet:
    """The typed sheet of the version with this digest and id: its text is read once."""
    return sheet_of(SheetVersion.objects.get(pk=version))


@lru_cache(maxsize=64)
def _sheet(digest: str, text: str) -> Sheet:
    return from_canonical(text, {"pagatkassa": vocabulary()["pagatkassa"]})


def offered() -> list[Sheet]:
    """The built-in sheets, each with its options as they are by themselves."""
    return [rules.sheet() for rules in (built_in(sheet_id) for sheet_id in BUILT_IN) if rules is not None]
