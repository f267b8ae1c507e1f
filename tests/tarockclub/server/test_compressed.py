"""Answers that go over the Wi-Fi compressed, and those that do not."""

import gzip

import pytest

from tarockclub.server.web.compression import RANDOM_BYTES, SMALLEST, compress_answer, is_worth_it
from tarockclub.server.web.site import Answer

LONG = b"<p>Anna, Berta, Dora</p>" * 100
HTML = [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(LONG))), ("Vary", "Cookie")]


def get_answer(body: bytes = LONG, headers=HTML, method: str = "GET", takes: str = "gzip, deflate"):
    """The headers and the body that a browser gets where the site answers so."""
    environ = {"REQUEST_METHOD": method, "HTTP_ACCEPT_ENCODING": takes}
    answer = Answer(200, list(headers), body)
    got = compress_answer(environ, answer) if is_worth_it(environ, answer) else answer
    assert got.status == 200
    return dict(got.headers), got.body


def test_a_page_is_compressed_and_says_so():
    headers, body = get_answer()
    assert gzip.decompress(body) == LONG
    assert len(body) < len(LONG) / 5
    assert headers["Content-Encoding"] == "gzip"
    assert headers["Content-Length"] == str(len(body))
    assert headers["Vary"] == "Cookie, Accept-Encoding"


@pytest.mark.parametrize("takes", ["", "br", "identity", "gzip;q=0", "gzip; q=0.0, br", "x-gzip"])
def test_a_browser_that_does_not_take_it_gets_it_as_it_is(takes):
    headers, body = get_answer(takes=takes)
    assert body == LONG
    assert headers["Content-Length"] == str(len(LONG))
    assert "Content-Encoding" not in headers
    assert headers["Vary"] == "Cookie, Accept-Encoding"


@pytest.mark.parametrize("takes", ["gzip", "br,gzip", "br;q=1, gzip;q=0.5", "gzip;q=0.01"])
def test_a_browser_that_takes_it_gets_it(takes):
    assert get_answer(takes=takes)[0]["Content-Encoding"] == "gzip"


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (LONG, [("Content-Type", "image/png")]),
        (LONG, [("Content-Type", "text/html"), ("Content-Encoding", "gzip")]),
        (LONG[: SMALLEST - 1], HTML),
        (LONG, []),
    ],
    ids=["a picture", "compressed already", "short", "unknown"],
)
def test_what_it_is_of_no_use_for_stays_as_it_is(body, headers):
    assert get_answer(body, headers) == (dict(headers), body)


@pytest.mark.parametrize("tag", ['"1"', 'W/"1"'])
def test_a_tag_is_weak_where_the_bytes_are_others(tag):
    headers = [*HTML, ("ETag", tag)]
    assert get_answer(headers=headers)[0]["ETag"] == 'W/"1"'
    assert get_answer(headers=headers, takes="")[0]["ETag"] == tag


@pytest.mark.parametrize("method", ["POST", "HEAD"])
def test_the_answer_to_a_hand_that_is_saved_is_handed_through(method):
    assert get_answer(method=method) == (dict(HTML), LONG)


def test_the_length_of_a_page_tells_nothing_about_a_few_letters_in_it():
    lengths = {len(get_answer()[1]) for _ in range(50)}
    assert len(lengths) > 5
    assert max(lengths) - min(lengths) <= RANDOM_BYTES
