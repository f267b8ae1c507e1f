"""The parts of the program that a phone stores over HTTPS, so that it opens without a network: it can be installed."""

import hashlib
import json
from collections.abc import Callable
from functools import cache, wraps
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.cache import never_cache

from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language
from tarockclub.models import SLUG_LENGTH, Club
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.club_look.services import choose_header
from tarockclub.platform.clubs.current_club import (
    WELL_FORMED,
    find_addressed_club,
    find_only_club,
    get_app_word,
    reverse_at_root,
)
from tarockclub.platform.handbook.selectors import KEPT_SECTIONS, LANGUAGES
from tarockclub.platform.server.installation import list_sources
from tarockclub.platform.server.page_cache import CACHE_HEADER, WORKER_HEADER
from tarockclub.platform.server.static_files import EVENING, PARTS, SCRIPTS, STYLES, WHOLE
from tarockclub.platform.sharing.icons import build_icon_address
from tarockclub.platform.sharing.responses import PNG

GROUND = "#f6efdd"  # of the stylesheet, for the frame that the system draws around the page
WORKER = "scoring/pages/worker.js"
OWN_START = "tournaments/people/me/?of="  # and the person's number; the worker knows what is kept of them
# Of pages that open without the network; a phone that keeps another page's files fetches them with that page.
_KEPT_SCRIPTS = {
    *(f"scoring/pages/{name}.js" for name in ("any", "early", "later", "offline", "table", "voice", "watching")),
    "tournaments/pages/gong.js",
}
_SUFFIXES = (".css", ".js", ".svg", ".woff2")  # the system keeps the icons itself
_SOURCES = ("templates/**/*.html", "tarockclub/locale/*/LC_MESSAGES/*.mo", "scoring/engine/texts/*.py")
_DIGITS = 12
_SHORT = 12  # letters that every system shows below an icon
KeptView = Callable[..., HttpResponse]


def list_files() -> list[str]:
    """Return the addresses of the static files of pages that open without the network."""
    names = {name for finder in finders.get_finders() for name, _ in finder.list([])}
    of_the_network = {name for name, style in STYLES.items() if style.group in {WHOLE, EVENING}}  # whose pages need it
    return [
        static(name)
        for name in sorted(names - PARTS - of_the_network - (SCRIPTS.keys() - _KEPT_SCRIPTS))
        if name.endswith(_SUFFIXES)
    ]


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
    return f"self.program = {json.dumps(load_program())};\nimportScripts({json.dumps(static(WORKER))});\n"


def load_program() -> dict[str, Any]:
    """Return what the worker gets to know of the program: its version, and what it is made of."""
    return _build_program() if settings.DEBUG else _build_cached_program()


@cache
def _build_cached_program() -> dict[str, Any]:
    """Return it as built at the start: files keep the names that they had then."""
    return _build_program()


def _build_program() -> dict[str, Any]:
    content = {"files": list_files(), "offline": reverse_at_root("offline"), "help": list_help()}
    made_of = {**content, "words": _hash_sources(), "worker": static(WORKER)}
    version = hashlib.sha256(json.dumps(made_of).encode()).hexdigest()[:_DIGITS]
    return {"version": version, **content}


def list_help() -> list[str]:
    """Return the addresses of the sections of the handbook that somebody at a table may need."""
    return [reverse_at_root("help_section", section) for section in KEPT_SECTIONS]


def build_own_start(club: Club, number: str | int) -> str:
    """Return where the app of a person begins, without the secret of their link: Android's maker of apps reads it."""
    return f"{_build_start(get_app_word(club))}{OWN_START}{number}"


def _build_start(slug: str) -> str:
    return f"/c/{slug}/" if slug else "/"


def build_manifest(language: str, club: Club | None, slug: str = "", own: str = "") -> dict[str, Any]:
    """Return the web app manifest, with which a system shows the page like an installed program: the club's.

    `slug`: the word of a club of several; the installed page begins at its address. Tables have no club in theirs.
    `own`: the number of the person whose page it is.
    """
    start = f"{_build_start(slug)}{OWN_START}{own}" if own else _build_start(slug)
    name = club.name if club else settings.INSTALLATION_NAME
    return {
        "id": start,
        "name": name,
        "short_name": shorten_app_name(name),
        "lang": language,
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": choose_header(club.colour if club else ""),
        "icons": [
            _build_icon(club, "192", 192),
            _build_icon(club, "512", 512),
            {**_build_icon(club, "cut", 512), "purpose": "maskable"},
        ],
    }


def _build_icon(club: Club | None, shape: str, size: int) -> dict[str, str]:
    source = build_icon_address(club, shape) if club else static(f"tarockclub/icon-{shape}.png")
    return {"src": source, "sizes": f"{size}x{size}", "type": PNG}


def shorten_app_name(name: str) -> str:
    """Return what fits below an icon: the last word of a long name that says which club it is.

    >>> [shorten_app_name(name) for name in ("Tarockrunde zur Linde", "Tarock Wels", "Kartenfreunde 1987")]
    ['Linde', 'Tarock Wels', 'Kartenfreunde']
    """
    names = [word for word in name.split() if word[0].isupper()]
    return name if len(name) <= _SHORT or not names else names[-1]


def keep_on_phones(view: KeptView) -> KeptView:
    """Let phones keep a page, a table's if it says nothing else; automatic refreshes do not count as use."""

    @wraps(view)
    def keep(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if WORKER_HEADER in request.headers:
            request.META[BY_ITSELF] = True
        response = view(request, *args, **kwargs)
        response.headers.setdefault(CACHE_HEADER, "table")
        return response

    return keep


@never_cache
def serve_worker(request: HttpRequest) -> HttpResponse:
    """Serve the script that answers in place of the network; no database query."""
    return HttpResponse(build_worker(), content_type="text/javascript")


def serve_manifest(request: HttpRequest) -> HttpResponse:
    """Serve the name, icons and colours of the installed page."""
    word = request.GET.get("club", "")
    slug = word if WELL_FORMED.fullmatch(word) and len(word) <= SLUG_LENGTH else ""
    # Browsers ask without a session.
    open_clubs = Club.objects.filter(archived=None)  # of an archived one the public sees nothing
    club = open_clubs.filter(slug=slug).first() if slug else find_addressed_club(request) or find_only_club()
    own = parse_whole(request.GET.get("own", ""))
    manifest = build_manifest(get_current_language(), club, slug, "" if own is None else f"{own}")
    if "here" in request.GET:  # an iPhone's app has nothing of the browser: it begins at the page, and tells nobody
        del manifest["start_url"]
    return JsonResponse(manifest, content_type="application/manifest+json")


@never_cache
def show_offline(request: HttpRequest) -> HttpResponse:
    """Show the page that phones keep for everything unavailable without a network; no database query."""
    response = render(request, "scoring/table/offline/offline.html")
    response[CACHE_HEADER] = "offline"
    return response
