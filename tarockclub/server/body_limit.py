"""The most that a page takes, and what it says of more: before the body is read, whichever server it came through."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tarockclub.server.wsgi.turns import SMALL

STATUS = 413


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
        return None if length <= SMALL or getattr(view, "takes_uploads", False) else _refuse(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Say the same where Django itself has found a form too large."""
        return _refuse(request) if isinstance(error, RequestDataTooBig) else None


def _refuse(request: HttpRequest) -> HttpResponse:
    said = _("This is too large: at most %(number)d MB can be sent here. Nothing was saved.") % {"number": SMALL >> 20}
    if request.content_type == "application/json":
        return JsonResponse({"saved": False, "code": "too_large", "message": said}, status=STATUS)
    return render(request, "413.html", {"sentence": said}, status=STATUS)
