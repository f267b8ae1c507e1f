"""One script and one stylesheet for each kind of page: on a poor Wi-Fi, requests matter more than bytes.

The stylesheets with large letters are made in the same way.
"""

import hashlib
import re
import sys
import tempfile
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage
from django.http import HttpRequest
from rcssmin import cssmin  # type: ignore[import-untyped]
from rjsmin import jsmin  # type: ignore[import-untyped]
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]

from tarockclub.kit.fonts import FONTS as FONTS_MADE
from tarockclub.kit.fonts import PARTS as FONT_PARTS
from tarockclub.kit.fonts import get_folder
from tarockclub.platform.server.installation import IS_INSTALLED, PACKAGE, ROOT, list_sources

_APPS = ("scoring", "tarockclub", "tournaments")
# All that is known of the language of modules; whatever else begins with one of the two words is refused.
_IMPORT = re.compile(r'^import \{([\w\s,]+)\} from "(\.\.?/[\w./]+\.js)";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:(?:async )?function|const|class) (\w+))", re.M)
_UNKNOWN = re.compile(r"^\s*(?:import|export)\b.*|\bimport\(.*", re.M)


class ModuleError(ValueError):
    """A module that cannot be joined with others."""


def list_modules(folder: str) -> dict[str, Path]:
    """Return our modules in the folders of this name ("**": in all), by their names as static files."""
    paths = list_sources(*(f"{app}/static/{app}/{folder}/*.js" for app in _APPS))
    return {path.relative_to(ROOT).as_posix().partition("/static/")[2]: path for path in paths}


def join_modules(module: Path) -> str:
    """Return a script in which each module stands once, after those that it imports, in a scope of its own.

    Raises ModuleError for a circle, a form of import or export that is not known, a name that nobody exports, and one
    that two modules export.
    """
    exports: dict[Path, list[str]] = {}
    pieces: list[str] = []

    def join(path: Path, importers: tuple[Path, ...]) -> list[str]:
        if path in importers:
            raise ModuleError(f"{path} imports itself, by {importers[-1]}")
        if path not in exports:
            text = path.read_text(encoding="utf-8")
            for names, address in _IMPORT.findall(text):
                _require_names(path, names, join((path.parent / address).resolve(), (*importers, path)))
            own = _EXPORT.findall(text)
            if twice := {name for names in exports.values() for name in names} & {*own}:
                raise ModuleError(f"{path} exports {', '.join(twice)}, as another module does")
            exports[path] = own
            pieces.append(_build_block(path, text, own))
        return exports[path]

    join(module.resolve(), ())
    return '(() => {\n"use strict";\n' + "".join(pieces) + "})();\n"


def _require_names(path: Path, names: str, exports: list[str]) -> None:
    missing = {name.strip() for name in names.split(",")} - {*exports, ""}
    if missing:
        raise ModuleError(f"{path} imports {', '.join(missing)}, which is not exported")


def _build_block(path: Path, text: str, exports: list[str]) -> str:
    """Return a module as a block of its own that gives what it exports."""
    body = _EXPORT.sub("", _IMPORT.sub("", text))
    if unknown := _UNKNOWN.search(body):
        raise ModuleError(f"{path}: {unknown[0].strip()}")
    if not exports:
        return f"{{\n{body}}}\n"
    names = ", ".join(exports)
    return f"const {{ {names} }} = (() => {{\n{body}return {{ {names} }};\n}})();\n"


def _list_parts(names: str) -> tuple[str, ...]:
    return tuple(names.split())


FONTS = "fonts"  # only where the fonts are (tarockclub.kit.fonts)
# In this order: of two rules with the same weight the later one wins.
ORDER = _list_parts(
    """
    tokens fonts base icons components sections choices amounts standing settlement backups written_sheet clock entry
    waiting charts grids evenings house_rules examples counting live links waiting_hands surface table_page ribbon
    corrections over_table preferences spectators large_letters inn_table paper rulings table_cards desk wall draw
    setup formats exports standings podium person play_time days lists programs imports seasons statistics rescoring
    papers own_sheets own_seat questions codes practice frame navigation first_page steps club_look outside front
    handbook static_site door invitations
    """
)
# What is only needed where hands are entered and watched; in tournaments and seasons; on other pages of the club.
_OF_TABLES = _list_parts(
    """
    written_sheet entry waiting counting waiting_hands surface table_page ribbon corrections spectators inn_table
    own_seat questions practice over_table
    """
)
_OF_TOURNAMENTS = _list_parts(
    """
    table_cards desk wall draw setup formats exports standings rulings steps seasons play_time papers door
    invitations
    """
)
_OF_THE_REST = _list_parts(
    """
    own_sheets programs backups examples house_rules statistics days evenings club_look handbook person
    """
)
_AROUND_TABLES = ("codes",)  # also around tournaments
# What the front of a club needs, which strangers load first; the last part is nowhere else.
_OF_FRONTS = _list_parts(
    """
    tokens fonts base icons components sections clock charts preferences large_letters paper podium links frame
    navigation front
    """
)
_OF_LISTS = _list_parts("grids lists imports rescoring outside podium first_page")  # on all pages but at tables
# What only those need who are logged in: a page for everybody has room for 60 kB, most of it fonts.
_OF_THE_STAFF = _list_parts(
    """
    backups examples table_cards desk wall draw setup formats exports programs imports statistics days rescoring papers
    own_sheets house_rules rulings first_page counting club_look door handbook
    """
)
_OF_THOSE_WHO_ACT = _list_parts("choices amounts standing play_time")
# What the page of a table itself has no use for, which is loaded first on a phone in the inn.
_ONLY_AROUND_TABLES = _list_parts("sections settlement evenings corrections navigation practice static_site")
_OVER_TABLES = _list_parts("sections corrections over_table codes")  # what opens over it: fetched after it
WHOLE, TABLE, OVER, EVENING = "style", "table", "over", "evening"
TOURNAMENT, CLUB, PUBLIC, FRONT, PERSON, WALL = "tournament", "club", "public", "front", "person", "wall"
STAFF = "staff"


def _leave_out(*parts: str) -> tuple[str, ...]:
    return tuple(part for part in ORDER if part not in parts)


_NOT_AT_TABLES = tuple(
    {*_OF_TOURNAMENTS, *_OF_THE_REST, *_OF_LISTS, FRONT} - {"evenings", "play_time"}  # they stand around them, too
)
_NOT_ON_WALLS = {*_OF_TABLES, *_OF_TOURNAMENTS, *_OF_LISTS, *_OF_THE_STAFF, *_OF_THE_REST, *_AROUND_TABLES}
_NOT_FOR_EVERYBODY = (*_OF_TABLES, *_OF_THE_STAFF, *_OF_THOSE_WHO_ACT, *_AROUND_TABLES, FRONT)
GROUPS: dict[str, tuple[str, ...]] = {
    WHOLE: ORDER,  # for the few pages that have something of all
    TABLE: _leave_out(*_NOT_AT_TABLES, *_AROUND_TABLES, *_ONLY_AROUND_TABLES, "over_table"),
    OVER: tuple(part for part in ORDER if part in _OVER_TABLES),
    EVENING: _leave_out(*_NOT_AT_TABLES, "over_table"),  # around the table
    TOURNAMENT: _leave_out(*_OF_TABLES, *_OF_THE_REST, FRONT),
    STAFF: _leave_out(*_OF_TABLES, PERSON),  # what they have of all
    CLUB: _leave_out(*_OF_TABLES, *_OF_TOURNAMENTS, *_AROUND_TABLES, FRONT, PERSON),
    PUBLIC: _leave_out(*_NOT_FOR_EVERYBODY, PERSON, "grids"),
    FRONT: tuple(part for part in ORDER if part in _OF_FRONTS),
    PERSON: _leave_out(*{*_NOT_FOR_EVERYBODY, *_OF_TOURNAMENTS} - {"amounts"}),  # for everybody, too
    WALL: tuple(part for part in ORDER if part == "wall" or part not in {*_NOT_ON_WALLS, "charts", FRONT}),
}
SIZES = {"usual": 1.0, "large": 1.3, "huge": 1.75}  # of the letters


class Style(NamedTuple):
    """A stylesheet as it is served."""

    group: str
    times: float  # how large the letters are


def get_style_name(group: str, size: str) -> str:
    """Return the name of a stylesheet among the static files."""
    return f"tarockclub/{group}_{size}.css"


STYLES = {get_style_name(group, size): Style(group, times) for group in GROUPS for size, times in SIZES.items()}


def get_part_name(part: str) -> str:
    """Return the name of a part among the static files."""
    return f"tarockclub/styles/{part}.css"


def write_dark_rules(tones: str, medium: str) -> str:
    """Return the rules for dark pages: on dark devices, unless light was chosen there, and where dark was chosen.

    They weigh no more than `:root`, so that paper has its own colours.
    """
    by_device = f"@media {medium} and (prefers-color-scheme: dark){{:root:where(:not([data-light=light])){tones}}}"
    return f"{by_device}@media {medium}{{:root:where([data-light=dark]){tones}}}"


INN_STYLE = "tarockclub/inn.css"  # follows where a browser has chosen larger letters
STYLE_PARTS = tuple(get_part_name(part) for part in ORDER)
SCRIPTS = list_modules("pages")  # what a page loads, made of the module of that name and all that it imports
PARTS = frozenset((*STYLE_PARTS, INN_STYLE, *(list_modules("**").keys() - SCRIPTS.keys())))
# The fonts lie where `make install` has put them, or in the package; and in the stylesheet as url("fonts/NAME").
_FONT_FOLDER, _FONT_ADDRESS = "tarockclub/fonts", re.compile(r'url\("fonts/([a-z-]+)\.woff2"\)')
_FONT_FILES = FileSystemStorage(location=get_folder(PACKAGE if IS_INSTALLED else Path(sys.prefix)).parents[1])
# In a condition about the page a rem is as large as the browser's letters, whatever the page has made of them.
_PAGE_CONDITION, _REM = re.compile(r"@media [^{]*"), re.compile(r"([\d.]+)rem\b")
# The written sheet is one of cards, however wide it is.
_SHEET_CONDITION, _WIDEST_SHEET = re.compile(r"@container sheet [^{]*"), 5
# The minifier takes the block of a condition it does not know for one rule, and there "th :is(a)" would be "th:is(a)".
_UNKNOWN_CONDITION, _KNOWN_CONDITION = "@container ", "@media container "
# The colours of a dark page, which a browser may also have chosen, or the light ones on a dark device.
_DARK_COLOURS = re.compile(r"@media (?:(\w+) and )?\(prefers-color-scheme: dark\) \{\s*:root (\{[^}]*\})\s*\}")


class Bundles(finders.BaseFinder):
    """A finder of the bundles; they are in a temporary folder."""

    def __init__(self, *_arguments: Any, **_options: Any) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="tarockclub-")
        self.storage = FileSystemStorage(location=self._folder.name)
        self._made: set[str] = set()
        self._lock = Lock()

    def check(self, **_options: Any) -> list[CheckMessage]:
        """Return no messages: there are no settings."""
        return []

    def find(self, path: str, find_all: bool = False, **options: Any) -> Any:
        """Return the file of a bundle."""
        find_all = bool(options.get("all", find_all))  # its name before Django 6.1
        if path in _list_fonts():
            file = str(_FONT_FILES.path(path))
        elif path in SCRIPTS or path in STYLES:
            file = str(self._make_bundle(path))
        else:
            return []
        return [file] if find_all else file

    def list(self, _ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        """Yield all bundles, stylesheets and fonts."""
        for name in (*SCRIPTS, *STYLES):
            self._make_bundle(name)
            yield name, self.storage
        for name in _list_fonts():
            yield name, _FONT_FILES

    def _make_bundle(self, name: str) -> Path:
        """Return a bundle, made unless it is there; while somebody works on its parts, whenever it is asked for."""
        file = Path(self.storage.path(name))
        with self._lock:  # whoever asks meanwhile must not get a part of it
            if name not in self._made or settings.DEBUG:
                text = _join_parts(name)
                if not file.exists() or file.read_text(encoding="utf-8") != text:
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_text(text, encoding="utf-8", newline="\n")
                self._made.add(name)
        return file


def _join_parts(name: str) -> str:
    """Return the content of a bundle."""
    if name in STYLES:
        style = STYLES[name]
        return _shrink_rules(offer_both_lights(read_style(style.group) if style.times == 1 else _enlarge(style)))
    return str(jsmin(join_modules(SCRIPTS[name])))  # no template string stands within another


@cache
def _list_fonts() -> tuple[str, ...]:
    """Return the names of the fonts; none if `make install` could not make them."""
    names = [f"{_FONT_FOLDER}/{font.name}{part}.woff2" for font in FONTS_MADE for part in FONT_PARTS]
    return tuple(names) if all(map(_FONT_FILES.exists, names)) else ()


@lru_cache(maxsize=12)
def _shrink_rules(style: str) -> str:
    shrunk = str(cssmin(style.replace(_UNKNOWN_CONDITION, _KNOWN_CONDITION)))
    return shrunk.replace(_KNOWN_CONDITION, _UNKNOWN_CONDITION)


def _enlarge(style: Style) -> str:
    """Return a stylesheet with larger letters, and the rules for those who chose them."""

    def multiply(rules: str, condition: re.Pattern[str], by: float) -> str:
        return condition.sub(lambda found: _REM.sub(lambda rem: f"{float(rem[1]) * by:g}rem", found[0]), rules)

    rules = multiply(multiply(read_style(style.group), _PAGE_CONDITION, style.times), _SHEET_CONDITION, _WIDEST_SHEET)
    return f"{rules}\n@media screen {{ html {{ font-size: {style.times:.0%}; }} }}\n{_read_part(INN_STYLE)}"


def offer_both_lights(rules: str) -> str:
    """Return rules whose dark colours also follow what a browser has chosen (preferences.py)."""
    return _DARK_COLOURS.sub(lambda found: write_dark_rules(found[2], found[1] or "all"), rules)


def read_style(group: str = WHOLE) -> str:
    """Return a stylesheet as it is written, its parts one after the other, with the addresses of the fonts."""
    parts = [part for part in GROUPS[group] if part != FONTS or _list_fonts()]
    rules = "\n".join(_read_part(get_part_name(part)) for part in parts)
    return _FONT_ADDRESS.sub(lambda found: f'url("{_get_beside(found[1], group)}")', rules)


def _get_beside(font: str, group: str) -> str:
    """Return the address of a font, relative to the stylesheet of a group of pages, by its content."""
    smaller = "-table" if group == TABLE and not font.endswith("-names") else ""
    name = f"{_FONT_FOLDER}/{font}{smaller}.woff2"
    return _hash_name(name, _get_change_time(name)).removeprefix("tarockclub/")


def _read_part(name: str) -> str:
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(name)
    return Path(path).read_text(encoding="utf-8")


DIGITS = 12


class HashedNames(StaticFilesStorage):
    """The storage behind `{% static %}`: `style.css` becomes `style.0123456789ab.css`. No file is written for that."""

    def url(self, name: str | None) -> str:
        """Return the address of a file."""
        file_name = name or ""
        return str(super().url(_hash_name(file_name, _get_change_time(file_name))))


class HashedFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """A middleware that serves each file under both names; WhiteNoise treats the one with the hash as immutable.

    A file is looked for when somebody asks for it first: making all bundles would be a third of the server's start.
    """

    def add_files_from_finders(self) -> None:
        """Register nothing yet, but have the finders: two first requests would each make them, with their own folder.

        The folder of those that nobody keeps goes with them, while somebody reads a bundle in it.
        """
        list(finders.get_finders())

    def __call__(self, request: HttpRequest) -> Any:
        """Serve a file, or let others answer."""
        url = request.path_info
        is_new = not self.autorefresh and url.startswith(self.static_prefix) and url not in self.files
        if is_new and (file := self.find_file(url)):
            self.files[url] = file
        return super().__call__(request)

    def candidate_paths_for_url(self, url: str) -> Iterator[str]:
        """Yield the path of a file under one of its names; with a hash of another content only during development."""
        yield from super().candidate_paths_for_url(url)
        plain = self.get_name_without_hash(url)
        for path in super().candidate_paths_for_url(plain) if plain != url else ():
            if self.autorefresh or staticfiles_storage.url(plain.removeprefix(self.static_prefix)) == url:
                yield path


def _get_change_time(name: str) -> int:
    """Return the time of a file's last change during development; otherwise 0, as files do not change."""
    path = finders.find(name) if settings.DEBUG else None
    return Path(path).stat().st_mtime_ns if path else 0


@lru_cache(maxsize=1000)
def _hash_name(name: str, _time: int) -> str:
    """Return the name with the hash of the content; unchanged if there is no such file."""
    path = finders.find(name)
    if not path or not Path(path).is_file():
        return name
    digest = hashlib.sha256(Path(path).read_bytes()).hexdigest()[:DIGITS]
    before, dot, ending = name.rpartition(".")
    return f"{before}.{digest}{dot}{ending}" if dot else name
