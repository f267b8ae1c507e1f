"""The handbook as it is read: sections in a language, from the files that came with the program."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from tarockclub.platform.handbook.markup import Heading, Text, render_text
from tarockclub.platform.handbook.sections import LANGUAGES, SECTIONS


class Section(NamedTuple):
    """A section with its place in the handbook."""

    name: str
    language: str  # of its text: the other one, where it is missing in the reader's
    text: Text

    @property
    def title(self) -> str:
        """Return the title."""
        return self.text.title

    @property
    def headings(self) -> tuple[Heading, ...]:
        """Return what stands in it."""
        return self.text.headings


def find_file(name: str, language: str) -> Path | None:
    """Return the file of a section, by preference in this language."""
    folders = (settings.HANDBOOK / spoken for spoken in sorted(LANGUAGES, key=lambda spoken: spoken != language))
    return next((file for folder in folders if (file := folder / f"{name}.md").is_file()), None)


def find_section(name: str, language: str) -> Section | None:
    """Return a section in a language, or in the other one; None for what is none."""
    if name not in SECTIONS:
        return None
    file = find_file(name, language)
    return None if file is None else _read_section(file, settings.DEBUG and file.stat().st_mtime_ns)


@cache
def _read_section(file: Path, _version: int) -> Section:
    """Return a section; each file is read once, while somebody works on the texts after each change."""
    return Section(file.stem, file.parent.name, render_text(file.read_text("utf-8"), file.parent))


def list_sections(language: str) -> list[Section]:
    """Return all sections in order."""
    return [section for name in SECTIONS if (section := find_section(name, language))]
