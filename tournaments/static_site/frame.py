"""The frame of a page that is shown elsewhere: on a club's web space, or on the installation that received it."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import override


class FramedPage(Protocol):
    """A page that gets a frame."""

    @property
    def language(self) -> str:
        """Return its language."""

    @property
    def title(self) -> str:
        """Return its title."""

    @property
    def main(self) -> str:
        """Return its content, which is harmless (markup.py)."""


class Frame(NamedTuple):
    """The addresses and words around a page."""

    club: str
    home: str
    icon: str
    styles: Sequence[str]
    languages: Sequence[tuple[str, str, str]]  # the others: code, name, address
    logo: str = ""
    stand: str = ""  # the moment of which it tells
    is_old: bool = False
    privacy: str = ""


def list_other_languages(language: str, build_address: dict[str, str]) -> list[tuple[str, str, str]]:
    """Return the other languages in which a page exists, with its addresses there."""
    names = dict(settings.LANGUAGES)
    return [(code, names[code], href) for code, href in build_address.items() if code != language]


def render_frame(piece: FramedPage, frame: Frame) -> str:
    """Return a whole page."""
    with override(piece.language):
        main = mark_safe(piece.main)  # noqa: S308 -- cleaned where it was made or received
        return render_to_string(
            "tournaments/static_site/frame.html", {"piece": piece, "frame": frame, "main": main}
        ).lstrip()
