"""The director's page of backups: list, make, download, restore."""

from pathlib import Path
from typing import ParamSpec

from django.conf import settings
from django.contrib.auth import logout
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override

from tarockclub.kit.days import parse_moment
from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.kit.time_source import now
from tarockclub.kit.typesetting import draw_code
from tarockclub.office.backups import audit, contents, encryption, folder, second_folder, stand_by
from tarockclub.office.backups.changes import LARGEST_BOOK, SUFFIX
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.restore import (
    accept_upload,
    format_result,
    load_about,
    read_apart,
    refuse_swollen,
    restore_backup,
)
from tarockclub.office.backups.second_folder import load_second_state
from tarockclub.office.backups.selectors import build_upload_name, find_backup, list_last_troubles, list_stored
from tarockclub.office.backups.services import (
    NONE,
    QUICK,
    make_noted_backup,
    note_backup,
    note_encryption,
    note_second,
    note_trouble,
)
from tarockclub.platform.accounts.authentication import ask_for_password, require_password
from tarockclub.platform.accounts.club_log import Kind
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.server import installation
from tarockclub.platform.server.downloads import ZIP, build_download
from tarockclub.platform.server.second_folder import give_up_second_folder
from tarockclub.platform.server.wsgi.turns import give_turn_back
from tarockclub.platform.server.wsgi.uploads import IntoDataFolder, take_uploads

P = ParamSpec("P")
WORD = gettext_noop("restore")  # typed as confirmation of a restore
LARGEST_UPLOAD = 512 << 20


def show_backups(request: HttpRequest) -> HttpResponse:
    """Show the list, with the last troubles."""
    return _render_page(request)


def handle_make_backup(request: HttpRequest) -> HttpResponse:
    """Make a backup now."""
    if request.method == "POST":
        try:
            make_noted_backup(who=build_author(request), prove=QUICK)
        except Trouble as trouble:
            return _render_page(request, problem=str(trouble), status=503)
    return redirect("backups")


class SecondForm(PostedForm):
    """The second folder: a stick that is plugged in, a typed folder, or none."""

    drive = TextField()
    folder = TextField(strip=True)
    none = TextField()


@require_password
def handle_second(request: HttpRequest) -> HttpResponse:
    """Choose the second folder, or give it up."""
    if request.method != "POST":
        return redirect("backups")
    sent = SecondForm(request.POST).parse()
    try:
        if not second_folder.may_choose():
            raise Trouble("not_here")
        if sent["none"]:
            give_up_second_folder()
        elif sent["drive"]:
            second_folder.choose_drive(sent["drive"])
        else:
            second_folder.choose_folder(sent["folder"])
    except Trouble as trouble:
        return _render_page(request, problem=str(trouble), status=400, typed=sent["folder"])
    note_second(build_author(request), is_chosen=not sent["none"])
    return redirect("backups")


class KeysForm(PostedForm):
    """The act on the keys: `do` is draw, begin or end; `typed`: a key, or its end."""

    do = TextField()
    typed = TextField()


@require_password
def handle_keys(request: HttpRequest) -> HttpResponse:
    """Show the recovery sheet; draw a new key, begin with it once its sheet is there, learn another one, or end."""
    if request.method != "POST":
        return _render_sheet(request)
    sent, who = KeysForm(request.POST).parse(), build_author(request)
    try:
        if sent["do"] == "draw":
            encryption.draw_backup_key()
            return redirect("backup_keys")
        if sent["do"] == "begin":
            encryption.begin_encryption(sent["typed"])
        elif sent["do"] == "end":
            encryption.end_encryption()
        else:
            encryption.add_key(sent["typed"])
        note_encryption(who)
        if sent["do"] == "begin":
            make_noted_backup(who, prove=NONE)  # the newest on the stick is encrypted at once
    except Trouble as trouble:
        render_again = _render_sheet if sent["do"] == "begin" else _render_page
        return render_again(request, problem=str(trouble), status=400)
    return redirect("backups")


