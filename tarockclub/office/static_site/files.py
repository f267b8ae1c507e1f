"""A site as a zip file: pages, styles, fonts, the club's sign; its links are relative, so it opens from any folder."""

import posixpath
import re
import uuid
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import override

from tarockclub.kit.days import format_moment
from tarockclub.kit.preferences import USUAL
from tarockclub.kit.time_source import now
from tarockclub.models import Club, Job
from tarockclub.office.static_site.addresses import INDEX
from tarockclub.office.static_site.builder import Piece, Subject, Thing, build_site, describe
from tarockclub.platform.club_look.colours import write_rules
from tarockclub.platform.club_look.services import load_logo
from tarockclub.platform.jobs.made_files import MadeFile, build_made_file, list_jobs, start_job
from tarockclub.platform.jobs.runner import Beat
from tarockclub.platform.jobs.services import JobRequest
from tarockclub.platform.server.style_parts import get_style_name
from tournaments.models import Season, Tournament

Add = Callable[[str, bytes], object]
ASSETS = "assets"
_FONT = re.compile(r'url\("?(fonts/[A-Za-z0-9._-]+)"?\)')
_HASH = re.compile(r"\.[0-9a-f]{12}(?=\.woff2$)")
_MODELS: dict[str, type[Thing]] = {str(model._meta.model_name): model for model in (Tournament, Season, Club)}


def locate(language: str, file: str) -> str:
    """Return the place of a page within the site: German at the top, other languages in folders.

    >>> locate("de", "index.html"), locate("en", "players/7.html")
    ('index.html', 'en/players/7.html')
    """
    return file if language == settings.LANGUAGE_CODE else f"{language}/{file}"


def write_site(subject: Subject, add: Add, tell: Callable[[int], object] = lambda _more: None) -> int:
    """Write all files of a site by `add`; return the number of pages, and `tell` how many more are done."""
    moment, styles, pages = now(), set[str](), 0
    for piece in build_site(subject):
        add(locate(piece.language, piece.file), _frame_piece(subject, piece, moment).encode())
        styles.add(piece.style)
        pages += 1
        tell(1)
    for style in sorted(styles):
        _add_style(style, add)
    _add_look(subject, add)
    return pages


def _frame_piece(subject: Subject, piece: Piece, moment: datetime) -> str:
    place = locate(piece.language, piece.file)

    def build_relative(other: str) -> str:
        return posixpath.relpath(other, posixpath.dirname(place) or ".")

    colour = [build_relative(f"{ASSETS}/colour.css")] if subject.club.colour else []
    languages = [(code, name) for code, name in settings.LANGUAGES if code != piece.language]
    with override(piece.language):
        shown = {
            "piece": piece,
            "main": mark_safe(piece.main),  # noqa: S308 -- our own page
            "club": subject.club.name,
            "home": build_relative(locate(piece.language, INDEX)),
            "icon": build_relative(f"{ASSETS}/icon.svg"),
            "styles": [build_relative(f"{ASSETS}/{piece.style}.css"), *colour],
            "languages": [(code, name, build_relative(locate(code, piece.file))) for code, name in languages],
            "logo": build_relative(f"{ASSETS}/logo.png") if subject.club.logo else "",
            "stand": _("As of %(moment)s") % {"moment": format_moment(moment)},
        }
        return render_to_string("tarockclub/office/static_site/frame.html", shown).lstrip()


def _read_static(name: str) -> bytes:
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(name)
    return Path(path).read_bytes()


def _add_style(style: str, add: Add) -> None:
    rules = _read_static(get_style_name(style, USUAL))
    add(f"{ASSETS}/{style}.css", rules)
    for font in sorted(set(_FONT.findall(rules.decode()))):
        add(f"{ASSETS}/{font}", _read_static(f"tarockclub/{_HASH.sub('', font)}"))


def _add_look(subject: Subject, add: Add) -> None:
    add(f"{ASSETS}/icon.svg", _read_static("tarockclub/icon.svg"))
    if subject.club.colour:
        add(f"{ASSETS}/colour.css", write_rules(subject.club.colour).encode())
    if logo := load_logo(subject.club):
        add(f"{ASSETS}/logo.png", logo)


def write_zip(subject: Subject, target: Path, tell: Callable[[int], object] = lambda _more: None) -> int:
    """Write a site into a zip file; return the number of pages."""
    names = set[str]()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:

        def add(name: str, content: bytes) -> None:
            if name not in names:
                names.add(name)
                archive.writestr(name, content)

        return write_site(subject, add, tell)


def start_site(thing: Thing, key: str) -> MadeFile:
    """Begin to make a file; the same key is the same file. Raise BusyError, and ValueError for a bad key."""
    club = find_club(thing)
    arguments: dict[str, str | int] = {"kind": str(thing._meta.model_name), "thing": thing.pk, "club": club}
    return build_made_file(start_job(JobRequest(Job.Kind.SITE, key, _format_about(thing), arguments, 1), club))


def find_club(thing: Thing) -> int:
    """Return the club (id) whose pages these are."""
    return thing.pk if isinstance(thing, Club) else thing.club_id


def list_site_files(thing: Thing) -> list[MadeFile]:
    """Return the files that are still there, the latest first."""
    return [build_made_file(job) for job in list_jobs(Job.Kind.SITE, [_format_about(thing)])]


def find_site_file(thing: Thing, key: uuid.UUID) -> MadeFile | None:
    """Return a file by its key, if it is about this."""
    return next((file for file in list_site_files(thing) if file.key == str(key)), None)


def make_site(job: Job, target: Path, beat: Beat) -> None:
    """Write the file of a job, in its own process."""
    thing = _MODELS[job.arguments["kind"]]._default_manager.get(pk=job.arguments["thing"])
    write_zip(describe(thing), target, beat.tell)


def _format_about(thing: Thing) -> str:
    return f"{thing._meta.model_name} {thing.pk}"
