"""Responses that many clients request again and again: kept compressed, and not sent if nothing is new."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tarockclub.platform.server.page_cache import build_etag_response


def build_tagged_response(request: HttpRequest, tag: str, body: Callable[[], bytes]) -> HttpResponse:
    """Return a kept body (gzip, of JSON) with its tag; 304 without the body if the client already has it."""
    response = build_etag_response(request, tag, body)
    response["Content-Type"] = "application/json; charset=utf-8"
    response["Vary"] = "Accept-Encoding"  # handle_api_request adds the rest; cookies make no difference here
    return response