def _render_sheet(request: HttpRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    """Return the recovery sheet of the new key, or of the one in use, in both languages."""
    keys = encryption.load_keys()
    key = keys.drawn or (keys.known[0] if keys.is_on else "")
    if not key:
        return redirect("backups")
    context = {
        "groups": encryption.split_key(key),
        "code": draw_code(key),  # ours
        "is_new": bool(keys.drawn),
        "languages": ["de", "en"],
        "day": localdate(now()),
        "problem": problem,
    }
    return render(request, "tarockclub/office/backups/backup_keys.html", context, status=status)


def serve_backup(request: HttpRequest, name: str) -> HttpResponse:
    """Serve the file of a backup; it contains the secret key."""
    if (asked := ask_for_password(request, back=reverse("backups"))) is not None:
        return asked
    file = _find_file(name)
    if request.method == "GET":
        note_backup(Kind.BACKUP_FETCHED, name, build_author(request))
    return build_download(encryption.seal(file.read_bytes()), name, ZIP)


class RestoreForm(PostedForm):
    """The word that is typed before anything is replaced."""

    word = TextField()


@require_password
def handle_restore(request: HttpRequest, name: str) -> HttpResponse:
    """Show what would be replaced; replace it once the word is typed."""
    file = _find_file(name)
    if request.method != "POST":
        return _render_restore_question(request, file)
    if not _is_word(RestoreForm(request.POST).parse()["word"]):
        return _render_restore_question(request, file, problem=_("Type the word exactly as shown."), status=400)
    who, login = build_author(request), get_staff_account(request).login
    try:
        done = restore_backup(file, who=who, login=login)
    except Trouble as trouble:
        note_trouble(Kind.RESTORE_FAILED, trouble, who)
        return _render_restore_question(
            request, file, problem=" ".join((str(trouble), _("Nothing was changed."))), status=503
        )
    logout(request)  # the session belonged to the replaced book
    return render(request, "tarockclub/office/backups/backups_restored.html", {"lines": format_result(done)})


def _refuse_size(request: HttpRequest) -> HttpResponse:
    return _render_page(request, problem=str(Trouble("too_large", limit=str(LARGEST_UPLOAD >> 20))), status=413)


@take_uploads(IntoDataFolder, LARGEST_UPLOAD, _refuse_size)
def handle_upload(request: HttpRequest) -> HttpResponse:
    """Accept a backup from elsewhere, checked before anything is replaced, without keeping others waiting."""
    if request.method != "POST":
        return redirect("backups")
    files = [(str(file.name), Path(str(getattr(file.file, "name", "")))) for file in request.FILES.getlist("file")]
    changes = next((path for name, path in files if name.endswith(SUFFIX)), None)
    backup = next((path for _name, path in files if path != changes), None)
    if backup is None:
        return _render_page(request, problem=_("Choose the file of a backup first."), status=400)
    try:
        with give_turn_back():
            with encryption.open_plain(backup) as plain:
                read_apart(refuse_swollen, plain)
            shelved = accept_upload(backup, build_upload_name(), changes)
    except Trouble as trouble:
        return _render_page(request, problem=str(trouble), status=400)
    note_backup(Kind.BACKUP_SENT, shelved.name, build_author(request))
    return redirect("restore_backup", name=shelved.name)


def _render_page(request: HttpRequest, *, problem: str = "", status: int = 200, typed: str = "") -> HttpResponse:
    backups, second, proved = list_stored(), load_second_state(), audit.load_proof_state()
    troubles = [*([second.trouble] if second and second.trouble else []), *list_last_troubles()]
    context = {
        "backups": backups,
        "damaged": audit.format_damage(proved),
        "proved": None if audit.format_damage(proved) else audit.get_last_whole(proved),
        "newest": backups[0] if backups else None,
        "second": second,
        "drives": second_folder.list_drive_choices() if second_folder.may_choose() else None,
        "is_named": bool(settings.BACKUP_FOLDER),
        "may_choose_stand_by": stand_by.is_possible(),
        "typed": typed,
        "keys": encryption.load_keys(),
        "is_any_sealed": any(backup.trouble and backup.trouble.is_sealed for backup in backups),
        "minutes": settings.BACKUP_MINUTES,
        "largest": LARGEST_BOOK >> 20 if connection.vendor == "sqlite" else 0,
        "is_clock_wrong": folder.is_clock_wrong(folder.list_own(folder.get_home_folder())),
        "troubles": [text for text in troubles if text != problem],
        "problem": problem,
        "here": reverse("backups"),
        "version": installation.find_version(),
        "released": installation.RELEASED,
    }
    return render(request, "tarockclub/office/backups/backups.html", context, status=status)


def _render_restore_question(request: HttpRequest, file: Path, *, problem: str = "", status: int = 200) -> HttpResponse:
    """Return the page before a restore: the content of the backup, and the data that it lacks."""
    try:
        about = load_about(file)
        contents.refuse_unusable(about)
    except Trouble as trouble:
        return _render_page(request, problem=str(trouble), status=400)
    context = {
        "name": file.name,
        "about": about,
        "made": parse_moment(about.made),
        "difference": contents.compute_difference(about),
        "problem": problem,
        "word": _(WORD),
    }
    return render(request, "tarockclub/office/backups/backups_restore.html", context, status=status)


def _is_word(typed: str) -> bool:
    """Return whether the word was typed, in one of our languages."""
    with override("de"):
        german = _(WORD)
    return typed.strip().casefold() in (german.casefold(), WORD.casefold())


def _find_file(name: str) -> Path:
    file = find_backup(name)
    if file is None:
        raise Http404
    return file
