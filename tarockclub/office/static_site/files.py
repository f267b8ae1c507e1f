"""A site as a zip file or in a folder, once or kept up to date; its links are relative, so it opens from anywhere."""

import json
import logging
import posixpath
import re
import time
import uuid
import zipfile
from collections.abc import Callable, Collection
from datetime import datetime
from functools import partial
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import transaction
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import override

from tarockclub.kit.days import format_moment
from tarockclub.kit.preferences import USUAL
from tarockclub.kit.time_source import now
from tarockclub.models import Club, Job, Person
from tarockclub.office.static_site.builder import INDEX, Piece, SiteError, Subject, Thing, build_site, describe
from tarockclub.platform.club_look.services import load_logo, write_rules
from tarockclub.platform.jobs.runner import (
    Beat,
    MadeFile,
    build_made_file,
    has_server,
    list_jobs,
    resume_jobs,
    start_job,
    start_runner,
)
from tarockclub.platform.jobs.services import BusyError, JobRequest, add_job
from tarockclub.platform.server.static_files import get_style_name
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


# A site in a folder that is kept up to date: only what differs is written, and only into a folder of our own.

FOLDER_MARK = ".tarockclub-site.json"  # the names of the files that were written: nothing else is ever deleted
_STAND = re.compile(rb'<p class="site-stand"[^>]*>[^<]*</p>')


class StrangeFolder(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Raised for a folder with files of somebody else."""


def update_folder(subject: Subject, target: Path) -> int:
    """Write what has changed since the last time and delete what is gone; return the number of files that were written.

    The folder is new, empty, or was made here. Raise StrangeFolder, and SiteError: then nothing was changed.
    """
    mark = target / FOLDER_MARK
    if not mark.exists() and target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise StrangeFolder
    before = _read_mark(target)
    names, written = set[str](), 0

    def add(name: str, content: bytes) -> None:
        nonlocal written
        names.add(name)
        written += _write_changed(target / name, content)

    target.mkdir(parents=True, exist_ok=True)
    if not mark.exists():
        _write(mark, b"[]")
    write_site(subject, add)
    for name in set(before) - names:
        (target / name).unlink(missing_ok=True)
    _write(mark, json.dumps(sorted(names), indent=1).encode())
    return written


def _read_mark(folder: Path) -> list[str]:
    """Return the names of the files that were written into a folder."""
    mark = folder / FOLDER_MARK
    names: list[str] = json.loads(mark.read_text(encoding="utf-8")) if mark.exists() else []
    return names


def _write_changed(file: Path, content: bytes) -> bool:
    """Write a file unless it differs in nothing but the moment that it names; return whether it was written."""
    if file.exists() and _STAND.sub(b"", file.read_bytes()) == _STAND.sub(b"", content):
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    _write(file, content)
    return True


def _write(file: Path, content: bytes) -> None:
    """Write a file at once: whoever copies the folder meanwhile gets no half of it."""
    part = file.with_name(f"{file.name}.part")
    part.write_bytes(content)
    part.replace(file)


EVERY_SECONDS = 60.0
REST_FACTOR = 4  # after writing, so many times as long nothing is: the laptop has other things to do
TURN_SECONDS = 1800.0  # after which the process ends; the server starts another one every few minutes
KEPT_SUFFIX = ".kept"  # of the file beside a folder: it is kept up to date
LAST_TIME = "once"  # in that file: it is written once more, and then left as it is
Contest = Tournament | Season
logger = logging.getLogger(__name__)


def find_folder(thing: Contest) -> Path:
    """Return the folder of a site."""
    return _get_websites() / str(thing.slug)


def _get_websites() -> Path:
    return Path(settings.DATA_DIR) / "websites"


def is_kept(thing: Contest) -> bool:
    """Tell whether the folder of a site is kept up to date."""
    return find_folder(thing).with_suffix(KEPT_SUFFIX).exists()


def set_kept(thing: Contest, *, kept: bool) -> None:
    """Keep the folder of a site up to date from now on, or leave it as it is."""
    sign = find_folder(thing).with_suffix(KEPT_SUFFIX)
    if kept:
        sign.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        sign.write_text("", encoding="ascii")
        resume_keeping()
    else:
        sign.unlink(missing_ok=True)


def resume_keeping() -> list[str]:
    """Have folders kept up to date, when the server starts and every few minutes; there is nothing to say."""
    resume_jobs(Job.Kind.FOLDER)
    if list_kept():
        try:
            _job, is_new = add_job(JobRequest(Job.Kind.FOLDER, uuid.uuid4().hex, "folders", {}, 1), most=1)
        except BusyError:
            return []
        if is_new:
            start_runner(Job.Kind.FOLDER)
    return []


def list_kept() -> list[Contest]:
    """Return what is kept up to date on this computer."""
    signs = _get_websites().glob(f"*{KEPT_SUFFIX}")
    slugs = [uuid.UUID(sign.stem) for sign in signs]
    tournaments = Tournament.objects.select_related("club", "sheet_version").filter(slug__in=slugs)
    return [*tournaments, *Season.objects.select_related("club").filter(slug__in=slugs)] if slugs else []


def follow_names(persons: Collection[int]) -> None:
    """Delete the zip files of clubs whose people (ids) are shown otherwise now, and write their folders once more."""
    clubs = set(Person.objects.filter(pk__in=persons).values_list("club", flat=True))
    Job.objects.filter(kind=Job.Kind.SITE, arguments__club__in=clubs).delete()
    transaction.on_commit(partial(_renew_folders, clubs), robust=True)


def _renew_folders(clubs: Collection[int]) -> None:
    names = {mark.parent.name for mark in _get_websites().glob(f"*/{FOLDER_MARK}")}
    if not names:
        return
    things: tuple[Contest, ...] = (*Tournament.objects.filter(club__in=clubs), *Season.objects.filter(club__in=clubs))
    for thing in things:
        if str(thing.slug) in names and not is_kept(thing):
            find_folder(thing).with_suffix(KEPT_SUFFIX).write_text(LAST_TIME, encoding="ascii")
    resume_keeping()


def keep_folders(_job: Job, target: Path, beat: Beat) -> None:
    """Keep the folders up to date until nothing is played any more; the work of a job, whose file is empty."""
    ends = time.monotonic() + TURN_SECONDS
    while has_server() and (things := list_kept()):
        began = time.monotonic()
        for thing in things:
            _update(thing)
            beat.tell(0)
        if began > ends:
            break
        pause(max(EVERY_SECONDS, REST_FACTOR * (time.monotonic() - began)))
    target.touch()


def _update(thing: Contest) -> None:
    """Write what has changed; for the last time once it has ended. Whatever goes wrong concerns this folder alone."""
    folder = find_folder(thing)
    try:
        update_folder(describe(thing), folder)
    except SiteError:  # nothing yet, or nothing any more, that everybody may see
        for name in _read_mark(folder):
            (folder / name).unlink(missing_ok=True)
    except Exception:
        logger.exception("The folder of a website could not be written: %s", thing.slug)
        return
    if _is_for_once(folder) or thing.ended is not None or getattr(thing, "archived", None) is not None:
        set_kept(thing, kept=False)


def _is_for_once(folder: Path) -> bool:
    try:
        return folder.with_suffix(KEPT_SUFFIX).read_text(encoding="ascii") == LAST_TIME
    except FileNotFoundError:  # meanwhile somebody has said that it is left as it is
        return True


def pause(seconds: float) -> None:
    """Wait; tests do not."""
    time.sleep(seconds)
