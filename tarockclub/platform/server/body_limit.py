"""The most that a page takes, and what it says of more: before the body is read, whichever server it came through.

It says so, too, where reading what was sent had to be ended (tarockclub/platform/server/apart).
"""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tarockclub.platform.server.apart.messages import TooMuchWork
from tarockclub.platform.server.wsgi.turns import SMALL

STATUS = 413
_SENTENCES = {
    "too_slow": gettext_noop("It takes too long to read this. Nothing was saved."),
    "too_large": gettext_noop("It takes too much memory to read this. Nothing was saved."),
}


class BodyLimitMiddleware:
    """A middleware that refuses too large a body with a page, or with JSON for a program."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, _args: Any, _kwargs: Any) -> HttpResponse | None:
        """Refuse a body that the page does not take."""
        length = int(request.META.get("CONTENT_LENGTH") or 0)
        return None if length <= SMALL or getattr(view, "takes_uploads", False) else _refuse_size(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Say the same where Django itself has found a form too large, and the like where reading it never ended."""
        if isinstance(error, TooMuchWork):
            return _refuse(request, error.reason, _(_SENTENCES[error.reason]))
        return _refuse_size(request) if isinstance(error, RequestDataTooBig) else None


def _refuse_size(request: HttpRequest) -> HttpResponse:
    said = _("This is too large: at most %(number)d MB can be sent here. Nothing was saved.") % {"number": SMALL >> 20}
    return _refuse(request, "too_large", said)


def _refuse(request: HttpRequest, code: str, text: str) -> HttpResponse:
    if request.content_type == "application/json":
        return JsonResponse({"saved": False, "code": code, "message": text}, status=STATUS)
    return render(request, "413.html", {"sentence": text}, status=STATUS)
