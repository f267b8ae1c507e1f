"""Compression for the inn's Wi-Fi: Django's own, for what gets shorter and is worth it."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

TYPES = ("text/", "application/javascript", "image/svg+xml")
SMALLEST = 1000  # bytes; less fits into one packet anyway


class CompressionMiddleware(GZipMiddleware):
    """Django's compression, whose random bytes keep a secret from being guessed by the length (BREACH)."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress a text that somebody reads."""
        is_text = response.headers.get("Content-Type", "").startswith(TYPES)
        if request.method != "GET" or not is_text or int(response.headers.get("Content-Length", SMALLEST)) < SMALLEST:
            return response
        return super().process_response(request, response)
