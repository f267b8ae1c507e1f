"""Files that are sent: only to pages that say so, and read without a turn."""

from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files import temp
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, MemoryFileUploadHandler, TemporaryFileUploadHandler
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from tarockclub.platform.server.wsgi.turns import SMALL, give_turn_back


def take_uploads(
    handler: Callable[[HttpRequest], FileUploadHandler],
    most: int | None = None,
    refuse: Callable[..., HttpResponse] | None = None,
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Let a page take a file, in a body larger than any form: read by this handler, without keeping others waiting.

    That is done last of all: who may come in, and the size (`refuse` answers more than `most` bytes), are looked at
    before. Django's check against forms of other sites would read the form first, so it is made after the reading.
    """

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        checked = csrf_protect(view)

        @csrf_exempt
        @wraps(view)
        def take(request: HttpRequest, /, *args: Any, **address: Any) -> HttpResponse:
            if request.method != "POST":
                return view(request, *args, **address)
            if refuse is not None and most is not None and int(request.META.get("CONTENT_LENGTH") or 0) > most:
                return refuse(request, *args, **address)
            request.upload_handlers = [handler(request)]
            with give_turn_back():
                _ = request.FILES
            return checked(request, *args, **address)

        take.takes_uploads = True  # type: ignore[attr-defined]
        return take

    return decorate


def open_uploads_folder() -> Path:
    """Return the folder for uploads, beside the backups, which delete old ones; created for its owner alone."""
    uploads = Path(settings.DATA_DIR) / "backups" / "uploads"
    for folder in (uploads.parent, uploads):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return uploads


class IntoDataFolder(TemporaryFileUploadHandler):
    """An upload handler that writes there: the system's folder for temporary files may be small."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Open a file that is deleted at the end of the request."""
        FileUploadHandler.new_file(self, *args, **kwargs)
        stream = temp.NamedTemporaryFile(dir=open_uploads_folder(), prefix="part-")
        self.file = UploadedFile(stream, self.file_name, self.content_type, 0, self.charset)  # type: ignore[assignment]


class FormSizeError(RequestDataTooBig, UnreadablePostError):
    """A form that is not read; Django's check against forms of other sites then goes on without it."""


def take_small_file(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a page take a file no larger than a form; the check against forms of other sites comes after the reading."""
    checked = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def take(request: HttpRequest, /, *args: Any, **address: Any) -> HttpResponse:
        request.upload_handlers = [MemoryFileUploadHandler(request)]
        return checked(request, *args, **address)

    return take


class NoFiles(FileUploadHandler):
    """A handler for all other pages: there is no file in a form, and no form is as large as one."""

    def handle_raw_input(
        self, input_data: Any, meta: Mapping[str, Any], content_length: int, boundary: Any, encoding: Any = None
    ) -> None:
        """Refuse a large form before it is read."""
        if content_length > SMALL:
            raise FormSizeError

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Drop what belongs to a file."""

    def file_complete(self, file_size: int) -> None:
        """Return no file."""
