"""Answers that go over the Wi-Fi compressed, and those that do not."""

import gzip
from typing import Any

import pytest
from django.http import FileResponse, HttpResponse
from django.test import RequestFactory

from tarockclub.platform.server.middleware import SMALLEST, CompressionMiddleware

LONG = b"<p>Anna, Berta, Dora</p>" * 100


def answer(body=LONG, kind="text/html; charset=utf-8", method="GET", takes="gzip, deflate", **headers):
    """The answer that a browser gets."""
    response = HttpResponse(body, content_type=kind, headers={"Content-Length": str(len(body)), **headers})
    request = RequestFactory().generic(method, "/", headers={"Accept-Encoding": takes})
    return CompressionMiddleware(lambda _request: response)(request)


def test_a_page_is_compressed_and_says_so():
    got = answer(Vary="Cookie")
    assert gzip.decompress(got.content) == LONG
    assert len(got.content) < len(LONG) / 5
    assert got["Content-Encoding"] == "gzip"
    assert got["Content-Length"] == str(len(got.content))
    assert got["Vary"] == "Cookie, Accept-Encoding"


@pytest.mark.parametrize(
    "given",
    [
        {"kind": "image/png"},
        {"kind": "application/json"},
        {"Content-Encoding": "gzip"},
        {"body": LONG[: SMALLEST - 1]},
        {"method": "POST"},
        {"method": "HEAD"},
    ],
    ids=str,
)
def test_what_it_is_of_no_use_for_stays_as_it_is(given):
    assert answer(**given).content == given.get("body", LONG)


@pytest.mark.django_db  # the end of a request closes connections
def test_a_script_from_a_file_is_compressed_too(tmp_path):
    file = tmp_path / "a.js"
    file.write_bytes(LONG)
    request = RequestFactory().get("/", headers={"Accept-Encoding": "gzip"})
    middleware = CompressionMiddleware(lambda _request: HttpResponse())
    got: Any = middleware.process_response(request, FileResponse(file.open("rb"), content_type="text/javascript"))
    assert gzip.decompress(b"".join(got.streaming_content)) == LONG
    got.close()
