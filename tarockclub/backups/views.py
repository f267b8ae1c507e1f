"""The director's page of backups: what there is, make one, take it away, go back to one."""

from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth import logout
from django.core.files import temp
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, TemporaryFileUploadHandler
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from tarockclub.accounts.confirmation import confirmed, question
from tarockclub.accounts.permissions import director_only, must_be_own
from tarockclub.accounts.persons import own_club
from tarockclub.backups import audit, contents, folder
from tarockclub.backups.container import about_of
from tarockclub.backups.errors import Trouble, sentence
from tarockclub.backups.restore import accepted, restore, told
from tarockclub.backups.selectors import find, shelf, upload_name
from tarockclub.backups.services import make
from tarockclub.backups.snapshot import QUICK
from tarockclub.backups.uploads import refuse_swollen
from tarockclub.server.web.background import beside, kept
from tarockclub.server.web.large_bodies import takes_large

P = ParamSpec("P")
WORD = gettext_noop("restore")  # what is typed before a backup takes the book's place
LARGEST_UPLOAD = 512 << 20
form_methods = require_http_methods(["GET", "HEAD", "POST"])


def keepers_only(view: Callable[Concatenate[HttpRequest, P], Any]) -> Callable[Concatenate[HttpRequest, P], Any]:
    """Open a page to directors of the club that keeps this installation: a backup holds all clubs."""

    @director_only
    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        must_be_own(request, own_club().pk)
        answer: HttpResponse = view(request, *args, **kwargs)
        return answer

    return guarded


@require_safe
@keepers_only
def backups_page(request: HttpRequest) -> HttpResponse:
    """The list, with what went wrong last."""
    return _page(request)


@form_methods
@keepers_only
def make_backup(request: HttpRequest) -> HttpResponse:
    """Make a backup now."""
    if request.method == "POST":
        try:
            make(prove=QUICK)
        except Trouble as trouble:
            return _page(request, problem=str(trouble), status=503)
    return redirect("backups")


@require_safe
@keepers_only
def download_backup(request: HttpRequest, name: str) -> HttpResponse:
    """The file of a backup; it holds the secret key."""
    if (asked := question(request, back=reverse("backups"))) is not None:
        return asked
    # In one piece: in pieces, the only worker would wait for the slowest phone.
    response = HttpResponse(_file(name).read_bytes(), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@form_methods
@keepers_only
@confirmed
def restore_backup(request: HttpRequest, name: str) -> HttpResponse:
    """Say what would be replaced; with the word typed, replace it."""
    file = _file(name)
    if request.method != "POST":
        return _asked(request, file)
    if not _is_word(request.POST.get("word", "")):
        return _asked(request, file, problem=_("Type the word exactly as shown."), status=400)
    try:
        done = restore(file)
    except Trouble as trouble:
        return _asked(request, file, problem=" ".join((str(trouble), _("Nothing was changed."))), status=503)
    logout(request)  # the session was one of the book that is gone
    return render(request, "tarockclub/backups/backups_restored.html", {"lines": told(done)})


@csrf_exempt  # checked below: the check reads the form, which must not happen before all others
@form_methods
@keepers_only
@takes_large(LARGEST_UPLOAD)
def upload_backup(request: HttpRequest) -> HttpResponse:
    """Take a backup from elsewhere, to be looked at before anything is replaced; nobody waits while that goes on."""
    if request.method != "POST":
        return redirect("backups")
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_UPLOAD:
        return _page(request, problem=str(Trouble("too_large", limit=str(LARGEST_UPLOAD >> 20))), status=413)
    first = kept("request", lambda: request)
    if first is request:
        request.upload_handlers = [IntoDataFolder(request)]
    beside("form", lambda: first.FILES)
    answer: HttpResponse = _uploaded(first)
    return answer


@csrf_protect
def _uploaded(request: HttpRequest) -> HttpResponse:
    sent = request.FILES.get("file")
    if sent is None:
        return _page(request, problem=_("Choose the file of a backup first."), status=400)
    file = Path(str(getattr(sent.file, "name", "")))
    try:
        backup = beside("backup", partial(_accepted, file))
    except Trouble as trouble:
        return _page(request, problem=str(trouble), status=400)
    return redirect("restore_backup", name=backup.name)


def _accepted(file: Path) -> Path:
    refuse_swollen(file)
    return accepted(file, upload_name())


class IntoDataFolder(TemporaryFileUploadHandler):
    """Writes an upload beside the backups: where the system keeps temporary files there may be little room."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Open a file that is gone when the request ends."""
        FileUploadHandler.new_file(self, *args, **kwargs)
        uploads = folder.home() / folder.UPLOADS
        uploads.mkdir(mode=0o700, exist_ok=True)
        stream = temp.NamedTemporaryFile(dir=uploads, prefix="part-")
        self.file = UploadedFile(stream, self.file_name, self.content_type, 0, self.charset)  # type: ignore[assignment]


def _page(request: HttpRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    kept, state = shelf(), folder.state()
    troubles = [sentence(one["code"], one["facts"]) for one in state.get("troubles", ())]
    proved = audit.state()
    context = {
        "backups": kept,
        "damaged": audit.told(proved),
        "proved": None if audit.told(proved) else audit.last_whole(proved),
        "newest": kept[0] if kept else None,
        "second": folder.second(),
        "is_clock_wrong": folder.is_clock_wrong(folder.list_own(folder.home())),
        "troubles": [text for text in troubles if text != problem],
        "problem": problem,
        "here": reverse("backups"),
    }
    return render(request, "tarockclub/backups/backups.html", context, status=status)


def _asked(request: HttpRequest, file: Path, *, problem: str = "", status: int = 200) -> HttpResponse:
    """The page before a restore: what is in the backup, and what here is not in it."""
    try:
        about = about_of(file)
        contents.refuse_unusable(about)
    except Trouble as trouble:
        return _page(request, problem=str(trouble), status=400)
    context = {
        "name": file.name,
        "about": about,
        "made": folder.moment_of(about.made),
        "difference": contents.difference(about),
        "problem": problem,
        "word": _(WORD),
    }
    return render(request, "tarockclub/backups/backups_restore.html", context, status=status)


def _is_word(typed: str) -> bool:
    """Whether the word was typed, in one of our languages."""
    with override("de"):
        german = _(WORD)
    return typed.strip().casefold() in (german.casefold(), WORD.casefold())


def _file(name: str) -> Path:
    file = find(name)
    if file is None:
        raise Http404
    return file
