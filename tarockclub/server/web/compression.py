"""The compression of pages for the inn's Wi-Fi: outside the site's one thread, so that no hand waits for it."""

import re

from django.utils.text import compress_string

from tarockclub.server.web.site import Answer, Environ, Header

TYPES = ("text/", "application/javascript", "image/svg+xml")
SMALLEST = 1000  # bytes; less fits into one packet anyway
# A page may contain a secret and text from its address: nobody must guess either from the length (BREACH).
RANDOM_BYTES = 100
_TAKES_GZIP = re.compile(r"(?:^|[,\s])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


def is_worth_it(environ: Environ, answer: Answer) -> bool:
    """Return whether a response to GET gets shorter in a form that the browser accepts."""
    if environ["REQUEST_METHOD"] != "GET" or len(answer.body) < SMALLEST:
        return False
    named = {name.lower(): value for name, value in answer.headers}
    return named.get("content-type", "").startswith(TYPES) and "content-encoding" not in named


def compress_answer(environ: Environ, answer: Answer) -> Answer:
    """Return the response, compressed if the browser accepts it."""
    headers = _add_vary(answer.headers)
    if not _TAKES_GZIP.search(environ.get("HTTP_ACCEPT_ENCODING", "")):
        return answer._replace(headers=headers)
    body = compress_string(answer.body, max_random_bytes=RANDOM_BYTES)
    return Answer(answer.status, _build_packed_headers(headers, body), body)


def _build_packed_headers(headers: list[Header], body: bytes) -> list[Header]:
    """Return the headers of a compressed response; its tag becomes weak, since the bytes differ."""
    tags = [
        ("ETag", value if value.startswith("W/") else f"W/{value}") for name, value in headers if name.lower() == "etag"
    ]
    others = _drop_header(_drop_header(headers, "content-length"), "etag")
    return [*others, *tags, ("Content-Encoding", "gzip"), ("Content-Length", str(len(body)))]


def _add_vary(headers: list[Header]) -> list[Header]:
    """Return the headers, with Vary for caches, since other browsers get other bytes."""
    varies = [value for name, value in headers if name.lower() == "vary"]
    return [*_drop_header(headers, "vary"), ("Vary", ", ".join((*varies, "Accept-Encoding")))]


def _drop_header(headers: list[Header], unwanted: str) -> list[Header]:
    return [(name, value) for name, value in headers if name.lower() != unwanted]
