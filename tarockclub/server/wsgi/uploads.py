"""Files that are sent: only to pages that say so, and read without a turn."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest

from tarockclub.server.wsgi.turns import SMALL, give_turn_back

V = TypeVar("V", bound=Callable[..., Any])


def take_uploads(view: V) -> V:
    """Let a page accept more than a form, as many bytes as any upload; the view itself looks at the size."""
    view.takes_uploads = True  # type: ignore[attr-defined]
    return view


def read_form(request: HttpRequest, handler: FileUploadHandler) -> None:
    """Read the form and its files by this handler, without keeping others waiting."""
    request.upload_handlers = [handler]
    with give_turn_back():
        _ = request.FILES


class NoFiles(FileUploadHandler):
    """A handler for all other pages: there is no file in a form, and no form is as large as one."""

    def handle_raw_input(
        self, input_data: Any, meta: Mapping[str, Any], content_length: int, boundary: Any, encoding: Any = None
    ) -> None:
        """Refuse a large form before it is read."""
        if content_length > SMALL:
            raise RequestDataTooBig

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Drop what belongs to a file."""

    def file_complete(self, file_size: int) -> None:
        """Return no file."""
