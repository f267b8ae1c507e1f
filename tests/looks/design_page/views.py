"""The page of the design, and its own style."""

import re
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tarockclub.platform.server.static_files import get_part_name
from tarockclub.templatetags.icons import read_icons
from tests.support.paths import ROOT

_HERE = Path(__file__).parent
_TOKENS = ROOT / "tarockclub" / "static" / get_part_name("tokens")
_TOKEN = re.compile(r"--([\w-]+): ([^;]+);(?: /\* (.*?) \*/)?")
_COLOUR = re.compile(r"#[0-9a-f]{6}")


def read_colours() -> list[tuple[str, str, str, str]]:
    """Return the colours of the stylesheet: name, on light and on dark pages, and meaning."""
    light, dark = _read_tokens()
    known = {name: value for name, value, _ in dark}
    return [
        (name, value, known.get(name, value), meaning) for name, value, meaning in light if _COLOUR.fullmatch(value)
    ]


def read_sizes(prefix: str) -> list[tuple[str, str]]:
    """Return the measures whose names begin so, with their values."""
    return [(name, value) for name, value, _ in _read_tokens()[0] if name.startswith(prefix)]


def _read_tokens() -> tuple[list[tuple[str, str, str]], list[tuple[str, str, str]]]:
    light, _, dark = _TOKENS.read_text(encoding="utf-8").partition("@media (prefers-color-scheme: dark)")
    return _TOKEN.findall(light), _TOKEN.findall(dark)


def show_design(request: HttpRequest) -> HttpResponse:
    """Show the page."""
    shown = {
        "colours": read_colours(),
        "sizes": read_sizes("size-"),
        "spaces": read_sizes("space-"),
        "icons": list(read_icons()),
        "people": ("Anna", "Berta", "Cäsar", "Dora", "Emil", "Friederike"),
        "reasons": ("slipped", "illegible", "wrong sign"),
    }
    return render(request, "design.html", shown)


def serve_style(request: HttpRequest) -> HttpResponse:
    """Serve the style that only this page needs."""
    return HttpResponse((_HERE / "design.css").read_text(encoding="utf-8"), content_type="text/css")
