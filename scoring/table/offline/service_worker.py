"""The service worker: the parts of the program that a phone stores over HTTPS, so that it opens without a network."""

import hashlib
import json
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse

from tarockclub.platform.club_look.colours import USUAL_HEADER, find_header
from tarockclub.platform.handbook.sections import KEPT_SECTIONS, LANGUAGES
from tarockclub.platform.server.installation import list_sources
from tarockclub.platform.server.static_files import PARTS
from tarockclub.platform.server.style_parts import EVENING, STYLES, WHOLE

GROUND = "#f6efdd"  # of the stylesheet, for the frame that the system draws around the page
WORKER = "scoring/worker.js"
_SUFFIXES = (".css", ".js", ".svg", ".woff2")  # the system keeps the icons itself
_SOURCES = ("templates/**/*.html", "tarockclub/locale/*/LC_MESSAGES/*.mo", "scoring/engine/texts/*.py")
_DIGITS = 12
PNG = "image/png"


def list_files() -> list[str]:
    """Return the addresses of all static files of the pages."""
    names = {name for finder in finders.get_finders() for name, _ in finder.list([])} - {WORKER}
    of_the_network = {name for name, style in STYLES.items() if style.group in {WHOLE, EVENING}}  # whose pages need it
    return [static(name) for name in sorted(names - PARTS - of_the_network) if name.endswith(_SUFFIXES)]


@cache
def _hash_sources() -> str:
    """Return a hash of the templates and texts of the pages."""
    digest = hashlib.sha256()
    paths = [*list_sources(*_SOURCES)]
    paths += [path for code in LANGUAGES for path in sorted((settings.HANDBOOK / code).glob("*.md"))]
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:_DIGITS]


def build_worker() -> str:
    """Return the script that browsers check for updates; it changes whenever the program changes."""
    return _build_script() if settings.DEBUG else _build_cached_worker()


@cache
def _build_cached_worker() -> str:
    """Return the script as built at the start: files keep the names that they had then."""
    return _build_script()


def _build_script() -> str:
    told = {"files": list_files(), "offline": reverse("offline"), "help": list_help()}
    made_of = {**told, "words": _hash_sources(), "worker": static(WORKER)}
    version = hashlib.sha256(json.dumps(made_of).encode()).hexdigest()[:_DIGITS]
    said = json.dumps({"version": version, **told})
    return f"self.program = {said};\nimportScripts({json.dumps(made_of['worker'])});\n"


def list_help() -> list[str]:
    """Return the addresses of the sections of the handbook that somebody at a table may need."""
    return [reverse("help_section", kwargs={"section": section}) for section in KEPT_SECTIONS]


def build_manifest(language: str, colour: str = "", slug: str = "") -> dict[str, Any]:
    """Return the web app manifest, with which a system shows the page like an installed program, in a club's colour.

    `slug`: the word of a club of several; the installed page begins at its address. Tables have no club in theirs.
    """
    start = f"{reverse('home')}c/{slug}/" if slug else reverse("home")
    return {
        "id": start,
        "name": "Tarockclub",
        "short_name": "Tarockclub",
        "lang": language,
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": find_header(colour) if colour else USUAL_HEADER,
        "icons": [
            _build_icon("icon-192.png", "192x192", PNG),
            _build_icon("icon-512.png", "512x512", PNG),
            {**_build_icon("icon-cut.png", "512x512", PNG), "purpose": "maskable"},
            _build_icon("icon.svg", "any", "image/svg+xml"),
        ],
    }


def _build_icon(name: str, sizes: str, kind: str) -> dict[str, str]:
    return {"src": static(f"tarockclub/{name}"), "sizes": sizes, "type": kind}
