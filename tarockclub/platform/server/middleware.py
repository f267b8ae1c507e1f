"""Middleware of all pages: they run only this site's own files, take only so much, and come compressed."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tarockclub.platform.server.apart.messages import TooMuchWork
from tarockclub.platform.server.wsgi.turns import SMALL

# Browsers run only this site's own files: no inline script, no inline style. One constant line needs no package;
# Django 6 has this built in.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
# A page uses none of these; that of the door, which reads codes, says so itself.
PERMISSIONS = "camera=(),geolocation=(),microphone=(),payment=(),usb=()"
CAMERA_PERMISSIONS = PERMISSIONS.removeprefix("camera=(),")
STATUS = 413
_SENTENCES = {
    "too_slow": gettext_noop("It takes too long to read this. Nothing was saved."),
    "too_large": gettext_noop("It takes too much memory to read this. Nothing was saved."),
}
TYPES = ("text/", "application/javascript", "image/svg+xml")  # get shorter
SMALLEST = 1000  # bytes; less fits into one packet anyway


def add_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Add the policy to every response without its own, and to a page what it may not ask the device for."""

    def add_header(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return add_header


class BodyLimitMiddleware:
    """A middleware that refuses too large a body with a page, or with JSON for a program: before the body is read.

    It says so, too, where reading what was sent had to be ended (tarockclub/platform/server/apart).
    """

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
    text = _("This is too large: at most %(number)d MB can be sent here. Nothing was saved.") % {"number": SMALL >> 20}
    return _refuse(request, "too_large", text)


def _refuse(request: HttpRequest, code: str, text: str) -> HttpResponse:
    if request.content_type == "application/json":
        return JsonResponse({"saved": False, "code": code, "message": text}, status=STATUS)
    return render(request, "413.html", {"sentence": text}, status=STATUS)


class CompressionMiddleware(GZipMiddleware):
    """Django's compression, whose random bytes keep a secret from being guessed by the length (BREACH)."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress a text that somebody reads."""
        is_text = response.headers.get("Content-Type", "").startswith(TYPES)
        if request.method != "GET" or not is_text or int(response.headers.get("Content-Length", SMALLEST)) < SMALLEST:
            return response
        return super().process_response(request, response)
