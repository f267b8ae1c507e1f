"""Pages go over the inn's Wi-Fi compressed: outside the site's one thread, so that no hand waits for it."""

import re
from collections.abc import Iterable
from typing import Any

from django.utils.text import compress_string

from tarockclub.one_at_a_time import Application, Environ, StartResponse

TYPES = ("text/", "application/javascript", "image/svg+xml")
SMALLEST = 1000  # bytes; less fits into one packet anyway
# A page may hold a secret and what somebody put into its address: from the length nobody shall guess (BREACH).
RANDOM_BYTES = 100
_TAKES_GZIP = re.compile(r"(?:^|[,\s])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")
Header = tuple[str, str]


class Compressed:
    """A WSGI application around another one, which compresses what it answers to GET."""

    def __init__(self, application: Application) -> None:
        self.application = application

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Answer, compressed where that is of use and the browser takes it."""
        if environ["REQUEST_METHOD"] != "GET":
            return self.application(environ, start_response)
        started: list[tuple[Any, ...]] = []
        body = b"".join(self.application(environ, lambda *said: started.append(said)))
        status, headers, *more = started[-1]
        if _is_worth_it({name.lower(): value for name, value in headers}, body):
            headers = _varied(headers)
            if _TAKES_GZIP.search(environ.get("HTTP_ACCEPT_ENCODING", "")):
                body = compress_string(body, max_random_bytes=RANDOM_BYTES)
                headers = _packed(headers, body)
        start_response(status, headers, *more)
        return [body]


def _is_worth_it(headers: dict[str, str], body: bytes) -> bool:
    is_packed = "content-encoding" in headers
    return len(body) >= SMALLEST and headers.get("content-type", "").startswith(TYPES) and not is_packed


def _packed(headers: list[Header], body: bytes) -> list[Header]:
    """The headers of what is compressed; a tag is not one of exactly these bytes any more, so it gets weak."""
    tags = [
        ("ETag", value if value.startswith("W/") else f"W/{value}") for name, value in headers if name.lower() == "etag"
    ]
    others = _without(_without(headers, "content-length"), "etag")
    return [*others, *tags, ("Content-Encoding", "gzip"), ("Content-Length", str(len(body)))]


def _varied(headers: list[Header]) -> list[Header]:
    """The headers, which say to caches that other browsers get other bytes."""
    varies = [value for name, value in headers if name.lower() == "vary"]
    return [*_without(headers, "vary"), ("Vary", ", ".join((*varies, "Accept-Encoding")))]


def _without(headers: list[Header], unwanted: str) -> list[Header]:
    return [(name, value) for name, value in headers if name.lower() != unwanted]
